//! The exact score of one product: match level, terms, interpretations and tie-breakers of `ranking.toml`.

use super::{
    clause::{Clause, PredicateKind, TermGroup},
    clause_sequence::{better_match, count_neighbours, match_option_at},
    model_variants::ModelVariants,
    preference::CompiledPreference,
    query_terms::{HASH_BITS, IN_QUERY, QueryTerms},
};
use crate::{
    config::{SearchConfig, facet_plan::category_index, ranking::Ranking},
    interface::ScorePart,
    storage::{
        schema::token_flag,
        view::{DocAddress, View},
    },
};

/// Maximum number of steps for finding the query's words in sequence; beyond them they count as not found.
const MAX_STEPS: u32 = 2_000;
/// Points for two neighbouring clauses whose words are neighbours in the name, where no product has all clauses.
const NEIGHBOUR_POINTS: f32 = 8.0;
/// Maximum number of unasked words that count against a long name.
const MAX_EXTRA_WORDS: usize = 10;

/// Scores products of one view for one query.
pub(crate) struct Scorer<'a> {
    view: &'a View,
    ranking: &'a Ranking,
    clauses: &'a [Clause],
    /// The words that make another model of a product: `ti`, `super`.
    variants: ModelVariants<'a>,
    /// Hashes of all words that the clauses ask for.
    query_terms: QueryTerms,
    /// Logarithm of the largest popularity plus one, for scaling.
    popularity_scale: f32,
    /// Products whose part number is the query.
    part_numbers: &'a [DocAddress],
    category: Option<u8>,
    /// Preferences of the uses that the query names.
    pub(crate) preferences: &'a [CompiledPreference],
    /// The main categories of the matches, where the query is manufacturers alone, or one other name.
    pub(crate) main_categories: Option<MainCategories>,
    /// Whether clauses give points whose words are neighbours: where products satisfy only some clauses, no match level
    /// tells how near their words are.
    pub(crate) counts_neighbours: bool,
}

/// The categories that hold at least a tenth of the most popular matches (`MAIN_CATEGORY_SHARE`).
#[derive(Debug, Clone, Copy)]
pub(crate) struct MainCategories {
    /// A bit for each category.
    pub(crate) bits: u32,
    /// Whether the query is manufacturers alone.
    pub(crate) names_only_manufacturers: bool,
}

/// A product taken apart for scoring; reused for the next product, so that nothing is allocated.
#[derive(Default)]
pub(crate) struct ScoredProduct {
    tokens: Vec<u64>,
    name: Vec<u32>,
    arabic: Vec<u32>,
    model: Vec<u32>,
    all: Vec<u32>,
    category: u8,
    has_offer: bool,
    is_in_stock: bool,
    /// By clause: the kind of the first interpretation (a `RowPredicate` of the clause) that holds for the product.
    predicate_kinds: Vec<Option<PredicateKind>>,
}

impl<'a> Scorer<'a> {
    pub(crate) fn new(
        view: &'a View,
        config: &'a SearchConfig,
        clauses: &'a [Clause],
        part_numbers: &'a [DocAddress],
    ) -> Self {
        let largest = view
            .segments
            .iter()
            .map(|segment| {
                let key = segment.first_alive().and_then(|first| segment.popularity_key.first(first));
                popularity_of(key.unwrap_or_default())
            })
            .fold(0.0, f32::max);
        Self {
            view,
            ranking: &config.ranking,
            clauses,
            query_terms: QueryTerms::of(term_groups(clauses).flat_map(TermGroup::hashes)),
            variants: ModelVariants::new(clauses, &config.ranking.variants.words),
            popularity_scale: (1.0 + largest).ln().max(f32::MIN_POSITIVE),
            part_numbers,
            category: clauses
                .iter()
                .find_map(Clause::category)
                .map(|category| category_index(category) as u8),
            preferences: &[],
            main_categories: None,
            counts_neighbours: false,
        }
    }

    /// Returns the parts of a product's score; their sum is the score.
    pub(crate) fn score_parts(&self, address: DocAddress) -> Vec<ScorePart> {
        let mut parts = Vec::new();
        self.for_each_part(address, &mut ScoredProduct::default(), |name, points| {
            if points != 0.0 {
                parts.push(ScorePart { name, points });
            }
        });
        parts
    }

    /// Returns a product's score.
    pub(crate) fn score(&self, address: DocAddress, product: &mut ScoredProduct) -> f32 {
        let mut score = 0.0;
        self.for_each_part(address, product, |_, points| score += points);
        score
    }

    /// Returns products by score; equal scores stay in their order.
    pub(crate) fn best_first(&self, addresses: &[DocAddress]) -> Vec<DocAddress> {
        let mut product = ScoredProduct::default();
        let mut scored: Vec<(f32, DocAddress)> =
            addresses.iter().map(|address| (self.score(*address, &mut product), *address)).collect();
        scored.sort_by(|(left, _), (right, _)| right.total_cmp(left));
        scored.into_iter().map(|(_, address)| address).collect()
    }

    fn for_each_part(
        &self,
        address: DocAddress,
        product: &mut ScoredProduct,
        mut add: impl FnMut(&'static str, f32),
    ) {
        self.load_product(address, product);
        let (adjust, terms) = (&self.ranking.adjust, &self.ranking.terms);
        let (level_name, mut level_points) = self.match_level(product, address);
        // A product of another category than the named one counts only if its model or name is exactly the query.
        let is_other_category = self.category.is_some_and(|category| category != product.category)
            && level_points < self.ranking.match_levels.exact_model;
        // Outside the main categories: `tomahawk` means boards, although the name of a case begins with it too.
        let is_minor = self.main_categories.is_some_and(|main| main.bits & (1 << product.category) == 0);
        if is_other_category {
            level_points = 0.0;
        } else if is_minor && level_points < self.ranking.match_levels.exact_model {
            level_points = level_points.min(self.ranking.match_levels.contains);
        }
        add(level_name, level_points);
        self.add_clause_points(product, &mut add);
        add(
            "manufacturer",
            if Self::matches_flag(product, token_flag::MANUFACTURER) { terms.manufacturer } else { 0.0 },
        );
        let only_manufacturers = self.main_categories.is_some_and(|main| main.names_only_manufacturers);
        let names_model = !only_manufacturers && Self::matches_flag(product, token_flag::MODEL);
        add("model", if names_model { terms.model } else { 0.0 });
        add("interpretations", self.predicate_points(product));
        add("whole_identity", if Self::has_whole_identity(product) { terms.whole_identity } else { 0.0 });
        add("uses", self.preference_points(address, product));
        add("variant", adjust.variant * self.variants.count_unasked(&product.name) as f32);
        if self.counts_neighbours {
            add("neighbours", NEIGHBOUR_POINTS * count_neighbours(self.clauses, &product.name) as f32);
        }
        let extra_words = if only_manufacturers { 0 } else { self.extra_words(product) };
        add("extra_words", adjust.extra_word * extra_words as f32);
        add("minor_category", if is_minor { adjust.minor_category } else { 0.0 });
        add("other_category", if is_other_category { adjust.other_category } else { 0.0 });
        add("in_stock", if product.is_in_stock { adjust.in_stock } else { 0.0 });
        add("no_offer", if product.has_offer { 0.0 } else { adjust.no_offer });
        let segment = &self.view.segments[address.segment as usize];
        let popularity = popularity_of(segment.popularity_key.first(address.document).unwrap_or_default());
        add("popularity", adjust.popularity * (1.0 + popularity).ln() / self.popularity_scale);
    }

    /// Adds the points for how well the clauses match: the lowest quality of the required clauses, the lowest of the
    /// optional ones, and the sum over all.
    fn add_clause_points(&self, product: &ScoredProduct, add: &mut impl FnMut(&'static str, f32)) {
        if self.clauses.is_empty() {
            return;
        }
        let (terms, levels) = (&self.ranking.terms, &self.ranking.match_levels);
        let (mut sum, mut least_required, mut least_optional) = (0.0, 1.0_f32, 1.0_f32);
        for (clause_index, Clause { is_optional, .. }) in self.clauses.iter().enumerate() {
            let quality = self.clause_quality(product, clause_index);
            sum += quality;
            let least = if *is_optional { &mut least_optional } else { &mut least_required };
            *least = least.min(quality);
        }
        let has_optional = self.clauses.iter().any(|clause| clause.is_optional);
        add("optional_words", if has_optional { terms.optional_words * least_optional } else { 0.0 });
        add("as_named", if self.is_named(product) { terms.as_named } else { 0.0 });
        let all = levels.all_terms + terms.all_terms_each * self.clauses.len() as f32;
        add("all_terms", all * least_required);
        add("terms", terms.each * sum);
    }

    fn load_product(&self, address: DocAddress, product: &mut ScoredProduct) {
        let segment = &self.view.segments[address.segment as usize];
        let ScoredProduct { tokens, name, arabic, model, all, predicate_kinds, .. } = product;
        for list in [&mut *name, &mut *arabic, &mut *model, &mut *all] {
            list.clear();
        }
        // All tokens in one call into the column, instead of one call per word.
        let rows = segment.tokens.index.value_row_ids(address.document);
        tokens.resize(rows.len(), 0);
        segment.tokens.values.get_range(rows.start.into(), tokens);
        for token in tokens.iter().map(|token| *token as u32) {
            let token = if self.query_terms.contains(token & HASH_BITS) { token | IN_QUERY } else { token };
            all.push(token);
            if token & (token_flag::ARABIC | token_flag::NOT_IN_NAME) == 0 {
                name.push(token);
            }
            if token & token_flag::ARABIC != 0 {
                arabic.push(token);
            }
            if token & token_flag::MODEL != 0 {
                model.push(token);
            }
        }
        let row = segment.columns.row(address.document);
        predicate_kinds.clear();
        predicate_kinds.extend(
            self.clauses
                .iter()
                .map(|clause| clause.matching_predicate(row, self.view).map(|predicate| predicate.kind)),
        );
        (product.category, product.has_offer, product.is_in_stock) =
            (row.category, row.has_offer(), row.is_in_stock());
    }

    /// Returns the best match level that applies with its points, weighted by how well the words match.
    fn match_level(&self, product: &ScoredProduct, address: DocAddress) -> (&'static str, f32) {
        let levels = &self.ranking.match_levels;
        if self.part_numbers.contains(&address) {
            return ("part_number", levels.part_number);
        }
        let mut best = ("", 0.0);
        for (sequence, exact, prefix) in [
            (&product.name, ("exact_name", levels.exact_name), ("prefix", levels.prefix)),
            (&product.arabic, ("exact_name", levels.exact_name), ("prefix", levels.prefix)),
            (&product.model, ("exact_model", levels.exact_model), ("model_prefix", levels.model_prefix)),
        ] {
            // No match begins at a word that the query does not ask for.
            for start in (0..sequence.len()).filter(|start| sequence[*start] & IN_QUERY != 0) {
                let mut steps = MAX_STEPS;
                let Some((end, quality)) = self.match_sequence(product, sequence, start, 0, &mut steps)
                else {
                    continue;
                };
                if end == start {
                    continue;
                }
                let (name, points) = match (start == 0, end == sequence.len()) {
                    (true, true) => exact,
                    (true, false) => prefix,
                    _ => ("contains", levels.contains),
                };
                if points * quality > best.1 {
                    best = (name, points * quality);
                }
            }
        }
        best
    }

    /// Matches the clauses from `clause_index` on, in their order, with the words of a sequence from `at` on. Returns
    /// the position behind the last matched word, and the least quality of a match; `None` if they do not match.
    fn match_sequence(
        &self,
        product: &ScoredProduct,
        sequence: &[u32],
        at: usize,
        clause_index: usize,
        steps: &mut u32,
    ) -> Option<(usize, f32)> {
        *steps = steps.checked_sub(1)?;
        let Some(clause) = self.clauses.get(clause_index) else { return Some((at, 1.0)) };
        let mut best: Option<(usize, f32)> = None;
        for option in &clause.options {
            let Some((end, quality)) = match_option_at(option, sequence, at) else { continue };
            let rest = self.match_sequence(product, sequence, end, clause_index + 1, steps);
            best = better_match(best, rest.map(|(end, rest)| (end, quality.min(rest))));
        }
        // A category, brand or fact of the product need not stand in its name.
        if best.is_none() && (product.predicate_kinds[clause_index].is_some() || clause.is_optional) {
            best = self.match_sequence(product, sequence, at, clause_index + 1, steps);
        }
        best
    }

    /// Whether every fact asked for stands in the product's words, as in a name that is typed in part.
    fn is_named(&self, product: &ScoredProduct) -> bool {
        let mut facts = (0..self.clauses.len())
            .filter(|index| product.predicate_kinds[*index] == Some(PredicateKind::Spec));
        facts.next().is_some_and(|first| {
            std::iter::once(first).chain(facts).all(|index| self.word_quality(product, index) > 0.0)
        })
    }

    /// Returns the quality of a clause's best match anywhere in the product.
    fn clause_quality(&self, product: &ScoredProduct, clause_index: usize) -> f32 {
        if product.predicate_kinds[clause_index].is_some() {
            return 1.0;
        }
        let best = self.word_quality(product, clause_index);
        // The product was found, so it has some other form of the clause.
        if best > 0.0 || self.clauses[clause_index].is_optional { best } else { self.ranking.quality.form }
    }

    /// Returns the quality of a clause's best match among the product's words.
    fn word_quality(&self, product: &ScoredProduct, clause_index: usize) -> f32 {
        let of_option = |groups: &[TermGroup]| {
            let of_group = |group: &TermGroup| {
                let matching = product.all.iter().filter(|token| **token & IN_QUERY != 0);
                matching.filter_map(|token| group.quality(token & HASH_BITS)).fold(0.0, f32::max)
            };
            groups.iter().map(of_group).fold(1.0, f32::min)
        };
        let options = self.clauses[clause_index].options.iter().filter(|option| !option.groups.is_empty());
        options.map(|option| of_option(&option.groups)).fold(0.0, f32::max)
    }

    /// Whether any word that was asked for carries the flag.
    fn matches_flag(product: &ScoredProduct, flag: u32) -> bool {
        product.all.iter().any(|token| token & flag != 0 && token & IN_QUERY != 0)
    }

    /// Whether the query has all words that tell the product from its siblings.
    fn has_whole_identity(product: &ScoredProduct) -> bool {
        let mut own = product.name.iter().filter(|token| **token & token_flag::IDENTITY != 0).peekable();
        own.peek().is_some() && own.all(|token| token & IN_QUERY != 0)
    }

    fn predicate_points(&self, product: &ScoredProduct) -> f32 {
        let points = &self.ranking.interpretations;
        let kinds = product.predicate_kinds.iter().flatten();
        kinds
            .map(|kind| match kind {
                PredicateKind::Category => points.category,
                PredicateKind::Brand => points.brand,
                PredicateKind::Spec => points.spec,
            })
            .sum()
    }

    fn preference_points(&self, address: DocAddress, product: &ScoredProduct) -> f32 {
        if self.preferences.is_empty() {
            return 0.0;
        }
        let row = self.view.row(address);
        self.preferences.iter().map(|preference| preference.points(row, &product.all)).sum()
    }

    fn extra_words(&self, product: &ScoredProduct) -> usize {
        if self.clauses.is_empty() {
            return 0;
        }
        product.name.iter().filter(|token| **token & IN_QUERY == 0).take(MAX_EXTRA_WORDS).count()
    }
}

fn term_groups(clauses: &[Clause]) -> impl Iterator<Item = &TermGroup> {
    clauses.iter().flat_map(|clause| &clause.options).flat_map(|option| &option.groups)
}

/// Returns the popularity in a key (`write/index_document.rs:popularity_key`): its bits stand above the lowest, which
/// says whether the product is in stock.
fn popularity_of(key: u64) -> f32 {
    f32::from_bits((key >> 1) as u32)
}
