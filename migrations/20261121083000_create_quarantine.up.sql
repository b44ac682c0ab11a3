-- Offers that the guard held back: never shown, indexed or mailed about until an operator releases them.
create table held_offer (
    id uuid primary key default gen_random_uuid(),
    retailer_id uuid not null references retailer (id),
    crawl_id uuid references crawl (id) on delete set null,
    external_id text not null,
    -- Machine name of the rule that held it, such as PRICE_FAR_FROM_OWN.
    reason text not null,
    price_fils bigint not null,
    -- What it was judged by.
    own_price_fils bigint,
    market_median_fils bigint,
    market_shops bigint,
    -- The whole offer as it was read, to be stored on release.
    draft jsonb not null,
    state text not null default 'HELD' constraint held_offer_state_check check (state in (
        'HELD', 'RELEASED', 'DROPPED', 'SUPERSEDED')),
    -- How often crawls met it again with this price.
    times_seen integer not null default 1,
    held_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    decided_at timestamptz
);

-- An offer is held once for a price; a price that was dropped is never asked about again.
create unique index held_offer_open_idx on held_offer (retailer_id, external_id, price_fils)
    where state in ('HELD', 'DROPPED');
create index held_offer_queue_idx on held_offer (held_at) where state = 'HELD';
