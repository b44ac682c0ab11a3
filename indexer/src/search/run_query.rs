//! Runs a query that was parsed and matched: collect, rank, load the hits.

use super::{excluded_words, stage::Stage, understood};
use crate::{
    collect::{
        clause::Clause,
        collector::{CollectRequest, Collected},
        facets::FacetCounts,
        filter::{CompiledFilters, TextConstraints},
        matches::Matches,
        score::{ScoredProduct, Scorer},
    },
    config::{SearchConfig, facet_plan::category_index, ranking::ChoiceLimits},
    interface::{
        Filters, Hit, Result, ScorePart, SearchRequest, SearchResponse, Sort, query_prior::ChoicePoints,
    },
    query::{
        expander::{Expander, MatchRules},
        intent::{explain, uses},
        parsed_query::ParsedQuery,
        part_number::PartNumberMatch,
        relax::MatchedQuery,
    },
    storage::{
        stored_product::StoredProduct,
        view::{DocAddress, View},
    },
};

/// Points of a product that satisfies all information of the query, where products satisfy only parts of it: a tenth of
/// the information outweighs every tie-breaker.
const INFORMATION_POINTS: f32 = 2_000.0;

/// Maximum number of matches in a segment for which it is checked whether all are of one category.
const MAX_CATEGORY_CHECKED: u32 = 20_000;

/// What every step of a search reads.
#[derive(Clone, Copy)]
pub(crate) struct SearchContext<'a> {
    pub(crate) view: &'a View,
    pub(crate) config: &'a SearchConfig,
    pub(crate) request: &'a SearchRequest,
}

/// Returns how many of the most popular matches of each segment are enough for the page. Returns `None` where all
/// matches are needed: facets are counted, something is filtered or hidden, or the order is not relevance.
///
/// `top_docs_limit` is n; n + 1 are fetched, so that a full list shows that there are more. Where a use prefers facts,
/// `preferred_matches` checks more than those.
pub(crate) fn compute_enough_matches(
    context: SearchContext<'_>,
    parsed: &ParsedQuery,
) -> Result<Option<usize>> {
    let SearchContext { config, request, .. } = context;
    let constraints = &parsed.constraints;
    let is_by_relevance = effective_sort(request.sort, constraints, true) == Sort::Relevance;
    let are_all_needed = request.facets || request.hide.is_some() || !constraints.excluded_words.is_empty();
    if are_all_needed || !is_by_relevance || !is_unrestricted(context, constraints)? {
        return Ok(None);
    }
    let preference_checks =
        if parsed.intent.uses.is_empty() { 0 } else { config.ranking.limits.max_preference_checks };
    Ok(Some(top_docs_limit(request, config, Sort::Relevance).max(preference_checks) + 1))
}

/// Whether neither the request nor the words filter anything. Most queries do not: then there is nothing to compile.
fn is_unrestricted(context: SearchContext<'_>, constraints: &TextConstraints) -> Result<bool> {
    let SearchContext { view, config, request } = context;
    if request.filters == Filters::default() && !constraints.is_filter() {
        return Ok(true);
    }
    let mut filters = CompiledFilters::compile(&request.filters, &view.vocabulary, config)?;
    filters.add_constraints(constraints, &view.vocabulary, config)?;
    Ok(filters.is_unrestricted())
}

/// Returns the number of first hits to collect: those up to the end of the page. For relevance the number is rounded up
/// to whole scoring windows, because all hits of a window are ranked together. A page behind the first window needs
/// `max_strong_candidates` more: those that `order_for_scoring` moves into the first window leave room in the others,
/// which must hold the same products whatever page is requested.
pub(crate) fn top_docs_limit(request: &SearchRequest, config: &SearchConfig, sort: Sort) -> usize {
    let to = request.page as usize * request.limit as usize;
    let limits = &config.ranking.limits;
    let window = limits.scoring_window;
    match sort {
        Sort::Relevance if to <= window => window,
        Sort::Relevance => to.div_ceil(window) * window + limits.max_strong_candidates(),
        _ => to,
    }
}

/// Runs a parsed and matched query and returns its response.
pub(crate) fn run_query(context: SearchContext<'_>, matched: &MatchedQuery) -> Result<SearchResponse> {
    let SearchContext { view, config, request } = context;
    let constraints = &matched.parsed.constraints;
    let mut filters = CompiledFilters::compile(&request.filters, &view.vocabulary, config)?;
    filters.add_constraints(constraints, &view.vocabulary, config)?;
    let sort = effective_sort(request.sort, constraints, !matched.clauses.is_empty());
    let remaining = excluded_words::subtract(view, config, matched)?;
    let (remaining, excluded) = remaining.unzip();
    let matches = (!matched.clauses.is_empty()).then(|| remaining.as_ref().unwrap_or(&matched.matches));
    let (clauses, part_number_match) = (matched.clauses.as_slice(), matched.part_number_match.as_ref());
    let uses = matched.parsed.intent.uses.as_slice();
    let wordless = CompiledQuery::without_words(context, &filters, sort);
    let query = CompiledQuery { clauses, matches, part_number_match, uses, ..wordless };
    let specs_category = if request.facets { query.specs_category() } else { None };
    let mut counts =
        request.facets.then(|| FacetCounts::new(specs_category, &filters, &view.vocabulary, config));
    let collected = Stage::Collect.time(|| query.collect_page_hits(counts.as_mut()))?;
    let page = Stage::Rank.time(|| query.rank_page(&collected))?;
    let hits = Stage::Cards.time(|| query.load_hits(&page))?;
    let nearby = if collected.total == 0 { query.load_nearby(&matched.nearby_clauses)? } else { Vec::new() };
    let best = page.first().map(|ranked| ranked.address);
    let mut understood = understood::list_understood(&matched.parsed, &matched.clauses, best, view, config);
    understood.extend(excluded.into_iter().flatten());
    Ok(SearchResponse {
        understood,
        hits,
        total: collected.total,
        is_total_exact: matches.is_none_or(Matches::is_complete),
        hidden: collected.hidden,
        hidden_by: collected.hidden_by,
        facets: counts
            .map(|counts| counts.into_facets(&view.vocabulary, config, request))
            .unwrap_or_default(),
        corrected: matched.corrected.clone(),
        dropped: matched.dropped.clone(),
        relaxed: matched.relaxed.clone(),
        nearby,
        intent: None,
        word_roles: if request.explain {
            explain::explain_roles(&matched.parsed, config)
        } else {
            Vec::new()
        },
    })
}

/// A query ready to be run: its clauses matched, its filters compiled.
pub(crate) struct CompiledQuery<'a> {
    pub(crate) view: &'a View,
    pub(crate) config: &'a SearchConfig,
    pub(crate) clauses: &'a [Clause],
    /// The products that match the clauses; `None` without words.
    pub(crate) matches: Option<&'a Matches>,
    /// The products whose part number is the query.
    pub(crate) part_number_match: Option<&'a PartNumberMatch>,
    pub(crate) filters: &'a CompiledFilters,
    pub(crate) sort: Sort,
    pub(crate) request: &'a SearchRequest,
    /// The uses that the query names, as in `Intent`.
    pub(crate) uses: &'a [(usize, String)],
}

/// A product of the page with its score.
pub(crate) struct RankedProduct {
    pub(crate) address: DocAddress,
    score: f32,
    /// The parts of the score; only when requested.
    parts: Vec<ScorePart>,
}

impl<'a> CompiledQuery<'a> {
    /// Returns a query of filters alone.
    pub(crate) fn without_words(
        context: SearchContext<'a>,
        filters: &'a CompiledFilters,
        sort: Sort,
    ) -> Self {
        let SearchContext { view, config, request } = context;
        let (clauses, matches, part_number_match, uses) = (&[][..], None, None, &[][..]);
        Self { view, config, clauses, matches, part_number_match, filters, sort, request, uses }
    }
}

impl CompiledQuery<'_> {
    pub(crate) fn first_index(&self) -> usize {
        ((self.request.page - 1) * self.request.limit) as usize
    }

    fn end_index(&self) -> usize {
        self.first_index() + self.request.limit as usize
    }

    /// Returns the first hits in the requested order, up to the last of the page (for relevance, to the end of its
    /// window), and the total. Without facets, filters and hidden products every match is a hit: the number of matches
    /// is the total, and the collection may stop once it has those hits.
    fn collect_page_hits(&self, counts: Option<&mut FacetCounts>) -> Result<Collected> {
        let matches = self
            .matches
            .filter(|_| counts.is_none() && self.request.hide.is_none() && self.filters.is_unrestricted());
        let limit = top_docs_limit(self.request, self.config, self.sort);
        let mut collected = self.collect(limit, counts, matches.is_none())?;
        if let Some(matches) = matches {
            collected.total = matches.count(self.view);
        }
        Ok(collected)
    }

    pub(crate) fn collect(
        &self,
        limit: usize,
        counts: Option<&mut FacetCounts>,
        count_all: bool,
    ) -> Result<Collected> {
        let collect_request = CollectRequest {
            count_all,
            view: self.view,
            config: self.config,
            matches: self.matches,
            filters: self.filters,
            hide: self.request.hide.as_deref(),
            sort: self.sort,
            limit,
        };
        collect_request.run(counts)
    }

    /// Returns the category whose specs are counted: the only one that the filters allow, else the one that the words
    /// name (products of others may match by their words), else the one of all matches.
    fn specs_category(&self) -> Option<usize> {
        if self.filters.categories.count_ones() == 1 {
            return Some(self.filters.categories.trailing_zeros() as usize);
        }
        let named = self.clauses.iter().find_map(Clause::category);
        named.map(category_index).or_else(|| self.single_category())
    }

    /// Returns the category of all matches, if they are of one.
    pub(crate) fn single_category(&self) -> Option<usize> {
        self.matches?.single_category(self.view, MAX_CATEGORY_CHECKED)
    }

    /// Returns the products of the page in their final order.
    fn rank_page(&self, collected: &Collected) -> Result<Vec<RankedProduct>> {
        let range = |list: &[DocAddress]| {
            list.iter()
                .skip(self.first_index())
                .take(self.request.limit as usize)
                .copied()
                .collect::<Vec<_>>()
        };
        if self.sort != Sort::Relevance {
            return Ok(range(&collected.top_docs).into_iter().map(RankedProduct::unscored).collect());
        }
        let expander = Expander { view: self.view, config: self.config, rules: MatchRules::default() };
        let part_numbers = self.part_number_match.map_or(&[][..], |found| &found.addresses);
        let preferences = uses::compile_preferences(self.view, self.config, self.uses);
        let mut scorer = Scorer::new(self.view, self.config, self.clauses, part_numbers);
        scorer.preferences = &preferences;
        scorer.main_categories = self.main_categories(&collected.top_docs);
        scorer.counts_neighbours = self.partial_matches().is_some();
        let ordered = self.order_for_scoring(&expander, collected, &preferences)?;
        let window = self.config.ranking.limits.scoring_window;
        let mut ranked: Vec<RankedProduct> = Vec::new();
        let mut start = 0;
        // The first window also holds the strong candidates: those that may score best however unpopular they are.
        for size in std::iter::once(window + ordered.strong_count).chain(std::iter::repeat(window)) {
            let Some(addresses) = ordered
                .addresses
                .get(start..ordered.addresses.len().min(start + size))
                .filter(|addresses| !addresses.is_empty())
            else {
                break;
            };
            let overlaps = start < self.end_index() && start + addresses.len() > self.first_index();
            if overlaps {
                ranked.extend(self.rank(&scorer, addresses));
            } else {
                ranked.extend(addresses.iter().copied().map(RankedProduct::unscored));
            }
            start += size;
            if start >= self.end_index() {
                break;
            }
        }
        let mut page: Vec<RankedProduct> =
            ranked.into_iter().skip(self.first_index()).take(self.request.limit as usize).collect();
        if self.request.explain {
            let choices = self.choice_points();
            page.iter_mut()
                .for_each(|ranked| ranked.parts = self.score_parts(&scorer, choices, ranked.address));
        }
        Ok(page)
    }

    /// Scores and sorts a window; equal scores stay in order of popularity.
    pub(crate) fn rank(&self, scorer: &Scorer<'_>, addresses: &[DocAddress]) -> Vec<RankedProduct> {
        let mut product = ScoredProduct::default();
        let choice_points = self.choice_points();
        let score = |address: &DocAddress| RankedProduct {
            score: scorer.score(*address, &mut product)
                + self.information_points(*address)
                + self.points_at(choice_points, *address),
            ..RankedProduct::unscored(*address)
        };
        let mut ranked: Vec<RankedProduct> = addresses.iter().map(score).collect();
        ranked.sort_by(|left, right| right.score.total_cmp(&left.score));
        ranked
    }

    /// Returns the matches where their shares of the query's information order them.
    pub(crate) fn partial_matches(&self) -> Option<&Matches> {
        self.matches.filter(|matches| matches.is_partial())
    }

    fn information_points(&self, address: DocAddress) -> f32 {
        self.partial_matches().map_or(0.0, |matches| INFORMATION_POINTS * matches.share(address))
    }

    fn score_parts(
        &self,
        scorer: &Scorer<'_>,
        choices: Option<ChoicePoints<'_>>,
        address: DocAddress,
    ) -> Vec<ScorePart> {
        let mut parts = scorer.score_parts(address);
        let points = self.points_at(choices, address);
        parts.extend((points > 0.0).then_some(ScorePart { name: "choices", points }));
        if self.partial_matches().is_some() {
            parts.push(ScorePart { name: "information", points: self.information_points(address) });
        }
        parts
    }

    /// Returns the points of products for having been chosen for the same text; `None` where none has any.
    fn choice_points(&self) -> Option<ChoicePoints<'_>> {
        let ChoiceLimits { max_points, min_clicks } = self.config.ranking.choices;
        self.request.query_prior.points_of(&self.request.text, max_points, min_clicks)
    }

    fn points_at(&self, points: Option<ChoicePoints<'_>>, address: DocAddress) -> f32 {
        let product = || self.view.segments[address.segment as usize].product_of(address.document);
        points.map_or(0.0, |points| points.of(product()))
    }

    pub(crate) fn load_hits(&self, page: &[RankedProduct]) -> Result<Vec<Hit>> {
        page.iter()
            .map(|ranked| {
                let bytes = self.view.stored(ranked.address)?;
                let stored = StoredProduct::decode(&bytes)?;
                let (card, explanation) = (stored.card.to_vec(), ranked.parts.clone());
                Ok(Hit { id: stored.id, score: ranked.score, card, explanation })
            })
            .collect()
    }

    /// Returns the nearest models, ranked as if they had been asked for.
    fn load_nearby(&self, clauses: &[Clause]) -> Result<Vec<Hit>> {
        if clauses.is_empty() {
            return Ok(Vec::new());
        }
        let matches = Matches::find(self.view, &clauses.iter().collect::<Vec<_>>(), None)?;
        let query = CompiledQuery { clauses, matches: Some(&matches), sort: Sort::Relevance, ..*self };
        let collected = query.collect(self.config.ranking.limits.scoring_window, None, false)?;
        let scorer = Scorer::new(self.view, self.config, clauses, &[]);
        let mut ranked = query.rank(&scorer, &collected.top_docs);
        ranked.truncate(self.request.limit as usize);
        query.load_hits(&ranked)
    }
}

impl RankedProduct {
    pub(crate) fn unscored(address: DocAddress) -> Self {
        Self { address, score: 0.0, parts: Vec::new() }
    }
}

pub(crate) fn effective_sort(requested: Sort, constraints: &TextConstraints, has_clauses: bool) -> Sort {
    match requested {
        Sort::Relevance => match constraints.sort {
            Some(sort) => sort,
            None if has_clauses => Sort::Relevance,
            None => Sort::Popularity,
        },
        sort => sort,
    }
}
