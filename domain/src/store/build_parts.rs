use serde::Deserialize;
use sqlx::{PgExecutor, types::Json};

use crate::{
    compat::Part,
    model::{AffiliateTemplate, Category, Fils, ProductId, ShippingRule, Slug, Specs, Stock, shopper_url},
};

/// A product as a build needs it: its facts for the rules, and its offers.
#[derive(Debug, Clone, PartialEq)]
pub struct BuildPartRow {
    pub part: Part,
    /// Live offers, cheapest first.
    pub offers: Vec<BuildPartOffer>,
}

/// A product as the rules need it, with its price.
#[derive(Debug, Clone, PartialEq)]
pub struct PricedPart {
    pub part: Part,
    /// As [`BuildPartRow::shown_price`].
    pub price: Option<Fils>,
}

/// A retailer's offer, with the retailer's delivery rule.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BuildPartOffer {
    pub retailer_slug: Slug,
    pub retailer_name_en: String,
    pub retailer_name_ar: String,
    pub retailer_position: i32,
    pub price: Fils,
    pub stock: Stock,
    pub stock_left: Option<i32>,
    url: String,
    affiliate: Option<AffiliateTemplate>,
    shipping_flat: Option<Fils>,
    free_over: Option<Fils>,
}

impl BuildPartOffer {
    /// Returns the link to the offer, for shoppers.
    pub fn shopper_url(&self) -> String {
        shopper_url(&self.url, self.affiliate.as_ref())
    }

    /// Returns the retailer's delivery rule.
    pub fn shipping(&self) -> ShippingRule {
        ShippingRule { flat: self.shipping_flat, free_over: self.free_over }
    }

    /// Whether the offer has this quantity in stock; unknown stock does not count as in stock.
    pub fn has_quantity(&self, quantity: u32) -> bool {
        self.stock == Stock::In && self.stock_left.is_none_or(|left| i64::from(left) >= i64::from(quantity))
    }
}

impl BuildPartRow {
    /// Returns the shown price: the cheapest in stock, else the cheapest on pre-order, else the cheapest.
    pub fn shown_price(&self) -> Option<Fils> {
        self.offers.iter().min_by_key(|offer| offer.stock.rank()).map(|offer| offer.price)
    }
}

/// Loads these products with their offers, in no particular order and in one query. Unknown and removed products
/// (merged ones) are left out.
pub async fn load(db: impl PgExecutor<'_>, ids: &[ProductId]) -> sqlx::Result<Vec<BuildPartRow>> {
    let rows = sqlx::query!(
        r#"select id as "id: ProductId", category as "category: Category", name, specs as "specs: Json<Specs>",
               (select coalesce(jsonb_agg(jsonb_build_object(
                       'retailer_slug', slug, 'retailer_name_en', name_en, 'retailer_name_ar', name_ar,
                       'retailer_position', position, 'price', price_fils, 'stock', lower(offer_stock(stock, pre_order)), 'stock_left', stock_left,
                       'url', url, 'affiliate', affiliate, 'shipping_flat', shipping_flat_fils, 'free_over', shipping_free_over_fils
                   ) order by price_fils, offer.id), '[]')
                from offer join retailer on retailer.id = retailer_id
                where product_id = product.id and ended_at is null and enabled) as "offers!: Json<Vec<BuildPartOffer>>"
           from product where id = any($1::uuid[]) and removed_at is null"#,
        ids as &[ProductId],
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| BuildPartRow {
            part: Part { id: row.id, category: row.category, name: row.name, specs: row.specs.0 },
            offers: row.offers.0,
        })
        .collect())
}

/// Loads these products as [`load`], with the shown price instead of the offers.
pub async fn load_with_prices(db: impl PgExecutor<'_>, ids: &[ProductId]) -> sqlx::Result<Vec<PricedPart>> {
    let rows = sqlx::query!(
        r#"select id as "id: ProductId", category as "category: Category", name, specs as "specs: Json<Specs>",
               (select price_fils from offer join retailer on retailer.id = retailer_id
                where product_id = product.id and ended_at is null and enabled
                order by stock <> 'IN', offer_stock(stock, pre_order) <> 'PRE_ORDER', price_fils, offer.id limit 1) as "price: Fils"
           from product where id = any($1::uuid[]) and removed_at is null"#,
        ids as &[ProductId],
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| PricedPart {
            part: Part { id: row.id, category: row.category, name: row.name, specs: row.specs.0 },
            price: row.price,
        })
        .collect())
}
