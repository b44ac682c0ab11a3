use std::sync::Arc;

use super::{soundness::SoundFacts, utility::Contribution};
use crate::model::{Category, ProductId};

/// The classes of every build. A build takes exactly one choice of each class, as in the multiple-choice knapsack problem.
/// A class is a category of parts, except that each further fixed part of a category is a class of its own. The constraint
/// for a monitor adds a class.
pub(super) const CLASSES: [Category; 8] = [
    Category::Cpu,
    Category::Gpu,
    Category::Motherboard,
    Category::Ram,
    Category::Storage,
    Category::Psu,
    Category::Case,
    Category::CpuCooler,
];

/// A part that may be chosen, or the choice of no part.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// The position in the catalogue; `None` chooses no part.
    pub part: Option<usize>,
    pub id: Option<ProductId>,
    pub quantity: u32,
    pub owned: bool,
    /// The lowest price times the quantity, in fils; 0 for no part and for owned ones.
    pub price: i64,
    /// The lowest price at each allowed retailer from which a cheapest basket may buy the part, times the quantity, in
    /// fils.
    pub prices: Vec<(usize, i64)>,
    pub contribution: Contribution,
    /// The part's `CataloguePart::fact_group`; 0 for no part.
    pub fact_group: u32,
    /// Dominance compares only choices with equal keys. The key is the comparison key of the part: the facts that must be
    /// equal. Where unknown facts are allowed it is the core key: the same without the facts that a part need not state
    /// (`compatibility_order`).
    pub dominance_key: u32,
    pub sound: SoundFacts,
    /// Nothing is known of the class, of which the user has a part that was not entered: no rule about an absent part
    /// applies.
    pub is_unknown: bool,
}

impl Choice {
    /// The choice of no part.
    pub(super) fn none() -> Choice {
        let contribution = Contribution::default();
        Choice {
            part: None,
            id: None,
            quantity: 0,
            owned: false,
            price: 0,
            prices: Vec::new(),
            contribution,
            fact_group: 0,
            dominance_key: 0,
            sound: SoundFacts::default(),
            is_unknown: false,
        }
    }

    /// The choice of a part at home of which nothing is known.
    pub(super) fn unknown() -> Choice {
        Choice { is_unknown: true, ..Choice::none() }
    }
}

/// A class of the multiple-choice knapsack problem: one category of parts, of which a build takes one choice.
#[derive(Debug, Clone)]
pub(super) struct Class {
    pub category: Category,
    pub choices: Vec<Arc<Choice>>,
    /// The id of the cached list of these choices; `None` where only this request reads them.
    pub list_id: Option<u64>,
}

impl Class {
    pub(super) fn new(category: Category, choices: Vec<Arc<Choice>>) -> Class {
        Class { category, choices, list_id: None }
    }
}
