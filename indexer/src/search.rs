//! One request from text to response: read, widen, collect, rank, load the hits.

use crate::{
    Hit, MAX_DEPTH, MAX_LIMIT, MAX_TEXT_CHARS, Problem, ScorePart, SearchConfig, SearchError, SearchRequest,
    SearchResponse, Sort, chips,
    collect::{Found, Walk},
    facet_plan::category_index,
    facets::Counts,
    filter::CompiledFilters,
    intent_answers,
    query::{
        expand::{Expander, Reach},
        intent::{explain, reading::Intent, uses},
        keyboard,
        matches::Matches,
        part_number::{self, NumberMatch},
        read::{self, Constraints, ReadContext, Reading},
        relax::Relaxed,
        rewrite,
        unit::Unit,
    },
    score::{Product, Scorer},
    search_steps,
    stage::Stage,
    stored::Stored,
    view::{Place, View},
};

/// More matches than this are not checked for being of one category.
const MAX_DOCUMENTS_OF_ONE_CATEGORY: u32 = 20_000;

/// Answers a request from one view.
pub(crate) fn search(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
) -> Result<SearchResponse, SearchError> {
    check(request)?;
    let (literal, retailers) = (request.literal.as_slice(), &request.retailer_names);
    let given = ReadContext { literal, retailers, config, vocabulary: &view.vocabulary };
    let reading = Stage::Parse.measure(|| read::read(&request.text, given));
    let reading = part_number::without_constraints(view, reading)?;
    if let Some(switched) = keyboard::switched_reading(view, config, &reading)? {
        let corrected = Some(switched.text.clone());
        let answer = answer_reading(view, config, request, switched)?;
        if answer.total > 0 || answer.intent.is_some() {
            return Ok(SearchResponse { corrected, ..answer });
        }
    }
    answer_reading(view, config, request, reading)
}

/// Answers a request whose text is read.
fn answer_reading(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    reading: Reading,
) -> Result<SearchResponse, SearchError> {
    let reading = rewrite::with_listed_spellings(view, config, reading)?;
    let reading = rewrite::with_completed_category(view, config, reading);
    // A text without a single word finds nothing; an empty text lists everything.
    if reading.words.is_empty() && !request.text.trim().is_empty() {
        return Ok(SearchResponse { is_total_exact: true, ..SearchResponse::default() });
    }
    if let Some(answer) = intent_answers::comparison(view, config, request, &reading)? {
        return Ok(answer);
    }
    if let Some(intent) = intent_answers::build(config, &reading) {
        return search_steps::build_wish(view, config, request, reading, intent);
    }
    search_steps::ordinary(view, config, request, reading)
}

/// Returns the number of most popular matches that is enough; `None` where all are needed, because facets are
/// counted, something is filtered or hidden, or another order is requested.
pub(crate) fn enough(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    reading: &Reading,
) -> Result<Option<usize>, SearchError> {
    let mut filters = CompiledFilters::compile(&request.filters, &view.vocabulary, config)?;
    filters.narrow(&reading.constraints, &view.vocabulary, config)?;
    let takes_all = !request.facets && request.hide.is_none() && filters.lets_all_through();
    let is_ordered = order(request.sort, &reading.constraints, true) == Sort::Relevance;
    Ok((takes_all && is_ordered).then(|| kept(request, config, Sort::Relevance) + 1))
}

/// Returns the number of first hits to keep. For relevance these are whole windows, because a window is ranked as a
/// whole.
pub(crate) fn kept(request: &SearchRequest, config: &SearchConfig, sort: Sort) -> usize {
    let to = request.page as usize * request.limit as usize;
    let window = config.ranking.limits.window;
    if sort == Sort::Relevance { to.div_ceil(window) * window } else { to }
}

/// Runs a query that was read and returns its response.
pub(crate) fn answer(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    relaxed: &Relaxed,
) -> Result<SearchResponse, SearchError> {
    let constraints = &relaxed.reading.constraints;
    let mut filters = CompiledFilters::compile(&request.filters, &view.vocabulary, config)?;
    filters.narrow(constraints, &view.vocabulary, config)?;
    let sort = order(request.sort, constraints, !relaxed.units.is_empty());
    let matches = (!relaxed.units.is_empty()).then_some(&relaxed.matches);
    let intent = &relaxed.reading.intent;
    let (units, number) = (relaxed.units.as_slice(), relaxed.number.as_ref());
    let query = Query { view, config, units, matches, number, filters: &filters, sort, request, intent };
    let facts_of = if request.facets { query.facts_category() } else { None };
    let mut counts = request.facets.then(|| Counts::new(facts_of, &filters, &view.vocabulary, config));
    let found = Stage::Collect.measure(|| query.found(counts.as_mut()))?;
    let page = Stage::Rank.measure(|| query.page(&found))?;
    let hits = Stage::Cards.measure(|| query.hits(&page))?;
    let nearby = if found.total == 0 { query.nearby(&relaxed.nearby)? } else { Vec::new() };
    Ok(SearchResponse {
        understood: chips::understood(
            &relaxed.reading,
            &relaxed.units,
            page.first().map(|ranked| ranked.place),
            view,
            config,
        ),
        hits,
        total: found.total,
        is_total_exact: matches.is_none_or(Matches::are_all),
        hidden: found.hidden,
        hidden_by: found.hidden_by,
        facets: counts.map(|counts| counts.finish(&view.vocabulary, config)).unwrap_or_default(),
        corrected: relaxed.corrected.clone(),
        dropped: relaxed.dropped.clone(),
        nearby,
        intent: None,
        grammar: if request.explain { explain::parts(&relaxed.reading, config) } else { Vec::new() },
    })
}

/// A request ready to be run.
pub(crate) struct Query<'a> {
    pub(crate) view: &'a View,
    pub(crate) config: &'a SearchConfig,
    pub(crate) units: &'a [Unit],
    /// The products that match the units; `None` without words.
    pub(crate) matches: Option<&'a Matches>,
    /// The products whose part number is the query.
    pub(crate) number: Option<&'a NumberMatch>,
    pub(crate) filters: &'a CompiledFilters,
    pub(crate) sort: Sort,
    pub(crate) request: &'a SearchRequest,
    pub(crate) intent: &'a Intent,
}

/// A product of the page with its score.
pub(crate) struct Ranked {
    pub(crate) place: Place,
    score: f32,
    /// The parts of the score; only when requested.
    parts: Vec<ScorePart>,
}

impl Query<'_> {
    pub(crate) fn from(&self) -> usize {
        ((self.request.page - 1) * self.request.limit) as usize
    }

    fn to(&self) -> usize {
        self.from() + self.request.limit as usize
    }

    /// Returns the candidates and the total. Without facets, filters and hidden products the matches themselves
    /// give the total, and the pass may stop at the first candidates.
    fn found(&self, counts: Option<&mut Counts>) -> Result<Found, SearchError> {
        let matches = self
            .matches
            .filter(|_| counts.is_none() && self.request.hide.is_none() && self.filters.lets_all_through());
        let keep = kept(self.request, self.config, self.sort);
        let mut found = self.walk(keep, counts, matches.is_none())?;
        if let Some(matches) = matches {
            found.total = matches.count(self.view);
        }
        Ok(found)
    }

    pub(crate) fn walk(
        &self,
        keep: usize,
        counts: Option<&mut Counts>,
        to_the_end: bool,
    ) -> Result<Found, SearchError> {
        let walk = Walk {
            to_the_end,
            view: self.view,
            config: self.config,
            matches: self.matches,
            filters: self.filters,
            hide: self.request.hide.as_deref(),
            sort: self.sort,
            keep,
        };
        walk.run(counts)
    }

    /// Returns the only category whose products can match, if there is one: its facts are counted.
    fn facts_category(&self) -> Option<usize> {
        if self.filters.categories.count_ones() == 1 {
            return Some(self.filters.categories.trailing_zeros() as usize);
        }
        let read = self.units.iter().find_map(Unit::category);
        read.map(category_index).or_else(|| self.only_category())
    }

    /// Returns the category of all matches, if they are of one.
    pub(crate) fn only_category(&self) -> Option<usize> {
        self.matches?.only_category(self.view, MAX_DOCUMENTS_OF_ONE_CATEGORY)
    }

    /// Returns the products of the page in their final order.
    fn page(&self, found: &Found) -> Result<Vec<Ranked>, SearchError> {
        let range = |list: &[Place]| {
            list.iter().skip(self.from()).take(self.request.limit as usize).copied().collect::<Vec<_>>()
        };
        if self.sort != Sort::Relevance {
            return Ok(range(&found.first).into_iter().map(Ranked::unscored).collect());
        }
        let expander = Expander { view: self.view, config: self.config, reach: Reach::default() };
        let part_numbers = self.number.map_or(&[][..], |number| &number.places);
        let preferences = uses::compile(self.view, self.config, self.intent);
        let scorer = Scorer::new(self.view, self.config, self.units, part_numbers);
        let scorer =
            scorer.with_preferences(&preferences).with_main_categories(self.main_categories(&found.first));
        let ordered = self.with_strong(&expander, found, &preferences)?;
        let window = self.config.ranking.limits.window;
        let mut ranked: Vec<Ranked> = Vec::new();
        let mut start = 0;
        // The first window also holds the strong candidates.
        for size in std::iter::once(window + ordered.strong).chain(std::iter::repeat(window)) {
            let Some(places) = ordered
                .places
                .get(start..ordered.places.len().min(start + size))
                .filter(|places| !places.is_empty())
            else {
                break;
            };
            let overlaps = start < self.to() && start + places.len() > self.from();
            if overlaps {
                ranked.extend(self.rank(&scorer, places));
            } else {
                ranked.extend(places.iter().copied().map(Ranked::unscored));
            }
            start += size;
            if start >= self.to() {
                break;
            }
        }
        let mut page: Vec<Ranked> =
            ranked.into_iter().skip(self.from()).take(self.request.limit as usize).collect();
        if self.request.explain {
            page.iter_mut().for_each(|ranked| ranked.parts = scorer.parts(ranked.place));
        }
        Ok(page)
    }

    /// Scores and sorts a window; equal scores stay in order of popularity.
    pub(crate) fn rank(&self, scorer: &Scorer<'_>, places: &[Place]) -> Vec<Ranked> {
        let mut product = Product::default();
        let score =
            |place: &Place| Ranked { score: scorer.score(*place, &mut product), ..Ranked::unscored(*place) };
        let mut ranked: Vec<Ranked> = places.iter().map(score).collect();
        ranked.sort_by(|left, right| right.score.total_cmp(&left.score));
        ranked
    }

    pub(crate) fn hits(&self, page: &[Ranked]) -> Result<Vec<Hit>, SearchError> {
        page.iter()
            .map(|ranked| {
                let bytes = self.view.stored(ranked.place)?;
                let stored = Stored::decode(&bytes)?;
                let (card, explanation) = (stored.card.to_vec(), ranked.parts.clone());
                Ok(Hit { id: stored.id, score: ranked.score, card, explanation })
            })
            .collect()
    }

    /// Returns the nearest models, ranked as if they had been asked for.
    fn nearby(&self, units: &[Unit]) -> Result<Vec<Hit>, SearchError> {
        if units.is_empty() {
            return Ok(Vec::new());
        }
        let matches = Matches::of(self.view, &units.iter().collect::<Vec<_>>(), None)?;
        let query = Query { units, matches: Some(&matches), sort: Sort::Relevance, ..*self };
        let found = query.walk(self.config.ranking.limits.window, None, false)?;
        let scorer = Scorer::new(self.view, self.config, units, &[]);
        let mut ranked = query.rank(&scorer, &found.first);
        ranked.truncate(self.request.limit as usize);
        query.hits(&ranked)
    }
}

impl Ranked {
    pub(crate) fn unscored(place: Place) -> Self {
        Self { place, score: 0.0, parts: Vec::new() }
    }
}

fn check(request: &SearchRequest) -> Result<(), SearchError> {
    if request.text.chars().count() > MAX_TEXT_CHARS {
        return Err(SearchError::invalid("q", Problem::TooLong { max: MAX_TEXT_CHARS }));
    }
    if request.literal.len() > MAX_LIMIT as usize {
        return Err(SearchError::invalid("literal", Problem::TooMany { max: MAX_LIMIT as usize }));
    }
    if request.limit < 1 || request.limit > MAX_LIMIT {
        return Err(SearchError::invalid("limit", Problem::OutOfRange { min: 1, max: i64::from(MAX_LIMIT) }));
    }
    if request.page < 1 {
        return Err(SearchError::invalid("page", Problem::OutOfRange { min: 1, max: i64::from(MAX_DEPTH) }));
    }
    let depth = u64::from(request.page) * u64::from(request.limit);
    if depth > u64::from(MAX_DEPTH) {
        return Err(SearchError::invalid("page", Problem::TooDeep { max: MAX_DEPTH }));
    }
    Ok(())
}

pub(crate) fn order(requested: Sort, constraints: &Constraints, has_units: bool) -> Sort {
    match requested {
        Sort::Relevance => match constraints.sort {
            Some(sort) => sort,
            None if has_units => Sort::Relevance,
            None => Sort::Popularity,
        },
        sort => sort,
    }
}
