drop index product_ean_idx;
drop index offer_gtin_idx;
