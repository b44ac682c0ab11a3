//! Pinned fields: values that an administrator set on an offer and crawls leave alone.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::model::{Category, Fils, NonPartReason, OfferDraft};

/// A field that an administrator may pin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum PinnedField {
    Name,
    Category,
    Manufacturer,
    Price,
}

/// A pinned price, valid until the retailer's own price changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinnedPrice {
    pub price: Fils,
    /// The retailer's own price when the price was pinned.
    #[serde(rename = "shop_price")]
    pub retailer_price: Fils,
}

/// The pinned values of an offer.
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
    /// Every field, in the order of the administrators' table.
    pub const ALL: &'static [PinnedField] = Self::VARIANTS;

    /// Returns the name on the wire.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// Sets the category, which also decides whether the offer is a part.
pub(crate) fn set_category(draft: &mut OfferDraft, category: Category) {
    draft.category = Some(category);
    draft.unsure = None;
    draft.non_part_reason = match category {
        Category::Other => Some(draft.non_part_reason.unwrap_or(NonPartReason::Other)),
        _ => None,
    };
}

impl Pins {
    /// Whether nothing is pinned.
    pub fn is_empty(&self) -> bool {
        *self == Pins::default()
    }

    /// Returns the pinned fields.
    pub fn fields(&self) -> Vec<PinnedField> {
        let is_pinned = |field: &PinnedField| match field {
            PinnedField::Name => self.name.is_some(),
            PinnedField::Category => self.category.is_some(),
            PinnedField::Manufacturer => self.manufacturer.is_some(),
            PinnedField::Price => self.price.is_some(),
        };
        PinnedField::ALL.iter().copied().filter(is_pinned).collect()
    }

    /// Unpins a field. The retailer's own price is known and is restored at once; other fields are restored by the
    /// next crawl.
    pub(crate) fn release(&mut self, field: PinnedField, draft: &mut OfferDraft) {
        match field {
            PinnedField::Name => self.name = None,
            PinnedField::Category => self.category = None,
            PinnedField::Manufacturer => self.manufacturer = None,
            PinnedField::Price => {
                if let Some(pinned) = self.price.take() {
                    draft.price = pinned.retailer_price;
                }
            }
        }
    }

    /// Returns the draft with the pinned values, and whether the retailer's own price changed, which ends a pinned
    /// price.
    pub(crate) fn apply(&self, draft: &OfferDraft) -> (OfferDraft, bool) {
        let mut pinned_draft = draft.clone();
        if let Some(name) = &self.name {
            pinned_draft.title_en = Some(name.clone());
        }
        if let Some(category) = self.category {
            set_category(&mut pinned_draft, category);
        }
        if let Some(manufacturer) = &self.manufacturer {
            pinned_draft.manufacturer = Some(manufacturer.clone());
        }
        match self.price {
            Some(pinned) if pinned.retailer_price == draft.price => {
                pinned_draft.price = pinned.price;
                pinned_draft.list_price = pinned_draft.list_price.filter(|list| *list > pinned.price);
                (pinned_draft, false)
            }
            Some(_) => (pinned_draft, true),
            None => (pinned_draft, false),
        }
    }
}
