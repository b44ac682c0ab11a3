drop index review_created_idx;
drop index saved_build_created_idx;
drop index app_user_created_idx;
drop table figures_state;
drop table product_figure;
drop table price_spread;
