//! Responses to queries that ask for more than a list: comparisons, whole PCs, and items that no retailer
//! carries here.

use std::collections::HashSet;

use domain::model::Category;

use super::{
    run_query::{CompiledQuery, RankedProduct, effective_sort, top_docs_limit},
    understood,
};
use crate::{
    collect::{
        clause::{Clause, ClauseOption, TermGroup},
        facets::FacetCounts,
        filter::{CompiledFilters, TextConstraints},
        matches::Matches,
        score::Scorer,
    },
    config::SearchConfig,
    interface::{
        ComparisonSide, SearchError, SearchIntent, SearchRequest, SearchResponse, Sort, UnderstoodKind,
        UnderstoodPart,
    },
    query::{
        expander::{Expander, MatchRules},
        intent::{comparison, query_intent::category_of, uses},
        parsed_query::{Intent, ParsedQuery, QuerySpan},
        parser::{self, ParseContext},
        relax::{self, MatchedQuery},
    },
    storage::{
        schema::filter_term,
        view::{DocAddress, View},
    },
    text::fold::is_arabic,
};

/// Sides with more products than this are not checked for being of one category.
const MAX_SIDE_DOCUMENTS: u32 = 20_000;

/// Returns the response to a comparison; `None` when the query compares nothing, or when no side finds anything.
pub(crate) fn respond_to_comparison(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    parsed: &ParsedQuery,
) -> Result<Option<SearchResponse>, SearchError> {
    let texts = comparison::sides(&config.lexicon.intents, &parsed.words, &parsed.text, &request.literal);
    if texts.is_empty() {
        return Ok(None);
    }
    let mut sides = Vec::with_capacity(texts.len());
    for text in &texts {
        sides.push(search_side(view, config, request, text)?);
    }
    if !sides.iter().any(|side| side.matches.any(view)) {
        return Ok(None);
    }
    let sides = restrict_to_one_category(view, sides)?;
    Comparison { view, config, request, texts, sides }.respond().map(Some)
}

/// Finds one side as if it were the whole query.
fn search_side(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    text: &str,
) -> Result<MatchedQuery, SearchError> {
    let (literal, retailers) = (request.literal.as_slice(), &request.retailer_names);
    let context = ParseContext { literal, retailers, config, vocabulary: &view.vocabulary };
    let parsed = parser::parse(text, context);
    let as_typed = relax::match_as_typed(view, config, parsed, false, None)?;
    relax::widen(view, config, as_typed, false, None)
}

/// Restricts the sides that name no category to the category of all others: beside `9600x`, `7600` is a processor.
fn restrict_to_one_category(
    view: &View,
    mut sides: Vec<MatchedQuery>,
) -> Result<Vec<MatchedQuery>, SearchError> {
    let category_of_side = |side: &MatchedQuery| {
        let named = side.clauses.iter().find_map(Clause::category);
        named.or_else(|| {
            let only = side.matches.single_category(view, MAX_SIDE_DOCUMENTS)?;
            Category::ALL.get(only).copied()
        })
    };
    let mut categories = sides.iter().filter_map(category_of_side);
    let Some(first) = categories.next().filter(|first| categories.all(|other| other == *first)) else {
        return Ok(sides);
    };
    let mut group = TermGroup::new(view);
    group.add(view, view.fields.filter, &filter_term("category", first.as_str()))?;
    let clause = Clause { options: vec![ClauseOption::of_group(group)], ..Clause::default() };
    for side in &mut sides {
        if category_of_side(side).is_none() {
            let of_category = side.matches.intersect_clause(view, &clause)?;
            if of_category.any(view) {
                side.matches = of_category;
            }
        }
    }
    Ok(sides)
}

/// A comparison whose sides are found.
struct Comparison<'a> {
    view: &'a View,
    config: &'a SearchConfig,
    request: &'a SearchRequest,
    texts: Vec<String>,
    sides: Vec<MatchedQuery>,
}

impl Comparison<'_> {
    fn respond(&self) -> Result<SearchResponse, SearchError> {
        let (view, config, request) = (self.view, self.config, self.request);
        let constraints = self.shared_constraints();
        let mut filters = CompiledFilters::compile(&request.filters, &view.vocabulary, config)?;
        filters.add_constraints(&constraints, &view.vocabulary, config)?;
        let sort = effective_sort(request.sort, &constraints, true);
        let matches = Matches::union(self.sides.iter().map(|side| &side.matches));
        let query = CompiledQuery {
            view,
            config,
            clauses: &[],
            matches: Some(&matches),
            part_number_match: None,
            filters: &filters,
            sort,
            request,
            intent: &Intent::default(),
        };
        let specs_category = query.single_category();
        let mut counts =
            request.facets.then(|| FacetCounts::new(specs_category, &filters, &view.vocabulary, config));
        let limit = top_docs_limit(request, config, sort);
        let all = query.collect(limit, counts.as_mut(), true)?;
        let ranked = self.rank_sides(&filters, limit)?;
        let leaders: Vec<Option<DocAddress>> = ranked.iter().map(|side| side.first().copied()).collect();
        let ordered = if sort == Sort::Relevance { interleave(&ranked) } else { all.top_docs };
        let from = query.first_index();
        let page: Vec<RankedProduct> = ordered
            .into_iter()
            .skip(from)
            .take(request.limit as usize)
            .map(RankedProduct::unscored)
            .collect();
        Ok(SearchResponse {
            hits: query.load_hits(&page)?,
            total: all.total,
            is_total_exact: true,
            hidden: all.hidden,
            hidden_by: all.hidden_by,
            facets: counts
                .map(|counts| counts.into_facets(&view.vocabulary, config, &request.filters))
                .unwrap_or_default(),
            understood: self.list_understood(&leaders),
            intent: Some(SearchIntent::Comparison { sides: self.comparison_sides(&query, &leaders)? }),
            ..SearchResponse::default()
        })
    }

    /// Returns the limits on price, stock, retailers and order that any side states; they hold for all sides. Of several
    /// bounds on the price the last one counts, as within one side.
    fn shared_constraints(&self) -> TextConstraints {
        let mut all = TextConstraints::default();
        for side in &self.sides {
            let own = &side.parsed.constraints;
            all.price_min = own.price_min.or(all.price_min);
            all.price_max = own.price_max.or(all.price_max);
            all.in_stock |= own.in_stock;
            all.sort = all.sort.or(own.sort);
            all.retailers.extend(own.retailers.iter().cloned());
        }
        all
    }

    /// Returns each side's products, best first.
    fn rank_sides(
        &self,
        filters: &CompiledFilters,
        limit: usize,
    ) -> Result<Vec<Vec<DocAddress>>, SearchError> {
        let (view, config, request) = (self.view, self.config, self.request);
        let of_side = |side: &MatchedQuery| {
            let preferences = uses::compile_preferences(view, config, &side.parsed.intent);
            let matches = Some(&side.matches);
            let intent = &side.parsed.intent;
            let query = CompiledQuery {
                view,
                config,
                clauses: &side.clauses,
                matches,
                part_number_match: None,
                filters,
                sort: Sort::Relevance,
                request,
                intent,
            };
            let collected = query.collect(limit, None, false)?;
            let scorer = Scorer::new(view, config, &side.clauses, &[]).with_preferences(&preferences);
            let windows = collected.top_docs.chunks(config.ranking.limits.scoring_window);
            let ranked = windows.flat_map(|window| query.rank(&scorer, window));
            Ok(ranked.map(|ranked| ranked.address).collect())
        };
        self.sides.iter().map(of_side).collect()
    }

    fn list_understood(&self, leaders: &[Option<DocAddress>]) -> Vec<UnderstoodPart> {
        let mut all: Vec<UnderstoodPart> = Vec::new();
        for (side, leader) in self.sides.iter().zip(leaders) {
            let understood =
                understood::list_understood(&side.parsed, &side.clauses, *leader, self.view, self.config);
            all.extend(understood);
        }
        understood::deduplicate(all)
    }

    fn comparison_sides(
        &self,
        query: &CompiledQuery<'_>,
        leaders: &[Option<DocAddress>],
    ) -> Result<Vec<ComparisonSide>, SearchError> {
        let side = |(words, leader): (&String, &Option<DocAddress>)| {
            let hits =
                leader.map(|address| query.load_hits(&[RankedProduct::unscored(address)])).transpose()?;
            let product = hits.and_then(|hits| hits.first().map(|hit| hit.id));
            Ok(ComparisonSide { words: words.clone(), product })
        };
        self.texts.iter().zip(leaders).map(side).collect()
    }
}

/// Returns the first product of each side, then the second of each, and so on; each product once.
fn interleave(sides: &[Vec<DocAddress>]) -> Vec<DocAddress> {
    let longest = sides.iter().map(Vec::len).max().unwrap_or(0);
    let mut seen = HashSet::new();
    let each = (0..longest).flat_map(|rank| sides.iter().filter_map(move |side| side.get(rank).copied()));
    each.filter(|address| seen.insert(*address)).collect()
}

/// Returns the intent of a query for a whole PC; `None` when the query asks for none.
pub(crate) fn whole_pc_intent(config: &SearchConfig, parsed: &ParsedQuery) -> Option<SearchIntent> {
    let whole_pc_request = parsed.intent.whole_pc.as_ref()?;
    let table = &config.lexicon.intents.uses;
    let named = parsed.intent.uses.iter().filter_map(|(index, _)| table.get(*index));
    let mut uses: Vec<String> = Vec::new();
    for usage in named {
        if !uses.contains(&usage.name) {
            uses.push(usage.name.clone());
        }
    }
    // "Gaming PC" states its use within its own name.
    if uses.is_empty() {
        let says = |word: &str| config.lexicon.intents.use_of(word).and_then(|index| table.get(index));
        uses.extend(whole_pc_request.words.split(' ').find_map(says).map(|usage| usage.name.clone()));
    }
    Some(SearchIntent::WholePc { budget: whole_pc_request.budget, uses })
}

/// Whether a query asks only for an item that no retailer carries. The first of these rules that applies decides:
///
/// 1. The query names no such item: no.
/// 2. The whole text is the item's name, of several words: yes.
/// 3. The query names a category: no.
/// 4. Names of parts have the item's name too (`laptop`), and nothing says which part is meant: yes.
/// 5. An Arabic word is in no product, neither as typed nor in English: yes.
/// 6. Otherwise: yes if no product has all of the query's words.
pub(crate) fn asks_only_for_not_carried_item(
    view: &View,
    config: &SearchConfig,
    parsed: &ParsedQuery,
) -> Result<bool, SearchError> {
    let Some(item) = &parsed.intent.not_carried else { return Ok(false) };
    // `usb hub` is an item of its own, though monitors have one.
    let words = item.words.split(' ').count();
    if words > 1 && words == parsed.words.len() {
        return Ok(true);
    }
    if parsed.spans.iter().any(|span| category_of(span, &config.lexicon).is_some()) {
        return Ok(false);
    }
    if parsed.requested_categories.is_empty() && config.lexicon.intents.is_in_part_names(&item.words) {
        return Ok(true);
    }
    // Only whole words count here, not words that merely sound alike.
    let expander = Expander { view, config, rules: MatchRules::default() };
    for word in parsed.words.iter().filter(|word| is_arabic(&word.text)) {
        let english = config
            .lexicon
            .interpret(&word.text)
            .into_iter()
            .flat_map(|interpretation| &interpretation.english);
        let spellings = std::iter::once(&word.text).chain(english.flatten());
        let mut is_named = false;
        for spelling in spellings {
            is_named |= expander.word_group(spelling)?.doc_freq() > 0;
        }
        if !is_named {
            return Ok(true);
        }
    }
    let spans = (0..parsed.words.len()).map(QuerySpan::plain).collect();
    let plain = ParsedQuery { spans, words: parsed.words.clone(), ..ParsedQuery::default() };
    Ok(!relax::match_as_typed(view, config, plain, false, Some(1))?.matches.any(view))
}

/// Returns the response for an item that no retailer carries: products of the nearest category, most popular first.
pub(crate) fn respond_to_not_carried_item(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    parsed: &ParsedQuery,
) -> Result<Option<SearchResponse>, SearchError> {
    let Some(item) = &parsed.intent.not_carried else { return Ok(None) };
    let near =
        item.near.map(|near| most_popular(view, config, request, near)).transpose()?.unwrap_or_default();
    Ok(Some(SearchResponse {
        is_total_exact: true,
        nearby: near,
        understood: parsed
            .understood
            .iter()
            .filter(|part| part.kind != UnderstoodKind::Fit)
            .cloned()
            .collect(),
        intent: Some(SearchIntent::NotCarried { words: item.words.clone(), near: item.near }),
        ..SearchResponse::default()
    }))
}

/// Returns the most popular products of a category that pass the request's filters.
fn most_popular(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    category: Category,
) -> Result<Vec<crate::interface::response::Hit>, SearchError> {
    let mut wanted = request.filters.clone();
    wanted.categories = vec![category];
    let filters = CompiledFilters::compile(&wanted, &view.vocabulary, config)?;
    let intent = Intent::default();
    let query = CompiledQuery {
        view,
        config,
        clauses: &[],
        matches: None,
        part_number_match: None,
        filters: &filters,
        sort: Sort::Popularity,
        request,
        intent: &intent,
    };
    let collected = query.collect(request.limit as usize, None, false)?;
    let page: Vec<RankedProduct> =
        collected.top_docs.into_iter().take(request.limit as usize).map(RankedProduct::unscored).collect();
    query.load_hits(&page)
}
