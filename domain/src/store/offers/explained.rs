//! An offer with everything that was decided about it.

use sqlx::{PgExecutor, types::Json};

use super::pins::Pins;
use crate::{
    model::{Category, Evidence, Fils, MatchedBy, NonPartReason, OfferId, ProductId, RetailerId, Slug},
    store::{matches::MatchStatus, unmatched::WaitReason},
};

/// An offer as an operator looks at it.
#[derive(Debug, Clone, PartialEq)]
pub struct ExplainedOffer {
    pub id: OfferId,
    pub retailer_id: RetailerId,
    pub retailer: Slug,
    /// The retailer's own id.
    pub external_id: String,
    pub title_en: Option<String>,
    pub title_ar: Option<String>,
    pub url: String,
    pub price: Fils,
    /// The retailer's own categories, the path of each in one text.
    pub retailer_categories: Vec<String>,
    pub category: Option<Category>,
    /// The category that an offer without one may have.
    pub unsure: Option<Category>,
    pub non_part_reason: Option<NonPartReason>,
    pub manufacturer: Option<String>,
    pub stated_brand: Option<String>,
    pub model: Option<String>,
    pub part_numbers: Vec<String>,
    pub gtins: Vec<String>,
    /// The fields that an administrator has set.
    pub pins: Json<Pins>,
    pub has_ended: bool,
    pub product_id: Option<ProductId>,
    pub product: Option<String>,
    /// The category of the product.
    pub product_category: Option<Category>,
    pub matched_by: Option<MatchedBy>,
    /// Why the offer has no product; `None` for an offer that has one, and for one that has ended.
    pub wait_reason: Option<WaitReason>,
}

/// A product about which somebody is asked, or has decided, whether an offer is of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ConsideredProduct {
    pub product_id: ProductId,
    pub product: String,
    pub status: MatchStatus,
    /// 0 to 1; 0 for a split.
    pub confidence: f32,
    pub evidence: Json<Vec<Evidence>>,
}

/// Returns the offer with this id, or that is shown at this address: a live one before those that have ended.
pub async fn find_explained(
    db: impl PgExecutor<'_>,
    id: Option<OfferId>,
    address: Option<&str>,
) -> sqlx::Result<Option<ExplainedOffer>> {
    sqlx::query_as!(
        ExplainedOffer,
        r#"select offer.id as "id: OfferId", retailer_id as "retailer_id: RetailerId", retailer.slug as "retailer: Slug",
               external_id, offer.title_en, offer.title_ar, offer.url, offer.price_fils as "price: Fils",
               retailer_categories, offer.category as "category: Category", offer.unsure as "unsure: Category",
               no_part_reason as "non_part_reason: NonPartReason", offer.manufacturer, stated_brand, offer.model,
               part_numbers, gtins, pinned as "pins: Json<Pins>", ended_at is not null as "has_ended!",
               offer.product_id as "product_id: ProductId", product.name as "product?",
               product.category as "product_category?: Category", linked_by as "matched_by: MatchedBy",
               case when waiting.reason = 'CATEGORY_UNKNOWN' and waiting.unsure is not null then 'CATEGORY_UNSURE'
                   else waiting.reason end as "wait_reason?: WaitReason"
           from offer join retailer on retailer.id = retailer_id left join product on product.id = offer.product_id
           left join unjoined_offer as waiting on waiting.id = offer.id
           where offer.id = $1 or offer.url = $2 or page_url = $2
           order by ended_at is not null, offer.id limit 1"#,
        id as Option<OfferId>,
        address,
    )
    .fetch_optional(db)
    .await
}

/// Returns the products that were considered for an offer: pending questions before decisions, the likeliest first.
pub async fn list_considered(
    db: impl PgExecutor<'_>,
    offer: OfferId,
) -> sqlx::Result<Vec<ConsideredProduct>> {
    sqlx::query_as!(
        ConsideredProduct,
        r#"select product_id as "product_id: ProductId", product.name as product, status as "status: MatchStatus",
               confidence, rationale as "evidence: Json<Vec<Evidence>>"
           from product_match join product on product.id = product_id where offer_id = $1
           order by status <> 'PENDING', confidence desc, product_id"#,
        offer as OfferId,
    )
    .fetch_all(db)
    .await
}
