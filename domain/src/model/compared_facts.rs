//! The facts that tell two products of a category apart. The table is `config/matching/facts.tsv`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{Category, SpecKey, SpecValue, Specs};

/// The largest difference at which two numbers still count as the same fact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tolerance {
    Share(f64),
    Amount(f64),
}

/// A fact that the matcher compares on both sides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ComparedFact {
    pub key: SpecKey,
    /// Whether different values mean different products.
    pub veto: bool,
    pub tolerance: Tolerance,
}

/// Returns the facts that are compared in a category.
pub fn compared_facts(category: Category) -> &'static [ComparedFact] {
    static FACTS: LazyLock<FxHashMap<Category, Vec<ComparedFact>>> = LazyLock::new(read);
    FACTS.get(&category).map_or(&[], Vec::as_slice)
}

/// Returns the first veto fact that both sides state with different values, which makes them two products.
pub fn first_contradiction(category: Category, left: &Specs, right: &Specs) -> Option<SpecKey> {
    compared_facts(category)
        .iter()
        .filter(|fact| fact.veto)
        .find(|fact| match (left.get(fact.key), right.get(fact.key)) {
            (Some(left), Some(right)) => !fact.agrees(left, right),
            _ => false,
        })
        .map(|fact| fact.key)
}

impl ComparedFact {
    /// Whether two values agree. Two lists agree when they share an entry.
    pub fn agrees(&self, left: &SpecValue, right: &SpecValue) -> bool {
        if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
            let apart = (left - right).abs();
            return match self.tolerance {
                Tolerance::Share(share) => apart <= share * left.abs().max(right.abs()),
                Tolerance::Amount(amount) => apart <= amount,
            };
        }
        let plain = |value: &SpecValue| -> Vec<String> {
            value.to_texts().iter().map(|text| plain_text(self.key, text)).collect()
        };
        let right = plain(right);
        plain(left).iter().any(|text| right.contains(text))
    }
}

fn plain_text(key: SpecKey, text: &str) -> String {
    let lower = text.to_lowercase();
    match key {
        // `M.2-NVMe` and `M.2` are one slot; the spec `type` says whether the drive is SATA.
        SpecKey::StorageFormFactor => lower.split('-').next().unwrap_or_default().to_owned(),
        // Retailers call boards that are a little deeper by either name.
        SpecKey::FormFactor if matches!(lower.as_str(), "eatx" | "e-atx") => "atx".to_owned(),
        // Glass and acrylic are windows; every other panel is closed.
        SpecKey::SidePanel => {
            let is_window = ["glass", "acrylic", "window"].iter().any(|word| lower.contains(word));
            if is_window { "window".to_owned() } else { "closed".to_owned() }
        }
        // Manufacturers call one paint by either name.
        SpecKey::Color if matches!(lower.as_str(), "silver" | "gray") => "grey".to_owned(),
        _ => lower.chars().filter(|letter| letter.is_alphanumeric()).collect(),
    }
}

fn lines() -> impl Iterator<Item = Vec<&'static str>> {
    include_str!("../../../config/matching/facts.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .skip(1)
        .map(|line| line.split('\t').collect())
}

fn read() -> FxHashMap<Category, Vec<ComparedFact>> {
    let mut facts: FxHashMap<Category, Vec<ComparedFact>> = FxHashMap::default();
    for line in lines() {
        let [categories, key, role, ..] = line[..] else { continue };
        let Ok(key) = key.parse() else { continue };
        let tolerance = read_tolerance(line.get(3).copied().unwrap_or_default());
        let fact = ComparedFact { key, veto: role == "veto", tolerance };
        let categories =
            categories.parse().map_or_else(|_| Category::ALL.to_vec(), |category| vec![category]);
        for category in categories {
            facts.entry(category).or_default().push(fact);
        }
    }
    facts
}

fn read_tolerance(text: &str) -> Tolerance {
    match text.strip_suffix('%') {
        Some(share) => Tolerance::Share(share.parse().unwrap_or(0.0) / 100.0),
        None => Tolerance::Amount(text.parse().unwrap_or(0.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_parses() {
        for line in lines() {
            assert!(line.len() >= 3 && line[1].parse::<SpecKey>().is_ok(), "{line:?}");
            assert!(line[0] == "*" || line[0].parse::<Category>().is_ok(), "{line:?}");
            assert!(["veto", "tell"].contains(&line[2]), "{line:?}");
        }
        let of_memory = compared_facts(Category::Ram);
        assert!(of_memory.iter().any(|fact| fact.key == SpecKey::Modules && fact.veto));
    }

    #[test]
    fn board_sizes_and_side_panels_contradict() {
        let contradicts = |category, key, left: &str, right: &str| {
            let specs = |text: &str| {
                let mut specs = Specs::new();
                specs.insert(key, SpecValue::Text(text.to_owned())).expect("a text");
                specs
            };
            first_contradiction(category, &specs(left), &specs(right)) == Some(key)
        };
        let board = |left, right| contradicts(Category::Motherboard, SpecKey::FormFactor, left, right);
        assert!(board("ATX", "Micro ATX") && board("Micro ATX", "Mini-ITX") && !board("ATX", "EATX"));
        let case = |left, right| contradicts(Category::Case, SpecKey::SidePanel, left, right);
        assert!(case("Tempered Glass", "Solid") && !case("Tinted Tempered Glass", "Tempered Glass"));
    }

    #[test]
    fn different_fact_contradicts_and_missing_fact_does_not() {
        let drive = |gigabytes: i64| {
            let mut specs = Specs::new();
            specs.insert(SpecKey::StorageCapacity, SpecValue::Integer(gigabytes)).expect("a capacity");
            specs
        };
        let contradiction = |left: &Specs, right: &Specs| first_contradiction(Category::Storage, left, right);
        assert_eq!(contradiction(&drive(2000), &drive(4000)), Some(SpecKey::StorageCapacity));
        assert_eq!(contradiction(&drive(1000), &drive(1024)), None);
        assert_eq!(contradiction(&drive(1000), &Specs::new()), None);
    }
}
