drop index held_offer_external_id_idx;
drop index held_offer_product_idx;
alter table held_offer drop column evidence, drop column product_id;
