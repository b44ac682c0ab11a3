//! Evaluates units to documents, segment by segment.
//!
//! 1. Sort the units by the number of documents that satisfy them at most.
//! 2. Build the set of the unit with the fewest documents (`sets.rs`: a sorted list, or bits where it is more than
//!    a 64th of the segment).
//! 3. Let every other unit narrow the set. A list is looked up in the unit's posting lists (`postings.rs`); bits
//!    are ANDed with the unit's bits.
//! 4. Stop as soon as the set is empty.
//!
//! A single unit that names a whole category needs no set for it: `whole` has the category's bit. Where only the
//! most popular matches are needed and the fewest documents are still more than 2,048, `windows.rs` takes over.
//!
//! Worked example: `asus rtx 5090` in a segment of a million documents. The unit `rtx 5090` has 300 documents and
//! comes first, as a list. The unit `asus` has 60,000 and is only asked which of the 300 are among them.

use std::{ops::ControlFlow, sync::Arc};

use tantivy::DocId;

use super::{
    bits::Bits,
    broad::each_block,
    postings::{each_term, sought},
    sets::{LIST_PART, Set, filter_any},
    unit::{Alternative, Group, Unit},
    windows::Windows,
};
use crate::{
    SearchError,
    view::{Place, Segment, View},
};

/// Documents are looked up in at most this many posting lists one after the other; more lists are united first.
const MOST_SOUGHT: usize = 4;

/// More posting lists than this are united as bits, unless all together are less than this part of a segment:
/// sorting many lists into one costs more.
const MOST_SORTED: usize = 8;
const SORTED_PART: u32 = 512;

/// Units of more documents are evaluated window by window where the most popular matches are enough.
const MANY: u64 = 2_048;

/// The documents of a view that satisfy all units.
pub(crate) struct Matches {
    segments: Vec<SegmentMatches>,
}

/// The matches of one segment.
pub(crate) struct SegmentMatches {
    /// A bit for each category of which every product matches.
    pub(crate) whole: u32,
    /// The other matches; some products of the whole categories may be among them.
    pub(crate) documents: Set,
    /// Whether there may be more matches behind these.
    is_cut: bool,
}

impl Matches {
    /// Returns the documents that satisfy all units. With `enough`, at least that many of the most popular ones of
    /// each segment suffice.
    pub(crate) fn of(view: &View, units: &[&Unit], enough: Option<usize>) -> Result<Self, SearchError> {
        let of_segment = |(index, segment)| {
            let place = At { segment, index };
            Ok(match units {
                [unit] if enough.is_none() || unit.whole_categories().next().is_some() => {
                    let whole = unit.whole_categories().fold(0, |bits, category| bits | 1 << category);
                    let documents = unit.set(place, |other| other.whole.is_none())?;
                    SegmentMatches { whole, documents, is_cut: false }
                }
                _ => {
                    let (documents, is_cut) = all_of(units, place, enough)?;
                    SegmentMatches { whole: 0, documents, is_cut }
                }
            })
        };
        Ok(Self {
            segments: view.segments.iter().enumerate().map(of_segment).collect::<Result<_, SearchError>>()?,
        })
    }

    /// Returns some documents of a view as matches.
    pub(crate) fn of_documents(view: &View, places: &[Place]) -> Self {
        let of_segment = |index: usize| {
            let own = places.iter().filter(|place| place.segment as usize == index);
            let mut documents: Vec<DocId> = own.map(|place| place.document).collect();
            documents.sort_unstable();
            SegmentMatches { whole: 0, documents: Set::List(documents), is_cut: true }
        };
        Self { segments: (0..view.segments.len()).map(of_segment).collect() }
    }

    /// Returns the matches that satisfy another unit too.
    pub(crate) fn narrowed(&self, view: &View, unit: &Unit) -> Result<Self, SearchError> {
        let of_segment = |(index, (segment, matches)): (usize, (_, &SegmentMatches))| {
            let place = At { segment, index };
            let mut documents = unit.narrow(matches.documents.clone(), place)?;
            if matches.whole != 0 {
                let is_whole =
                    |document: &DocId| matches.whole & (1 << place.segment.columns.place(*document).0) != 0;
                let mut whole = Vec::new();
                unit.set(place, |_| true)?.each_chunk(|chunk| {
                    whole.extend(chunk.iter().copied().filter(is_whole));
                    ControlFlow::Continue(())
                });
                documents = documents.or(Set::List(whole));
            }
            Ok(SegmentMatches { whole: 0, documents, is_cut: matches.is_cut })
        };
        let segments = view.segments.iter().zip(&self.segments).enumerate();
        Ok(Self { segments: segments.map(of_segment).collect::<Result<_, SearchError>>()? })
    }

    /// Returns the union of matches of one view.
    pub(crate) fn any_of<'m>(all: impl Iterator<Item = &'m Self>) -> Self {
        let mut united: Vec<SegmentMatches> = Vec::new();
        for matches in all {
            for (index, other) in matches.segments.iter().enumerate() {
                match united.get_mut(index) {
                    Some(own) => {
                        own.whole |= other.whole;
                        own.documents =
                            std::mem::replace(&mut own.documents, Set::empty()).or(other.documents.clone());
                        own.is_cut |= other.is_cut;
                    }
                    None => united.push(SegmentMatches {
                        whole: other.whole,
                        documents: other.documents.clone(),
                        is_cut: other.is_cut,
                    }),
                }
            }
        }
        Self { segments: united }
    }

    /// Returns the category of all matches, if they are of one category and at most `limit` in each segment.
    pub(crate) fn only_category(&self, view: &View, limit: u32) -> Option<usize> {
        let mut only = None;
        for (segment, matches) in view.segments.iter().zip(&self.segments) {
            if matches.whole.count_ones() > 1 || matches.documents.count() > limit {
                return None;
            }
            if matches.whole != 0
                && *only.get_or_insert(matches.whole.trailing_zeros() as usize)
                    != matches.whole.trailing_zeros() as usize
            {
                return None;
            }
            let is_other = |document: DocId| {
                let category = segment.columns.place(document).0;
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
    pub(crate) fn or(mut self, view: &View, group: &Group) -> Result<Self, SearchError> {
        for (index, (segment, matches)) in view.segments.iter().zip(&mut self.segments).enumerate() {
            let documents = std::mem::replace(&mut matches.documents, Set::empty());
            matches.documents = documents.or(group.set(At { segment, index })?);
        }
        Ok(self)
    }

    pub(crate) fn of_segment(&self, index: usize) -> &SegmentMatches {
        &self.segments[index]
    }

    /// Whether these are all matches.
    pub(crate) fn are_all(&self) -> bool {
        self.segments.iter().all(|segment| !segment.is_cut)
    }

    /// Returns the number of living products among these matches.
    pub(crate) fn count(&self, view: &View) -> u64 {
        let of_segment = |(segment, matches): (&Segment, &SegmentMatches)| {
            let blocks = segment.columns.blocks.iter().enumerate();
            let whole = blocks.filter(|(category, _)| matches.whole & (1 << category) != 0);
            let whole: u64 = whole.map(|(_, block)| u64::from(block.live.alive)).sum();
            if matches.whole == 0 && segment.alive().is_none() {
                return u64::from(matches.documents.count());
            }
            let mut others = 0;
            matches.documents.each_chunk(|documents| {
                let counts = |document: &&DocId| {
                    matches.whole & (1 << segment.columns.place(**document).0) == 0
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
            let blocks = segment.columns.blocks.iter().enumerate();
            let mut whole = blocks.filter(|(category, _)| matches.whole & (1 << category) != 0);
            whole.any(|(_, block)| block.live.alive > 0)
                || matches
                    .documents
                    .any(|document| segment.alive().is_none_or(|alive| alive.is_alive(document)))
        })
    }
}

/// The segment in which documents are evaluated.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) segment: &'a Segment,
    /// Index of the segment in its view.
    pub(super) index: usize,
}

impl At<'_> {
    pub(super) fn end(self) -> DocId {
        self.segment.reader.max_doc()
    }
}

/// Returns the documents that satisfy all units, and whether there may be more behind them.
fn all_of(units: &[&Unit], place: At<'_>, enough: Option<usize>) -> Result<(Set, bool), SearchError> {
    let mut units: Vec<(u64, &Unit)> =
        units.iter().map(|unit| (unit.documents_in(place.index), *unit)).collect();
    units.sort_by_key(|(documents, _)| *documents);
    let Some(((documents, first), others)) = units.split_first() else { return Ok((Set::empty(), false)) };
    if *documents == 0 {
        return Ok((Set::empty(), false));
    }
    if let Some(enough) = enough.filter(|_| *documents > MANY) {
        let windows = Windows::open(units.iter().map(|(_, unit)| *unit), place)?;
        let alive = place.segment.alive();
        let passes = |document| alive.is_none_or(|alive| alive.is_alive(document));
        let (found, is_cut) = windows.first(enough, passes)?;
        return Ok((Set::List(found), is_cut));
    }
    let mut set = first.set(place, |_| true)?;
    for (_, unit) in others {
        if set.is_empty() {
            break;
        }
        set = unit.narrow(set, place)?;
    }
    Ok((set, false))
}

impl Unit {
    /// Returns an upper bound of the number of documents of a segment that satisfy the unit.
    fn documents_in(&self, index: usize) -> u64 {
        self.alternatives.iter().map(|alternative| alternative.documents_in(index)).sum()
    }

    /// Returns the documents of some of the unit's alternatives.
    fn set(&self, place: At<'_>, wanted: impl Fn(&Alternative) -> bool) -> Result<Set, SearchError> {
        let mut set = Set::empty();
        for alternative in self.alternatives.iter().filter(|alternative| wanted(alternative)) {
            set = set.or(alternative.set(place)?);
        }
        Ok(set)
    }

    /// Returns the documents of a set that satisfy the unit.
    fn narrow(&self, set: Set, place: At<'_>) -> Result<Set, SearchError> {
        match &set {
            Set::List(documents) => {
                // The broadest alternative first: few documents are then left for the others.
                let mut alternatives: Vec<&Alternative> = self.alternatives.iter().collect();
                alternatives.sort_by_key(|other| std::cmp::Reverse(other.documents_in(place.index)));
                filter_any(documents, alternatives, |other, rest| other.filter(rest, place)).map(Set::List)
            }
            Set::Bits(_) => Ok(set.and(self.set(place, |_| true)?, place.end())),
        }
    }
}

impl Alternative {
    pub(super) fn documents_in(&self, index: usize) -> u64 {
        self.groups.iter().map(|group| group.documents_in(index)).min().unwrap_or(0)
    }

    /// Returns the groups, the one with the fewest documents first.
    pub(super) fn ordered(&self, index: usize) -> Vec<&Group> {
        let mut groups: Vec<&Group> = self.groups.iter().collect();
        groups.sort_by_key(|group| group.documents_in(index));
        groups
    }

    fn set(&self, place: At<'_>) -> Result<Set, SearchError> {
        let groups = self.ordered(place.index);
        // An alternative without groups can't be satisfied.
        let Some((first, others)) = groups.split_first() else { return Ok(Set::empty()) };
        let mut set = first.set(place)?;
        for group in others {
            set = match &set {
                Set::List(documents) => Set::List(group.filter(documents, place)?),
                Set::Bits(_) => set.and(group.set(place)?, place.end()),
            };
        }
        Ok(set)
    }

    fn filter(&self, documents: &[DocId], place: At<'_>) -> Result<Vec<DocId>, SearchError> {
        let groups = self.ordered(place.index);
        let Some((first, others)) = groups.split_first() else { return Ok(Vec::new()) };
        let mut found = first.filter(documents, place)?;
        for group in others {
            found = group.filter(&found, place)?;
        }
        Ok(found)
    }
}

impl Group {
    fn documents_in(&self, index: usize) -> u64 {
        self.terms(index).iter().map(|(_, info)| u64::from(info.doc_freq)).sum()
    }

    fn set(&self, place: At<'_>) -> Result<Set, SearchError> {
        let terms = self.terms(place.index);
        let (end, broad) = (place.end(), &place.segment.broad);
        let bits_part = if terms.len() > MOST_SORTED { SORTED_PART } else { LIST_PART };
        if let [(field, info)] = terms {
            if let Some(bits) = broad.get(*field, info) {
                return Ok(Set::Bits(Arc::clone(bits)));
            }
        } else if self.documents_in(place.index) > u64::from(end / bits_part) {
            let mut all = Bits::new(end);
            each_term(terms, place.segment, |inverted, field, info| match broad.get(field, info) {
                Some(bits) => {
                    all.or(bits);
                    Ok(())
                }
                None => each_block(inverted, info, |block| {
                    block.iter().for_each(|document| all.insert(*document));
                }),
            })?;
            return Ok(Set::Bits(Arc::new(all)));
        }
        let mut list = Vec::new();
        each_term(terms, place.segment, |inverted, _, info| {
            each_block(inverted, info, |block| list.extend(block))
        })?;
        if terms.len() > 1 {
            list.sort();
            list.dedup();
        }
        Ok(Set::List(list))
    }

    fn filter(&self, documents: &[DocId], place: At<'_>) -> Result<Vec<DocId>, SearchError> {
        let terms = self.terms(place.index);
        if terms.len() > MOST_SOUGHT {
            return Ok(self.set(place)?.among(documents));
        }
        filter_any(documents, terms, |(field, info), rest| {
            if let Some(bits) = place.segment.broad.get(*field, info) {
                return Ok(rest.iter().copied().filter(|document| bits.contains(*document)).collect());
            }
            sought(&*place.segment.reader.inverted_index(*field)?, info, rest)
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
        self.set(At { segment, index })?.any(|document| {
            documents.push(document);
            documents.len() >= limit
        });
        Ok(documents)
    }
}
