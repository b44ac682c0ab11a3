-- Things that a shop lists and that could not be read into an offer, as the last crawl that met them found them. A row goes when its
-- offer is read well, or when a complete crawl meets it no more.
create table rejected_offer (
    retailer_id uuid not null references retailer (id) on delete cascade,
    -- The shop's id of it, or the address of its page where it states none.
    external_id text not null,
    -- The page that sells it, where it is known.
    url text,
    title text,
    -- A domain::model::RejectReason.
    reason text not null,
    -- The reason in words, with what was found.
    detail text not null,
    crawl_id uuid references crawl (id) on delete set null,
    times_seen integer not null default 1,
    first_seen_at timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    constraint rejected_offer_pkey primary key (retailer_id, external_id)
);

create index rejected_offer_reason_idx on rejected_offer (reason, seen_at desc);
