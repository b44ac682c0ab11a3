delete from crawl where kind = 'REFRESH';
alter table crawl drop column kind;
