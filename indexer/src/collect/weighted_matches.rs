//! Finds the documents that satisfy the most weight of some clauses: an OR whose clauses weigh differently, with
//! the pruning of MaxScore.
//!
//! 1. Sort the clauses by weight, the heaviest first.
//! 2. While this clause and all later ones together reach the floor, evaluate it to all of its documents and add
//!    them. Heavy clauses are rare words, so that these lists are short. The heaviest document so far raises the floor.
//! 3. After that, a document without any of the clauses so far cannot reach the floor: the other clauses are only
//!    looked up among the documents found.
//!
//! Worked example: the floor is 6, and `astral` weighs 7, `5090` 5, `long` 4 and `is` 1. `astral` (17 together),
//! `5090` (10) are evaluated; `long` and `is` together weigh 5 and are looked up among the documents of the two.

use tantivy::DocId;

use super::{
    clause::Clause,
    doc_id_set::DocIdSet,
    matches::{Matches, SegmentMatches},
    segment_context::SegmentContext,
};
use crate::{
    interface::Result,
    storage::view::{DocAddress, View},
};

/// Bound below which documents need not be found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WeightFloor {
    /// Documents of less weight are of no use.
    pub(crate) least: f32,
    /// Weight that every document has beside its clauses.
    pub(crate) common: f32,
    /// Documents of a smaller share of the heaviest document's weight, both with the common weight, are of no use.
    pub(crate) tail_share: f32,
}

impl WeightFloor {
    /// Returns the floor where the heaviest document has this weight.
    pub(crate) fn beside(self, heaviest: f32) -> f32 {
        ((self.common + heaviest) * self.tail_share - self.common).max(self.least)
    }
}

/// Documents of a view, each with the weight of the clauses that it satisfies.
pub(crate) struct WeightedMatches {
    /// By segment, ascending by document.
    segments: Vec<Vec<(DocId, f32)>>,
}

impl WeightedMatches {
    /// Returns the living documents that satisfy any clause, and at least all whose weight reaches the
    /// floor. With
    /// `within`, only documents among these matches.
    pub(crate) fn find(
        view: &View,
        clauses: &[(&Clause, f32)],
        within: Option<&Matches>,
        floor: WeightFloor,
    ) -> Result<Self> {
        let mut heaviest_first = clauses.to_vec();
        heaviest_first.sort_by(|left, right| right.1.total_cmp(&left.1));
        let mut segments = Vec::with_capacity(view.segments.len());
        let mut heaviest = 0.0;
        for (segment_ord, segment) in view.segments.iter().enumerate() {
            let context = SegmentContext { segment, segment_ord };
            let within = within.map(|within| within.of_segment(segment_ord));
            segments.push(weigh_segment(&heaviest_first, within, (floor, &mut heaviest), context)?);
        }
        Ok(Self { segments })
    }

    /// Returns the heaviest document and its weight; of equally heavy ones the first of the first segment.
    pub(crate) fn heaviest(&self) -> Option<(DocAddress, f32)> {
        let mut heaviest: Option<(DocAddress, f32)> = None;
        for (segment, weighed) in self.segments.iter().enumerate() {
            for (document, weight) in weighed {
                if heaviest.is_none_or(|(_, most)| *weight > most) {
                    let address = DocAddress { segment: segment as u32, document: *document };
                    heaviest = Some((address, *weight));
                }
            }
        }
        heaviest
    }

    /// Returns the number of documents of at least this weight.
    pub(crate) fn count_from(&self, least: f32) -> usize {
        self.segments.iter().flatten().filter(|(_, weight)| *weight >= least).count()
    }

    /// Returns the documents of at least this weight as matches, with their shares of `total`.
    pub(crate) fn into_matches(self, least: f32, total: f32) -> Matches {
        let of_segment = |weighed: Vec<(DocId, f32)>| {
            let heavy = weighed.into_iter().filter(|(_, weight)| *weight >= least);
            heavy.map(|(document, weight)| (document, weight / total)).collect()
        };
        Matches::of_shares(self.segments.into_iter().map(of_segment).collect())
    }

    /// Returns other matches with the shares of `total` that those of them satisfy which are among these documents.
    pub(crate) fn into_shares_of(self, matches: Matches, total: f32) -> Matches {
        let of_segment = |weighed: Vec<(DocId, f32)>| {
            weighed.into_iter().map(|(document, weight)| (document, weight / total)).collect()
        };
        matches.with_shares(self.segments.into_iter().map(of_segment).collect())
    }
}

/// Returns the documents of one segment with their weights.
fn weigh_segment(
    heaviest_first: &[(&Clause, f32)],
    within: Option<&SegmentMatches>,
    (floor, heaviest): (WeightFloor, &mut f32),
    context: SegmentContext<'_>,
) -> Result<Vec<(DocId, f32)>> {
    // Few documents are looked up; the documents of a clause would be read for nothing.
    let few = within.and_then(SegmentMatches::as_list);
    let mut weighed: Vec<(DocId, f32)> =
        few.unwrap_or_default().iter().map(|document| (*document, 0.0)).collect();
    let alive = context.segment.alive();
    for (index, (clause, weight)) in heaviest_first.iter().enumerate() {
        let rest: f32 = heaviest_first.iter().skip(index).map(|(_, weight)| weight).sum();
        let documents = if few.is_none() && rest >= floor.beside(*heaviest) {
            let found = clause.evaluate(context, |_| true)?.into_list();
            match within {
                Some(within) => within.filter(&found, context),
                None => found,
            }
        } else {
            let candidates = weighed.iter().map(|(document, _)| *document).collect();
            clause.intersect(DocIdSet::List(candidates), context)?.into_list()
        };
        weighed = add_weight(weighed, &documents, *weight);
        weighed.retain(|(document, _)| alive.is_none_or(|alive| alive.is_alive(*document)));
        *heaviest = weighed.iter().fold(*heaviest, |most, (_, weight)| most.max(*weight));
    }
    weighed.retain(|(_, weight)| *weight > 0.0);
    Ok(weighed)
}

/// Adds a weight to documents; those that have none so far are inserted.
fn add_weight(weighed: Vec<(DocId, f32)>, documents: &[DocId], weight: f32) -> Vec<(DocId, f32)> {
    let mut out = Vec::with_capacity(weighed.len() + documents.len());
    let mut rest = documents;
    for (document, before) in weighed {
        while let Some((first, others)) = rest.split_first().filter(|(first, _)| **first < document) {
            out.push((*first, weight));
            rest = others;
        }
        match rest.split_first().filter(|(first, _)| **first == document) {
            Some((_, others)) => {
                out.push((document, before + weight));
                rest = others;
            }
            None => out.push((document, before)),
        }
    }
    out.extend(rest.iter().map(|document| (*document, weight)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_documents_in_both_lists_are_summed() {
        let weighed = add_weight(vec![(2, 1.0), (5, 3.0), (9, 1.0)], &[1, 5, 7, 9, 12], 2.0);
        assert_eq!(weighed, [(1, 2.0), (2, 1.0), (5, 5.0), (7, 2.0), (9, 3.0), (12, 2.0)]);
        assert_eq!(add_weight(Vec::new(), &[3], 1.5), [(3, 1.5)]);
        assert_eq!(add_weight(vec![(3, 1.5)], &[], 1.0), [(3, 1.5)]);
    }

    #[test]
    fn heaviest_document_raises_the_floor() {
        let floor = WeightFloor { least: 2.0, common: 4.0, tail_share: 0.5 };
        assert_eq!([0.0, 8.0, 12.0].map(|heaviest| floor.beside(heaviest)), [2.0, 2.0, 4.0]);
    }
}
