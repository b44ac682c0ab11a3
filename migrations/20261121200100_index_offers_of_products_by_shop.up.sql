-- What other shops ask for a product: with the shop in the index, the offers of the shop that asks are passed over unread.
drop index offer_product_idx;
create index offer_product_idx on offer (product_id, retailer_id) where product_id is not null;
