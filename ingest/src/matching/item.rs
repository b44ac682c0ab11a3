//! One side of a comparison, made ready once.

use domain::model::{
    Category, SpecKey, SpecValue, Specs,
    keys::{self, manufacturer_key},
};

use super::name_text::NameText;
use crate::normalise::{self, Condition, RawTitle};

/// Why something is none of the parts it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAPart {
    Accessory,
    Bundle,
}

/// What is known of a thing, from a shop's title or from our catalogue.
#[derive(Debug, Clone, Default)]
pub struct Item {
    pub(super) category: Option<Category>,
    /// Normal form.
    pub(super) maker: Option<String>,
    /// The words and codes of its name that tell it from its maker's others, in their order.
    pub(super) pieces: Vec<String>,
    /// Normal forms; for a product those that it carries alone.
    pub(super) part_numbers: Vec<String>,
    pub(super) barcodes: Vec<String>,
    pub(super) specs: Specs,
    /// Normal form of the model and the facts that tell it from its siblings; `None` where it may be several.
    pub(super) model_key: Option<String>,
    pub(super) not_a_part: Option<NotAPart>,
    pub(super) condition: Condition,
    /// The whole name or title as text.
    pub(super) text: NameText,
}

/// What the catalogue or the store says of one side.
#[derive(Debug, Clone, Copy)]
pub struct StatedFacts<'a> {
    pub category: Option<Category>,
    pub manufacturer: Option<&'a str>,
    pub model: Option<&'a str>,
    pub part_numbers: &'a [String],
    pub barcodes: &'a [String],
    pub specs: &'a Specs,
}

impl Item {
    /// From typed facts.
    pub fn new(known: &StatedFacts<'_>) -> Item {
        let maker = known.manufacturer.map(manufacturer_key).filter(|key| !key.is_empty());
        let category = known.category.unwrap_or(Category::Other);
        let pieces = known.model.map(|model| {
            let pieces =
                keys::model_pieces(category, known.manufacturer.unwrap_or_default(), model, known.specs);
            let plain = |word| without_board_prefix(category, plain_number(category, word));
            pieces.into_iter().map(plain).collect()
        });
        Item {
            category: known.category,
            maker,
            pieces: pieces.unwrap_or_default(),
            part_numbers: part_number_keys(category, known.part_numbers).collect(),
            barcodes: known.barcodes.iter().filter_map(|code| barcode(code)).collect(),
            specs: known.specs.clone(),
            model_key: known
                .category
                .zip(known.manufacturer)
                .zip(known.model)
                .and_then(|((category, maker), model)| keys::model_key(category, maker, model, known.specs)),
            ..Item::default()
        }
    }

    /// Whether nothing that is known tells it from another: same maker, same model with the facts that tell siblings apart,
    /// and no typed fact that both know and of which they say different things. Several records of one thing are so.
    pub(super) fn is_alike(&self, other: &Item) -> bool {
        let names_thing = self.maker.is_some() && self.model_key.is_some();
        let one_model =
            (self.category, &self.maker, &self.model_key) == (other.category, &other.maker, &other.model_key);
        let contradicts = |(key, value): (SpecKey, &SpecValue)| {
            !matches!(key, SpecKey::PartNumber | SpecKey::ReleaseYear)
                && other.specs.get(key).is_some_and(|known| known != value)
        };
        names_thing && one_model && !self.specs.iter().any(contradicts)
    }

    /// From a shop's title.
    pub fn from_title(raw: &RawTitle<'_>) -> Item {
        let read = normalise::normalise_title(raw);
        let item = Item::new(&StatedFacts {
            category: read.category,
            manufacturer: read.manufacturer.as_deref(),
            // A title whose model was not understood still has words.
            model: read.model.as_deref().or(raw.en).or(raw.ar),
            part_numbers: &read.part_numbers,
            barcodes: &[],
            specs: &read.specs,
        });
        item.with_name(raw.en.or(raw.ar).unwrap_or_default()).with_kind(
            read.accessory,
            read.bundle,
            read.condition,
        )
    }

    /// Adds the text of its name, and its part numbers as codes.
    pub(super) fn with_name(mut self, name: &str) -> Item {
        self.text = NameText::new(name);
        let category = self.category.unwrap_or(Category::Other);
        for code in &mut self.text.codes {
            *code = without_board_prefix(category, std::mem::take(code));
        }
        for number in &self.part_numbers {
            self.text.add_code(number);
        }
        self
    }

    /// Adds whether it is a part, and whether it is new.
    pub(super) fn with_kind(mut self, accessory: bool, bundle: bool, condition: Condition) -> Item {
        self.not_a_part = match (accessory, bundle) {
            (true, _) => Some(NotAPart::Accessory),
            (_, true) => Some(NotAPart::Bundle),
            _ => None,
        };
        self.condition = condition;
        self
    }

    /// A product: what the catalogue says, completed by what its name says.
    pub fn from_product(name: &str, known: &StatedFacts<'_>) -> Item {
        let read = normalise::normalise_title(&RawTitle {
            en: Some(name),
            mapped_category: known.category,
            vendor_hint: known.manufacturer,
            ..RawTitle::default()
        });
        let mut specs = known.specs.clone();
        if read.category == known.category {
            for (key, value) in read.specs.iter().filter(|(key, _)| known.specs.get(*key).is_none()) {
                // It was accepted once by the same rules.
                let _ = specs.insert(key, value.clone());
            }
        }
        if known.category == Some(Category::CaseFan) && specs.get(SpecKey::FanQuantity).is_none() {
            // A record that names no pack is one fan; the bounds of the key hold it. An offer may leave a pack out.
            let _ = specs.insert(SpecKey::FanQuantity, SpecValue::Integer(1));
        }
        Item::new(&StatedFacts { specs: &specs, ..*known }).with_name(name)
    }
}

/// Part numbers of a thing of a category in normal form.
pub(super) fn part_number_keys(category: Category, numbers: &[String]) -> impl Iterator<Item = String> {
    let keys = numbers.iter().filter_map(|number| keys::part_number_key(number));
    keys.map(move |number| without_board_prefix(category, number))
}

/// Generations are written in Roman and in Arabic numerals alike, but on boards: there numbers are sockets and slots.
fn plain_number(category: Category, word: String) -> String {
    match word.as_str() {
        _ if category == Category::Motherboard => word,
        "ii" => "2".to_owned(),
        "iii" => "3".to_owned(),
        "iv" => "4".to_owned(),
        _ => word,
    }
}

/// Gigabyte's boards are called `GA-Z270M-D3H` and `Z270M-D3H` alike.
fn without_board_prefix(category: Category, code: String) -> String {
    let is_chipset = |rest: &str| {
        let mut letters = rest.bytes();
        letters.next().is_some_and(|first| first.is_ascii_alphanumeric())
            && letters.next().is_some_and(|second| second.is_ascii_digit())
            && letters.next().is_some_and(|third| third.is_ascii_alphanumeric())
    };
    match code.strip_prefix("ga") {
        Some(rest) if category == Category::Motherboard && is_chipset(rest) => rest.to_owned(),
        _ => code,
    }
}

/// A barcode without leading zeros; `None` where it can be none (8 to 14 digits).
fn barcode(text: &str) -> Option<String> {
    let text = text.trim();
    let is_code = (8..=14).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_code.then(|| text.trim_start_matches('0').to_owned()).filter(|code| !code.is_empty())
}
