drop table price_point_thinned;
drop index product_change_product_idx;
drop table product_price_roll_up;
drop table product_price_day;
