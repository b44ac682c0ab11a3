-- Token buckets of the limits that all api processes share. A bucket without a row is full. The table is unlogged, since
-- after a crash every bucket may be full again.
create unlogged table rate_limit (
    -- The limit's key in [limits] of the configuration.
    kind text not null,
    -- SHA-256 of what the limit counts by: no address of a person is stored.
    key bytea not null constraint rate_limit_key_check check (octet_length(key) = 32),
    -- When the bucket is full again.
    full_at timestamptz not null,
    primary key (kind, key)
);
create index rate_limit_full_at_idx on rate_limit (full_at);
