-- What an offer cost and whether it was there: a point on every change and one a day as proof of life.
create table price_point (
    offer_id uuid not null,
    observed_at timestamptz not null,
    price_fils bigint not null constraint price_point_price_check check (price_fils > 0),
    stock text not null constraint price_point_stock_check check (stock in ('IN', 'OUT', 'UNKNOWN')),
    primary key (offer_id, observed_at)
) partition by range (observed_at);

-- Makes the monthly partitions from one moment to another (UTC). There is no default partition on purpose:
-- rows in it would stand in the way of the month's own partition later.
create function ensure_price_point_partitions(first timestamptz, last timestamptz) returns integer
language plpgsql as $$
declare
    month timestamp := date_trunc('month', first at time zone 'UTC');
    made integer := 0;
begin
    while month <= last at time zone 'UTC' loop
        if to_regclass('price_point_' || to_char(month, 'YYYY_MM')) is null then
            -- Two writers may meet here: the lock makes the second see the first one's partition.
            perform pg_advisory_xact_lock(hashtext('ensure_price_point_partitions'));
            execute format(
                'create table if not exists %I partition of price_point for values from (%L) to (%L)',
                'price_point_' || to_char(month, 'YYYY_MM'),
                month at time zone 'UTC',
                (month + interval '1 month') at time zone 'UTC');
            made := made + 1;
        end if;
        month := month + interval '1 month';
    end loop;
    return made;
end $$;
