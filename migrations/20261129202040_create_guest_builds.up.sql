-- Builds that visitors without an account share by a short link.
create table guest_build (
    -- The seven characters of the address /b/{code}, random: without vowels, and without characters that look alike.
    code text not null constraint guest_build_key primary key
        constraint guest_build_code_check check (code ~ '^[2-9b-df-hjkmnp-tv-z]{7}$'),
    -- SHA-256 of the name and the parts, so that the same list has one link.
    digest bytea not null constraint guest_build_digest_key unique
        constraint guest_build_digest_check check (octet_length(digest) = 32),
    name text constraint guest_build_name_check check (char_length(name) between 1 and 100),
    -- The parts in the order of the builder's rows, each with slot, id and quantity.
    parts jsonb not null constraint guest_build_parts_check check (jsonb_typeof(parts) = 'array'),
    created_at timestamptz not null default now(),
    -- The last day of reading, within a day. A list that nobody has read for a year is deleted.
    read_at timestamptz not null default now()
);

create index guest_build_read_idx on guest_build (read_at);
