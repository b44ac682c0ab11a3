-- What people with an account say of a product: one review each, an edit replaces it.
create table review (
    id uuid primary key default gen_random_uuid(),
    product_id uuid not null references product (id) on delete cascade,
    user_id uuid not null references app_user (id) on delete cascade,
    rating smallint not null constraint review_rating_check check (rating between 1 and 5),
    comment text constraint review_comment_check check (char_length(comment) between 1 and 2000),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint review_product_user_key unique (product_id, user_id)
);

create index review_newest_idx on review (product_id, updated_at desc, id);
create index review_user_idx on review (user_id);

-- product.rating_sum and review_count follow every review, whatever took it away: a person, an admin, a deleted account.
-- Each product is locked before it is counted, all in one order, so that no two changes are lost or wait for each other.
create function count_added_reviews() returns trigger language plpgsql as $$
begin
    perform from product where id in (select product_id from added) order by id for no key update;
    update product set rating_sum = rating_sum + change.stars, review_count = review_count + change.reviews
    from (select product_id, sum(rating)::integer as stars, count(*)::integer as reviews from added group by product_id) as change
    where product.id = change.product_id;
    insert into product_change (product_id) select distinct product_id from added;
    return null;
end $$;

create function count_removed_reviews() returns trigger language plpgsql as $$
begin
    perform from product where id in (select product_id from removed) order by id for no key update;
    update product set rating_sum = rating_sum - change.stars, review_count = review_count - change.reviews
    from (select product_id, sum(rating)::integer as stars, count(*)::integer as reviews from removed group by product_id) as change
    where product.id = change.product_id;
    insert into product_change (product_id) select distinct product_id from removed;
    return null;
end $$;

create trigger review_added after insert on review
    referencing new table as added for each statement execute function count_added_reviews();
create trigger review_removed after delete on review
    referencing old table as removed for each statement execute function count_removed_reviews();
create trigger review_edited_from after update on review
    referencing old table as removed for each statement execute function count_removed_reviews();
create trigger review_edited_to after update on review
    referencing new table as added for each statement execute function count_added_reviews();
