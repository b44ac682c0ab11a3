use super::merit::Merit;
use crate::model::ProductId;

/// A part that may be chosen, or the choice of no part.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// Index into the catalogue; `None` chooses no part.
    pub part: Option<usize>,
    pub id: Option<ProductId>,
    pub quantity: u32,
    pub owned: bool,
    /// The lowest price times the quantity, in fils; 0 for no part and for owned ones.
    pub price: i64,
    /// The lowest price at each allowed retailer from which a cheapest basket may buy the part, times the quantity, in
    /// fils.
    pub prices: Vec<(usize, i64)>,
    pub merit: Merit,
    pub group: u32,
    pub kind: u32,
}

impl Choice {
    /// The choice of no part.
    pub(super) fn none() -> Choice {
        let merit = Merit::default();
        Choice {
            part: None,
            id: None,
            quantity: 0,
            owned: false,
            price: 0,
            prices: Vec::new(),
            merit,
            group: 0,
            kind: 0,
        }
    }
}
