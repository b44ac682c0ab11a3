//! Finds the most popular documents that satisfy all units, one window of documents after the other.
//!
//! Documents are stored by descending popularity, so the first matches in the order of documents are the most
//! popular ones. Where these are enough, posting lists need not be unpacked to their end:
//!
//! 1. Open the posting lists of all units, the rarest unit first.
//! 2. Take the next window of documents: a bit for each, all set. The first window has 16,384 documents, every
//!    later one twice as many as the one before, up to 131,072.
//! 3. For each unit, OR the bits of a group's terms, AND a unit's groups within an alternative, OR its
//!    alternatives, and AND the result with the window. Leave the window as soon as it is empty.
//! 4. Append the documents whose bits are left and that are alive.
//! 5. Stop once there are enough documents, or at the segment's end; else go on with step 2.
//!
//! Worked example: 151 documents are needed, in a segment of a million. The window of documents 0 to 16,383
//! leaves 90. The window of 16,384 to 49,151 leaves 180 more, which is enough. No block of postings behind the
//! second window is unpacked, and the result says that there may be more.

use std::sync::Arc;

use tantivy::{
    DocId,
    postings::{BlockSegmentPostings, TermInfo},
    schema::{Field, IndexRecordOption},
};

use super::{
    bits::Bits,
    matches::At,
    postings::each_term,
    unit::{Alternative, Group, Unit},
};
use crate::{SearchError, view::Segment};

/// Maximum number of terms of a group that stay open from window to window, at a kilobyte each. More terms are
/// opened anew in every window: there are few windows.
const MOST_OPEN: usize = 16;
/// Documents of the first window and of the largest one, both whole words of bits; each window is twice as large as
/// the one before.
const FIRST: DocId = 16_384;
const LARGEST: DocId = 131_072;

/// Units on their way through a segment.
pub(super) struct Windows<'a> {
    units: Vec<Vec<Groups<'a>>>,
    segment: &'a Segment,
    end: DocId,
}

/// An alternative: all of its groups must hold.
type Groups<'a> = Vec<Terms<'a>>;

/// Terms of which one is enough.
enum Terms<'a> {
    Open(Vec<Walk>),
    Closed(&'a [(Field, TermInfo)]),
}

/// The documents of a term from some document on.
enum Walk {
    Broad(Arc<Bits>),
    Postings(Box<BlockSegmentPostings>),
}

/// A window's documents, a bit each, with scratch for the sets on the way.
struct Window {
    from: DocId,
    to: DocId,
    all: Vec<u64>,
    unit: Vec<u64>,
    alternative: Vec<u64>,
    group: Vec<u64>,
}

impl<'a> Windows<'a> {
    /// Opens the posting lists of the units. With the rarest unit first, windows become empty soonest.
    pub(super) fn open(
        units: impl IntoIterator<Item = &'a Unit>,
        place: At<'a>,
    ) -> Result<Self, SearchError> {
        let of_unit = |unit: &'a Unit| {
            let possible =
                unit.alternatives.iter().filter(|alternative| alternative.documents_in(place.index) > 0);
            possible.map(|alternative| open_groups(alternative, place)).collect::<Result<_, _>>()
        };
        let units = units.into_iter().map(of_unit).collect::<Result<_, SearchError>>()?;
        Ok(Self { units, segment: place.segment, end: place.end() })
    }

    /// Returns the first documents that pass and satisfy all units: at least `enough`, if there are so many. Also
    /// returns whether there may be more behind them.
    pub(super) fn first(
        mut self,
        enough: usize,
        passes: impl Fn(DocId) -> bool,
    ) -> Result<(Vec<DocId>, bool), SearchError> {
        let mut found = Vec::new();
        let mut window = Window::new();
        let mut length = FIRST;
        while found.len() < enough && window.to < self.end {
            window.advance(length, self.end);
            length = (length * 2).min(LARGEST);
            for unit in &mut self.units {
                window.narrow(unit, self.segment)?;
                if window.is_empty() {
                    break;
                }
            }
            found.extend(window.documents().filter(|document| passes(*document)));
        }
        Ok((found, window.to < self.end))
    }
}

fn open_groups<'a>(alternative: &'a Alternative, place: At<'a>) -> Result<Groups<'a>, SearchError> {
    let groups = alternative.ordered(place.index);
    groups.into_iter().map(|group| open_terms(group, place)).collect()
}

fn open_terms<'a>(group: &'a Group, place: At<'a>) -> Result<Terms<'a>, SearchError> {
    let terms = group.terms(place.index);
    if terms.len() > MOST_OPEN {
        return Ok(Terms::Closed(terms));
    }
    let mut walks = Vec::with_capacity(terms.len());
    each_term(terms, place.segment, |inverted, field, info| {
        walks.push(match place.segment.broad.get(field, info) {
            Some(bits) => Walk::Broad(Arc::clone(bits)),
            None => {
                let postings = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
                Walk::Postings(Box::new(postings))
            }
        });
        Ok(())
    })?;
    Ok(Terms::Open(walks))
}

impl Terms<'_> {
    /// Sets the bits of any term's documents that lie in a window. Windows only move forward.
    fn mark(
        &mut self,
        segment: &Segment,
        (from, to): (DocId, DocId),
        bits: &mut [u64],
    ) -> Result<(), SearchError> {
        match self {
            Terms::Open(walks) => {
                for walk in walks {
                    match walk {
                        Walk::Broad(all) => all.or_part(from, bits),
                        Walk::Postings(postings) => mark(postings, from, to, bits),
                    }
                }
                Ok(())
            }
            Terms::Closed(terms) => each_term(terms, segment, |inverted, field, info| {
                match segment.broad.get(field, info) {
                    Some(all) => all.or_part(from, bits),
                    None => {
                        let option = IndexRecordOption::Basic;
                        mark(&mut inverted.read_block_postings_from_terminfo(info, option)?, from, to, bits);
                    }
                }
                Ok(())
            }),
        }
    }
}

/// Sets the bits of one term's documents between `from` and `to`. The postings stop at the block that reaches
/// beyond, where the next window begins.
fn mark(postings: &mut BlockSegmentPostings, from: DocId, to: DocId, bits: &mut [u64]) {
    if postings.docs().last().is_some_and(|last| *last < from) {
        postings.seek(from);
    }
    let behind = postings.docs().partition_point(|document| *document < from);
    let mut block = postings.docs().get(behind..).unwrap_or_default();
    while let Some(last) = block.last() {
        for place in block.iter().take_while(|document| **document < to).map(|document| document - from) {
            bits[place as usize / 64] |= 1 << (place % 64);
        }
        if *last >= to {
            return;
        }
        postings.advance();
        block = postings.docs();
    }
}

impl Window {
    fn new() -> Self {
        let [all, unit, alternative, group] = [const { Vec::new() }; 4];
        Self { from: 0, to: 0, all, unit, alternative, group }
    }

    /// Moves on to the next documents, all of which are in the window at first.
    fn advance(&mut self, length: DocId, end: DocId) {
        self.from = self.to;
        self.to = end.min(self.from + length);
        let documents = self.to - self.from;
        self.all.clear();
        self.all.resize(documents.div_ceil(64) as usize, u64::MAX);
        if let (Some(last), rest @ 1..) = (self.all.last_mut(), documents % 64) {
            *last = (1 << rest) - 1;
        }
    }

    /// Keeps only the documents that satisfy a unit.
    fn narrow(&mut self, alternatives: &mut [Groups<'_>], segment: &Segment) -> Result<(), SearchError> {
        let Self { from, to, all, unit, alternative, group } = self;
        clear(unit, all.len());
        for groups in alternatives {
            alternative.clone_from(all);
            for terms in groups {
                clear(group, all.len());
                terms.mark(segment, (*from, *to), group)?;
                alternative.iter_mut().zip(&*group).for_each(|(word, other)| *word &= other);
            }
            unit.iter_mut().zip(&*alternative).for_each(|(word, other)| *word |= other);
        }
        std::mem::swap(all, unit);
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.all.iter().all(|word| *word == 0)
    }

    fn documents(&self) -> impl Iterator<Item = DocId> + '_ {
        super::bits::documents(&self.all).map(|place| self.from + place)
    }
}

fn clear(bits: &mut Vec<u64>, words: usize) {
    bits.clear();
    bits.resize(words, 0);
}
