//! Choices of people for a query text, as shares of its products.

use std::collections::HashMap;

use domain::model::ProductId;

use super::product_set::id_bits;
use crate::text::token::tokenize;

/// Worth of an addition to a build, and of a click out to a retailer, in clicks.
const ADDITION_CLICKS: f64 = 2.0;
const CLICK_OUT_CLICKS: f64 = 3.0;
/// The most points that limits of the caller allow: less than `variant` and `contains` of `ranking.toml`.
const MAX_POINTS: f32 = 40.0;
/// Last rank whose choices are corrected fully. Ranks behind it count like this one: few people see them, so that a
/// single choice there would weigh more than ten at the top.
const MAX_CORRECTED_RANK: u32 = 10;

/// Choices of one product at one rank for one query text.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryChoice {
    /// As typed. Texts that differ only in case, accents, spaces or punctuation count as one.
    pub text: String,
    pub product: ProductId,
    /// Rank of the product in the response, from 1.
    pub rank: u32,
    pub clicks: u32,
    /// Additions to a build.
    pub additions: u32,
    /// Clicks out to a retailer.
    pub click_outs: u32,
}

/// Shares of the choices of each query text. The caller builds it from its log, and gives it to each search; the engine
/// adds points by `[choices]` of `ranking.toml`, or by the caller's own limits.
#[derive(Debug, Clone, Default)]
pub struct QueryPrior {
    by_text: HashMap<String, TextChoices>,
    /// The most points and the fewest clicks, where the caller sets them.
    limits: Option<(f32, u64)>,
}

/// The choices of one text.
#[derive(Debug, Clone, Default, PartialEq)]
struct TextChoices {
    /// Not corrected: what was counted.
    clicks: u64,
    /// Share of each product, named by [`id_bits`], of the corrected choices; the shares sum to 1.
    shares: HashMap<u64, f32>,
}

/// Points of the products that were chosen for one text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChoicePoints<'a> {
    shares: &'a HashMap<u64, f32>,
    max_points: f32,
}

impl QueryPrior {
    /// Builds the prior. Position bias is corrected by inverse propensity: a person looks at rank r with a probability
    /// of 1/r (down to rank [`MAX_CORRECTED_RANK`]), so that a choice there counts r times.
    pub fn of(choices: impl IntoIterator<Item = QueryChoice>) -> Self {
        let mut corrected: HashMap<String, (u64, HashMap<u64, f64>)> = HashMap::new();
        for choice in choices {
            let (clicks, weights) = corrected.entry(text_key(&choice.text)).or_default();
            *clicks = clicks.saturating_add(u64::from(choice.clicks));
            *weights.entry(id_bits(choice.product)).or_default() += corrected_clicks(&choice);
        }
        let shares = |weights: HashMap<u64, f64>| {
            let sum: f64 = weights.values().sum();
            let chosen = weights.into_iter().filter(|(_, weight)| *weight > 0.0);
            chosen.map(|(product, weight)| (product, (weight / sum) as f32)).collect()
        };
        let by_text = corrected
            .into_iter()
            .map(|(text, (clicks, weights))| (text, TextChoices { clicks, shares: shares(weights) }));
        Self { by_text: by_text.collect(), limits: None }
    }

    /// Replaces `max_points` and `min_clicks` of `ranking.toml`; more than [`MAX_POINTS`] points count like them.
    #[must_use]
    pub fn with_limits(self, max_points: f32, min_clicks: u64) -> Self {
        Self { limits: Some((max_points.min(MAX_POINTS), min_clicks)), ..self }
    }

    /// Returns the points of a text's products; `None` where the text has fewer clicks than `min_clicks`, or where
    /// `max_points` is 0. The caller's own limits come before these.
    pub(crate) fn points_of(&self, text: &str, max_points: f32, min_clicks: u64) -> Option<ChoicePoints<'_>> {
        let (max_points, min_clicks) = self.limits.unwrap_or((max_points, min_clicks));
        if max_points <= 0.0 || self.by_text.is_empty() {
            return None;
        }
        let choices = self.by_text.get(&text_key(text)).filter(|choices| choices.clicks >= min_clicks)?;
        Some(ChoicePoints { shares: &choices.shares, max_points })
    }
}

impl ChoicePoints<'_> {
    /// Returns the points of a product, named by [`id_bits`]: from 0 to the most points, by its share.
    pub(crate) fn of(self, product: u64) -> f32 {
        self.max_points * self.shares.get(&product).copied().unwrap_or_default().clamp(0.0, 1.0)
    }
}

/// Returns the choices in clicks, corrected for the rank.
fn corrected_clicks(choice: &QueryChoice) -> f64 {
    let clicks = f64::from(choice.clicks)
        + ADDITION_CLICKS * f64::from(choice.additions)
        + CLICK_OUT_CLICKS * f64::from(choice.click_outs);
    clicks * f64::from(choice.rank.clamp(1, MAX_CORRECTED_RANK))
}

/// Returns the folded words of a text, by which its choices are found.
fn text_key(text: &str) -> String {
    tokenize(text).into_iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clicks(text: &str, product: ProductId, rank: u32, clicks: u32) -> QueryChoice {
        QueryChoice { text: text.to_owned(), product, rank, clicks, additions: 0, click_outs: 0 }
    }

    #[test]
    fn points_never_exceed_the_most_points_whatever_was_chosen() {
        let product = ProductId::random();
        let choice = QueryChoice {
            additions: u32::MAX,
            click_outs: u32::MAX,
            ..clicks("quiet fan", product, u32::MAX, u32::MAX)
        };
        let prior = QueryPrior::of([choice.clone(), choice, clicks("quiet fan", ProductId::random(), 0, 7)]);
        let points = prior.points_of("quiet fan", 30.0, 20).expect("enough clicks");
        assert!((29.0..=30.0).contains(&points.of(id_bits(product))));
        assert_eq!(points.of(id_bits(ProductId::random())), 0.0);
    }

    #[test]
    fn few_clicks_or_no_points_give_no_prior() {
        let product = ProductId::random();
        let prior = QueryPrior::of([clicks("fan", product, 1, 12), clicks("FAN!", product, 2, 7)]);
        assert!(prior.points_of("fan", 30.0, 20).is_none());
        assert!(prior.points_of("fan", 30.0, 19).is_some(), "the texts count together");
        assert!(prior.points_of("fan", 0.0, 19).is_none());
        assert!(prior.points_of("fans", 30.0, 1).is_none());
    }

    #[test]
    fn limits_of_the_caller_come_before_those_of_the_configuration() {
        let product = ProductId::random();
        let prior = QueryPrior::of([clicks("fan", product, 1, 12)]);
        let points = |prior: &QueryPrior, max_points, min_clicks| {
            Some(prior.points_of("fan", max_points, min_clicks)?.of(id_bits(product)))
        };
        assert_eq!(points(&prior.clone().with_limits(25.0, 12), 0.0, 99), Some(25.0));
        assert_eq!(points(&prior.clone().with_limits(900.0, 1), 0.0, 99), Some(MAX_POINTS));
        assert_eq!(points(&prior.clone().with_limits(25.0, 13), 30.0, 1), None);
        assert_eq!(points(&prior.with_limits(0.0, 1), 30.0, 1), None);
    }

    #[test]
    fn click_counts_more_at_a_rank_that_fewer_people_see() {
        let [first, fifth, last] = [(); 3].map(|()| ProductId::random());
        let choices = [clicks("fan", first, 1, 10), clicks("fan", fifth, 5, 2), clicks("fan", last, 900, 1)];
        let prior = QueryPrior::of(choices);
        let points = prior.points_of("fan", 30.0, 1).expect("enough clicks");
        let [first, fifth, last] = [first, fifth, last].map(|product| points.of(id_bits(product)));
        assert_eq!(first, fifth);
        assert_eq!(fifth, last, "ranks behind the tenth count like it");
        assert_eq!(first, 10.0);
    }
}
