-- What the price screen knows of a price beside the other retailers' prices of its product, and the product itself: a held
-- price counts for the other prices of the product.
alter table held_offer
    add column product_id uuid constraint held_offer_product_id_fkey references product (id) on delete set null,
    add column evidence jsonb;
comment on column held_offer.product_id is 'The product that the keys of the held offer name, if there is one.';
comment on column held_offer.evidence is 'The prices of the class of part, and how the retailer''s prices compare with the others''.';
create index held_offer_product_idx on held_offer (product_id) where product_id is not null;
-- What was held of an offer before, at any price and in any state.
create index held_offer_external_id_idx on held_offer (retailer_id, external_id);
