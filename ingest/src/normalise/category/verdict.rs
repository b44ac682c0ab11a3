//! Decides from the classifier's probabilities, and from how many kinds of evidence speak, whether a listing is a part.

use domain::model::Category;

use super::{
    features::{Feature, FeatureGroup},
    model::{CATEGORIES, Model, NONE, Probabilities, class_of},
    shop_category::Holds,
    tally::{ENOUGH, Tally},
};
use crate::normalise::tokens::TitleTokens;

/// Minimum probability of a category for a listing that is certainly such a part.
const CERTAIN: f32 = 0.8;
/// Minimum probability of "none of our parts" from which a listing is certainly none.
const CERTAINLY_NONE: f32 = 0.5;
/// Minimum number of kinds of evidence for a part.
const MIN_EVIDENCE: usize = 2;
/// What the words beside the kind's noun must add to the score for the category to count as evidence.
const MIN_WORDS: f32 = 0.7;
/// The same for measures and for the manufacturer.
const MIN_CONTRIBUTION: f32 = 0.1;

/// What the classifier says of a listing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Verdict {
    Part(Category),
    NoPart,
    /// It may be such a part; an operator decides.
    Unsure(Category),
}

/// Kinds of evidence that a listing is a part of a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Evidence {
    pub(crate) noun: bool,
    pub(crate) maker: bool,
    pub(crate) chip: bool,
    pub(crate) measure: bool,
    pub(crate) words: bool,
    pub(crate) shop_category: bool,
}

impl Evidence {
    fn count(self) -> usize {
        let kinds = [self.noun, self.maker, self.chip, self.measure, self.words, self.shop_category];
        kinds.into_iter().filter(|kind| *kind).count()
    }
}

/// Returns the category with the highest probability among those of parts.
pub(crate) fn likeliest(probabilities: &Probabilities) -> (Category, f32) {
    let parts = CATEGORIES.iter().copied().zip(probabilities.iter().copied());
    parts.max_by(|left, right| left.1.total_cmp(&right.1)).unwrap_or((Category::Other, 0.0))
}

/// Decides about a listing. `category_holds` is what the names of the retailer's category say.
pub(crate) fn decide(
    probabilities: &Probabilities,
    features: &[Feature],
    tokens: &TitleTokens<'_>,
    tally: &Tally,
    category_holds: Option<Holds>,
) -> Verdict {
    if probabilities.get(NONE).is_some_and(|none| *none >= CERTAINLY_NONE) {
        return Verdict::NoPart;
    }
    let (category, probability) = likeliest(probabilities);
    let evidence = evidence(category, features, tokens, tally, category_holds);
    if probability >= CERTAIN && evidence.count() >= MIN_EVIDENCE {
        Verdict::Part(category)
    } else {
        Verdict::Unsure(category)
    }
}

/// Returns the kinds of evidence for a category.
pub(crate) fn evidence(
    category: Category,
    features: &[Feature],
    tokens: &TitleTokens<'_>,
    tally: &Tally,
    category_holds: Option<Holds>,
) -> Evidence {
    let model = Model::fitted();
    let class = class_of(category);
    let adds = |is_counted: &dyn Fn(&Feature) -> bool| -> f32 {
        let counted = features.iter().filter(|feature| is_counted(feature));
        counted.map(|feature| model.contribution(feature, class, NONE)).sum()
    };
    let is_text = |group: FeatureGroup| {
        matches!(
            group,
            FeatureGroup::Word
                | FeatureGroup::WithWord
                | FeatureGroup::Head
                | FeatureGroup::Pair
                | FeatureGroup::Shape
                | FeatureGroup::Letters
        )
    };
    let votes = Category::ALL.iter().position(|known| *known == category).and_then(|at| tally.votes.get(at));
    Evidence {
        noun: tally.named_parts.contains(&category) || votes.is_some_and(|votes| *votes >= ENOUGH),
        maker: adds(&|feature| feature.group == FeatureGroup::Manufacturer) >= MIN_CONTRIBUTION,
        chip: match category {
            Category::Cpu => tokens.cpu.is_some(),
            Category::Gpu => tokens.gpu.is_some(),
            Category::Motherboard => tokens.board.is_some(),
            _ => false,
        },
        measure: adds(&|feature| feature.group == FeatureGroup::Measure) >= MIN_CONTRIBUTION,
        words: adds(&|feature| is_text(feature.group) && !feature.is_kind_word) >= MIN_WORDS,
        shop_category: category_holds == Some(Holds::Parts(category)),
    }
}
