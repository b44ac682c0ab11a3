drop index offer_product_idx;
create index offer_product_idx on offer (product_id) where product_id is not null;
