//! Finds the most popular documents that satisfy all clauses, one window of documents after the other.
//!
//! Documents are stored by descending popularity, so the first matches in the order of documents are the most
//! popular ones. Where these are enough, posting lists need not be unpacked to their end:
//!
//! 1. Open the posting lists of all clauses, the rarest clause first.
//! 2. Take the next window of documents: a bit for each, all set. The first window has 16,384 documents, every
//!    later one twice as many as the one before, up to 131,072.
//! 3. For each clause, OR the bits of a group's terms, AND a clause's groups within an option, OR its
//!    options, and AND the result with the window. Leave the window as soon as it is empty.
//! 4. Append the documents whose bits are left and that are alive.
//! 5. Stop once there are enough documents, or at the segment's end; else go on with step 2.
//!
//! Worked example: 151 documents are needed, in a segment of a million. The window of documents 0 to 16,383
//! leaves 90. The window of 16,384 to 49,151 leaves 180 more, which is enough. No block of postings behind the
//! second window is unpacked, and the result says that there may be more.

use std::sync::Arc;

use fixedbitset::{Block, FixedBitSet};
use tantivy::{
    DocId,
    postings::{BlockSegmentPostings, TermInfo},
    schema::{Field, IndexRecordOption},
};

use super::{
    clause::{Clause, ClauseOption, TermGroup},
    postings::for_each_term,
    segment_context::SegmentContext,
};
use crate::{
    interface::SearchError,
    storage::{bitset::documents, view::Segment},
};

/// Maximum number of terms of a group that stay open from window to window, at a kilobyte each. More terms are
/// opened anew in every window: there are few windows.
const MAX_OPEN_TERMS: usize = 16;
/// Documents of the first window and of the largest one, both whole words of bits; each window is twice as large as
/// the one before.
const FIRST_WINDOW: DocId = 16_384;
const MAX_WINDOW: DocId = 131_072;

/// Clauses on their way through a segment.
pub(super) struct DocIdWindows<'a> {
    clauses: Vec<Vec<OpenOption<'a>>>,
    segment: &'a Segment,
    end: DocId,
}

/// An option: all of its groups must hold.
type OpenOption<'a> = Vec<TermCursors<'a>>;

/// Terms of which one is enough.
enum TermCursors<'a> {
    Open(Vec<PostingCursor>),
    Closed(&'a [(Field, TermInfo)]),
}

/// The documents of a term from some document on.
enum PostingCursor {
    CachedBitset(Arc<FixedBitSet>),
    Postings(Box<BlockSegmentPostings>),
}

/// A window's documents, a bit each, with scratch for the sets on the way.
struct Window {
    from: DocId,
    to: DocId,
    all: Vec<Block>,
    clause: Vec<Block>,
    option: Vec<Block>,
    group: Vec<Block>,
}

impl<'a> DocIdWindows<'a> {
    /// Opens the posting lists of the clauses. With the rarest clause first, windows become empty soonest.
    pub(super) fn open(
        clauses: impl IntoIterator<Item = &'a Clause>,
        context: SegmentContext<'a>,
    ) -> Result<Self, SearchError> {
        let of_clause = |clause: &'a Clause| {
            let possible = clause.options.iter().filter(|option| option.doc_freq_in(context.index) > 0);
            possible.map(|option| open_option(option, context)).collect::<Result<_, _>>()
        };
        let clauses = clauses.into_iter().map(of_clause).collect::<Result<_, SearchError>>()?;
        Ok(Self { clauses, segment: context.segment, end: context.end() })
    }

    /// Returns the first documents that pass and satisfy all clauses: at least `target_hits`, if there are so many.
    /// Also returns whether there may be more behind them.
    pub(super) fn collect(
        mut self,
        target_hits: usize,
        passes: impl Fn(DocId) -> bool,
    ) -> Result<(Vec<DocId>, bool), SearchError> {
        let mut found = Vec::new();
        let mut window = Window::new();
        let mut length = FIRST_WINDOW;
        while found.len() < target_hits && window.to < self.end {
            window.advance(length, self.end);
            length = (length * 2).min(MAX_WINDOW);
            for clause in &mut self.clauses {
                window.narrow(clause, self.segment)?;
                if window.is_empty() {
                    break;
                }
            }
            found.extend(window.documents().filter(|document| passes(*document)));
        }
        Ok((found, window.to < self.end))
    }
}

fn open_option<'a>(
    option: &'a ClauseOption,
    context: SegmentContext<'a>,
) -> Result<OpenOption<'a>, SearchError> {
    let groups = option.groups_by_frequency(context.index);
    groups.into_iter().map(|group| open_cursors(group, context)).collect()
}

fn open_cursors<'a>(
    group: &'a TermGroup,
    context: SegmentContext<'a>,
) -> Result<TermCursors<'a>, SearchError> {
    let terms = group.terms(context.index);
    if terms.len() > MAX_OPEN_TERMS {
        return Ok(TermCursors::Closed(terms));
    }
    let mut cursors = Vec::with_capacity(terms.len());
    for_each_term(terms, context.segment, |inverted, field, info| {
        cursors.push(match context.segment.cached_bitsets.get(field, info) {
            Some(bits) => PostingCursor::CachedBitset(Arc::clone(bits)),
            None => {
                let postings = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
                PostingCursor::Postings(Box::new(postings))
            }
        });
        Ok(())
    })?;
    Ok(TermCursors::Open(cursors))
}

impl TermCursors<'_> {
    /// Sets the bits of any term's documents that lie in a window. Windows only move forward.
    fn mark(
        &mut self,
        segment: &Segment,
        (from, to): (DocId, DocId),
        bits: &mut [Block],
    ) -> Result<(), SearchError> {
        match self {
            TermCursors::Open(cursors) => {
                for cursor in cursors {
                    match cursor {
                        PostingCursor::CachedBitset(all) => union_part(all, from, bits),
                        PostingCursor::Postings(postings) => mark_postings(postings, from, to, bits),
                    }
                }
                Ok(())
            }
            TermCursors::Closed(terms) => for_each_term(terms, segment, |inverted, field, info| {
                match segment.cached_bitsets.get(field, info) {
                    Some(all) => union_part(all, from, bits),
                    None => {
                        let option = IndexRecordOption::Basic;
                        mark_postings(
                            &mut inverted.read_block_postings_from_terminfo(info, option)?,
                            from,
                            to,
                            bits,
                        );
                    }
                }
                Ok(())
            }),
        }
    }
}

/// ORs the part of a set from document `from` on into `bits`, which begin there. `from` is the first document of a
/// word.
fn union_part(set: &FixedBitSet, from: DocId, bits: &mut [Block]) {
    let part = set.as_slice().get((from / Block::BITS) as usize..).unwrap_or_default();
    bits.iter_mut().zip(part).for_each(|(word, other)| *word |= other);
}

/// Sets the bits of one term's documents between `from` and `to`. The postings stop at the block that reaches
/// beyond, where the next window begins.
fn mark_postings(postings: &mut BlockSegmentPostings, from: DocId, to: DocId, bits: &mut [Block]) {
    if postings.docs().last().is_some_and(|last| *last < from) {
        postings.seek(from);
    }
    let behind = postings.docs().partition_point(|document| *document < from);
    let mut block = postings.docs().get(behind..).unwrap_or_default();
    while let Some(last) = block.last() {
        for offset in block.iter().take_while(|document| **document < to).map(|document| document - from) {
            bits[(offset / Block::BITS) as usize] |= 1 << (offset % Block::BITS);
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
        let [all, clause, option, group] = [const { Vec::new() }; 4];
        Self { from: 0, to: 0, all, clause, option, group }
    }

    /// Moves on to the next documents, all of which are in the window at first.
    fn advance(&mut self, length: DocId, end: DocId) {
        self.from = self.to;
        self.to = end.min(self.from + length);
        let documents = self.to - self.from;
        self.all.clear();
        self.all.resize(documents.div_ceil(Block::BITS) as usize, Block::MAX);
        if let (Some(last), rest @ 1..) = (self.all.last_mut(), documents % Block::BITS) {
            *last = (1 << rest) - 1;
        }
    }

    /// Keeps only the documents that satisfy a clause.
    fn narrow(&mut self, options: &mut [OpenOption<'_>], segment: &Segment) -> Result<(), SearchError> {
        let Self { from, to, all, clause, option, group } = self;
        clear_bits(clause, all.len());
        for groups in options {
            option.clone_from(all);
            for terms in groups {
                clear_bits(group, all.len());
                terms.mark(segment, (*from, *to), group)?;
                option.iter_mut().zip(&*group).for_each(|(word, other)| *word &= other);
            }
            clause.iter_mut().zip(&*option).for_each(|(word, other)| *word |= other);
        }
        std::mem::swap(all, clause);
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.all.iter().all(|word| *word == 0)
    }

    fn documents(&self) -> impl Iterator<Item = DocId> + '_ {
        documents(&self.all).map(|offset| self.from + offset)
    }
}

fn clear_bits(bits: &mut Vec<Block>, words: usize) {
    bits.clear();
    bits.resize(words, 0);
}
