//! Ambiguous titles: they leave out the words that tell siblings apart, and so may name several products.

use std::collections::BTreeMap;

use domain::model::{Category, SpecKey};

use super::{
    facts::{GoodsKind, Part},
    seed, titles,
};

const SALT_TAKEN: u64 = 85;
const SALT_SHOP: u64 = 86;

/// A title and the products that it may name.
#[derive(Debug)]
pub(super) struct AmbiguousTitle {
    pub(super) title: String,
    /// Indices in the list of parts; the first is the product that is sold.
    pub(super) possible_products: Vec<usize>,
}

/// Returns the ambiguous titles of the shop with this index among the shops.
pub(super) fn titles_of(shop: usize, shops: usize, parts: &[Part]) -> Vec<AmbiguousTitle> {
    let mut groups: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.kind == GoodsKind::Part) {
        if let Some(title) = omit_distinguishing_words(part) {
            groups.entry((part.category.as_str().to_owned(), title)).or_default().push(index);
        }
    }
    groups
        .into_iter()
        .filter(|(_, group)| group.len() > 1)
        .filter_map(|((_, title), group)| {
            let seed = seed::of(&format!("vague/{title}"));
            let category = parts.get(*group.first()?)?.category;
            let sold_here = seed::below(seed, SALT_SHOP, 0, shops as u64) == i64::try_from(shop).ok()?;
            (sold_here && seed::below(seed, SALT_TAKEN, 0, 100) < share(category))
                .then(|| AmbiguousTitle { possible_products: truth_first(&title, group, parts, seed), title })
        })
        .collect()
}

/// Returns the percentage of such titles that some shop uses.
fn share(category: Category) -> i64 {
    match category {
        Category::Gpu => 55,
        Category::Storage => 60,
        _ => 90,
    }
}

/// Moves the product that is sold to the front: the one whose full name begins the title, else any of the group.
fn truth_first(title: &str, mut group: Vec<usize>, parts: &[Part], seed: u64) -> Vec<usize> {
    let named =
        group.iter().position(|index| parts.get(*index).is_some_and(|part| title.starts_with(&part.name)));
    let sold = named.unwrap_or(seed::draw(seed, SALT_TAKEN, 1) as usize % group.len().max(1));
    group.swap(0, sold);
    group
}

/// Returns the part's name without the words that tell it from its siblings; `None` where every word is needed.
fn omit_distinguishing_words(part: &Part) -> Option<String> {
    let maker = &part.manufacturer;
    let number = |key| part.specs.integer(key);
    let without = |words: &[&str]| {
        let kept: Vec<&str> = part.model.split(' ').filter(|word| !words.contains(word)).collect();
        kept.join(" ")
    };
    Some(match part.category {
        Category::Ram if part.specs.text(SpecKey::FormFactor) != Some("SO-DIMM") => format!(
            "{maker} {} {}GB {}",
            part.series.as_deref()?,
            number(SpecKey::RamCapacity)?,
            part.specs.text(SpecKey::RamType)?
        ),
        Category::Storage if part.series.is_some() => titles::series_title(part),
        Category::Gpu => {
            format!("{maker} {} {}GB", part.specs.text(SpecKey::GpuChipset)?, number(SpecKey::GpuVram)?)
        }
        Category::Case => {
            let plain =
                without(&["Black", "White", "TG", "Dark", "Clear", "Light", "Charcoal", "Chalk", "RGB"]);
            format!("{maker} {plain} Case")
        }
        Category::Motherboard => {
            let plain = without(&["WIFI", "WiFi", "WIFI7", "WIFI6E", "AX", "II", "V2", "MAX", "AC"]);
            format!("{maker} {plain} Motherboard")
        }
        Category::Psu => {
            format!("{maker} {} Power Supply", without(&["(2021)", "(2023)", "(2024)", "(2025)", "SHIFT"]))
        }
        Category::CpuCooler if number(SpecKey::RadiatorSize).is_some() => {
            let plain = without(&["240", "280", "360", "420", "240mm", "360mm", "RGB", "A-RGB", "Elite"]);
            format!("{maker} {plain} AIO Liquid Cooler")
        }
        _ => return None,
    })
}
