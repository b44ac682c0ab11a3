-- What names a merged product exactly is of the product that it went into.
create index product_merged_model_idx on product (manufacturer_key, category, model_key) where merged_into is not null;
create index product_merged_into_idx on product (merged_into) where merged_into is not null;
