-- Loses the weights of prices, which a roll-up sums up again from the points.
drop index product_price_day_unweighed_idx;
alter table product_price_day drop column fils_seconds;
alter table product_price_day drop column seconds;
