//! The most common rule: a number of one part must not exceed a number of another.

use super::{
    build::Build,
    facts::FactKey,
    filter::{Condition, Exclusion},
    verdict::{Check, Code, Fact, Fix, Outcome},
};
use crate::model::Category;

/// A number of one part that a number of another part limits.
pub(super) struct Limit {
    pub code: Code,
    pub asks: (Category, FactKey),
    pub allows: (Category, FactKey),
    /// The excess that is still only a warning; beyond it the rule reports an error.
    pub tolerance: f64,
    pub unit: &'static str,
}

impl Limit {
    /// Checks the rule where both parts are chosen.
    pub(super) fn check(&self, build: &Build, checks: &mut Vec<Check>) {
        let (Some(asker), Some(limiter)) = (build.one(self.asks.0), build.one(self.allows.0)) else { return };
        let parts = [asker, limiter];
        let (asked, allowed) = (asker.facts.number(self.asks.1), limiter.facts.number(self.allows.1));
        let (Some(asked), Some(allowed)) = (asked, allowed) else {
            let facts = [(asker, self.asks.1), (limiter, self.allows.1)];
            return checks.push(Check::unknown(self.code, &parts, &facts));
        };
        let outcome = if asked > allowed + self.tolerance {
            Outcome::Error
        } else if asked > allowed {
            Outcome::Warning
        } else {
            Outcome::Pass
        };
        let mut check = Check::new(self.code, outcome, &parts).evidence(
            Fact::of(asker, self.asks.1),
            Fact::of(limiter, self.allows.1),
            Some(self.unit),
        );
        if outcome != Outcome::Pass {
            check = check.fix(fix(self.allows, "min", asked)).fix(fix(self.asks, "max", allowed));
        }
        checks.push(check);
    }

    /// Adds the candidates of a category that would break the rule with the chosen parts.
    pub(super) fn exclude(&self, build: &Build, category: Category, out: &mut Vec<Exclusion>) {
        let number = |(category, key): (Category, FactKey)| build.one(category)?.facts.number(key);
        if category == self.asks.0
            && let Some(allowed) = number(self.allows)
        {
            let conditions = vec![Condition::above(self.asks.1, allowed + self.tolerance)];
            out.push(Exclusion { code: self.code, conditions });
        }
        if category == self.allows.0
            && let Some(asked) = number(self.asks)
        {
            let conditions = vec![Condition::below(self.allows.1, asked - self.tolerance)];
            out.push(Exclusion { code: self.code, conditions });
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
