-- Reductions of matched offers whose retailer stated a price before, with what it had asked: the rule is in
-- domain/src/price_rating/claimed_price.rs. Only those whose 30 days before were seen, so that a short history speaks
-- neither for nor against a retailer.
create table judged_reduction (
    offer_id uuid not null constraint judged_reduction_offer_fkey references offer (id) on delete cascade,
    -- When the price fell: the first of the steps that led to it.
    fell_at timestamptz not null,
    retailer_id uuid not null constraint judged_reduction_retailer_fkey references retailer (id) on delete cascade,
    -- The highest price that the retailer stated as the one before, while the reduction lasted.
    claimed_fils bigint not null,
    -- The lowest price in the 30 days before. The claim is true if it is no higher.
    lowest_before_fils bigint not null,
    constraint judged_reduction_pkey primary key (offer_id, fell_at)
);

create index judged_reduction_retailer_idx on judged_reduction (retailer_id, fell_at);

-- The next run of the job `figures` reads all products, and judges the reductions that last.
delete from figures_state;
