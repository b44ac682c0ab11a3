//! Finds the most popular documents that satisfy all clauses, one window of documents after the other.
//!
//! A window is a range of consecutive document ids, with one bit for each document. Documents are stored by descending
//! popularity, so the matches with the lowest ids are the most popular ones. Where these are enough, posting lists need
//! not be unpacked to their end:
//!
//! 1. Open the posting lists of all clauses, those of the rarest clause first.
//! 2. Move the window to the next documents and set all of its bits. The first window has 16,384 documents, every
//!    later one twice as many as the one before, up to 131,072.
//! 3. Intersect the window with one clause after the other (`Window::intersect_clause`):
//!    1. OR the bits of the terms of each group.
//!    2. AND the groups of each option.
//!    3. OR the options of the clause, and keep the bits of the window that are in the result.
//!
//!    Go on with step 4 as soon as no bit is left.
//! 4. Append the documents whose bits are left and that are alive.
//! 5. Stop once there are enough documents, or at the segment's end; else repeat from step 2.
//!
//! Worked example: 151 documents are needed, in a segment of a million. The window of documents 0 to 16,383
//! has 90 matches. The window of 16,384 to 49,151 has 180 more, which is enough. The rest of the posting lists is not
//! unpacked, and the result says that there may be more matches.

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
    interface::Result,
    storage::{bitset::documents, view::Segment},
};

/// Maximum number of terms of a group whose posting lists stay open from window to window, at a kilobyte each. The
/// posting lists of a group with more terms are opened again in every window: there are few windows.
const MAX_OPEN_TERMS: usize = 16;
/// Documents of the first window and of the largest one, both whole words of bits; each window is twice as large as
/// the one before.
const FIRST_WINDOW: DocId = 16_384;
const MAX_WINDOW: DocId = 131_072;

/// Cursors over the posting lists of all clauses in one segment.
pub(super) struct DocIdWindows<'a> {
    clauses: Vec<Vec<OptionCursors<'a>>>,
    segment: &'a Segment,
    end: DocId,
}

/// Cursors of an option: one entry for each of its groups, all of which must hold.
type OptionCursors<'a> = Vec<TermCursors<'a>>;

/// Cursors of a group of terms, of which one is enough.
enum TermCursors<'a> {
    KeptOpen(Vec<PostingCursor>),
    /// More than [`MAX_OPEN_TERMS`] terms: each window opens their posting lists again.
    Reopened(&'a [(Field, TermInfo)]),
}

/// The documents of a term from some document on.
enum PostingCursor {
    CachedBitset(Arc<FixedBitSet>),
    Postings(Box<BlockSegmentPostings>),
}

/// A range of documents, with bitsets of these documents.
struct Window {
    from: DocId,
    to: DocId,
    /// Documents that satisfy every clause so far.
    matching: Vec<Block>,
    /// Scratch: documents that satisfy the clause, the option and the group that are evaluated.
    clause_bits: Vec<Block>,
    option_bits: Vec<Block>,
    group_bits: Vec<Block>,
}

impl<'a> DocIdWindows<'a> {
    /// Opens the posting lists of the clauses. With the rarest clause first, windows become empty soonest.
    pub(super) fn open(
        clauses: impl IntoIterator<Item = &'a Clause>,
        context: SegmentContext<'a>,
    ) -> Result<Self> {
        let of_clause = |clause: &'a Clause| {
            let segment_ord = context.segment_ord;
            let possible = clause.options.iter().filter(|option| option.doc_freq_in(segment_ord) > 0);
            possible.map(|option| open_option_cursors(option, context)).collect::<Result<_, _>>()
        };
        let clauses = clauses.into_iter().map(of_clause).collect::<Result<_>>()?;
        Ok(Self { clauses, segment: context.segment, end: context.end() })
    }

    /// Returns the first documents that pass and satisfy all clauses: at least `enough_matches`, if there are so many.
    /// Also returns whether there may be more behind them.
    pub(super) fn collect(
        mut self,
        enough_matches: usize,
        passes: impl Fn(DocId) -> bool,
    ) -> Result<(Vec<DocId>, bool)> {
        let mut found = Vec::new();
        let mut window = Window::new();
        let mut length = FIRST_WINDOW;
        while found.len() < enough_matches && window.to < self.end {
            window.advance(length, self.end);
            length = (length * 2).min(MAX_WINDOW);
            for clause in &mut self.clauses {
                window.intersect_clause(clause, self.segment)?;
                if window.is_empty() {
                    break;
                }
            }
            found.extend(window.documents().filter(|document| passes(*document)));
        }
        Ok((found, window.to < self.end))
    }
}

fn open_option_cursors<'a>(
    option: &'a ClauseOption,
    context: SegmentContext<'a>,
) -> Result<OptionCursors<'a>> {
    let groups = option.groups_by_frequency(context.segment_ord);
    groups.into_iter().map(|group| open_group_cursors(group, context)).collect()
}

fn open_group_cursors<'a>(group: &'a TermGroup, context: SegmentContext<'a>) -> Result<TermCursors<'a>> {
    let terms = group.terms(context.segment_ord);
    if terms.len() > MAX_OPEN_TERMS {
        return Ok(TermCursors::Reopened(terms));
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
    Ok(TermCursors::KeptOpen(cursors))
}

impl TermCursors<'_> {
    /// Sets the bits of the documents of a window that have any of the terms. Windows only move forward.
    fn mark(&mut self, segment: &Segment, (from, to): (DocId, DocId), bits: &mut [Block]) -> Result<()> {
        match self {
            TermCursors::KeptOpen(cursors) => {
                for cursor in cursors {
                    match cursor {
                        PostingCursor::CachedBitset(all) => union_part(all, from, bits),
                        PostingCursor::Postings(postings) => mark_postings(postings, from, to, bits),
                    }
                }
                Ok(())
            }
            TermCursors::Reopened(terms) => for_each_term(terms, segment, |inverted, field, info| {
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

/// Sets the bits of one term's documents between `from` and `to`. The cursor stops at the block that has the first
/// document from `to` on, because the next window begins in that block.
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
        let [matching, clause_bits, option_bits, group_bits] = [const { Vec::new() }; 4];
        Self { from: 0, to: 0, matching, clause_bits, option_bits, group_bits }
    }

    /// Moves to the next documents and sets all of their bits.
    fn advance(&mut self, length: DocId, end: DocId) {
        self.from = self.to;
        self.to = end.min(self.from + length);
        let documents = self.to - self.from;
        self.matching.clear();
        self.matching.resize(documents.div_ceil(Block::BITS) as usize, Block::MAX);
        if let (Some(last), rest @ 1..) = (self.matching.last_mut(), documents % Block::BITS) {
            *last = (1 << rest) - 1;
        }
    }

    /// Keeps only the documents that satisfy a clause.
    fn intersect_clause(&mut self, options: &mut [OptionCursors<'_>], segment: &Segment) -> Result<()> {
        let Self { from, to, matching, clause_bits, option_bits, group_bits } = self;
        clear_bits(clause_bits, matching.len());
        for groups in options {
            option_bits.clone_from(matching);
            for terms in groups {
                clear_bits(group_bits, matching.len());
                terms.mark(segment, (*from, *to), group_bits)?;
                option_bits.iter_mut().zip(&*group_bits).for_each(|(word, other)| *word &= other);
            }
            clause_bits.iter_mut().zip(&*option_bits).for_each(|(word, other)| *word |= other);
        }
        std::mem::swap(matching, clause_bits);
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.matching.iter().all(|word| *word == 0)
    }

    fn documents(&self) -> impl Iterator<Item = DocId> + '_ {
        documents(&self.matching).map(|offset| self.from + offset)
    }
}

fn clear_bits(bits: &mut Vec<Block>, words: usize) {
    bits.clear();
    bits.resize(words, 0);
}
