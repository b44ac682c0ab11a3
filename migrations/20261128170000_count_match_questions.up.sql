-- The questions of the review queue, so that they are counted without reading it. Several pending matches of one subject (a
-- product's offers, or an offer without a product) with one product are one question, as in the view `match_queue`.
create table match_question (
    -- The product of the offers, or the offer itself.
    subject_id uuid not null,
    product_id uuid not null,
    -- The match that is shown: the most confident one.
    match_id uuid not null,
    confidence real not null,
    primary key (subject_id, product_id)
);
create index match_question_confidence_idx on match_question (confidence);
comment on table match_question is 'Questions of the review queue, as of the last fold of match_question_change.';

-- How many questions there are, by hundredth of their confidence. Changed together with `match_question`.
create table match_question_count (
    hundredth smallint primary key,
    questions bigint not null
);

-- What may have changed questions since. Rows are only inserted, so that no transaction waits for another one; a fold computes
-- the questions of these subjects again, and deletes the rows (`domain/src/store/matches/question_counts.rs`). Readers compute
-- them as well (`match_question_delta`), so that counts are exact at any time.
create table match_question_change (
    -- A product; or an offer, which stands for its product too.
    subject_id uuid,
    -- Stands for all its offers.
    retailer_id uuid
);

-- The questions that are counted in `match_question` but may have changed (`times` is -1), and those that there are of the same
-- subjects now (`times` is 1).
create view match_question_delta as
with subject as materialized (
    select subject_id as id from match_question_change where subject_id is not null
    union
    select offer.product_id from match_question_change as change join offer on offer.id = change.subject_id
    where offer.product_id is not null
    union
    select coalesce(offer.product_id, offer.id) from match_question_change as change
    join offer on offer.retailer_id = change.retailer_id)
select question.subject_id, question.product_id, question.match_id, question.confidence, -1 as times
from subject join match_question as question on question.subject_id = subject.id
union all
select subject.id, shown.product_id, shown.match_id, shown.confidence, 1
from subject cross join lateral (
    select distinct on (pair.product_id) pair.product_id, pair.id as match_id, pair.confidence
    from (
        select id, retailer_id from offer where offer.product_id = subject.id
        union all
        select id, retailer_id from offer where offer.id = subject.id and offer.product_id is null) as own
    join retailer on retailer.id = own.retailer_id and retailer.enabled
    join product_match as pair on pair.offer_id = own.id and pair.status = 'PENDING'
    order by pair.product_id, pair.confidence desc, pair.id) as shown;

create function note_match_change() returns trigger language plpgsql as $$
begin
    insert into match_question_change (subject_id)
    values (case when tg_op = 'DELETE' then old.offer_id else new.offer_id end);
    return null;
end $$;

create trigger product_match_note_new after insert on product_match
    for each row when (new.status = 'PENDING') execute function note_match_change();
create trigger product_match_note_old after delete on product_match
    for each row when (old.status = 'PENDING') execute function note_match_change();
create trigger product_match_note_change after update of status, confidence, product_id on product_match
    for each row when ((old.status, old.confidence, old.product_id)
        is distinct from (new.status, new.confidence, new.product_id))
    execute function note_match_change();

-- Also where no match is pending: another transaction may be storing one.
create function note_offer_move() returns trigger language plpgsql as $$
begin
    insert into match_question_change (subject_id)
    select subject_id from unnest(array[old.product_id, new.product_id, new.id]) as subject_id
    where subject_id is not null;
    return null;
end $$;

create trigger offer_note_move after update of product_id on offer
    for each row when (old.product_id is distinct from new.product_id) execute function note_offer_move();

-- The matches of a deleted offer are deleted with it, when its product is no longer known.
create function note_offer_deletion() returns trigger language plpgsql as $$
begin
    insert into match_question_change (subject_id) values (coalesce(old.product_id, old.id));
    return null;
end $$;

create trigger offer_note_deletion after delete on offer
    for each row execute function note_offer_deletion();

-- Questions about the offers of a retailer that is switched off are not in the queue.
create function note_retailer_switch() returns trigger language plpgsql as $$
begin
    insert into match_question_change (retailer_id) values (new.id);
    return null;
end $$;

create trigger retailer_note_switch after update of enabled on retailer
    for each row when (old.enabled is distinct from new.enabled) execute function note_retailer_switch();

-- All questions that there are: the next fold counts them.
insert into match_question_change (subject_id)
select distinct coalesce(offer.product_id, offer.id)
from product_match as pair join offer on offer.id = pair.offer_id where pair.status = 'PENDING';
