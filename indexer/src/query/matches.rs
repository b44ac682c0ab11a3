//! Evaluates clauses to documents, segment by segment.
//!
//! 1. Sort the clauses by the number of documents that satisfy them at most.
//! 2. Build the set of the clause with the fewest documents (`doc_id_set.rs`: a sorted list, or a bitset where it is
//!    more than a 64th of the segment).
//! 3. Let every other clause narrow the set. A list is looked up in the clause's posting lists (`postings.rs`); bits
//!    are ANDed with the clause's bits.
//! 4. Stop as soon as the set is empty.
//!
//! A single clause that names a whole category needs no set for it: `whole_categories` has the category's bit. Where
//! only the most popular matches are needed and the fewest documents are still more than 2,048,
//! `candidate_windows.rs` takes over.
//!
//! Worked example: `asus rtx 5090` in a segment of a million documents. The clause `rtx 5090` has 300 documents and
//! comes first, as a list. The clause `asus` has 60,000 and is only asked which of the 300 are among them.

use std::{ops::ControlFlow, sync::Arc};

use tantivy::DocId;

use super::{
    bitset::Bitset,
    cached_bitsets::for_each_block,
    candidate_windows::CandidateWindows,
    clause::{Clause, ClauseOption, TermGroup},
    doc_id_set::{BITSET_FRACTION, DocIdSet, filter_any},
    postings::{for_each_term, intersect_postings},
};
use crate::{
    SearchError,
    view::{DocAddress, Segment, View},
};

/// Documents are looked up in at most this many posting lists one after the other; more lists are united first.
const MAX_SOUGHT_LISTS: usize = 4;

/// More posting lists than this are united as bits, unless all together are less than this part of a segment:
/// sorting many lists into one costs more.
const MAX_SORTED_LISTS: usize = 8;
const SORTED_PART: u32 = 512;

/// Clauses of more documents are evaluated window by window where the most popular matches are enough.
const MIN_WINDOWED_DOCUMENTS: u64 = 2_048;

/// The documents of a view that satisfy all clauses.
pub(crate) struct Matches {
    segments: Vec<SegmentMatches>,
}

/// The matches of one segment.
pub(crate) struct SegmentMatches {
    /// A bit for each category of which every product matches.
    pub(crate) whole_categories: u32,
    /// The other matches; some products of the whole categories may be among them.
    pub(crate) documents: DocIdSet,
    /// Whether there may be more matches behind these.
    is_truncated: bool,
}

impl Matches {
    /// Returns the documents that satisfy all clauses. With `target_hits`, at least that many of the most popular
    /// ones of each segment suffice.
    pub(crate) fn find(
        view: &View,
        clauses: &[&Clause],
        target_hits: Option<usize>,
    ) -> Result<Self, SearchError> {
        let of_segment = |(index, segment)| {
            let context = SegmentContext { segment, index };
            Ok(match clauses {
                [clause] if target_hits.is_none() || clause.whole_categories().next().is_some() => {
                    let whole_categories =
                        clause.whole_categories().fold(0, |bits, category| bits | 1 << category);
                    let documents = clause.evaluate(context, |other| other.whole_category.is_none())?;
                    SegmentMatches { whole_categories, documents, is_truncated: false }
                }
                _ => {
                    let (documents, is_truncated) = find_in_segment(clauses, context, target_hits)?;
                    SegmentMatches { whole_categories: 0, documents, is_truncated }
                }
            })
        };
        Ok(Self {
            segments: view.segments.iter().enumerate().map(of_segment).collect::<Result<_, SearchError>>()?,
        })
    }

    /// Returns some documents of a view as matches.
    pub(crate) fn of_documents(view: &View, addresses: &[DocAddress]) -> Self {
        let of_segment = |index: usize| {
            let own = addresses.iter().filter(|address| address.segment as usize == index);
            let mut documents: Vec<DocId> = own.map(|address| address.document).collect();
            documents.sort_unstable();
            SegmentMatches { whole_categories: 0, documents: DocIdSet::List(documents), is_truncated: true }
        };
        Self { segments: (0..view.segments.len()).map(of_segment).collect() }
    }

    /// Returns the matches that satisfy another clause too.
    pub(crate) fn narrow_by(&self, view: &View, clause: &Clause) -> Result<Self, SearchError> {
        let of_segment = |(index, (segment, matches)): (usize, (_, &SegmentMatches))| {
            let context = SegmentContext { segment, index };
            let mut documents = clause.narrow(matches.documents.clone(), context)?;
            if matches.whole_categories != 0 {
                let is_whole = |document: &DocId| {
                    matches.whole_categories & (1 << context.segment.columns.locate(*document).0) != 0
                };
                let mut added = Vec::new();
                clause.evaluate(context, |_| true)?.for_each_chunk(|chunk| {
                    added.extend(chunk.iter().copied().filter(is_whole));
                    ControlFlow::Continue(())
                });
                documents = documents.union(DocIdSet::List(added));
            }
            Ok(SegmentMatches { whole_categories: 0, documents, is_truncated: matches.is_truncated })
        };
        let segments = view.segments.iter().zip(&self.segments).enumerate();
        Ok(Self { segments: segments.map(of_segment).collect::<Result<_, SearchError>>()? })
    }

    /// Returns the union of matches of one view.
    pub(crate) fn union<'m>(all: impl Iterator<Item = &'m Self>) -> Self {
        let mut united: Vec<SegmentMatches> = Vec::new();
        for matches in all {
            for (index, other) in matches.segments.iter().enumerate() {
                match united.get_mut(index) {
                    Some(own) => {
                        own.whole_categories |= other.whole_categories;
                        own.documents = std::mem::replace(&mut own.documents, DocIdSet::empty())
                            .union(other.documents.clone());
                        own.is_truncated |= other.is_truncated;
                    }
                    None => united.push(SegmentMatches {
                        whole_categories: other.whole_categories,
                        documents: other.documents.clone(),
                        is_truncated: other.is_truncated,
                    }),
                }
            }
        }
        Self { segments: united }
    }

    /// Returns the category of all matches, if they are of one category and at most `limit` in each segment.
    pub(crate) fn single_category(&self, view: &View, limit: u32) -> Option<usize> {
        let mut only = None;
        for (segment, matches) in view.segments.iter().zip(&self.segments) {
            if matches.whole_categories.count_ones() > 1 || matches.documents.count() > limit {
                return None;
            }
            if matches.whole_categories != 0
                && *only.get_or_insert(matches.whole_categories.trailing_zeros() as usize)
                    != matches.whole_categories.trailing_zeros() as usize
            {
                return None;
            }
            let is_other = |document: DocId| {
                let category = segment.columns.locate(document).0;
                segment.alive().is_none_or(|alive| alive.is_alive(document))
                    && *only.get_or_insert(category) != category
            };
            if matches.documents.any(is_other) {
                return None;
            }
        }
        only
    }

    /// Returns the union of these matches and the documents of a group of terms.
    pub(crate) fn union_group(mut self, view: &View, group: &TermGroup) -> Result<Self, SearchError> {
        for (index, (segment, matches)) in view.segments.iter().zip(&mut self.segments).enumerate() {
            let documents = std::mem::replace(&mut matches.documents, DocIdSet::empty());
            matches.documents = documents.union(group.evaluate(SegmentContext { segment, index })?);
        }
        Ok(self)
    }

    pub(crate) fn of_segment(&self, index: usize) -> &SegmentMatches {
        &self.segments[index]
    }

    /// Whether these are all matches.
    pub(crate) fn is_complete(&self) -> bool {
        self.segments.iter().all(|segment| !segment.is_truncated)
    }

    /// Returns the number of living products among these matches.
    pub(crate) fn count(&self, view: &View) -> u64 {
        let of_segment = |(segment, matches): (&Segment, &SegmentMatches)| {
            let tables = segment.columns.tables.iter().enumerate();
            let whole = tables.filter(|(category, _)| matches.whole_categories & (1 << category) != 0);
            let whole: u64 = whole.map(|(_, table)| u64::from(table.mutable.alive_rows)).sum();
            if matches.whole_categories == 0 && segment.alive().is_none() {
                return u64::from(matches.documents.count());
            }
            let mut others = 0;
            matches.documents.for_each_chunk(|documents| {
                let counts = |document: &&DocId| {
                    matches.whole_categories & (1 << segment.columns.locate(**document).0) == 0
                        && segment.alive().is_none_or(|alive| alive.is_alive(**document))
                };
                others += documents.iter().filter(counts).count() as u64;
                ControlFlow::Continue(())
            });
            whole + others
        };
        view.segments.iter().zip(&self.segments).map(of_segment).sum()
    }

    /// Whether any living product matches.
    pub(crate) fn any(&self, view: &View) -> bool {
        view.segments.iter().zip(&self.segments).any(|(segment, matches)| {
            let tables = segment.columns.tables.iter().enumerate();
            let mut whole = tables.filter(|(category, _)| matches.whole_categories & (1 << category) != 0);
            whole.any(|(_, table)| table.mutable.alive_rows > 0)
                || matches
                    .documents
                    .any(|document| segment.alive().is_none_or(|alive| alive.is_alive(document)))
        })
    }
}

/// The segment in which documents are evaluated.
#[derive(Clone, Copy)]
pub(super) struct SegmentContext<'a> {
    pub(super) segment: &'a Segment,
    /// Index of the segment in its view.
    pub(super) index: usize,
}

impl SegmentContext<'_> {
    pub(super) fn end(self) -> DocId {
        self.segment.reader.max_doc()
    }
}

/// Returns the documents that satisfy all clauses, and whether there may be more behind them.
fn find_in_segment(
    clauses: &[&Clause],
    context: SegmentContext<'_>,
    target_hits: Option<usize>,
) -> Result<(DocIdSet, bool), SearchError> {
    let mut clauses: Vec<(u64, &Clause)> =
        clauses.iter().map(|clause| (clause.doc_freq_in(context.index), *clause)).collect();
    clauses.sort_by_key(|(documents, _)| *documents);
    let Some(((documents, first), others)) = clauses.split_first() else {
        return Ok((DocIdSet::empty(), false));
    };
    if *documents == 0 {
        return Ok((DocIdSet::empty(), false));
    }
    if let Some(target_hits) = target_hits.filter(|_| *documents > MIN_WINDOWED_DOCUMENTS) {
        let windows = CandidateWindows::open(clauses.iter().map(|(_, clause)| *clause), context)?;
        let alive = context.segment.alive();
        let passes = |document| alive.is_none_or(|alive| alive.is_alive(document));
        let (found, is_truncated) = windows.collect(target_hits, passes)?;
        return Ok((DocIdSet::List(found), is_truncated));
    }
    let mut set = first.evaluate(context, |_| true)?;
    for (_, clause) in others {
        if set.is_empty() {
            break;
        }
        set = clause.narrow(set, context)?;
    }
    Ok((set, false))
}

impl Clause {
    /// Returns an upper bound of the number of documents of a segment that satisfy the clause.
    fn doc_freq_in(&self, index: usize) -> u64 {
        self.options.iter().map(|option| option.doc_freq_in(index)).sum()
    }

    /// Returns the documents of some of the clause's options.
    fn evaluate(
        &self,
        context: SegmentContext<'_>,
        wanted: impl Fn(&ClauseOption) -> bool,
    ) -> Result<DocIdSet, SearchError> {
        let mut set = DocIdSet::empty();
        for option in self.options.iter().filter(|option| wanted(option)) {
            set = set.union(option.evaluate(context)?);
        }
        Ok(set)
    }

    /// Returns the documents of a set that satisfy the clause.
    fn narrow(&self, set: DocIdSet, context: SegmentContext<'_>) -> Result<DocIdSet, SearchError> {
        match &set {
            DocIdSet::List(documents) => {
                // The broadest option first: few documents are then left for the others.
                let mut options: Vec<&ClauseOption> = self.options.iter().collect();
                options.sort_by_key(|other| std::cmp::Reverse(other.doc_freq_in(context.index)));
                filter_any(documents, options, |other, rest| other.filter(rest, context)).map(DocIdSet::List)
            }
            DocIdSet::Bitset(_) => Ok(set.intersect(self.evaluate(context, |_| true)?, context.end())),
        }
    }
}

impl ClauseOption {
    pub(super) fn doc_freq_in(&self, index: usize) -> u64 {
        self.groups.iter().map(|group| group.doc_freq_in(index)).min().unwrap_or(0)
    }

    /// Returns the groups, the one with the fewest documents first.
    pub(super) fn groups_by_frequency(&self, index: usize) -> Vec<&TermGroup> {
        let mut groups: Vec<&TermGroup> = self.groups.iter().collect();
        groups.sort_by_key(|group| group.doc_freq_in(index));
        groups
    }

    fn evaluate(&self, context: SegmentContext<'_>) -> Result<DocIdSet, SearchError> {
        let groups = self.groups_by_frequency(context.index);
        // An option without groups can't be satisfied.
        let Some((first, others)) = groups.split_first() else { return Ok(DocIdSet::empty()) };
        let mut set = first.evaluate(context)?;
        for group in others {
            set = match &set {
                DocIdSet::List(documents) => DocIdSet::List(group.filter(documents, context)?),
                DocIdSet::Bitset(_) => set.intersect(group.evaluate(context)?, context.end()),
            };
        }
        Ok(set)
    }

    fn filter(&self, documents: &[DocId], context: SegmentContext<'_>) -> Result<Vec<DocId>, SearchError> {
        let groups = self.groups_by_frequency(context.index);
        let Some((first, others)) = groups.split_first() else { return Ok(Vec::new()) };
        let mut found = first.filter(documents, context)?;
        for group in others {
            found = group.filter(&found, context)?;
        }
        Ok(found)
    }
}

impl TermGroup {
    fn doc_freq_in(&self, index: usize) -> u64 {
        self.terms(index).iter().map(|(_, info)| u64::from(info.doc_freq)).sum()
    }

    fn evaluate(&self, context: SegmentContext<'_>) -> Result<DocIdSet, SearchError> {
        let terms = self.terms(context.index);
        let (end, cached_bitsets) = (context.end(), &context.segment.cached_bitsets);
        let bits_part = if terms.len() > MAX_SORTED_LISTS { SORTED_PART } else { BITSET_FRACTION };
        if let [(field, info)] = terms {
            if let Some(bits) = cached_bitsets.get(*field, info) {
                return Ok(DocIdSet::Bitset(Arc::clone(bits)));
            }
        } else if self.doc_freq_in(context.index) > u64::from(end / bits_part) {
            let mut all = Bitset::new(end);
            for_each_term(terms, context.segment, |inverted, field, info| {
                match cached_bitsets.get(field, info) {
                    Some(bits) => {
                        all.union_with(bits);
                        Ok(())
                    }
                    None => for_each_block(inverted, info, |block| {
                        block.iter().for_each(|document| all.insert(*document));
                    }),
                }
            })?;
            return Ok(DocIdSet::Bitset(Arc::new(all)));
        }
        let mut list = Vec::new();
        for_each_term(terms, context.segment, |inverted, _, info| {
            for_each_block(inverted, info, |block| list.extend(block))
        })?;
        if terms.len() > 1 {
            list.sort();
            list.dedup();
        }
        Ok(DocIdSet::List(list))
    }

    fn filter(&self, documents: &[DocId], context: SegmentContext<'_>) -> Result<Vec<DocId>, SearchError> {
        let terms = self.terms(context.index);
        if terms.len() > MAX_SOUGHT_LISTS {
            return Ok(self.evaluate(context)?.intersect_list(documents));
        }
        filter_any(documents, terms, |(field, info), rest| {
            if let Some(bits) = context.segment.cached_bitsets.get(*field, info) {
                return Ok(rest.iter().copied().filter(|document| bits.contains(*document)).collect());
            }
            intersect_postings(&*context.segment.reader.inverted_index(*field)?, info, rest)
        })
    }

    /// Returns the documents of one segment, as a list of at most `limit`.
    pub(crate) fn first_documents(
        &self,
        segment: &Segment,
        index: usize,
        limit: usize,
    ) -> Result<Vec<DocId>, SearchError> {
        let mut documents = Vec::new();
        self.evaluate(SegmentContext { segment, index })?.any(|document| {
            documents.push(document);
            documents.len() >= limit
        });
        Ok(documents)
    }
}
