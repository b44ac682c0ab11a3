//! The words of a model's name that tell products apart. The table is `config/specs/model_words.tsv`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{
    fold::{Break, Folded},
    manufacturers::{AliasKind, manufacturer_aliases},
};
use crate::{
    compat::tables,
    model::{Category, families},
};

/// Names of colours, as normalized words of a model's name. Siblings of one model differ by colour, and retailers
/// often leave it out.
pub const COLOUR_WORDS: [&str; 15] = [
    "black", "white", "grey", "silver", "red", "blue", "pink", "green", "purple", "orange", "yellow",
    "brown", "gold", "beige", "clear",
];

/// A significant word of a model's name, and the range of words in the text that it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelWord {
    pub text: String,
    pub first: usize,
    pub last: usize,
    /// Whether a dash, a dot or nothing separates it from the word before it in the text.
    pub joined: bool,
    /// Whether the table of model words has it, or it names a colour: it tells siblings apart, in any title.
    pub known: bool,
}

/// The phrases of one category (or of all), each with its replacement; `None` drops the phrase.
#[derive(Default)]
struct Phrases {
    becomes: FxHashMap<String, Option<&'static str>>,
    /// For each first word: the number of words of the longest phrase that begins with it.
    longest: FxHashMap<String, usize>,
}

impl Phrases {
    fn insert(&mut self, phrase: &str, becomes: Option<&'static str>) {
        let folded = Folded::new(phrase);
        let longest = self.longest.entry(folded.word(0).to_owned()).or_default();
        *longest = folded.len().max(*longest);
        self.becomes.insert(folded.window(0, folded.len()).to_owned(), becomes);
    }

    fn at(&self, text: &Folded, index: usize) -> Option<(Option<&'static str>, usize)> {
        let most = *self.longest.get(text.word(index))?.min(&(text.len() - index));
        (1..=most).rev().find_map(|count| Some((*self.becomes.get(text.window(index, count))?, count)))
    }
}

struct Tables {
    every: Phrases,
    by_category: FxHashMap<Category, Phrases>,
}

fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> =
        LazyLock::new(|| read(include_str!("../../../../config/specs/model_words.tsv")));
    &TABLES
}

fn read(table: &'static str) -> Tables {
    let mut tables = Tables { every: Phrases::default(), by_category: FxHashMap::default() };
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (Some(categories), Some(becomes), Some(phrases)) =
            (columns.next(), columns.next(), columns.next())
        else {
            continue;
        };
        let becomes = (becomes != "-").then_some(becomes);
        for name in categories.split(',') {
            let into = match name.parse::<Category>() {
                Ok(category) => tables.by_category.entry(category).or_default(),
                Err(_) => &mut tables.every,
            };
            for phrase in phrases.split('|') {
                into.insert(phrase, becomes);
            }
        }
    }
    tables
}

/// Returns the significant words of a model's name, in their order: without the manufacturer, generic names of such
/// parts, measures that are typed specs, and plain black.
pub fn model_words(category: Category, manufacturer: &str, text: &Folded) -> Vec<ModelWord> {
    let known_name = manufacturer_aliases().find_name(manufacturer);
    let own_name = Folded::new(manufacturer);
    let mut kept = Vec::new();
    let mut index = 0;
    while index < text.len() {
        if let Some(count) = count_manufacturer_words(known_name, &own_name, text, index) {
            index += count;
        } else if let Some((becomes, count)) = phrase_at(category, text, index) {
            kept.extend(
                becomes.map(|word| ModelWord { known: true, ..model_word_at(word, text, index, count) }),
            );
            index += count;
        } else if let Some(count) = measure_at(category, text, index) {
            index += count;
        } else {
            kept.push(model_word_at(text.word(index), text, index, 1));
            index += 1;
        }
    }
    drop_plain_black(category, &mut kept);
    kept
}

fn model_word_at(word: &str, text: &Folded, index: usize, count: usize) -> ModelWord {
    let joined = matches!(text.before(index), Break::Dash | Break::Dot | Break::None) && index > 0;
    let known = COLOUR_WORDS.contains(&word);
    ModelWord { text: word.to_owned(), first: index, last: index + count - 1, joined, known }
}

/// Returns how many words at this position name the manufacturer and are not part of the model.
fn count_manufacturer_words(
    known_name: Option<&str>,
    own_name: &Folded,
    text: &Folded,
    index: usize,
) -> Option<usize> {
    if !own_name.is_empty() && text.window(index, own_name.len()) == own_name.window(0, own_name.len()) {
        return Some(own_name.len());
    }
    let (alias, count) = manufacturer_aliases().alias_at(text, index)?;
    let names = matches!(alias.kind, AliasKind::Name | AliasKind::ChipMaker | AliasKind::OrdinaryWord);
    (names && Some(alias.manufacturer) == known_name).then_some(count)
}

fn phrase_at(category: Category, text: &Folded, index: usize) -> Option<(Option<&'static str>, usize)> {
    let tables = tables();
    let every = tables.every.at(text, index);
    let own = tables.by_category.get(&category).and_then(|phrases| phrases.at(text, index));
    // The longer phrase wins; of two equally long ones, the category's own.
    match (own, every) {
        (Some(own), Some(every)) if every.1 > own.1 => Some(every),
        (own, every) => own.or(every),
    }
}

/// Units whose numbers are typed specs, not part of a name.
const UNITS: [&str; 33] = [
    "gb", "tb", "mb", "go", "to", "mo", "mhz", "ghz", "hz", "mt", "mts", "w", "watt", "watts", "mm", "inch",
    "rpm", "ms", "cfm", "dba", "dpi", "nits", "v", "bit", "gbps", "mbps", "mb s", "gb s", "cores", "core",
    "threads", "thread", "kg",
];

/// Returns how many words at this position form a measure: `850w`, `850 w`, `2x16gb`, `6000mt s`, `cl30`, `1920x1080`.
fn measure_at(category: Category, text: &Folded, index: usize) -> Option<usize> {
    let word = text.word(index);
    if category == Category::Ram && is_ram_measure(word) || repeats_standard(category, word) {
        return Some(1);
    }
    if !word.starts_with(|first: char| first.is_ascii_digit())
        || matches!(word, "5400rpm" | "5900rpm" | "10000rpm")
    {
        return None;
    }
    let is_unit = |unit: &str| UNITS.contains(&unit) || (unit == "g" && category == Category::Gpu);
    let Some(number_ends) =
        word.find(|letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == 'x'))
    else {
        return match word.split_once('x') {
            // A resolution, such as `1920x1080`.
            Some((wide, high)) => (wide.len() == 4 && high.len() >= 3).then_some(1),
            // A number with its unit as the next word: `24 inch`, `57 cfm`.
            None => (text.before(index + 1) != Break::Bracket && is_unit(text.word(index + 1))).then_some(2),
        };
    };
    is_unit(word.get(number_ends..)?).then(|| if text.word(index + 1) == "s" { 2 } else { 1 })
}

/// Whether a word only repeats a typed spec of a memory kit.
fn is_ram_measure(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(word)
        || word.split_once('x').is_some_and(|(modules, size)| digits(modules) && digits(size))
        || word.strip_prefix("cl").is_some_and(digits)
        || word.strip_prefix('c').is_some_and(|rest| digits(rest) && rest.len() == 2)
        // `21300c16` of `PC4-21300C16` is speed and latency.
        || word.split_once('c').is_some_and(|(speed, latency)| speed.len() >= 4 && digits(speed) && digits(latency))
        || word.strip_prefix("ddr").is_some_and(|rest| rest.len() > 1 && digits(rest))
}

/// Whether a word only repeats a typed spec that a new standard names. Older standards are in the table, or tell the
/// products of one name apart: boards for DDR4 and DDR5, cards with GDDR3 and GDDR5.
fn repeats_standard(category: Category, word: &str) -> bool {
    let is_new = |name: &str, newest: char| {
        name.chars().find(char::is_ascii_digit).is_some_and(|digit| digit > newest)
    };
    let memory = || families::memory_kind(word).is_some_and(|kind| is_new(&kind, '5'));
    match category {
        Category::Ram => memory(),
        Category::Motherboard => {
            memory() || families::socket_name(word).is_some_and(|name| tables::socket(&name).is_none())
        }
        Category::Gpu => families::graphics_memory(word).is_some_and(|kind| is_new(&kind, '7')),
        _ => false,
    }
}

/// Drops plain black, which retailers leave out and which is therefore no difference. Black beside another colour is
/// one, and in storage it is a product line.
fn drop_plain_black(category: Category, kept: &mut Vec<ModelWord>) {
    let is_other = |word: &ModelWord| word.text != "black" && COLOUR_WORDS.contains(&word.text.as_str());
    let beside_another = kept.iter().any(is_other);
    if category != Category::Storage && !beside_another {
        kept.retain(|word| word.text != "black");
    }
}
