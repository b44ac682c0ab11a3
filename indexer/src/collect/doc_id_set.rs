//! Sets of documents of one segment: a sorted list where they are few, bits where they are many.

use std::{borrow::Cow, ops::ControlFlow, sync::Arc};

use fixedbitset::FixedBitSet;
use tantivy::DocId;

use crate::{
    interface::Result,
    storage::bitset::{BITSET_FRACTION, documents},
};

/// Number of documents handed on at a time.
const CHUNK: usize = 1024;

/// Some documents of one segment.
#[derive(Debug, Clone)]
pub(crate) enum DocIdSet {
    /// Ascending, each once.
    List(Vec<DocId>),
    /// Shared with the segment if these are all documents of a broad term.
    Bitset(Arc<FixedBitSet>),
}

impl DocIdSet {
    pub(crate) fn empty() -> Self {
        DocIdSet::List(Vec::new())
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.any(|_| true)
    }

    pub(crate) fn count(&self) -> u32 {
        match self {
            DocIdSet::List(documents) => documents.len() as u32,
            DocIdSet::Bitset(bits) => bits.count_ones(..) as u32,
        }
    }

    /// Whether any document meets a condition.
    pub(crate) fn any(&self, mut is_such: impl FnMut(DocId) -> bool) -> bool {
        match self {
            DocIdSet::List(documents) => documents.iter().any(|document| is_such(*document)),
            DocIdSet::Bitset(bits) => documents(bits.as_slice()).any(is_such),
        }
    }

    /// Returns the documents of a list that are in the set.
    pub(crate) fn intersect_list(&self, documents: &[DocId]) -> Vec<DocId> {
        match self {
            DocIdSet::List(own) => intersect_lists(own, documents),
            DocIdSet::Bitset(bits) => {
                documents.iter().copied().filter(|document| bits.contains(*document as usize)).collect()
            }
        }
    }

    /// Returns the documents, ascending.
    pub(crate) fn into_list(self) -> Vec<DocId> {
        match self {
            DocIdSet::List(documents) => documents,
            DocIdSet::Bitset(bits) => documents(bits.as_slice()).collect(),
        }
    }

    /// Returns the documents in either set.
    pub(crate) fn union(self, other: DocIdSet) -> DocIdSet {
        match (self, other) {
            (DocIdSet::List(left), DocIdSet::List(right)) => DocIdSet::List(merge_lists(left, right)),
            (DocIdSet::Bitset(mut bits), DocIdSet::Bitset(other)) => {
                Arc::make_mut(&mut bits).union_with(&other);
                DocIdSet::Bitset(bits)
            }
            (DocIdSet::Bitset(mut bits), DocIdSet::List(documents))
            | (DocIdSet::List(documents), DocIdSet::Bitset(mut bits)) => {
                let out = Arc::make_mut(&mut bits);
                documents.into_iter().for_each(|document| out.insert(document as usize));
                DocIdSet::Bitset(bits)
            }
        }
    }

    /// Returns the documents that are not in the other set.
    pub(crate) fn difference(self, other: &DocIdSet) -> DocIdSet {
        match (self, other) {
            (DocIdSet::Bitset(mut bits), DocIdSet::Bitset(other)) => {
                Arc::make_mut(&mut bits).difference_with(other);
                DocIdSet::Bitset(bits)
            }
            (DocIdSet::Bitset(mut bits), DocIdSet::List(others)) => {
                let out = Arc::make_mut(&mut bits);
                let end = out.len();
                let others = others.iter().map(|document| *document as usize).filter(|at| *at < end);
                others.for_each(|at| out.set(at, false));
                DocIdSet::Bitset(bits)
            }
            (DocIdSet::List(documents), other) => {
                let common = other.intersect_list(&documents);
                let is_common = |document: &DocId| common.binary_search(document).is_ok();
                DocIdSet::List(documents.into_iter().filter(|document| !is_common(document)).collect())
            }
        }
    }

    /// Returns the documents in both sets; `end` is the segment's number of documents.
    pub(crate) fn intersect(self, other: DocIdSet, end: DocId) -> DocIdSet {
        match (self, other) {
            (DocIdSet::List(left), DocIdSet::List(right)) => DocIdSet::List(intersect_lists(&left, &right)),
            (DocIdSet::Bitset(mut bits), DocIdSet::Bitset(other)) => {
                Arc::make_mut(&mut bits).intersect_with(&other);
                if bits.count_ones(..) as u32 > end / BITSET_FRACTION {
                    DocIdSet::Bitset(bits)
                } else {
                    DocIdSet::List(documents(bits.as_slice()).collect())
                }
            }
            (set @ DocIdSet::Bitset(_), DocIdSet::List(documents))
            | (DocIdSet::List(documents), set @ DocIdSet::Bitset(_)) => {
                DocIdSet::List(set.intersect_list(&documents))
            }
        }
    }

    /// Hands the documents on in ascending order, a chunk at a time, until the receiver breaks.
    pub(crate) fn for_each_chunk(&self, mut visit: impl FnMut(&[DocId]) -> ControlFlow<()>) {
        match self {
            DocIdSet::List(documents) => {
                let _ = documents.chunks(CHUNK).try_for_each(visit);
            }
            DocIdSet::Bitset(bits) => {
                let mut chunk = Vec::with_capacity(CHUNK);
                for document in documents(bits.as_slice()) {
                    chunk.push(document);
                    if chunk.len() == CHUNK {
                        if visit(&chunk).is_break() {
                            return;
                        }
                        chunk.clear();
                    }
                }
                let _ = visit(&chunk);
            }
        }
    }
}

/// Returns the candidates that any of the parts lets through. Each part only filters what the parts before it
/// refused.
pub(crate) fn filter_any<P>(
    candidates: &[DocId],
    parts: impl IntoIterator<Item = P>,
    mut filter: impl FnMut(P, &[DocId]) -> Result<Vec<DocId>>,
) -> Result<Vec<DocId>> {
    let mut rest = Cow::Borrowed(candidates);
    let mut found = Vec::new();
    for part in parts {
        if rest.is_empty() {
            break;
        }
        let new = filter(part, &rest)?;
        if !new.is_empty() {
            rest = Cow::Owned(subtract_list(&rest, &new));
            found = merge_lists(found, new);
        }
    }
    Ok(found)
}

/// Merges two ascending lists.
fn merge_lists(left: Vec<DocId>, right: Vec<DocId>) -> Vec<DocId> {
    if left.is_empty() {
        return right;
    }
    if right.is_empty() {
        return left;
    }
    let mut all = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.as_slice(), right.as_slice());
    while let (Some(one), Some(other)) = (left.first(), right.first()) {
        all.push(*one.min(other));
        // A brand and the word that names it have the same documents: then both lists advance.
        left = &left[usize::from(one <= other)..];
        right = &right[usize::from(other <= one)..];
    }
    all.extend(left);
    all.extend(right);
    all
}

/// Returns the documents in both lists.
fn intersect_lists(left: &[DocId], right: &[DocId]) -> Vec<DocId> {
    let (few, many) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    let mut many = many;
    let mut found = Vec::with_capacity(few.len());
    for document in few {
        many = &many[gallop_to(many, *document)..];
        if many.first() == Some(document) {
            found.push(*document);
        }
    }
    found
}

/// Returns the documents of the first list that are not in the second, which is part of the first.
fn subtract_list(all: &[DocId], out: &[DocId]) -> Vec<DocId> {
    let mut out = out.iter().peekable();
    all.iter().copied().filter(|document| out.next_if_eq(&document).is_none()).collect()
}

/// Returns the number of documents before the target: in doubling steps from the start, then by bisection, so that
/// a near target takes few steps.
pub(crate) fn gallop_to(documents: &[DocId], target: DocId) -> usize {
    let mut step = 1;
    while step < documents.len() && documents[step] < target {
        step *= 2;
    }
    let from = step / 2;
    let to = documents.len().min(step + 1);
    from + documents[from..to].partition_point(|document| *document < target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const END: DocId = 300;

    fn sorted(documents: &[DocId]) -> Vec<DocId> {
        let mut documents = documents.to_vec();
        documents.sort_unstable();
        documents.dedup();
        documents
    }

    fn set(documents: &[DocId], as_bits: bool) -> DocIdSet {
        if !as_bits {
            return DocIdSet::List(sorted(documents));
        }
        let mut bits = FixedBitSet::with_capacity(END as usize);
        documents.iter().for_each(|document| bits.insert(*document as usize));
        DocIdSet::Bitset(Arc::new(bits))
    }

    fn documents_of(set: &DocIdSet) -> Vec<DocId> {
        let mut documents = Vec::new();
        set.for_each_chunk(|chunk| {
            documents.extend(chunk);
            ControlFlow::Continue(())
        });
        documents
    }

    proptest! {
        #[test]
        fn intersection_and_union_equal_those_of_plain_sets(
            left in prop::collection::vec(0..END, 0..200),
            right in prop::collection::vec(0..END, 0..200),
            as_bits in any::<(bool, bool)>(),
        ) {
            let in_any: Vec<u32> = (0..END).filter(|it| left.contains(it) || right.contains(it)).collect();
            let in_all: Vec<u32> = (0..END).filter(|it| left.contains(it) && right.contains(it)).collect();
            let sets = || (set(&left, as_bits.0), set(&right, as_bits.1));
            let (one, other) = sets();
            prop_assert_eq!(documents_of(&one.union(other)), in_any);
            let (one, other) = sets();
            let both = one.intersect(other, END);
            prop_assert_eq!(both.is_empty(), in_all.is_empty());
            prop_assert_eq!(documents_of(&both), in_all);
        }

        #[test]
        fn filter_any_returns_each_accepted_document_once(
            candidates in prop::collection::vec(0..END, 0..200),
            parts in prop::collection::vec(prop::collection::vec(0..END, 0..100), 0..5),
        ) {
            let candidates = sorted(&candidates);
            let wanted: Vec<u32> =
                candidates.iter().copied().filter(|it| parts.iter().any(|part| part.contains(it))).collect();
            let found = filter_any(&candidates, &parts, |part, rest| Ok(intersect_lists(&sorted(part), rest)));
            prop_assert_eq!(found.unwrap(), wanted);
        }

        #[test]
        fn gallop_to_counts_smaller_documents(documents in prop::collection::vec(0..END, 0..200), target in 0..END) {
            let documents = sorted(&documents);
            let smaller = documents.iter().filter(|document| **document < target).count();
            prop_assert_eq!(gallop_to(&documents, target), smaller);
        }
    }
}
