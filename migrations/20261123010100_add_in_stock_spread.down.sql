drop index price_spread_in_stock_idx;
alter table price_spread drop in_stock_difference;
