use std::collections::HashMap;

use sqlx::PgTransaction;

use super::{
    batch::Market,
    rows::{ITEM_SEPARATOR, model_key, part_number_keys},
};
use crate::model::{Category, Fils, OfferDraft, RetailerId, keys};

/// What the other shops ask for the product of each draft, by external id; drafts without a product or without
/// other shops are absent. A draft not yet stored is joined as it will be: by part number, else by model.
pub(super) async fn list_markets(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    drafts: &[&OfferDraft],
) -> sqlx::Result<HashMap<String, Market>> {
    if drafts.is_empty() {
        return Ok(HashMap::new());
    }
    let column = |of: fn(&OfferDraft) -> Option<String>| -> Vec<Option<String>> {
        drafts.iter().map(|draft| of(draft)).collect()
    };
    let rows = sqlx::query!(
        r#"select draft.external_id as "external_id!", market.median as "median!: Fils", market.shops as "shops!"
           from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
               as draft (external_id, category, manufacturer_key, model_key, part_number_keys)
           left join offer as stored on stored.retailer_id = $1 and stored.external_id = draft.external_id
           left join lateral (
               select (array_agg(distinct product.id))[1] as product_id
               from product_part_number as number
               join product on product.id = number.product_id and product.removed_at is null
                   and product.manufacturer_key = draft.manufacturer_key
                   and (draft.category is null or product.category = draft.category)
               where stored.product_id is null and not number.shared
                   and number.part_number_key = any(string_to_array(draft.part_number_keys, e'\x1f'))
               having count(distinct product.id) = 1
           ) as numbered on true
           left join lateral (
               select (array_agg(product.id))[1] as product_id from product
               where stored.product_id is null and numbered.product_id is null and draft.model_key <> ''
                   and product.removed_at is null and product.manufacturer_key = draft.manufacturer_key
                   and product.category = draft.category and product.model_key = draft.model_key
               having count(*) = 1
           ) as modelled on true
           cross join lateral (
               select percentile_disc(0.5) within group (order by price_fils) as median,
                   count(distinct retailer_id) as shops
               from offer as other
               where other.product_id = coalesce(stored.product_id, numbered.product_id, modelled.product_id)
                   and other.retailer_id <> $1 and other.ended_at is null and other.stock <> 'OUT'
           ) as market
           where market.shops > 0"#,
        retailer_id as RetailerId,
        &column(|draft| Some(draft.external_id.clone())) as &[Option<String>],
        &column(|draft| draft.category.map(|category| Category::as_str(category).to_owned())) as &[Option<String>],
        &column(|draft| draft.manufacturer.as_deref().map(keys::manufacturer_key)) as &[Option<String>],
        &column(model_key) as &[Option<String>],
        &column(|draft| Some(part_number_keys(draft).join(ITEM_SEPARATOR))) as &[Option<String>],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.external_id, Market { median: row.median, shops: row.shops }))
        .collect())
}
