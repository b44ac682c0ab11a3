-- For averages over time: a price holds until the offer's next point or its end. On each day, the seconds that prices in stock
-- held, summed up over all offers, and the same seconds times the price. Null in rows of programs that did not know them: the
-- next roll-up computes the product's days again, and readers sum up the points until then.
alter table product_price_day add column seconds bigint
    constraint product_price_day_seconds_check check (seconds >= 0);
alter table product_price_day add column fils_seconds bigint
    constraint product_price_day_fils_seconds_check check (fils_seconds >= 0);
create index product_price_day_unweighed_idx on product_price_day (product_id) where seconds is null;
