//! Finds the documents that satisfy all clauses, segment by segment.
//!
//! 1. Sort the clauses by an upper bound of the number of their documents.
//! 2. Build the set of the clause with the fewest documents (`doc_id_set.rs`: a sorted list, or a bitset where it is
//!    more than a 64th of the segment).
//! 3. Intersect the set with every other clause (`Clause::intersect`). The documents of a list are looked up in the
//!    clause's posting lists (`postings.rs`); a bitset is ANDed with the clause's bitset.
//! 4. Stop as soon as the set is empty.
//!
//! A single clause that names a whole category needs no set for it: `whole_categories` has the category's bit. Where
//! only the most popular matches are needed and the fewest documents are still more than 2,048,
//! `doc_id_windows.rs` takes over.
//!
//! Worked example: `asus rtx 5090` in a segment of a million documents. The clause `rtx 5090` has 300 documents and
//! comes first, as a list. Each of the 300 is then looked up among the 60,000 documents of the clause `asus`.

use std::ops::ControlFlow;

use tantivy::DocId;

use super::{
    clause::{Clause, TermGroup},
    collector::CollectRequest,
    doc_id_set::DocIdSet,
    doc_id_windows::DocIdWindows,
    filter::CompiledFilters,
    segment_context::SegmentContext,
};
use crate::{
    config::SearchConfig,
    interface::{Result, Sort},
    storage::view::{DocAddress, Segment, View},
};

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
    /// Further matches. They may repeat products of the whole categories; whoever counts or collects skips those.
    pub(crate) documents: DocIdSet,
    /// Whether there may be more matches behind these.
    is_truncated: bool,
    /// Documents that satisfy only some clauses, ascending, each with the share of the query's information that it
    /// satisfies beyond what all matches satisfy (`weighted_matches.rs`); empty where every match satisfies all clauses.
    shares: Vec<(DocId, f32)>,
}

/// Order keys of shares are this many steps from one to nothing.
const SHARE_STEPS: f32 = 1_000_000.0;

impl Matches {
    /// Returns the documents that satisfy all clauses: with `enough_matches`, at least that many of the most popular
    /// ones of each segment, if there are so many; with `None`, all of them.
    pub(crate) fn find(view: &View, clauses: &[&Clause], enough_matches: Option<usize>) -> Result<Self> {
        let of_segment = |(segment_ord, segment)| {
            let context = SegmentContext { segment, segment_ord };
            Ok(match clauses {
                [clause] if enough_matches.is_none() || clause.whole_categories().next().is_some() => {
                    let whole_categories =
                        clause.whole_categories().fold(0, |bits, category| bits | 1 << category);
                    let documents = clause.evaluate(context, |option| option.whole_category.is_none())?;
                    SegmentMatches { whole_categories, documents, is_truncated: false, shares: Vec::new() }
                }
                _ => {
                    let (documents, is_truncated) = find_in_segment(clauses, context, enough_matches)?;
                    SegmentMatches { whole_categories: 0, documents, is_truncated, shares: Vec::new() }
                }
            })
        };
        Ok(Self { segments: view.segments.iter().enumerate().map(of_segment).collect::<Result<_>>()? })
    }

    /// Returns the documents that satisfy all clauses but the optional ones.
    pub(crate) fn find_required(
        view: &View,
        clauses: &[Clause],
        enough_matches: Option<usize>,
    ) -> Result<Self> {
        let required: Vec<&Clause> = clauses.iter().filter(|clause| !clause.is_optional).collect();
        Self::find(view, &required, enough_matches)
    }

    /// Returns the documents that satisfy all clauses but the optional ones; `None` where no living one does.
    pub(crate) fn find_nonempty(
        view: &View,
        clauses: &[Clause],
        enough_matches: Option<usize>,
    ) -> Result<Option<Self>> {
        let matches = Self::find_required(view, clauses, enough_matches)?;
        Ok(matches.any(view).then_some(matches))
    }

    /// Whether any living product satisfies all clauses but the optional ones.
    pub(crate) fn exist(view: &View, clauses: &[Clause]) -> Result<bool> {
        let required: Vec<&Clause> = clauses.iter().filter(|clause| !clause.is_optional).collect();
        // Products of a category that the words name are enough; those with the words are many and need not be read.
        if let [clause] = required.as_slice()
            && clause.whole_categories().any(|category| has_products(view, category))
        {
            return Ok(true);
        }
        Ok(Self::find(view, &required, Some(1))?.any(view))
    }

    /// Returns some documents of a view as matches.
    pub(crate) fn of_documents(view: &View, addresses: &[DocAddress]) -> Self {
        let of_segment = |segment_ord: usize| {
            let own = addresses.iter().filter(|address| address.segment as usize == segment_ord);
            let mut documents: Vec<DocId> = own.map(|address| address.document).collect();
            documents.sort_unstable();
            SegmentMatches {
                whole_categories: 0,
                documents: DocIdSet::List(documents),
                is_truncated: true,
                shares: Vec::new(),
            }
        };
        Self { segments: (0..view.segments.len()).map(of_segment).collect() }
    }

    /// Returns the most popular matches that pass the filters, at most `limit`.
    pub(crate) fn most_popular(
        &self,
        view: &View,
        config: &SearchConfig,
        filters: &CompiledFilters,
        limit: usize,
    ) -> Result<Vec<DocAddress>> {
        let (matches, hide, sort) = (Some(self), None, Sort::Relevance);
        let request = CollectRequest { view, config, matches, filters, hide, sort, limit, count_all: false };
        Ok(request.run(None)?.top_docs)
    }

    /// Returns documents as matches, by segment and ascending, each with its share of the query's information.
    pub(super) fn of_shares(segments: Vec<Vec<(DocId, f32)>>) -> Self {
        let of_segment = |shares: Vec<(DocId, f32)>| {
            let documents = DocIdSet::List(shares.iter().map(|(document, _)| *document).collect());
            SegmentMatches { whole_categories: 0, documents, is_truncated: false, shares }
        };
        Self { segments: segments.into_iter().map(of_segment).collect() }
    }

    /// Sets the shares of some of the matches, by segment and ascending.
    pub(super) fn with_shares(mut self, segments: Vec<Vec<(DocId, f32)>>) -> Self {
        self.segments.iter_mut().zip(segments).for_each(|(segment, shares)| segment.shares = shares);
        self
    }

    /// Whether some matches satisfy only a part of the clauses, so that their shares are the first order.
    pub(crate) fn is_partial(&self) -> bool {
        self.segments.iter().any(|segment| !segment.shares.is_empty())
    }

    /// Returns the share of the query's information that a document satisfies beyond what all matches satisfy.
    pub(crate) fn share(&self, address: DocAddress) -> f32 {
        self.segments.get(address.segment as usize).map_or(0.0, |segment| segment.share(address.document))
    }

    /// Returns the matches that satisfy another clause too.
    pub(crate) fn intersect_clause(&self, view: &View, clause: &Clause) -> Result<Self> {
        let of_segment = |(segment_ord, (segment, matches)): (usize, (_, &SegmentMatches))| {
            let context = SegmentContext { segment, segment_ord };
            let mut documents = clause.intersect(matches.documents.clone(), context)?;
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
            let (is_truncated, shares) = (matches.is_truncated, matches.shares.clone());
            Ok(SegmentMatches { whole_categories: 0, documents, is_truncated, shares })
        };
        let segments = view.segments.iter().zip(&self.segments).enumerate();
        Ok(Self { segments: segments.map(of_segment).collect::<Result<_>>()? })
    }

    /// Returns the union of matches of one view.
    pub(crate) fn union<'m>(all: impl Iterator<Item = &'m Self>) -> Self {
        let mut united: Vec<SegmentMatches> = Vec::new();
        for matches in all {
            for (segment_ord, other) in matches.segments.iter().enumerate() {
                match united.get_mut(segment_ord) {
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
                        shares: Vec::new(),
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
    pub(crate) fn union_terms(mut self, view: &View, group: &TermGroup) -> Result<Self> {
        for (segment_ord, (segment, matches)) in view.segments.iter().zip(&mut self.segments).enumerate() {
            let documents = std::mem::replace(&mut matches.documents, DocIdSet::empty());
            matches.documents = documents.union(group.evaluate(SegmentContext { segment, segment_ord })?);
        }
        Ok(self)
    }

    /// Returns the matches without the documents of `excluded`, except those that `spared` has too. `clauses` are those
    /// whose matches these are.
    pub(crate) fn without_terms(
        &self,
        view: &View,
        clauses: &[Clause],
        excluded: &TermGroup,
        spared: &TermGroup,
    ) -> Result<Self> {
        let whole = clauses.iter().find(|clause| !clause.is_optional);
        let of_segment = |(segment_ord, (segment, matches)): (usize, (_, &SegmentMatches))| {
            let context = SegmentContext { segment, segment_ord };
            let documents = match whole.filter(|_| matches.whole_categories != 0) {
                Some(clause) => clause.evaluate(context, |_| true)?,
                None => matches.documents.clone(),
            };
            let refused = excluded.evaluate(context)?.difference(&spared.evaluate(context)?);
            let documents = documents.difference(&refused);
            let (is_truncated, shares) = (matches.is_truncated, matches.shares.clone());
            Ok(SegmentMatches { whole_categories: 0, documents, is_truncated, shares })
        };
        let segments = view.segments.iter().zip(&self.segments).enumerate();
        Ok(Self { segments: segments.map(of_segment).collect::<Result<_>>()? })
    }

    pub(crate) fn of_segment(&self, segment_ord: usize) -> &SegmentMatches {
        &self.segments[segment_ord]
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

impl SegmentMatches {
    /// Returns the documents of a list that match.
    pub(super) fn filter(&self, documents: &[DocId], context: SegmentContext<'_>) -> Vec<DocId> {
        let listed = self.documents.intersect_list(documents);
        if self.whole_categories == 0 {
            return listed;
        }
        let is_whole = |document: &DocId| {
            self.whole_categories & (1 << context.segment.columns.locate(*document).0) != 0
        };
        let whole = documents.iter().copied().filter(is_whole).collect();
        DocIdSet::List(whole).union(DocIdSet::List(listed)).into_list()
    }

    /// Returns the matches where they are a list and nothing else.
    pub(super) fn as_list(&self) -> Option<&[DocId]> {
        match &self.documents {
            DocIdSet::List(documents) if self.whole_categories == 0 => Some(documents),
            _ => None,
        }
    }

    /// Returns the order key of a document: lower for a larger share.
    pub(super) fn share_key(&self, document: DocId) -> u32 {
        ((1.0 - self.share(document)).clamp(0.0, 1.0) * SHARE_STEPS) as u32
    }

    fn share(&self, document: DocId) -> f32 {
        let found = self.shares.binary_search_by_key(&document, |(document, _)| *document).ok();
        found.and_then(|at| self.shares.get(at)).map_or(0.0, |(_, share)| *share)
    }
}

/// Whether a category has a living product.
fn has_products(view: &View, category: u8) -> bool {
    let mut segments = view.segments.iter();
    segments.any(|segment| {
        let table = segment.columns.tables.get(usize::from(category));
        table.is_some_and(|table| table.mutable.alive_rows > 0)
    })
}

/// Returns the documents that satisfy all clauses, and whether there may be more behind them. At least `enough_matches`
/// of the most popular ones suffice; `None` means all.
fn find_in_segment(
    clauses: &[&Clause],
    context: SegmentContext<'_>,
    enough_matches: Option<usize>,
) -> Result<(DocIdSet, bool)> {
    let mut clauses: Vec<(u64, &Clause)> =
        clauses.iter().map(|clause| (clause.doc_freq_in(context.segment_ord), *clause)).collect();
    clauses.sort_by_key(|(documents, _)| *documents);
    let Some(((documents, first), others)) = clauses.split_first() else {
        return Ok((DocIdSet::empty(), false));
    };
    if *documents == 0 {
        return Ok((DocIdSet::empty(), false));
    }
    if let Some(enough_matches) = enough_matches.filter(|_| *documents > MIN_WINDOWED_DOCUMENTS) {
        let windows = DocIdWindows::open(clauses.iter().map(|(_, clause)| *clause), context)?;
        let alive = context.segment.alive();
        let passes = |document| alive.is_none_or(|alive| alive.is_alive(document));
        let (found, is_truncated) = windows.collect(enough_matches, passes)?;
        return Ok((DocIdSet::List(found), is_truncated));
    }
    let mut set = first.evaluate(context, |_| true)?;
    for (_, clause) in others {
        if set.is_empty() {
            break;
        }
        set = clause.intersect(set, context)?;
    }
    Ok((set, false))
}
