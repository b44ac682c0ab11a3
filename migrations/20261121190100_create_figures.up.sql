-- Figures of the admin's dashboard that are summed up by a job, so that reading them is short.

-- How far the shops' prices of a product lie apart; products of one shop have no row.
create table price_spread (
    product_id uuid primary key references product (id) on delete cascade,
    category text not null,
    shops integer not null constraint price_spread_shops_check check (shops > 1),
    -- Of each shop's cheapest live offer.
    lowest_fils bigint not null,
    highest_fils bigint not null constraint price_spread_highest_check check (highest_fils >= lowest_fils),
    -- How much the highest lies above the lowest, in hundredths of a percent of the lowest.
    difference bigint not null
);

create index price_spread_difference_idx on price_spread (difference desc, product_id);
create index price_spread_category_idx on price_spread (category, difference desc, product_id);

-- Products of a category, and products that a shop (by its slug) sells now.
create table product_figure (
    kind text not null constraint product_figure_kind_check check (kind in ('CATEGORY', 'SHOP')),
    name text not null,
    products bigint not null,
    primary key (kind, name)
);

-- What the last summing up had seen: every transaction below it. The feed names what changed since.
create table figures_state (
    only_row boolean primary key default true constraint figures_state_only_row_check check (only_row),
    seen_below xid8 not null,
    summed_at timestamptz not null
);

create index app_user_created_idx on app_user (created_at);
create index saved_build_created_idx on saved_build (created_at);
create index review_created_idx on review (created_at);
