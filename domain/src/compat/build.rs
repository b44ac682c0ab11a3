use serde::Serialize;

use super::facts::Facts;
use crate::model::{Category, ProductId, Specs};

/// The most different products that one build may hold.
pub const MAX_PARTS: usize = 64;
/// The largest quantity of one product, in a slot that takes several.
pub const MAX_QUANTITY: u64 = 32;

/// A product as the rules need it.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    pub id: ProductId,
    pub category: Category,
    pub name: String,
    pub specs: Specs,
}

/// A product and its quantity, to be put into a slot.
#[derive(Debug, Clone, PartialEq)]
pub struct BuildEntry {
    pub slot: Category,
    pub part: Part,
    pub quantity: u64,
}

/// Why an entry was refused; the build has the other entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum RefusedPart {
    #[error("product {product_id} is a {category} and cannot go into the {slot} slot")]
    WrongSlot { product_id: ProductId, slot: Category, category: Category },
    #[error("the {slot} slot takes 1 to {most} of product {product_id}, not {quantity}")]
    Quantity { product_id: ProductId, slot: Category, quantity: u64, most: u64 },
    #[error("the {slot} slot takes one product: {product_id} was left out")]
    SlotTaken { product_id: ProductId, slot: Category },
    #[error("a build holds at most {most} different products: {product_id} was left out")]
    TooManyParts { product_id: ProductId, most: usize },
}

/// A product with its parsed facts, and its quantity in a build. The rules read it.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedPart {
    pub id: ProductId,
    pub category: Category,
    pub name: String,
    pub quantity: u32,
    pub facts: Facts,
}

impl ParsedPart {
    /// Parses a product's facts; the quantity is 1, the slot that of its category.
    pub fn new(part: &Part) -> Self {
        let facts = Facts::read(part.category, &part.name, &part.specs);
        ParsedPart { id: part.id, category: part.category, name: part.name.clone(), quantity: 1, facts }
    }
}

/// The chosen products, in an order that does not depend on the order of choosing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Build {
    parts: Vec<ParsedPart>,
}

/// Whether a slot takes several products, and several of each.
pub fn holds_several(slot: Category) -> bool {
    matches!(slot, Category::Ram | Category::Storage | Category::CaseFan | Category::Monitor)
}

impl Build {
    /// Puts entries into their slots. Returns the build, and the refused entries with a reason: a product in a slot
    /// of another category, a quantity out of range, a second product in a slot that takes one, too many products.
    /// Quantities of a product that is given twice in a slot of several are added up.
    pub fn new(entries: impl IntoIterator<Item = BuildEntry>) -> (Build, Vec<RefusedPart>) {
        let mut build = Build::default();
        let refused = entries.into_iter().filter_map(|entry| build.put(&entry).err()).collect();
        build.sort();
        (build, refused)
    }

    /// Returns a build of parsed parts, each in its category's slot. The caller guarantees valid slots and quantities.
    pub fn from_parsed(parts: impl IntoIterator<Item = ParsedPart>) -> Build {
        let mut build = Build { parts: parts.into_iter().collect() };
        build.sort();
        build
    }

    fn put(&mut self, entry: &BuildEntry) -> Result<(), RefusedPart> {
        let BuildEntry { slot, part, quantity } = entry;
        let (slot, quantity, product_id) = (*slot, *quantity, part.id);
        if slot != part.category {
            return Err(RefusedPart::WrongSlot { product_id, slot, category: part.category });
        }
        let most = if holds_several(slot) { MAX_QUANTITY } else { 1 };
        let existing = self.parts.iter().position(|chosen| chosen.id == product_id);
        let before =
            existing.and_then(|index| self.parts.get(index)).map_or(0, |chosen| u64::from(chosen.quantity));
        if quantity == 0 || quantity > most || (most > 1 && before + quantity > most) {
            return Err(RefusedPart::Quantity {
                product_id,
                slot,
                quantity: quantity.saturating_add(before),
                most,
            });
        }
        if !holds_several(slot) && self.parts.iter().any(|chosen| chosen.category == slot) {
            return Err(RefusedPart::SlotTaken { product_id, slot });
        }
        let total = u32::try_from(before + quantity).unwrap_or(u32::MAX);
        if let Some(chosen) = existing.and_then(|index| self.parts.get_mut(index)) {
            chosen.quantity = total;
            return Ok(());
        }
        if self.parts.len() >= MAX_PARTS {
            return Err(RefusedPart::TooManyParts { product_id, most: MAX_PARTS });
        }
        self.parts.push(ParsedPart { quantity: total, ..ParsedPart::new(part) });
        Ok(())
    }

    fn sort(&mut self) {
        self.parts.sort_by_key(|chosen| (chosen.category, chosen.id));
    }

    /// Returns all chosen products, by category and id.
    pub fn parts(&self) -> &[ParsedPart] {
        &self.parts
    }

    /// Returns the products in a slot.
    pub fn all(&self, slot: Category) -> impl Iterator<Item = &ParsedPart> {
        self.parts.iter().filter(move |chosen| chosen.category == slot)
    }

    /// Returns the product in a slot of one, or the first in a slot of several.
    pub fn one(&self, slot: Category) -> Option<&ParsedPart> {
        self.all(slot).next()
    }

    /// Returns the same build with a slot emptied.
    #[must_use]
    pub fn without(&self, slot: Category) -> Build {
        Build { parts: self.parts.iter().filter(|chosen| chosen.category != slot).cloned().collect() }
    }

    /// Returns the same build with one more product, which replaces the product in a slot of one and joins those in a
    /// slot of several.
    #[must_use]
    pub fn with(&self, candidate: ParsedPart) -> Build {
        let mut build =
            if holds_several(candidate.category) { self.clone() } else { self.without(candidate.category) };
        match build.parts.iter_mut().find(|chosen| chosen.id == candidate.id) {
            Some(chosen) => chosen.quantity = chosen.quantity.saturating_add(candidate.quantity),
            None => build.parts.push(candidate),
        }
        build.sort();
        build
    }
}
