//! The prices that retailers state now, published and held, with what the price screen compares them by.

use sqlx::{PgTransaction, types::Json};
use uuid::Uuid;

use crate::model::{Category, Fils, OfferId, PriceClass, ProductId, RetailerId, SpecKey, SpecValue};

/// A price that a retailer states now.
pub struct StatedPriceRow {
    pub retailer_id: RetailerId,
    pub external_id: String,
    /// The published offer; `None` for a held one.
    pub offer_id: Option<OfferId>,
    /// The held offer; `None` for a published one.
    pub held_id: Option<Uuid>,
    pub product_id: Option<ProductId>,
    category: Option<Category>,
    first_fact: Option<Json<SpecValue>>,
    second_fact: Option<Json<SpecValue>>,
    pub price: Fils,
    /// Whether the offer may be bought.
    pub is_evidence: bool,
    /// Whether an administrator or operator has seen the price.
    pub is_trusted: bool,
}

impl StatedPriceRow {
    /// Returns the class of the offer, by the facts that it states. `None` where it is no part.
    pub fn class(&self) -> Option<PriceClass> {
        let facts = [&self.first_fact, &self.second_fact];
        PriceClass::with_facts(self.category?, facts.map(|fact| fact.as_ref().map(|fact| &fact.0)))
    }
}

/// Makes every other transaction that decides over all prices wait until this one has ended. Two that read at once would
/// not see each other's decisions: a price that the one holds for want of evidence would stay held, although the other,
/// which has the evidence, saw it published.
pub async fn lock(tx: &mut PgTransaction<'_>) -> sqlx::Result<()> {
    sqlx::query!("select 1 as one from pg_advisory_xact_lock(hashtext('screen_first_prices'))")
        .fetch_one(&mut **tx)
        .await?;
    Ok(())
}

/// Returns the published prices of the enabled retailers, and the held prices of offers that are not published at another
/// price. Of the held ones, only those that were held for one of `reasons`.
///
/// A published price is trusted where an administrator has pinned it or matched the offer, and where a price was released
/// from which it differs by at most `moved_percent`.
pub async fn list(
    tx: &mut PgTransaction<'_>,
    reasons: &[&str],
    moved_percent: i64,
) -> sqlx::Result<Vec<StatedPriceRow>> {
    let key = |keys: &[SpecKey], place: usize| keys.get(place).map(|key| key.as_str().to_owned());
    let categories: Vec<String> = Category::ALL.iter().map(|category| category.as_str().to_owned()).collect();
    let keys = Category::ALL.map(PriceClass::keys);
    let first_keys: Vec<Option<String>> = keys.iter().map(|keys| key(keys, 0)).collect();
    let second_keys: Vec<Option<String>> = keys.iter().map(|keys| key(keys, 1)).collect();
    sqlx::query_as!(
        StatedPriceRow,
        r#"with class_key as (
               select * from unnest($1::text[], $2::text[], $3::text[]) as key (category, first_key, second_key))
           select offer.retailer_id as "retailer_id!: RetailerId", offer.external_id as "external_id!",
               offer.id as "offer_id: OfferId", null::uuid as "held_id", offer.product_id as "product_id: ProductId",
               offer.category as "category: Category", specs -> first_key as "first_fact: Json<SpecValue>",
               specs -> second_key as "second_fact: Json<SpecValue>", offer.price_fils as "price!: Fils",
               offer.stock <> 'OUT' as "is_evidence!",
               offer.pinned ? 'price' or offer.linked_by is not distinct from 'ADMIN' or exists (
                   select from held_offer as released
                   where released.retailer_id = offer.retailer_id and released.external_id = offer.external_id
                       and released.state = 'RELEASED'
                       and abs(offer.price_fils - released.price_fils) * 100 <= released.price_fils * $5)
                   as "is_trusted!"
           from offer join retailer on retailer.id = offer.retailer_id and retailer.enabled
           left join class_key on class_key.category = offer.category
           where offer.ended_at is null and offer.deleted_at is null
               and (offer.category <> 'OTHER' or offer.product_id is not null)
           union all
           select held_offer.retailer_id, held_offer.external_id, null, held_offer.id,
               case when product.removed_at is null then product.id else product.merged_into end,
               held_offer.draft ->> 'category',
               held_offer.draft -> 'specs' -> first_key, held_offer.draft -> 'specs' -> second_key,
               held_offer.price_fils, held_offer.draft ->> 'stock' <> 'out', false
           from held_offer join retailer on retailer.id = held_offer.retailer_id and retailer.enabled
           left join product on product.id = held_offer.product_id
           left join class_key on class_key.category = held_offer.draft ->> 'category'
           where held_offer.state = 'HELD' and held_offer.reason = any($4::text[]) and not exists (
               select from offer as published
               where published.retailer_id = held_offer.retailer_id
                   and published.external_id = held_offer.external_id
                   and (published.ended_at is null or published.deleted_at is not null))"#,
        &categories,
        &first_keys as &[Option<String>],
        &second_keys as &[Option<String>],
        reasons as &[&str],
        moved_percent,
    )
    .fetch_all(&mut **tx)
    .await
}
