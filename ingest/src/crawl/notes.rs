//! Findings about the retailer file while the shop was read: categories that no mapping names, mappings against titles.

use std::collections::BTreeMap;

use domain::model::Category;
use serde::Serialize;

use crate::{
    raw_offer::{RawOffer, RetailerCategory},
    retailer_file::{CategoryMeaning, Mapped, RetailerFile},
};

/// Different categories that are kept: what says more different things says no categories.
const MAX_CATEGORIES: usize = 2_000;
/// Titles that are kept of one kind.
const EXAMPLES: usize = 3;

/// Notes on the offers that were read.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadingNotes {
    /// Categories of the shop that no mapping names, by their path.
    pub unmapped: BTreeMap<String, UnmappedCategory>,
    /// Number of offers that each mapping decided, by its key.
    pub mapped: BTreeMap<String, u64>,
    /// Offers whose title says another category than the mapping, which decided.
    pub contradictions: Vec<Contradiction>,
    /// Barcode numbers that are none, and were left out.
    pub bad_gtins: u64,
}

/// A category of the shop, and what its titles say that it is.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnmappedCategory {
    pub offers: u64,
    /// Number of titles that say each category.
    pub titles_say: BTreeMap<Category, u64>,
    pub example: String,
}

/// A mapping and titles that say something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Contradiction {
    /// The file's category, which was stored.
    pub mapped: &'static str,
    pub title_says: Category,
    pub offers: u64,
    pub examples: Vec<String>,
}

impl ReadingNotes {
    /// Notes an offer with what its file maps it to, and what its title says.
    pub(super) fn record(
        &mut self,
        raw: &RawOffer,
        mapped: Option<Mapped<'_>>,
        meaning: Option<CategoryMeaning>,
        said: Option<Category>,
        title: &str,
    ) {
        match mapped {
            Some(mapped) => *self.mapped.entry(mapped.key.to_owned()).or_default() += 1,
            None if raw.found_in.is_some() => {}
            None => self.record_unmapped(&raw.categories, said, title),
        }
        let contradicts = match (meaning, said) {
            (Some(CategoryMeaning::Part(category)), Some(said)) => category != said,
            (Some(CategoryMeaning::NoPart(_)), Some(said)) => said != Category::Other,
            _ => false,
        };
        if let (true, Some(meaning), Some(said)) = (contradicts, meaning, said) {
            self.record_contradiction(Contradiction {
                mapped: meaning.as_str(),
                title_says: said,
                offers: 1,
                examples: vec![title.to_owned()],
            });
        }
    }

    /// Tags stand for categories only where the shop names no other.
    fn record_unmapped(&mut self, categories: &[RetailerCategory], said: Option<Category>, title: &str) {
        let all_tags = categories.iter().all(|category| category.tag);
        for category in categories.iter().filter(|category| all_tags || !category.tag) {
            let path = RetailerCategory::text(category);
            if self.unmapped.len() >= MAX_CATEGORIES && !self.unmapped.contains_key(&path) {
                continue;
            }
            let known = self.unmapped.entry(path).or_default();
            known.offers += 1;
            if let Some(said) = said {
                *known.titles_say.entry(said).or_default() += 1;
            }
            if known.example.is_empty() {
                title.clone_into(&mut known.example);
            }
        }
    }

    fn record_contradiction(&mut self, new: Contradiction) {
        let same =
            |known: &&mut Contradiction| (known.mapped, known.title_says) == (new.mapped, new.title_says);
        match self.contradictions.iter_mut().find(same) {
            None => self.contradictions.push(new),
            Some(known) => {
                known.offers += new.offers;
                let room = EXAMPLES.saturating_sub(known.examples.len());
                known.examples.extend(new.examples.into_iter().take(room));
            }
        }
    }

    /// Adds what was noted of other offers.
    pub(super) fn add(&mut self, other: ReadingNotes) {
        for (path, more) in other.unmapped {
            if self.unmapped.len() >= MAX_CATEGORIES && !self.unmapped.contains_key(&path) {
                continue;
            }
            let known = self.unmapped.entry(path).or_default();
            known.offers += more.offers;
            for (category, count) in more.titles_say {
                *known.titles_say.entry(category).or_default() += count;
            }
            if known.example.is_empty() {
                known.example = more.example;
            }
        }
        for (key, count) in other.mapped {
            *self.mapped.entry(key).or_default() += count;
        }
        other.contradictions.into_iter().for_each(|contradiction| self.record_contradiction(contradiction));
        self.bad_gtins += other.bad_gtins;
    }

    /// Offers whose title says another category than their mapping.
    pub fn count_contradicted(&self) -> u64 {
        self.contradictions.iter().map(|contradiction| contradiction.offers).sum()
    }

    /// Mappings of the file that decided nothing.
    pub fn list_unused<'a>(&'a self, file: &'a RetailerFile) -> impl Iterator<Item = Mapped<'a>> {
        let entries = file.categories().into_iter().flat_map(|map| map.entries());
        entries.filter(|entry| !self.mapped.contains_key(entry.key))
    }
}

impl UnmappedCategory {
    /// The category that most of its titles say, where that is more than half of them.
    pub fn guess_category(&self) -> Option<Category> {
        let (category, count) = self.titles_say.iter().max_by_key(|(_, count)| **count)?;
        (count * 2 > self.offers).then_some(*category)
    }
}
