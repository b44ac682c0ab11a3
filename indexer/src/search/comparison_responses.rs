//! Responses to several things side by side: comparisons, and parts of one build.

use std::collections::HashSet;

use domain::model::{Category, SpecKey};

use super::{
    excluded_words,
    run_query::{CompiledQuery, RankedProduct, SearchContext, effective_sort, top_docs_limit},
    understood,
};
use crate::{
    collect::{
        clause::{Clause, TermGroup},
        facets::FacetCounts,
        filter::{CompiledFilters, ExcludedWord, TextConstraints},
        matches::Matches,
        score::Scorer,
    },
    config::SearchConfig,
    interface::{
        ComparisonSide, FitVerdict, Result, SearchIntent, SearchResponse, Sort, SpecFilter, UnderstoodPart,
    },
    query::{
        intent::{comparison, uses},
        parsed_query::ParsedQuery,
        parser::{self, ParseContext},
        relax::{self, MatchedQuery},
    },
    storage::view::{DocAddress, View},
};

/// Sides with more products than this are not checked for being of one category.
const MAX_SIDE_DOCUMENTS: u32 = 20_000;

/// Returns the response to a comparison; `None` when the query compares nothing, or when no side finds anything.
pub(crate) fn respond_to_comparison(
    context: SearchContext<'_>,
    parsed: &ParsedQuery,
) -> Result<Option<SearchResponse>> {
    let SearchContext { view, config, request } = context;
    let texts = comparison::sides(&config.lexicon.intents, parsed, &request.literal);
    if texts.is_empty() {
        return Ok(None);
    }
    let parsed: Vec<ParsedQuery> = texts.iter().map(|text| parse_side(context, text)).collect();
    let (lexicon, vocabulary) = (&config.lexicon, &view.vocabulary);
    let shared = comparison::shared_words(&parsed, lexicon, vocabulary);
    let mut sides = Vec::with_capacity(texts.len());
    for (index, side) in parsed.into_iter().enumerate() {
        let described = comparison::described_text((index, &side), &shared, lexicon, vocabulary);
        let described = described.map(|text| search_described_side(context, &text));
        sides.push(match described.transpose()?.flatten() {
            Some(found) => found,
            None => search_side(view, config, side)?,
        });
    }
    exclude_words(view, config, &mut sides)?;
    if !sides.iter().any(|side| side.matches.any(view)) {
        return Ok(None);
    }
    let sides = restrict_to_one_category(view, sides)?;
    Comparison { context, texts, sides, verdict: None }.respond().map(Some)
}

/// Returns the response to several things side by side, each the text of a side and its category, with the verdict
/// whether they fit together; without a verdict it is a comparison. What the whole query states beside them (a price, a
/// thing that is not wanted) holds for all.
pub(crate) fn respond_to_things(
    context: SearchContext<'_>,
    whole: &ParsedQuery,
    things: Vec<(String, Category)>,
    verdict: Option<FitVerdict>,
) -> Result<SearchResponse> {
    let SearchContext { view, config, .. } = context;
    let mut sides = Vec::with_capacity(things.len());
    for (text, category) in &things {
        let side = search_side(view, config, parse_side(context, text))?;
        let matches = side
            .matches
            .intersect_clause(view, &Clause::of_group(TermGroup::of_category(view, *category)?))?;
        sides.push(MatchedQuery { matches, ..side });
    }
    if let Some(first) = sides.first_mut() {
        first.parsed.constraints = whole.constraints.clone();
        first.parsed.understood = whole.understood.clone();
    }
    exclude_words(view, config, &mut sides)?;
    let texts = things.into_iter().map(|(text, _)| text).collect();
    Comparison { context, texts, sides, verdict }.respond()
}

/// Reads one side as if it were the whole query.
fn parse_side(context: SearchContext<'_>, text: &str) -> ParsedQuery {
    let SearchContext { view, config, request } = context;
    let (literal, retailers) = (request.literal.as_slice(), &request.retailer_names);
    parser::parse(text, ParseContext { literal, retailers, config, vocabulary: &view.vocabulary })
}

/// Finds one side with the words of others that describe it too; `None` where no product has all of them.
fn search_described_side(context: SearchContext<'_>, text: &str) -> Result<Option<MatchedQuery>> {
    let SearchContext { view, config, .. } = context;
    let found = relax::match_as_typed(view, config, parse_side(context, text), false, None)?;
    Ok(found.matches.any(view).then_some(found))
}

/// Finds one side.
fn search_side(view: &View, config: &SearchConfig, parsed: ParsedQuery) -> Result<MatchedQuery> {
    let as_typed = relax::match_as_typed(view, config, parsed, false, None)?;
    relax::widen(view, config, as_typed, false, None)
}

/// Leaves out of every side the products with a word that any side excludes.
fn exclude_words(view: &View, config: &SearchConfig, sides: &mut [MatchedQuery]) -> Result<()> {
    let words: Vec<ExcludedWord> =
        sides.iter().flat_map(|side| &side.parsed.constraints.excluded_words).cloned().collect();
    for side in sides {
        side.parsed.constraints.excluded_words.clone_from(&words);
        if let Some((matches, understood)) = excluded_words::subtract(view, config, side)? {
            side.matches = matches;
            side.parsed.understood.extend(understood);
        }
    }
    Ok(())
}

/// Restricts the sides that name no category to the category of all others: beside `9600x`, `7600` is a processor.
fn restrict_to_one_category(view: &View, mut sides: Vec<MatchedQuery>) -> Result<Vec<MatchedQuery>> {
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
    let clause = Clause::of_group(TermGroup::of_category(view, first)?);
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
    context: SearchContext<'a>,
    texts: Vec<String>,
    sides: Vec<MatchedQuery>,
    /// Whether the sides fit together, where they are parts of one build.
    verdict: Option<FitVerdict>,
}

impl Comparison<'_> {
    fn respond(&self) -> Result<SearchResponse> {
        let SearchContext { view, config, request } = self.context;
        let constraints = self.shared_constraints();
        let mut filters = CompiledFilters::compile(&request.filters, &view.vocabulary, config)?;
        filters.add_constraints(&constraints, &view.vocabulary, config)?;
        let sort = effective_sort(request.sort, &constraints, true);
        let matches = Matches::union(self.sides.iter().map(|side| &side.matches));
        let wordless = CompiledQuery::without_words(self.context, &filters, sort);
        let query = CompiledQuery { matches: Some(&matches), ..wordless };
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
                .map(|counts| counts.into_facets(&view.vocabulary, config, request))
                .unwrap_or_default(),
            understood: self.list_understood(&leaders),
            intent: Some(self.intent(self.comparison_sides(&query, &leaders)?)),
            ..SearchResponse::default()
        })
    }

    fn intent(&self, sides: Vec<ComparisonSide>) -> SearchIntent {
        match self.verdict.clone() {
            Some(verdict) => SearchIntent::Fit { sides, verdict },
            None => SearchIntent::Comparison { sides },
        }
    }

    /// Returns the limits on price, stock, retailers and order that any side states, and what any side excludes; they hold
    /// for all sides. Of several bounds on the price the last one counts, as within one side.
    fn shared_constraints(&self) -> TextConstraints {
        let mut all = TextConstraints::default();
        for side in &self.sides {
            let own = &side.parsed.constraints;
            all.price_min = own.price_min.or(all.price_min);
            all.price_max = own.price_max.or(all.price_max);
            all.in_stock |= own.in_stock;
            all.sort = all.sort.or(own.sort);
            all.retailers.extend(own.retailers.iter().cloned());
            all.excluded.categories.extend(&own.excluded.categories);
            all.excluded.manufacturers.extend(own.excluded.manufacturers.iter().cloned());
            all.excluded.retailers.extend(own.excluded.retailers.iter().cloned());
            let excludes = |(_, filter): &&(SpecKey, SpecFilter)| matches!(filter, SpecFilter::NoneOf(_));
            all.specs.extend(own.specs.iter().filter(excludes).cloned());
        }
        all
    }

    /// Returns each side's products, best first.
    fn rank_sides(&self, filters: &CompiledFilters, limit: usize) -> Result<Vec<Vec<DocAddress>>> {
        let SearchContext { view, config, .. } = self.context;
        let of_side = |side: &MatchedQuery| {
            let (clauses, matches) = (&side.clauses, Some(&side.matches));
            let preferences = uses::compile_preferences(view, config, &side.parsed.intent.uses);
            let wordless = CompiledQuery::without_words(self.context, filters, Sort::Relevance);
            let query = CompiledQuery { clauses, matches, ..wordless };
            let collected = query.collect(limit, None, false)?;
            let mut scorer = Scorer::new(view, config, clauses, &[]);
            scorer.preferences = &preferences;
            let windows = collected.top_docs.chunks(config.ranking.limits.scoring_window);
            let ranked = windows.flat_map(|window| query.rank(&scorer, window));
            Ok(ranked.map(|ranked| ranked.address).collect())
        };
        self.sides.iter().map(of_side).collect()
    }

    fn list_understood(&self, leaders: &[Option<DocAddress>]) -> Vec<UnderstoodPart> {
        let mut all: Vec<UnderstoodPart> = Vec::new();
        for (side, leader) in self.sides.iter().zip(leaders) {
            let SearchContext { view, config, .. } = self.context;
            all.extend(understood::list_understood(&side.parsed, &side.clauses, *leader, view, config));
        }
        understood::deduplicate(all)
    }

    fn comparison_sides(
        &self,
        query: &CompiledQuery<'_>,
        leaders: &[Option<DocAddress>],
    ) -> Result<Vec<ComparisonSide>> {
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
