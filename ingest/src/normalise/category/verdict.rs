//! Decides from the classifier's probabilities, and from how many kinds of evidence speak, whether a listing is a part.
//!
//! A listing is a part of the likeliest category where that is probable enough, and either two kinds of evidence speak for
//! it, or the shop's category does and the title does not contradict. Against the shop's category more is needed. What is
//! neither a part nor probably none is unsure: it waits, and is on no page.

use domain::model::Category;

use super::{
    context::ShopCategory,
    features::{Feature, FeatureGroup},
    model::{CATEGORIES, Model, NONE, Probabilities, class_of},
    shop_category::Holds,
    tally::{ENOUGH, Tally},
};
use crate::normalise::tokens::TitleTokens;

/// Minimum probability of a category for a listing that is certainly such a part. The limits are chosen on titles that
/// the model was not fitted on (`labelled_titles.rs`, those to calibrate).
const CERTAIN: f32 = 0.65;
/// The same where the shop's category holds such parts.
const CERTAIN_BY_SHOP: f32 = 0.5;
/// Probability from which the title as a whole is evidence of its own: other titles of that kind read like it.
const TYPICAL: f32 = 0.9;
/// The same where the shop's category holds something else.
const CERTAIN_AGAINST_SHOP: f32 = 0.97;
/// Minimum probability of "none of our parts" from which a listing is certainly none.
const CERTAINLY_NONE: f32 = 0.5;
/// Minimum number of kinds of evidence for a part, and where the shop's category holds something else.
const MIN_EVIDENCE: usize = 2;
const MIN_EVIDENCE_AGAINST_SHOP: usize = 3;
/// Minimum that the words beside the kind's noun add to the score for the category to count as evidence.
const MIN_WORDS: f32 = 0.7;
/// Minimum that a title takes from the score to contradict the category.
const MIN_CONTRADICTION: f32 = 0.3;
/// The same for measures.
const MIN_MEASURES: f32 = 0.1;

/// Verdict of the classifier on a listing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Verdict {
    Part(Category),
    NoPart,
    /// Perhaps such a part; an operator decides.
    Unsure(Category),
}

/// Kinds of evidence that a listing is a part of a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Evidence {
    /// A noun of the title names the category.
    noun: bool,
    /// The manufacturer is known, and for nothing else.
    maker: bool,
    /// A chip of such parts is named.
    chip: bool,
    /// Measures as such parts have them.
    measure: bool,
    /// The other words of the title: product lines, sockets, model numbers.
    words: bool,
    /// The shop's category holds such parts.
    shop_category: bool,
    /// Only a name that other trades use as well says so.
    is_shop_ambiguous: bool,
    /// The shop's category holds something else.
    is_against_shop: bool,
    /// The title as a whole speaks against the category.
    is_against_title: bool,
}

impl Evidence {
    /// Returns the kinds that speak for the category, by name.
    pub(super) fn names(self) -> impl Iterator<Item = &'static str> {
        let kinds = [
            (self.noun, "noun"),
            (self.maker, "manufacturer"),
            (self.chip, "chip"),
            (self.measure, "measure"),
            (self.words, "words"),
            (self.shop_category, "shop category"),
        ];
        kinds.into_iter().filter(|(speaks, _)| *speaks).map(|(_, name)| name)
    }

    fn is_enough(self, probability: f32) -> bool {
        let kinds = self.names().count();
        let of_title = kinds - usize::from(self.shop_category);
        let is_typical = of_title > 0 && probability >= TYPICAL && !self.is_against_title;
        let kinds = kinds + usize::from(is_typical);
        if self.is_against_shop {
            return probability >= CERTAIN_AGAINST_SHOP && kinds >= MIN_EVIDENCE_AGAINST_SHOP;
        }
        let is_filed = self.shop_category && !self.is_shop_ambiguous && !self.is_against_title;
        let certain = if self.shop_category && !self.is_shop_ambiguous { CERTAIN_BY_SHOP } else { CERTAIN };
        probability >= certain && (kinds >= MIN_EVIDENCE || is_filed)
    }
}

/// The listing about which a verdict is asked.
pub(super) struct Subject<'a> {
    pub(super) features: &'a [Feature],
    pub(super) tokens: &'a TitleTokens<'a>,
    pub(super) tally: &'a Tally,
    pub(super) is_maker_known: bool,
    pub(super) shop_category: Option<ShopCategory>,
}

/// Returns the category with the highest probability among those of parts.
pub(super) fn likeliest(probabilities: &Probabilities) -> (Category, f32) {
    let parts = CATEGORIES.iter().copied().zip(probabilities.iter().copied());
    parts.max_by(|left, right| left.1.total_cmp(&right.1)).unwrap_or((Category::Other, 0.0))
}

/// Decides about a listing.
pub(super) fn decide(probabilities: &Probabilities, listing: &Subject<'_>) -> Verdict {
    if probabilities.get(NONE).is_some_and(|none| *none >= CERTAINLY_NONE) {
        return Verdict::NoPart;
    }
    let (category, probability) = likeliest(probabilities);
    if evidence(category, listing).is_enough(probability) {
        Verdict::Part(category)
    } else {
        Verdict::Unsure(category)
    }
}

/// Whether the title as a whole speaks against a category.
pub(super) fn contradicts(category: Category, listing: &Subject<'_>) -> bool {
    evidence(category, listing).is_against_title
}

/// Returns the kinds of evidence for a category.
pub(super) fn evidence(category: Category, listing: &Subject<'_>) -> Evidence {
    let mut sums = Sums::default();
    sums.add(category, listing.features);
    let votes = Category::ALL.iter().position(|known| *known == category);
    let votes = votes.and_then(|at| listing.tally.votes.get(at)).copied().unwrap_or_default();
    let held = listing.shop_category.map(|shop| shop.holds);
    let is_ambiguous = listing.shop_category.is_some_and(|shop| shop.is_ambiguous);
    Evidence {
        noun: listing.tally.named_parts.contains(&category) || votes >= ENOUGH,
        maker: listing.is_maker_known && sums.maker >= 0.0,
        chip: match category {
            Category::Cpu => listing.tokens.cpu.is_some(),
            Category::Gpu => listing.tokens.gpu.is_some(),
            Category::Motherboard => listing.tokens.board.is_some(),
            _ => false,
        },
        measure: sums.measure >= MIN_MEASURES,
        words: sums.words >= MIN_WORDS,
        shop_category: held == Some(Holds::Parts(category)),
        is_shop_ambiguous: is_ambiguous,
        is_against_shop: match held.filter(|_| !is_ambiguous) {
            Some(Holds::Parts(other)) => other != category,
            Some(Holds::NoParts) => true,
            Some(Holds::Mixed) | None => false,
        },
        is_against_title: sums.title < -MIN_CONTRADICTION,
    }
}

/// Contributions of groups of features to the score of a category, over that of none.
#[derive(Default)]
struct Sums {
    maker: f32,
    measure: f32,
    words: f32,
    title: f32,
}

impl Sums {
    fn add(&mut self, category: Category, features: &[Feature]) {
        let (model, class) = (Model::fitted(), class_of(category));
        for feature in features {
            let added = model.contribution(feature, class, NONE);
            match feature.group {
                FeatureGroup::Manufacturer => self.maker += added,
                FeatureGroup::Measure => self.measure += added,
                // The purpose of a product says nothing of what it is.
                FeatureGroup::ForWord => {}
                group if group.is_text() && !feature.is_kind_word => self.words += added,
                _ => {}
            }
            let is_of_shop = matches!(
                feature.group,
                FeatureGroup::Description | FeatureGroup::CategoryWord | FeatureGroup::CategoryMeaning
            );
            if !is_of_shop {
                self.title += added;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_weak_kind_of_evidence_is_not_enough() {
        let one = Evidence { noun: true, ..Evidence::default() };
        let two = Evidence { maker: true, ..one };
        assert!(!one.is_enough(0.89));
        assert!(one.is_enough(0.96), "the title as a whole is the second kind");
        assert!(!Evidence::default().is_enough(0.99));
        assert!(two.is_enough(CERTAIN));
        assert!(!two.is_enough(CERTAIN - 0.01));
    }

    #[test]
    fn shop_category_counts_in_both_directions() {
        let filed = Evidence { shop_category: true, ..Evidence::default() };
        assert!(filed.is_enough(0.9));
        assert!(!Evidence { is_against_title: true, ..filed }.is_enough(0.9));
        assert!(!Evidence { is_shop_ambiguous: true, ..filed }.is_enough(0.9));
        assert!(Evidence { is_shop_ambiguous: true, noun: true, ..filed }.is_enough(0.9));
        let against = Evidence { noun: true, maker: true, is_against_shop: true, ..Evidence::default() };
        assert!(!against.is_enough(0.89));
        assert!(Evidence { words: true, ..against }.is_enough(0.99));
    }
}
