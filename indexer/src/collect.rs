//! The pass over everything that matches: total, facet counts, and the candidates for a page.
//!
//! 1. In each segment, choose the rows to read. Without words, these are all rows of the requested categories;
//!    every other category only yields a count (`CompiledFilters::count_strange`). With words, these are the
//!    matching documents, gathered by category. Either way up to 1,024 rows (`Rows::MOST`) of one category are
//!    handled together, so that their scratch stays in the nearest cache.
//! 2. Split the rows by the filter groups that they fail (`filter_rows.rs`).
//! 3. Add the split to the facet counts: rows that pass count in every group, rows that fail one group count in
//!    that group.
//! 4. Offer the rows that pass to a heap of at most `keep` numbers (`Keeper`). A number holds the sort key in its
//!    upper 32 bits and the document in its lower 32. Documents are stored by descending popularity, so equal keys
//!    are ordered by popularity.
//! 5. Merge the heaps of all segments by sort key, then by popularity.
//!
//! Matches ordered by popularity already arrive in order: without facets to count, the pass stops once it has
//! enough.
//!
//! Worked example: cheapest first, `keep` = 2, prices in fils. Document 3 costs 80,000 and document 7 costs 89,900;
//! both enter the heap, and `worst` becomes the number of document 7. Document 9 costs 75,000, is below `worst` and
//! replaces document 7; `worst` is now the number of document 3. Document 12 costs 95,000 and is refused by one
//! comparison. Result: 9, 3.

use std::{
    collections::{BTreeMap, BinaryHeap},
    ops::ControlFlow,
    sync::Arc,
};

use tantivy::DocId;

use crate::{
    ProductSet, Reason, SearchConfig, SearchError, Sort,
    columns::{Block, SOLD},
    facets::Counts,
    fact_order::FactOrder,
    filter::CompiledFilters,
    product_set::RowSet,
    query::matches::{Matches, SegmentMatches},
    rows::{Rows, Split},
    view::{Place, Segment, View},
};

/// Request for one pass: the documents to read, the filters, and how many hits to keep.
pub(crate) struct Walk<'a> {
    pub(crate) view: &'a View,
    pub(crate) config: &'a SearchConfig,
    /// The documents that match; `None`, for a query without words, reads every product.
    pub(crate) matches: Option<&'a Matches>,
    pub(crate) filters: &'a CompiledFilters,
    pub(crate) hide: Option<&'a ProductSet>,
    pub(crate) sort: Sort,
    /// Number of hits to keep.
    pub(crate) keep: usize,
    /// Whether every match is counted, even after there are enough for the page.
    pub(crate) to_the_end: bool,
}

/// Result of a pass.
pub(crate) struct Found {
    pub(crate) total: u64,
    pub(crate) hidden: u64,
    /// The hidden matches by the reason for which they are left out.
    pub(crate) hidden_by: BTreeMap<Reason, u64>,
    /// The first hits in the requested order; by popularity for relevance.
    pub(crate) first: Vec<Place>,
}

/// Top-k heap of one segment: the smallest numbers, each a sort key in the upper half and a document in the lower.
/// Documents lie in order of popularity, which therefore breaks ties.
struct Keeper {
    limit: usize,
    heap: BinaryHeap<u64>,
    /// A number that is not below this one cannot enter the heap.
    worst: u64,
}

/// A kept document during the merge of segments.
struct Kept {
    key: u32,
    order: u64,
    place: Place,
}

/// The pass over one segment.
struct Pass<'w, 'a> {
    walk: &'w Walk<'a>,
    fact_order: Option<&'w FactOrder>,
    segment: &'w Segment,
    found: &'w mut Found,
    counts: Option<&'w mut Counts>,
    keeper: Keeper,
    split: Split,
    /// The category that was read last, and its rows to leave out.
    hidden: Option<(usize, Option<Arc<RowSet>>)>,
}

impl Walk<'_> {
    /// Runs the pass over every segment, counting into `counts` if given. By popularity the pass over matches stops
    /// as soon as it has enough, unless `to_the_end` is set; `total` then covers only what was read.
    pub(crate) fn run(&self, mut counts: Option<&mut Counts>) -> Result<Found, SearchError> {
        let mut found = Found { total: 0, hidden: 0, hidden_by: BTreeMap::new(), first: Vec::new() };
        let mut kept = Vec::new();
        let fact_order = FactOrder::of(self.sort, &self.view.vocabulary, self.config);
        for (index, segment) in self.view.segments.iter().enumerate() {
            let groups = if counts.is_some() { self.filters.groups() } else { 0 };
            let mut pass = Pass {
                walk: self,
                fact_order: fact_order.as_ref(),
                segment,
                found: &mut found,
                counts: counts.as_deref_mut(),
                keeper: Keeper { limit: self.keep, heap: BinaryHeap::new(), worst: u64::MAX },
                split: Split::of_groups(groups),
                hidden: None,
            };
            match self.matches.map(|matches| matches.of_segment(index)) {
                None => pass.whole(),
                Some(matches) if pass.is_ordered() => pass.first(matches),
                Some(matches) => pass.matching(matches),
            }
            if let Some(counts) = pass.counts {
                counts.settle(&segment.columns.blocks);
            }
            kept.extend(pass.keeper.heap.into_iter().map(|key| {
                let document = key as DocId;
                Kept {
                    key: (key >> 32) as u32,
                    order: segment.order.first(document).unwrap_or_default(),
                    place: Place { segment: index as u32, document },
                }
            }));
        }
        found.first = self.merge(kept)?;
        Ok(found)
    }

    /// Merges the kept documents of all segments into one order.
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

    /// Returns the folded name: name ordinals compare only within a segment.
    fn name(&self, kept: &Kept) -> Result<String, SearchError> {
        let mut name = String::new();
        let segment = &self.view.segments[kept.place.segment as usize];
        if let Some(names) = &segment.names {
            names.ord_to_str(u64::from(segment.name_ordinal(kept.place.document)), &mut name)?;
        }
        Ok(name)
    }
}

impl Pass<'_, '_> {
    /// Reads every product: the requested categories row by row, the others only as a count.
    fn whole(&mut self) {
        let (segment, walk) = (self.segment, self.walk);
        for (category, block) in
            segment.columns.blocks.iter().enumerate().filter(|(_, block)| block.len() > 0)
        {
            if walk.filters.takes(category) {
                Rows::spans(block.len()).for_each(|rows| self.take(category, block, rows));
            } else if let Some(counts) = &mut self.counts {
                counts.add_strange(category, walk.filters.count_strange(category, block, walk.config));
            }
        }
    }

    /// Whether documents arrive in the requested order and no facets are counted, so that the first ones are
    /// enough.
    fn is_ordered(&self) -> bool {
        let is_ordered = matches!(self.walk.sort, Sort::Relevance | Sort::Popularity);
        self.counts.is_none() && !self.walk.to_the_end && is_ordered
    }

    /// Reads the products that match until there are enough.
    fn first(&mut self, matches: &SegmentMatches) {
        for (category, block) in self.segment.columns.blocks.iter().enumerate() {
            if matches.whole & (1 << category) != 0 {
                let enough = self.enough();
                for rows in Rows::spans(block.len()) {
                    self.take(category, block, rows);
                    if self.found.total >= enough {
                        break;
                    }
                }
            }
        }
        let enough = self.enough();
        let mut gathered = self.gathered();
        matches.documents.each_chunk(|documents| {
            self.gather(documents, matches.whole, &mut gathered);
            self.take_rest(&mut gathered);
            if self.found.total >= enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    /// Returns the total at which to stop: `limit` hits more than now. The rows of a category and the matching
    /// documents each arrive in sort order, so what lies behind cannot enter the page.
    fn enough(&self) -> u64 {
        self.found.total + self.keeper.limit as u64
    }

    /// Reads all products that match, gathered by category.
    fn matching(&mut self, matches: &SegmentMatches) {
        let columns = &self.segment.columns;
        for (category, block) in columns.blocks.iter().enumerate() {
            if matches.whole & (1 << category) != 0 {
                Rows::spans(block.len()).for_each(|rows| self.take(category, block, rows));
            }
        }
        let mut gathered = self.gathered();
        matches.documents.each_chunk(|documents| {
            self.gather(documents, matches.whole, &mut gathered);
            ControlFlow::Continue(())
        });
        self.take_rest(&mut gathered);
    }

    /// Returns an empty list of rows for each category.
    fn gathered(&self) -> Vec<Vec<u32>> {
        vec![Vec::new(); self.segment.columns.blocks.len()]
    }

    /// Appends the rows of documents to the lists of their categories, and handles a list as soon as it is full.
    /// Documents of the categories in `taken`, a bit each, are skipped: all of their rows were read before.
    fn gather(&mut self, documents: &[DocId], taken: u32, gathered: &mut [Vec<u32>]) {
        let columns = &self.segment.columns;
        for document in documents {
            let (category, row) = columns.place(*document);
            if taken & (1 << category) != 0 {
                continue;
            }
            let rows = &mut gathered[category];
            rows.push(row as u32);
            if rows.len() == Rows::MOST {
                self.take(category, &columns.blocks[category], Rows::Listed(rows));
                rows.clear();
            }
        }
    }

    fn take_rest(&mut self, gathered: &mut [Vec<u32>]) {
        let columns = &self.segment.columns;
        for (category, rows) in gathered.iter_mut().enumerate().filter(|(_, rows)| !rows.is_empty()) {
            self.take(category, &columns.blocks[category], Rows::Listed(rows));
            rows.clear();
        }
    }

    /// Filters, counts and keeps rows of one category.
    fn take(&mut self, category: usize, block: &Block, rows: Rows<'_>) {
        let walk = self.walk;
        let hidden = self.hidden(category);
        walk.filters.split(category, block, (rows, hidden.as_deref()), walk.config, &mut self.split);
        self.count_hidden(hidden.as_deref());
        if let Some(counts) = &mut self.counts {
            counts.add(category, block, &self.split, walk.config);
        }
        self.found.total += self.split.passed.len() as u64;
        self.keep(category, block);
    }

    /// Counts the hidden rows, in all and by reason.
    fn count_hidden(&mut self, hidden: Option<&RowSet>) {
        let Some(set) = hidden else { return };
        self.found.hidden += self.split.hidden.len() as u64;
        // An array first, then the map: there are many rows and few reasons.
        let mut counts = [0_u64; Reason::MAX as usize + 1];
        for row in &self.split.hidden {
            counts[usize::from(set.reason(*row as usize))] += 1;
        }
        for (reason, count) in (0..=Reason::MAX).zip(counts).filter(|(_, count)| *count > 0) {
            *self.found.hidden_by.entry(reason).or_default() += count;
        }
    }

    /// Returns the rows of a category to leave out, if the category is requested. Remembers the rows of the last
    /// category.
    fn hidden(&mut self, category: usize) -> Option<Arc<RowSet>> {
        let walk = self.walk;
        let hide = walk.hide.filter(|_| walk.filters.takes(category))?;
        match &self.hidden {
            Some((known, rows)) if *known == category => rows.clone(),
            _ => {
                let rows = hide.rows(walk.view, self.segment, category);
                self.hidden = Some((category, rows.clone()));
                rows
            }
        }
    }

    /// Offers the rows that passed to the heap, with the sort key of the requested order.
    fn keep(&mut self, category: usize, block: &Block) {
        let (live, segment, fact_order) = (&block.live, self.segment, self.fact_order);
        let unsold_last = |row: usize, key: u32| if live.flags[row] & SOLD != 0 { key } else { u32::MAX };
        let passed = self.split.passed.iter().map(|row| *row as usize);
        let keeper = &mut self.keeper;
        let mut offer = |key: &dyn Fn(usize) -> u32| {
            keeper.offer(passed.clone().map(|row| (key(row), block.documents[row])))
        };
        match self.walk.sort {
            Sort::Relevance | Sort::Popularity => offer(&|_| 0),
            Sort::PriceAscending => offer(&|row| unsold_last(row, live.prices[row])),
            Sort::PriceDescending => offer(&|row| unsold_last(row, u32::MAX - live.prices[row])),
            Sort::DeliveredAscending => offer(&|row| unsold_last(row, live.delivered[row])),
            Sort::Spec { .. } => {
                offer(&|row| fact_order.map_or(0, |order| order.key(category, block, row)));
            }
            Sort::Drop => offer(&|row| u32::from(u16::MAX - live.drops[row])),
            Sort::Rating => offer(&|row| u32::from(u8::MAX - live.ratings[row])),
            Sort::NameAscending => offer(&|row| segment.name_ordinal(block.documents[row])),
            Sort::NameDescending => offer(&|row| u32::MAX - segment.name_ordinal(block.documents[row])),
        }
    }
}

impl Keeper {
    /// Keeps the documents whose numbers are among the smallest so far.
    fn offer(&mut self, keyed: impl Iterator<Item = (u32, DocId)>) {
        for (key, document) in keyed {
            let key = u64::from(key) << 32 | u64::from(document);
            if key >= self.worst {
                continue;
            }
            if self.heap.len() < self.limit {
                self.heap.push(key);
            } else if let Some(mut worst) = self.heap.peek_mut() {
                *worst = key;
            }
            if self.heap.len() == self.limit {
                self.worst = self.heap.peek().copied().unwrap_or(0);
            }
        }
    }
}
