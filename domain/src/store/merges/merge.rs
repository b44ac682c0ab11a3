//! Statements that move everything of a product to the product that it is merged into.

use sqlx::PgTransaction;

use crate::model::{MatchedBy, ProductId, UserId};

/// Whether an administrator rejected an offer of either product for the other one.
pub(crate) async fn is_rejected_pair(
    tx: &mut PgTransaction<'_>,
    one: ProductId,
    other: ProductId,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from product_match as decided join offer on offer.id = decided.offer_id
               where decided.status = 'REJECTED'
                   and ((offer.product_id = $1 and decided.product_id = $2)
                       or (offer.product_id = $2 and decided.product_id = $1))) as "is_rejected!""#,
        one as ProductId,
        other as ProductId,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Watches the retailers of both products for the alerts on the product that stays: a retailer that had either of them is
/// not new.
async fn merge_watched_retailers(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into retailer_stock_watch (product_id, retailer_id, in_stock)
         select $2, retailer_id, bool_and(in_stock) from (
             select retailer_id, in_stock from retailer_stock_watch where product_id = $1
             union all
             select retailer_id, false from offer where offer.product_id in ($1, $2) and not exists (
                 select from retailer_stock_watch as watched
                 where watched.product_id in ($1, $2) and watched.retailer_id = offer.retailer_id)
         ) as known (retailer_id, in_stock)
         where exists (select from stock_watch where stock_watch.product_id = $2)
         group by retailer_id order by retailer_id
         on conflict (product_id, retailer_id) do update set in_stock = retailer_stock_watch.in_stock and excluded.in_stock",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Moves the matches of one product, pending and decided, to the other. Where both products have a match with the same
/// offer, the row of `into` stays; it becomes rejected if it was pending and the row of `from` was rejected.
pub(crate) async fn move_matches(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_match as kept set status = 'REJECTED', decision = 'NO_MATCH', decided_by = moved.decided_by,
             decided_at = moved.decided_at, updated_at = now()
         from product_match as moved
         where moved.product_id = $1 and moved.status = 'REJECTED' and kept.product_id = $2
             and kept.offer_id = moved.offer_id and kept.status = 'PENDING'",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update product_match set product_id = $2, updated_at = now() where product_id = $1 and not exists (
             select from product_match as other where other.product_id = $2 and other.offer_id = product_match.offer_id)",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from product_match where product_id = $1", from as ProductId)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Moves the offers, which the caller has locked, matched by `matched_by` from now on, and returns their number. Matches by
/// an administrator stay an administrator's.
pub(crate) async fn move_offers(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
    matched_by: MatchedBy,
) -> sqlx::Result<u64> {
    let moved = sqlx::query!(
        "update offer set product_id = $2, linked_by = case when linked_by = 'ADMIN' then linked_by else $3 end,
             updated_at = now()
         where product_id = $1",
        from as ProductId,
        into as ProductId,
        matched_by.as_str(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(moved.rows_affected())
}

/// Approves the matches of a product's offers with the product to which they belong now, rejected ones too. Earlier
/// decisions about them can no longer be undone.
pub(crate) async fn approve_matches_with_current_product(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
            "with approved as (
                 update product_match set status = 'APPROVED', decision = 'MATCH', decided_by = $2, decided_at = now(),
                     updated_at = now()
                 from offer where offer.id = product_match.offer_id and offer.product_id = $1
                     and product_match.product_id = $1 and status <> 'APPROVED'
                 returning product_match.id)
             delete from match_undo using approved where match_id = approved.id",
            product as ProductId,
            admin as UserId,
        )
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Deletes pending matches between a product and offers that already belong to it.
pub(crate) async fn delete_questions_about_current_product(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
            "delete from product_match using offer
             where offer.id = product_match.offer_id and offer.product_id = $1 and product_match.product_id = $1
                 and status = 'PENDING'",
            product as ProductId,
        )
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Moves favourites and alerts. A user with the same one on both products keeps one.
pub(crate) async fn move_favorites_and_alerts(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with moved as (delete from favorite where product_id = $1 returning user_id, created_at)
         insert into favorite (user_id, product_id, created_at) select user_id, $2, created_at from moved
         on conflict on constraint favorite_key do nothing",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from price_alert where product_id = $1 and enabled and exists (
             select from price_alert as other where other.product_id = $2 and other.enabled
                 and other.user_id = price_alert.user_id and other.kind = price_alert.kind
                 and other.target_fils is not distinct from price_alert.target_fils
                 and other.percentage is not distinct from price_alert.percentage)",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    // Where one of the two was sold out, the alerts on its return fire when the product is evaluated in stock.
    sqlx::query!(
        "insert into stock_watch (product_id, in_stock) select $2, in_stock from stock_watch where product_id = $1
         on conflict (product_id) do update set in_stock = stock_watch.in_stock and excluded.in_stock",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    merge_watched_retailers(tx, from, into).await?;
    sqlx::query!(
        "update price_alert set product_id = $2 where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    copy_listing_matches(tx, from, into).await?;
    sqlx::query!(
        "update fired_alert set product_id = $2 where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// What an alert on a listing saw or told of is no news under the other product.
async fn copy_listing_matches(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into listing_match as own (price_alert_id, product_id, is_match, price_fils, told_fils, told_at)
         select price_alert_id, $2, is_match, price_fils, told_fils, told_at from listing_match
         where product_id = $1 order by price_alert_id
         on conflict (price_alert_id, product_id) do update
             set told_fils = coalesce(own.told_fils, excluded.told_fils), told_at = coalesce(own.told_at, excluded.told_at)",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Moves saved builds, reviews (of two by one user, the later stays) and interest, and deletes the price roll-up of
/// `from`, which has no offers any more.
pub(crate) async fn move_builds_and_reviews(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update saved_build_part set product_id = $2 where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from review using review as other
         where review.product_id = any($1::uuid[]) and other.product_id = any($1::uuid[]) and other.id <> review.id
             and other.user_id = review.user_id and (other.updated_at, other.id) > (review.updated_at, review.id)",
        &[from, into] as &[ProductId],
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update review set product_id = $2 where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "with moved as (delete from product_interest where product_id = $1 returning day, kind, times)
         insert into product_interest (product_id, day, kind, times) select $2, day, kind, times from moved
         on conflict (product_id, day, kind) do update set times = product_interest.times + excluded.times",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "with days as (delete from product_price_day where product_id = $1)
         delete from product_price_roll_up where product_id = $1",
        from as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Moves the swaps that visitors proposed. Of two that become the same swap, the one that `into` had stays; a swap of the
/// two products for each other proposes nothing any more.
pub(crate) async fn move_build_suggestions(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "with moved as (
             delete from build_suggestion where $1 in (from_product_id, to_product_id) returning *)
         insert into build_suggestion (id, build_id, from_product_id, to_product_id, created_at)
         select id, build_id, part, proposed, created_at
         from moved, lateral (select case from_product_id when $1 then $2 else from_product_id end as part,
             case to_product_id when $1 then $2 else to_product_id end as proposed) as swap
         where part <> proposed order by created_at, id
         on conflict on constraint build_suggestion_key do nothing",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Adds facts, part numbers and names that only the old product had.
pub(crate) async fn add_facts(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set specs = old.specs || product.specs, provenance = old.provenance || product.provenance,
             image_url = coalesce(product.image_url, old.image_url), picture_hash = coalesce(product.picture_hash, old.picture_hash),
             name_ar = coalesce(product.name_ar, old.name_ar),
             aliases = array(select distinct unnest(product.aliases || old.aliases || old.name)),
             eans = array(select distinct unnest(product.eans || old.eans)), updated_at = now()
         from product as old where old.id = $1 and product.id = $2",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into refused_picture (product_id, picture_hash, refused_by, refused_at)
         select $2, picture_hash, refused_by, refused_at from refused_picture where product_id = $1
         on conflict do nothing",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into product_part_number (product_id, part_number_key, part_number, shared)
         select $2, part_number_key, part_number, shared from product_part_number where product_id = $1
         on conflict do nothing",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Makes the old product a redirect, and points earlier redirects to it at the new one: a redirect never leads to
/// another.
pub(crate) async fn store_redirect(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set merged_into = $2, removed_at = coalesce(removed_at, now()), provisional = false,
             updated_at = now()
         where id = $1 or merged_into = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
