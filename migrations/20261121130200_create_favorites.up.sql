-- Products that people keep in mind.
create table favorite (
    user_id uuid not null references app_user (id) on delete cascade,
    product_id uuid not null references product (id) on delete cascade,
    created_at timestamptz not null default now(),
    constraint favorite_key primary key (user_id, product_id)
);

create index favorite_product_idx on favorite (product_id);
