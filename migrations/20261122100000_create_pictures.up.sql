-- Pictures of products, kept in a few widths under the digest of what the shop sent. The files lie in the picture store.
create table picture (
    hash text constraint picture_pkey primary key
        constraint picture_hash_check check (hash ~ '^[0-9a-f]{32}$'),
    -- Of the largest width that is kept.
    width integer not null constraint picture_width_check check (width > 0),
    height integer not null constraint picture_height_check check (height > 0),
    -- Of all widths together.
    bytes integer not null constraint picture_bytes_check check (bytes > 0),
    -- 0 to 1: how much of the edge is one ground, how much of the picture looks like lettering, and what both and the size
    -- make of it.
    plain real not null constraint picture_plain_check check (plain between 0 and 1),
    lettering real not null constraint picture_lettering_check check (lettering between 0 and 1),
    quality real not null constraint picture_quality_check check (quality between 0 and 1),
    created_at timestamptz not null default now(),
    -- Since when neither a product nor an offer shows it.
    unused_since timestamptz
);
create index picture_unused_idx on picture (unused_since) where unused_since is not null;

-- The addresses at which shops show pictures of their offers, and what came of fetching them.
create table picture_source (
    retailer_id uuid not null references retailer (id) on delete cascade,
    address text not null constraint picture_source_address_check check (octet_length(address) <= 2000),
    state text not null default 'WAITING'
        constraint picture_source_state_check check (state in ('WAITING', 'FETCHED', 'REFUSED', 'FAILED')),
    -- What was fetched last; a failure after it leaves it.
    picture_hash text constraint picture_source_hash_fkey references picture (hash),
    etag text,
    last_modified text,
    -- Why it was refused or could not be fetched.
    reason text,
    -- Failures in a row.
    attempts integer not null default 0,
    checked_at timestamptz,
    next_check_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    constraint picture_source_pkey primary key (retailer_id, address),
    constraint picture_source_fetched_check check (state <> 'FETCHED' or picture_hash is not null),
    constraint picture_source_reason_check check ((reason is null) = (state in ('WAITING', 'FETCHED')))
);
create index picture_source_due_idx on picture_source (retailer_id, next_check_at);
create index picture_source_hash_idx on picture_source (picture_hash) where picture_hash is not null;

-- The picture that shoppers see; pinned where an administrator chose it.
alter table product add picture_hash text constraint product_picture_fkey references picture (hash) on delete set null;
alter table product add picture_pinned boolean not null default false;
create index product_picture_idx on product (picture_hash) where picture_hash is not null;

-- Pictures that an administrator does not want to see on a product. They outlive the file: it may be fetched again.
create table refused_picture (
    product_id uuid not null references product (id) on delete cascade,
    picture_hash text not null constraint refused_picture_hash_check check (picture_hash ~ '^[0-9a-f]{32}$'),
    refused_by uuid references app_user (id) on delete set null,
    refused_at timestamptz not null default now(),
    constraint refused_picture_pkey primary key (product_id, picture_hash)
);

-- A picture as the api tells it (domain::model::Picture), by its hash …
create function picture_json(wanted text) returns jsonb language sql stable parallel safe as $$
    select jsonb_build_object('hash', hash, 'width', width, 'height', height) from picture where hash = wanted
$$;
-- … and of an offer, by the address that the shop states.
create function offer_picture_json(shop uuid, shown text) returns jsonb language sql stable parallel safe as $$
    select picture_json(picture_hash) from picture_source where retailer_id = shop and address = shown
$$;
