-- Counts matches by a filter: questions that are pending, and decided matches one by one.
with delta as materialized (select match_id, confidence, times from match_question_delta),
shown as (
    select match_id, 1 as times from match_question
    union all
    select match_id, times from delta),
pending as (
    select coalesce(sum(times), 0)::bigint as questions from shown join product_match as pair on pair.id = match_id
    where ($1::text is null or $1 = 'PENDING') and ($2::text is null or decision = $2)
        and ($4::real is null or pair.confidence >= $4) and ($5::real is null or pair.confidence <= $5)
        and ($6::boolean is null or (flagged_at is not null) = $6)
        and ($7::timestamptz is null or created_at <= $7)
        and (($8::text is null and $9::text is null and $10::text[] = '{}')
            or match_is_about(offer_id, product_id, $8, $9, $10))
        and ($11::uuid is null or pair.id = $11)),
decided as (
    select count(*) as matches from product_match
    where status <> 'PENDING' and ($1::text is null or status = $1) and ($2::text is null or decision = $2)
        and ($4::real is null or confidence >= $4) and ($5::real is null or confidence <= $5)
        and ($6::boolean is null or (flagged_at is not null) = $6)
        and ($7::timestamptz is null or created_at <= $7)
        and (($8::text is null and $9::text is null and $10::text[] = '{}')
            or match_is_about(offer_id, product_id, $8, $9, $10))
        and ($11::uuid is null or id = $11))
select questions + matches as "total!",
    (select count(*) from match_question where confidence >= $3)
    + (select coalesce(sum(times), 0)::bigint from delta where confidence >= $3) as "confident!"
from pending, decided
