-- Reviewers see who else looks at the same match; flagged matches leave the top of the queue.

-- The match that an administrator looks at, until a time. A match that is gone needs no row of its own here: its claims
-- expire.
create table match_claim (
    user_id uuid primary key references app_user on delete cascade,
    match_id uuid not null,
    expires_at timestamptz not null
);
create index match_claim_match_idx on match_claim (match_id);

-- The queue's orders: pending matches that are flagged come last.
drop index product_match_worth_idx;
create index product_match_worth_order_idx on product_match
    (status, (status = 'PENDING' and flagged_at is not null), worth desc, id);
create index product_match_confidence_order_idx on product_match
    (status, (status = 'PENDING' and flagged_at is not null), confidence desc, id);
create index product_match_age_order_idx on product_match
    (status, (status = 'PENDING' and flagged_at is not null), created_at, id);
