//! Removal of dominated parts, which the search need not try because another part is at least as good in every way.
//!
//! Part *a* dominates part *b* of the same class when
//! 1. they are of one kind and *a* is at least as easy to build with ([`ease`]): no rule finds worse of *a*, so *a* in
//!    the place of *b* keeps a build valid;
//! 2. *a* is worth no less in any component of [`Merit`] and draws no more watts, and utility never falls as one of
//!    these gets better;
//! 3. for every retailer that sells *b* there is an offer of *a* that makes no basket dearer ([`covers`]).
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
//! So *p + loss(s) [+ f(t)] ≤ q* makes the basket no dearer, and the cheapest basket with *a* is no dearer than that.
//! Hence for every build with *b*, the one with *a* has no lower utility and is no dearer. Of builds equal in both,
//! the one with the lower ids wins: where neither points nor price are strictly better, *a* must have the lower id.
//! The best build without the dominated parts is thus the best of all. Dominance is transitive, so parts may be
//! removed one after the other.

use super::{catalogue::Catalogue, choice::Choice, ease, merit::Merit};
use crate::model::{Fils, ShippingRule};

/// Removes the choices that another choice dominates.
pub(super) fn prune(choices: Vec<Choice>, catalogue: &Catalogue, shipping: &[ShippingRule]) -> Vec<Choice> {
    let mut sorted = choices;
    sorted
        .sort_by_key(|choice| (choice.kind, std::cmp::Reverse(choice.merit.points), choice.price, choice.id));
    let mut left: Vec<Choice> = Vec::with_capacity(sorted.len());
    let mut start = 0;
    for choice in sorted {
        if left.get(start).is_some_and(|first| first.kind != choice.kind) {
            start = left.len();
        }
        let rivals = left.get(start..).unwrap_or_default();
        if !rivals.iter().any(|rival| dominates(rival, &choice, catalogue, shipping)) {
            left.push(choice);
        }
    }
    left
}

fn dominates(a: &Choice, b: &Choice, catalogue: &Catalogue, shipping: &[ShippingRule]) -> bool {
    let is_free_to_tie = a.merit.points > b.merit.points || a.id < b.id;
    a.kind == b.kind
        && a.price <= b.price
        && is_worth_no_less(&a.merit, &b.merit)
        && is_as_easy(a, b, catalogue)
        && b.prices.iter().all(|offer| covers(a, *offer, !is_free_to_tie, shipping))
}

/// Whether no rule finds worse of `a` than of `b`, which is of the same kind.
fn is_as_easy(a: &Choice, b: &Choice, catalogue: &Catalogue) -> bool {
    if a.group == b.group {
        return true;
    }
    let part = |choice: &Choice| catalogue.part(choice.part?);
    part(a).zip(part(b)).is_some_and(|(a, b)| {
        ease::are_at_least(&a.ease, &b.ease) && ease::list_as_many_words(&a.chosen, &b.chosen)
    })
}

fn is_worth_no_less(a: &Merit, b: &Merit) -> bool {
    a.points >= b.points
        && a.processor >= b.processor
        && a.graphics >= b.graphics
        && a.wattage >= b.wattage
        && a.watts <= b.watts
}

/// Whether some offer of `a` can replace `offer` of the other part without making any basket dearer; with
/// `strictly`, it must make every basket cheaper.
fn covers(a: &Choice, offer: (usize, i64), strictly: bool, shipping: &[ShippingRule]) -> bool {
    let (retailer, price) = offer;
    let fee =
        |retailer: usize| shipping.get(retailer).and_then(|rule| rule.flat).unwrap_or(Fils::ZERO).0.max(0);
    let loss = |retailer: usize| match shipping.get(retailer).and_then(|rule| rule.free_over) {
        Some(_) => fee(retailer),
        None => 0,
    };
    a.prices.iter().any(|(other, own)| {
        if *other == retailer && *own == price {
            return !strictly;
        }
        let arriving = if *other == retailer { 0 } else { fee(*other) };
        let replaced = own + arriving + loss(retailer);
        if strictly { replaced < price } else { replaced <= price }
    })
}
