-- One shop's listing of something.
create table offer (
    id uuid primary key default gen_random_uuid(),
    retailer_id uuid not null references retailer (id),
    external_id text not null,
    product_id uuid references product (id),
    -- What joined it to its product: PART_NUMBER, MODEL or ADMIN.
    linked_by text,
    title_en text,
    title_ar text,
    url text not null,
    image_url text,
    category text,
    manufacturer text,
    model text,
    part_numbers text[] not null default '{}',
    manufacturer_key text,
    model_key text,
    part_number_keys text[] not null default '{}',
    specs jsonb not null default '{}',
    price_fils bigint not null constraint offer_price_check check (price_fils > 0),
    list_price_fils bigint constraint offer_list_price_check check (list_price_fils > price_fils),
    stock text not null constraint offer_stock_check check (stock in ('IN', 'OUT', 'UNKNOWN')),
    stock_left integer constraint offer_stock_left_check check (stock_left >= 0),
    -- Digest of all that the shop says besides price and stock.
    content_digest bytea not null,
    -- Complete crawls in a row that did not meet it; the second ends it.
    missed_crawls smallint not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    ended_at timestamptz,
    constraint offer_external_id_key unique (retailer_id, external_id),
    constraint offer_title_check check (title_en is not null or title_ar is not null),
    constraint offer_link_check check ((product_id is null) = (linked_by is null))
);

create index offer_product_idx on offer (product_id) where product_id is not null;
create index offer_unmatched_idx on offer (manufacturer_key, category, model_key) where product_id is null;
create index offer_unmatched_part_number_idx on offer using gin (part_number_keys) where product_id is null;
