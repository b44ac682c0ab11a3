-- Alerts on a product may also wait for its lowest price ever, for a price near the lowest of a year, for a rise, and for
-- a shop that did not sell it before. One on a return to stock may be about some shops.
alter table price_alert
    -- The only shops that count; all of them if it is empty.
    add column retailer_ids uuid[] not null default '{}'
        constraint price_alert_retailers_check check (
            cardinality(retailer_ids) <= 20 and (retailer_ids = '{}' or kind = 'BACK_IN_STOCK')),
    drop column low_days,
    drop constraint price_alert_kind_check,
    add constraint price_alert_kind_check check (kind in (
        'ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP', 'BUILD_TOTAL', 'BUDGET_BUILD',
        'BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365',
        'NEW_LOW_EVER', 'NEAR_LOW', 'PRICE_RISE', 'NEW_AT_SHOP')),
    drop constraint price_alert_wish_check,
    add constraint price_alert_wish_check check (
        (kind in ('TARGET_PRICE', 'BUILD_TOTAL', 'BUDGET_BUILD')) = (target_fils is not null)
        and (kind in ('PERCENTAGE_DROP', 'PRICE_FALL', 'NEAR_LOW', 'PRICE_RISE')) = (percentage is not null)),
    drop constraint price_alert_repeats_check,
    add constraint price_alert_repeats_check check (
        not repeats or kind in (
            'BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365',
            'NEW_LOW_EVER', 'NEAR_LOW', 'PRICE_RISE', 'NEW_AT_SHOP'));

-- The days whose lowest price counts. A hundred years are longer than any history.
alter table price_alert add column low_days integer generated always as (
    case kind when 'NEW_LOW_30' then 30 when 'NEW_LOW_90' then 90 when 'NEW_LOW_365' then 365
        when 'NEW_LOW_EVER' then 36500 when 'NEAR_LOW' then 365 end) stored;

-- A new shop within the quiet time of a repeating alert is told of afterwards: a shop is new only once.
alter table due_alert add column not_before timestamptz;

-- The shops that have ever had a watched product, and whether each had it in stock when the product's alerts were evaluated
-- last. Whoever writes these rows locks the product's row of `stock_watch` first.
create table retailer_stock_watch (
    product_id uuid not null references stock_watch (product_id) on delete cascade,
    retailer_id uuid not null references retailer (id) on delete cascade,
    in_stock boolean not null,
    constraint retailer_stock_watch_pkey primary key (product_id, retailer_id)
);

insert into retailer_stock_watch (product_id, retailer_id, in_stock)
select offer.product_id, offer.retailer_id,
    bool_or(offer.ended_at is null and offer.stock = 'IN' and retailer.enabled)
from stock_watch join offer using (product_id) join retailer on retailer.id = offer.retailer_id
group by 1, 2;

-- The lowest price that fires an alert on a rise by a percentage since this price. A small percentage of a cheap product
-- is less than the least change.
create function rise_threshold(price bigint, percentage smallint) returns bigint language sql immutable as $$
    select greatest((price * (100 + percentage) + 99) / 100, price + least_price_change(price))
$$;

-- The highest price that is within a percentage of a lowest one, rounded down.
create function near_low(lowest bigint, percentage smallint) returns bigint language sql immutable as $$
    select lowest * (100 + percentage) / 100
$$;
