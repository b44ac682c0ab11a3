-- A page of the review queue; `queue::select` passes the filter, the order and the position.
-- `match_is_about(…, $12, $13, $14)`: whether the retailer's slug, a category and search words fit the offer or the
-- product. Part numbers that other products have too (`shared`) come last.
with filtered as not materialized (
    select * from match_queue
    where ($1::text is null or status = $1) and ($2::text is null or decision = $2)
        and ($8::real is null or confidence >= $8) and ($9::real is null or confidence <= $9)
        and ($10::boolean is null or (flagged_at is not null) = $10)
        and ($11::timestamptz is null or created_at <= $11)
        and (($12::text is null and $13::text is null and $14::text[] = '{}')
            or match_is_about(offer_id, product_id, $12, $13, $14))),
page as (
    (select *, worth as rank from filtered
     where $7 and worth <= $5 and (worth < $5 or id > $6)
     order by worth desc, id offset $3 limit $4)
    union all
    (select *, confidence as rank from filtered
     where not $7 and confidence <= $5 and (confidence < $5 or id > $6)
     order by confidence desc, id offset $3 limit $4))
select page.id as "id!: MatchId", status as "status!: MatchStatus", decision as "assessment!: MatchAssessment",
    confidence as "confidence!", worth as "worth!", rationale as "rationale!: Json<Vec<Evidence>>", flag_note,
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
    offer.stock as "offer_stock: Stock", retailer.name_en as offer_retailer, offer.url as offer_url
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
order by rank desc, page.id
