-- How often shoppers showed interest in a product, by day and nothing more: no row says who.
create table product_interest (
    product_id uuid not null references product (id) on delete cascade,
    day date not null,
    kind text not null constraint product_interest_kind_check check (kind in ('VIEW', 'FAVOURITE', 'BUILD')),
    times bigint not null constraint product_interest_times_check check (times > 0),
    primary key (product_id, day, kind)
);
