//! Responses to queries that ask for more than a list: comparisons, whole builds, and things that no retailer sells
//! here.

use std::collections::HashSet;

use domain::model::Category;

use crate::{
    ComparisonSide, SearchConfig, SearchError, SearchIntent, SearchRequest, SearchResponse, Sort, Understood,
    UnderstoodKind, chips,
    entry::filter_term,
    facets::Counts,
    filter::CompiledFilters,
    query::{
        expand::{Expander, Reach},
        intent::{
            compare,
            reading::{Intent, category_of},
            uses,
        },
        matches::Matches,
        read::{self, Constraints, Piece, ReadContext, Reading},
        relax::{self, Relaxed},
        unit::{Alternative, Group, Unit},
    },
    score::Scorer,
    search::{Query, Ranked, kept, order},
    text::fold::is_arabic,
    view::{Place, View},
};

/// Sides with more products than this are not checked for being of one category.
const MAX_DOCUMENTS_OF_ONE_KIND: u32 = 20_000;

/// Returns the response to a comparison; `None` when the query compares nothing, or when no side finds anything.
pub(crate) fn comparison(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    reading: &Reading,
) -> Result<Option<SearchResponse>, SearchError> {
    let texts = compare::sides(&config.lexicon.intents, &reading.words, &reading.text, &request.literal);
    if texts.is_empty() {
        return Ok(None);
    }
    let mut sides = Vec::with_capacity(texts.len());
    for text in &texts {
        sides.push(side(view, config, request, text)?);
    }
    if !sides.iter().any(|side| side.matches.any(view)) {
        return Ok(None);
    }
    let sides = of_one_kind(view, sides)?;
    Compared { view, config, request, texts, sides }.answer().map(Some)
}

/// Finds one side as if it were the whole query.
fn side(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    text: &str,
) -> Result<Relaxed, SearchError> {
    let (literal, retailers) = (request.literal.as_slice(), &request.retailer_names);
    let given = ReadContext { literal, retailers, config, vocabulary: &view.vocabulary };
    let reading = read::read(text, given);
    let strict = relax::strict(view, config, reading, false, None)?;
    relax::widened(view, config, strict, false, None)
}

/// Narrows the sides that name no category to the category of all others: beside `9600x`, `7600` is a processor.
fn of_one_kind(view: &View, mut sides: Vec<Relaxed>) -> Result<Vec<Relaxed>, SearchError> {
    let kind = |side: &Relaxed| {
        let named = side.units.iter().find_map(Unit::category);
        named.or_else(|| {
            let only = side.matches.only_category(view, MAX_DOCUMENTS_OF_ONE_KIND)?;
            Category::ALL.get(only).copied()
        })
    };
    let mut kinds = sides.iter().filter_map(kind);
    let Some(first) = kinds.next().filter(|first| kinds.all(|other| other == *first)) else {
        return Ok(sides);
    };
    let mut group = Group::new(view);
    group.add(view, view.fields.filter, &filter_term("category", first.as_str()))?;
    let unit = Unit { alternatives: vec![Alternative::one(group)], ..Unit::default() };
    for side in &mut sides {
        if kind(side).is_none() {
            let narrowed = side.matches.narrowed(view, &unit)?;
            if narrowed.any(view) {
                side.matches = narrowed;
            }
        }
    }
    Ok(sides)
}

/// A comparison whose sides are found.
struct Compared<'a> {
    view: &'a View,
    config: &'a SearchConfig,
    request: &'a SearchRequest,
    texts: Vec<String>,
    sides: Vec<Relaxed>,
}

impl Compared<'_> {
    fn answer(&self) -> Result<SearchResponse, SearchError> {
        let (view, config, request) = (self.view, self.config, self.request);
        let constraints = self.constraints();
        let mut filters = CompiledFilters::compile(&request.filters, &view.vocabulary, config)?;
        filters.narrow(&constraints, &view.vocabulary, config)?;
        let sort = order(request.sort, &constraints, true);
        let matches = Matches::any_of(self.sides.iter().map(|side| &side.matches));
        let query = Query {
            view,
            config,
            units: &[],
            matches: Some(&matches),
            number: None,
            filters: &filters,
            sort,
            request,
            intent: &Intent::default(),
        };
        let categories = query.only_category();
        let mut counts = request.facets.then(|| Counts::new(categories, &filters, &view.vocabulary, config));
        let keep = kept(request, config, sort);
        let all = query.walk(keep, counts.as_mut(), true)?;
        let ranked = self.ranked(&filters, keep)?;
        let leaders: Vec<Option<Place>> = ranked.iter().map(|side| side.first().copied()).collect();
        let ordered = if sort == Sort::Relevance { interleaved(&ranked) } else { all.first };
        let from = query.from();
        let page: Vec<Ranked> =
            ordered.into_iter().skip(from).take(request.limit as usize).map(Ranked::unscored).collect();
        Ok(SearchResponse {
            hits: query.hits(&page)?,
            total: all.total,
            is_total_exact: true,
            hidden: all.hidden,
            hidden_by: all.hidden_by,
            facets: counts.map(|counts| counts.finish(&view.vocabulary, config)).unwrap_or_default(),
            understood: self.understood(&leaders),
            intent: Some(SearchIntent::Comparison { sides: self.wire_sides(&query, &leaders)? }),
            ..SearchResponse::default()
        })
    }

    /// Returns the limits on price, stock, retailers and order that any side states; they hold for all sides.
    fn constraints(&self) -> Constraints {
        let mut all = Constraints::default();
        for side in &self.sides {
            let own = &side.reading.constraints;
            all.price_min = all.price_min.or(own.price_min);
            all.price_max = all.price_max.or(own.price_max);
            all.in_stock |= own.in_stock;
            all.sort = all.sort.or(own.sort);
            all.retailers.extend(own.retailers.iter().cloned());
        }
        all
    }

    /// Returns each side's products, best first.
    fn ranked(&self, filters: &CompiledFilters, keep: usize) -> Result<Vec<Vec<Place>>, SearchError> {
        let (view, config, request) = (self.view, self.config, self.request);
        let of_side = |side: &Relaxed| {
            let preferences = uses::compile(view, config, &side.reading.intent);
            let matches = Some(&side.matches);
            let intent = &side.reading.intent;
            let query = Query {
                view,
                config,
                units: &side.units,
                matches,
                number: None,
                filters,
                sort: Sort::Relevance,
                request,
                intent,
            };
            let found = query.walk(keep, None, false)?;
            let scorer = Scorer::new(view, config, &side.units, &[]).with_preferences(&preferences);
            let windows = found.first.chunks(config.ranking.limits.window);
            let ranked = windows.flat_map(|window| query.rank(&scorer, window));
            Ok(ranked.map(|ranked| ranked.place).collect())
        };
        self.sides.iter().map(of_side).collect()
    }

    fn understood(&self, leaders: &[Option<Place>]) -> Vec<Understood> {
        let mut all: Vec<Understood> = Vec::new();
        for (side, leader) in self.sides.iter().zip(leaders) {
            let chips = chips::understood(&side.reading, &side.units, *leader, self.view, self.config);
            all.extend(chips);
        }
        chips::without_repeats(all)
    }

    fn wire_sides(
        &self,
        query: &Query<'_>,
        leaders: &[Option<Place>],
    ) -> Result<Vec<ComparisonSide>, SearchError> {
        let side = |(words, leader): (&String, &Option<Place>)| {
            let hits = leader.map(|place| query.hits(&[Ranked::unscored(place)])).transpose()?;
            let product = hits.and_then(|hits| hits.first().map(|hit| hit.id));
            Ok(ComparisonSide { words: words.clone(), product })
        };
        self.texts.iter().zip(leaders).map(side).collect()
    }
}

/// Returns the first product of each side, then the second of each, and so on; each product once.
fn interleaved(sides: &[Vec<Place>]) -> Vec<Place> {
    let longest = sides.iter().map(Vec::len).max().unwrap_or(0);
    let mut seen = HashSet::new();
    let each = (0..longest).flat_map(|rank| sides.iter().filter_map(move |side| side.get(rank).copied()));
    each.filter(|place| seen.insert(*place)).collect()
}

/// Returns the intent of a query for a whole computer; `None` when the query asks for none.
pub(crate) fn build(config: &SearchConfig, reading: &Reading) -> Option<SearchIntent> {
    let wish = reading.intent.build.as_ref()?;
    let table = &config.lexicon.intents.uses;
    let named = reading.intent.uses.iter().filter_map(|(index, _)| table.get(*index));
    let mut uses: Vec<String> = Vec::new();
    for usage in named {
        if !uses.contains(&usage.name) {
            uses.push(usage.name.clone());
        }
    }
    // "Gaming PC" states its use within its own name.
    if uses.is_empty() {
        let says = |word: &str| config.lexicon.intents.use_of(word).and_then(|index| table.get(index));
        uses.extend(wish.words.split(' ').find_map(says).map(|usage| usage.name.clone()));
    }
    Some(SearchIntent::Build { budget: wish.budget, uses })
}

/// Whether a query names a thing that no retailer sells and no category, and no product has all of its words.
pub(crate) fn names_only_unsold(
    view: &View,
    config: &SearchConfig,
    reading: &Reading,
) -> Result<bool, SearchError> {
    let Some(thing) = &reading.intent.not_sold else { return Ok(false) };
    // `usb hub` is a thing of its own, though monitors have one.
    let words = thing.words.split(' ').count();
    if words > 1 && words == reading.words.len() {
        return Ok(true);
    }
    if reading.pieces.iter().any(|piece| category_of(piece, &config.lexicon).is_some()) {
        return Ok(false);
    }
    // Nothing says which part of the thing is meant.
    if reading.subjects.is_empty() && config.lexicon.intents.is_named_by_parts(&thing.words) {
        return Ok(true);
    }
    // Only whole words count here, not words that merely sound alike.
    let expander = Expander { view, config, reach: Reach::default() };
    for word in reading.words.iter().filter(|word| is_arabic(&word.text)) {
        let english = config.lexicon.meaning(&word.text).into_iter().flat_map(|meaning| &meaning.english);
        let spellings = std::iter::once(&word.text).chain(english.flatten());
        let mut is_named = false;
        for spelling in spellings {
            is_named |= expander.whole_word(spelling)?.documents() > 0;
        }
        if !is_named {
            return Ok(true);
        }
    }
    let pieces = (0..reading.words.len()).map(Piece::plain).collect();
    let plain = Reading { pieces, words: reading.words.clone(), ..Reading::default() };
    Ok(!relax::strict(view, config, plain, false, Some(1))?.matches.any(view))
}

/// Returns the response for a thing that no retailer sells: products of the nearest category, most popular first.
pub(crate) fn not_sold(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    reading: &Reading,
) -> Result<Option<SearchResponse>, SearchError> {
    let Some(thing) = &reading.intent.not_sold else { return Ok(None) };
    let near = thing.near.map(|near| popular(view, config, request, near)).transpose()?.unwrap_or_default();
    Ok(Some(SearchResponse {
        is_total_exact: true,
        nearby: near,
        understood: reading
            .understood
            .iter()
            .filter(|chip| chip.kind != UnderstoodKind::Fit)
            .cloned()
            .collect(),
        intent: Some(SearchIntent::NotSold { words: thing.words.clone(), near: thing.near }),
        ..SearchResponse::default()
    }))
}

/// Returns the most popular products of a category that pass the request's filters.
fn popular(
    view: &View,
    config: &SearchConfig,
    request: &SearchRequest,
    category: Category,
) -> Result<Vec<crate::Hit>, SearchError> {
    let mut wanted = request.filters.clone();
    wanted.categories = vec![category];
    let filters = CompiledFilters::compile(&wanted, &view.vocabulary, config)?;
    let intent = Intent::default();
    let query = Query {
        view,
        config,
        units: &[],
        matches: None,
        number: None,
        filters: &filters,
        sort: Sort::Popularity,
        request,
        intent: &intent,
    };
    let found = query.walk(request.limit as usize, None, false)?;
    let page: Vec<Ranked> =
        found.first.into_iter().take(request.limit as usize).map(Ranked::unscored).collect();
    query.hits(&page)
}
