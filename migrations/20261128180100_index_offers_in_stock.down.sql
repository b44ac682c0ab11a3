drop index offer_in_stock_unconfirmed_idx;
drop index offer_in_stock_idx;
