//! Facts about a product, in the groups, order and wording of the app's specification table.

use std::{fmt, sync::LazyLock};

use domain::model::{SpecKey, SpecValue, Specs};
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};

use crate::services::texts::{Sentence, Texts, grouped};

/// Facts whose values are translated, the same as in the web app (`isTranslatable` in `web/src/lib/product/specs.ts`).
const TRANSLATABLE: [SpecKey; 4] =
    [SpecKey::Color, SpecKey::PsuModularity, SpecKey::CoolerType, SpecKey::SidePanel];

/// Groups with their facts and units, from the web app's own file.
static TABLE: LazyLock<OrderedMap<OrderedMap<String>>> = LazyLock::new(|| {
    // A test checks that the file can be read.
    serde_json::from_str(include_str!("../../../web/src/lib/specTable.json")).unwrap_or_default()
});

/// One fact, ready for a table.
#[derive(Debug, Clone)]
pub struct Fact {
    pub name: Sentence,
    pub value: Sentence,
}

/// Returns a product's facts by group, both in the table's order. Facts that the table does not list are left out.
pub fn fact_groups(specs: &Specs) -> Vec<(Sentence, Vec<Fact>)> {
    let groups = TABLE.0.iter().map(|(group, keys)| {
        let facts = keys.0.iter().filter_map(|(key, unit)| fact(key, unit, specs)).collect::<Vec<_>>();
        (Sentence::from_fn(|texts| text_at(texts, &format!("specGroup.{group}"))), facts)
    });
    groups.filter(|(_, facts)| !facts.is_empty()).collect()
}

fn fact(key: &str, unit: &str, specs: &Specs) -> Option<Fact> {
    let spec: SpecKey = key.parse().ok()?;
    let value = specs.get(spec)?;
    if matches!(value, SpecValue::List(items) if items.is_empty()) {
        return None;
    }
    Some(Fact {
        name: Sentence::from_fn(|texts| text_at(texts, &format!("spec.{key}"))),
        value: Sentence::from_fn(|texts| write_value(texts, spec, unit, value)),
    })
}

/// Formats a fact's value with its unit.
pub fn write_fact(texts: Texts, key: SpecKey, value: &SpecValue) -> String {
    let units = TABLE.0.iter().find_map(|(_, keys)| keys.0.iter().find(|(name, _)| name == key.as_str()));
    write_value(texts, key, units.map_or("plain", |(_, unit)| unit), value)
}

fn text_at(texts: Texts, key: &str) -> String {
    texts.find(key).unwrap_or(key).to_owned()
}

fn write_value(texts: Texts, key: SpecKey, unit: &str, value: &SpecValue) -> String {
    match value {
        SpecValue::Flag(true) => texts.get("filters.yes").to_owned(),
        SpecValue::Flag(false) => texts.get("filters.no").to_owned(),
        SpecValue::List(items) => {
            let comma = if texts.0 == domain::store::users::Language::Ar { "، " } else { ", " };
            items.iter().map(|item| word(texts, key, item)).collect::<Vec<_>>().join(comma)
        }
        SpecValue::Text(text) => match text.parse::<f64>() {
            Ok(number) if number.is_finite() && unit != "plain" => write_number(texts, key, unit, number),
            _ => word(texts, key, text),
        },
        SpecValue::Integer(number) => write_number(texts, key, unit, *number as f64),
        SpecValue::Number(number) => write_number(texts, key, unit, *number),
    }
}

/// Translates colours and similar words; other values stay as the manufacturer writes them.
fn word(texts: Texts, key: SpecKey, value: &str) -> String {
    let fans = value.strip_suffix(" Fans").or_else(|| value.strip_suffix(" Fan"));
    if let Some(fans) = fans.filter(|_| key == SpecKey::Cooling).and_then(|fans| fans.parse().ok()) {
        return texts.count("unit.fanCount", fans);
    }
    let translated = TRANSLATABLE.contains(&key).then(|| texts.find(&format!("specWord.{value}"))).flatten();
    translated.map_or_else(|| plain(texts, value), str::to_owned)
}

fn plain(texts: Texts, value: &str) -> String {
    texts.isolate(value)
}

fn write_number(texts: Texts, key: SpecKey, unit: &str, number: f64) -> String {
    let written = decimal(number);
    let filled = |text: &'static str| texts.fill(text, &[("value", &written)]);
    match (key, unit) {
        (SpecKey::Cores, _) => filled("unit.cores"),
        (SpecKey::ReleaseYear, _) => plain(texts, &number.to_string()),
        (_, "mm") => filled("unit.mm"),
        (_, "w") => filled("unit.w"),
        (_, "ms") => filled("unit.ms"),
        (_, "g") => filled("unit.g"),
        (_, "litres") => filled("unit.litres"),
        (_, "gb") => plain(texts, &format!("{written} GB")),
        (_, "storage") if number >= 1000.0 => plain(texts, &format!("{} TB", decimal(number / 1000.0))),
        (_, "storage") => plain(texts, &format!("{written} GB")),
        (_, "clock") if number < 20.0 => plain(texts, &format!("{number:.1} GHz")),
        (_, "clock") => plain(texts, &format!("{number} MHz")),
        (_, "plain") => plain(texts, &written),
        (_, suffix) => plain(texts, &format!("{written}{suffix}")),
    }
}

/// Formats a number with at most two decimals and commas between thousands: `1,234.5`.
pub fn decimal(number: f64) -> String {
    let rounded = format!("{:.2}", number.abs());
    let (whole, decimals) = rounded.split_once('.').unwrap_or((&rounded, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    let decimals = decimals.trim_end_matches('0');
    let sign = if number < 0.0 { "-" } else { "" };
    if decimals.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{decimals}") }
}

/// Entries of a JSON object in their order.
#[derive(Debug)]
struct OrderedMap<T>(Vec<(String, T)>);

impl<T> Default for OrderedMap<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OrderedMap<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = OrderedMap<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OrderedMap<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(OrderedMap(entries))
            }
        }
        deserializer.deserialize_map(Entries(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use domain::store::users::Language;
    use serde_json::json;

    use super::*;

    const EN: Texts = Texts(Language::En);

    #[test]
    fn every_listed_fact_has_a_name() {
        assert!(TABLE.0.len() > 5);
        for (group, keys) in &TABLE.0 {
            assert!(EN.find(&format!("specGroup.{group}")).is_some(), "{group}");
            for (key, _) in &keys.0 {
                assert!(key.parse::<SpecKey>().is_ok(), "{key} is no fact");
                for language in [Language::En, Language::Ar] {
                    assert!(Texts(language).find(&format!("spec.{key}")).is_some(), "{key}");
                }
            }
        }
    }

    #[test]
    fn fact_values_are_formatted_like_the_app() {
        let facts = json!({
            "cores": 8, "boostClock": 5.2, "tdp": 120, "storageCapacity": 2000, "length": 304.5, "color": "Black", "wifi": true,
            "maxDpi": 26000, "ramSpeed": 6000, "screenSize": 27, "coolerSockets": ["AM5", "LGA1851"], "releaseYear": 2025,
        });
        let (specs, wrong) = Specs::from_json(facts.as_object().unwrap());
        assert!(wrong.is_empty(), "{wrong:?}");
        let written: Vec<(String, String)> = fact_groups(&specs)
            .into_iter()
            .flat_map(|(_, facts)| facts)
            .map(|fact| (fact.name.en, fact.value.en))
            .collect();
        for (name, value) in [
            ("Capacity", "2 TB"),
            ("Max DPI", "26,000"),
            ("Rated power", "120 W"),
            ("Boost clock", "5.2 GHz"),
            ("Length", "304.5 mm"),
            ("Color", "Black"),
            ("Year", "2025"),
        ] {
            let found = written.iter().any(|(one, text)| one.eq_ignore_ascii_case(name) && text == value);
            assert!(found, "{name} {value} is not in {written:?}");
        }
        assert!(written.iter().any(|(_, value)| value == "AM5, LGA1851"), "{written:?}");
    }
}
