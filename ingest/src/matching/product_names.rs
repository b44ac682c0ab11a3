//! Names of the products that are made of offers: the manufacturer, the words of the model, its size, its colour.
//!
//! 1. Read the words of the name from each title (`TitleName`), and count the retailers that have each.
//! 2. Take the title that has the words of most retailers, and few that no other has.
//! 3. Write the manufacturer, the words, and the facts by which buyers tell sizes apart, in one form for each category.
//! 4. Where two products of a category would have the same name, write more into both: descriptions, a part number, at
//!    last the whole cleaned title.
//!
//! Worked example: `PRIME RTX 5080 16GB ASUS` and `ASUS PRIME GeForce RTX 5080 16 GB | Free Shipping` make the product
//! `ASUS PRIME GeForce RTX 5080 16GB`.
//!
//! A name depends only on the offers and on the names of the category's other products, so a run without new data
//! changes none.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    model::{Category, SpecKey, Specs},
    store::matches::ReassignableOffer,
};

use super::{
    Catalogue,
    decide::map_in_parallel,
    grouped_products::{self, GroupedProduct, MAX_NAME, UNBRANDED},
    identity::is_sold_by_colour,
    name_facts::{colour_text, fact_texts},
    name_text::NameText,
};
use crate::normalise::{NameSource, NameWord, TitleName};

/// Amounts of text in a name, each with more than the one before; the last is the whole cleaned title.
const DETAILS: [Detail; 4] = [Detail::Name, Detail::Descriptions, Detail::PartNumber, Detail::Title];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    Name,
    /// With the words that probably describe.
    Descriptions,
    PartNumber,
    Title,
}

/// Sets the names of a category's grouped products. No two have the same name, nor the name of a fixed product, as long
/// as their titles differ.
pub(super) fn assign_names(
    products: &mut [GroupedProduct],
    offers: &[ReassignableOffer],
    catalogue: &Catalogue,
) {
    let sources =
        map_in_parallel(products, |_, product| NameParts::new(&grouped_products::members(product, offers)));
    let fixed: BTreeSet<&str> =
        catalogue.entries().map(|candidate| candidate.item.text.joined.as_str()).collect();
    let mut names: Vec<String> = sources.iter().map(|source| source.name(Detail::Name)).collect();
    for detail in DETAILS.into_iter().skip(1) {
        let keys: Vec<String> = names.iter().map(|name| NameText::new(name).joined).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        keys.iter().for_each(|key| *counts.entry(key).or_default() += 1);
        for ((name, source), key) in names.iter_mut().zip(&sources).zip(&keys) {
            if counts.get(key.as_str()).is_some_and(|count| *count > 1) || fixed.contains(key.as_str()) {
                *name = source.name(detail);
            }
        }
    }
    for (product, name) in products.iter_mut().zip(names) {
        product.name = name;
    }
}

/// Parts of a product's name, as its offers state them.
struct NameParts {
    category: Category,
    /// `None` for a product without a known manufacturer.
    manufacturer: Option<String>,
    specs: Specs,
    part_numbers: Vec<String>,
    /// The title from which the words are taken.
    best: TitleName,
    /// The shortest complete title, as the retailer wrote it.
    title: String,
}

impl NameParts {
    fn new(offers: &[&ReassignableOffer]) -> NameParts {
        let Some(description) = grouped_products::merge_offers(offers) else { return NameParts::empty() };
        let manufacturer = Some(description.manufacturer).filter(|name| name != UNBRANDED);
        let chip =
            description.specs.text(SpecKey::GpuChipset).filter(|_| description.category == Category::Gpu);
        let mut titles: Vec<(&str, TitleName)> = Vec::new();
        for offer in offers {
            // The Arabic title of an offer repeats the English one, with fewer words in Latin letters.
            let Some(title) = offer.title_en.as_deref().or(offer.title_ar.as_deref()) else { continue };
            let source = NameSource {
                category: description.category,
                manufacturer: manufacturer.as_deref(),
                chip,
                retailer: &offer.retailer,
                title,
            };
            titles.push((&offer.retailer, TitleName::read(&source)));
        }
        NameParts {
            best: choose(&titles),
            category: description.category,
            manufacturer,
            specs: description.specs,
            part_numbers: description.part_numbers,
            title: description.title,
        }
    }

    fn empty() -> NameParts {
        NameParts {
            category: Category::Other,
            manufacturer: None,
            specs: Specs::new(),
            part_numbers: Vec::new(),
            best: TitleName::default(),
            title: String::new(),
        }
    }

    /// Writes the name, of at most `MAX_NAME` characters.
    fn name(&self, detail: Detail) -> String {
        let name = match detail {
            Detail::Title => self.cleaned_title(),
            _ if self.best.words.is_empty() => self.cleaned_title(),
            Detail::PartNumber => {
                let name = self.ruled_name(Detail::Descriptions);
                let number = self.part_numbers.iter().find(|number| !name.contains(number.as_str()));
                number.map_or_else(|| name.clone(), |number| format!("{name} {number}"))
            }
            Detail::Name | Detail::Descriptions => self.ruled_name(detail),
        };
        name.chars().take(MAX_NAME).collect::<String>().trim_end().to_owned()
    }

    /// Writes manufacturer, words, size and colour.
    fn ruled_name(&self, detail: Detail) -> String {
        let colour = colour_text(&self.specs).filter(|_| is_sold_by_colour(self.category));
        let is_shown = |word: &&NameWord| {
            !(word.is_description && detail == Detail::Name || word.is_colour && colour.is_some())
        };
        let mut name = self.manufacturer.clone().unwrap_or_default();
        for word in self.best.words.iter().filter(is_shown) {
            if !name.is_empty() {
                let starts = self.manufacturer.as_deref() == Some(name.as_str());
                name.push_str(if starts { " " } else { &word.separator });
            }
            name.push_str(&word.text);
        }
        for fact in fact_texts(self.category, &self.specs, &name).into_iter().chain(colour) {
            name.push(' ');
            name.push_str(&fact);
        }
        name
    }

    /// Returns the title without its advertising; the whole title where nothing remains, as of one in Arabic letters.
    fn cleaned_title(&self) -> String {
        let cleaned = self.best.cleaned.as_str();
        let lacks_manufacturer =
            |name: &&String| !cleaned.to_lowercase().contains(name.to_lowercase().as_str());
        match (cleaned.is_empty(), self.manufacturer.as_ref().filter(lacks_manufacturer)) {
            (true, _) => self.title.clone(),
            (false, Some(manufacturer)) => format!("{manufacturer} {cleaned}"),
            (false, None) => cleaned.to_owned(),
        }
    }
}

/// Returns the title with the best words. The outcome does not depend on the order of the titles.
fn choose(titles: &[(&str, TitleName)]) -> TitleName {
    let all: BTreeSet<&str> = titles.iter().map(|(retailer, _)| *retailer).collect();
    let mut retailers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (retailer, title) in titles {
        for word in title.words.iter().filter(|word| !word.is_description) {
            retailers.entry(word.key.as_str()).or_default().insert(retailer);
        }
    }
    // A word of half of the retailers belongs to the name; a word of one of several does not.
    let shared = |key: &str| retailers.get(key).map_or(0, BTreeSet::len);
    let expected: Vec<&str> = retailers.keys().copied().filter(|key| shared(key) * 2 >= all.len()).collect();
    let rank = |title: &TitleName| {
        let words: Vec<&NameWord> = title.words.iter().filter(|word| !word.is_description).collect();
        let missing = expected.iter().filter(|key| !words.iter().any(|word| word.key == **key)).count();
        let alone = words.iter().filter(|word| shared(&word.key) * 2 < all.len()).count();
        let length: usize = words.iter().map(|word| word.text.chars().count()).sum();
        (words.is_empty(), missing + alone, !title.mixed_case, length)
    };
    let text =
        |title: &TitleName| title.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    titles
        .iter()
        .map(|(_, title)| title)
        .min_by_key(|title| (rank(title), text(title), title.cleaned.chars().count(), title.cleaned.clone()))
        .cloned()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
