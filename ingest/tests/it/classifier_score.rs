//! How well listings are told apart: what is shown as a part is that part, and how many of the parts are shown.

use std::{collections::BTreeMap, fmt};

use domain::model::Category;
use ingest::{
    normalise::{LearntCategories, RawTitle, normalise_title},
    raw_offer::RetailerCategory,
};

use crate::labelled_titles::LabelledTitle;

/// Inputs of the classifier for a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inputs {
    /// The title and the description.
    TitleOnly,
    /// The shop's category as well.
    Category,
    /// The shop's category as well, and what its listings were found to be in an earlier crawl.
    EarlierCrawl,
}

impl Inputs {
    pub(crate) const ALL: [Inputs; 3] = [Inputs::TitleOnly, Inputs::Category, Inputs::EarlierCrawl];
}

/// Numbers of listings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Listings that are such parts.
    pub(crate) parts: usize,
    /// Listings shown as such parts.
    pub(crate) shown: usize,
    /// Those of them that are.
    pub(crate) right: usize,
    /// Listings that wait because it is unsure whether they are such parts.
    pub(crate) waiting: usize,
}

impl Counts {
    /// The share of what is shown that is right; 1 where nothing is shown.
    pub(crate) fn precision(&self) -> f64 {
        if self.shown == 0 { 1.0 } else { self.right as f64 / self.shown as f64 }
    }

    /// The share of the parts that is shown; 1 where there are none.
    pub(crate) fn recall(&self) -> f64 {
        if self.parts == 0 { 1.0 } else { self.right as f64 / self.parts as f64 }
    }

    fn add(&mut self, other: Counts) {
        self.parts += other.parts;
        self.shown += other.shown;
        self.right += other.right;
        self.waiting += other.waiting;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "precision {:.4}  recall {:.4}  parts {:5}  shown {:5}  wrong {:4}  waiting {:5}",
            self.precision(),
            self.recall(),
            self.parts,
            self.shown,
            self.shown - self.right,
            self.waiting
        )
    }
}

/// The score of some listings.
#[derive(Debug, Default)]
pub(crate) struct Score {
    pub(crate) by_category: BTreeMap<Category, Counts>,
    /// Listings shown wrongly: shown category, title, and true category.
    pub(crate) wrong: Vec<(Category, String, Option<Category>)>,
}

impl Score {
    pub(crate) fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.by_category.values().for_each(|counts| total.add(*counts));
        total
    }

    fn count(&mut self, title: &LabelledTitle, found: Found) {
        if let Some(truth) = title.category {
            self.by_category.entry(truth).or_default().parts += 1;
        }
        if let Some(shown) = found.shown {
            let counts = self.by_category.entry(shown).or_default();
            counts.shown += 1;
            if title.category == Some(shown) {
                counts.right += 1;
            } else {
                self.wrong.push((shown, title.title.clone(), title.category));
            }
        }
        if let Some(unsure) = found.unsure {
            self.by_category.entry(unsure).or_default().waiting += 1;
        }
    }
}

/// Categories that a crawl would give a listing.
struct Found {
    /// The category as which it is shown.
    shown: Option<Category>,
    unsure: Option<Category>,
    /// The category that would be stored.
    stored: Option<Category>,
}

/// Scores listings; what an earlier crawl learnt is learnt of each source alone.
pub(crate) fn score<'a>(titles: impl IntoIterator<Item = &'a LabelledTitle>, inputs: Inputs) -> Score {
    let mut by_source: BTreeMap<&str, Vec<&LabelledTitle>> = BTreeMap::new();
    for title in titles {
        by_source.entry(title.source.as_str()).or_default().push(title);
    }
    let mut score = Score::default();
    for titles in by_source.values() {
        let mut learnt = LearntCategories::default();
        if inputs == Inputs::EarlierCrawl {
            for title in titles {
                if let Some(category) = &title.shop_category {
                    learnt.add(&category.text(), read(title, Inputs::Category, None).stored, 1);
                }
            }
        }
        for title in titles {
            score.count(title, read(title, inputs, Some(&learnt)));
        }
    }
    score
}

fn read(title: &LabelledTitle, inputs: Inputs, learnt: Option<&LearntCategories>) -> Found {
    let stated = title.shop_category.as_ref().filter(|_| inputs != Inputs::TitleOnly);
    let categories: Vec<RetailerCategory> = stated.into_iter().cloned().collect();
    let hint = categories.first().map(|category| category.path.join(" / "));
    let read = normalise_title(&RawTitle {
        en: Some(&title.title),
        category_hint: hint.as_deref(),
        categories: &categories,
        learnt,
        description: title.description.as_deref(),
        ..RawTitle::default()
    });
    let is_part = read.non_part_reason.is_none() && !read.accessory && !read.bundle;
    let stored = if is_part { read.category } else { Some(Category::Other) };
    let shown = stored.filter(|category| *category != Category::Other);
    Found { shown, unsure: read.unsure.filter(|_| stored.is_none()), stored }
}
