//! Statements of a shop about a listing beside its title.

use domain::model::{
    Category,
    keys::{fold::Folded, manufacturers::manufacturer_aliases},
};

use super::{
    learnt::Counts,
    model::{CLASSES, Probabilities},
    shop_category::{CategoryNames, Holds},
};
use crate::{normalise::raw_title::RawTitle, retailer_category::RetailerCategory};

/// Maximum length of the description that is read, in bytes.
const MAX_DESCRIPTION_BYTES: usize = 600;

/// Known facts of a listing beside its title.
pub(crate) struct Context<'a> {
    pub(super) hint: Option<&'a str>,
    pub(super) mapped: Option<Category>,
    pub(super) manufacturer: Option<String>,
    /// Whether the table of manufacturers knows it.
    pub(super) is_maker_known: bool,
    pub(super) description: Option<Folded>,
    pub(super) names: CategoryNames,
    /// Goods in the shop's category, by its names.
    pub(super) named_shop_category: Option<ShopCategory>,
    /// The same, by its names and by what it held in earlier crawls.
    pub(super) learnt_shop_category: Option<ShopCategory>,
    /// Gain of each class by the goods in the shop's category in earlier crawls.
    odds: Option<[f32; CLASSES]>,
}

/// Goods in the shop's category of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShopCategory {
    pub(super) holds: Holds,
    /// Whether only a name says so that other trades use as well.
    pub(super) is_ambiguous: bool,
}

impl<'a> Context<'a> {
    /// Reads the context of a title; `manufacturer` is the one that the title or the brand field names.
    pub(crate) fn new(raw: &RawTitle<'a>, manufacturer: Option<String>) -> Self {
        let names = match raw.category_hint.filter(|_| raw.categories.is_empty()) {
            Some(hint) => CategoryNames::read([RetailerCategory::from_text(hint).path.as_slice()]),
            None => CategoryNames::read(raw.categories.iter().map(|category| category.path.as_slice())),
        };
        let learnt = raw.learnt.and_then(|learnt| learnt.find(raw.categories));
        Self {
            hint: raw.category_hint,
            mapped: raw.mapped_category,
            is_maker_known: manufacturer
                .as_deref()
                .is_some_and(|name| manufacturer_aliases().find_name(name).is_some()),
            manufacturer,
            description: raw.description.map(|text| Folded::new(cut_description(text))),
            named_shop_category: combine(&names, None),
            learnt_shop_category: combine(&names, learnt.and_then(Counts::holds)),
            odds: learnt.map(Counts::odds),
            names,
        }
    }

    /// Weighs the probabilities by what the shop's category held in earlier crawls.
    pub(super) fn weigh(&self, probabilities: Probabilities) -> Probabilities {
        let Some(odds) = self.odds else { return probabilities };
        let mut weighed = probabilities;
        for (probability, odds) in weighed.iter_mut().zip(odds) {
            *probability *= odds;
        }
        let sum: f32 = weighed.iter().sum();
        if sum > 0.0 { weighed.map(|probability| probability / sum) } else { probabilities }
    }
}

/// Where the names and earlier crawls say different things, titles decide. Names that say nothing, or that any trade uses,
/// are completed by what was learnt.
fn combine(names: &CategoryNames, learnt: Option<Holds>) -> Option<ShopCategory> {
    let by_name = names.holds.map(|holds| ShopCategory { holds, is_ambiguous: names.is_ambiguous });
    let learnt = learnt.map(|holds| ShopCategory { holds, is_ambiguous: false });
    match (by_name, learnt) {
        (Some(by_name), Some(learnt)) if by_name.holds != learnt.holds => match by_name.holds {
            _ if by_name.is_ambiguous => Some(learnt),
            Holds::Mixed => Some(learnt),
            _ => Some(ShopCategory { holds: Holds::Mixed, is_ambiguous: false }),
        },
        (by_name, None) => by_name,
        (_, learnt) => learnt,
    }
}

fn cut_description(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MAX_DESCRIPTION_BYTES)).unwrap_or(text)
}
