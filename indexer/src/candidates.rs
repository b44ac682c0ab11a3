//! Candidates of the first window: the most popular matches, and those that may score best however unpopular they
//! are.

use std::collections::HashSet;

use domain::model::Category;

use crate::{
    SearchError,
    collect::Found,
    query::{
        expand::Expander,
        intent::uses::CompiledPreference,
        matches::Matches,
        unit::{ReadingKind, Unit},
    },
    score::MainCategories,
    search::Query,
    view::Place,
};

/// Candidates with preferred facts that may join the first window, as a multiple of `limits.strong`.
const PREFERRED_TIMES: usize = 4;

/// Candidates in the order in which they are scored: the most popular window, the strong candidates, then the rest
/// by popularity.
pub(crate) struct Ordered {
    pub(crate) places: Vec<Place>,
    /// Number of strong candidates; they belong to the first window.
    pub(crate) strong: usize,
}

/// A main category holds at least one in this many of the most popular matches.
const MIN_CATEGORY_PART: usize = 10;

impl Query<'_> {
    /// Returns the main categories of the most popular matches, for a query of brands alone or of one other word
    /// without a category; `None` for every other query.
    pub(crate) fn main_categories(&self, most_popular: &[Place]) -> Option<MainCategories> {
        let is_brand = |unit: &Unit| unit.readings.iter().any(|reading| reading.kind == ReadingKind::Brand);
        let is_brand = !self.units.is_empty() && self.units.iter().all(is_brand);
        let is_name = matches!(self.units, [unit] if unit.readings.is_empty() && !unit.has_digit);
        if !is_brand && !is_name {
            return None;
        }
        let mut counts = [0_usize; u32::BITS as usize];
        for place in most_popular.iter().take(self.config.ranking.limits.window) {
            if let Some(count) = counts.get_mut(usize::from(self.view.row(*place).category)) {
                *count += 1;
            }
        }
        let all: usize = counts.iter().sum();
        let main = counts.iter().enumerate().filter(|(_, count)| *count * MIN_CATEGORY_PART >= all);
        Some(MainCategories { bits: main.fold(0, |bits, (category, _)| bits | 1 << category), is_brand })
    }

    /// Returns the candidates by popularity. Matches whose part number is the query, that have preferred facts, or
    /// whose names begin with the query's first unit join the first window.
    pub(crate) fn with_strong(
        &self,
        expander: &Expander<'_>,
        found: &Found,
        preferences: &[CompiledPreference],
    ) -> Result<Ordered, SearchError> {
        let limits = &self.config.ranking.limits;
        let mut ordered = Ordered { places: found.first.clone(), strong: 0 };
        let Some(first) = self.units.first().filter(|_| found.total > limits.window as u64) else {
            return Ok(ordered);
        };
        let mut strong = Vec::new();
        if let Some(number) = self.number {
            strong = self.first_of(&Matches::of(self.view, &[&number.unit()], None)?)?;
        }
        for place in self.preferred(preferences)? {
            if !strong.contains(&place) {
                strong.push(place);
            }
        }
        if let (Some(heads), Some(matches)) = (expander.heads(first)?, self.matches) {
            let matches = if matches.are_all() {
                matches.narrowed(self.view, &heads)?
            } else {
                let required = self.units.iter().filter(|unit| !unit.is_optional);
                let units: Vec<&Unit> = required.chain([&heads]).collect();
                Matches::of(self.view, &units, Some(limits.strong))?
            };
            let begun = self.first_of(&matches)?.into_iter().filter(|place| !strong.contains(place));
            strong.extend(begun.collect::<Vec<_>>());
        }
        let window: HashSet<Place> = ordered.places.iter().take(limits.window).copied().collect();
        let strong: Vec<Place> = strong.into_iter().filter(|place| !window.contains(place)).collect();
        let moved: HashSet<Place> = strong.iter().copied().collect();
        let rest = ordered.places.split_off(ordered.places.len().min(limits.window));
        ordered.strong = strong.len();
        ordered.places.extend(strong);
        ordered.places.extend(rest.into_iter().filter(|place| !moved.contains(place)));
        Ok(ordered)
    }

    /// Returns the matches with facts that the query's uses prefer, most points first; such a match may be less
    /// popular than a whole window. One pass over the `limits.preferred` most popular matches finds them, however
    /// many facts are preferred.
    fn preferred(&self, preferences: &[CompiledPreference]) -> Result<Vec<Place>, SearchError> {
        let categories: Vec<Category> = self.units.iter().filter_map(Unit::category).collect();
        let preferences: Vec<&CompiledPreference> =
            preferences.iter().filter(|preference| preference.has_fact_of(&categories)).collect();
        if self.matches.is_none() || preferences.is_empty() {
            return Ok(Vec::new());
        }
        let limits = &self.config.ranking.limits;
        let most_popular = self.walk(limits.preferred, None, false)?.first;
        let mut preferred: Vec<(f32, Place)> = most_popular
            .into_iter()
            .map(|place| {
                let row = self.view.row(place);
                (preferences.iter().map(|preference| preference.fact_points(row)).sum(), place)
            })
            .collect();
        preferred.retain(|(points, _)| *points > 0.0);
        preferred.sort_by(|(left, _), (right, _)| right.total_cmp(left));
        preferred.truncate(PREFERRED_TIMES * limits.strong);
        Ok(preferred.into_iter().map(|(_, place)| place).collect())
    }

    /// Returns the most popular of the matches that pass the filters, at most `limits.strong`.
    fn first_of(&self, matches: &Matches) -> Result<Vec<Place>, SearchError> {
        let strong = self.config.ranking.limits.strong;
        Ok(Query { matches: Some(matches), ..*self }.walk(strong, None, false)?.first)
    }
}
