use std::borrow::Cow;

use sqlx::PgExecutor;

use crate::model::{
    AffiliateTemplate, Fils, Offer, OfferId, ProductId, RetailerId, ShippingRule, Slug, Stock,
};

/// An offer with the data of its retailer.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedOffer {
    pub offer: Offer,
    pub retailer_slug: Slug,
    pub retailer_name_en: String,
    pub retailer_name_ar: String,
    pub retailer_position: i32,
    pub tabby: bool,
    pub shipping: ShippingRule,
    pub affiliate: Option<AffiliateTemplate>,
    /// Whether each complete crawl of the retailer confirms the price without a write to the offer: no crawl has missed
    /// it, or failed to read it, since.
    pub is_confirmed_by_crawls: bool,
}

impl ListedOffer {
    /// Returns the link to the offer, for shoppers.
    pub fn shopper_url(&self) -> Cow<'_, str> {
        match &self.affiliate {
            Some(template) => Cow::Owned(template.link(&self.offer.url)),
            None => Cow::Borrowed(&self.offer.url),
        }
    }
}

/// Returns the live offers of these products, of enabled retailers alone, cheapest first within a product.
///
/// A price was confirmed when it was last read: `stored_at`, which batches, refreshes and crawls that are not complete
/// set, or the retailer's last complete crawl (`crawled_at`), if that did not miss the offer.
pub async fn list_live(db: impl PgExecutor<'_>, products: &[ProductId]) -> sqlx::Result<Vec<ListedOffer>> {
    let rows = sqlx::query!(
        r#"select offer.id as "id: OfferId", retailer_id as "retailer_id: RetailerId", external_id,
               product_id as "product_id: ProductId", title_en, title_ar, url, image_url,
               price_fils as "price: Fils", list_price_fils as "list_price: Fils", 
               offer_stock(stock, pre_order) as "stock!: Stock", stock_left,
               coalesce(unconfirmed_since, greatest(coalesce(offer.stored_at, offer.updated_at),
                   case when missed_crawls = 0 then crawled_at end)) as "price_confirmed_at!",
               missed_crawls = 0 and unconfirmed_since is null as "is_confirmed_by_crawls!",
               slug as "slug: Slug", name_en, name_ar, position, tabby,
               shipping_flat_fils as "shipping_flat: Fils", shipping_free_over_fils as "free_over: Fils",
               affiliate as "affiliate: AffiliateTemplate"
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
                price_confirmed_at: row.price_confirmed_at,
            },
            retailer_slug: row.slug,
            retailer_name_en: row.name_en,
            retailer_name_ar: row.name_ar,
            retailer_position: row.position,
            tabby: row.tabby,
            shipping: ShippingRule { flat: row.shipping_flat, free_over: row.free_over },
            affiliate: row.affiliate,
            is_confirmed_by_crawls: row.is_confirmed_by_crawls,
        })
        .collect())
}

/// The number of a retailer's live offers (not ended, whether shown or not), and of those that wait for a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OfferCounts {
    #[serde(skip)]
    pub retailer_id: RetailerId,
    pub live: i64,
    pub unmatched: i64,
}

/// Returns the counts of every retailer with live offers.
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
