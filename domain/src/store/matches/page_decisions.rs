//! Application of a decision about an offer on a provisional page to the whole page.

use serde_json::{Value, json};
use sqlx::PgTransaction;

use super::{DecisionError, pairs, provisional};
use crate::{
    model::{MatchId, OfferId, ProductId, UserId},
    store::merges::{self, MergeError},
};

/// The provisional page of a match's offer, and the product that it may be.
pub(super) struct LockedPages {
    pub(super) page: ProductId,
    pub(super) product: ProductId,
}

/// Locks the two pages of a match before any match or offer, in the order that merges use. `None` where the offer is
/// not on a provisional page.
pub(super) async fn lock_pages(tx: &mut PgTransaction<'_>, id: MatchId) -> sqlx::Result<Option<LockedPages>> {
    let Some(found) = find_pages(tx, id).await? else { return Ok(None) };
    merges::lock_both(tx, found.page, found.product).await?;
    // The previous holder of the locks may have merged the pages.
    find_pages(tx, id).await
}

async fn find_pages(tx: &mut PgTransaction<'_>, id: MatchId) -> sqlx::Result<Option<LockedPages>> {
    sqlx::query_as!(
        LockedPages,
        r#"select page.id as "page: ProductId", asked.product_id as "product: ProductId"
           from product_match as asked join offer on offer.id = asked.offer_id
           join product as page on page.id = offer.product_id
           where asked.id = $1 and page.provisional and page.id <> asked.product_id"#,
        id as MatchId,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Merges the page into the product, and drops the other questions about its offers.
pub(super) async fn merge(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    pages: &LockedPages,
) -> Result<(), DecisionError> {
    let LockedPages { page, product } = *pages;
    let pairs = pairs::snapshot(tx, page, product).await?;
    let merge = merges::snapshot(tx, page, product).await?;
    let offers = list_offers(tx, page).await?;
    merges::merge(tx, admin, page, product).await?;
    sqlx::query!(
        "delete from product_match where offer_id = any($1::uuid[]) and status = 'PENDING'",
        &offers as &[OfferId],
    )
    .execute(&mut **tx)
    .await?;
    provisional::confirm_answered(tx, &[product]).await?;
    store_undo_state(tx, id, &json!({ "pairs": pairs, "merge": merge })).await
}

async fn list_offers(tx: &mut PgTransaction<'_>, page: ProductId) -> sqlx::Result<Vec<OfferId>> {
    sqlx::query_scalar!(r#"select id as "id: OfferId" from offer where product_id = $1"#, page as ProductId)
        .fetch_all(&mut **tx)
        .await
}

/// Rejects the product for all offers of the page, and the page for all offers of the product.
pub(super) async fn reject_pages(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    id: MatchId,
    pages: &LockedPages,
) -> Result<(), DecisionError> {
    let LockedPages { page, product } = *pages;
    let pairs = pairs::snapshot(tx, page, product).await?;
    let provisional = list_provisional(tx, &[page, product]).await?;
    sqlx::query!(
        "insert into product_match (offer_id, product_id, status, decision, confidence, decided_by, decided_at)
         select id, $2, 'REJECTED', 'NO_MATCH', 0, $3, now() from offer where product_id = $1
         on conflict on constraint product_match_pair_key do update set status = 'REJECTED', decision = 'NO_MATCH',
             decided_by = excluded.decided_by, decided_at = now(), updated_at = now()
         where product_match.status = 'PENDING'",
        page as ProductId,
        product as ProductId,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update product_match set status = 'REJECTED', decision = 'NO_MATCH', decided_by = $3, decided_at = now(),
             updated_at = now()
         from offer where offer.id = product_match.offer_id and offer.product_id = $2
             and product_match.product_id = $1 and status = 'PENDING'",
        page as ProductId,
        product as ProductId,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    store_undo_state(tx, id, &json!({ "pairs": pairs, "provisional": provisional })).await
}

async fn list_provisional(
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

/// Stores the state that an undo needs, and deletes stored states older than an hour.
async fn store_undo_state(
    tx: &mut PgTransaction<'_>,
    id: MatchId,
    state: &Value,
) -> Result<(), DecisionError> {
    sqlx::query!(
        "with old as (delete from match_undo where decided_at < now() - interval '1 hour' and match_id <> $1)
         insert into match_undo (match_id, state) values ($1, $2)
         on conflict (match_id) do update set state = excluded.state, decided_at = now()",
        id as MatchId,
        state,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Undoes the effects of a decision on pages and on other matches. Returns whether the decision was about a
/// provisional page.
///
/// # Errors
/// When one of the pages was merged again or removed meanwhile.
pub(super) async fn undo_pages(tx: &mut PgTransaction<'_>, id: MatchId) -> Result<bool, DecisionError> {
    let state: Option<Value> =
        sqlx::query_scalar!("select state from match_undo where match_id = $1", id as MatchId)
            .fetch_optional(&mut **tx)
            .await?;
    let Some(state) = state else { return Ok(false) };
    if let Some(merge) = state.get("merge")
        && !merges::unmerge(tx, merge).await?
    {
        return Err(DecisionError::TooLate);
    }
    pairs::restore(tx, id, state.get("pairs").unwrap_or(&json!([]))).await?;
    if let Some(provisional) = state.get("provisional") {
        sqlx::query!(
            "update product set provisional = true, updated_at = now()
             where id in (select value::uuid from jsonb_array_elements_text($1::jsonb)) and removed_at is null",
            provisional,
        )
        .execute(&mut **tx)
        .await?;
    }
    sqlx::query!("delete from match_undo where match_id = $1", id as MatchId).execute(&mut **tx).await?;
    Ok(true)
}

impl From<MergeError> for DecisionError {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::OtherCategory { from, into } => Self::OtherCategory { page: from, product: into },
            MergeError::Database(error) => Self::Database(error),
            // One of the pages is gone, or the two are one page by now.
            MergeError::Unknown(_)
            | MergeError::Itself
            | MergeError::KeptApart
            | MergeError::OtherOffer(_)
            | MergeError::NothingLeft => Self::JoinedElsewhere,
        }
    }
}
