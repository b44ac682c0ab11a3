use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::{Fils, RetailerId, Slug};

/// Which adapter reads a shop.
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

/// What a shop asks for delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ShippingRule {
    /// The fee for a basket; `None` when not known.
    pub flat: Option<Fils>,
    /// The basket from which delivery is free.
    pub free_over: Option<Fils>,
}

impl ShippingRule {
    /// The fee for a basket of `total`; `None` when not known.
    pub fn fee(&self, total: Fils) -> Option<Fils> {
        match self.free_over {
            Some(limit) if total >= limit => Some(Fils::ZERO),
            _ => self.flat,
        }
    }
}

/// A shop as its TOML file declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetailerDraft {
    pub slug: Slug,
    pub name_en: String,
    pub name_ar: String,
    pub base_url: String,
    pub platform: PlatformKind,
    pub shipping: ShippingRule,
    /// Whether the shop takes Tabby's instalments.
    pub tabby: bool,
    pub enabled: bool,
}

/// A shop as it is stored.
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
    pub enabled: bool,
    /// Counts from 0 in the order the shops were added; a shop keeps its colour by it.
    pub position: i32,
    /// The end of the last crawl that went through.
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
