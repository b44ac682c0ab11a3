//! The order in which candidates are scored. Candidates are scored in windows of 150, most popular first, so a match
//! behind the first window cannot become the first hit. *Strong candidates* are the matches that may score best however
//! unpopular they are; they join the first window:
//!
//! 1. products whose part number is the whole query;
//! 2. products with facts that a use of the query prefers (`preferred_matches`);
//! 3. products whose name or model begins with one of the first words of the first clause (`Clause::first_words`).

use std::collections::HashSet;

use domain::model::Category;

use super::run_query::CompiledQuery;
use crate::{
    collect::{
        clause::{Clause, PredicateKind},
        collector::Collected,
        matches::Matches,
        preference::CompiledPreference,
        score::MainCategories,
    },
    interface::Result,
    query::expander::Expander,
    storage::view::DocAddress,
};

/// Candidates in the order in which they are scored: the most popular window, the strong candidates, then the rest
/// by popularity.
pub(crate) struct ScoringOrder {
    pub(crate) addresses: Vec<DocAddress>,
    /// Number of strong candidates; they belong to the first window.
    pub(crate) strong_count: usize,
}

/// A category is a main category if at least one in this many of the most popular matches is of it.
const MAIN_CATEGORY_SHARE: usize = 10;

impl CompiledQuery<'_> {
    /// Returns the main categories of the most popular matches, for a query of manufacturers alone or of one other word
    /// without a category; `None` for every other query.
    pub(crate) fn main_categories(&self, most_popular: &[DocAddress]) -> Option<MainCategories> {
        let is_manufacturer = |clause: &Clause| {
            clause.predicates.iter().any(|predicate| predicate.kind == PredicateKind::Brand)
        };
        let names_only_manufacturers = !self.clauses.is_empty() && self.clauses.iter().all(is_manufacturer);
        let is_name = matches!(self.clauses, [clause] if clause.predicates.is_empty() && !clause.has_digit);
        if !names_only_manufacturers && !is_name {
            return None;
        }
        let mut counts = [0_usize; u32::BITS as usize];
        for address in most_popular.iter().take(self.config.ranking.limits.scoring_window) {
            if let Some(count) = counts.get_mut(usize::from(self.view.row(*address).category)) {
                *count += 1;
            }
        }
        let all: usize = counts.iter().sum();
        let main = counts.iter().enumerate().filter(|(_, count)| *count * MAIN_CATEGORY_SHARE >= all);
        let bits = main.fold(0, |bits, (category, _)| bits | 1 << category);
        Some(MainCategories { bits, names_only_manufacturers })
    }

    /// Returns the candidates by popularity, with the strong candidates right behind the most popular window.
    pub(crate) fn order_for_scoring(
        &self,
        expander: &Expander<'_>,
        collected: &Collected,
        preferences: &[CompiledPreference],
    ) -> Result<ScoringOrder> {
        let limits = &self.config.ranking.limits;
        let mut ordered = ScoringOrder { addresses: collected.top_docs.clone(), strong_count: 0 };
        // Matches in the order of their information need no other strong candidates.
        let has_windows = collected.total > limits.scoring_window as u64 && self.partial_matches().is_none();
        let Some(first) = self.clauses.first().filter(|_| has_windows) else {
            return Ok(ordered);
        };
        let mut strong = Vec::new();
        if let Some(found) = self.part_number_match {
            strong = self.first_passing(&Matches::find(self.view, &[&found.to_clause()], None)?)?;
        }
        for address in self.preferred_matches(preferences)? {
            if !strong.contains(&address) {
                strong.push(address);
            }
        }
        if let (Some(starting_names), Some(matches)) = (expander.names_starting_with(first)?, self.matches) {
            let matches = if matches.is_complete() {
                matches.intersect_clause(self.view, &starting_names)?
            } else {
                let required = self.clauses.iter().filter(|clause| !clause.is_optional);
                let clauses: Vec<&Clause> = required.chain([&starting_names]).collect();
                Matches::find(self.view, &clauses, Some(limits.max_strong))?
            };
            for address in self.first_passing(&matches)? {
                if !strong.contains(&address) {
                    strong.push(address);
                }
            }
        }
        let window: HashSet<DocAddress> =
            ordered.addresses.iter().take(limits.scoring_window).copied().collect();
        let strong: Vec<DocAddress> =
            strong.into_iter().filter(|address| !window.contains(address)).collect();
        let moved: HashSet<DocAddress> = strong.iter().copied().collect();
        let rest = ordered.addresses.split_off(ordered.addresses.len().min(limits.scoring_window));
        ordered.strong_count = strong.len();
        ordered.addresses.extend(strong);
        ordered.addresses.extend(rest.into_iter().filter(|address| !moved.contains(address)));
        Ok(ordered)
    }

    /// Returns the matches with facts that the query's uses prefer, most points first; such a match may be less
    /// popular than a whole window. One pass over the `limits.max_preference_checks` most popular matches finds them,
    /// however many facts are preferred.
    fn preferred_matches(&self, preferences: &[CompiledPreference]) -> Result<Vec<DocAddress>> {
        let categories: Vec<Category> = self.clauses.iter().filter_map(Clause::category).collect();
        let preferences: Vec<&CompiledPreference> =
            preferences.iter().filter(|preference| preference.has_fact_of(&categories)).collect();
        if self.matches.is_none() || preferences.is_empty() {
            return Ok(Vec::new());
        }
        let limits = &self.config.ranking.limits;
        let most_popular = self.collect(limits.max_preference_checks, None, false)?.top_docs;
        let mut preferred: Vec<(f32, DocAddress)> = most_popular
            .into_iter()
            .map(|address| {
                let row = self.view.row(address);
                (preferences.iter().map(|preference| preference.fact_points(row)).sum(), address)
            })
            .collect();
        preferred.retain(|(points, _)| *points > 0.0);
        preferred.sort_by(|(left, _), (right, _)| right.total_cmp(left));
        preferred.truncate(limits.max_preferred());
        Ok(preferred.into_iter().map(|(_, address)| address).collect())
    }

    /// Returns the most popular of the matches that pass the filters, at most `limits.max_strong`.
    fn first_passing(&self, matches: &Matches) -> Result<Vec<DocAddress>> {
        let max_hits = self.config.ranking.limits.max_strong;
        Ok(CompiledQuery { matches: Some(matches), ..*self }.collect(max_hits, None, false)?.top_docs)
    }
}
