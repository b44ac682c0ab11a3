//! Walks everything that matches once: totals, counts, and the candidates for a page.

use std::collections::BinaryHeap;

use tantivy::{DocId, TERMINATED};

use crate::{
    ProductSet, SearchConfig, SearchError, Sort,
    columns::Row,
    facets::Counts,
    filter::{CompiledFilters, is_several},
    query::{sets::Set, unit::Unit},
    view::{Place, Segment, View},
};

/// What to look for and what to keep of it.
pub(crate) struct Walk<'a> {
    pub(crate) view: &'a View,
    pub(crate) config: &'a SearchConfig,
    pub(crate) units: &'a [Unit],
    pub(crate) filters: &'a CompiledFilters,
    pub(crate) hide: Option<&'a ProductSet>,
    pub(crate) sort: Sort,
    /// So many of the first are kept.
    pub(crate) keep: usize,
}

/// What a walk found.
pub(crate) struct Found {
    pub(crate) total: u64,
    pub(crate) hidden: u64,
    /// The first in the order asked for; by popularity for relevance.
    pub(crate) first: Vec<Place>,
}

/// The smallest keys of a segment, with their documents.
struct Keeper {
    limit: usize,
    heap: BinaryHeap<(u64, DocId)>,
}

/// A kept document on its way through the merge of segments.
struct Kept {
    key: u64,
    order: u64,
    place: Place,
}

impl Walk<'_> {
    /// Walks every segment, counting into `counts` when there are any.
    pub(crate) fn run(&self, mut counts: Option<&mut Counts>) -> Result<Found, SearchError> {
        let mut found = Found { total: 0, hidden: 0, first: Vec::new() };
        let mut kept = Vec::new();
        for (index, segment) in self.view.segments.iter().enumerate() {
            let keeper = self.walk_segment(index, segment, &mut found, counts.as_deref_mut())?;
            kept.extend(keeper.heap.into_iter().map(|(key, document)| Kept {
                key,
                order: segment.order.first(document).unwrap_or_default(),
                place: Place { segment: index as u32, document },
            }));
        }
        found.first = self.merge(kept)?;
        Ok(found)
    }

    fn walk_segment(
        &self,
        index: usize,
        segment: &Segment,
        found: &mut Found,
        mut counts: Option<&mut Counts>,
    ) -> Result<Keeper, SearchError> {
        let mut set = self.set(index)?;
        let alive = segment.alive();
        let open = self.filters.is_open();
        let mut keeper = Keeper { limit: self.keep, heap: BinaryHeap::new() };
        let mut document = set.document();
        while document != TERMINATED {
            let here = document;
            document = set.advance();
            if alive.is_some_and(|alive| alive.is_deleted(here)) {
                continue;
            }
            let row = &segment.columns.rows[here as usize];
            let failed =
                if open { 0 } else { self.filters.failed(row, segment.columns.slots(here), self.config) };
            if is_several(failed) || (failed != 0 && counts.is_none()) {
                continue;
            }
            if self.hide.is_some_and(|hide| segment.id_bits.first(here).is_some_and(|id| hide.contains(id))) {
                found.hidden += u64::from(failed == 0);
                continue;
            }
            if let Some(counts) = &mut counts {
                counts.add(failed, row, segment.columns.slots(here), self.config);
            }
            if failed == 0 {
                found.total += 1;
                keeper.offer(here, || self.key(segment, here, row));
            }
        }
        Ok(keeper)
    }

    /// The documents of a segment that satisfy all units.
    fn set(&self, segment: usize) -> Result<Set, SearchError> {
        let end = self.view.segments[segment].reader.max_doc();
        let sets =
            self.units.iter().map(|unit| unit.set(&self.view.segments, segment)).collect::<Result<_, _>>()?;
        Ok(Set::and(sets, end))
    }

    /// Smaller comes first; equal keys stay in order of popularity, which is that of the documents.
    fn key(&self, segment: &Segment, document: DocId, row: &Row) -> u64 {
        let unsold_last = |key: u64| if row.is_sold() { key } else { u64::MAX };
        match self.sort {
            Sort::Relevance | Sort::Popularity => 0,
            Sort::PriceAscending => unsold_last(u64::from(row.price)),
            Sort::PriceDescending => unsold_last(u64::from(u32::MAX - row.price)),
            Sort::Drop => u64::from(u16::MAX - row.drop),
            Sort::Rating => u64::from(u8::MAX - row.rating),
            Sort::NameAscending => self.name_ordinal(segment, document),
            Sort::NameDescending => u64::MAX - self.name_ordinal(segment, document),
        }
    }

    fn name_ordinal(&self, segment: &Segment, document: DocId) -> u64 {
        segment.names.as_ref().and_then(|names| names.ords().first(document)).unwrap_or_default()
    }

    /// Brings what segments kept into one order.
    fn merge(&self, mut kept: Vec<Kept>) -> Result<Vec<Place>, SearchError> {
        let by_popularity = |left: &Kept, right: &Kept| {
            right.order.cmp(&left.order).then_with(|| {
                (left.place.segment, left.place.document).cmp(&(right.place.segment, right.place.document))
            })
        };
        let by_name = matches!(self.sort, Sort::NameAscending | Sort::NameDescending);
        if by_name && self.view.segments.len() > 1 {
            let mut named = kept
                .into_iter()
                .map(|kept| Ok((self.name(&kept)?, kept)))
                .collect::<Result<Vec<_>, SearchError>>()?;
            named.sort_by(|(left_name, left), (right_name, right)| {
                let names = left_name.cmp(right_name);
                let names = if self.sort == Sort::NameDescending { names.reverse() } else { names };
                names.then_with(|| by_popularity(left, right))
            });
            return Ok(named.into_iter().take(self.keep).map(|(_, kept)| kept.place).collect());
        }
        kept.sort_by(|left, right| left.key.cmp(&right.key).then_with(|| by_popularity(left, right)));
        Ok(kept.into_iter().take(self.keep).map(|kept| kept.place).collect())
    }

    /// The folded name; ordinals only compare within a segment.
    fn name(&self, kept: &Kept) -> Result<String, SearchError> {
        let mut name = String::new();
        let segment = &self.view.segments[kept.place.segment as usize];
        if let Some(names) = &segment.names {
            names.ord_to_str(self.name_ordinal(segment, kept.place.document), &mut name)?;
        }
        Ok(name)
    }
}

impl Keeper {
    /// Keeps the document when its key is among the smallest so far.
    fn offer(&mut self, document: DocId, key: impl FnOnce() -> u64) {
        if self.heap.len() < self.limit {
            self.heap.push((key(), document));
            return;
        }
        // Documents come in ascending order, so among equal keys the earlier one stays.
        if let Some(mut worst) = self.heap.peek_mut() {
            if worst.0 == 0 {
                return;
            }
            let key = key();
            if key < worst.0 {
                *worst = (key, document);
            }
        }
    }
}

/// Whether any living product satisfies the units.
pub(crate) fn any(view: &View, units: &[Unit]) -> Result<bool, SearchError> {
    for (index, segment) in view.segments.iter().enumerate() {
        let sets = units.iter().map(|unit| unit.set(&view.segments, index)).collect::<Result<_, _>>()?;
        let mut set = Set::and(sets, segment.reader.max_doc());
        let mut document = set.document();
        while document != TERMINATED {
            if segment.alive().is_none_or(|alive| alive.is_alive(document)) {
                return Ok(true);
            }
            document = set.advance();
        }
    }
    Ok(false)
}
