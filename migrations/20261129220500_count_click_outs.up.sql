-- How often shoppers left for a retailer's own page, by UTC day and category and nothing more: no row says who.
create table click_out (
    day date not null,
    retailer_id uuid not null constraint click_out_retailer_fkey references retailer (id) on delete cascade,
    -- Of the product whose offer was followed.
    category text not null,
    times bigint not null constraint click_out_times_check check (times > 0),
    constraint click_out_pkey primary key (day, retailer_id, category)
);

create index click_out_retailer_idx on click_out (retailer_id);
