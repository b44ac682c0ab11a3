-- What a split changed of the original product, for the hour in which it can be undone.
create table split_undo (
    -- The product that the split made.
    product_id uuid primary key references product (id) on delete cascade,
    original_id uuid not null references product (id) on delete cascade,
    decided_by uuid references app_user (id) on delete set null,
    -- The time of the split's transaction, which marks the matches that it rejected.
    decided_at timestamptz not null default now(),
    state jsonb not null
);
comment on table split_undo is 'Splits of products that can still be undone; old rows are deleted by the next split.';
create index split_undo_original_idx on split_undo (original_id);
create index split_undo_decided_by_idx on split_undo (decided_by);
