-- Alerts on a product may also wait until it is back in stock, for its lowest price of some days, and for a fall that they
-- tell of again. Each of these says whether it fires once or repeats. Every alert can be paused, and counts its firings.
alter table price_alert
    add column repeats boolean not null default false,
    -- While a user has it paused, it is not enabled.
    add column paused_at timestamptz,
    -- A repeating alert that fired is quiet until then.
    add column quiet_until timestamptz,
    -- When the alert is evaluated again without a change of a price: its quiet time is over, or its days have moved on.
    add column recheck_at timestamptz,
    add column last_fired_at timestamptz,
    add column times_fired integer not null default 0,
    -- The days of which a price is to be the lowest.
    add column low_days integer generated always as (
        case kind when 'NEW_LOW_30' then 30 when 'NEW_LOW_90' then 90 when 'NEW_LOW_365' then 365 end) stored,
    drop constraint price_alert_kind_check,
    add constraint price_alert_kind_check check (kind in (
        'ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP', 'BUILD_TOTAL', 'BUDGET_BUILD',
        'BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365')),
    drop constraint price_alert_wish_check,
    add constraint price_alert_wish_check check (
        (kind in ('TARGET_PRICE', 'BUILD_TOTAL', 'BUDGET_BUILD')) = (target_fils is not null)
        and (kind in ('PERCENTAGE_DROP', 'PRICE_FALL')) = (percentage is not null)),
    add constraint price_alert_repeats_check check (
        not repeats or kind in ('BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365')),
    add constraint price_alert_paused_check check (not enabled or paused_at is null),
    add constraint price_alert_times_fired_check check (times_fired >= 0);

create index price_alert_recheck_idx on price_alert (recheck_at) where enabled and recheck_at is not null;

-- Alerts that fired before are counted as far as their notifications are still stored.
update price_alert set times_fired = fired.times, last_fired_at = fired.last
from (select price_alert_id, count(*) as times, max(fired_at) as last from fired_alert group by price_alert_id) as fired
where fired.price_alert_id = price_alert.id;

-- Whether a product was in stock anywhere when its prices were evaluated last, for the alerts on its return. A row exists
-- for each product that had such an alert. Whoever evaluates the product's stock locks the row first.
create table stock_watch (
    product_id uuid primary key references product (id) on delete cascade,
    in_stock boolean not null
);

-- The lowest price at which a product was in stock anywhere since a time; null if it never was. Retailers that are switched
-- off do not count.
create function lowest_price_since(product uuid, since timestamptz) returns bigint language sql stable as $$
    select min(held.price_fils)
    from offer join retailer on retailer.id = offer.retailer_id and retailer.enabled cross join lateral (
        select point.price_fils, point.stock from price_point as point
        where point.offer_id = offer.id and point.observed_at >= since
        union all
        -- The price that held when the time began.
        (select point.price_fils, point.stock from price_point as point
         where point.offer_id = offer.id and point.observed_at < since
             and (offer.ended_at is null or offer.ended_at > since)
         order by point.observed_at desc limit 1)) as held
    where offer.product_id = product and held.stock = 'IN'
$$;

-- By how much a price has to fall below the one that a repeating alert told of last: 1 % rounded up, and at least 0.500 KWD.
create function least_price_change(price bigint) returns bigint language sql immutable as $$
    select greatest((price + 99) / 100, 500)
$$;
