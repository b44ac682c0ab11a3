use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::{AffiliateTemplate, Fils, RetailerId, Slug};

/// The platform of a retailer's site, which chooses the adapter that reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum PlatformKind {
    Shopify,
    Woocommerce,
    Magento,
    Occ,
    SchemaOrg,
    Selectors,
    Feed,
}

/// A retailer's delivery fee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ShippingRule {
    /// The fee for a basket below `free_over`, whatever its size; `None` when not known.
    pub flat: Option<Fils>,
    /// The basket total from which delivery is free.
    pub free_over: Option<Fils>,
}

impl ShippingRule {
    /// Returns the fee for a basket of `total`; `None` when not known.
    pub fn fee(&self, total: Fils) -> Option<Fils> {
        match self.free_over {
            Some(limit) if total >= limit => Some(Fils::ZERO),
            _ => self.flat,
        }
    }
}

/// A retailer as its TOML file declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetailerDraft {
    pub slug: Slug,
    pub name_en: String,
    pub name_ar: String,
    pub base_url: String,
    pub platform: PlatformKind,
    pub shipping: ShippingRule,
    /// Whether the retailer accepts payment by instalments through Tabby.
    pub tabby: bool,
    pub affiliate: Option<AffiliateTemplate>,
    pub enabled: bool,
}

/// A retailer as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retailer {
    pub id: RetailerId,
    pub slug: Slug,
    pub name_en: String,
    pub name_ar: String,
    pub base_url: String,
    pub platform: PlatformKind,
    pub shipping: ShippingRule,
    pub tabby: bool,
    /// How links to its offers say that a shopper comes from this site.
    pub affiliate: Option<AffiliateTemplate>,
    pub enabled: bool,
    /// Counts from 0 in the order in which retailers were added, and determines the retailer's colour.
    pub position: i32,
    /// The end of the last complete crawl.
    pub crawled_at: Option<OffsetDateTime>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delivery_is_free_from_the_limit_on() {
        let rule = ShippingRule { flat: Some(Fils(2000)), free_over: Some(Fils(25_000)) };
        assert_eq!(rule.fee(Fils(24_999)), Some(Fils(2000)));
        assert_eq!(rule.fee(Fils(25_000)), Some(Fils::ZERO));
        assert_eq!(ShippingRule::default().fee(Fils(1)), None);
    }
}
