-- Builds that people keep in their accounts and share by a link.
create table saved_build (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references app_user (id) on delete cascade,
    name text not null constraint saved_build_name_check check (char_length(name) between 1 and 100),
    description text constraint saved_build_description_check check (char_length(description) between 1 and 1000),
    -- Readable by its link, while its owner allows sharing.
    is_public boolean not null default false,
    -- 128 random bits. It opens what is public anyway, so it is kept as it is.
    share_token text not null constraint saved_build_share_token_key unique,
    view_count bigint not null default 0,
    -- Counts what was saved: who saves over a version that is not the last one is told.
    version integer not null default 1,
    -- What the browser called the build before it was kept: the same request twice makes one build.
    request_key uuid,
    -- When the parts' prices were taken.
    priced_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint saved_build_request_key unique (user_id, request_key)
);

create index saved_build_user_idx on saved_build (user_id, updated_at desc, id);

create table saved_build_part (
    build_id uuid not null references saved_build (id) on delete cascade,
    position smallint not null,
    slot text not null,
    -- None once the product is gone for good: its name stays.
    product_id uuid references product (id) on delete set null,
    name text not null,
    quantity integer not null constraint saved_build_part_quantity_check check (quantity between 1 and 32),
    -- Of one on the day of priced_at; none when nobody sold it then.
    price_fils bigint constraint saved_build_part_price_check check (price_fils > 0),
    constraint saved_build_part_key primary key (build_id, position)
);

create index saved_build_part_product_idx on saved_build_part (product_id) where product_id is not null;

-- Who has seen a shared build today, so that nobody counts twice: a digest keyed by the day's salt. Both go with the day.
create table visitor_salt (
    day date primary key,
    salt bytea not null
);

create table build_view (
    build_id uuid not null references saved_build (id) on delete cascade,
    day date not null,
    visitor bytea not null,
    constraint build_view_key primary key (build_id, day, visitor)
);

create index build_view_day_idx on build_view (day);
