-- The lowered confidences stay; the next run of the matcher computes them anew.
drop index product_match_bulk_idx;
alter table product_match drop column bulk_id;
