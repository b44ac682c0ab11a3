-- Additions to a build right from the results of a search, beside the first clicks. Programs from before leave them 0.
alter table search_click
    add column additions bigint not null default 0,
    -- Sum of the places of the added products, from 1.
    add column addition_ranks bigint not null default 0;
