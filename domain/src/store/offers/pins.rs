//! What an admin set on an offer, and a crawl leaves.

use serde::{Deserialize, Serialize};

use crate::model::{Category, Fils, OfferDraft};

/// A price that holds until the shop's own moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinnedPrice {
    pub price: Fils,
    /// What the shop asked when it was pinned.
    pub shop_price: Fils,
}

/// Fields that stay as an admin set them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pins {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<Category>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manufacturer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<PinnedPrice>,
}

impl Pins {
    /// Whether nothing is pinned.
    pub fn is_empty(&self) -> bool {
        *self == Pins::default()
    }

    /// The draft as it is to be stored, and whether the shop's own price moved, so that the pinned one ends.
    pub(super) fn lay_over(&self, draft: &OfferDraft) -> (OfferDraft, bool) {
        let mut laid = draft.clone();
        if let Some(name) = &self.name {
            laid.title_en = Some(name.clone());
        }
        laid.category = self.category.or(laid.category);
        if let Some(manufacturer) = &self.manufacturer {
            laid.manufacturer = Some(manufacturer.clone());
        }
        match self.price {
            Some(pinned) if pinned.shop_price == draft.price => {
                laid.price = pinned.price;
                laid.list_price = laid.list_price.filter(|list| *list > pinned.price);
                (laid, false)
            }
            Some(_) => (laid, true),
            None => (laid, false),
        }
    }
}
