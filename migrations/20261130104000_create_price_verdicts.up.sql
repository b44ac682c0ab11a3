-- What a product's own history says of its lowest price in stock. Written by a job with the rule of the program
-- (domain::price_rating), so that lists read what a product's page computes.
create table price_verdict (
    product_id uuid not null constraint price_verdict_product_fkey references product (id) on delete cascade,
    -- The price that was rated; null: not in stock.
    price_fils bigint constraint price_verdict_price_check check (price_fils >= 0),
    -- The median by time of the last 90 days; null: too few days in stock.
    usual_fils bigint constraint price_verdict_usual_check check (usual_fils >= 0),
    lowest_in_days smallint constraint price_verdict_lowest_check check (lowest_in_days in (30, 90, 365)),
    -- What was asked within the 30 days before the price fell, where that makes the fall no reduction.
    raised_from_fils bigint,
    -- Share below the usual price; null: no deal.
    saved_basis_points smallint constraint price_verdict_saved_check check (saved_basis_points between 1 and 10000),
    rated_at timestamptz not null,
    -- Changes of the product from this transaction on are not rated yet.
    seen_below xid8 not null,
    constraint price_verdict_pkey primary key (product_id)
);

create index price_verdict_deal_idx on price_verdict (saved_basis_points desc, product_id)
    where saved_basis_points is not null;
