//! Statements that split offers of a product off into a new product, and take a split back.

use sqlx::{PgExecutor, PgTransaction};
use time::Duration;

use crate::model::{OfferId, ProductId, UserId, keys};

/// The numbers of what a split of some offers of a product would move, and of what would stay with the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitPreview {
    /// Offers among the named ones that belong to the product.
    pub moved_offers: i64,
    /// Recorded prices of the offers that move, and of those that stay.
    pub moved_prices: i64,
    pub kept_prices: i64,
    pub kept_offers: i64,
    pub favorites: i64,
    /// Alerts that have not fired for good, and their users.
    pub alerts: i64,
    pub alert_users: i64,
    /// Saved builds with the product, and their users.
    pub builds: i64,
    pub build_users: i64,
    pub reviews: i64,
}

/// Counts what a split of these offers would move; `None` when there is no such product. What users have given to the
/// product stays with it, as [`split`](crate::transactions::splits::split) does.
pub async fn preview(
    db: impl PgExecutor<'_>,
    product: ProductId,
    offers: &[OfferId],
) -> sqlx::Result<Option<SplitPreview>> {
    sqlx::query_as!(
        SplitPreview,
        r#"with side as (
               select id, id = any($2::uuid[]) as moves from offer where product_id = $1
           ), price as (
               select moves from side join price_point on offer_id = id
           ), alert as (
               select user_id from price_alert where product_id = $1 and enabled
           ), build as (
               select id, user_id from saved_build
               where exists (select from saved_build_part as part where part.build_id = saved_build.id and part.product_id = $1)
           )
           select (select count(*) from side where moves) as "moved_offers!",
               (select count(*) from price where moves) as "moved_prices!",
               (select count(*) from price where not moves) as "kept_prices!",
               (select count(*) from side where not moves) as "kept_offers!",
               (select count(*) from favorite where product_id = $1) as "favorites!",
               (select count(*) from alert) as "alerts!", (select count(distinct user_id) from alert) as "alert_users!",
               (select count(*) from build) as "builds!", (select count(distinct user_id) from build) as "build_users!",
               (select count(*) from review where product_id = $1) as "reviews!"
           from product where id = $1 and removed_at is null"#,
        product as ProductId,
        offers as &[OfferId],
    )
    .fetch_optional(db)
    .await
}

/// Moves the offers to the new product as matched by an administrator, and deletes their pending matches.
pub(crate) async fn move_offers(
    tx: &mut PgTransaction<'_>,
    new_product: ProductId,
    offers: &[OfferId],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set product_id = $2, linked_by = 'ADMIN', updated_at = now() where id = any($1::uuid[])",
        offers as &[OfferId],
        new_product as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    super::matches::match_rows::delete_pending_matches(tx, offers).await
}

/// Rejects a product for these offers, so that neither a key nor the matcher gives it to them. Earlier decisions about
/// them can no longer be undone.
pub(crate) async fn reject_for_offers(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    product: ProductId,
    offers: &[OfferId],
) -> sqlx::Result<()> {
    sqlx::query!(
        "with rejected as (
             insert into product_match (offer_id, product_id, status, decision, confidence, decided_by, decided_at)
             select id, $2, 'REJECTED', 'NO_MATCH', 0, $3, now() from unnest($1::uuid[]) as split (id)
             on conflict on constraint product_match_pair_key do update set status = 'REJECTED', decision = 'NO_MATCH',
                 decided_by = excluded.decided_by, decided_at = now(), updated_at = now()
             returning id)
         delete from match_undo using rejected where match_id = rejected.id",
        offers as &[OfferId],
        product as ProductId,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes part numbers and barcodes from a product: they are another one's.
pub(crate) async fn remove_identity(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
    part_numbers: &[String],
    barcodes: &[String],
) -> sqlx::Result<()> {
    let numbers: Vec<String> =
        part_numbers.iter().filter_map(|number| keys::part_number_key(number)).collect();
    sqlx::query!(
        "delete from product_part_number where product_id = $1 and part_number_key = any($2::text[])",
        product as ProductId,
        &numbers,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update product set updated_at = now(), eans = array(
             select ean from unnest(eans) as ean
             where ltrim(ean, '0') <> all(array(select ltrim(barcode, '0') from unnest($2::text[]) as barcode)))
         where id = $1 and cardinality(eans) > 0 and cardinality($2::text[]) > 0",
        product as ProductId,
        barcodes,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Stores what the split is about to change of the original: how its offers were matched, their matches, its part numbers
/// and barcodes. Call this before the split moves anything. Deletes the states of splits that are too old to be undone.
pub(crate) async fn store_undo_state(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    original: ProductId,
    new_product: ProductId,
    offers: &[OfferId],
) -> sqlx::Result<()> {
    sqlx::query!(
        "with old as (delete from split_undo where decided_at < now() - interval '1 day')
         insert into split_undo (product_id, original_id, decided_by, state)
         select $3, product.id, $4, jsonb_build_object(
             'offers', array(select jsonb_build_object('id', offer.id, 'linked_by', linked_by) from offer
                             where offer.id = any($2::uuid[])),
             'matches', array(select to_jsonb(changing) from product_match as changing
                              where changing.offer_id = any($2::uuid[])
                                  and (changing.product_id = product.id or changing.status = 'PENDING')),
             'part_numbers', array(select jsonb_build_object('part_number_key', part_number_key,
                                       'part_number', part_number, 'shared', shared)
                                   from product_part_number where product_part_number.product_id = product.id),
             'eans', product.eans)
         from product where product.id = $1",
        original as ProductId,
        offers as &[OfferId],
        new_product as ProductId,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns the product from which this one was split off, if that was within this time.
pub(crate) async fn find_original(
    tx: &mut PgTransaction<'_>,
    new_product: ProductId,
    within: Duration,
) -> sqlx::Result<Option<ProductId>> {
    sqlx::query_scalar!(
        r#"select original_id as "original_id: ProductId" from split_undo
           where product_id = $1 and decided_at > now() - make_interval(secs => $2)"#,
        new_product as ProductId,
        within.as_seconds_f64(),
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Deletes the rejections that the split wrote, except those that somebody decided again since, and restores the matches
/// from before it. The rows that the split wrote have the time of its transaction.
pub(crate) async fn restore_matches(tx: &mut PgTransaction<'_>, new_product: ProductId) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from product_match using split_undo as undo
         where undo.product_id = $1 and product_match.product_id in (undo.product_id, undo.original_id)
             and product_match.status = 'REJECTED' and product_match.updated_at = undo.decided_at",
        new_product as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into product_match
         select old.* from split_undo as undo
         cross join lateral jsonb_populate_recordset(null::product_match, undo.state -> 'matches') as old
         join offer on offer.id = old.offer_id join product on product.id = old.product_id
         where undo.product_id = $1 on conflict do nothing",
        new_product as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Restores how those of the split offers were matched that belong to the original again.
pub(crate) async fn restore_offers(tx: &mut PgTransaction<'_>, new_product: ProductId) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set linked_by = moved.linked_by, updated_at = now()
         from split_undo as undo
         cross join lateral jsonb_to_recordset(undo.state -> 'offers') as moved (id uuid, linked_by text)
         where undo.product_id = $1 and offer.id = moved.id and offer.product_id = undo.original_id",
        new_product as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Gives the original its part numbers and barcodes back.
pub(crate) async fn restore_identity(tx: &mut PgTransaction<'_>, new_product: ProductId) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into product_part_number (product_id, part_number_key, part_number, shared)
         select undo.original_id, number.part_number_key, number.part_number, number.shared
         from split_undo as undo
         cross join lateral jsonb_to_recordset(undo.state -> 'part_numbers')
             as number (part_number_key text, part_number text, shared boolean)
         where undo.product_id = $1 on conflict do nothing",
        new_product as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update product set updated_at = now(), eans = array(
             select unnest(product.eans) union select jsonb_array_elements_text(undo.state -> 'eans'))
         from split_undo as undo where undo.product_id = $1 and product.id = undo.original_id",
        new_product as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Deletes the state of a split that was undone.
pub(crate) async fn delete_undo_state(
    tx: &mut PgTransaction<'_>,
    new_product: ProductId,
) -> sqlx::Result<()> {
    sqlx::query!("delete from split_undo where product_id = $1", new_product as ProductId)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
