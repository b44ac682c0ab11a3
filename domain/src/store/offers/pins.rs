//! What an admin set on an offer, and a crawl leaves.

use serde::{Deserialize, Serialize};

use crate::model::{Category, Fils, NonPartReason, OfferDraft};

/// A field that an admin may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PinnedField {
    Name,
    Category,
    Manufacturer,
    Price,
}

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

impl PinnedField {
    /// Every one, in the order of the admin's table.
    pub const ALL: [PinnedField; 4] =
        [PinnedField::Name, PinnedField::Category, PinnedField::Manufacturer, PinnedField::Price];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            PinnedField::Name => "name",
            PinnedField::Category => "category",
            PinnedField::Manufacturer => "manufacturer",
            PinnedField::Price => "price",
        }
    }
}

/// A category that an admin sets also decides whether the offer is a part.
pub(super) fn set_category(draft: &mut OfferDraft, category: Category) {
    draft.category = Some(category);
    draft.no_part = match category {
        Category::Other => Some(draft.no_part.unwrap_or(NonPartReason::Other)),
        _ => None,
    };
}

impl Pins {
    /// Whether nothing is pinned.
    pub fn is_empty(&self) -> bool {
        *self == Pins::default()
    }

    /// The fields that are pinned.
    pub fn fields(&self) -> Vec<PinnedField> {
        let is_pinned = |field: &PinnedField| match field {
            PinnedField::Name => self.name.is_some(),
            PinnedField::Category => self.category.is_some(),
            PinnedField::Manufacturer => self.manufacturer.is_some(),
            PinnedField::Price => self.price.is_some(),
        };
        PinnedField::ALL.into_iter().filter(is_pinned).collect()
    }

    /// Gives a field back to the shop. Its price is known and comes back at once, the rest with the next crawl.
    pub(super) fn release(&mut self, field: PinnedField, draft: &mut OfferDraft) {
        match field {
            PinnedField::Name => self.name = None,
            PinnedField::Category => self.category = None,
            PinnedField::Manufacturer => self.manufacturer = None,
            PinnedField::Price => {
                if let Some(pinned) = self.price.take() {
                    draft.price = pinned.shop_price;
                }
            }
        }
    }

    /// The draft as it is to be stored, and whether the shop's own price moved, so that the pinned one ends.
    pub(super) fn apply(&self, draft: &OfferDraft) -> (OfferDraft, bool) {
        let mut laid = draft.clone();
        if let Some(name) = &self.name {
            laid.title_en = Some(name.clone());
        }
        if let Some(category) = self.category {
            set_category(&mut laid, category);
        }
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
