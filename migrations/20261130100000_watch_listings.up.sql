-- An alert may watch a listing: the products that pass filters, given as the parameters of the listing's call.
alter table price_alert
    -- The parameters in one spelling: equal filters are equal texts.
    add column listing text,
    add constraint price_alert_listing_length_check check (length(listing) between 1 and 2000),
    drop constraint price_alert_kind_check,
    add constraint price_alert_kind_check check (kind in (
        'ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP', 'BUILD_TOTAL', 'BUDGET_BUILD',
        'BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365',
        'NEW_LOW_EVER', 'NEAR_LOW', 'PRICE_RISE', 'NEW_AT_SHOP',
        'LISTING_AT_OR_BELOW', 'LISTING_NEW_MATCH')),
    drop constraint price_alert_wish_check,
    add constraint price_alert_wish_check check (
        (kind in ('TARGET_PRICE', 'BUILD_TOTAL', 'BUDGET_BUILD', 'LISTING_AT_OR_BELOW')) = (target_fils is not null)
        and (kind in ('PERCENTAGE_DROP', 'PRICE_FALL', 'NEAR_LOW', 'PRICE_RISE')) = (percentage is not null)),
    drop constraint price_alert_subject_check,
    add constraint price_alert_subject_check check (
        (kind = 'BUILD_TOTAL') = (build_id is not null) and (kind = 'BUDGET_BUILD') = (budget is not null)
        and (kind in ('LISTING_AT_OR_BELOW', 'LISTING_NEW_MATCH')) = (listing is not null)
        and num_nonnulls(product_id, build_id, budget, listing) = 1),
    drop constraint price_alert_repeats_check,
    add constraint price_alert_repeats_check check (
        not repeats or kind in ('BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365',
            'NEW_LOW_EVER', 'NEAR_LOW', 'PRICE_RISE', 'NEW_AT_SHOP',
            'LISTING_AT_OR_BELOW', 'LISTING_NEW_MATCH'));
comment on column price_alert.listing is 'The filters of the watched listing, as parameters of its call; null for other alerts';

create unique index price_alert_listing_wish_idx on price_alert (user_id, kind, coalesce(target_fils, 0), md5(listing))
    where enabled and listing is not null;
-- Paused alerts are evaluated too, so that what came meanwhile is no news afterwards.
create index price_alert_listing_idx on price_alert (md5(listing))
    where listing is not null and (enabled or paused_at is not null);

-- The products of a watched listing, as the alert saw and told of them. A row is never told of twice at one time: the
-- transaction that fires the alert writes it.
create table listing_match (
    price_alert_id uuid not null references price_alert (id) on delete cascade,
    product_id uuid not null references product (id) on delete cascade,
    -- Whether the product met the alert's condition when it was evaluated last.
    is_match boolean not null,
    -- Its price then.
    price_fils bigint not null,
    -- The price of which the alert told last, and when; null if it never did.
    told_fils bigint,
    told_at timestamptz,
    -- The price that the alert is to tell of; null if there is nothing to tell.
    due_fils bigint,
    primary key (price_alert_id, product_id),
    constraint listing_match_told_check check ((told_fils is null) = (told_at is null)),
    constraint listing_match_due_check check (due_fils is null or is_match)
);
create index listing_match_due_idx on listing_match (price_alert_id) where due_fils is not null;
create index listing_match_product_idx on listing_match (product_id);

-- The position in the change feed up to which listings were evaluated; null where all products have to be.
create table listing_alert_position (
    one boolean primary key default true constraint listing_alert_position_one_check check (one),
    position text
);
insert into listing_alert_position default values;

alter table fired_alert add column listing text;
comment on column fired_alert.listing is 'The filters of the listing in which the alert found the product; null for other alerts';
