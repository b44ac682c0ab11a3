//! The most common rule: a number of one part must not exceed a number of another.

use super::{
    build::Build,
    clash::{ClashTerm, Excess, FactTest, exclude},
    condition::Exclusion,
    facts::FactKey,
    verdict::{Check, Code, Fix, Outcome},
};
use crate::model::Category;

/// A number of one part that a number of another part limits.
pub(super) struct Limit {
    pub code: Code,
    pub asks: (Category, FactKey),
    pub allows: (Category, FactKey),
    /// An excess within the tolerance is still only a warning; beyond it the rule reports an error.
    pub excess: Excess,
    pub unit: &'static str,
    /// The tests of the asking part of which one must hold for the rule to apply; empty where it always does.
    pub applies_to: &'static [FactTest],
}

impl Limit {
    /// Checks the rule where both parts are chosen.
    pub(super) fn check(&self, build: &Build, checks: &mut Vec<Check>) {
        let (Some(asker), Some(limiter)) = (build.one(self.asks.0), build.one(self.allows.0)) else { return };
        if !self.applies_to.is_empty() && !self.applies_to.iter().any(|test| test.holds(&asker.facts)) {
            return;
        }
        let parts = [asker, limiter];
        let (asked, allowed) = (asker.facts.number(self.asks.1), limiter.facts.number(self.allows.1));
        let (Some(asked), Some(allowed)) = (asked, allowed) else {
            let facts = [(asker, self.asks.1), (limiter, self.allows.1)];
            return checks.push(Check::unknown(self.code, &parts, &facts));
        };
        let outcome = if self.excess.holds(asked, allowed) {
            Outcome::Error
        } else if asked > allowed {
            Outcome::Warning
        } else {
            Outcome::Pass
        };
        let check = Check::new(self.code, outcome, &parts).compare(
            (asker, self.asks.1),
            (limiter, self.allows.1),
            Some(self.unit),
        );
        checks.push(check.fix(fix(self.allows, "min", asked)).fix(fix(self.asks, "max", allowed)));
    }

    /// Adds the candidates of a category that would break the rule with the chosen parts.
    pub(super) fn exclude(&self, build: &Build, category: Category, out: &mut Vec<Exclusion>) {
        let between = (self.asks.0, self.allows.0);
        let exceeds = ClashTerm::Exceeds { first: self.asks.1, second: self.allows.1, excess: self.excess };
        match self.applies_to {
            [] => exclude(self.code, between, &[exceeds], build, category, out),
            tests => exclude(self.code, between, &[exceeds, ClashTerm::First(tests)], build, category, out),
        }
    }
}

/// Returns the listing with the bound as a filter, where listings can filter on the fact.
fn fix((category, key): (Category, FactKey), bound: &str, number: f64) -> Fix {
    match key {
        FactKey::Spec(key) => Fix::of(category, format!("spec.{key}.{bound}"), number),
        _ => Fix::listing(category),
    }
}
