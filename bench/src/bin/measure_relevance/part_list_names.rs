//! Names as lists of parts have them: manufacturer, the name without its facts, the facts in a fixed form, the kind.

use std::collections::{BTreeMap, BTreeSet};

use bench::Rng;
use domain::model::{Category, SpecKey};
use indexer::Document;

use crate::{
    parts::{Parts, letters, words},
    query::{FreshQuery, Truth},
};

/// The products of each name in a category. A name that several products have finds any of them.
pub(crate) type ProductsByName = BTreeMap<Category, Vec<(String, BTreeSet<usize>)>>;

/// Returns the names of all products.
pub(crate) fn names(parts: &Parts) -> ProductsByName {
    // Names that differ in capitals, spaces and marks alone are one: `Barracuda` and `BarraCuda`, `5900 RPM` and `5900RPM`.
    let mut by_letters: BTreeMap<(Category, String), (String, BTreeSet<usize>)> = BTreeMap::new();
    for (index, document) in parts.documents.iter().enumerate() {
        if let Some(name) = list_name(document) {
            let key = (document.category, letters(&name.replace('+', "plus")));
            by_letters.entry(key).or_insert_with(|| (name, BTreeSet::new())).1.insert(index);
        }
    }
    let mut names = ProductsByName::new();
    for ((category, _), named) in by_letters {
        names.entry(category).or_default().push(named);
    }
    names
}

/// Returns a name of a category.
pub(crate) fn list_line(
    names: &ProductsByName,
    category: Category,
    family: &'static str,
    rng: &mut Rng,
) -> Option<FreshQuery> {
    let names = names.get(&category)?;
    let (name, right) = names.get(rng.below(names.len() as u64) as usize)?;
    Some(FreshQuery::new(family, &**name, Truth::Product { right: right.clone(), category }))
}

/// Returns a product's name in a list; `None` where nothing of its name is left beside its facts, or where a fact of the
/// form is unknown.
fn list_name(document: &Document) -> Option<String> {
    let (facts, noun) = facts_of(document)?;
    let name = match document.category {
        // Some chips' names repeat the facts.
        Category::Cpu => {
            document.specs.text(SpecKey::CpuChipset).filter(|chip| !chip.contains("GHz"))?.to_owned()
        }
        _ => words_beside_facts(document, &facts, &noun),
    };
    let line = format!("{} {name} {facts} {noun}", document.manufacturer);
    (!name.is_empty()).then(|| line.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns a product's facts and its kind, as a list writes them.
fn facts_of(document: &Document) -> Option<(String, String)> {
    let specs = &document.specs;
    let text = |key| specs.get(key).map(|value| value.to_texts().join(" / "));
    Some(match document.category {
        Category::Cpu => (
            format!("{} GHz {}-Core", text(SpecKey::BaseClock)?, text(SpecKey::Cores)?),
            "Processor".to_owned(),
        ),
        Category::Gpu => (
            format!("{} {} GB", text(SpecKey::GpuChipset)?, text(SpecKey::GpuVram)?),
            "Video Card".to_owned(),
        ),
        Category::Motherboard => {
            (format!("{} {}", text(SpecKey::FormFactor)?, text(SpecKey::Socket)?), "Motherboard".to_owned())
        }
        Category::Ram => (
            format!(
                "{} GB ({} x {} GB) {}-{} CL{}",
                text(SpecKey::RamCapacity)?,
                text(SpecKey::Modules)?,
                text(SpecKey::ModuleCapacity)?,
                text(SpecKey::RamType)?,
                text(SpecKey::RamSpeed)?,
                text(SpecKey::CasLatency)?
            ),
            "Memory".to_owned(),
        ),
        Category::Psu => (psu_facts(&text)?, "Power Supply".to_owned()),
        Category::Storage => storage_facts(&text)?,
        Category::Case => (text(SpecKey::CaseFormFactor)?, "Case".to_owned()),
        Category::CaseFan => {
            (format!("{} CFM {} mm", text(SpecKey::MaxAirflow)?, text(SpecKey::FanSize)?), "Fan".to_owned())
        }
        Category::CpuCooler => {
            let is_liquid = specs.text(SpecKey::CoolerType) == Some("AIO");
            (String::new(), if is_liquid { "Liquid CPU Cooler" } else { "CPU Cooler" }.to_owned())
        }
        Category::Monitor => (
            format!(
                "{:.1}\" {} {} Hz",
                specs.number(SpecKey::ScreenSize)?,
                text(SpecKey::Resolution)?.replace('x', " x "),
                text(SpecKey::RefreshRate)?
            ),
            "Monitor".to_owned(),
        ),
        _ => return None,
    })
}

fn psu_facts(text: &impl Fn(SpecKey) -> Option<String>) -> Option<String> {
    let modular = match text(SpecKey::PsuModularity)?.as_str() {
        "Full" => "Fully Modular",
        "Semi" => "Semi-modular",
        _ => "",
    };
    let efficiency = text(SpecKey::PsuEfficiency).map(|efficiency| format!("{efficiency} Certified"));
    let form = text(SpecKey::FormFactor)?;
    Some(format!("{} W {} {modular} {form}", text(SpecKey::PsuWattage)?, efficiency.unwrap_or_default()))
}

fn storage_facts(text: &impl Fn(SpecKey) -> Option<String>) -> Option<(String, String)> {
    let capacity = text(SpecKey::StorageCapacity)?;
    let size = match capacity.strip_suffix("000") {
        Some(terabytes) => format!("{terabytes} TB"),
        None => format!("{capacity} GB"),
    };
    let form = text(SpecKey::StorageFormFactor)?;
    let interface = text(SpecKey::Interface)?.replace("M.2 ", "");
    Some(match (form.split('-').next()?, text(SpecKey::StorageKind)?.as_str()) {
        ("M.2", _) => {
            let length = text(SpecKey::M2Size).unwrap_or_else(|| "2280".to_owned());
            let drive = if form.ends_with("NVMe") { "NVME Solid State Drive" } else { "Solid State Drive" };
            (format!("{size} M.2-{length} {interface}"), drive.to_owned())
        }
        (form, "SSD") => (format!("{size} {form}\""), "Solid State Drive".to_owned()),
        (form, _) => (format!("{size} {form}\""), "Internal Hard Drive".to_owned()),
    })
}

/// Returns the words of a product's name that are neither its manufacturer, nor said by the list's facts or kind, nor the
/// text of another fact (a colour), nor an amount with its unit.
fn words_beside_facts(document: &Document, facts: &str, noun: &str) -> String {
    let texts = document.specs.iter().filter(|(key, value)| {
        // Lists have the part number and the board's chipset in the name; numbers may be part of a name.
        ![SpecKey::PartNumber, SpecKey::MotherboardChipset].contains(key) && value.as_number().is_none()
    });
    let texts = texts.flat_map(|(_, value)| value.to_texts()).flat_map(|text| words(&text));
    let texts = texts.filter(|word| word.contains(|character: char| character.is_alphabetic()));
    let stated = [document.manufacturer.as_str(), facts, noun].into_iter().flat_map(words);
    let said: BTreeSet<String> = texts.chain(stated).collect();
    let is_said = |word: &&str| words(word).iter().all(|part| said.contains(part) || is_amount(part));
    let before_tail = document.model.split_whitespace().take_while(|word| *word != "with");
    let all: Vec<&str> = before_tail.collect();
    // `SATA 6.0 Gb/s` says no more than SATA.
    let is_rate = |index: usize| {
        let is_unit = |at: Option<usize>| at.and_then(|at| all.get(at)).is_some_and(|word| *word == "Gb/s");
        is_unit(Some(index)) || is_unit(index.checked_add(1))
    };
    let kept = all.iter().enumerate().filter(|(index, word)| !is_rate(*index) && !is_said(word));
    kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}

/// Whether a word is a number and its unit, or a count of such: `750w`, `2x16gb`.
fn is_amount(word: &str) -> bool {
    const UNITS: [&str; 9] = ["mm", "w", "gb", "tb", "hz", "mhz", "ghz", "cfm", "p"];
    let unit = word.trim_start_matches(|character: char| character.is_ascii_digit());
    unit.len() < word.len() && (UNITS.contains(&unit) || unit.strip_prefix('x').is_some_and(is_amount))
}

#[cfg(test)]
mod tests {
    use domain::model::{ProductId, Specs};

    use super::*;

    fn part(category: Category, model: &str, specs: serde_json::Value) -> Document {
        let (specs, errors) = Specs::from_json(specs.as_object().unwrap());
        assert!(errors.is_empty());
        let id = ProductId(uuid::Uuid::from_u128(1));
        crate::parts::tests::document(id, category, "Zonda", model, specs)
    }

    #[test]
    fn facts_stand_in_the_form_of_lists_and_once() {
        let ram = serde_json::json!({
            "ramCapacity": 32, "modules": 2, "moduleCapacity": 16, "ramType": "DDR5", "ramSpeed": 6000,
            "casLatency": 30, "color": ["Black"]
        });
        let ram = part(Category::Ram, "Gale Z5 32GB (2x16GB) DDR5-6000 CL30 Black", ram);
        let expected = "Zonda Gale Z5 32 GB (2 x 16 GB) DDR5-6000 CL30 Memory";
        assert_eq!(list_name(&ram).as_deref(), Some(expected));
        let cooler = serde_json::json!({ "coolerType": "AIR", "fanSize": 120, "color": ["White"] });
        let cooler = part(Category::CpuCooler, "Breeze 120 SE Air 155mm White", cooler);
        assert_eq!(list_name(&cooler).as_deref(), Some("Zonda Breeze 120 SE CPU Cooler"));
        let fan = serde_json::json!({ "maxAirflow": 57.4, "fanSize": 140, "connector": "3-pin" });
        let fan = part(Category::CaseFan, "Gale Wings 3 140mm 57.4 CFM", fan);
        assert_eq!(list_name(&fan).as_deref(), Some("Zonda Gale Wings 3 57.4 CFM 140 mm Fan"));
    }

    #[test]
    fn product_without_a_name_beside_its_facts_is_left_out() {
        let fan = serde_json::json!({ "maxAirflow": 60.5, "fanSize": 120 });
        assert_eq!(list_name(&part(Category::CaseFan, "120mm Fan 60.5 CFM", fan)), None);
    }
}
