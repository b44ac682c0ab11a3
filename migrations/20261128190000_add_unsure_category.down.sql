drop view unjoined_offer;
create view unjoined_offer as
select offer.id, slug as retailer, title_en, title_ar, url, category, manufacturer, price_fils, offer.created_at,
    case
        when no_part_reason is not null or category = 'OTHER' then 'NO_PART'
        when category is null then 'CATEGORY_UNKNOWN'
        when manufacturer is null then 'MANUFACTURER_UNKNOWN'
        when exists (select from product_match where offer_id = offer.id and status = 'PENDING') then 'QUESTION'
        when matched_at is null then 'NOT_COMPARED'
        else 'TOO_LITTLE'
    end as reason,
    case when no_part_reason is not null then no_part_reason when category = 'OTHER' then 'OTHER' end as no_part
from offer join retailer on retailer.id = offer.retailer_id
where product_id is null and ended_at is null and deleted_at is null;

alter table offer drop column unsure, drop column retailer_categories;
