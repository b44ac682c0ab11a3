//! `Expander`: turns the words of a query into terms of the index. `expand.rs` and the other files of this module add
//! one kind of expansion each.

use super::parsed_query::{ParsedQuery, QuerySpan};
use crate::{
    collect::clause::{Clause, ClauseOption, TermGroup},
    config::SearchConfig,
    interface::Result,
    storage::view::View,
    text::forms,
};

/// Minimum length of a part number whose words are written together.
pub(super) const MIN_PART_NUMBER_LENGTH: usize = 5;
/// Maximum number of part numbers with a common beginning that are still offered.
pub(super) const MAX_PART_NUMBERS: usize = 50;

/// Rules by which a product matches a query: how far it may differ from the typed words, and which interpretations it
/// must have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct MatchRules {
    /// Bare numbers may be facts: `27` inches, `850` watts.
    pub(crate) bare_numbers: bool,
    /// The last word may be half-typed even where it is a known word.
    pub(crate) allow_half_typed: bool,
    /// Unknown words may be misspelt.
    pub(crate) unknown_misspelt: bool,
    /// Every word without a digit may be misspelt.
    pub(crate) all_misspelt: bool,
    /// Misspelt words are compared with spellings one edit away only.
    pub(crate) one_edit_only: bool,
    /// A stated size (`27 inch`) also matches every size that rounds to it (27.2), however few products have that size.
    /// Without it, a size that rounds to the stated one counts only if it has at least a third as many products
    /// (`interpretation.rs`, `ROUNDED_SHARE`).
    pub(crate) all_rounded: bool,
    /// A word that hardly any product has may be misspelt, in the query or in the names of these products.
    pub(crate) rare_misspelt: bool,
    /// Interpretations that a product must have; having the words in its name is not enough.
    pub(crate) required: RequiredInterpretations,
}

/// Kinds of interpretations that a product must have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum RequiredInterpretations {
    #[default]
    None,
    Categories,
    /// Everything but manufacturers.
    CategoriesAndSpecs,
}

/// Expands parsed queries into clauses of a view.
pub(crate) struct Expander<'a> {
    pub(crate) view: &'a View,
    pub(crate) config: &'a SearchConfig,
    pub(crate) rules: MatchRules,
}

impl Expander<'_> {
    /// Returns an optional span as required words of a name, with their interpretation.
    pub(crate) fn as_required(&self, parsed: &ParsedQuery, span: &QuerySpan) -> QuerySpan {
        let phrase = words_of(parsed, span).join(" ");
        let read = QuerySpan::of_phrase(&self.config.lexicon, &self.view.vocabulary, &phrase);
        let QuerySpan { interpretation, brand, facts, .. } = read;
        QuerySpan { interpretation, brand, facts, is_optional: false, ..span.clone() }
    }

    /// Adds several words as they stand, all of them required.
    pub(crate) fn add_words(&self, clause: &mut Clause, words: &[String]) -> Result<()> {
        let mut option = ClauseOption::default();
        for word in words {
            option.groups.push(self.word_group(word)?);
        }
        if option.is_possible() {
            clause.options.push(option);
            clause.first_words.extend(words.first().cloned());
        }
        Ok(())
    }

    /// Returns the terms of a word, its stem, and their other forms.
    pub(crate) fn word_group(&self, word: &str) -> Result<TermGroup> {
        let quality = &self.config.ranking.quality;
        let fields = &self.view.fields;
        let mut group = TermGroup::new(self.view);
        group.add_word(self.view, word, quality.exact)?;
        group.add(self.view, fields.form, word)?;
        if let Some(stem) = forms::stem(word) {
            group.add_word(self.view, stem, quality.form)?;
            group.add(self.view, fields.form, stem)?;
        }
        Ok(group)
    }

    /// Returns a clause of names and models that begin with one of the clause's first words; `None` where there are
    /// none.
    pub(crate) fn names_starting_with(&self, clause: &Clause) -> Result<Option<Clause>> {
        let mut group = TermGroup::new(self.view);
        for head in &clause.first_words {
            group.add(self.view, self.view.fields.word, &forms::first_word_term(head))?;
        }
        let is_empty = group.doc_freq() == 0;
        Ok((!is_empty).then(|| Clause::of_group(group)))
    }
}

pub(super) fn words_of<'r>(parsed: &'r ParsedQuery, span: &QuerySpan) -> Vec<&'r str> {
    parsed.words.get(span.start..span.end).unwrap_or_default().iter().map(|word| word.text.as_str()).collect()
}
