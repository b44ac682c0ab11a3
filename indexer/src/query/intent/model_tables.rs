//! Models that the catalogue does not hold, from the tables of `domain::compat`: a part for a `Z690` board needs
//! LGA1700, whether or not a retailer still sells one.

use domain::{
    compat::{FactKey, Facts, Part},
    model::{Category, ProductId, SpecKey, Specs},
};
use uuid::Uuid;

/// Words of the tables before the model words that people say: `core i5` before `12400f`.
const FAMILIES: [(Category, &[&str]); 3] = [
    (Category::Motherboard, &[""]),
    (
        Category::Cpu,
        &[
            "",
            "core ",
            "core i3 ",
            "core i5 ",
            "core i7 ",
            "core i9 ",
            "core ultra 5 ",
            "core ultra 7 ",
            "core ultra 9 ",
            "ryzen 3 ",
            "ryzen 5 ",
            "ryzen 7 ",
            "ryzen 9 ",
        ],
    ),
    (Category::Gpu, &["", "geforce ", "geforce rtx ", "geforce gtx ", "radeon ", "radeon rx ", "arc "]),
];

/// Returns the part of one of the categories that the words name in the tables, and that no word of another category's
/// families stands beside.
pub(super) fn find_part(words: &str, categories: &[Category]) -> Option<Part> {
    let is_of = |families: &[&str], word: &str| {
        families.iter().any(|family| family.split(' ').any(|one| one == word))
    };
    let is_foreign = |category: Category| {
        let mut others = FAMILIES.iter().filter(|(other, _)| *other != category);
        others.any(|(_, families)| words.split(' ').any(|word| !word.is_empty() && is_of(families, word)))
    };
    let families =
        FAMILIES.iter().filter(|(category, _)| categories.contains(category) && !is_foreign(*category));
    families.flat_map(|(category, families)| families.iter().map(move |family| (*category, family))).find_map(
        |(category, family)| {
            let name = format!("{family}{words}");
            let facts = Facts::read(category, &name, &Specs::new());
            // The fact that only a known model has.
            let known: FactKey = match category {
                Category::Gpu => FactKey::Watts,
                _ => FactKey::Spec(SpecKey::Socket),
            };
            let id = ProductId(Uuid::nil());
            facts.get(known).is_some().then(|| Part { id, category, name, specs: Specs::new() })
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_found_by_colloquial_names() {
        let all = [Category::Motherboard, Category::Cpu, Category::Gpu];
        for (words, expected) in [
            ("z690", Some(Category::Motherboard)),
            ("b560m", Some(Category::Motherboard)),
            ("12400f", Some(Category::Cpu)),
            ("i7 10700k", Some(Category::Cpu)),
            ("ryzen 5 3600", Some(Category::Cpu)),
            ("rtx 3080", Some(Category::Gpu)),
            ("9800x3d rtx", None),
            ("white", None),
            ("4k", None),
        ] {
            assert_eq!(find_part(words, &all).map(|part| part.category), expected, "{words}");
        }
    }
}
