//! A part's facts as the rules read them: specs in one spelling, and inferred facts, each with its origin.
//!
//! The search index stores the same facts with a product, so that a [`crate::compat::Filter`] and the rules agree.

mod board;
mod card;
mod other_parts;
mod processor;
mod spelling;

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;

use crate::model::{Category, SpecKey, SpecValue, Specs};

/// The key of a fact: a spec, or one of the few facts that the rules derive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum FactKey {
    /// The spec of that name, in one spelling.
    #[strum(transparent)]
    Spec(SpecKey),
    /// A processor's generation, a key of `config/compat/generations.tsv`.
    CpuGeneration,
    /// A processor's sustained package power or a card's board power, in W.
    Watts,
    /// 8-pin EPS connectors that a board needs; a 4-pin connector counts as a half.
    EpsConnectors,
    /// The PCIe generation of a drive's interface.
    PcieGeneration,
    /// The highest data rate that a card's outputs carry, in Gb/s.
    DisplayRate,
    /// The data rate of a monitor's resolution and refresh rate, in Gb/s.
    PictureRate,
    /// 6- and 8-pin plugs that a card needs or a supply has; a supply's 6+2-pin plug serves as either.
    PciePlugs,
    /// A case's radiator positions with their sizes, such as `front 360`; `radiatorSupport` holds the sizes alone.
    RadiatorPlaces,
}

impl FactKey {
    /// Returns the stored and sent name: the spec's, or the derived fact's own.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Serialize for FactKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl From<SpecKey> for FactKey {
    fn from(key: SpecKey) -> Self {
        FactKey::Spec(key)
    }
}

/// A fact's value as the rules compare it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    Flag(bool),
    Number(f64),
    Words(Vec<String>),
}

impl Value {
    /// Returns a value of one word.
    pub fn word(word: impl Into<String>) -> Self {
        Value::Words(vec![word.into()])
    }
}

/// The origin of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Origin {
    /// The part's own specs state the fact.
    Stated,
    /// The part's name contains the fact.
    Name,
    /// A table gives the fact for the processor's model or the card's chip.
    Model,
    /// The board's chipset implies the fact.
    Chipset,
    /// The socket implies the fact.
    Socket,
    /// Computed from other facts of the part.
    Reckoned,
}

/// A value and its origin.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SourcedValue {
    pub value: Value,
    pub origin: Origin,
}

/// The known facts of one part. An absent fact is not known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facts(Arc<BTreeMap<FactKey, SourcedValue>>);

impl FromIterator<(FactKey, SourcedValue)> for Facts {
    fn from_iter<I: IntoIterator<Item = (FactKey, SourcedValue)>>(facts: I) -> Self {
        Self(Arc::new(facts.into_iter().collect()))
    }
}

impl Facts {
    /// Reads a product's specs, and infers the facts that its name implies.
    pub fn read(category: Category, name: &str, specs: &Specs) -> Facts {
        let mut facts = Facts::default();
        match category {
            Category::Cpu => processor::read(&mut facts, name, specs),
            Category::Motherboard => board::read(&mut facts, name, specs),
            Category::Gpu => card::read(&mut facts, name, specs),
            Category::Ram => other_parts::read_memory(&mut facts, name, specs),
            Category::Storage => other_parts::read_drive(&mut facts, specs),
            Category::CpuCooler => other_parts::read_cooler(&mut facts, specs),
            Category::Case => other_parts::read_case(&mut facts, specs),
            Category::Psu => other_parts::read_psu(&mut facts, specs),
            Category::Monitor => other_parts::read_monitor(&mut facts, specs),
            Category::CaseFan => facts.copy_stated(specs, &[SpecKey::FanQuantity, SpecKey::FanSize]),
            _ => {}
        }
        facts
    }

    /// Refers to the facts of another part if they are equal, and frees its own.
    pub(crate) fn share_with(&mut self, other: &Facts) {
        if self == other {
            self.0 = Arc::clone(&other.0);
        }
    }

    /// Returns a fact with its origin.
    pub fn get(&self, key: impl Into<FactKey>) -> Option<&SourcedValue> {
        self.0.get(&key.into())
    }

    /// Returns a fact as a number.
    pub fn number(&self, key: impl Into<FactKey>) -> Option<f64> {
        match self.get(key)?.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns a fact as its words.
    pub fn words(&self, key: impl Into<FactKey>) -> Option<&[String]> {
        match &self.get(key)?.value {
            Value::Words(words) => Some(words),
            _ => None,
        }
    }

    /// Returns a fact of exactly one word.
    pub fn word(&self, key: impl Into<FactKey>) -> Option<&str> {
        match self.words(key)? {
            [word] => Some(word),
            _ => None,
        }
    }

    /// Returns a fact as a flag.
    pub fn flag(&self, key: impl Into<FactKey>) -> Option<bool> {
        match self.get(key)?.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    /// Returns all facts, for the index to store with a product.
    pub fn iter(&self) -> impl Iterator<Item = (FactKey, &SourcedValue)> {
        self.0.iter().map(|(key, known)| (*key, known))
    }

    fn put(&mut self, key: impl Into<FactKey>, value: Value, origin: Origin) {
        Arc::make_mut(&mut self.0).insert(key.into(), SourcedValue { value, origin });
    }

    fn put_number(&mut self, key: impl Into<FactKey>, number: f64, origin: Origin) {
        self.put(key, Value::Number(number), origin);
    }

    /// Copies the numbers and flags among the named specs as stated.
    fn copy_stated(&mut self, specs: &Specs, keys: &[SpecKey]) {
        for key in keys {
            let value = match specs.get(*key) {
                Some(SpecValue::Integer(number)) => Value::Number(*number as f64),
                Some(SpecValue::Number(number)) => Value::Number(*number),
                Some(SpecValue::Flag(flag)) => Value::Flag(*flag),
                _ => continue,
            };
            self.put(*key, value, Origin::Stated);
        }
    }

    /// Copies the words of a text or list, each in the spelling of `spell`. A spec without any word left is not known.
    fn copy_words(&mut self, specs: &Specs, key: SpecKey, spell: impl Fn(&str) -> Option<String>) {
        let words = match specs.get(key) {
            Some(SpecValue::Text(text)) => vec![text.as_str()],
            Some(SpecValue::List(items)) => items.iter().map(String::as_str).collect(),
            _ => return,
        };
        let mut spelt: Vec<String> = words.into_iter().filter_map(spell).collect();
        spelt.sort();
        spelt.dedup();
        if !spelt.is_empty() {
            self.put(key, Value::Words(spelt), Origin::Stated);
        }
    }
}
