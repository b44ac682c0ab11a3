alter table session drop column confirmed_at;
