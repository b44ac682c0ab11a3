-- A page made of offers that may be another product's, while a person is asked: `product_match` holds the question as
-- (offer of this page, other product). Shoppers see it as any other page.
alter table product add provisional boolean not null default false;
create index product_provisional_idx on product (id) where provisional;

-- What an answer is worth to shoppers (views, offers, price difference; weights in the configuration), for the queue's order.
alter table product_match add worth real not null default 0
    constraint product_match_worth_check check (worth >= 0);
create index product_match_worth_idx on product_match (status, worth desc, id);

-- What a decision changed besides its own row, for the seconds in which it can be taken back.
create table match_undo (
    match_id uuid primary key references product_match (id) on delete cascade,
    state jsonb not null,
    decided_at timestamptz not null default now()
);
