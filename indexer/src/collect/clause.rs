//! A parsed query as boolean logic: an AND of clauses, each an OR of options, each an AND of groups, each an OR
//! of terms.
//!
//! Worked example: the clause of `asus` in `asus monitor` has two options, each with one group: the filter term
//! `brand:asus`, or the word `asus` or one of its forms.

use domain::model::Category;
use tantivy::{postings::TermInfo, schema::Field};

use crate::{
    interface::Result,
    storage::{columns::Row, schema::filter_term, view::View},
    text::word_hash::word_hash,
};

/// One thing that a hit must have.
#[derive(Clone, Default)]
pub(crate) struct Clause {
    /// The words as they were understood, for messages and corrections.
    pub(crate) text: String,
    pub(crate) options: Vec<ClauseOption>,
    /// The words as a category, a brand or facts, checked on a product's row.
    pub(crate) predicates: Vec<RowPredicate>,
    /// Range of its words' indexes in the query.
    pub(crate) word_range: (usize, usize),
    /// Probable spellings when the words were taken for misspelt; the likeliest first.
    pub(crate) spellings: Vec<String>,
    /// The first words of its forms, for finding names that begin with them.
    pub(crate) first_words: Vec<String>,
    /// Whether the words themselves are unknown, so that only words that begin like them may have been found.
    pub(crate) is_prefix_guess: bool,
    /// Whether the words have a digit: such a clause is never misspelt.
    pub(crate) has_digit: bool,
    /// Whether the words are listed as a category or a fact, or are an amount with its unit.
    pub(crate) has_listed_meaning: bool,
    /// Whether it is a number with its unit or with the name of what it measures.
    pub(crate) is_measure: bool,
    /// Whether it only orders: products without it match too.
    pub(crate) is_optional: bool,
}

/// One way to satisfy a clause.
#[derive(Clone, Default)]
pub(crate) struct ClauseOption {
    pub(crate) groups: Vec<TermGroup>,
    /// Whether it is the filter term of a category or a fact. Where an interpretation is required, the other options are
    /// dropped. A manufacturer's filter term does not count as an interpretation.
    pub(crate) is_interpretation: bool,
    /// The category, where being of the category is all that it demands.
    pub(crate) whole_category: Option<u8>,
}

/// Terms of which one is enough, looked up in every segment.
#[derive(Clone, Default)]
pub(crate) struct TermGroup {
    /// By segment.
    terms: Vec<Vec<(Field, TermInfo)>>,
    /// Hashes of words that satisfy the group, ascending, each with its quality.
    hashes: Vec<(u32, f32)>,
    documents: u64,
}

/// Test of an interpretation on a product's row.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct RowPredicate {
    pub(crate) kind: PredicateKind,
    pub(crate) category: Option<u8>,
    pub(crate) brand: Option<u16>,
    /// Any of these facts is enough; empty demands none.
    pub(crate) facts: Vec<FactValueId>,
}

/// A fact's value, in the numbers of the vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FactValueId {
    pub(crate) category: u8,
    pub(crate) slot: u8,
    pub(crate) value: u16,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum PredicateKind {
    #[default]
    Category,
    Brand,
    Spec,
}

impl Clause {
    /// Returns a clause of the documents of one group.
    pub(crate) fn of_group(group: TermGroup) -> Self {
        Self { options: vec![ClauseOption::of_group(group)], ..Self::default() }
    }

    /// Returns the first predicate that holds for a row.
    pub(crate) fn matching_predicate(&self, row: Row<'_>, view: &View) -> Option<&RowPredicate> {
        self.predicates.iter().find(|predicate| predicate.accepts(row, view))
    }

    /// Returns the category that the words name.
    pub(crate) fn category(&self) -> Option<Category> {
        self.predicates.iter().find_map(RowPredicate::category)
    }

    /// Whether the clause names a category or states any fact (`4k`, `wifi 7`, a colour), not just a manufacturer:
    /// every order but relevance must keep to these.
    pub(crate) fn states_category_or_fact(&self) -> bool {
        self.predicates.iter().any(|predicate| predicate.kind != PredicateKind::Brand)
    }

    /// Returns an upper bound of the number of documents that satisfy the clause.
    pub(crate) fn doc_freq(&self) -> u64 {
        self.options.iter().map(ClauseOption::doc_freq).sum()
    }

    /// Returns the categories of which every product satisfies the clause.
    pub(crate) fn whole_categories(&self) -> impl Iterator<Item = u8> + '_ {
        self.options.iter().filter_map(|option| option.whole_category)
    }
}

impl ClauseOption {
    pub(crate) fn of_group(group: TermGroup) -> Self {
        Self { groups: vec![group], ..Self::default() }
    }

    fn doc_freq(&self) -> u64 {
        self.groups.iter().map(|group| group.documents).min().unwrap_or(0)
    }

    /// Whether every group has a document somewhere.
    pub(crate) fn is_possible(&self) -> bool {
        !self.groups.is_empty() && self.groups.iter().all(|group| group.documents > 0)
    }
}

impl TermGroup {
    /// Returns a group without terms.
    pub(crate) fn new(view: &View) -> Self {
        Self { terms: vec![Vec::new(); view.segments.len()], hashes: Vec::new(), documents: 0 }
    }

    /// Returns the group's terms in a segment.
    pub(crate) fn terms(&self, segment_ord: usize) -> &[(Field, TermInfo)] {
        self.terms.get(segment_ord).map_or(&[], Vec::as_slice)
    }

    /// Returns the sum of the terms' documents.
    pub(crate) fn doc_freq(&self) -> u64 {
        self.documents
    }

    /// Returns the products of a category.
    pub(crate) fn of_category(view: &View, category: Category) -> Result<Self> {
        let mut group = Self::new(view);
        group.add(view, view.fields.filter, &filter_term("category", category.as_str()))?;
        Ok(group)
    }

    /// Adds a term where it exists; returns its number of documents.
    pub(crate) fn add(&mut self, view: &View, field: Field, term: &str) -> Result<u64> {
        let mut found = 0;
        for (segment_ord, segment) in view.segments.iter().enumerate() {
            if let Some(info) = segment.term(field, term)? {
                found += u64::from(info.doc_freq);
                self.terms[segment_ord].push((field, info));
            }
        }
        self.documents += found;
        Ok(found)
    }

    /// Adds everything of another group.
    pub(crate) fn merge(&mut self, other: TermGroup) {
        for (mine, theirs) in self.terms.iter_mut().zip(other.terms) {
            mine.extend(theirs);
        }
        self.add_hashes(other.hashes);
        self.documents += other.documents;
    }

    /// Adds hashes; of equal ones the best quality stays.
    fn add_hashes(&mut self, hashes: impl IntoIterator<Item = (u32, f32)>) {
        self.hashes.extend(hashes);
        self.hashes.sort_by(|left, right| left.0.cmp(&right.0).then_with(|| right.1.total_cmp(&left.1)));
        self.hashes.dedup_by_key(|(hash, _)| *hash);
    }

    /// Adds a whole word with its hash.
    pub(crate) fn add_word(&mut self, view: &View, word: &str, quality: f32) -> Result<u64> {
        let found = self.add(view, view.fields.word, word)?;
        if found > 0 {
            self.add_hashes([(word_hash(word), quality)]);
        }
        Ok(found)
    }

    /// Adds every word of the dictionary with the prefix, at most `limit` per segment; returns whether these were
    /// all.
    pub(crate) fn add_prefix(
        &mut self,
        view: &View,
        field: Field,
        prefix: &str,
        limit: usize,
        quality: Option<f32>,
    ) -> Result<bool> {
        let mut complete = true;
        let mut hashes = Vec::new();
        for (segment_ord, segment) in view.segments.iter().enumerate() {
            let inverted = segment.inverted(field)?;
            let mut stream = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
            let mut taken = 0;
            while stream.advance() && stream.key().starts_with(prefix.as_bytes()) {
                if taken == limit {
                    complete = false;
                    break;
                }
                taken += 1;
                self.documents += u64::from(stream.value().doc_freq);
                self.terms[segment_ord].push((field, stream.value().clone()));
                if let (Some(quality), Ok(word)) = (quality, std::str::from_utf8(stream.key())) {
                    hashes.push((word_hash(word), quality));
                }
            }
        }
        self.add_hashes(hashes);
        Ok(complete)
    }

    /// Adds the hashes of the most frequent words with a short prefix. Returns `false`, and adds nothing, where no
    /// segment has more words with the prefix than are listed.
    pub(crate) fn add_frequent(&mut self, view: &View, prefix: &str, quality: f32) -> Result<bool> {
        if view.segments.iter().all(|segment| segment.frequent.beginning_with(prefix).is_none()) {
            return Ok(false);
        }
        let mut hashes: Vec<u32> = Vec::new();
        for segment in &view.segments {
            if let Some(listed) = segment.frequent.beginning_with(prefix) {
                hashes.extend(listed);
                continue;
            }
            let inverted = segment.inverted(view.fields.word)?;
            let mut stream = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
            while stream.advance() && stream.key().starts_with(prefix.as_bytes()) {
                hashes.extend(std::str::from_utf8(stream.key()).map(word_hash));
            }
        }
        self.add_hashes(hashes.into_iter().map(|hash| (hash, quality)));
        Ok(true)
    }

    /// Returns the quality with which a word satisfies the group; `None` when it does not.
    pub(crate) fn quality(&self, hash: u32) -> Option<f32> {
        let at = self.hashes.binary_search_by_key(&hash, |(hash, _)| *hash).ok()?;
        self.hashes.get(at).map(|(_, quality)| *quality)
    }

    /// Returns the hashes of words that satisfy the group.
    pub(crate) fn hashes(&self) -> impl Iterator<Item = u32> + '_ {
        self.hashes.iter().map(|(hash, _)| *hash)
    }
}

impl RowPredicate {
    /// Whether the predicate holds for a row.
    pub(crate) fn accepts(&self, row: Row<'_>, view: &View) -> bool {
        self.category.is_none_or(|category| row.category == category)
            && self.brand.is_none_or(|brand| row.brand() == brand)
            && (self.facts.is_empty() || self.facts.iter().any(|fact| fact.is_in(row, view)))
    }

    /// Returns the category, if the words name one.
    pub(crate) fn category(&self) -> Option<Category> {
        self.category.and_then(|category| Category::ALL.get(usize::from(category)).copied())
    }
}

impl FactValueId {
    fn is_in(self, row: Row<'_>, view: &View) -> bool {
        row.category == self.category
            && view.vocabulary.slot(self.category.into(), self.slot.into()).is_some_and(|vocabulary| {
                vocabulary
                    .sets
                    .get(usize::from(row.slot(self.slot)))
                    .is_some_and(|values| values.contains(&self.value))
            })
    }
}
