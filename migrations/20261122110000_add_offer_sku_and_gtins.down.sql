alter table offer drop gtins;
alter table offer drop sku;
