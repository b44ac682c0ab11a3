-- Offers of one retailer, a row of the arrays each; `rows::upsert` passes them in this order.
insert into offer (retailer_id, external_id, title_en, title_ar, url, image_url, category, manufacturer, model,
    stated_brand, part_numbers, manufacturer_key, model_key, part_number_keys, specs, price_fils, list_price_fils, stock,
    stock_left, pre_order, content_digest, product_id, linked_by, sku, gtins, no_part_reason, page_url, unsure, retailer_categories,
    created_at, updated_at, stored_at)
select $1, draft.external_id, title_en, title_ar, url, image_url, category, manufacturer, model,
    stated_brand, string_to_array(part_numbers, e'\x1f'), manufacturer_key, model_key,
    string_to_array(part_number_keys, e'\x1f'), specs, price, list_price,
    case stock when 'PRE_ORDER' then 'OUT' else stock end, stock_left, stock = 'PRE_ORDER', digest,
    product_id, linked_by, sku, string_to_array(gtins, e'\x1f'), no_part_reason, page_url, unsure,
    string_to_array(retailer_categories, e'\x1f'), $2, $2, $2
from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::text[], $14::text[], $15::jsonb[], $16::bigint[], $17::bigint[],
    $18::text[], $19::integer[], $20::bytea[], $21::uuid[], $22::text[], $23::text[], $24::text[], $25::text[],
    $26::text[], $27::text[], $28::text[], $29::text[])
    as draft (external_id, title_en, title_ar, url, image_url, category, manufacturer, model, part_numbers,
        manufacturer_key, model_key, part_number_keys, specs, price, list_price, stock, stock_left, digest,
        product_id, linked_by, stated_brand, sku, gtins, no_part_reason, page_url, unsure, retailer_categories)
on conflict on constraint offer_external_id_key do update set
    title_en = excluded.title_en, title_ar = excluded.title_ar, url = excluded.url,
    image_url = excluded.image_url, category = excluded.category, manufacturer = excluded.manufacturer,
    model = excluded.model, stated_brand = excluded.stated_brand, part_numbers = excluded.part_numbers,
    manufacturer_key = excluded.manufacturer_key, model_key = excluded.model_key,
    part_number_keys = excluded.part_number_keys, specs = excluded.specs, price_fils = excluded.price_fils,
    list_price_fils = excluded.list_price_fils, stock = excluded.stock, stock_left = excluded.stock_left,
    pre_order = excluded.pre_order,
    sku = excluded.sku, gtins = excluded.gtins, no_part_reason = excluded.no_part_reason,
    page_url = excluded.page_url, unsure = excluded.unsure, retailer_categories = excluded.retailer_categories,
    content_digest = excluded.content_digest, updated_at = excluded.updated_at, stored_at = excluded.stored_at,
    missed_crawls = 0, ended_at = null, unconfirmed_since = null,
    matched_at = case when offer.content_digest = excluded.content_digest then offer.matched_at end,
    (product_id, linked_by) = (select
        case when keeps then offer.product_id when rejected then null else excluded.product_id end,
        case when keeps then offer.linked_by when rejected then null else excluded.linked_by end
        from (select offer.linked_by = 'ADMIN' is true as keeps, exists (
            select from product_match as decided where decided.offer_id = offer.id
                and decided.product_id = excluded.product_id and decided.status = 'REJECTED') as rejected) as verdict)
returning id as "id: OfferId", external_id
