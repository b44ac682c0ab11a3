//! The locks of a decision about a match.

use sqlx::PgTransaction;

use crate::model::MatchId;

/// Locks the product of a match, and then the offers that a decision about the match may move. Approvals, their undo,
/// merges and the matcher lock products first, then offers, then matches, and so do edits as long as the offer keeps its
/// product. A crawl's batch cannot: it knows its products only once its offers are locked. Where it meets a merge,
/// Postgres may roll one of the two back; the crawl's job is tried again.
///
/// The offers are that of the match, all offers of its provisional product, and those that the undo of a merge moves
/// back.
pub(crate) async fn lock_product_and_offers(tx: &mut PgTransaction<'_>, id: MatchId) -> sqlx::Result<()> {
    sqlx::query_scalar!(
        "select 1 as one from product
         where id = (select product_id from product_match where product_match.id = $1) for update",
        id as MatchId,
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query_scalar!(
        r#"select 1 as one from offer
           where id in (
               select offer_id from product_match where product_match.id = $1
               union
               select other.id from product_match join offer as matched on matched.id = offer_id
               join product on product.id = matched.product_id and product.provisional
               join offer as other on other.product_id = product.id
               where product_match.id = $1
               union
               select (moved ->> 'id')::uuid
               from match_undo, jsonb_array_elements(coalesce(state -> 'merge' -> 'offers', '[]')) as moved
               where match_id = $1)
           order by retailer_id, external_id collate "C" for update"#,
        id as MatchId,
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(())
}
