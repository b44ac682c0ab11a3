//! Removal of dominated parts, which the search need not try because another part is at least as good in every way.
//!
//! Part *a* dominates part *b* of the same class when
//! 1. *a* is at least as compatible ([`compatibility_order`]): no rule finds worse of *a*, so *a* in the place of *b*
//!    keeps a build valid;
//! 2. no component of the [`Contribution`] of *a* is worse: none is lower, and *a* draws no more watts. Utility never
//!    falls as one of these gets better;
//! 3. wherever a cheapest basket may buy *b*, some offer of *a* could replace it without making any basket dearer
//!    (`can_replace_offer`).
//! 4. *a* keeps the bounds of a sound build wherever *b* does ([`super::soundness`]).
//!
//! **Proof of 3.** Take the cheapest basket of a build with *b*, bought from retailer *s* for *q*. Let *f(x)* be the
//! delivery fee of retailer *x* (0 where it is not known), and *loss(x)* the most that the delivery from *x* can rise
//! by when less is bought there: *f(x)* where *x* delivers larger baskets free, else 0. Buy *a* from retailer *t* for
//! *p* instead.
//! - *t = s, p = q*: the same sum at the same retailer; the same total.
//! - *t = s, p < q*: the parts cost *q − p* less and delivery from *s* at most *loss(s)* more.
//! - *t ≠ s*: the parts cost *q − p* less. Delivery from *s* rises by at most *loss(s)* (or is saved where nothing
//!   else came from there). Delivery from *t* rises by at most *f(t)*, when *t* was not used before: more bought
//!   there never raises a fee.
//!
//! Where *p* alone reaches the sum from which *t* delivers free, delivery from *t* is free afterwards: *f(t)* counts
//! nothing, and for *t = s* neither does *loss(s)*.
//!
//! In all cases the basket is no dearer if *p + loss(s) [+ f(t)] ≤ q*, and the cheapest basket with *a* is no dearer than
//! that. Hence for every build with *b*, the one with *a* has no lower utility and is no dearer. Of builds equal in both,
//! the one with the lower ids wins: where neither points nor price are strictly better, *a* must have the lower id.
//! The best build without the dominated parts is thus the best of all. Dominance is transitive, so parts may be
//! removed one after the other.
//!
//! The same comparison drops offers of *b* itself: where another offer of *b* makes every basket cheaper, no cheapest
//! basket buys *b* from *s*.
//!
//! Example: *b* costs 30.000 at *s* and 27.000 at *t*, and each of the two charges 1.500 below 40.000. Moving *b* from
//! *s* to *t* saves 3.000 and costs at most 1.500 at *t* and 1.500 at *s*: no basket gets dearer, but none need get
//! cheaper, so both offers stay. At 30.100 the offer of *s* is dropped.

use super::{catalogue::Catalogue, choice::Choice, compatibility_order, utility::Contribution};
use crate::model::{Fils, ShippingRule};

/// The facts and rules that dominance reads besides the two choices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dominance<'a> {
    pub catalogue: &'a Catalogue,
    pub shipping: &'a [ShippingRule],
    pub allow_unknown: bool,
}

impl Dominance<'_> {
    /// Removes the choices that another choice dominates.
    pub(super) fn prune(&self, choices: Vec<Choice>) -> Vec<Choice> {
        let mut sorted = choices;
        // A choice that dominates another sorts before it: it is no dearer; at the same price it has no fewer points;
        // with the same points it has the lower id.
        sorted.sort_by_key(|choice| {
            (choice.dominance_key, choice.price, std::cmp::Reverse(choice.contribution.points), choice.id)
        });
        let mut left: Vec<Choice> = Vec::with_capacity(sorted.len());
        let mut start = 0;
        for choice in sorted {
            if left.get(start).is_some_and(|first| first.dominance_key != choice.dominance_key) {
                start = left.len();
            }
            if !left[start..].iter().any(|rival| self.dominates(rival, &choice)) {
                left.push(choice);
            }
        }
        left
    }

    fn dominates(&self, a: &Choice, b: &Choice) -> bool {
        let wins_ties = a.contribution.points > b.contribution.points || a.id < b.id;
        a.dominance_key == b.dominance_key
            && a.price <= b.price
            && contributes_no_less(&a.contribution, &b.contribution)
            && a.sound.is_as_sound(&b.sound)
            && b.prices.iter().all(|offer| self.can_replace_offer(&a.prices, *offer, !wins_ties))
            && self.is_as_compatible(a, b)
    }

    /// Whether the part of `a` is at least as compatible as that of `b`.
    fn is_as_compatible(&self, a: &Choice, b: &Choice) -> bool {
        if a.fact_group == b.fact_group {
            return true;
        }
        let part = |choice: &Choice| {
            let part = self.catalogue.part(choice.part?);
            Some((&*part.compatibility, &part.parsed))
        };
        part(a)
            .zip(part(b))
            .is_some_and(|(a, b)| compatibility_order::is_as_compatible(a, b, self.allow_unknown))
    }

    /// Returns the offers of a part from which a cheapest basket may buy it.
    pub(super) fn drop_redundant(&self, prices: &[(usize, i64)]) -> Vec<(usize, i64)> {
        prices.iter().filter(|offer| !self.can_replace_offer(prices, **offer, true)).copied().collect()
    }

    /// Whether one of these prices can replace an offer, of this part or of another, without making any basket dearer.
    /// With `strictly`, the replacement must make every basket cheaper.
    fn can_replace_offer(&self, prices: &[(usize, i64)], offer: (usize, i64), strictly: bool) -> bool {
        let (retailer, price) = offer;
        let rule = |retailer: usize| self.shipping[retailer];
        let fee = |retailer: usize| rule(retailer).flat.unwrap_or(Fils::ZERO).0.max(0);
        let is_free =
            |retailer: usize, own: i64| rule(retailer).free_over.is_some_and(|limit| own >= limit.0);
        let loss = if rule(retailer).free_over.is_some() { fee(retailer) } else { 0 };
        prices.iter().any(|(other, replacement_price)| {
            if *other == retailer && *replacement_price == price {
                return !strictly;
            }
            let delivery = match (*other == retailer, is_free(*other, *replacement_price)) {
                (true, true) => 0,
                (false, true) | (true, false) => loss,
                (false, false) => fee(*other) + loss,
            };
            let replacement_cost = replacement_price + delivery;
            if strictly { replacement_cost < price } else { replacement_cost <= price }
        })
    }
}

fn contributes_no_less(a: &Contribution, b: &Contribution) -> bool {
    a.points >= b.points
        && a.processor >= b.processor
        && a.graphics >= b.graphics
        && a.rated_watts >= b.rated_watts
        && a.watts <= b.watts
}
