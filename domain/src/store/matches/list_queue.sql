-- A page of the review queue; `queue::select` passes the filter, the order and the position.
-- `match_is_about(…, $12, $13, $14)`: whether the retailer's slug, a category and search words fit the offer or the
-- product. Part numbers that other products have too (`shared`) come last. `set_aside` is the expression of the indexes
-- `product_match_…_order_idx`.
with filtered as not materialized (
    select *, status = 'PENDING' and flagged_at is not null as set_aside from match_queue
    where ($1::text is null or status = $1) and ($2::text is null or decision = $2)
        and ($8::real is null or confidence >= $8) and ($9::real is null or confidence <= $9)
        and ($10::boolean is null or (flagged_at is not null) = $10)
        and ($11::timestamptz is null or created_at <= $11)
        and (($12::text is null and $13::text is null and $14::text[] = '{}')
            or match_is_about(offer_id, product_id, $12, $13, $14))
        and ($18::uuid is null or id = $18)),
page as (
    (select * from filtered
     where $7 = 'worth' and set_aside >= $15 and (set_aside > $15 or (worth <= $5 and (worth < $5 or id > $6)))
     order by set_aside, worth desc, id offset $3 limit $4)
    union all
    (select * from filtered
     where $7 = 'confidence' and set_aside >= $15
         and (set_aside > $15 or (confidence <= $5 and (confidence < $5 or id > $6)))
     order by set_aside, confidence desc, id offset $3 limit $4)
    union all
    (select * from filtered
     where $7 = 'age' and set_aside >= $15 and (set_aside > $15 or (created_at, id) > ($16, $6))
     order by set_aside, created_at, id offset $3 limit $4)
    union all
    (select filtered.* from filtered
     join offer as sold on sold.id = offer_id join retailer as shop on shop.id = sold.retailer_id
     where $7 = 'retailer' and set_aside >= $15 and (set_aside > $15 or (shop.name_en, filtered.id) > ($17, $6))
     order by set_aside, shop.name_en, filtered.id offset $3 limit $4)
    union all
    (select filtered.* from filtered join product as made on made.id = product_id
     where $7 = 'manufacturer' and set_aside >= $15
         and (set_aside > $15 or (made.manufacturer, filtered.id) > ($17, $6))
     order by set_aside, made.manufacturer, filtered.id offset $3 limit $4))
select page.id as "id!: MatchId", status as "status!: MatchStatus", decision as "assessment!: MatchAssessment",
    confidence as "confidence!", worth as "worth!", page.created_at as "proposed_at!", set_aside as "set_aside!",
    rationale as "rationale!: Json<Vec<Evidence>>", flag_note,
    decided_at, admin.name as "decided_by?", product.id as "product_id: ProductId", product.name as product_name,
    product.category as "product_category: Category", product.manufacturer as product_manufacturer,
    product.model as product_model, picture_json(product.picture_hash) as "product_picture: Json<Picture>",
    product.specs as "product_specs: Json<Specs>",
    array(select part_number from product_part_number where product_part_number.product_id = product.id
          order by shared, part_number limit 8) as "product_part_numbers!",
    cheapest.price_fils as "product_price?: Fils", cheapest.retailer as "product_retailer?",
    cheapest.url as "product_url?",
    offer.id as "offer_id: OfferId", offer.product_id as "offer_product_id: ProductId", offer.title_en as offer_title_en, offer.title_ar as offer_title_ar,
    offer.category as "offer_category: Category", offer.manufacturer as offer_manufacturer,
    offer.model as offer_model,
    offer_picture_json(offer.retailer_id, offer.image_url) as "offer_picture: Json<Picture>", offer.specs as "offer_specs: Json<Specs>",
    offer.part_numbers as offer_part_numbers, offer.price_fils as "offer_price: Fils",
    offer_stock(offer.stock, offer.pre_order) as "offer_stock!: Stock", retailer.name_en as offer_retailer, offer.url as offer_url
from page
join product on product.id = page.product_id
join offer on offer.id = page.offer_id
join retailer on retailer.id = offer.retailer_id
left join app_user as admin on admin.id = page.decided_by
left join lateral (
    select other.price_fils, other_retailer.name_en as retailer, other.url
    from offer as other join retailer as other_retailer on other_retailer.id = other.retailer_id
    where other.product_id = product.id and other.ended_at is null and other.id <> offer.id
    order by (other.stock = 'IN') desc, other.price_fils limit 1) as cheapest on true
order by set_aside, case $7 when 'worth' then worth when 'confidence' then confidence end desc,
    case when $7 = 'age' then page.created_at end,
    case $7 when 'retailer' then retailer.name_en when 'manufacturer' then product.manufacturer end, page.id
