//! The few facts of a product that its card shows, in the order and wording of the app's cards (`useKeyFacts` in
//! `web/src/lib/product/useSpecText.ts`).

use std::{collections::BTreeMap, sync::LazyLock};

use domain::{
    model::{Category, SpecKey, SpecValue, Specs},
    store::users::Language,
};

use crate::services::{
    facts::{decimal, write_fact},
    texts::{Sentence, Texts, grouped},
};

/// Number of facts that fit on a card.
const MAX_FACTS: usize = 3;

/// Facts that a card of each category may show, most useful first, from the web app's own file.
static CARD_FACTS: LazyLock<BTreeMap<Category, Vec<SpecKey>>> = LazyLock::new(|| {
    // A test checks that the file can be read.
    serde_json::from_str(include_str!("../../../web/src/lib/cardSpecs.json")).unwrap_or_default()
});

/// Returns the first facts that are known, as a card shows them.
pub fn key_facts(category: Category, specs: &Specs) -> Vec<Sentence> {
    let keys = CARD_FACTS.get(&category).map(Vec::as_slice).unwrap_or_default();
    let facts = keys.iter().filter_map(|key| {
        let write = |language| write_key_fact(Texts(language), *key, specs);
        Some(Sentence { en: write(Language::En)?, ar: write(Language::Ar)? })
    });
    facts.take(MAX_FACTS).collect()
}

/// Returns a fact with what belongs to it; a card has no room for the names of facts, so bare numbers have their noun.
fn write_key_fact(texts: Texts, key: SpecKey, specs: &Specs) -> Option<String> {
    let value = specs.get(key)?;
    let latin = |text: String| Some(texts.isolate(&text));
    let number = |key| specs.integer(key);
    let count = |text: &str| Some(texts.count(text, u64::try_from(specs.integer(key)?).ok()?));
    match key {
        SpecKey::GpuVram => {
            if let (Some(size), Some(kind)) = (number(key), specs.text(SpecKey::MemoryType)) {
                return latin(format!("{size} GB {kind}"));
            }
        }
        SpecKey::RamCapacity => {
            let module = (number(SpecKey::Modules), number(SpecKey::ModuleCapacity));
            if let (Some(size), (Some(modules), Some(each))) = (number(key), module) {
                return latin(format!("{size} GB ({modules}×{each})"));
            }
        }
        SpecKey::RamType => {
            if let (Some(kind), Some(speed)) = (specs.text(key), number(SpecKey::RamSpeed)) {
                return latin(format!("{kind}-{speed}"));
            }
        }
        SpecKey::CasLatency => {
            if let Some(latency) = number(key) {
                return latin(format!("CL{latency}"));
            }
        }
        SpecKey::MaxGpuLength => {
            if let Some(length) = specs.number(key) {
                return Some(texts.fill("unit.reach", &[("value", &decimal(length))]));
            }
        }
        SpecKey::MaxDpi => {
            if let Some(dpi) = number(key).and_then(|dpi| u64::try_from(dpi).ok()) {
                return latin(format!("{} DPI", grouped(dpi)));
            }
        }
        SpecKey::Microphone => {
            return (*value == SpecValue::Flag(true)).then(|| texts.get("unit.withMicrophone").to_owned());
        }
        SpecKey::Buttons => return count("unit.buttonCount"),
        SpecKey::FanQuantity => return count("unit.fanCount"),
        _ => {}
    }
    Some(write_fact(texts, key, value)).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn written(category: Category, facts: Value) -> Vec<String> {
        let (specs, wrong) = Specs::from_json(facts.as_object().unwrap());
        assert!(wrong.is_empty(), "{wrong:?}");
        key_facts(category, &specs).into_iter().map(|fact| fact.en).collect()
    }

    #[test]
    fn every_category_has_facts_for_its_card() {
        for category in Category::ALL {
            assert!(CARD_FACTS.get(&category).is_some_and(|keys| !keys.is_empty()), "{category}");
        }
    }

    #[test]
    fn facts_of_a_card_are_joined_and_named_like_the_app() {
        let card = json!({"gpuVram": 16, "memoryType": "GDDR7", "tdp": 300, "length": 304.5});
        assert_eq!(written(Category::Gpu, card), ["16 GB GDDR7", "300 W", "304.5 mm"]);
        let memory = json!({
            "ramCapacity": 32, "modules": 2, "moduleCapacity": 16, "ramType": "DDR5", "ramSpeed": 6000, "casLatency": 30,
        });
        assert_eq!(written(Category::Ram, memory), ["32 GB (2×16)", "DDR5-6000", "CL30"]);
        let mouse = json!({"maxDpi": 12000, "weight": 67, "buttons": 6});
        assert_eq!(written(Category::Mouse, mouse), ["12,000 DPI", "67 g", "6 buttons"]);
        assert_eq!(written(Category::Headset, json!({"microphone": false})), Vec::<String>::new());
    }
}
