alter table product drop constraint product_merged_check;
alter table product drop merged_into;
alter table offer drop deleted_at;
alter table offer drop pinned;
drop index offer_to_match_idx;
alter table offer drop matched_at;
drop table product_match;
