-- Offers of which it is not sure that they are parts wait, with the category that they may have.
alter table offer
    add column unsure text,
    add column retailer_categories text[] not null default '{}';
comment on column offer.unsure is
    'The category that an offer without one may have: what it states is too little to tell.';
comment on column offer.retailer_categories is
    'The retailer''s own categories of the offer, the path of each in one text; empty for offers stored before this column existed.';

-- As before, and with `unsure`.
create or replace view unjoined_offer as
select offer.id, slug as retailer, title_en, title_ar, url, category, manufacturer, price_fils, offer.created_at,
    case
        when no_part_reason is not null or category = 'OTHER' then 'NO_PART'
        when category is null then 'CATEGORY_UNKNOWN'
        when manufacturer is null then 'MANUFACTURER_UNKNOWN'
        when exists (select from product_match where offer_id = offer.id and status = 'PENDING') then 'QUESTION'
        when matched_at is null then 'NOT_COMPARED'
        else 'TOO_LITTLE'
    end as reason,
    case when no_part_reason is not null then no_part_reason when category = 'OTHER' then 'OTHER' end as no_part,
    case when category is null then unsure end as unsure
from offer join retailer on retailer.id = offer.retailer_id
where product_id is null and ended_at is null and deleted_at is null;
