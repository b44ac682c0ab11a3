alter table offer drop column confirmed_at;
