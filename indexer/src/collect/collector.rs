//! Collects everything that matches: total, facet counts, and the first hits in the requested order.
//!
//! 1. In each segment, choose the rows to read. Without words, these are all rows of the requested categories;
//!    every other category only yields a count (`CompiledFilters::count_other_category`). With words, these are the
//!    matching documents, gathered by category. Either way up to 1,024 rows (`Rows::MAX_ROWS`) of one category are
//!    handled together, so that their scratch stays in the nearest cache.
//! 2. Split the rows by the filter groups that they fail (`filter_rows.rs`).
//! 3. Add the rows to the facet counts (`facets.rs`).
//! 4. Push the rows that pass onto a heap of at most `limit` packed keys (`TopK`). A packed key holds the order key in
//!    its upper 32 bits and the document in its lower 32. Documents are stored by descending popularity, so equal keys
//!    are ordered by popularity.
//! 5. Merge the heaps of all segments by order key, then by popularity.
//!
//! Matches are read in the order of popularity. If that order is requested, no facets are counted, and the exact total
//! is not needed (`CollectRequest::count_all`), the collection stops once it has `limit` hits. With filters or hidden
//! products the number of matches is not the number of hits, so a page with its total needs every match read.
//!
//! Worked example: cheapest first, `limit` = 2, prices in fils. Document 3 costs 80,000 and document 7 costs 89,900;
//! both enter the heap, and `threshold` becomes the packed key of document 7. Document 9 costs 75,000, is below
//! `threshold` and replaces document 7; `threshold` is now the packed key of document 3. Document 12 costs 95,000 and
//! is refused by one comparison. Result: 9, 3.

use std::{
    collections::{BTreeMap, BinaryHeap},
    ops::ControlFlow,
    sync::Arc,
};

use domain::model::Category;
use tantivy::DocId;

use super::{
    facets::FacetCounts,
    fact_order::FactOrder,
    filter::CompiledFilters,
    matches::{Matches, SegmentMatches},
    rows::{FilteredRows, Rows},
};
use crate::{
    config::SearchConfig,
    interface::{HideReasonNumber, ProductSet, Result, Sort, product_set::RowSet},
    storage::{
        columns::CategoryTable,
        mutable_columns::HAS_OFFER,
        view::{DocAddress, Segment, View},
    },
};

/// Request for one collection: the documents to read, the filters, and how many hits to return.
pub(crate) struct CollectRequest<'a> {
    pub(crate) view: &'a View,
    pub(crate) config: &'a SearchConfig,
    /// The documents that match; `None`, for a query without words, reads every product.
    pub(crate) matches: Option<&'a Matches>,
    pub(crate) filters: &'a CompiledFilters,
    pub(crate) hide: Option<&'a ProductSet>,
    pub(crate) sort: Sort,
    /// Number of hits to return.
    pub(crate) limit: usize,
    /// Whether every match is counted, even after `limit` hits.
    pub(crate) count_all: bool,
}

/// Result of a collection.
pub(crate) struct Collected {
    pub(crate) total: u64,
    pub(crate) hidden: u64,
    /// The hidden matches by the reason for which they are left out.
    pub(crate) hidden_by: BTreeMap<HideReasonNumber, u64>,
    /// The first hits in the requested order; by popularity for relevance.
    pub(crate) top_docs: Vec<DocAddress>,
}

/// Top-k heap of one segment: the smallest packed keys, each an order key in the upper half and a document in the lower.
/// Documents lie in order of popularity, which therefore breaks ties.
struct TopK {
    limit: usize,
    heap: BinaryHeap<u64>,
    /// A packed key that is not below this one cannot enter the heap.
    threshold: u64,
}

/// One of the top documents during the merge of segments.
struct TopDoc {
    /// Lower is better, by the requested order.
    order_key: u32,
    popularity_key: u64,
    address: DocAddress,
}

/// Collects one segment.
struct SegmentCollector<'w, 'a> {
    request: &'w CollectRequest<'a>,
    fact_order: Option<&'w FactOrder>,
    segment: &'w Segment,
    /// The segment's matches, where their shares of the query's information come before every other relevance.
    partial: Option<&'w SegmentMatches>,
    collected: &'w mut Collected,
    counts: Option<&'w mut FacetCounts>,
    top_k: TopK,
    filtered: &'w mut FilteredRows,
    /// The category that was read last, and its rows to leave out.
    last_hidden: Option<(usize, Option<Arc<RowSet>>)>,
}

impl CollectRequest<'_> {
    /// Collects every segment, counting into `counts` if given. Without `counts` and without `count_all`, the collection
    /// of matches by popularity stops once it has `limit` hits; `total` then covers only what was read.
    pub(crate) fn run(&self, mut counts: Option<&mut FacetCounts>) -> Result<Collected> {
        let mut collected =
            Collected { total: 0, hidden: 0, hidden_by: BTreeMap::new(), top_docs: Vec::new() };
        let mut top_docs = Vec::new();
        let fact_order = FactOrder::for_sort(self.sort, &self.view.vocabulary, self.config);
        let is_partial = self.sort == Sort::Relevance && self.matches.is_some_and(Matches::is_partial);
        let groups = if counts.is_some() { self.filters.group_count() } else { 0 };
        // Shared by all segments: making it costs as much as filtering a thousand rows.
        let mut filtered = FilteredRows::of_groups(groups);
        for (segment_ord, segment) in self.view.segments.iter().enumerate() {
            let matches = self.matches.map(|matches| matches.of_segment(segment_ord));
            let mut collector = SegmentCollector {
                request: self,
                fact_order: fact_order.as_ref(),
                segment,
                partial: matches.filter(|_| is_partial),
                collected: &mut collected,
                counts: counts.as_deref_mut(),
                top_k: TopK { limit: self.limit, heap: BinaryHeap::new(), threshold: u64::MAX },
                filtered: &mut filtered,
                last_hidden: None,
            };
            match matches {
                None => collector.collect_all_products(),
                Some(matches) if collector.may_stop_early() => collector.collect_until_limit(matches),
                Some(matches) => collector.collect_matches(matches),
            }
            if let Some(counts) = collector.counts {
                counts.resolve_combinations(&segment.columns.tables);
            }
            top_docs.extend(collector.top_k.heap.into_iter().map(|packed_key| {
                let document = packed_key as DocId;
                TopDoc {
                    order_key: (packed_key >> 32) as u32,
                    popularity_key: segment.popularity_key.first(document).unwrap_or_default(),
                    address: DocAddress { segment: segment_ord as u32, document },
                }
            }));
        }
        collected.top_docs = self.merge(top_docs)?;
        Ok(collected)
    }

    /// Merges the top documents of all segments into one order.
    fn merge(&self, mut top_docs: Vec<TopDoc>) -> Result<Vec<DocAddress>> {
        let by_popularity = |left: &TopDoc, right: &TopDoc| {
            right.popularity_key.cmp(&left.popularity_key).then_with(|| {
                (left.address.segment, left.address.document)
                    .cmp(&(right.address.segment, right.address.document))
            })
        };
        let by_name = matches!(self.sort, Sort::NameAscending | Sort::NameDescending);
        if by_name && self.view.segments.len() > 1 {
            let mut named = top_docs
                .into_iter()
                .map(|doc| Ok((self.folded_name(&doc)?, doc)))
                .collect::<Result<Vec<_>>>()?;
            named.sort_by(|(left_name, left), (right_name, right)| {
                let names = left_name.cmp(right_name);
                let names = if self.sort == Sort::NameDescending { names.reverse() } else { names };
                names.then_with(|| by_popularity(left, right))
            });
            return Ok(named.into_iter().take(self.limit).map(|(_, doc)| doc.address).collect());
        }
        top_docs.sort_by(|left, right| {
            left.order_key.cmp(&right.order_key).then_with(|| by_popularity(left, right))
        });
        Ok(top_docs.into_iter().take(self.limit).map(|doc| doc.address).collect())
    }

    /// Returns the folded name: name ordinals compare only within a segment.
    fn folded_name(&self, doc: &TopDoc) -> Result<String> {
        let mut name = String::new();
        let segment = &self.view.segments[doc.address.segment as usize];
        if let Some(names) = &segment.names {
            names.ord_to_str(u64::from(segment.name_ordinal(doc.address.document)), &mut name)?;
        }
        Ok(name)
    }
}

impl SegmentCollector<'_, '_> {
    /// Reads every product: the requested categories row by row, the others only as a count.
    fn collect_all_products(&mut self) {
        let (segment, request) = (self.segment, self.request);
        for (category, table) in
            segment.columns.tables.iter().enumerate().filter(|(_, table)| table.len() > 0)
        {
            if request.filters.allows_category(category) {
                Rows::chunks(table.len()).for_each(|rows| self.collect_rows(category, table, rows));
            } else if let Some(counts) = &mut self.counts {
                counts.add_other_category(
                    category,
                    request.filters.count_other_category(category, table, request.config),
                );
            }
        }
    }

    /// Whether documents arrive in the requested order, and neither facets nor the exact total need the later ones.
    fn may_stop_early(&self) -> bool {
        let is_by_popularity = matches!(self.request.sort, Sort::Relevance | Sort::Popularity);
        self.counts.is_none() && !self.request.count_all && is_by_popularity && self.partial.is_none()
    }

    /// Reads the products that match until there are `limit` hits.
    fn collect_until_limit(&mut self, matches: &SegmentMatches) {
        for (category, table) in self.segment.columns.tables.iter().enumerate() {
            if matches.whole_categories & (1 << category) != 0 {
                let stop_total = self.find_stop_total();
                for rows in Rows::chunks(table.len()) {
                    self.collect_rows(category, table, rows);
                    if self.collected.total >= stop_total {
                        break;
                    }
                }
            }
        }
        let stop_total = self.find_stop_total();
        let mut rows_by_category = self.empty_row_lists();
        matches.documents.for_each_chunk(|documents| {
            self.gather_rows(documents, matches.whole_categories, &mut rows_by_category);
            self.collect_rest(&mut rows_by_category);
            if self.collected.total >= stop_total {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    }

    /// Returns the total at which to stop: after `limit` further hits. Rows arrive in the requested order, so later ones
    /// cannot be among the first `limit`.
    fn find_stop_total(&self) -> u64 {
        self.collected.total + self.top_k.limit as u64
    }

    /// Reads all products that match, gathered by category.
    fn collect_matches(&mut self, matches: &SegmentMatches) {
        let columns = &self.segment.columns;
        for (category, table) in columns.tables.iter().enumerate() {
            if matches.whole_categories & (1 << category) != 0 {
                Rows::chunks(table.len()).for_each(|rows| self.collect_rows(category, table, rows));
            }
        }
        let mut rows_by_category = self.empty_row_lists();
        matches.documents.for_each_chunk(|documents| {
            self.gather_rows(documents, matches.whole_categories, &mut rows_by_category);
            ControlFlow::Continue(())
        });
        self.collect_rest(&mut rows_by_category);
    }

    /// Returns an empty list of rows for each category.
    fn empty_row_lists(&self) -> Vec<Vec<u32>> {
        vec![Vec::new(); self.segment.columns.tables.len()]
    }

    /// Appends the rows of documents to the lists of their categories, and handles a list as soon as it is full.
    /// Documents of the categories in `collected_categories`, a bit each, are skipped: all of their rows were read
    /// before.
    fn gather_rows(
        &mut self,
        documents: &[DocId],
        collected_categories: u32,
        rows_by_category: &mut [Vec<u32>],
    ) {
        let columns = &self.segment.columns;
        for document in documents {
            let (category, row) = columns.locate(*document);
            if collected_categories & (1 << category) != 0 {
                continue;
            }
            let rows = &mut rows_by_category[category];
            rows.push(row as u32);
            if rows.len() == Rows::MAX_ROWS {
                self.collect_rows(category, &columns.tables[category], Rows::Listed(rows));
                rows.clear();
            }
        }
    }

    fn collect_rest(&mut self, rows_by_category: &mut [Vec<u32>]) {
        let columns = &self.segment.columns;
        for (category, rows) in rows_by_category.iter_mut().enumerate().filter(|(_, rows)| !rows.is_empty()) {
            self.collect_rows(category, &columns.tables[category], Rows::Listed(rows));
            rows.clear();
        }
    }

    /// Filters and counts rows of one category, and pushes those that pass onto the heap.
    fn collect_rows(&mut self, category: usize, table: &CategoryTable, rows: Rows<'_>) {
        let request = self.request;
        let hidden = self.hidden_rows(category);
        request.filters.partition_rows(
            category,
            table,
            (rows, hidden.as_deref()),
            request.config,
            self.filtered,
        );
        self.count_hidden(hidden.as_deref());
        if let Some(counts) = &mut self.counts {
            counts.add(category, table, self.filtered, request.config);
        }
        self.collected.total += self.filtered.passed.len() as u64;
        self.push_passed(category, table);
    }

    /// Counts the hidden rows, in all and by reason.
    fn count_hidden(&mut self, hidden: Option<&RowSet>) {
        let Some(set) = hidden else { return };
        self.collected.hidden += self.filtered.hidden.len() as u64;
        // An array first, then the map: there are many rows and few reasons.
        let mut counts = [0_u64; HideReasonNumber::MAX as usize + 1];
        for row in &self.filtered.hidden {
            counts[usize::from(set.reason(*row as usize))] += 1;
        }
        for (reason, count) in (0..=HideReasonNumber::MAX).zip(counts).filter(|(_, count)| *count > 0) {
            *self.collected.hidden_by.entry(reason).or_default() += count;
        }
    }

    /// Returns the rows of a category to leave out, if the category is requested. Remembers the rows of the last
    /// category.
    fn hidden_rows(&mut self, category: usize) -> Option<Arc<RowSet>> {
        let request = self.request;
        let hide = request.hide.filter(|_| request.filters.allows_category(category))?;
        match &self.last_hidden {
            Some((last_category, rows)) if *last_category == category => rows.clone(),
            _ => {
                let rows = rows_in_set(hide, request.view, self.segment, category);
                self.last_hidden = Some((category, rows.clone()));
                rows
            }
        }
    }

    /// Pushes the rows that passed onto the heap, with the order key of the requested order.
    fn push_passed(&mut self, category: usize, table: &CategoryTable) {
        let (mutable, segment, fact_order) = (&table.mutable, self.segment, self.fact_order);
        let without_offer_last =
            |row: usize, key: u32| if mutable.flags[row] & HAS_OFFER != 0 { key } else { u32::MAX };
        let passed = self.filtered.passed.iter().map(|row| *row as usize);
        let top_k = &mut self.top_k;
        let mut push = |key: &dyn Fn(usize) -> u32| {
            top_k.push(passed.clone().map(|row| (key(row), table.documents[row])))
        };
        match self.request.sort {
            Sort::Relevance | Sort::Popularity => match self.partial {
                Some(partial) => push(&|row| partial.share_key(table.documents[row])),
                None => push(&|_| 0),
            },
            Sort::PriceAscending => push(&|row| without_offer_last(row, mutable.prices[row])),
            Sort::PriceDescending => push(&|row| without_offer_last(row, u32::MAX - mutable.prices[row])),
            Sort::DeliveredAscending => push(&|row| without_offer_last(row, mutable.delivered[row])),
            Sort::Spec { .. } | Sort::Value(_) => {
                push(&|row| fact_order.map_or(0, |order| order.order_key(category, table, row)));
            }
            Sort::Drop => push(&|row| u32::from(u16::MAX - mutable.drop_basis_points[row])),
            Sort::Rating => push(&|row| u32::from(u8::MAX - mutable.ratings[row])),
            Sort::NameAscending => push(&|row| segment.name_ordinal(table.documents[row])),
            Sort::NameDescending => push(&|row| u32::MAX - segment.name_ordinal(table.documents[row])),
        }
    }
}

impl TopK {
    /// Pushes documents with their order keys: those stay whose packed keys are among the smallest so far.
    fn push(&mut self, keyed: impl Iterator<Item = (u32, DocId)>) {
        for (order_key, document) in keyed {
            let packed_key = u64::from(order_key) << 32 | u64::from(document);
            if packed_key >= self.threshold {
                continue;
            }
            if self.heap.len() < self.limit {
                self.heap.push(packed_key);
            } else if let Some(mut threshold) = self.heap.peek_mut() {
                *threshold = packed_key;
            }
            if self.heap.len() == self.limit {
                self.threshold = self.heap.peek().copied().unwrap_or(0);
            }
        }
    }
}

/// Returns the rows of one category of a segment that are in a set of products, if there are any.
fn rows_in_set(set: &ProductSet, view: &View, segment: &Segment, category: usize) -> Option<Arc<RowSet>> {
    let key = (segment.reader.segment_id(), *Category::ALL.get(category)?);
    set.rows(key, || segment.products_of(category), |id| view.has_segment(id))
}
