-- Administrators switch the crawls of a retailer off and on, read why crawls failed in their language, undo what they
-- assigned to offers, and dismiss rejected listings.

alter table retailer add column crawls_off_at timestamptz;
comment on column retailer.crawls_off_at is
    'Since when an administrator keeps the retailer from being crawled, whatever its file declares. Its offers stay until they count as unread.';

-- The reason in `crawl.error` as a domain::model::CrawlProblem, where its kind is known.
alter table crawl add column problem jsonb;
create index crawl_job_idx on crawl (job_id) where job_id is not null;

-- Assignment of an administrator to an offer without a product, with the state before, so that it can be undone for an hour.
create table offer_assignment (
    offer_id uuid primary key references offer (id) on delete cascade,
    -- store::offer_assignments::AssignedState.
    before jsonb not null,
    after jsonb not null,
    -- The assigned product. A product that is gone has no assignment to undo.
    product_id uuid references product (id) on delete cascade,
    assigned_at timestamptz not null default now()
);
create index offer_assignment_product_idx on offer_assignment (product_id);
create index offer_assignment_time_idx on offer_assignment (assigned_at);

-- Rejected listings that an administrator has dismissed. They outlive the rejection itself: a crawl that meets the listing
-- again for the same reason asks nobody.
create table dismissed_rejection (
    retailer_id uuid not null references retailer (id) on delete cascade,
    external_id text not null,
    reason text not null,
    dismissed_at timestamptz not null default now(),
    constraint dismissed_rejection_pkey primary key (retailer_id, external_id, reason)
);
