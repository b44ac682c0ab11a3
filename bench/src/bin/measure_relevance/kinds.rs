//! The kinds of parts, as shoppers write them: nouns and one fact each, in English and Arabic.

use domain::model::{Category, SpecKey};
use indexer::Document;

/// A kind of part.
pub(crate) struct Kind {
    pub(crate) category: Category,
    pub(crate) nouns: &'static [&'static str],
    /// Names of the kind in the column `english` of `arabic_terms.tsv`.
    pub(crate) terms: &'static [&'static str],
    /// The fact that shoppers of the kind state most often, with its unit in both languages.
    fact: Option<(SpecKey, &'static str, &'static str)>,
}

/// A stated fact.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StatedFact {
    pub(crate) key: SpecKey,
    /// The value, as `SpecValue::to_texts` writes it.
    pub(crate) value: String,
    pub(crate) english: String,
    pub(crate) arabic: String,
}

pub(crate) const KINDS: [Kind; 10] = [
    Kind {
        category: Category::Gpu,
        nouns: &["gpu", "graphics card", "video card"],
        terms: &["graphics card"],
        fact: Some((SpecKey::GpuVram, "gb", "جيجا")),
    },
    Kind {
        category: Category::Cpu,
        nouns: &["cpu", "processor"],
        terms: &["processor"],
        fact: Some((SpecKey::Cores, " core", "نواة")),
    },
    Kind {
        category: Category::Motherboard,
        nouns: &["motherboard", "mobo"],
        terms: &["motherboard"],
        fact: Some((SpecKey::Socket, "", "")),
    },
    Kind {
        category: Category::Ram,
        nouns: &["ram", "memory"],
        terms: &["memory"],
        fact: Some((SpecKey::RamCapacity, "gb", "جيجا")),
    },
    Kind {
        category: Category::Psu,
        nouns: &["psu", "power supply"],
        terms: &["power supply"],
        fact: Some((SpecKey::PsuWattage, "w", "واط")),
    },
    Kind {
        category: Category::Storage,
        nouns: &["storage", "drive"],
        terms: &[],
        fact: Some((SpecKey::StorageCapacity, "gb", "جيجا")),
    },
    Kind { category: Category::Case, nouns: &["case", "pc case"], terms: &["pc case"], fact: None },
    Kind {
        category: Category::CaseFan,
        nouns: &["case fan", "fan"],
        terms: &["case fan"],
        fact: Some((SpecKey::FanSize, "mm", "ملم")),
    },
    Kind {
        category: Category::CpuCooler,
        nouns: &["cpu cooler", "cooler"],
        terms: &["cpu cooler"],
        fact: Some((SpecKey::RadiatorSize, "mm", "ملم")),
    },
    Kind {
        category: Category::Monitor,
        nouns: &["monitor", "screen"],
        terms: &["monitor"],
        fact: Some((SpecKey::RefreshRate, "hz", "هرتز")),
    },
];

impl Kind {
    /// Returns the kind of a category; `None` for peripherals.
    pub(crate) fn of(category: Category) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.category == category)
    }

    /// Returns the fact of a product, as shoppers state it.
    pub(crate) fn fact_of(&self, document: &Document) -> Option<StatedFact> {
        let (key, unit, arabic_unit) = self.fact?;
        let value = document.specs.get(key)?.to_texts().into_iter().next()?;
        let thousands = value.strip_suffix("000").filter(|_| key == SpecKey::StorageCapacity);
        let (english, arabic) = match thousands {
            Some(terabytes) => (format!("{terabytes}tb"), format!("{terabytes} تيرا")),
            None => (format!("{value}{unit}"), format!("{value} {arabic_unit}").trim_end().to_owned()),
        };
        Some(StatedFact { key, english: english.to_lowercase(), arabic: arabic.to_lowercase(), value })
    }
}
