//! Why a listing is taken for what it is.

use domain::model::Category;

use super::{
    features::Feature,
    model::{CATEGORIES, Model, NONE, Probabilities, class_of},
    verdict::{self, Subject},
};

/// Number of features that an explanation names.
const STRONGEST: usize = 12;

/// Verdict of the classifier on a listing, and its reasons.
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

impl Explanation {
    pub(super) fn new(probabilities: &Probabilities, listing: &Subject<'_>) -> Self {
        let (category, probability) = verdict::likeliest(probabilities);
        let mut others: Vec<(Category, f32)> = CATEGORIES
            .into_iter()
            .zip(*probabilities)
            .filter(|(other, probability)| *other != category && *probability >= 0.01)
            .collect();
        others.sort_by(|one, other| other.1.total_cmp(&one.1));
        let (model, class) = (Model::fitted(), class_of(category));
        let added = |feature: &Feature| (feature.clone(), model.contribution(feature, class, NONE));
        let mut strongest: Vec<(Feature, f32)> = listing.features.iter().map(added).collect();
        strongest.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        strongest.truncate(STRONGEST);
        Explanation {
            category,
            probability,
            none: probabilities.get(NONE).copied().unwrap_or_default(),
            others,
            evidence: verdict::evidence(category, listing).names().collect(),
            strongest,
        }
    }
}
