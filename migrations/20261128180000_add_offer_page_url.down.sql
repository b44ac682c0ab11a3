alter table offer drop column page_url;
