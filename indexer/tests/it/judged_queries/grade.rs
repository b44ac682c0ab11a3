//! The grade of a response: its first five hits decide whether it is good, acceptable or bad.

use indexer::{SearchIntent, SearchResponse};

use super::{
    catalogue::{JudgedCatalogue, JudgedProduct},
    condition::Condition,
    judgement::{Expected, Judgement},
};

/// Number of hits that a user sees without scrolling.
const FIRST_HITS: usize = 5;
/// Number of hits that precision is counted over.
const PAGE: usize = 10;
/// Shares of the first five hits: good ones in a good response, good or acceptable ones in an acceptable response.
const GOOD_SHARE: f64 = 0.8;
const ACCEPTABLE_SHARE: f64 = 0.6;

/// The grade of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Bad,
    Acceptable,
    Good,
}

/// All figures of a response.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grade {
    pub(crate) level: Level,
    /// P@10: the share of the first ten hits that are good or acceptable. With fewer than ten good products, of the
    /// first that many hits, so that a single right product counts fully at the first place and not at all below.
    pub(crate) precision: f64,
    pub(crate) reciprocal_rank: f64,
}

impl Level {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Bad => "bad",
            Self::Acceptable => "acceptable",
            Self::Good => "good",
        }
    }
}

impl Grade {
    /// Returns the grade of a response without a list of products.
    fn of_level(level: Level) -> Self {
        let worth = if level == Level::Bad { 0.0 } else { 1.0 };
        Self { level, precision: worth, reciprocal_rank: worth }
    }
}

/// Returns the grade of a response; `None` where the catalogue holds no good product.
pub(crate) fn grade(
    response: &SearchResponse,
    judgement: &Judgement,
    catalogue: &JudgedCatalogue,
) -> Option<Grade> {
    match judgement.expected {
        Expected::Nothing => return Some(Grade::of_level(nothing_level(response, judgement, catalogue))),
        Expected::Build(_) => return Some(Grade::of_level(build_level(response, judgement))),
        _ => {}
    }
    // A catalogue may hold the product without this part number.
    if judgement.family == "part number" && !catalogue.has_part_number(judgement.query) {
        return None;
    }
    let page = if judgement.expected == Expected::First { 1 } else { PAGE };
    let good_count = catalogue.fitting(&judgement.good, page).len().min(page);
    if good_count == 0 {
        return None;
    }
    let hits: Vec<&JudgedProduct> =
        response.hits.iter().take(PAGE).map(|hit| catalogue.product(hit.id)).collect();
    let levels: Vec<Level> = hits.iter().map(|hit| hit_level(hit, judgement)).collect();
    let relevant = levels.iter().take(good_count).filter(|level| **level >= Level::Acceptable).count();
    let rank = levels.iter().position(|level| *level == Level::Good);
    Some(Grade {
        level: list_level(&levels, good_count).min(expected_level(&hits, judgement, catalogue)),
        precision: relevant as f64 / good_count as f64,
        reciprocal_rank: rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64),
    })
}

fn hit_level(product: &JudgedProduct, judgement: &Judgement) -> Level {
    if judgement.good.fits(product) {
        Level::Good
    } else if judgement.acceptable.fits(product) {
        Level::Acceptable
    } else {
        Level::Bad
    }
}

/// Returns the level of the first five hits, or of fewer where the catalogue holds fewer good products.
fn list_level(levels: &[Level], good_count: usize) -> Level {
    let expected = good_count.min(FIRST_HITS) as f64;
    let first = &levels[..levels.len().min(FIRST_HITS)];
    let at_least = |least: Level| first.iter().filter(|level| **level >= least).count() as f64;
    let starts_well = first.first() == Some(&Level::Good);
    if starts_well && at_least(Level::Good) >= (expected * GOOD_SHARE).ceil() {
        Level::Good
    } else if at_least(Level::Acceptable) >= (expected * ACCEPTABLE_SHARE).ceil() {
        Level::Acceptable
    } else {
        Level::Bad
    }
}

/// Returns the best level that an order or a comparison allows.
fn expected_level(hits: &[&JudgedProduct], judgement: &Judgement, catalogue: &JudgedCatalogue) -> Level {
    let prices: Vec<_> = hits.iter().map(|hit| hit.price).collect();
    let range = catalogue.price_range(&judgement.good);
    let is_right = |right: bool| if right { Level::Good } else { Level::Bad };
    match judgement.expected {
        Expected::CheapestFirst => {
            is_right(prices.is_sorted() && prices.first().copied() == range.map(|(lowest, _)| lowest))
        }
        Expected::DearestFirst => is_right(
            prices.iter().rev().is_sorted() && prices.first().copied() == range.map(|(_, highest)| highest),
        ),
        Expected::Sides => sides_level(hits, judgement, catalogue),
        _ => Level::Good,
    }
}

/// Returns the level of a comparison: good when its sides are the first hits, acceptable when all are among the
/// first five.
fn sides_level(hits: &[&JudgedProduct], judgement: &Judgement, catalogue: &JudgedCatalogue) -> Level {
    let sides: Vec<Condition> = judgement
        .good
        .alternatives
        .iter()
        .map(|tests| Condition { alternatives: vec![tests.clone()] })
        // A side that the catalogue lacks can't stand beside the other one.
        .filter(|side| !catalogue.fitting(side, 1).is_empty())
        .collect();
    let are_among = |count: usize| sides.iter().all(|side| hits.iter().take(count).any(|hit| side.fits(hit)));
    if are_among(sides.len()) {
        Level::Good
    } else if are_among(FIRST_HITS) {
        Level::Acceptable
    } else {
        Level::Bad
    }
}

/// Returns the level of a response to an item that no retailer sells: no hits, no correction, and only allowed
/// products nearby.
fn nothing_level(response: &SearchResponse, judgement: &Judgement, catalogue: &JudgedCatalogue) -> Level {
    if !response.hits.is_empty() || response.corrected.is_some() {
        return Level::Bad;
    }
    let may_be_near = |hit: &indexer::Hit| judgement.acceptable.fits(catalogue.product(hit.id));
    if judgement.acceptable.alternatives.is_empty() || response.nearby.iter().all(may_be_near) {
        Level::Good
    } else {
        Level::Acceptable
    }
}

/// Returns the level of a response to a whole computer: a builder card, with the budget where one was named.
fn build_level(response: &SearchResponse, judgement: &Judgement) -> Level {
    let (Some(SearchIntent::WholePc { budget, .. }), Expected::Build(expected)) =
        (&response.intent, judgement.expected)
    else {
        return Level::Bad;
    };
    if *budget == expected { Level::Good } else { Level::Bad }
}
