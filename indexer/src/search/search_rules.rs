//! Pinned and buried products around one search.
//!
//! Only the order by relevance is changed. The first [`WINDOW`] hits are put in the order *pinned, others, buried*; the hits
//! behind them follow as they are, without the pinned ones. A page never repeats a product of another page.
//!
//! Example: the hits are A B C D, X is pinned and A buried. The answer is X B C D A.

use domain::model::ProductId;

use super::{
    respond,
    run_query::{CompiledQuery, RankedProduct, SearchContext},
};
use crate::{
    collect::{filter::CompiledFilters, matches::Matches},
    config::CompiledRules,
    interface::{Hit, MAX_LIMIT, Result, SearchRequest, SearchResponse, Sort, TextRules},
    storage::view::View,
};

/// Number of first hits among which products are buried.
const WINDOW: u32 = MAX_LIMIT;

/// Answers a request from one view, by rules.
pub(crate) fn search(view: &View, rules: &CompiledRules, request: &SearchRequest) -> Result<SearchResponse> {
    let of_text = rules.of_text(request).filter(|of_text| {
        request.sort == Sort::Relevance && !(of_text.pinned.is_empty() && of_text.buried.is_empty())
    });
    match of_text {
        Some(of_text) => RuledSearch { view, rules, request, of_text }.respond(),
        None => respond::search(view, &rules.config, request),
    }
}

/// A search for a text with pinned or buried products.
struct RuledSearch<'a> {
    view: &'a View,
    rules: &'a CompiledRules,
    request: &'a SearchRequest,
    of_text: &'a TextRules,
}

impl RuledSearch<'_> {
    fn respond(&self) -> Result<SearchResponse> {
        respond::check_request(self.request)?;
        let mut answer = self.search_page(1, WINDOW)?;
        let found = std::mem::take(&mut answer.hits);
        let is_whole = found.len() < WINDOW as usize;
        let mut pinned = self.load_pinned()?;
        let added = pinned.iter().filter(|pin| found.iter().all(|hit| hit.id != pin.id)).count();
        for pin in &mut pinned {
            // The hit of the search has a score and its explanation.
            if let Some(hit) = found.iter().find(|hit| hit.id == pin.id) {
                *pin = hit.clone();
            }
        }
        let pinned_ids: Vec<ProductId> = pinned.iter().map(|pin| pin.id).collect();
        let others = found.into_iter().filter(|hit| !pinned_ids.contains(&hit.id));
        let (buried, others): (Vec<Hit>, Vec<Hit>) =
            others.partition(|hit| self.of_text.buried.contains(&hit.id));
        let ordered: Vec<Hit> = pinned.into_iter().chain(others).chain(buried).collect();

        let start = (self.request.page as usize - 1) * self.request.limit as usize;
        let end = start + self.request.limit as usize;
        let mut hits: Vec<Hit> =
            ordered.iter().skip(start).take(self.request.limit as usize).cloned().collect();
        if end > ordered.len() && !is_whole {
            // Behind the window, the hit of the search at index i is at index i + `added`.
            let from = start.max(ordered.len()) - added;
            let behind = self.search_range(from, end - added)?;
            hits.extend(behind.into_iter().filter(|hit| !pinned_ids.contains(&hit.id)));
        }
        // Whether a pinned product is among the hits behind the window is not known.
        answer.is_total_exact &= is_whole || added == 0;
        answer.total += added as u64;
        Ok(SearchResponse { hits, ..answer })
    }

    fn search_page(&self, page: u32, limit: u32) -> Result<SearchResponse> {
        let facets = self.request.facets && page == 1;
        let request = SearchRequest { page, limit, facets, ..self.request.clone() };
        respond::search(self.view, &self.rules.config, &request)
    }

    /// Returns the hits of the search at the indexes `from..to`, of at most two pages.
    fn search_range(&self, from: usize, to: usize) -> Result<Vec<Hit>> {
        let limit = self.request.limit as usize;
        let pages = from / limit..to.div_ceil(limit);
        let first_index = pages.start * limit;
        let mut hits = Vec::with_capacity(2 * limit);
        for page in pages {
            hits.extend(self.search_page(page as u32 + 1, self.request.limit)?.hits);
        }
        Ok(hits.into_iter().skip(from - first_index).take(to - from).collect())
    }

    /// Returns the pinned products that are in the index and pass the filters of the request, in their order.
    fn load_pinned(&self) -> Result<Vec<Hit>> {
        let mut addresses = Vec::with_capacity(self.of_text.pinned.len());
        for id in &self.of_text.pinned {
            addresses.extend(self.view.find(*id)?);
        }
        if addresses.is_empty() {
            return Ok(Vec::new());
        }
        let (config, request) = (&self.rules.config, self.request);
        let filters = CompiledFilters::compile(&request.filters, &self.view.vocabulary, config)?;
        let matches = Matches::of_documents(self.view, &addresses);
        let context = SearchContext { view: self.view, config, request };
        let wordless = CompiledQuery::without_words(context, &filters, Sort::Popularity);
        let query = CompiledQuery { matches: Some(&matches), ..wordless };
        let passing = query.collect(addresses.len(), None, false)?.top_docs;
        addresses.retain(|address| passing.contains(address));
        let ranked: Vec<RankedProduct> = addresses.into_iter().map(RankedProduct::unscored).collect();
        let mut hits = query.load_hits(&ranked)?;
        // The index finds a product by the half of its id.
        hits.retain(|hit| self.of_text.pinned.contains(&hit.id));
        Ok(hits)
    }
}
