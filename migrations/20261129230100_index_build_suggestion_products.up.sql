-- A merge of products finds the proposed swaps of the merged one.
create index build_suggestion_from_product_idx on build_suggestion (from_product_id);
create index build_suggestion_to_product_idx on build_suggestion (to_product_id);
