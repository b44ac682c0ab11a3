drop table crawl;
drop table job;
