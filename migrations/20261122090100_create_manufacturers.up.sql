-- Manufacturers that the built-in table does not know, as shops state them. A person confirms each, says whose other name it
-- is, or that it is none.
create table manufacturer (
    -- The normal form, see domain::model::keys::manufacturer_key.
    key text primary key constraint manufacturer_key_check check (key <> ''),
    -- As most shops write it.
    name text not null constraint manufacturer_name_check check (name <> ''),
    state text not null default 'UNCONFIRMED'
        constraint manufacturer_state_check check (state in ('UNCONFIRMED', 'CONFIRMED', 'ALIAS', 'REFUSED')),
    -- The manufacturer whose other name this is.
    alias_of text,
    -- Live offers under this name when the matcher last ran, the shops that list them, and some of their titles.
    offers integer not null default 0,
    shops integer not null default 0,
    titles text[] not null default '{}',
    first_seen timestamptz not null default now(),
    decided_by uuid references app_user (id) on delete set null,
    decided_at timestamptz,
    constraint manufacturer_alias_check check ((state = 'ALIAS') = (alias_of is not null)),
    constraint manufacturer_decided_check check ((state = 'UNCONFIRMED') = (decided_at is null))
);

create index manufacturer_queue_idx on manufacturer (state, offers desc, key);

create index offer_manufacturer_idx on offer (manufacturer_key) where manufacturer_key is not null;
