//! Meaning of the retailer's own categories, as its file declares.

use std::collections::{BTreeMap, HashMap};

use domain::model::{Category, NonPartReason};
use serde::{Deserialize, Deserializer, de::Error as _};

use crate::retailer_category::RetailerCategory;

/// Separator between the names of a path in the index.
const STEP: char = '\u{1f}';
/// Maximum number of names of one path that are read; deeper texts are no paths.
const MAX_DEPTH: usize = 8;

/// Meaning of a category of the retailer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CategoryMeaning {
    /// Every product in it is of this category.
    Part(Category),
    /// No product in it is a part.
    NonPart(NonPartReason),
    /// The products in it are of several kinds: titles decide.
    Mixed,
}

/// The `categories` of a retailer file: keys are paths, beginnings of paths, single names, or the retailer's codes.
#[derive(Debug, Clone, Default)]
pub struct CategoryMap {
    /// Entries as written in the file, in alphabetical order.
    entries: Vec<(String, CategoryMeaning)>,
    /// Index of an entry by folded path or code.
    index: HashMap<String, usize>,
}

/// The entry of a map that names a category of the retailer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mapped<'a> {
    /// Key as written in the file.
    pub key: &'a str,
    pub meaning: CategoryMeaning,
}

impl CategoryMap {
    /// Whether the file maps nothing.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns all entries, with keys and meanings.
    pub fn entries(&self) -> impl Iterator<Item = Mapped<'_>> {
        self.entries.iter().map(|(key, meaning)| Mapped { key, meaning: *meaning })
    }

    /// Returns the meaning that the file gives to an offer in these categories. The most precise key counts: the
    /// whole path before a part of it, more names before fewer, inner names before outer ones; among equals the
    /// category that the retailer names first. A key with [`CategoryMeaning::Mixed`] counts only where
    /// no other key applies.
    pub fn find(&self, categories: &[RetailerCategory]) -> Option<Mapped<'_>> {
        let mut best: Option<(Precision, Mapped<'_>)> = None;
        for category in categories {
            if let Some((precision, mapped)) = self.find_one(category)
                && best.is_none_or(|(known, _)| precision > known)
            {
                best = Some((precision, mapped));
            }
        }
        best.map(|(_, mapped)| mapped)
    }

    /// Returns the meaning that the file gives to one category.
    pub fn find_one(&self, category: &RetailerCategory) -> Option<(Precision, Mapped<'_>)> {
        let code = category.code.as_deref().map(fold).and_then(|code| self.entry(&code));
        let by_code = code.map(|mapped| (Precision::new(mapped, true, MAX_DEPTH, MAX_DEPTH), mapped));
        let path: Vec<String> = category.path.iter().take(MAX_DEPTH).map(|name| fold(name)).collect();
        let spans = (0..path.len()).flat_map(|from| (from + 1..=path.len()).map(move |to| (from, to)));
        let by_name = spans.filter_map(|(from, to)| {
            let mapped = self.entry(&path.get(from..to)?.join(&STEP.to_string()))?;
            Some((Precision::new(mapped, to - from == path.len(), to - from, to), mapped))
        });
        by_name.chain(by_code).max_by_key(|(precision, _)| *precision)
    }

    fn entry(&self, folded: &str) -> Option<Mapped<'_>> {
        let (key, meaning) = self.entries.get(*self.index.get(folded)?)?;
        Some(Mapped { key, meaning: *meaning })
    }
}

/// Precision with which a key names a category; a greater value takes precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Precision {
    decides: bool,
    whole: bool,
    names: usize,
    innermost: usize,
}

impl Precision {
    fn new(mapped: Mapped<'_>, whole: bool, names: usize, innermost: usize) -> Self {
        Self { decides: mapped.meaning != CategoryMeaning::Mixed, whole, names, innermost }
    }
}

impl CategoryMeaning {
    /// Returns the meaning of one of our categories, for all offers in it.
    pub fn of(category: Category) -> Self {
        match category {
            Category::Other => CategoryMeaning::NonPart(NonPartReason::Other),
            part => CategoryMeaning::Part(part),
        }
    }

    /// Returns the name by which a file states the meaning.
    pub fn as_str(self) -> &'static str {
        match self {
            CategoryMeaning::Part(category) => category.as_str(),
            CategoryMeaning::NonPart(reason) => reason.as_str(),
            CategoryMeaning::Mixed => "MIXED",
        }
    }
}

impl std::str::FromStr for CategoryMeaning {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.trim().replace(['-', ' '], "_").to_ascii_uppercase();
        match name.as_str() {
            "MIXED" => return Ok(CategoryMeaning::Mixed),
            "NONE" | "OTHER" => return Ok(CategoryMeaning::NonPart(NonPartReason::Other)),
            _ => {}
        }
        if let Ok(reason) = name.parse() {
            return Ok(CategoryMeaning::NonPart(reason));
        }
        name.parse().map(CategoryMeaning::Part).map_err(|_| {
            let names = Category::ALL.iter().map(|category| category.as_str());
            let names = names.chain(NonPartReason::NAMES.iter().copied()).chain(["MIXED"]);
            let nearest = names
                .map(|known| (strsim::jaro_winkler(&name, known), known))
                .max_by(|a, b| a.0.total_cmp(&b.0))
                .map_or("OTHER", |(_, known)| known);
            format!("{text:?} is no category of ours; the nearest is {nearest:?}")
        })
    }
}

impl<'de> Deserialize<'de> for CategoryMeaning {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for CategoryMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stated = BTreeMap::<String, CategoryMeaning>::deserialize(deserializer)?;
        let mut map = CategoryMap::default();
        for (key, meaning) in stated {
            let path = RetailerCategory::from_text(&key);
            let folded: Vec<String> = path.path.iter().map(|name| fold(name)).collect();
            if folded.is_empty() {
                return Err(D::Error::custom("a category is mapped that has no name"));
            }
            if folded.len() > MAX_DEPTH {
                return Err(D::Error::custom(format!("{key:?} is deeper than {MAX_DEPTH} names")));
            }
            let entry = map.entries.len();
            if let Some(other) = map.index.insert(folded.join(&STEP.to_string()), entry) {
                let other = map.entries.get(other).map_or("", |(other, _)| other);
                return Err(D::Error::custom(format!("{key:?} and {other:?} are the same category")));
            }
            map.entries.push((key, meaning));
        }
        Ok(map)
    }
}

/// Folds a name: case and extra spaces do not matter.
fn fold(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(toml: &str) -> CategoryMap {
        toml::from_str(toml).expect("a map")
    }

    fn found(map: &CategoryMap, paths: &[&str]) -> Option<String> {
        let categories: Vec<RetailerCategory> =
            paths.iter().map(|path| RetailerCategory::from_text(path)).collect();
        map.find(&categories).map(|mapped| mapped.meaning.as_str().to_owned())
    }

    #[test]
    fn category_key_matches_a_path_a_prefix_or_a_single_name() {
        let map = map(r#"
            "Components > Memory" = "RAM"
            "Components > Memory > Coolers" = "CPU_COOLER"
            "Graphics Cards" = "GPU"
            "Laptops" = "COMPUTER"
            "Laptops > Memory" = "RAM"
            "New" = "MIXED"
        "#);
        for (path, meaning) in [
            ("Components > Memory", Some("RAM")),
            ("components  / MEMORY", Some("RAM")),
            ("Components » Memory » Corsair", Some("RAM")),
            ("Components > Memory > Coolers", Some("CPU_COOLER")),
            ("Shop > Components > Graphics Cards", Some("GPU")),
            ("Graphics Cards > ASUS", Some("GPU")),
            ("Laptops > Gaming", Some("COMPUTER")),
            ("Laptops > Memory", Some("RAM")),
            ("Memory", None),
            ("New", Some("MIXED")),
            ("New > Graphics Cards", Some("GPU")),
            ("", None),
        ] {
            assert_eq!(found(&map, &[path]).as_deref(), meaning, "{path}");
        }
        assert_eq!(found(&map, &["New", "Sale", "Graphics Cards"]).as_deref(), Some("GPU"));
        assert_eq!(found(&map, &["Graphics Cards", "Components > Memory"]).as_deref(), Some("RAM"));
    }

    #[test]
    fn category_code_matches_regardless_of_its_name() {
        let map = map("\"12\" = \"GPU\"\n\"Cards\" = \"OTHER\"");
        let cards = RetailerCategory { code: Some("12".to_owned()), ..RetailerCategory::from_text("Cards") };
        assert_eq!(map.find(&[cards]).map(|mapped| mapped.key), Some("12"));
    }

    #[test]
    fn invalid_category_value_or_duplicate_key_is_named() {
        let problem = |toml: &str| toml::from_str::<CategoryMap>(toml).expect_err("wrong").to_string();
        assert!(problem("\"Cards\" = \"GPUS\"").contains("the nearest is \"GPU\""));
        assert!(problem("\"A > B\" = \"GPU\"\n\"a / b\" = \"RAM\"").contains("the same category"));
        assert!(problem("\" > \" = \"GPU\"").contains("no name"));
        assert_eq!("none".parse(), Ok(CategoryMeaning::NonPart(NonPartReason::Other)));
    }
}
