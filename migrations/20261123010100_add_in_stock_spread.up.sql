-- How far the prices of shops that have a product in stock lie apart, in hundredths of a percent of the lowest; null where fewer
-- than two have it.
alter table price_spread add in_stock_difference bigint;
create index price_spread_in_stock_idx on price_spread (in_stock_difference desc, product_id) where in_stock_difference is not null;

-- All products are summed up anew.
delete from figures_state;
