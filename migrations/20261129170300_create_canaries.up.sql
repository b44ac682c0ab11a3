-- A few products of each retailer that its last complete crawl read completely, with the structure that their pages had: each crawl
-- looks at them first, and stores nothing where what was there is gone from most of them.
create table canary (
    retailer_id uuid not null references retailer (id) on delete cascade,
    external_id text not null,
    -- The page that shows the product; null where the retailer is read by lists.
    page_url text,
    -- By field: the place where it was found, and its value.
    structure jsonb not null,
    price_fils bigint not null,
    stock text not null,
    title text not null,
    chosen_at timestamptz not null default now(),
    verified_at timestamptz not null default now(),
    constraint canary_pkey primary key (retailer_id, external_id)
);

alter table retailer add column pages_changed_at timestamptz;
comment on column retailer.pages_changed_at is
    'When a crawl first found that the pages of most canaries lost fields; null while they are as before.';
