//! Why a listing is taken for what it is.

use domain::model::Category;

use super::{
    context::Context,
    count_votes,
    features::Feature,
    features_with,
    model::{CATEGORIES, Model, NONE, class_of},
    verdict::{self, Subject},
};
use crate::normalise::tokens::TitleTokens;

/// Number of features that an explanation names.
const STRONGEST: usize = 12;

/// What the classifier makes of a listing, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The likeliest category, and its probability.
    pub category: Category,
    pub probability: f32,
    /// The probability that the listing is none of our parts.
    pub none: f32,
    /// The other categories with a probability of a hundredth or more, the likeliest first.
    pub others: Vec<(Category, f32)>,
    /// Kinds of evidence that speak for the likeliest category: two are needed, or that of the shop's category and a title
    /// that does not contradict.
    pub evidence: Vec<&'static str>,
    /// The features that matter most, with what each adds to the score of the category over that of none.
    pub strongest: Vec<(Feature, f32)>,
}

pub(crate) fn explain(reading: &TitleTokens<'_>, context: &Context<'_>) -> Explanation {
    let (tally, _) = count_votes(reading);
    let features = features_with(reading, context, &tally, true);
    let model = Model::fitted();
    let probabilities = context.weigh(model.probabilities(&features));
    let (category, probability) = verdict::likeliest(&probabilities);
    let subject =
        Subject { features: &features, tokens: reading, tally: &tally, shop_category: context.shop_category };
    let evidence = verdict::evidence(category, &subject).names().collect();
    let mut others: Vec<(Category, f32)> = CATEGORIES
        .into_iter()
        .zip(probabilities)
        .filter(|(other, probability)| *other != category && *probability >= 0.01)
        .collect();
    others.sort_by(|one, other| other.1.total_cmp(&one.1));
    let class = class_of(category);
    let added = |feature: Feature| {
        let added = model.contribution(&feature, class, NONE);
        (feature, added)
    };
    let mut strongest: Vec<(Feature, f32)> = features.into_iter().map(added).collect();
    strongest.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
    strongest.truncate(STRONGEST);
    let none = probabilities.get(NONE).copied().unwrap_or_default();
    Explanation { category, probability, none, others, evidence, strongest }
}
