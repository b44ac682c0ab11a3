//! Side of a comparison, prepared once.

use std::borrow::Cow;

use domain::model::{
    Category, Gtin, SpecKey, SpecValue, Specs,
    keys::{self, manufacturer_key},
};

use super::name_text::NameText;
use crate::normalise::{self, Condition, RawTitle, codes::is_description};

/// Why an offer is not the part that its title names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAPart {
    Accessory,
    Bundle,
}

/// Known facts of an offer (from its title) or of a product (from the catalogue).
#[derive(Debug, Clone, Default)]
pub struct Item {
    pub(super) category: Option<Category>,
    /// Manufacturer in normal form.
    pub(super) manufacturer: Option<String>,
    /// Words and codes of the name that tell the model from others of its manufacturer, in their order.
    pub(super) pieces: Vec<String>,
    /// Part numbers in normal form; for a product only those that no other product carries.
    pub(super) part_numbers: Vec<String>,
    /// Part numbers of a product, in normal form, that name no one product: models and series (`RM850x`).
    pub(super) doubted_part_numbers: Vec<String>,
    pub(super) barcodes: Vec<String>,
    pub(super) specs: Specs,
    /// Normal form of the model with the facts that tell it from its siblings; `None` where the
    /// name fits several models.
    pub(super) model_key: Option<String>,
    pub(super) not_a_part: Option<NotAPart>,
    pub(super) condition: Condition,
    /// The whole name or title, prepared for text comparison.
    pub(super) text: NameText,
}

/// Facts that the catalogue or the database states about one side.
#[derive(Debug, Clone, Copy)]
pub struct StatedFacts<'a> {
    pub category: Option<Category>,
    pub manufacturer: Option<&'a str>,
    pub model: Option<&'a str>,
    pub part_numbers: &'a [String],
    pub barcodes: &'a [String],
    pub specs: &'a Specs,
}

#[cfg(test)]
impl<'a> StatedFacts<'a> {
    /// The facts of a product of which only its name is known.
    pub(super) fn named(category: Category, manufacturer: &'a str, model: &'a str) -> Self {
        static NO_SPECS: std::sync::LazyLock<Specs> = std::sync::LazyLock::new(Specs::new);
        Self {
            category: Some(category),
            manufacturer: Some(manufacturer),
            model: Some(model),
            part_numbers: &[],
            barcodes: &[],
            specs: &NO_SPECS,
        }
    }
}

impl Item {
    /// Builds an item from typed facts.
    pub fn new(known: &StatedFacts<'_>) -> Item {
        let manufacturer = known.manufacturer.map(manufacturer_key).filter(|key| !key.is_empty());
        let category = known.category.unwrap_or(Category::Other);
        let pieces: Option<Vec<String>> = known.model.map(|model| {
            let pieces = keys::model_pieces(
                category,
                known.manufacturer.unwrap_or_default(),
                &spelt_out(model),
                known.specs,
            );
            let plain = |word| without_board_prefix(category, plain_number(category, plain_light(word)));
            pieces.into_iter().map(plain).collect()
        });
        let pieces = pieces.unwrap_or_default();
        Item {
            category: known.category,
            manufacturer,
            part_numbers: part_number_keys(category, known.part_numbers).collect(),
            barcodes: known.barcodes.iter().filter_map(|code| barcode(code)).collect(),
            specs: with_marked_colour(category, known.specs, &pieces),
            pieces,
            model_key: known.category.zip(known.manufacturer).zip(known.model).and_then(
                |((category, manufacturer), model)| {
                    keys::model_key(category, manufacturer, &spelt_out(model), known.specs)
                },
            ),
            ..Item::default()
        }
    }

    /// Whether no known fact tells two items apart: same manufacturer, same model with the facts that tell siblings
    /// apart, and no typed fact with two different values. Such items are duplicate records of one product.
    pub(super) fn is_duplicate_of(&self, other: &Item) -> bool {
        let names_model = self.manufacturer.is_some() && self.model_key.is_some();
        let one_model = (self.category, &self.manufacturer, &self.model_key)
            == (other.category, &other.manufacturer, &other.model_key);
        let contradicts = |(key, value): (SpecKey, &SpecValue)| {
            !matches!(key, SpecKey::PartNumber | SpecKey::ReleaseYear)
                && other.specs.get(key).is_some_and(|known| known != value)
        };
        names_model && one_model && !self.specs.iter().any(contradicts)
    }

    /// Builds an item from a retailer's title.
    pub fn from_title(raw: &RawTitle<'_>) -> Item {
        let parsed = normalise::normalise_title(raw);
        let item = Item::new(&StatedFacts {
            category: parsed.category,
            manufacturer: parsed.manufacturer.as_deref(),
            // Without a parsed model, the words of the title serve as the model.
            model: parsed.model.as_deref().or(raw.en).or(raw.ar),
            part_numbers: &parsed.part_numbers,
            barcodes: &[],
            specs: &parsed.specs,
        });
        item.with_name(raw.en.or(raw.ar).unwrap_or_default()).with_kind(
            parsed.accessory,
            parsed.bundle,
            parsed.terms.condition,
        )
    }

    /// Adds the text of the name, and the part numbers as codes.
    pub(super) fn with_name(mut self, name: &str) -> Item {
        self.text = NameText::new(&spelt_out(name));
        let category = self.category.unwrap_or(Category::Other);
        for code in &mut self.text.codes {
            *code = without_board_prefix(category, std::mem::take(code));
        }
        for number in &self.part_numbers {
            self.text.add_code(number);
        }
        self
    }

    /// Sets whether the item is an accessory or a bundle, and its condition.
    pub(super) fn with_kind(mut self, accessory: bool, bundle: bool, condition: Condition) -> Item {
        self.not_a_part = match (accessory, bundle) {
            (true, _) => Some(NotAPart::Accessory),
            (_, true) => Some(NotAPart::Bundle),
            _ => None,
        };
        self.condition = condition;
        self
    }

    /// Builds an item from a product: the facts of the catalogue, completed by those that its name states.
    pub fn from_product(name: &str, known: &StatedFacts<'_>) -> Item {
        let parsed = normalise::normalise_title(&RawTitle {
            en: Some(name),
            mapped_category: known.category,
            stated_brand: known.manufacturer,
            ..RawTitle::default()
        });
        let mut specs = known.specs.clone();
        if parsed.category == known.category {
            for (key, value) in parsed.specs.iter().filter(|(key, _)| known.specs.get(*key).is_none()) {
                // `normalise_title` accepted this value by the same rules, so the insert cannot fail.
                let _ = specs.insert(key, value.clone());
            }
        }
        if known.category == Some(Category::CaseFan) && specs.get(SpecKey::FanQuantity).is_none() {
            // A product record that names no pack is a single fan; 1 is within the bounds of the key. An offer may
            // leave its pack out.
            let _ = specs.insert(SpecKey::FanQuantity, SpecValue::Integer(1));
        }
        Item::new(&StatedFacts { specs: &specs, ..*known }).with_name(name)
    }
}

/// Returns the normal forms of part numbers of a category, without those that name a chip or a standard.
pub(super) fn part_number_keys(category: Category, numbers: &[String]) -> impl Iterator<Item = String> {
    let numbers = numbers.iter().filter(|number| !is_description(number));
    let keys = numbers.filter_map(|number| keys::part_number_key(number));
    keys.map(move |number| without_board_prefix(category, number))
}

/// Calls addressable lights `argb`, which Phanteks calls `D-RGB`.
fn plain_light(word: String) -> String {
    if word == "drgb" { "argb".to_owned() } else { word }
}

/// Spells `w/` out, which would be the unit of the number before it: `530 w/Heatsink` is no power.
fn spelt_out(name: &str) -> Cow<'_, str> {
    if name.contains(" w/") || name.contains(" W/") {
        Cow::Owned(name.replace(" w/", " with ").replace(" W/", " with "))
    } else {
        Cow::Borrowed(name)
    }
}

/// Converts a Roman numeral to Arabic digits, because retailers write generations both ways. Motherboards are
/// excluded: their numbers are sockets and slots.
fn plain_number(category: Category, word: String) -> String {
    match word.as_str() {
        _ if category == Category::Motherboard => word,
        "ii" => "2".to_owned(),
        "iii" => "3".to_owned(),
        "iv" => "4".to_owned(),
        _ => word,
    }
}

/// Removes Gigabyte's optional board prefix: `GA-Z270M-D3H` and `Z270M-D3H` are the same board.
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

/// Returns a barcode without leading zeros; `None` for a text that is no valid one.
fn barcode(text: &str) -> Option<String> {
    let text = text.trim();
    // Spreadsheets drop leading zeros.
    let is_cut = (9..=11).contains(&text.len());
    let gtin = if is_cut { Gtin::parse(&format!("{text:0>12}")) } else { Gtin::parse(text) }.ok()?;
    Some(gtin.as_str().trim_start_matches('0').to_owned())
}

/// Adds the colour that a mark in the model's name states (`AG400 WH`; `config/specs/model_words.tsv` has the marks), where
/// no fact does.
fn with_marked_colour(category: Category, specs: &Specs, pieces: &[String]) -> Specs {
    let has_marks = matches!(
        category,
        Category::CpuCooler | Category::Case | Category::CaseFan | Category::Psu | Category::Ram
    );
    let mut specs = specs.clone();
    if has_marks && specs.get(SpecKey::Color).is_none() {
        let colours = [("white", "White"), ("black", "Black")];
        let marked = colours.into_iter().find(|(word, _)| pieces.iter().any(|piece| piece == word));
        if let Some((_, colour)) = marked {
            // Both are valid colours; without the fact the words are compared as before.
            let _ = specs.insert_json(SpecKey::Color, &colour.into());
        }
    }
    specs
}
