//! Words of a product's name that tell it from its siblings: neither its manufacturer's, nor stated by one of its facts,
//! nor an amount with its unit, nor its kind. Of `Gale 120 RGB 3-pack black fan`, `Gale`, `120` and `RGB` are such words.

use domain::model::Category;

use crate::{
    config::SearchConfig,
    interface::Document,
    storage::schema::token_flag,
    text::analysis_cache::{AnalysisCache, TextId, WordOccurrence},
};

/// Words read of the texts of all facts.
const MAX_FACT_WORDS: usize = 60;
/// Least number of a fact that the name may state without its unit: `DDR5-6000`.
const MIN_NUMBER: f64 = 100.0;
/// One word without a digit tells nothing: a fan named `RGB Fan` is not what people mean by `rgb fan`.
const MIN_WORDS: usize = 2;

/// Finds the words of names that identify products. Reused, so that little is allocated.
#[derive(Default)]
pub(crate) struct IdentityWords {
    facts: Vec<WordOccurrence>,
    found: Vec<TextId>,
}

impl IdentityWords {
    /// Finds the words of a name; none where they would not identify the product.
    pub(crate) fn find(
        &mut self,
        document: &Document,
        (name, manufacturer): (&[WordOccurrence], &[WordOccurrence]),
        config: &SearchConfig,
        cache: &mut AnalysisCache<'_>,
    ) {
        let Self { facts, found } = self;
        facts.clear();
        found.clear();
        for (_, value) in document.specs.iter() {
            // A small number may count fans or stand in a series' name.
            let is_small = value.as_number().is_some_and(|number| number < MIN_NUMBER);
            for text in value.to_texts().into_iter().filter(|_| !is_small) {
                let left = MAX_FACT_WORDS.saturating_sub(facts.len());
                cache.words(&text, left, facts);
            }
        }
        let stated = |id: TextId| facts.iter().chain(manufacturer).any(|word| word.id == id);
        let own = name.iter().map(|word| word.id).filter(|id| !stated(*id));
        found.extend(own.filter(|id| !says_nothing(cache.text(*id), document.category, config)));
        let has_digit = |id: &TextId| cache.text(*id).contains(|character: char| character.is_ascii_digit());
        if found.len() < MIN_WORDS && !found.iter().any(has_digit) {
            found.clear();
        }
    }

    /// Returns the flag of a word of the name.
    pub(crate) fn flag(&self, id: TextId) -> u32 {
        if self.found.contains(&id) { token_flag::IDENTITY } else { 0 }
    }
}

/// Whether a word is an amount with its unit, a mark, or names the category.
fn says_nothing(word: &str, category: Category, config: &SearchConfig) -> bool {
    let lexicon = &config.lexicon;
    let is_of_category =
        || lexicon.concept_named(word).is_some_and(|concept| concept.category == Some(category));
    !word.contains(char::is_alphanumeric)
        || lexicon.analyzer.fused_quantity(word).is_some()
        || is_of_category()
}
