-- The canaries are lost; the next complete crawl of each retailer chooses others.
alter table retailer drop column pages_changed_at;
drop table canary;
