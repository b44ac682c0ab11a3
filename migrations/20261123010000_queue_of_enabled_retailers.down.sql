drop function match_is_about;

-- The pairs as a person is asked about them: a provisional page with several offers is one question, not one an offer.
create or replace view match_queue as
select pair.*
from product_match as pair
where pair.status <> 'PENDING' or not exists (
    select from offer as own
    -- In this order: a page has few offers, and a product may have very many questions.
    cross join lateral (
        select sibling.id from offer as sibling where sibling.product_id = own.product_id offset 0) as sibling
    cross join lateral (
        select from product_match as twin
        where twin.offer_id = sibling.id and twin.product_id = pair.product_id and twin.status = 'PENDING'
            and (twin.confidence > pair.confidence or (twin.confidence = pair.confidence and twin.id < pair.id))
        offset 0) as surer
    where own.id = pair.offer_id);
