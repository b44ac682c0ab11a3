-- Shops, as their TOML files in config/retailers declare them.
create table retailer (
    id uuid primary key default gen_random_uuid(),
    slug text not null constraint retailer_slug_key unique,
    name_en text not null,
    name_ar text not null,
    base_url text not null,
    platform text not null,
    -- Unknown stays null: the page shows a dash, never 0.
    shipping_flat_fils bigint constraint retailer_shipping_flat_check check (shipping_flat_fils >= 0),
    shipping_free_over_fils bigint constraint retailer_shipping_free_over_check check (shipping_free_over_fils >= 0),
    tabby boolean not null default false,
    enabled boolean not null default true,
    -- Counts from 0 in the order of arrival: a shop keeps its colour and shape for good.
    position integer not null constraint retailer_position_key unique,
    -- The end of the last crawl that went through. An offer that this crawl saw was live then: no row is written to say so.
    crawled_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
