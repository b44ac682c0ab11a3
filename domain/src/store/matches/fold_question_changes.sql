-- Brings `match_question` and `match_question_count` up to date with the changes that this statement sees, and deletes
-- these.
with delta as materialized (select * from match_question_delta),
folded as (delete from match_question_change),
stored as (
    insert into match_question (subject_id, product_id, match_id, confidence)
    select subject_id, product_id, match_id, confidence from delta where times = 1
    on conflict (subject_id, product_id) do update set match_id = excluded.match_id, confidence = excluded.confidence
    where (match_question.match_id, match_question.confidence) is distinct from (excluded.match_id, excluded.confidence)),
deleted as (
    delete from match_question using delta as gone
    where gone.times = -1 and match_question.subject_id = gone.subject_id and match_question.product_id = gone.product_id
        and not exists (
            select from delta as there
            where there.times = 1 and there.subject_id = gone.subject_id and there.product_id = gone.product_id))
insert into match_question_count (hundredth, questions)
select floor(confidence::float8 * 100)::smallint, sum(times) from delta group by 1 having sum(times) <> 0
on conflict (hundredth) do update set questions = match_question_count.questions + excluded.questions
