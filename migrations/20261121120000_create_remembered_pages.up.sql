-- Pages of shops as last sent, with the validator they came with (ETag or Last-Modified), so that an unchanged page need
-- not be sent again and is still read like one that was. A cache: unlogged, since losing it costs one whole reading, and
-- without a foreign key, since locking the shop's row for every page would make its writes as dear as logged ones.
create unlogged table remembered_page (
    retailer_id uuid not null,
    -- SHA-256 of the address, which may be longer than an index takes.
    url_digest bytea not null,
    url text not null,
    etag text,
    last_modified text,
    content_type text not null,
    -- The few headers that readers ask for, by name.
    headers jsonb not null,
    -- Gzipped.
    body bytea not null,
    body_bytes bigint not null generated always as (octet_length(body)) stored,
    -- The last day on which the shop sent it or said that it stands.
    used_at timestamptz not null default now(),
    constraint remembered_page_pkey primary key (retailer_id, url_digest),
    constraint remembered_page_validator_check check (etag is not null or last_modified is not null)
);
-- Packed already: compressing it again would only cost time.
alter table remembered_page alter body set storage external;
create index remembered_page_used_idx on remembered_page (used_at);
