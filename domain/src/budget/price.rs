use super::{
    choice::Choice,
    effort::{self, Effort},
    problem::Problem,
};
use crate::{
    basket::{self, LinePrices, NoBasket},
    model::{Fils, ShippingRule},
};

/// A limit above the cost of every basket.
pub(super) const NO_LIMIT: i64 = i64::MAX / 1_024;
/// The most steps of the search for one basket. Builds of ten parts at ten retailers need some hundreds; sixteen fixed parts
/// beside them, some of which cost the same everywhere, can need any number.
const MAX_BASKET_STEPS: u32 = 20_000;

/// The parts of a build that one retailer delivers.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// Index into the catalogue's retailers.
    pub retailer: usize,
    /// The price of these parts together.
    pub parts: Fils,
    /// `None` where the retailer states no fee; the total then includes none.
    pub fee: Option<Fils>,
}

/// A build's cheapest basket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PricedBuild {
    /// The retailer of each choice; `None` for owned parts and empty classes.
    pub retailer_of: Vec<Option<usize>>,
    pub deliveries: Vec<Delivery>,
    pub total: i64,
    /// Whether the search proved that no cheaper basket exists.
    pub is_proved: bool,
}

impl Problem<'_> {
    /// Returns the cheapest basket for some choices.
    ///
    /// # Errors
    /// Where the basket costs more than `limit`, or no retailer sells one of the parts; or where none was found in the
    /// steps of one search.
    pub(super) fn price(
        &self,
        choices: &[&Choice],
        limit: i64,
        effort: &Effort,
    ) -> Result<PricedBuild, NoBasket> {
        let bought: Vec<usize> = (0..choices.len())
            .filter(|index| choices[*index].part.is_some() && !choices[*index].owned)
            .collect();
        // Retailers that sell none of the parts are left out, because the basket search branches over every retailer.
        let mut retailers: Vec<usize> =
            bought.iter().flat_map(|index| &choices[*index].prices).map(|(retailer, _)| *retailer).collect();
        retailers.sort_unstable();
        retailers.dedup();
        let line = |index: &usize| -> LinePrices {
            let at = |retailer: &usize| {
                let own = &choices[*index].prices;
                own.iter().find(|(other, _)| other == retailer).map(|(_, price)| Fils(*price))
            };
            retailers.iter().map(at).collect()
        };
        let lines: Vec<LinePrices> = bought.iter().map(line).collect();
        let rules: Vec<ShippingRule> = retailers.iter().map(|retailer| self.shipping[*retailer]).collect();
        let searched = basket::find_cheapest_within(&lines, &rules, Fils(limit), MAX_BASKET_STEPS);
        // A step looks at every line.
        effort.spend(effort::BASKET + searched.steps as usize * (2 * lines.len() + 8));
        let found = searched.basket?;
        let mut retailer_of = vec![None; choices.len()];
        for (index, retailer) in bought.iter().zip(&found.retailer_of) {
            retailer_of[*index] = Some(retailers[*retailer]);
        }
        let deliveries: Vec<Delivery> = found
            .split_by_retailer(&lines, &rules)
            .into_iter()
            .map(|share| Delivery {
                retailer: retailers[share.retailer],
                parts: share.parts,
                fee: share.delivery,
            })
            .collect();
        let total =
            deliveries.iter().map(|delivery| delivery.parts.0 + delivery.fee.unwrap_or_default().0).sum();
        Ok(PricedBuild { retailer_of, deliveries, total, is_proved: found.is_proved })
    }

    /// Returns what the cheapest basket of some parts costs more than their lowest prices.
    pub(super) fn compute_surcharge(&self, choices: &[&Choice], effort: &Effort) -> Option<i64> {
        let lowest: i64 = choices.iter().map(|choice| choice.price).sum();
        Some(self.price(choices, NO_LIMIT, effort).ok()?.total - lowest)
    }
}

/// Whether this is the cheapest basket, or none exists.
pub(super) fn is_proved(priced: &Result<PricedBuild, NoBasket>) -> bool {
    match priced {
        Ok(priced) => priced.is_proved,
        Err(none) => *none == NoBasket::NoneExists,
    }
}
