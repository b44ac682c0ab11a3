drop index product_match_age_order_idx;
drop index product_match_confidence_order_idx;
drop index product_match_worth_order_idx;
create index product_match_worth_idx on product_match (status, worth desc, id);
drop table match_claim;
