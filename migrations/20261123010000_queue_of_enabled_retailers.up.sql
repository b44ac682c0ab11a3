-- Questions about offers of a retailer that is switched off leave the queue until it is switched on again.
create or replace view match_queue as
select pair.*
from product_match as pair
where pair.status <> 'PENDING' or (
    exists (
        select from offer as asked join retailer on retailer.id = asked.retailer_id
        where asked.id = pair.offer_id and retailer.enabled)
    and not exists (
        select from offer as own
        -- In this order: a page has few offers, and a product may have very many questions.
        cross join lateral (
            select sibling.id from offer as sibling join retailer on retailer.id = sibling.retailer_id and retailer.enabled
            where sibling.product_id = own.product_id offset 0) as sibling
        cross join lateral (
            select from product_match as twin
            where twin.offer_id = sibling.id and twin.product_id = pair.product_id and twin.status = 'PENDING'
                and (twin.confidence > pair.confidence or (twin.confidence = pair.confidence and twin.id < pair.id))
            offset 0) as surer
        where own.id = pair.offer_id));

-- Whether a pair's offer or product fits what an administrator looks for; what is null or empty is not asked for.
create function match_is_about(of_offer uuid, of_product uuid, retailer_slug text, wanted_category text, words text[])
returns boolean language sql stable as $$
    select exists (
        select from offer join retailer on retailer.id = offer.retailer_id, product
        where offer.id = of_offer and product.id = of_product
            and (retailer_slug is null or retailer.slug = retailer_slug)
            and (wanted_category is null or wanted_category in (offer.category, product.category))
            and (words = '{}' or (
                select bool_and(position(word in lower(concat_ws(' ', offer.title_en, offer.title_ar, product.name,
                    array_to_string(offer.part_numbers, ' '), offer.sku, offer.external_id, offer.id, product.id))) > 0)
                from unnest(words) as word)))
$$;
