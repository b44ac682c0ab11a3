use std::collections::HashMap;

use sha2::{Digest, Sha256};
use sqlx::{PgTransaction, types::Json};
use time::OffsetDateTime;

use super::pins::Pins;
use crate::{
    model::{Category, Fils, Gtin, MatchedBy, OfferDraft, OfferId, ProductId, RetailerId, Stock, keys},
    store::key_matches::{Assignment, MatchKeys},
};

/// Separates list items that are passed as one text, because SQL has no arrays of arrays of different lengths.
const ITEM_SEPARATOR: &str = "\u{1f}";

/// The stored row of an offer that a batch contains again.
pub(crate) struct StoredOffer {
    pub(crate) id: OfferId,
    external_id: String,
    product_id: Option<ProductId>,
    matched_by: Option<MatchedBy>,
    pub(crate) price: Fils,
    list_price: Option<Fils>,
    pub(crate) stock: Stock,
    stock_left: Option<i32>,
    content_digest: Vec<u8>,
    page_url: Option<String>,
    unsure: Option<Category>,
    retailer_categories: Vec<String>,
    /// Whether the offer has not ended and no crawl has missed it since it was last found. Stricter than "live", which
    /// means not ended.
    pub(crate) was_in_last_crawl: bool,
    pub(crate) has_ended: bool,
    /// Whether the price is confirmed: `false` since a complete crawl could not read the price, or held it, until a
    /// batch stores the offer again.
    is_price_confirmed: bool,
    pub(crate) pins: Json<Pins>,
    /// Whether an administrator deleted the offer, which then never comes back.
    pub(crate) deleted: bool,
}

/// Returns the stored ones among these offers of a retailer. The rows are locked in the one order that all writers of
/// several offers use, by retailer and by the bytes of the external id (in SQL `collate "C"`), so that two crawls of a
/// retailer wait for each other instead of deadlocking.
pub(crate) async fn lock_stored(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    external_ids: &[&str],
) -> sqlx::Result<HashMap<String, StoredOffer>> {
    let mut external_ids = external_ids.to_vec();
    external_ids.sort_unstable();
    external_ids.dedup();
    // A lookup per offer: while a retailer is new, Postgres has no statistics on its offers and would scan all of
    // them.
    let stored = sqlx::query_as!(
        StoredOffer,
        r#"select id as "id!: OfferId", stored.external_id as "external_id!", product_id as "product_id?: ProductId",
               linked_by as "matched_by?: MatchedBy", price_fils as "price!: Fils", list_price_fils as "list_price?: Fils",
               offer_stock(stock, pre_order) as "stock!: Stock", stock_left as "stock_left?", content_digest as "content_digest!",
               page_url as "page_url?", unsure as "unsure?: Category", retailer_categories as "retailer_categories!",
               in_last_crawl as "was_in_last_crawl!",
               ended as "has_ended!", confirmed as "is_price_confirmed!", pinned as "pins!: Json<Pins>", deleted as "deleted!"
           from unnest($2::text[]) as requested (external_id)
           cross join lateral (
               select id, external_id, product_id, linked_by, price_fils, list_price_fils, stock, pre_order, stock_left, content_digest,
                   page_url, unsure, retailer_categories,
                   ended_at is null and missed_crawls = 0 as in_last_crawl, ended_at is not null as ended, unconfirmed_since is null as confirmed, pinned,
                   deleted_at is not null as deleted
               from offer where retailer_id = $1 and external_id = requested.external_id for update) as stored"#,
        retailer_id as RetailerId,
        &external_ids as &[&str],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(stored.into_iter().map(|offer| (offer.external_id.clone(), offer)).collect())
}

impl StoredOffer {
    /// Returns the product of the offer, and who decided.
    pub(crate) fn assignment(&self) -> Option<Assignment> {
        let (product_id, by) = self.product_id.zip(self.matched_by)?;
        Some(Assignment { product_id, by })
    }

    /// Whether the draft contains nothing new. Another page that shows the same offer is nothing new: where several do,
    /// each crawl may read another one first, and would write the row again.
    pub(crate) fn is_unchanged_by(&self, draft: &OfferDraft, digest: &[u8]) -> bool {
        self.was_in_last_crawl
            && self.is_price_confirmed
            && self.price == draft.price
            && self.list_price == draft.list_price
            && self.stock == draft.stock
            && self.stock_left == draft.stock_left
            && (self.page_url.is_some() || draft.page_url.is_none())
            && self.unsure == draft.unsure
            && self.retailer_categories == draft.retailer_categories
            && self.content_digest == digest
    }

    /// Returns the retailer's own last price, even where an administrator has set another one.
    pub(crate) fn retailer_price(&self) -> Fils {
        self.pins.price.map_or(self.price, |pinned| pinned.retailer_price)
    }

    /// Returns the assignment that survives a draft with this digest. An assignment not made by an administrator is
    /// dropped when the retailer now describes something else under the same id.
    pub(crate) fn surviving_assignment(&self, digest: &[u8]) -> Option<Assignment> {
        self.assignment().filter(|assigned| assigned.by == MatchedBy::Admin || self.content_digest == digest)
    }
}

/// Returns a digest of everything in a draft except price, stock, the page that shows it and the retailer's categories:
/// another page or category does not describe another thing.
pub(crate) fn content_digest(draft: &OfferDraft) -> Vec<u8> {
    let mut content = vec![serde_json::json!([
        draft.title_en,
        draft.title_ar,
        draft.url,
        draft.image_url,
        draft.category,
        draft.manufacturer,
        draft.model,
        draft.part_numbers,
        draft.specs,
        draft.sku,
        draft.gtins,
        draft.non_part_reason,
    ])];
    // Included only where there is one, so that offers without a stated brand keep the digests from before brands
    // were stored.
    content.extend(draft.stated_brand.as_ref().map(|brand| serde_json::json!({ "brand": brand })));
    let content: String = content.iter().map(ToString::to_string).collect();
    Sha256::digest(content.as_bytes())[..16].to_vec()
}

/// A draft of a new or changed offer.
pub(crate) struct OfferToStore<'a> {
    pub(crate) draft: &'a OfferDraft,
    pub(crate) digest: Vec<u8>,
    pub(crate) keys: MatchKeys,
    pub(crate) assignment: Option<Assignment>,
}

impl<'a> OfferToStore<'a> {
    pub(crate) fn new(draft: &'a OfferDraft, digest: Vec<u8>, assignment: Option<Assignment>) -> Self {
        let keys = MatchKeys {
            category: draft.category,
            manufacturer_key: draft.manufacturer.as_deref().map(keys::manufacturer_key),
            model_key: model_key(draft),
            part_number_keys: part_number_keys(draft),
            specs: draft.specs.clone(),
        };
        Self { draft, digest, keys, assignment }
    }
}

/// Inserts or updates offers, and returns the id and external id of each row. An assignment that an administrator
/// made meanwhile stays.
pub(crate) async fn upsert(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    offers: &[OfferToStore<'_>],
    now: OffsetDateTime,
) -> sqlx::Result<Vec<(OfferId, String)>> {
    if offers.is_empty() {
        return Ok(Vec::new());
    }
    let text = |of: fn(&OfferToStore<'_>) -> Option<String>| -> Vec<Option<String>> {
        offers.iter().map(of).collect()
    };
    let rows = sqlx::query_file!(
        "src/store/offers/upsert.sql",
        retailer_id as RetailerId,
        now,
        &text(|offer| Some(offer.draft.external_id.clone())) as &[Option<String>],
        &text(|offer| offer.draft.title_en.clone()) as &[Option<String>],
        &text(|offer| offer.draft.title_ar.clone()) as &[Option<String>],
        &text(|offer| Some(offer.draft.url.clone())) as &[Option<String>],
        &text(|offer| offer.draft.image_url.clone()) as &[Option<String>],
        &text(|offer| offer.draft.category.map(|category| Category::as_str(category).to_owned()))
            as &[Option<String>],
        &text(|offer| offer.draft.manufacturer.clone()) as &[Option<String>],
        &text(|offer| offer.draft.model.clone()) as &[Option<String>],
        &text(|offer| Some(offer.draft.part_numbers.join(ITEM_SEPARATOR))) as &[Option<String>],
        &text(|offer| offer.keys.manufacturer_key.clone()) as &[Option<String>],
        &text(|offer| offer.keys.model_key.clone()) as &[Option<String>],
        &text(|offer| Some(offer.keys.part_number_keys.join(ITEM_SEPARATOR))) as &[Option<String>],
        &offers.iter().map(|offer| serde_json::json!(offer.draft.specs)).collect::<Vec<_>>(),
        &offers.iter().map(|offer| offer.draft.price.0).collect::<Vec<_>>(),
        &offers.iter().map(|offer| offer.draft.list_price.map(|price| price.0)).collect::<Vec<_>>()
            as &[Option<i64>],
        &text(|offer| Some(offer.draft.stock.as_str().to_owned())) as &[Option<String>],
        &offers.iter().map(|offer| offer.draft.stock_left).collect::<Vec<_>>() as &[Option<i32>],
        &offers.iter().map(|offer| offer.digest.clone()).collect::<Vec<_>>(),
        &offers.iter().map(|offer| offer.assignment.map(|assigned| assigned.product_id.0)).collect::<Vec<_>>()
            as &[Option<uuid::Uuid>],
        &text(|offer| offer.assignment.map(|assigned| assigned.by.as_str().to_owned()))
            as &[Option<String>],
        &text(|offer| offer.draft.stated_brand.clone()) as &[Option<String>],
        &text(|offer| offer.draft.sku.clone()) as &[Option<String>],
        &text(|offer| Some(joined_gtins(offer.draft))) as &[Option<String>],
        &text(|offer| offer.draft.non_part_reason.map(|reason| reason.as_str().to_owned()))
            as &[Option<String>],
        &text(|offer| offer.draft.page_url.clone()) as &[Option<String>],
        &text(|offer| offer.draft.unsure.map(|category| Category::as_str(category).to_owned()))
            as &[Option<String>],
        &text(|offer| Some(offer.draft.retailer_categories.join(ITEM_SEPARATOR))) as &[Option<String>],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.external_id)).collect())
}

fn joined_gtins(draft: &OfferDraft) -> String {
    draft.gtins.iter().map(Gtin::as_str).collect::<Vec<_>>().join(ITEM_SEPARATOR)
}

fn model_key(draft: &OfferDraft) -> Option<String> {
    keys::model_key(draft.category?, draft.manufacturer.as_deref()?, draft.model.as_deref()?, &draft.specs)
}

fn part_number_keys(draft: &OfferDraft) -> Vec<String> {
    draft.part_numbers.iter().filter_map(|number| keys::part_number_key(number)).collect()
}

/// Ends the pinned prices of these offers.
pub(crate) async fn unpin_prices(tx: &mut PgTransaction<'_>, offers: &[OfferId]) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set pinned = pinned - 'price' where id = any($1::uuid[])",
        offers as &[OfferId]
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
