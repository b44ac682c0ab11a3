drop index product_merged_into_idx;
drop index product_merged_model_idx;
