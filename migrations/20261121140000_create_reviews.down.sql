-- The reviews are lost.
drop table review;
drop function count_added_reviews();
drop function count_removed_reviews();
update product set rating_sum = 0, review_count = 0 where review_count <> 0;
