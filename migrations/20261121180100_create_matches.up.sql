-- Pairs of an offer and a product that somebody is to decide on, or has decided on. A decided pair is never asked again.
create table product_match (
    id uuid primary key default gen_random_uuid(),
    offer_id uuid not null references offer (id) on delete cascade,
    product_id uuid not null references product (id) on delete cascade,
    status text not null default 'PENDING'
        constraint product_match_status_check check (status in ('PENDING', 'APPROVED', 'REJECTED')),
    decision text not null
        constraint product_match_decision_check check (decision in ('MATCH', 'NO_MATCH', 'NEEDS_REVIEW')),
    confidence real not null constraint product_match_confidence_check check (confidence between 0 and 1),
    -- A list of domain::model::Evidence.
    rationale jsonb not null default '[]',
    flagged_at timestamptz,
    flag_note text constraint product_match_flag_note_check check (char_length(flag_note) <= 1000),
    decided_by uuid references app_user (id) on delete set null,
    decided_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint product_match_pair_key unique (offer_id, product_id),
    constraint product_match_decided_check check ((status = 'PENDING') = (decided_at is null))
);

create index product_match_queue_idx on product_match (status, confidence desc, id);
create index product_match_decision_idx on product_match (decision, status, confidence desc, id);
create index product_match_product_idx on product_match (product_id);

-- When the matcher last looked at an offer that waits; anew when its content changes.
alter table offer add matched_at timestamptz;
create index offer_to_match_idx on offer (id) where product_id is null and ended_at is null and matched_at is null;

-- Fields that an admin set (model, category, manufacturer, title, price): a crawl leaves them.
alter table offer add pinned jsonb not null default '{}';
-- A tombstone: a crawl does not bring it back.
alter table offer add deleted_at timestamptz;

-- Where a product went when it was merged into another.
alter table product add merged_into uuid references product (id);
alter table product add constraint product_merged_check check (merged_into is null or removed_at is not null);
