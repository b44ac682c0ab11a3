alter table offer drop column stored_at;
