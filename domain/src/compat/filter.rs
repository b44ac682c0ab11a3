use serde::Serialize;

use super::{
    build::{Build, holds_several},
    condition::Exclusion,
    facts::Facts,
    rules,
    verdict::Code,
};
use crate::model::Category;

/// The candidates of one category that a listing hides for a build: those that match any exclusion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Filter {
    pub category: Category,
    pub exclusions: Vec<Exclusion>,
}

impl Filter {
    /// Returns the filter for candidates of a category. A slot of one counts as empty, a slot of several as it is
    /// filled: pass [`Build::without`] to check candidates that would replace its products.
    pub fn for_category(build: &Build, category: Category) -> Filter {
        let cleared;
        let beside = if holds_several(category) {
            build
        } else {
            cleared = build.without(category);
            &cleared
        };
        let mut exclusions = Vec::new();
        rules::exclude(beside, category, &mut exclusions);
        Filter { category, exclusions }
    }

    /// Returns the code of the rule that hides a candidate with these facts.
    pub fn hiding_code(&self, facts: &Facts) -> Option<Code> {
        self.exclusions.iter().find(|exclusion| exclusion.holds(facts)).map(|exclusion| exclusion.code)
    }
}
