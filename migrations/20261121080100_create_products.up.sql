-- Where facts come from, with the notice to be shown beside them.
create table data_source (
    slug text primary key,
    name text not null,
    attribution text,
    url text,
    created_at timestamptz not null default now()
);

-- One thing a person can buy, whoever sells it.
create table product (
    id uuid primary key,
    category text not null constraint product_category_check check (category in (
        'CPU', 'CPU_COOLER', 'MOTHERBOARD', 'RAM', 'STORAGE', 'GPU', 'CASE', 'PSU', 'MONITOR', 'CASE_FAN',
        'KEYBOARD', 'MOUSE', 'HEADSET', 'OTHER')),
    name text not null constraint product_name_check check (name <> ''),
    name_ar text,
    manufacturer text not null,
    model text not null,
    series text,
    variant text,
    -- Normal forms (domain::model::keys) by which offers are joined.
    manufacturer_key text not null,
    model_key text not null,
    aliases text[] not null default '{}',
    eans text[] not null default '{}',
    url text,
    image_url text,
    -- Typed facts by key, and for each key its source and day.
    specs jsonb not null default '{}',
    provenance jsonb not null default '{}',
    source text references data_source (slug),
    -- Digest of the record that the facts came from: an import that brings nothing new writes nothing.
    facts_digest bytea,
    popularity real not null default 0,
    rating_sum integer not null default 0,
    review_count integer not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    removed_at timestamptz
);

create index product_model_idx on product (manufacturer_key, category, model_key) where removed_at is null;

create table product_part_number (
    product_id uuid not null references product (id) on delete cascade,
    part_number_key text not null,
    part_number text not null,
    -- Carried by several products: never enough to tell which.
    shared boolean not null default false,
    primary key (product_id, part_number_key)
);

create index product_part_number_key_idx on product_part_number (part_number_key) where not shared;
