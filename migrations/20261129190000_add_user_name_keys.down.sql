alter table app_user drop column name_key;
