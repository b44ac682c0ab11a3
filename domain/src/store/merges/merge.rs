use serde_json::json;
use sqlx::PgTransaction;

use super::{MergeError, find, lock};
use crate::{
    model::{Link, ProductId, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed, price_alerts,
    },
};

/// Makes one product of two. Offers with their past prices, favourites, alerts, kept builds, reviews, decided pairs and
/// interest go to `into`, which also learns what it did not know; `from` stays as a sign to it.
///
/// # Errors
/// When they are one already, of different categories, or not there.
pub async fn merge(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    merge_as(tx, Actor::Admin(admin), from, into).await
}

/// Makes one product of two without a person. What a person linked stays linked by that person.
///
/// # Errors
/// As [`merge`], and when a person said that an offer of the one is not the other.
pub async fn merge_by_machine(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    merge_as(tx, Actor::System, from, into).await
}

async fn merge_as(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    if from == into {
        return Err(MergeError::Itself);
    }
    let locked = lock(tx, &[from, into]).await?;
    let (old, kept) = (find(&locked, from)?, find(&locked, into)?);
    if old.category != kept.category {
        return Err(MergeError::OtherCategory { from: old.category, into: kept.category });
    }
    if actor == Actor::System && is_rejected_pair(tx, from, into).await? {
        return Err(MergeError::KeptApart);
    }
    move_pairs(tx, from, into).await?;
    let offers = move_offers(tx, actor, from, into).await?;
    answer_pairs(tx, actor, into).await?;
    move_favorites_and_alerts(tx, from, into).await?;
    move_builds_and_reviews(tx, from, into).await?;
    add_facts(tx, from, into).await?;
    store_redirect(tx, from, into).await?;
    feed::append(&mut **tx, &[from, into]).await?;
    price_alerts::evaluate(tx, None, &[into]).await?;
    let event = AuditEvent {
        action_type: "MERGE_PRODUCT",
        target_type: "PRODUCT",
        target_id: from.to_string(),
        before: Some(json!({ "name": old.name, "mergedInto": null })),
        after: Some(json!({ "name": kept.name, "mergedInto": into, "offers": offers })),
    };
    audit::record(tx, actor, &[event]).await?;
    Ok(())
}

/// Whether a person said of an offer of either product that it is not the other one.
async fn is_rejected_pair(
    tx: &mut PgTransaction<'_>,
    one: ProductId,
    other: ProductId,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from product_match as decided join offer on offer.id = decided.offer_id
               where decided.status = 'REJECTED'
                   and ((offer.product_id = $1 and decided.product_id = $2)
                       or (offer.product_id = $2 and decided.product_id = $1))) as "apart!""#,
        one as ProductId,
        other as ProductId,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Moves questions and decisions about the one product to the other. Where both were asked about, the other's row stays; a
/// rejection of either is a rejection of what they become.
async fn move_pairs(tx: &mut PgTransaction<'_>, from: ProductId, into: ProductId) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_match as kept set status = 'REJECTED', decision = 'NO_MATCH', decided_by = gone.decided_by,
             decided_at = gone.decided_at, updated_at = now()
         from product_match as gone
         where gone.product_id = $1 and gone.status = 'REJECTED' and kept.product_id = $2
             and kept.offer_id = gone.offer_id and kept.status = 'PENDING'",
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

/// Answers how many. What a person joined no crawl takes apart; what the matcher joined says so.
async fn move_offers(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    from: ProductId,
    into: ProductId,
) -> sqlx::Result<u64> {
    let link = match actor {
        Actor::Admin(_) => Link::Admin,
        Actor::System => Link::Matcher,
    };
    // In the order in which batches lock a shop's offers.
    sqlx::query!(
        "select 1 as one from offer where product_id = $1 order by retailer_id, external_id for update",
        from as ProductId,
    )
    .fetch_all(&mut **tx)
    .await?;
    let moved = sqlx::query!(
        "update offer set product_id = $2, linked_by = case when linked_by = 'ADMIN' then linked_by else $3 end,
             updated_at = now()
         where product_id = $1",
        from as ProductId,
        into as ProductId,
        link.as_str(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(moved.rows_affected())
}

/// Whether the product's own offers are of it is no question any more. A person who merged has answered it with yes.
async fn answer_pairs(tx: &mut PgTransaction<'_>, actor: Actor, product: ProductId) -> sqlx::Result<()> {
    if let Actor::Admin(admin) = actor {
        sqlx::query!(
            "update product_match set status = 'APPROVED', decision = 'MATCH', decided_by = $2, decided_at = now(),
                 updated_at = now()
             from offer where offer.id = product_match.offer_id and offer.product_id = $1
                 and product_match.product_id = $1 and status <> 'APPROVED'",
            product as ProductId,
            admin as UserId,
        )
        .execute(&mut **tx)
        .await?;
    } else {
        sqlx::query!(
            "delete from product_match using offer
             where offer.id = product_match.offer_id and offer.product_id = $1 and product_match.product_id = $1
                 and status = 'PENDING'",
            product as ProductId,
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Moves favourites and alerts. Who has the same of both products has it once.
async fn move_favorites_and_alerts(
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
    sqlx::query!(
        "update price_alert set product_id = $2 where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update fired_alert set product_id = $2 where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Kept builds, reviews (of two by one person the later stays) and interest. Days that were summed up are summed up anew.
async fn move_builds_and_reviews(
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

/// Adds facts, part numbers and names that only the old product had.
async fn add_facts(tx: &mut PgTransaction<'_>, from: ProductId, into: ProductId) -> sqlx::Result<()> {
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

/// Signs never lead to signs.
async fn store_redirect(tx: &mut PgTransaction<'_>, from: ProductId, into: ProductId) -> sqlx::Result<()> {
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
