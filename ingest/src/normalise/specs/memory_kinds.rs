//! Kinds of memory by the form of their names, where no term of `config/specs/terms.tsv` lists them: `DDR6`, `GDDR8`.

use domain::model::{Category, SpecKey, families, keys::fold::Folded};

use super::builder::SpecsBuilder;

/// Reads the kind of memory that a title names. Several leave the fact open.
pub(super) fn read(category: Category, text: &Folded, facts: &mut SpecsBuilder) {
    let (key, find): (SpecKey, fn(&str) -> Option<String>) = match category {
        Category::Ram | Category::Motherboard => (SpecKey::RamType, families::memory_kind),
        Category::Gpu => (SpecKey::MemoryType, families::graphics_memory),
        _ => return,
    };
    if facts.has(key) {
        return;
    }
    let mut found: Vec<String> = text.iter().filter_map(find).collect();
    found.sort_unstable();
    found.dedup();
    if let [kind] = &found[..] {
        facts.text(key, kind);
    }
}

#[cfg(test)]
mod tests {
    use domain::model::Specs;

    use super::*;
    use crate::normalise::{specs::read_specs, tokens::TitleTokens};

    fn read(category: Category, title: &str) -> Specs {
        let text = Folded::new(title);
        read_specs(category, &TitleTokens::new(title, &text))
    }

    #[test]
    fn kinds_of_memory_that_no_table_lists_are_read() {
        for (category, title, key, expected) in [
            (Category::Ram, "Corsair Vengeance 32GB (2x16GB) DDR6-10667", SpecKey::RamType, Some("DDR6")),
            (Category::Motherboard, "MSI MAG B950 Tomahawk DDR6", SpecKey::RamType, Some("DDR6")),
            (Category::Motherboard, "Board DDR6 or DDR7", SpecKey::RamType, None),
            (Category::Gpu, "RTX 9070 24GB GDDR8", SpecKey::MemoryType, Some("GDDR8")),
        ] {
            assert_eq!(read(category, title).text(key), expected, "{title}");
        }
        let kit = read(Category::Ram, "Corsair Vengeance 32GB (2x16GB) DDR6-10667");
        assert_eq!(kit.integer(SpecKey::RamSpeed), Some(10_667));
    }
}
