//! Goods found in the categories of a retailer: the shares of its stored offers that are certainly of each kind.
//!
//! A shop names its categories as it likes, and files what it likes under them. What earlier crawls decided of the listings
//! of a category says what the next one in it may be. The shares come from decisions that earlier shares have swayed, so
//! they count with the root of their odds, and never decide alone (`verdict.rs`).

use domain::model::Category;
use rustc_hash::FxHashMap;

use super::{
    model::{CATEGORIES, CLASSES, NONE, class_of},
    shop_category::Holds,
};
use crate::retailer_category::RetailerCategory;

/// Minimum number of decided listings of a category from which it says what it holds.
const MIN_DECIDED: u32 = 12;
/// Minimum share of one kind among all listings of a category that holds nothing else.
const NEARLY_ALL: f32 = 0.9;

/// Numbers of the stored offers in the categories of one retailer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LearntCategories {
    counts: FxHashMap<String, Counts>,
}

/// Numbers of offers in one category.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Counts {
    decided: [u32; CLASSES],
    undecided: u32,
}

impl LearntCategories {
    /// Adds offers in a retailer's category, by its path in one text: `category` is what they were found to be, `OTHER` for
    /// none of our parts, `None` where it was not decided.
    pub fn add(&mut self, path: &str, category: Option<Category>, offers: u32) {
        let counts = self.counts.entry(path.to_owned()).or_default();
        let count = match category {
            Some(category) => counts.decided.get_mut(class_of(category)),
            None => Some(&mut counts.undecided),
        };
        if let Some(count) = count {
            *count = count.saturating_add(offers);
        }
    }

    /// Returns the counts of that category of a listing which holds the most of one kind.
    pub(super) fn find(&self, categories: &[RetailerCategory]) -> Option<&Counts> {
        if self.counts.is_empty() {
            return None;
        }
        let known = categories.iter().filter_map(|category| self.counts.get(&category.text()));
        let known = known.filter(|counts| counts.decided() >= MIN_DECIDED);
        known.max_by(|one, other| one.greatest_share().total_cmp(&other.greatest_share()))
    }
}

impl Counts {
    /// Returns what a category holds, where nearly all of its listings are of one kind.
    pub(super) fn holds(&self) -> Option<Holds> {
        let (class, share) = self.shares().max_by(|one, other| one.1.total_cmp(&other.1))?;
        let holds = if class == NONE { Holds::NoParts } else { Holds::Parts(*CATEGORIES.get(class)?) };
        (share >= NEARLY_ALL).then_some(holds)
    }

    /// Returns the factor of each class: the root of its share, with one imagined listing of each class.
    pub(super) fn odds(&self) -> [f32; CLASSES] {
        let all = self.decided() as f32 + CLASSES as f32;
        self.decided.map(|count| ((count as f32 + 1.0) / all).sqrt())
    }

    fn decided(&self) -> u32 {
        self.decided.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The share of each class among all listings, undecided ones included.
    fn shares(&self) -> impl Iterator<Item = (usize, f32)> {
        let all = self.decided().saturating_add(self.undecided).max(1) as f32;
        self.decided.into_iter().enumerate().map(move |(class, count)| (class, count as f32 / all))
    }

    fn greatest_share(&self) -> f32 {
        self.shares().map(|(_, share)| share).fold(0.0, f32::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learnt(rows: &[(&str, Option<Category>, u32)]) -> LearntCategories {
        let mut learnt = LearntCategories::default();
        rows.iter().for_each(|(path, category, offers)| learnt.add(path, *category, *offers));
        learnt
    }

    fn holds(learnt: &LearntCategories, path: &str) -> Option<Holds> {
        learnt.find(&[RetailerCategory::from_text(path)]).and_then(Counts::holds)
    }

    #[test]
    fn category_holds_what_nearly_all_of_its_listings_are() {
        let learnt = learnt(&[
            ("Brains", Some(Category::Cpu), 30),
            ("Brains", None, 2),
            ("Shop > Lappies", Some(Category::Other), 50),
            ("New", Some(Category::Gpu), 20),
            ("New", Some(Category::Other), 20),
            ("Doubtful", Some(Category::Ram), 20),
            ("Doubtful", None, 20),
            ("Small", Some(Category::Ram), 5),
        ]);
        assert_eq!(holds(&learnt, "Brains"), Some(Holds::Parts(Category::Cpu)));
        assert_eq!(holds(&learnt, "Shop / Lappies"), Some(Holds::NoParts));
        for path in ["New", "Doubtful", "Small", "Never seen"] {
            assert_eq!(holds(&learnt, path), None, "{path}");
        }
    }

    #[test]
    fn shares_sway_and_never_exclude() {
        let learnt = learnt(&[("Brains", Some(Category::Cpu), 200)]);
        let counts = learnt.find(&[RetailerCategory::from_text("Brains")]).expect("it was added");
        let odds = counts.odds();
        let (cpu, none) = (odds[class_of(Category::Cpu)], odds[NONE]);
        assert!(cpu > 0.9 && none > 0.05 && none < 0.1, "{cpu} {none}");
    }
}
