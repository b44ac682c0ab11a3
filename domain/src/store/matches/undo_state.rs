//! The undo state of a decision about a match: its rows, and the collection and restoration of the matches in it.

use serde_json::Value;
use sqlx::PgTransaction;

use crate::model::{MatchId, ProductId};

/// Returns the matches that a decision about these two products may change. Call this function before the decision.
///
/// 1. The matches with the provisional product.
/// 2. The matches of the provisional product's offers.
/// 3. The matches with the other product, of its own offers, which a merge approves, and of offers that have a match with
///    the provisional product too: a merge makes the two matches one.
pub(crate) async fn collect(
    tx: &mut PgTransaction<'_>,
    provisional: ProductId,
    product: ProductId,
) -> sqlx::Result<Value> {
    sqlx::query_scalar!(
        r#"select coalesce(jsonb_agg(to_jsonb(changing)), '[]') as "matches!"
           from product_match as changing join offer on offer.id = changing.offer_id
           where changing.product_id = $1 or offer.product_id = $1
               or (changing.product_id = $2 and (offer.product_id = $2 or exists (
                   select from product_match as other
                   where other.offer_id = changing.offer_id and other.product_id = $1)))"#,
        provisional as ProductId,
        product as ProductId,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Restores the matches that a decision changed, except those that were decided since. `match_undo.decided_at` is the
/// time of the transaction that decided, which marks the rows that it wrote: their times are equal to it. A restored row
/// gets its old time back, so that an earlier decision that wrote it can be undone too.
pub(crate) async fn restore(
    tx: &mut PgTransaction<'_>,
    decided: MatchId,
    matches: &Value,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from product_match as added using match_undo as undo, product_match as decided
         where undo.match_id = $1 and decided.id = $1 and added.product_id = decided.product_id
             and added.created_at = undo.decided_at and added.updated_at = undo.decided_at
             and added.id not in (select (changed ->> 'id')::uuid from jsonb_array_elements($2::jsonb) as changed)",
        decided as MatchId,
        matches,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update product_match as changed set product_id = old.product_id, status = old.status, decision = old.decision,
             decided_by = old.decided_by, decided_at = old.decided_at, updated_at = old.updated_at
         from jsonb_populate_recordset(null::product_match, $2::jsonb) as old, match_undo as undo
         where undo.match_id = $1 and changed.id = old.id and changed.updated_at = undo.decided_at",
        decided as MatchId,
        matches,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into product_match
         select old.* from jsonb_populate_recordset(null::product_match, $1::jsonb) as old
         join offer on offer.id = old.offer_id join product on product.id = old.product_id
         on conflict do nothing",
        matches,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Locks the two products of the merge in a decision's undo state, if it holds one. As before a merge, they are locked
/// before any match or offer, by ascending id.
pub(crate) async fn lock_merged_products(tx: &mut PgTransaction<'_>, id: MatchId) -> sqlx::Result<()> {
    let locked = sqlx::query_scalar!(
        "select 1 as one from product where id in (
             select (state -> 'merge' ->> side)::uuid from match_undo, unnest(array['from', 'into']) as side
             where match_id = $1)
         order by id for update",
        id as MatchId,
    );
    locked.fetch_all(&mut **tx).await?;
    Ok(())
}

/// Stores the state that undoing or reopening a decision restores. A state lives for at least an hour, unless a merge, an
/// edit or a split of the same offers deletes it; after that, the next decision that stores a state deletes it. Until
/// then reopening, which has no time limit, restores it. Undoing is possible for seconds only (`UNDO_WITHIN`).
pub(crate) async fn store(tx: &mut PgTransaction<'_>, id: MatchId, state: &Value) -> sqlx::Result<()> {
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

/// Returns the state that [`store`] stored.
pub(crate) async fn find(tx: &mut PgTransaction<'_>, id: MatchId) -> sqlx::Result<Option<Value>> {
    sqlx::query_scalar!("select state from match_undo where match_id = $1", id as MatchId)
        .fetch_optional(&mut **tx)
        .await
}

/// Deletes the state that [`store`] stored.
pub(crate) async fn delete(tx: &mut PgTransaction<'_>, id: MatchId) -> sqlx::Result<()> {
    sqlx::query!("delete from match_undo where match_id = $1", id as MatchId).execute(&mut **tx).await?;
    Ok(())
}
