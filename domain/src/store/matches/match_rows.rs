//! Statements that store a decision about a match, with the offers and products that the decision moves.

use serde_json::Value;
use sqlx::PgTransaction;
use time::Duration;

use super::queue::{MatchAssessment, MatchStatus};
use crate::{
    model::{BulkDecisionId, Category, MatchId, MatchedBy, OfferId, ProductId, UserId},
    store::sources,
};

/// A row of `product_match` that no other transaction changes until this one ends.
pub(crate) struct LockedMatch {
    pub(crate) offer_id: OfferId,
    pub(crate) product_id: ProductId,
    pub(crate) status: MatchStatus,
    pub(crate) assessment: MatchAssessment,
    pub(crate) flag_note: Option<String>,
    /// The offer's provisional product, if it has one and that is not `product_id`. Lock the offer before the match where
    /// this counts.
    pub(crate) provisional: Option<ProductId>,
}

/// Locks a match, until the transaction ends.
pub(crate) async fn lock_match(tx: &mut PgTransaction<'_>, id: MatchId) -> sqlx::Result<Option<LockedMatch>> {
    sqlx::query_as!(
        LockedMatch,
        r#"select offer_id as "offer_id: OfferId", product_id as "product_id: ProductId",
               status as "status: MatchStatus", decision as "assessment: MatchAssessment", flag_note,
               (select product.id from offer join product on product.id = offer.product_id
                where offer.id = product_match.offer_id and provisional and product.id <> product_match.product_id)
                   as "provisional?: ProductId"
           from product_match where id = $1 for update"#,
        id as MatchId,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Stores an administrator's decision, which is the new status. The column `decision` holds the assessment.
pub(crate) async fn update_decision(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    status: MatchStatus,
    assessment: MatchAssessment,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_match set status = $2, decision = $3, decided_by = $4, decided_at = now(), updated_at = now()
         where id = $1",
        id as MatchId,
        status as MatchStatus,
        assessment as MatchAssessment,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Stores a note for later, and the assessment that the match needs review.
pub(crate) async fn store_flag(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
    note: Option<&str>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_match set decision = 'NEEDS_REVIEW', flag_note = $2, flagged_at = now(), updated_at = now()
         where id = $1",
        id as MatchId,
        note,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Which decisions an undo may take back.
pub(crate) enum Undoable {
    /// Those of this administrator.
    By(UserId),
    /// Those of this bulk decision, whoever made it.
    InBulk(BulkDecisionId),
}

/// Makes a match pending again that was decided less than `within` ago. The match gets back the assessment that it had
/// before the decision, which the audit log recorded. Returns whether there was such a match.
pub(crate) async fn revert_decision(
    tx: &mut PgTransaction<'_>,
    undoable: &Undoable,
    id: MatchId,
    within: Duration,
) -> sqlx::Result<bool> {
    let (admin, bulk) = match undoable {
        Undoable::By(admin) => (Some(*admin), None),
        Undoable::InBulk(bulk) => (None, Some(*bulk)),
    };
    let undone = sqlx::query_scalar!(
        r#"update product_match set status = 'PENDING', decided_by = null, decided_at = null, bulk_id = null,
               updated_at = now(),
               decision = coalesce(
                   (select before ->> 'decision' from audit_entry
                    where target_type = 'MATCH' and target_id = $1::uuid::text
                        and before ->> 'status' = 'PENDING' and after ->> 'status' <> 'PENDING'
                    order by created_at desc limit 1),
                   'NEEDS_REVIEW')
           where id = $1 and status <> 'PENDING' and ($2::uuid is null or decided_by = $2)
               and ($4::uuid is null or bulk_id = $4)
               and decided_at > now() - make_interval(secs => $3) returning 1 as "one!""#,
        id as MatchId,
        admin as Option<UserId>,
        within.as_seconds_f64(),
        bulk as Option<BulkDecisionId>,
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(undone.is_some())
}

/// Makes a match pending again, whoever decided it, with a note that keeps the match in the queue.
pub(crate) async fn reopen_match(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
    note: Option<&str>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_match set status = 'PENDING', decision = 'NEEDS_REVIEW', decided_by = null, decided_at = null,
             bulk_id = null, flag_note = coalesce($2, flag_note), flagged_at = now(), updated_at = now()
         where id = $1",
        id as MatchId,
        note,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns the category of an offer, if it is known, and that of a product. The caller has locked a match of both.
pub(crate) async fn get_categories(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
    product: ProductId,
) -> sqlx::Result<(Option<Category>, Category)> {
    let row = sqlx::query!(
        r#"select offer.category as "offer: Category", product.category as "product: Category"
           from offer, product where offer.id = $1 and product.id = $2"#,
        offer as OfferId,
        product as ProductId,
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok((row.offer, row.product))
}

/// An offer that [`set_offer_product`] matched.
pub(crate) struct MatchedOffer {
    /// How the offer was matched to the same product before, if it was.
    pub(crate) matched_by_before: Option<MatchedBy>,
}

/// Matches an offer to a product for an administrator. Returns `None` where the offer belongs to another product.
pub(crate) async fn set_offer_product(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
    product: ProductId,
) -> sqlx::Result<Option<MatchedOffer>> {
    sqlx::query_as!(
        MatchedOffer,
        r#"with before as (
               select id, linked_by from offer where id = $1 and (product_id is null or product_id = $2) for update)
           update offer set product_id = $2, linked_by = 'ADMIN', updated_at = now() from before
           where offer.id = before.id returning before.linked_by as "matched_by_before: MatchedBy""#,
        offer as OfferId,
        product as ProductId,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Stores again how an offer was matched to this product before an administrator matched it.
pub(crate) async fn restore_matched_by(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
    product: ProductId,
    matched_by: &Value,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set linked_by = $3::jsonb #>> '{}', updated_at = now()
         where id = $1 and product_id = $2 and linked_by = 'ADMIN'",
        offer as OfferId,
        product as ProductId,
        matched_by,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Unmatches an offer that an administrator matched to this product. The offer waits for a product again.
pub(crate) async fn clear_offer_product(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
    product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set product_id = null, linked_by = null, matched_at = null, updated_at = now()
         where id = $1 and product_id = $2 and linked_by = 'ADMIN'",
        offer as OfferId,
        product as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Deletes the pending matches of an offer, except one. Returns the deleted rows, as undo states hold them.
pub(crate) async fn delete_other_pending_matches(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
    except: MatchId,
) -> sqlx::Result<Value> {
    sqlx::query_scalar!(
        r#"with deleted as (
               delete from product_match where offer_id = $1 and id <> $2 and status = 'PENDING' returning *)
           select coalesce(jsonb_agg(to_jsonb(deleted)), '[]') as "deleted!" from deleted"#,
        offer as OfferId,
        except as MatchId,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Deletes the pending matches of these offers.
pub(crate) async fn delete_pending_matches(
    tx: &mut PgTransaction<'_>,
    offers: &[OfferId],
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from product_match where offer_id = any($1::uuid[]) and status = 'PENDING'",
        offers as &[OfferId],
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Rejects the match of `product` with each offer that belongs to `provisional`: the pending match, or a new one where
/// there is none. Decided matches stay.
pub(crate) async fn reject_product_for_offers_of_provisional(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    provisional: ProductId,
    product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into product_match (offer_id, product_id, status, decision, confidence, decided_by, decided_at)
         select id, $2, 'REJECTED', 'NO_MATCH', 0, $3, now() from offer where product_id = $1
         on conflict on constraint product_match_pair_key do update set status = 'REJECTED', decision = 'NO_MATCH',
             decided_by = excluded.decided_by, decided_at = now(), updated_at = now()
         where product_match.status = 'PENDING'",
        provisional as ProductId,
        product as ProductId,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Rejects the pending matches whose offer belongs to `product` and whose proposed product is `provisional`.
pub(crate) async fn reject_provisional_for_offers_of_product(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    provisional: ProductId,
    product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_match set status = 'REJECTED', decision = 'NO_MATCH', decided_by = $3, decided_at = now(),
             updated_at = now()
         from offer where offer.id = product_match.offer_id and offer.product_id = $2
             and product_match.product_id = $1 and status = 'PENDING'",
        provisional as ProductId,
        product as ProductId,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Deletes the rejected matches with `product` of the offer's siblings: the other offers of the product to which the
/// offer belongs.
pub(crate) async fn delete_sibling_rejections(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
    product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from product_match using offer, offer as sibling
         where offer.id = $1 and sibling.product_id = offer.product_id and sibling.id <> offer.id
             and product_match.offer_id = sibling.id and product_match.product_id = $2 and status = 'REJECTED'",
        offer as OfferId,
        product as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Marks an offer's own product as provisional, where that product is made of offers and is not `product`.
pub(crate) async fn mark_own_product_provisional(
    tx: &mut PgTransaction<'_>,
    offer: OfferId,
    product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set provisional = true, updated_at = now()
         from offer where offer.id = $1 and product.id = offer.product_id and product.id <> $2 and product.source = $3",
        offer as OfferId,
        product as ProductId,
        sources::RETAILERS,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The provisional product of a match's offer, and the product that it may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProductPair {
    pub(crate) provisional: ProductId,
    pub(crate) product: ProductId,
}

/// Returns the two products of a match; `None` where the offer does not belong to a provisional product.
pub(crate) async fn find_provisional_pair(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
) -> sqlx::Result<Option<ProductPair>> {
    sqlx::query_as!(
        ProductPair,
        r#"select offer_product.id as "provisional: ProductId", pair.product_id as "product: ProductId"
           from product_match as pair join offer on offer.id = pair.offer_id
           join product as offer_product on offer_product.id = offer.product_id
           where pair.id = $1 and offer_product.provisional and offer_product.id <> pair.product_id"#,
        id as MatchId,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Returns the offers of a product.
pub(crate) async fn list_offers(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
) -> sqlx::Result<Vec<OfferId>> {
    sqlx::query_scalar!(
        r#"select id as "id: OfferId" from offer where product_id = $1"#,
        product as ProductId
    )
    .fetch_all(&mut **tx)
    .await
}

/// Returns those of the products that are provisional.
pub(crate) async fn list_provisional(
    tx: &mut PgTransaction<'_>,
    products: &[ProductId],
) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select id as "id: ProductId" from product where id = any($1::uuid[]) and provisional"#,
        products as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await
}

/// Marks the listed products as provisional again, except removed ones; `products` is a JSON list of ids.
pub(crate) async fn restore_provisional(tx: &mut PgTransaction<'_>, products: &Value) -> sqlx::Result<()> {
    sqlx::query!(
            "update product set provisional = true, updated_at = now()
             where id in (select value::uuid from jsonb_array_elements_text($1::jsonb)) and removed_at is null",
            products,
        )
        .execute(&mut **tx)
        .await?;
    Ok(())
}
