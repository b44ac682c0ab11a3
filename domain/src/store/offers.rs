use std::collections::HashMap;

use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use super::{feed, links, prices};
use crate::model::{
    Category, Fils, Offer, OfferDraft, OfferId, ProductId, RetailerId, ShippingRule, Slug, Stock, keys,
};

/// Stands between list items that travel as one text: SQL arrays of arrays do not.
const ITEM_SEPARATOR: &str = "\u{1f}";

/// What a batch did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BatchCounters {
    pub new: i32,
    pub changed: i32,
    pub unchanged: i32,
    /// Of the new and changed: those that still wait for a product.
    pub unmatched: i32,
}

/// An offer with what its shop adds to it.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedOffer {
    pub offer: Offer,
    pub retailer_slug: Slug,
    pub retailer_name_en: String,
    pub retailer_name_ar: String,
    pub retailer_position: i32,
    pub tabby: bool,
    pub shipping: ShippingRule,
}

struct Known {
    id: OfferId,
    product_id: Option<ProductId>,
    price: Fils,
    list_price: Option<Fils>,
    stock: Stock,
    stock_left: Option<i32>,
    content_digest: Vec<u8>,
    live: bool,
}

/// Stores a batch of one shop's offers: the offers, their price points, their exact links and the feed rows, all in
/// the caller's transaction. What says nothing new writes nothing but the day's proof of life.
///
/// The month's partition must exist ([`prices::ensure_partitions`]). Of drafts with one external id the last counts.
pub async fn store_batch(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    drafts: &[OfferDraft],
    now: OffsetDateTime,
) -> sqlx::Result<BatchCounters> {
    let drafts: HashMap<&str, &OfferDraft> =
        drafts.iter().map(|draft| (draft.external_id.as_str(), draft)).collect();
    // One order for all writers, so that two crawls of a shop wait for each other instead of deadlocking.
    let mut external_ids: Vec<&str> = drafts.keys().copied().collect();
    external_ids.sort_unstable();
    let known = lock_known(tx, retailer_id, &external_ids).await?;

    let mut counters = BatchCounters::default();
    let mut touched = Vec::new();
    let mut unchanged = Vec::new();
    let mut price_moved = Vec::new();
    let mut before = Vec::new();
    for external_id in external_ids {
        let Some(draft) = drafts.get(external_id) else { continue };
        let digest = content_digest(draft);
        match known.get(external_id) {
            None => {
                counters.new += 1;
                price_moved.push(external_id.to_owned());
                touched.push((*draft, digest));
            }
            Some(known) if known.says_the_same_as(draft, &digest) => {
                counters.unchanged += 1;
                unchanged.push(known.id);
            }
            Some(known) => {
                counters.changed += 1;
                before.extend(known.product_id);
                if known.price != draft.price || known.stock != draft.stock || !known.live {
                    price_moved.push(external_id.to_owned());
                }
                touched.push((*draft, digest));
            }
        }
    }
    let stored = upsert(tx, retailer_id, &touched, now).await?;
    let ids: Vec<OfferId> = stored.iter().map(|(id, _)| *id).collect();
    links::link_exact_batch(tx, &ids).await?;
    let (linked, waiting) = links::products_of(&mut **tx, &ids).await?;
    counters.unmatched = i32::try_from(waiting).unwrap_or(i32::MAX);

    let moved: Vec<OfferId> =
        stored.iter().filter(|(_, id)| price_moved.contains(id)).map(|(id, _)| *id).collect();
    prices::insert_current(&mut **tx, &moved, now).await?;
    prices::insert_proof_of_life(&mut **tx, &unchanged, now).await?;
    before.extend(linked);
    feed::append(&mut **tx, &before).await?;
    Ok(counters)
}

/// After a crawl that read every page: offers it did not meet have missed once more, and the second miss ends them.
/// Marks the shop as crawled. Answers how many offers ended.
pub async fn end_missing(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    seen: &[String],
    now: OffsetDateTime,
) -> sqlx::Result<u64> {
    let ended = sqlx::query!(
        r#"with missed as (
               update offer set missed_crawls = missed_crawls + 1,
                   ended_at = case when missed_crawls >= 1 then $3::timestamptz end
               where retailer_id = $1 and ended_at is null
                 and not exists (select from unnest($2::text[]) as seen (external_id)
                                 where seen.external_id = offer.external_id)
               returning id, product_id, price_fils, ended_at
           )
           select id as "id: OfferId", product_id as "product_id: ProductId", price_fils as "price: Fils"
           from missed where ended_at is not null"#,
        retailer_id as RetailerId,
        seen,
        now,
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query!("update retailer set crawled_at = $2 where id = $1", retailer_id as RetailerId, now)
        .execute(&mut **tx)
        .await?;
    let ids: Vec<OfferId> = ended.iter().map(|row| row.id).collect();
    prices::insert_ended(&mut **tx, &ids, now).await?;
    let products: Vec<ProductId> = ended.iter().filter_map(|row| row.product_id).collect();
    feed::append(&mut **tx, &products).await?;
    Ok(ended.len() as u64)
}

/// The live offers of these products, cheapest first within a product.
pub async fn list_live(db: impl PgExecutor<'_>, products: &[ProductId]) -> sqlx::Result<Vec<ListedOffer>> {
    let rows = sqlx::query!(
        r#"select offer.id as "id: OfferId", retailer_id as "retailer_id: RetailerId", external_id,
               product_id as "product_id: ProductId", title_en, title_ar, url, image_url,
               price_fils as "price: Fils", list_price_fils as "list_price: Fils", stock as "stock: Stock",
               stock_left, greatest(offer.updated_at, case when missed_crawls = 0 then crawled_at end) as "seen_at!",
               slug as "slug: Slug", name_en, name_ar, position, tabby,
               shipping_flat_fils as "shipping_flat: Fils", shipping_free_over_fils as "free_over: Fils"
           from offer join retailer on retailer.id = offer.retailer_id
           where product_id = any($1) and ended_at is null and retailer.enabled
           order by product_id, price_fils, offer.id"#,
        products as &[ProductId],
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ListedOffer {
            offer: Offer {
                id: row.id,
                retailer_id: row.retailer_id,
                external_id: row.external_id,
                product_id: row.product_id,
                title_en: row.title_en,
                title_ar: row.title_ar,
                url: row.url,
                image_url: row.image_url,
                price: row.price,
                list_price: row.list_price,
                stock: row.stock,
                stock_left: row.stock_left,
                seen_at: row.seen_at,
            },
            retailer_slug: row.slug,
            retailer_name_en: row.name_en,
            retailer_name_ar: row.name_ar,
            retailer_position: row.position,
            tabby: row.tabby,
            shipping: ShippingRule { flat: row.shipping_flat, free_over: row.free_over },
        })
        .collect())
}

/// How many offers a shop has: live, and of those waiting for a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct OfferCounts {
    #[serde(skip)]
    pub retailer_id: RetailerId,
    pub live: i64,
    pub unmatched: i64,
}

/// The counts of every shop that has live offers.
pub async fn count_by_retailer(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<OfferCounts>> {
    sqlx::query_as!(
        OfferCounts,
        r#"select retailer_id as "retailer_id: RetailerId", count(*) as "live!",
               count(*) filter (where product_id is null) as "unmatched!"
           from offer where ended_at is null group by retailer_id"#,
    )
    .fetch_all(db)
    .await
}

async fn lock_known(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    external_ids: &[&str],
) -> sqlx::Result<HashMap<String, Known>> {
    let rows = sqlx::query!(
        r#"select id as "id: OfferId", external_id, product_id as "product_id: ProductId",
               price_fils as "price: Fils", list_price_fils as "list_price: Fils", stock as "stock: Stock", stock_left,
               content_digest, (ended_at is null and missed_crawls = 0) as "live!"
           from offer where retailer_id = $1 and external_id = any($2::text[])
           order by external_id for update"#,
        retailer_id as RetailerId,
        external_ids as &[&str],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let known = Known {
                id: row.id,
                product_id: row.product_id,
                price: row.price,
                list_price: row.list_price,
                stock: row.stock,
                stock_left: row.stock_left,
                content_digest: row.content_digest,
                live: row.live,
            };
            (row.external_id, known)
        })
        .collect())
}

impl Known {
    fn says_the_same_as(&self, draft: &OfferDraft, digest: &[u8]) -> bool {
        self.live
            && self.price == draft.price
            && self.list_price == draft.list_price
            && self.stock == draft.stock
            && self.stock_left == draft.stock_left
            && self.content_digest == digest
    }
}

/// Digest of all that a draft says besides price and stock.
fn content_digest(draft: &OfferDraft) -> Vec<u8> {
    let content = serde_json::json!([
        draft.title_en,
        draft.title_ar,
        draft.url,
        draft.image_url,
        draft.category,
        draft.manufacturer,
        draft.model,
        draft.part_numbers,
        draft.specs,
    ]);
    Sha256::digest(content.to_string().as_bytes())[..16].to_vec()
}

/// Inserts or updates, and answers id and external id of each row. A link that no person made falls when the shop now
/// describes something else under the same id.
async fn upsert(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    offers: &[(&OfferDraft, Vec<u8>)],
    now: OffsetDateTime,
) -> sqlx::Result<Vec<(OfferId, String)>> {
    if offers.is_empty() {
        return Ok(Vec::new());
    }
    let column = |of: fn(&OfferDraft) -> Option<String>| -> Vec<Option<String>> {
        offers.iter().map(|(draft, _)| of(draft)).collect()
    };
    let rows = sqlx::query!(
        r#"insert into offer (retailer_id, external_id, title_en, title_ar, url, image_url, category, manufacturer, model,
               part_numbers, manufacturer_key, model_key, part_number_keys, specs, price_fils, list_price_fils, stock,
               stock_left, content_digest, created_at, updated_at)
           select $1, draft.external_id, title_en, title_ar, url, image_url, category, manufacturer, model,
               string_to_array(part_numbers, e'\x1f'), manufacturer_key, model_key,
               string_to_array(part_number_keys, e'\x1f'), specs, price, list_price, stock, stock_left, digest, $2, $2
           from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
               $11::text[], $12::text[], $13::text[], $14::text[], $15::jsonb[], $16::bigint[], $17::bigint[],
               $18::text[], $19::integer[], $20::bytea[])
               as draft (external_id, title_en, title_ar, url, image_url, category, manufacturer, model, part_numbers,
                   manufacturer_key, model_key, part_number_keys, specs, price, list_price, stock, stock_left, digest)
           on conflict on constraint offer_external_id_key do update set
               title_en = excluded.title_en, title_ar = excluded.title_ar, url = excluded.url,
               image_url = excluded.image_url, category = excluded.category, manufacturer = excluded.manufacturer,
               model = excluded.model, part_numbers = excluded.part_numbers,
               manufacturer_key = excluded.manufacturer_key, model_key = excluded.model_key,
               part_number_keys = excluded.part_number_keys, specs = excluded.specs, price_fils = excluded.price_fils,
               list_price_fils = excluded.list_price_fils, stock = excluded.stock, stock_left = excluded.stock_left,
               content_digest = excluded.content_digest, updated_at = excluded.updated_at, missed_crawls = 0,
               ended_at = null,
               product_id = case when offer.linked_by = 'ADMIN' or offer.content_digest = excluded.content_digest
                                 then offer.product_id end,
               linked_by = case when offer.linked_by = 'ADMIN' or offer.content_digest = excluded.content_digest
                                then offer.linked_by end
           returning id as "id: OfferId", external_id"#,
        retailer_id as RetailerId,
        now,
        &column(|draft| Some(draft.external_id.clone())) as &[Option<String>],
        &column(|draft| draft.title_en.clone()) as &[Option<String>],
        &column(|draft| draft.title_ar.clone()) as &[Option<String>],
        &column(|draft| Some(draft.url.clone())) as &[Option<String>],
        &column(|draft| draft.image_url.clone()) as &[Option<String>],
        &column(|draft| draft.category.map(|category| Category::as_str(category).to_owned())) as &[Option<String>],
        &column(|draft| draft.manufacturer.clone()) as &[Option<String>],
        &column(|draft| draft.model.clone()) as &[Option<String>],
        &column(|draft| Some(draft.part_numbers.join(ITEM_SEPARATOR))) as &[Option<String>],
        &column(|draft| draft.manufacturer.as_deref().map(keys::manufacturer_key)) as &[Option<String>],
        &column(model_key) as &[Option<String>],
        &column(|draft| Some(part_number_keys(draft).join(ITEM_SEPARATOR))) as &[Option<String>],
        &offers.iter().map(|(draft, _)| serde_json::json!(draft.specs)).collect::<Vec<_>>(),
        &offers.iter().map(|(draft, _)| draft.price.0).collect::<Vec<_>>(),
        &offers.iter().map(|(draft, _)| draft.list_price.map(|price| price.0)).collect::<Vec<_>>() as &[Option<i64>],
        &column(|draft| Some(draft.stock.as_str().to_owned())) as &[Option<String>],
        &offers.iter().map(|(draft, _)| draft.stock_left).collect::<Vec<_>>() as &[Option<i32>],
        &offers.iter().map(|(_, digest)| digest.clone()).collect::<Vec<_>>(),
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.external_id)).collect())
}

fn model_key(draft: &OfferDraft) -> Option<String> {
    keys::model_key(draft.category?, draft.manufacturer.as_deref()?, draft.model.as_deref()?, &draft.specs)
}

fn part_number_keys(draft: &OfferDraft) -> Vec<String> {
    draft.part_numbers.iter().filter_map(|number| keys::part_number_key(number)).collect()
}
