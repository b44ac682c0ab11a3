-- What a product cost on each day that is over, all shops together, so that a range is summed up by one short read.
-- Sold-out offers count for nothing.
create table product_price_day (
    product_id uuid not null references product (id) on delete cascade,
    day date not null,
    lowest_fils bigint not null constraint product_price_day_lowest_check check (lowest_fils > 0),
    highest_fils bigint not null constraint product_price_day_highest_check check (highest_fils >= lowest_fils),
    -- Of the day's recorded prices, for the mean.
    total_fils bigint not null,
    points integer not null constraint product_price_day_points_check check (points > 0),
    primary key (product_id, day)
);

-- Up to which day (that day left out) a product's days are rolled up, and what the roll-up had seen: every transaction
-- below `seen_below`. A change of the product in the feed by a later one means that the days may lie, as when an offer was
-- moved to another product or past prices were imported: readers then sum up the points themselves.
create table product_price_roll_up (
    product_id uuid primary key references product (id) on delete cascade,
    rolled_until date not null,
    seen_below xid8 not null
);

create index product_change_product_idx on product_change (product_id, xid);

-- Months whose points were thinned to changes.
create table price_point_thinned (
    month date primary key,
    thinned_at timestamptz not null default now(),
    points_dropped bigint not null
);
