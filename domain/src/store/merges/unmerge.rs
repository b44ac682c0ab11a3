//! Statements that store what a merge changes, and restore it.

use serde_json::Value;
use sqlx::PgTransaction;

use crate::model::ProductId;

/// Returns the undo state of a merge: all data that the merge is about to change. The `restore_` functions undo the
/// merge from this state. `signs` (a name that stored states have) are the products that had been merged into the merged
/// product before, whose redirects a merge changes.
pub(crate) async fn collect_undo_state(
    tx: &mut PgTransaction<'_>,
    from: ProductId,
    into: ProductId,
) -> sqlx::Result<Value> {
    sqlx::query_scalar!(
        r#"select jsonb_build_object(
               'from', merged.id, 'into', kept.id, 'provisional', merged.provisional,
               'facts', to_jsonb(kept),
               'part_numbers', array(
                   select part_number_key from product_part_number where product_id = merged.id
                   except select part_number_key from product_part_number where product_id = kept.id),
               'refused_pictures', array(
                   select picture_hash from refused_picture where product_id = merged.id
                   except select picture_hash from refused_picture where product_id = kept.id),
               'signs', array(select id from product where merged_into = merged.id),
               'offers', array(select jsonb_build_object('id', id, 'linked_by', linked_by) from offer
                               where product_id = merged.id),
               'favorites', array(
                   select jsonb_build_object('user_id', user_id, 'created_at', created_at, 'kept_was_no_favorite', not exists (
                       select from favorite as other where other.product_id = kept.id and other.user_id = favorite.user_id))
                   from favorite where product_id = merged.id),
               'price_alerts', array(select id from price_alert where product_id = merged.id),
               'fired_alerts', array(select id from fired_alert where product_id = merged.id),
               'reviews', array(select id from review where product_id = merged.id),
               'build_suggestions', array(
                   select jsonb_build_object('id', id, 'part_moved', from_product_id = merged.id,
                       'proposed_moved', to_product_id = merged.id)
                   from build_suggestion where merged.id in (from_product_id, to_product_id)),
               'build_parts', array(select jsonb_build_object('build_id', build_id, 'position', position)
                                    from saved_build_part where product_id = merged.id)) as "undo_state!"
           from product as merged, product as kept where merged.id = $1 and kept.id = $2"#,
        from as ProductId,
        into as ProductId,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Restores the merged product, and the redirects of the products that had been merged into it before.
pub(crate) async fn restore_product(
    tx: &mut PgTransaction<'_>,
    undo_state: &Value,
) -> sqlx::Result<Option<(ProductId, ProductId)>> {
    let restored = sqlx::query!(
        r#"update product as merged set merged_into = null, removed_at = null,
               provisional = ($1::jsonb ->> 'provisional')::boolean, updated_at = now()
           from product as kept
           where merged.id = ($1::jsonb ->> 'from')::uuid and kept.id = ($1::jsonb ->> 'into')::uuid
               and merged.merged_into = kept.id and kept.removed_at is null
           returning merged.id as "from: ProductId", kept.id as "into: ProductId""#,
        undo_state,
    )
    .fetch_optional(&mut **tx)
    .await?;
    sqlx::query!(
        "update product set merged_into = ($1::jsonb ->> 'from')::uuid
         where merged_into = ($1::jsonb ->> 'into')::uuid
             and id in (select value::uuid from jsonb_array_elements_text($1::jsonb -> 'signs'))",
        undo_state,
    )
    .execute(&mut **tx)
    .await?;
    Ok(restored.map(|row| (row.from, row.into)))
}

/// Moves those of the offers back that have not been moved again meanwhile.
pub(crate) async fn restore_offers(tx: &mut PgTransaction<'_>, undo_state: &Value) -> sqlx::Result<()> {
    // Locked in the same order in which batches lock a retailer's offers.
    sqlx::query!(
        r#"select 1 as one from offer
         where id in (select (moved ->> 'id')::uuid from jsonb_array_elements($1::jsonb -> 'offers') as moved)
         order by retailer_id, external_id collate "C" for update"#,
        undo_state,
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query!(
        "update offer set product_id = ($1::jsonb ->> 'from')::uuid, linked_by = moved.linked_by, updated_at = now()
         from jsonb_to_recordset($1::jsonb -> 'offers') as moved (id uuid, linked_by text)
         where offer.id = moved.id and offer.product_id = ($1::jsonb ->> 'into')::uuid",
        undo_state,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes from the other product the facts that it took over from the merged one: those whose key only the merged one had
/// before the merge, also where they were stated again since. All other changes since stay. The picture becomes the
/// earlier one again, unless it is pinned. Without a digest, the next import states its facts again.
pub(crate) async fn restore_facts(tx: &mut PgTransaction<'_>, undo_state: &Value) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set
             specs = product.specs - array(
                 select jsonb_object_keys(merged.specs) except select jsonb_object_keys(old.specs)),
             provenance = product.provenance - array(
                 select jsonb_object_keys(merged.provenance) except select jsonb_object_keys(old.provenance)),
             image_url = case when old.image_url is null then nullif(product.image_url, merged.image_url)
                 else product.image_url end,
             picture_hash = case when product.picture_pinned then product.picture_hash
                 else (select hash from picture where hash = old.picture_hash) end,
             name_ar = case when old.name_ar is null then nullif(product.name_ar, merged.name_ar)
                 else product.name_ar end,
             aliases = array(select alias from unnest(product.aliases) as alias
                 where alias = any(old.aliases) or alias <> all(merged.aliases || merged.name)),
             eans = array(select ean from unnest(product.eans) as ean
                 where ean = any(old.eans) or ean <> all(merged.eans)),
             provisional = old.provisional, facts_digest = null, updated_at = now()
         from jsonb_to_record($1::jsonb -> 'facts') as old (specs jsonb, provenance jsonb, image_url text,
             picture_hash text, name_ar text, aliases text[], eans text[], provisional boolean), product as merged
         where product.id = ($1::jsonb ->> 'into')::uuid and merged.id = ($1::jsonb ->> 'from')::uuid",
        undo_state,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from product_part_number where product_id = ($1::jsonb ->> 'into')::uuid
             and part_number_key in (select value from jsonb_array_elements_text($1::jsonb -> 'part_numbers'))",
        undo_state,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from refused_picture where product_id = ($1::jsonb ->> 'into')::uuid
             and picture_hash in (select value from jsonb_array_elements_text($1::jsonb -> 'refused_pictures'))",
        undo_state,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Moves favourites (`kept_was_no_favorite`: the user had the merged product alone as a favourite, in states that are
/// stored already `alone`), alerts, fired alerts, reviews and parts of builds back, except those that were moved again or deleted
/// meanwhile.
pub(crate) async fn restore_user_data(tx: &mut PgTransaction<'_>, undo_state: &Value) -> sqlx::Result<()> {
    sqlx::query!(
        "with moved as (
             select moved.* from jsonb_to_recordset($1::jsonb -> 'favorites')
                 as moved (user_id uuid, created_at timestamptz, kept_was_no_favorite boolean, alone boolean)
             join favorite on favorite.product_id = ($1::jsonb ->> 'into')::uuid and favorite.user_id = moved.user_id),
         left_behind as (
             delete from favorite using moved where favorite.product_id = ($1::jsonb ->> 'into')::uuid
                 and favorite.user_id = moved.user_id and coalesce(moved.kept_was_no_favorite, moved.alone))
         insert into favorite (user_id, product_id, created_at)
         select user_id, ($1::jsonb ->> 'from')::uuid, created_at from moved
         on conflict on constraint favorite_key do nothing",
        undo_state,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "with alerts as (
             update price_alert set product_id = ($1::jsonb ->> 'from')::uuid
             where product_id = ($1::jsonb ->> 'into')::uuid
                 and id in (select value::uuid from jsonb_array_elements_text($1::jsonb -> 'price_alerts'))),
         fired as (
             update fired_alert set product_id = ($1::jsonb ->> 'from')::uuid
             where product_id = ($1::jsonb ->> 'into')::uuid
                 and id in (select value::uuid from jsonb_array_elements_text($1::jsonb -> 'fired_alerts'))),
         reviews as (
             update review set product_id = ($1::jsonb ->> 'from')::uuid
             where product_id = ($1::jsonb ->> 'into')::uuid
                 and id in (select value::uuid from jsonb_array_elements_text($1::jsonb -> 'reviews')))
         update saved_build_part set product_id = ($1::jsonb ->> 'from')::uuid
         from jsonb_to_recordset($1::jsonb -> 'build_parts') as moved (build_id uuid, position smallint)
         where saved_build_part.build_id = moved.build_id and saved_build_part.position = moved.position
             and saved_build_part.product_id = ($1::jsonb ->> 'into')::uuid",
        undo_state,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Moves the proposed swaps back, except those that were moved again or deleted meanwhile.
pub(crate) async fn restore_build_suggestions(
    tx: &mut PgTransaction<'_>,
    undo_state: &Value,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update build_suggestion as suggestion set
             from_product_id = case when part_moved and from_product_id = ($1::jsonb ->> 'into')::uuid
                 then ($1::jsonb ->> 'from')::uuid else from_product_id end,
             to_product_id = case when proposed_moved and to_product_id = ($1::jsonb ->> 'into')::uuid
                 then ($1::jsonb ->> 'from')::uuid else to_product_id end
         from jsonb_to_recordset($1::jsonb -> 'build_suggestions')
             as moved (id uuid, part_moved boolean, proposed_moved boolean)
         where suggestion.id = moved.id",
        undo_state,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
