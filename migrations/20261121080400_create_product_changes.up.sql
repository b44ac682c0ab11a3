-- The feed that every index follows: a row for each product that a transaction touched.
-- A reader takes rows whose xid is below pg_snapshot_xmin(pg_current_snapshot()): those can no longer be joined by
-- rows of a transaction that began earlier and commits later, so a cursor (xid, seq) misses nothing.
create table product_change (
    seq bigint generated always as identity primary key,
    xid xid8 not null default pg_current_xact_id(),
    product_id uuid not null,
    changed_at timestamptz not null default now()
);

create index product_change_order_idx on product_change (xid, seq);

create function notify_product_change() returns trigger language plpgsql as $$
begin
    perform pg_notify('product_change', '');
    return null;
end $$;

create trigger product_change_notify after insert on product_change
    for each statement execute function notify_product_change();

-- Up to where old rows were dropped. A reader whose place lies before it has missed something and must read all anew.
create table product_change_floor (
    only_row boolean primary key default true constraint product_change_floor_only_row_check check (only_row),
    pruned_xid xid8 not null default '0',
    pruned_seq bigint not null default 0
);

insert into product_change_floor default values;
