-- When a shop's page was last read by a refresh: an unchanged offer writes no row of its own.
create table refreshed_page (
    retailer_id uuid not null references retailer (id) on delete cascade,
    url text not null,
    read_at timestamptz not null,
    primary key (retailer_id, url)
);
