use domain::model;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::kwd::Kwd;

/// A retailer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Retailer {
    pub slug: String,
    pub name: String,
    pub name_ar: String,
    /// Address of the retailer's home page.
    pub url: String,
    /// Whether the retailer accepts instalments by Tabby.
    pub tabby: bool,
    /// Whether links to its offers say that a shopper comes from this site, for which the retailer may pay.
    pub affiliate: bool,
    pub shipping: Shipping,
    /// Position from 0, never changed: charts derive the retailer's colour and shape from it.
    pub position: i32,
    /// End of the last complete crawl.
    #[serde(with = "time::serde::rfc3339::option")]
    pub crawled_at: Option<OffsetDateTime>,
}

/// Delivery fee of a retailer; null is unknown.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shipping {
    /// Fee per order.
    pub flat: Option<Kwd>,
    /// Order value from which delivery is free.
    pub free_over: Option<Kwd>,
}

impl From<model::Retailer> for Retailer {
    fn from(retailer: model::Retailer) -> Self {
        Self {
            slug: retailer.slug.into(),
            name: retailer.name_en,
            name_ar: retailer.name_ar,
            url: retailer.base_url,
            tabby: retailer.tabby,
            affiliate: retailer.affiliate.is_some(),
            shipping: Shipping {
                flat: retailer.shipping.flat.map(Kwd),
                free_over: retailer.shipping.free_over.map(Kwd),
            },
            position: retailer.position,
            crawled_at: retailer.crawled_at,
        }
    }
}
