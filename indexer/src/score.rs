//! The exact score of one product: tiers, terms, readings and tie-breakers of `ranking.toml`.

use rustc_hash::FxHashSet;

use crate::{
    ScorePart, SearchConfig,
    entry::{token_flag, word_hash},
    facet_plan::category_index,
    query::{
        intent::uses::CompiledPreference,
        unit::{Alternative, Group, ReadingKind, Unit},
    },
    ranking::Ranking,
    view::{Place, View},
};

const HASH_BITS: u32 = 0x000f_ffff;
/// Set on a product's words that the query asks for, beside the flags of `token_flag`.
const ASKED: u32 = 1 << 31;
/// Maximum number of steps for finding the query's words in a row; beyond them they count as not found.
const MAX_STEPS: u32 = 2_000;
/// Maximum number of unasked words that count against a long name.
const MAX_EXTRA_WORDS: usize = 10;

/// Scores products of one view for one query.
pub(crate) struct Scorer<'a> {
    view: &'a View,
    ranking: &'a Ranking,
    units: &'a [Unit],
    variants: Vec<u32>,
    /// Hashes of all words that the units ask for.
    asked: Asked,
    /// The last groups of units with digits: the numbers of models.
    numbers: Vec<&'a Group>,
    /// Logarithm of the largest popularity plus one, for scaling.
    popularity_scale: f32,
    /// Products whose part number is the query.
    part_numbers: &'a [Place],
    category: Option<u8>,
    /// Preferences of the uses that the query names.
    preferences: &'a [CompiledPreference],
    /// The main categories of the matches, where one name is all that is asked for.
    main: Option<MainCategories>,
}

/// The categories that most of one name's matches are of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MainCategories {
    /// A bit for each category.
    pub(crate) bits: u32,
    /// Whether the name is a brand's.
    pub(crate) is_brand: bool,
}

/// A few hashes out of a million. Nearly every word of a product is none of them, which one bit tells.
struct Asked {
    bits: [u64; Self::WORDS],
    hashes: FxHashSet<u32>,
}

impl Asked {
    const WORDS: usize = 64;

    fn of(hashes: impl Iterator<Item = u32>) -> Self {
        let mut asked = Self { bits: [0; Self::WORDS], hashes: hashes.collect() };
        for hash in &asked.hashes {
            asked.bits[Self::word(*hash)] |= 1 << (hash % 64);
        }
        asked
    }

    fn word(hash: u32) -> usize {
        (hash / 64) as usize % Self::WORDS
    }

    fn contains(&self, hash: u32) -> bool {
        self.bits[Self::word(hash)] & (1 << (hash % 64)) != 0 && self.hashes.contains(&hash)
    }
}

/// A product taken apart for scoring; reused for the next product, so that nothing is allocated.
#[derive(Default)]
pub(crate) struct Product {
    tokens: Vec<u64>,
    name: Vec<u32>,
    arabic: Vec<u32>,
    model: Vec<u32>,
    all: Vec<u32>,
    category: u8,
    is_sold: bool,
    is_in_stock: bool,
    /// By unit: the kind of reading of the unit that holds for the product.
    reads: Vec<Option<ReadingKind>>,
}

impl<'a> Scorer<'a> {
    pub(crate) fn new(
        view: &'a View,
        config: &'a SearchConfig,
        units: &'a [Unit],
        part_numbers: &'a [Place],
    ) -> Self {
        let largest = view
            .segments
            .iter()
            .map(|segment| {
                popularity(
                    segment.first_alive().and_then(|first| segment.order.first(first)).unwrap_or_default(),
                )
            })
            .fold(0.0, f32::max);
        let numbered = units.iter().filter(|unit| unit.has_digit).flat_map(|unit| &unit.alternatives);
        Self {
            view,
            ranking: &config.ranking,
            units,
            asked: Asked::of(groups(units).flat_map(Group::hashes)),
            numbers: numbered.filter_map(|alternative| alternative.groups.last()).collect(),
            variants: config.ranking.variants.words.iter().map(|word| word_hash(word)).collect(),
            popularity_scale: (1.0 + largest).ln().max(f32::MIN_POSITIVE),
            part_numbers,
            category: units.iter().find_map(Unit::category).map(|category| category_index(category) as u8),
            preferences: &[],
            main: None,
        }
    }

    /// Sets the main categories of one name's matches. For a brand alone the name says nothing, and popularity
    /// decides.
    pub(crate) fn with_main_categories(mut self, main: Option<MainCategories>) -> Self {
        self.main = main;
        self
    }

    /// Adds points for the preferences of the query's uses.
    pub(crate) fn with_preferences(mut self, preferences: &'a [CompiledPreference]) -> Self {
        self.preferences = preferences;
        self
    }

    /// Returns the parts of a product's score; their sum is the score.
    pub(crate) fn parts(&self, place: Place) -> Vec<ScorePart> {
        let mut parts = Vec::new();
        self.each_part(place, &mut Product::default(), |name, points| {
            if points != 0.0 {
                parts.push(ScorePart { name, points });
            }
        });
        parts
    }

    /// Returns a product's score.
    pub(crate) fn score(&self, place: Place, product: &mut Product) -> f32 {
        let mut score = 0.0;
        self.each_part(place, product, |_, points| score += points);
        score
    }

    fn each_part(&self, place: Place, product: &mut Product, mut add: impl FnMut(&'static str, f32)) {
        self.take_apart(place, product);
        let (adjust, terms) = (&self.ranking.adjust, &self.ranking.terms);
        let (tier_name, mut tier) = self.tier(product, place);
        // A product of another category than the named one counts only if its model or name is exactly the query.
        let strays = self.category.is_some_and(|category| category != product.category)
            && tier < self.ranking.tiers.exact_model;
        // `tomahawk` names boards, though a case begins so.
        let is_minor = self.main.is_some_and(|main| main.bits & (1 << product.category) == 0);
        if strays {
            tier = 0.0;
        } else if is_minor && tier < self.ranking.tiers.exact_model {
            tier = tier.min(self.ranking.tiers.contains);
        }
        add(tier_name, tier);
        if !self.units.is_empty() {
            let (mut worst, mut sum, mut optional) = (1.0_f32, 0.0, None);
            for unit in 0..self.units.len() {
                let quality = self.unit_quality(product, unit);
                sum += quality;
                let least =
                    if self.units[unit].is_optional { optional.get_or_insert(1.0) } else { &mut worst };
                *least = least.min(quality);
            }
            add("as_typed", terms.as_typed * optional.unwrap_or(0.0));
            add("as_named", if self.is_named(product) { terms.as_named } else { 0.0 });
            let all = self.ranking.tiers.all_terms + terms.all_terms_each * self.units.len() as f32;
            add("all_terms", all * worst);
            add("terms", terms.each * sum);
        }
        add("manufacturer", if Self::touches(product, token_flag::MAKER) { terms.manufacturer } else { 0.0 });
        let is_brand_alone = self.main.is_some_and(|main| main.is_brand);
        let names_model = !is_brand_alone && Self::touches(product, token_flag::MODEL);
        add("model", if names_model { terms.model } else { 0.0 });
        add("readings", self.reading_points(product));
        add("uses", self.preference_points(place, product));
        add("variant", adjust.variant * self.unasked_variants(product) as f32);
        let extra_words = if is_brand_alone { 0 } else { self.extra_words(product) };
        add("extra_words", adjust.extra_word * extra_words as f32);
        add("minor_category", if is_minor { adjust.minor_category } else { 0.0 });
        add("accessory", if strays { adjust.accessory } else { 0.0 });
        add("in_stock", if product.is_in_stock { adjust.in_stock } else { 0.0 });
        add("not_sold", if product.is_sold { 0.0 } else { adjust.not_sold });
        let order =
            self.view.segments[place.segment as usize].order.first(place.document).unwrap_or_default();
        add("popularity", adjust.popularity * (1.0 + popularity(order)).ln() / self.popularity_scale);
    }

    fn take_apart(&self, place: Place, product: &mut Product) {
        let segment = &self.view.segments[place.segment as usize];
        let Product { tokens, name, arabic, model, all, reads, .. } = product;
        for list in [&mut *name, &mut *arabic, &mut *model, &mut *all] {
            list.clear();
        }
        // All tokens in one call into the column, instead of one call per word.
        let rows = segment.tokens.index.value_row_ids(place.document);
        tokens.resize(rows.len(), 0);
        segment.tokens.values.get_range(rows.start.into(), tokens);
        for token in tokens.iter().map(|token| *token as u32) {
            let token = if self.asked.contains(token & HASH_BITS) { token | ASKED } else { token };
            all.push(token);
            if token & (token_flag::ARABIC | token_flag::EXTRA) == 0 {
                name.push(token);
            }
            if token & token_flag::ARABIC != 0 {
                arabic.push(token);
            }
            if token & token_flag::MODEL != 0 {
                model.push(token);
            }
        }
        let row = segment.columns.row(place.document);
        reads.clear();
        reads.extend(
            self.units.iter().map(|unit| unit.reading_of(row, self.view).map(|reading| reading.kind)),
        );
        (product.category, product.is_sold, product.is_in_stock) =
            (row.category, row.is_sold(), row.is_in_stock());
    }

    /// Returns the best tier that applies, weighted by how well the words match.
    fn tier(&self, product: &Product, place: Place) -> (&'static str, f32) {
        let tiers = &self.ranking.tiers;
        if self.part_numbers.contains(&place) {
            return ("part_number", tiers.part_number);
        }
        let mut best = ("", 0.0);
        for (sequence, exact, prefix) in [
            (&product.name, ("exact_name", tiers.exact_name), ("prefix", tiers.prefix)),
            (&product.arabic, ("exact_name", tiers.exact_name), ("prefix", tiers.prefix)),
            (&product.model, ("exact_model", tiers.exact_model), ("model_prefix", tiers.model_prefix)),
        ] {
            // No match begins at a word that the query does not ask for.
            for start in (0..sequence.len()).filter(|start| sequence[*start] & ASKED != 0) {
                let mut steps = MAX_STEPS;
                let Some((end, quality)) = self.follow(product, sequence, start, 0, &mut steps) else {
                    continue;
                };
                if end == start {
                    continue;
                }
                let (name, points) = match (start == 0, end == sequence.len()) {
                    (true, true) => exact,
                    (true, false) => prefix,
                    _ => ("contains", tiers.contains),
                };
                if points * quality > best.1 {
                    best = (name, points * quality);
                }
            }
        }
        best
    }

    /// Follows the units through a row of words from a position on. Returns where they end, and the least quality.
    fn follow(
        &self,
        product: &Product,
        sequence: &[u32],
        at: usize,
        unit: usize,
        steps: &mut u32,
    ) -> Option<(usize, f32)> {
        *steps = steps.checked_sub(1)?;
        let Some(next) = self.units.get(unit) else { return Some((at, 1.0)) };
        let mut best: Option<(usize, f32)> = None;
        for alternative in &next.alternatives {
            let Some((end, quality)) = stands_at(alternative, sequence, at) else { continue };
            let rest = self.follow(product, sequence, end, unit + 1, steps);
            best = better(best, rest.map(|(end, rest)| (end, quality.min(rest))));
        }
        // A category, brand or fact of the product need not stand in its name.
        if best.is_none() && (product.reads[unit].is_some() || next.is_optional) {
            best = self.follow(product, sequence, at, unit + 1, steps);
        }
        best
    }

    /// Whether every fact asked for stands in the product's words, as in a name that is typed in part.
    fn is_named(&self, product: &Product) -> bool {
        let mut facts = (0..self.units.len()).filter(|unit| product.reads[*unit] == Some(ReadingKind::Spec));
        facts.next().is_some_and(|first| {
            std::iter::once(first).chain(facts).all(|unit| self.word_quality(product, unit) > 0.0)
        })
    }

    /// Returns the quality of a unit's best match anywhere in the product.
    fn unit_quality(&self, product: &Product, unit: usize) -> f32 {
        if product.reads[unit].is_some() {
            return 1.0;
        }
        let best = self.word_quality(product, unit);
        // The product was found, so it has some other form of the unit.
        if best > 0.0 || self.units[unit].is_optional { best } else { self.ranking.quality.form }
    }

    /// Returns the quality of a unit's best match among the product's words.
    fn word_quality(&self, product: &Product, unit: usize) -> f32 {
        let of_alternative = |groups: &[Group]| {
            let of_group = |group: &Group| {
                let asked = product.all.iter().filter(|token| **token & ASKED != 0);
                asked.filter_map(|token| group.quality(token & HASH_BITS)).fold(0.0, f32::max)
            };
            groups.iter().map(of_group).fold(1.0, f32::min)
        };
        let best = self.units[unit].alternatives.iter().filter(|alternative| !alternative.groups.is_empty());
        best.map(|alternative| of_alternative(&alternative.groups)).fold(0.0, f32::max)
    }

    /// Whether any word that was asked for carries the flag.
    fn touches(product: &Product, flag: u32) -> bool {
        product.all.iter().any(|token| token & flag != 0 && token & ASKED != 0)
    }

    fn reading_points(&self, product: &Product) -> f32 {
        let readings = &self.ranking.readings;
        let kinds = product.reads.iter().flatten();
        kinds
            .map(|kind| match kind {
                ReadingKind::Category => readings.category,
                ReadingKind::Brand => readings.brand,
                ReadingKind::Spec => readings.spec,
            })
            .sum()
    }

    fn preference_points(&self, place: Place, product: &Product) -> f32 {
        if self.preferences.is_empty() {
            return 0.0;
        }
        let row = self.view.row(place);
        self.preferences.iter().map(|preference| preference.points(row, &product.all)).sum()
    }

    /// Counts variant words right behind a model number that was asked for without them, at most two.
    fn unasked_variants(&self, product: &Product) -> usize {
        let is_number =
            |token: u32| self.numbers.iter().any(|group| group.quality(token & HASH_BITS).is_some());
        let Some(behind) = product.name.iter().position(|token| is_number(*token)) else { return 0 };
        let variants = product.name[behind + 1..]
            .iter()
            .take_while(|token| self.variants.contains(&(**token & HASH_BITS)));
        variants.filter(|token| **token & ASKED == 0).take(2).count()
    }

    fn extra_words(&self, product: &Product) -> usize {
        if self.units.is_empty() {
            return 0;
        }
        product.name.iter().filter(|token| **token & ASKED == 0).take(MAX_EXTRA_WORDS).count()
    }
}

fn groups(units: &[Unit]) -> impl Iterator<Item = &Group> {
    units.iter().flat_map(|unit| &unit.alternatives).flat_map(|alternative| &alternative.groups)
}

/// Returns the end of an alternative that begins at a position, and its least quality.
fn stands_at(alternative: &Alternative, sequence: &[u32], at: usize) -> Option<(usize, f32)> {
    if alternative.groups.is_empty() {
        return None;
    }
    let mut quality = 1.0_f32;
    for (index, group) in alternative.groups.iter().enumerate() {
        let token = sequence.get(at + index).filter(|token| **token & ASKED != 0)?;
        quality = quality.min(group.quality(token & HASH_BITS)?);
    }
    Some((at + alternative.groups.len(), quality))
}

/// Returns the way of better quality; of equal ones the longer.
fn better(left: Option<(usize, f32)>, right: Option<(usize, f32)>) -> Option<(usize, f32)> {
    match (left, right) {
        (Some(left), Some(right)) => Some(if (right.1, right.0) > (left.1, left.0) { right } else { left }),
        (left, right) => left.or(right),
    }
}

/// Returns the popularity in the bits of the `order` column.
fn popularity(order: u64) -> f32 {
    f32::from_bits((order >> 1) as u32)
}
