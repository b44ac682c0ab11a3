//! Facts of products as terms and as values of columns, each made once: a catalogue has few facts and repeats them.

use domain::model::{Category, SpecValue};
use rustc_hash::FxHashMap;

use crate::{
    config::facet_plan::SlotPlan,
    storage::schema::{SEPARATOR, filter_term},
    text::fold::fold,
};

/// Number of facts that are remembered; beyond it all are forgotten.
const MAX_FACTS: usize = 50_000;

/// One fact of a product.
#[derive(Debug)]
pub(crate) struct IndexedFact {
    /// Text for the columns: the kind of fact, and its values.
    pub(crate) column: String,
    /// Terms for the inverted index, one for each value, each behind a space.
    pub(crate) terms: String,
}

/// Facts that were made before.
#[derive(Default)]
pub(crate) struct FactCache {
    categories: FxHashMap<Category, String>,
    manufacturers: FxHashMap<String, IndexedFact>,
    /// By category, slot and a text that identifies the value; `None` where the value says nothing.
    slots: FxHashMap<String, Option<IndexedFact>>,
    key: String,
}

impl FactCache {
    /// Returns the term of a category.
    pub(crate) fn category(&mut self, category: Category) -> &str {
        self.categories.entry(category).or_insert_with(|| filter_term("category", category.as_str()))
    }

    pub(crate) fn manufacturer(&mut self, manufacturer: &str) -> &IndexedFact {
        if self.manufacturers.len() > MAX_FACTS {
            self.manufacturers.clear();
        }
        if !self.manufacturers.contains_key(manufacturer) {
            let fact = IndexedFact {
                column: format!("b{}{SEPARATOR}{manufacturer}", fold(manufacturer)),
                terms: format!(" {}", filter_term("brand", manufacturer)),
            };
            self.manufacturers.insert(manufacturer.to_owned(), fact);
        }
        &self.manufacturers[manufacturer]
    }

    pub(crate) fn slot(
        &mut self,
        category: usize,
        slot: usize,
        plan: &SlotPlan,
        value: &SpecValue,
    ) -> Option<&IndexedFact> {
        if self.slots.len() > MAX_FACTS {
            self.slots.clear();
        }
        self.key.clear();
        self.key.extend([category as u8 as char, slot as u8 as char]);
        write_value(value, &mut self.key);
        if !self.slots.contains_key(&self.key) {
            self.slots.insert(self.key.clone(), fact(category, slot, plan, value));
        }
        self.slots[&self.key].as_ref()
    }
}

fn fact(category: usize, slot: usize, plan: &SlotPlan, value: &SpecValue) -> Option<IndexedFact> {
    let mut values = value.to_texts();
    values.retain(|value| !value.trim().is_empty());
    values.sort_unstable();
    values.dedup();
    if values.is_empty() {
        return None;
    }
    let terms = values.iter().map(|value| format!(" {}", filter_term(plan.key.as_str(), value))).collect();
    let column = format!("s{category}.{slot}{SEPARATOR}{}", values.join(&SEPARATOR.to_string()));
    Some(IndexedFact { column, terms })
}

/// Appends a text that identifies a value among all others.
fn write_value(value: &SpecValue, key: &mut String) {
    use std::fmt::Write as _;
    let written = match value {
        SpecValue::Flag(flag) => write!(key, "f{flag}"),
        SpecValue::Integer(number) => write!(key, "i{number}"),
        SpecValue::Number(number) => write!(key, "n{:x}", number.to_bits()),
        SpecValue::Text(text) => {
            key.push('t');
            key.push_str(text);
            Ok(())
        }
        SpecValue::List(items) => items.iter().try_for_each(|item| write!(key, "l{}:{item}", item.len())),
    };
    // Writing into a string never fails.
    let _ = written;
}
