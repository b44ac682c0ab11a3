-- Administrators say what rejected listings are before a crawl can read them, and dismissals end when a listing's title
-- changes.

-- The title for which a listing was dismissed: a listing with another title is asked about again.
alter table dismissed_rejection add column title text;
update dismissed_rejection as dismissed set title = rejected.title
from rejected_offer as rejected
where rejected.retailer_id = dismissed.retailer_id and rejected.external_id = dismissed.external_id;

-- What an administrator says that a rejected listing is. The crawl that reads the listing as an offer pins it there, and
-- deletes the row.
create table listing_assignment (
    retailer_id uuid not null references retailer (id) on delete cascade,
    -- As of the rejected listing: the retailer's id, or the address of the page.
    external_id text not null,
    -- A domain::model::Category; that of the product where one is assigned.
    category text,
    manufacturer text,
    product_id uuid references product (id) on delete set null,
    assigned_by uuid references app_user (id) on delete set null,
    assigned_at timestamptz not null default now(),
    constraint listing_assignment_pkey primary key (retailer_id, external_id)
);
create index listing_assignment_product_idx on listing_assignment (product_id);
create index listing_assignment_assigned_by_idx on listing_assignment (assigned_by);

-- Rejected listings with what administrators have decided: ASSIGNED, DISMISSED or, where nobody has, OPEN.
create view rejected_listing as
select slug as retailer, rejected.external_id, rejected.url, rejected.title, rejected.reason, rejected.detail,
    rejected.times_seen, rejected.seen_at, assigned.category, assigned.manufacturer, assigned.product_id,
    case
        when assigned.external_id is not null then 'ASSIGNED'
        when exists (
            select from dismissed_rejection as dismissed
            where dismissed.retailer_id = rejected.retailer_id and dismissed.external_id = rejected.external_id
                and dismissed.reason = rejected.reason and dismissed.title is not distinct from rejected.title
        ) then 'DISMISSED'
        else 'OPEN'
    end as state
from rejected_offer as rejected
join retailer on retailer.id = rejected.retailer_id
left join listing_assignment as assigned
    on assigned.retailer_id = rejected.retailer_id and assigned.external_id = rejected.external_id;
