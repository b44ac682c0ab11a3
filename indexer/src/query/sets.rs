//! Sets of documents of one segment, walked in order: postings, and ANDs and ORs of them.

use tantivy::{DocId, DocSet as _, TERMINATED, postings::SegmentPostings};

/// An OR of more sets than this is written out first: finding the least of many costs more for each document.
const MAX_WALKED_OR: usize = 4;
/// A set with so many times the documents of the smallest is sought in, not written out.
const FAR_APART: u32 = 12;
/// Below so many documents a sorted list is smaller and faster than a bitset of the segment.
const MAX_LIST: u32 = 4_096;

/// A set being walked; it stands on its first document when made, and on `TERMINATED` at the end.
pub(crate) enum Set {
    Empty,
    Postings(Box<SegmentPostings>),
    List { documents: Vec<DocId>, at: usize },
    Bits { bits: Vec<u64>, at: DocId, count: u32 },
    Or(Vec<Set>),
    And(Vec<Set>),
    All { at: DocId, end: DocId },
}

impl Set {
    /// Every document of a segment.
    pub(crate) fn all(end: DocId) -> Self {
        Set::All { at: if end == 0 { TERMINATED } else { 0 }, end }
    }

    /// The documents in any of the sets.
    pub(crate) fn or(sets: Vec<Set>, end: DocId) -> Self {
        let mut flat = Vec::with_capacity(sets.len());
        for set in sets.into_iter().filter(|set| set.document() != TERMINATED) {
            match set {
                Set::Or(sets) => flat.extend(sets),
                other => flat.push(other),
            }
        }
        let mut sets = flat;
        match sets.len() {
            0 => Set::Empty,
            1 => sets.pop().unwrap_or(Set::Empty),
            count if count <= MAX_WALKED_OR => Set::Or(sets),
            _ => write_out(sets, end),
        }
    }

    /// The documents in all of the sets; with none, every document is in all.
    pub(crate) fn and(mut sets: Vec<Set>, end: DocId) -> Self {
        if sets.is_empty() {
            return Set::all(end);
        }
        sets.sort_by_key(Set::cost);
        // What is looked into almost everywhere is better written out than searched again and again.
        let walked = sets.first().map_or(0, Set::cost).saturating_mul(FAR_APART);
        let mut sets: Vec<Set> = sets.into_iter().map(|set| set.written_out(walked, end)).collect();
        if sets.len() == 1 {
            return sets.pop().unwrap_or(Set::Empty);
        }
        let mut and = Set::And(sets);
        and.seek(0);
        and
    }

    /// An OR of many documents as bits, when it will be asked for so many or more.
    fn written_out(self, walked: u32, end: DocId) -> Self {
        match self {
            Set::Or(sets) => {
                let cost = sets.iter().map(Set::cost).fold(0, u32::saturating_add);
                if cost > MAX_LIST && cost <= walked { write_out(sets, end) } else { Set::Or(sets) }
            }
            other => other,
        }
    }

    /// Where the walk stands.
    pub(crate) fn document(&self) -> DocId {
        match self {
            Set::Empty => TERMINATED,
            Set::Postings(postings) => postings.doc(),
            Set::List { documents, at } => documents.get(*at).copied().unwrap_or(TERMINATED),
            Set::Bits { at, .. } | Set::All { at, .. } => *at,
            Set::Or(sets) => sets.iter().map(Set::document).min().unwrap_or(TERMINATED),
            Set::And(sets) => sets.first().map_or(TERMINATED, Set::document),
        }
    }

    /// Steps to the next document.
    pub(crate) fn advance(&mut self) -> DocId {
        match self {
            Set::Empty => TERMINATED,
            Set::Postings(postings) => postings.advance(),
            Set::List { at, .. } => {
                *at += 1;
                self.document()
            }
            Set::All { at, end } => {
                *at = if *at + 1 < *end { *at + 1 } else { TERMINATED };
                *at
            }
            Set::Bits { .. } | Set::Or(_) | Set::And(_) => {
                let document = self.document();
                if document == TERMINATED { TERMINATED } else { self.seek(document + 1) }
            }
        }
    }

    /// Steps to the first document at or after the target; stays where that is behind.
    pub(crate) fn seek(&mut self, target: DocId) -> DocId {
        match self {
            Set::Empty => TERMINATED,
            Set::Postings(postings) => {
                if postings.doc() < target {
                    postings.seek(target)
                } else {
                    postings.doc()
                }
            }
            Set::List { documents, at } => {
                let rest = documents.get(*at..).unwrap_or_default();
                *at += rest.partition_point(|document| *document < target);
                self.document()
            }
            Set::Bits { bits, at, .. } => {
                if *at < target {
                    *at = next_bit(bits, target);
                }
                *at
            }
            Set::All { at, end } => {
                if *at < target {
                    *at = if target < *end { target } else { TERMINATED };
                }
                *at
            }
            Set::Or(sets) => sets.iter_mut().map(|set| set.seek(target)).min().unwrap_or(TERMINATED),
            Set::And(sets) => leapfrog(sets, target),
        }
    }

    /// About how many documents there are; never too few.
    pub(crate) fn cost(&self) -> u32 {
        match self {
            Set::Empty => 0,
            Set::Postings(postings) => postings.size_hint(),
            Set::List { documents, .. } => documents.len() as u32,
            Set::Bits { count, .. } => *count,
            Set::All { end, .. } => *end,
            Set::Or(sets) => sets.iter().map(Set::cost).fold(0, u32::saturating_add),
            Set::And(sets) => sets.first().map_or(0, Set::cost),
        }
    }
}

/// Seeks every set to the first document at or after the target that all share.
fn leapfrog(sets: &mut [Set], target: DocId) -> DocId {
    let Some((first, others)) = sets.split_first_mut() else { return TERMINATED };
    let mut candidate = first.seek(target);
    'candidates: while candidate != TERMINATED {
        for other in others.iter_mut() {
            let found = other.seek(candidate);
            if found != candidate {
                candidate = first.seek(found);
                continue 'candidates;
            }
        }
        return candidate;
    }
    TERMINATED
}

fn write_out(sets: Vec<Set>, end: DocId) -> Set {
    let total = sets.iter().map(Set::cost).fold(0, u32::saturating_add);
    if total <= MAX_LIST {
        let mut documents = Vec::with_capacity(total as usize);
        for mut set in sets {
            each(&mut set, |document| documents.push(document));
        }
        documents.sort_unstable();
        documents.dedup();
        return Set::List { documents, at: 0 };
    }
    let mut bits = vec![0_u64; (end as usize).div_ceil(64)];
    for mut set in sets {
        each(&mut set, |document| bits[document as usize / 64] |= 1 << (document % 64));
    }
    let at = next_bit(&bits, 0);
    let count = bits.iter().map(|word| word.count_ones()).sum();
    Set::Bits { bits, at, count }
}

fn each(set: &mut Set, mut take: impl FnMut(DocId)) {
    let mut document = set.document();
    while document != TERMINATED {
        take(document);
        document = set.advance();
    }
}

/// The first bit at or after a place.
fn next_bit(bits: &[u64], from: DocId) -> DocId {
    let first = from as usize / 64;
    let mut mask = u64::MAX << (from % 64);
    for (index, word) in bits.iter().enumerate().skip(first) {
        let word = word & mask;
        if word != 0 {
            return (index * 64) as DocId + word.trailing_zeros();
        }
        mask = u64::MAX;
    }
    TERMINATED
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(documents: &[u32]) -> Set {
        let mut documents = documents.to_vec();
        documents.sort_unstable();
        documents.dedup();
        Set::List { documents, at: 0 }
    }

    fn walked(mut set: Set) -> Vec<u32> {
        let mut documents = Vec::new();
        each(&mut set, |document| documents.push(document));
        documents
    }

    proptest! {
        #[test]
        fn ands_and_ors_are_those_of_plain_sets(lists in prop::collection::vec(prop::collection::vec(0_u32..300, 0..60), 1..8)) {
            let in_any: Vec<u32> = (0..300).filter(|document| lists.iter().any(|list| list.contains(document))).collect();
            let in_all: Vec<u32> = (0..300).filter(|document| lists.iter().all(|list| list.contains(document))).collect();
            prop_assert_eq!(walked(Set::or(lists.iter().map(|documents| list(documents)).collect(), 300)), in_any.clone());
            prop_assert_eq!(walked(Set::and(lists.iter().map(|documents| list(documents)).collect(), 300)), in_all);
            let mut bits = vec![0_u64; 5];
            in_any.iter().for_each(|document| bits[*document as usize / 64] |= 1 << (document % 64));
            let at = next_bit(&bits, 0);
            prop_assert_eq!(walked(Set::Bits { bits, at, count: 0 }), in_any);
        }
    }

    #[test]
    fn all_is_every_document() {
        assert_eq!(walked(Set::all(3)), [0, 1, 2]);
        assert_eq!(walked(Set::all(0)), Vec::<u32>::new());
    }
}
