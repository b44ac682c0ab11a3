//! Reads what a retailer's category holds from its name and the names above it.
//!
//! `config/specs/category_names.tsv` lists names as shops write them, for parts and for everything else. A name is
//! compared without case, marks and plural endings. The whole name counts most, then the longest listed phrase in it: the
//! last one in Latin script, where the head of a name stands last (`Corsair Gaming Cases`), the first one in Arabic.
//!
//! Worked example: `Phones & Tablets > Cases`. `Cases` alone holds PC cases, but `phones` above it holds no parts, and
//! `case` is one of the names that many trades use. So the category holds no parts.

use std::{collections::BTreeSet, sync::LazyLock};

use domain::model::{Category, keys::fold::Folded};
use rustc_hash::FxHashMap;

use crate::normalise::phrases::rows;

/// Goods in a category, by its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Parts of one of our categories.
    Parts(Category),
    /// Nothing that is one of our parts.
    NoParts,
    /// Parts of several kinds, or parts beside other things: titles decide.
    Mixed,
}

/// Names that trades other than ours use too count only where nothing above them says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Meaning {
    holds: Holds,
    is_ambiguous: bool,
}

/// The retailer's categories of a listing, read.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct CategoryNames {
    /// Goods in the categories, where their names say it.
    pub(crate) holds: Option<Holds>,
    /// Whether only a name says so that other trades use as well: `Cases`.
    pub(super) is_ambiguous: bool,
    /// Words of all names, for the classifier.
    pub(super) words: Vec<String>,
    /// Meanings of the names in the table, for the classifier.
    pub(super) meanings: Vec<String>,
}

static NAMES: LazyLock<FxHashMap<String, Meaning>> = LazyLock::new(|| {
    let mut names = FxHashMap::default();
    for row in rows(include_str!("../../../../config/specs/category_names.tsv")) {
        let [kind, list] = row[..] else { continue };
        let (kind, is_ambiguous) = match kind.strip_suffix('?') {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        let holds = match kind {
            "NONE" => Holds::NoParts,
            "MIXED" => Holds::Mixed,
            name => match name.parse() {
                Ok(category) => Holds::Parts(category),
                Err(_) => continue,
            },
        };
        for name in list.split('|') {
            names.insert(stems(name).join(" "), Meaning { holds, is_ambiguous });
        }
    }
    names
});

/// Maximum number of words of a listed phrase.
const MAX_PHRASE: usize = 5;
/// Maximum number of names of a path that are read, from the innermost one.
const MAX_NAMES: usize = 6;

impl CategoryNames {
    /// Reads the categories of a listing: each is a path from the outermost to the innermost name.
    pub(crate) fn read<'a>(paths: impl IntoIterator<Item = &'a [String]>) -> Self {
        let mut read = Self::default();
        let (mut words, mut meanings) = (BTreeSet::new(), BTreeSet::new());
        let mut is_clear = false;
        for path in paths {
            let Some((holds, is_ambiguous)) = read_path(path, &mut words, &mut meanings) else { continue };
            read.holds = combine(read.holds, Some(holds));
            is_clear |= !is_ambiguous;
        }
        read.is_ambiguous = !is_clear;
        read.words = words.into_iter().collect();
        read.meanings = meanings.into_iter().collect();
        read
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// Categories of one listing that say different things say nothing; a precise one outweighs a mixed one.
fn combine(one: Option<Holds>, other: Option<Holds>) -> Option<Holds> {
    match (one, other) {
        (None | Some(Holds::Mixed), precise @ Some(_)) => precise,
        (precise, None | Some(Holds::Mixed)) => precise,
        (Some(one), Some(other)) if one == other => Some(one),
        _ => Some(Holds::Mixed),
    }
}

/// Returns what a category holds, and whether only an ambiguous name says so.
fn read_path(
    path: &[String],
    words: &mut BTreeSet<String>,
    meanings: &mut BTreeSet<String>,
) -> Option<(Holds, bool)> {
    let mut inner: Option<Meaning> = None;
    let mut above: Option<Meaning> = None;
    for name in path.iter().rev().take(MAX_NAMES) {
        let stems = stems(name);
        let found = find(&stems);
        match (inner, found) {
            (None, Some((meaning, is_whole))) => {
                let how = if is_whole { "name" } else { "phrase" };
                meanings.insert(format!("{how} {}", text_of(meaning.holds)));
                inner = Some(meaning);
            }
            (Some(_), Some((meaning, _))) => {
                meanings.insert(format!("above {}", text_of(meaning.holds)));
                let is_settled = above.is_some_and(|above| above.holds == Holds::NoParts);
                above = if is_settled { above } else { Some(meaning) };
            }
            (_, None) => {}
        }
        words.extend(stems);
    }
    let inner = inner?;
    let (holds, is_ambiguous) = match above.filter(|_| inner.is_ambiguous) {
        Some(above) if above.holds == Holds::NoParts => (Holds::NoParts, above.is_ambiguous),
        Some(above) if above.holds == inner.holds => (inner.holds, above.is_ambiguous),
        _ => (inner.holds, inner.is_ambiguous),
    };
    meanings.insert(format!("all {}", text_of(holds)));
    Some((holds, is_ambiguous))
}

/// Returns the meaning of a name, and whether the whole name is listed. A part of a name is always ambiguous: signal
/// processors are none of ours.
fn find(stems: &[String]) -> Option<(Meaning, bool)> {
    if let Some(meaning) = NAMES.get(&stems.join(" ")) {
        return Some((*meaning, true));
    }
    let is_arabic = stems.iter().any(|word| !word.is_ascii());
    let longest = stems.len().min(MAX_PHRASE);
    (1..=longest).rev().find_map(|length| {
        let mut phrases = stems.windows(length).filter_map(|phrase| NAMES.get(&phrase.join(" ")));
        let found = if is_arabic { phrases.next() } else { phrases.next_back() };
        let meaning = found?;
        // Accessories of what holds parts, or of what holds none, are no parts.
        let is_of_something = *meaning == ACCESSORIES && stems.iter().any(|word| names_something(word));
        let holds = if is_of_something { Holds::NoParts } else { meaning.holds };
        Some((Meaning { holds, is_ambiguous: true }, false))
    })
}

/// Meaning of `Accessories` alone, under which shops list keyboards as well as cables.
const ACCESSORIES: Meaning = Meaning { holds: Holds::Mixed, is_ambiguous: true };

fn names_something(word: &str) -> bool {
    NAMES.get(word).is_some_and(|meaning| meaning.holds != Holds::Mixed)
}

/// Returns the words of a name without plural endings and without words that say nothing.
fn stems(name: &str) -> Vec<String> {
    const SILENT: [&str; 8] = ["and", "the", "of", "all", "buy", "shop", "online", "other"];
    Folded::new(name)
        .iter()
        .filter(|word| !SILENT.contains(word))
        .map(|word| {
            stem(
                word.strip_prefix("وال")
                    .or(word.strip_prefix("ال"))
                    .filter(|rest| rest.len() > 4)
                    .unwrap_or(word),
            )
        })
        .collect()
}

/// Returns an English word without its plural ending: `memories` and `memory`, `cases` and `case` have one stem.
fn stem(word: &str) -> String {
    if !word.is_ascii() || word.len() < 3 {
        return word.to_owned();
    }
    if let Some(rest) = word.strip_suffix("ies") {
        return format!("{rest}y");
    }
    for ending in ["ches", "shes", "xes", "sses"] {
        if word.ends_with(ending) {
            return word.strip_suffix("es").unwrap_or(word).to_owned();
        }
    }
    match word.strip_suffix('s') {
        // CPUs and TVs, but no bus and no bonus.
        Some(rest) if !rest.ends_with('s') && (!rest.ends_with('u') || rest.len() == 3) => rest.to_owned(),
        _ => word.to_owned(),
    }
}

fn text_of(holds: Holds) -> &'static str {
    match holds {
        Holds::Parts(category) => category.as_str(),
        Holds::NoParts => "NONE",
        Holds::Mixed => "MIXED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> CategoryNames {
        let path: Vec<String> = path.split(" > ").map(str::to_owned).collect();
        CategoryNames::read([path.as_slice()])
    }

    fn holds(path: &str) -> Option<Holds> {
        read(path).holds
    }

    #[test]
    fn names_that_any_trade_uses_are_ambiguous() {
        for (path, is_ambiguous) in [
            ("Cases", true),
            ("Signal Processors", true),
            ("PC Cases", false),
            ("PC Cases > Cases", false),
            ("Phones > Cases", false),
            ("Laptops", false),
        ] {
            assert_eq!(read(path).is_ambiguous, is_ambiguous, "{path}");
        }
    }

    #[test]
    fn usual_names_of_parts_are_understood() {
        for (path, category) in [
            ("Motherboards", Category::Motherboard),
            ("Components > PC Cases", Category::Case),
            ("Power Supplies", Category::Psu),
            ("CPU Coolers", Category::CpuCooler),
            ("كروت الشاشة", Category::Gpu),
            ("Corsair Gaming Cases", Category::Case),
            ("Electronics > Computers & Accessories > Computer Components > Memory", Category::Ram),
            ("Processors / CPUs", Category::Cpu),
            ("CPUs", Category::Cpu),
            ("قطع الكمبيوتر > معالجات", Category::Cpu),
        ] {
            assert_eq!(holds(path), Some(Holds::Parts(category)), "{path}");
        }
    }

    #[test]
    fn categories_of_other_trades_hold_no_parts() {
        for path in [
            "Laptops",
            "Laser Printers",
            "Phones & Tablets > Cases",
            "Electronics > Smartphones",
            "العناية بالشعر",
            "Home Appliances > Fans",
            "Cameras > Memory Cards",
            "Computers > Desktops",
            "TVs",
            "Audio > Signal Processors",
        ] {
            assert_eq!(holds(path), Some(Holds::NoParts), "{path}");
        }
    }

    #[test]
    fn broad_names_leave_the_decision_to_the_title() {
        for path in ["Computer Components", "Keyboards & Mice", "Electronics"] {
            assert_eq!(holds(path), Some(Holds::Mixed), "{path}");
        }
        assert_eq!(holds("Brains"), None);
        assert_eq!(holds("Accessories"), Some(Holds::Mixed));
        assert_eq!(holds("Phones > Accessories"), Some(Holds::NoParts));
        assert_eq!(holds("Monitor Accessories"), Some(Holds::NoParts));
    }
}
