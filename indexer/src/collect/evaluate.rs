//! Evaluates one clause to the documents of a segment: as a set of its own, or as a filter of other documents.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use tantivy::DocId;

use super::{
    clause::{Clause, ClauseOption, TermGroup},
    doc_id_set::{DocIdSet, filter_any},
    postings::{for_each_term, intersect_postings},
    segment_context::SegmentContext,
};
use crate::{
    interface::Result,
    storage::{
        bitset::BITSET_FRACTION,
        cached_bitsets::for_each_block,
        view::{DocAddress, View},
    },
};

/// Documents are looked up in at most this many posting lists of a group, one after the other; more lists are united
/// first.
const MAX_SOUGHT_LISTS: usize = 4;

/// A group of more posting lists than this is united as a bitset, because sorting many lists into one costs more.
/// Groups with less than one in `SORTED_PART` documents of the segment are sorted all the same.
const MAX_SORTED_LISTS: usize = 8;
const SORTED_PART: u32 = 512;

impl Clause {
    /// Returns an upper bound of the number of documents of a segment that satisfy the clause.
    pub(super) fn doc_freq_in(&self, segment_ord: usize) -> u64 {
        self.options.iter().map(|option| option.doc_freq_in(segment_ord)).sum()
    }

    /// Returns the documents of some of the clause's options.
    pub(super) fn evaluate(
        &self,
        context: SegmentContext<'_>,
        wanted: impl Fn(&ClauseOption) -> bool,
    ) -> Result<DocIdSet> {
        let mut set = DocIdSet::empty();
        for option in self.options.iter().filter(|option| wanted(option)) {
            set = set.union(option.evaluate(context)?);
        }
        Ok(set)
    }

    /// Returns the documents of a set that satisfy the clause.
    pub(super) fn intersect(&self, set: DocIdSet, context: SegmentContext<'_>) -> Result<DocIdSet> {
        match &set {
            DocIdSet::List(documents) => {
                // The broadest option first: few documents are then left for the others.
                let mut options: Vec<&ClauseOption> = self.options.iter().collect();
                options.sort_by_key(|option| std::cmp::Reverse(option.doc_freq_in(context.segment_ord)));
                filter_any(documents, options, |option, rest| option.filter(rest, context))
                    .map(DocIdSet::List)
            }
            DocIdSet::Bitset(_) => Ok(set.intersect(self.evaluate(context, |_| true)?, context.end())),
        }
    }
}

impl ClauseOption {
    pub(super) fn doc_freq_in(&self, segment_ord: usize) -> u64 {
        self.groups.iter().map(|group| group.doc_freq_in(segment_ord)).min().unwrap_or(0)
    }

    /// Returns the groups, the one with the fewest documents first.
    pub(super) fn groups_by_frequency(&self, segment_ord: usize) -> Vec<&TermGroup> {
        let mut groups: Vec<&TermGroup> = self.groups.iter().collect();
        groups.sort_by_key(|group| group.doc_freq_in(segment_ord));
        groups
    }

    fn evaluate(&self, context: SegmentContext<'_>) -> Result<DocIdSet> {
        let groups = self.groups_by_frequency(context.segment_ord);
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

    fn filter(&self, documents: &[DocId], context: SegmentContext<'_>) -> Result<Vec<DocId>> {
        let groups = self.groups_by_frequency(context.segment_ord);
        let Some((first, others)) = groups.split_first() else { return Ok(Vec::new()) };
        let mut found = first.filter(documents, context)?;
        for group in others {
            found = group.filter(&found, context)?;
        }
        Ok(found)
    }
}

impl TermGroup {
    fn doc_freq_in(&self, segment_ord: usize) -> u64 {
        self.terms(segment_ord).iter().map(|(_, info)| u64::from(info.doc_freq)).sum()
    }

    pub(super) fn evaluate(&self, context: SegmentContext<'_>) -> Result<DocIdSet> {
        let terms = self.terms(context.segment_ord);
        let (end, cached_bitsets) = (context.end(), &context.segment.cached_bitsets);
        let bits_part = if terms.len() > MAX_SORTED_LISTS { SORTED_PART } else { BITSET_FRACTION };
        if let [(field, info)] = terms {
            if let Some(bits) = cached_bitsets.get(*field, info) {
                return Ok(DocIdSet::Bitset(Arc::clone(bits)));
            }
        } else if self.doc_freq_in(context.segment_ord) > u64::from(end / bits_part) {
            let mut all = FixedBitSet::with_capacity(end as usize);
            for_each_term(terms, context.segment, |inverted, field, info| {
                match cached_bitsets.get(field, info) {
                    Some(bits) => {
                        all.union_with(bits);
                        Ok(())
                    }
                    None => for_each_block(inverted, info, |block| {
                        block.iter().for_each(|document| all.insert(*document as usize));
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

    fn filter(&self, documents: &[DocId], context: SegmentContext<'_>) -> Result<Vec<DocId>> {
        let terms = self.terms(context.segment_ord);
        if terms.len() > MAX_SOUGHT_LISTS {
            return Ok(self.evaluate(context)?.intersect_list(documents));
        }
        filter_any(documents, terms, |(field, info), rest| {
            if let Some(bits) = context.segment.cached_bitsets.get(*field, info) {
                return Ok(rest
                    .iter()
                    .copied()
                    .filter(|document| bits.contains(*document as usize))
                    .collect());
            }
            intersect_postings(context.segment.inverted(*field)?, info, rest)
        })
    }

    /// Returns the first documents of every segment, at most `limit` of each.
    pub(crate) fn first_addresses(&self, view: &View, limit: usize) -> Result<Vec<DocAddress>> {
        let mut addresses = Vec::new();
        for (segment_ord, segment) in view.segments.iter().enumerate() {
            let mut left = limit;
            self.evaluate(SegmentContext { segment, segment_ord })?.any(|document| {
                addresses.push(DocAddress { segment: segment_ord as u32, document });
                left -= 1;
                left == 0
            });
        }
        Ok(addresses)
    }
}
