alter table product_change_floor drop column database_identity;
