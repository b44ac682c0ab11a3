//! Findings about the retailer file from a crawl: categories without a mapping, and titles that contradict their
//! mapping.

use std::collections::BTreeMap;

use domain::model::Category;
use serde::Serialize;

use crate::{
    raw_offer::{RawOffer, RetailerCategory},
    retailer_file::{CategoryMeaning, Mapped, RetailerFile},
};

/// Maximum number of different categories that are recorded: a retailer with more does not use the field for
/// categories.
const MAX_CATEGORIES: usize = 2_000;
/// Maximum number of example titles per finding.
const EXAMPLES: usize = 3;

/// Findings from the offers that were read.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadingNotes {
    /// Retailer categories that no mapping names, by their path.
    pub unmapped: BTreeMap<String, UnmappedCategory>,
    /// Number of offers whose own category each mapping names, by its key; what the mapping of a listing page decides is
    /// not counted.
    pub mapped: BTreeMap<String, u64>,
    /// Offers whose title names another category than the mapping. The mapping decided, unless the title names an
    /// accessory or a bundle: such an offer is `OTHER`.
    pub contradictions: Vec<Contradiction>,
    /// Number of invalid barcodes that were left out.
    pub bad_gtins: u64,
    /// Number of listings from which each optional field was left out because it was not in the platform's form, by the
    /// field's name.
    pub left_out: BTreeMap<String, u64>,
}

/// A category of the retailer, and the categories for which its titles and its name voted.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnmappedCategory {
    pub offers: u64,
    /// Number of titles for which the vote decided on each category.
    pub titles_say: BTreeMap<Category, u64>,
    pub example: String,
}

/// A mapping, and example titles that name another category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Contradiction {
    /// The category from the retailer file.
    pub mapped: &'static str,
    pub title_says: Category,
    pub offers: u64,
    pub examples: Vec<String>,
}

impl ReadingNotes {
    /// Records an offer: the mapping that decided, and the category for which its title voted.
    pub(super) fn record(
        &mut self,
        raw: &RawOffer,
        mapped: Option<Mapped<'_>>,
        meaning: Option<CategoryMeaning>,
        title_category: Option<Category>,
        title: &str,
    ) {
        match mapped {
            Some(mapped) => *self.mapped.entry(mapped.key.to_owned()).or_default() += 1,
            None if raw.listing_page_mapping.is_some() => {}
            None => self.record_unmapped(&raw.categories, title_category, title),
        }
        let contradicts = match (meaning, title_category) {
            (Some(CategoryMeaning::Part(category)), Some(title_category)) => category != title_category,
            (Some(CategoryMeaning::NonPart(_)), Some(title_category)) => title_category != Category::Other,
            _ => false,
        };
        if let (true, Some(meaning), Some(title_category)) = (contradicts, meaning, title_category) {
            self.record_contradiction(Contradiction {
                mapped: meaning.as_str(),
                title_says: title_category,
                offers: 1,
                examples: vec![title.to_owned()],
            });
        }
    }

    /// Records categories without a mapping. Tags count as categories only where the retailer states no other.
    fn record_unmapped(
        &mut self,
        categories: &[RetailerCategory],
        title_category: Option<Category>,
        title: &str,
    ) {
        let all_tags = categories.iter().all(|category| category.tag);
        for category in categories.iter().filter(|category| all_tags || !category.tag) {
            let path = RetailerCategory::text(category);
            if self.unmapped.len() >= MAX_CATEGORIES && !self.unmapped.contains_key(&path) {
                continue;
            }
            let recorded = self.unmapped.entry(path).or_default();
            recorded.offers += 1;
            if let Some(title_category) = title_category {
                *recorded.titles_say.entry(title_category).or_default() += 1;
            }
            if recorded.example.is_empty() {
                title.clone_into(&mut recorded.example);
            }
        }
    }

    fn record_contradiction(&mut self, new: Contradiction) {
        let same = |recorded: &&mut Contradiction| {
            (recorded.mapped, recorded.title_says) == (new.mapped, new.title_says)
        };
        match self.contradictions.iter_mut().find(same) {
            None => self.contradictions.push(new),
            Some(recorded) => {
                recorded.offers += new.offers;
                let room = EXAMPLES.saturating_sub(recorded.examples.len());
                recorded.examples.extend(new.examples.into_iter().take(room));
            }
        }
    }

    /// Adds the findings from other offers.
    pub(super) fn add(&mut self, other: ReadingNotes) {
        for (path, more) in other.unmapped {
            if self.unmapped.len() >= MAX_CATEGORIES && !self.unmapped.contains_key(&path) {
                continue;
            }
            let recorded = self.unmapped.entry(path).or_default();
            recorded.offers += more.offers;
            for (category, count) in more.titles_say {
                *recorded.titles_say.entry(category).or_default() += count;
            }
            if recorded.example.is_empty() {
                recorded.example = more.example;
            }
        }
        for (key, count) in other.mapped {
            *self.mapped.entry(key).or_default() += count;
        }
        other.contradictions.into_iter().for_each(|contradiction| self.record_contradiction(contradiction));
        self.bad_gtins += other.bad_gtins;
        self.add_left_out(other.left_out);
    }

    /// Adds the fields that were left out of the listings of a response.
    pub fn add_left_out(&mut self, fields: BTreeMap<String, u64>) {
        for (field, count) in fields {
            *self.left_out.entry(field).or_default() += count;
        }
    }

    /// Returns the mappings of the file that name no offer's own category.
    pub fn list_unused<'a>(&'a self, file: &'a RetailerFile) -> impl Iterator<Item = Mapped<'a>> {
        let entries = file.categories().into_iter().flat_map(|map| map.entries());
        entries.filter(|entry| !self.mapped.contains_key(entry.key))
    }
}

impl UnmappedCategory {
    /// Returns the category that most titles name, where more than half of them name it.
    pub fn guess_category(&self) -> Option<Category> {
        let (category, count) = self.titles_say.iter().max_by_key(|(_, count)| **count)?;
        (count * 2 > self.offers).then_some(*category)
    }
}
