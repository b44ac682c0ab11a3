-- Swaps that visitors propose to the owner of a shared build.
create table build_suggestion (
    id uuid primary key default gen_random_uuid(),
    build_id uuid not null references saved_build (id) on delete cascade,
    -- The part of the build, and the product to take instead. A product that is gone is shown no more.
    from_product_id uuid not null,
    to_product_id uuid not null,
    created_at timestamptz not null default now(),
    constraint build_suggestion_key unique (build_id, from_product_id, to_product_id),
    constraint build_suggestion_swap_check check (from_product_id <> to_product_id)
);

create index build_suggestion_created_idx on build_suggestion (created_at);
