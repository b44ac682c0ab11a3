//! When the prices end that a crawl read: the offers are read again then, not hours later at the next crawl.

use std::collections::BTreeMap;

use domain::model::Category;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// Maximum number of moments that are kept, the soonest ones; the next crawl finds the others again.
pub(crate) const MAX_ENDS: usize = 32;
/// Maximum number of pages that are kept of one moment; where there are more, the whole retailer is read.
const MAX_PAGES: usize = 100;
/// Moments later than this are left to a later crawl.
const HORIZON: Duration = Duration::days(14);
/// Prices that end within this time are read again together, when the last of them has ended.
const STEP: Duration = Duration::minutes(5);

/// A page to read, with the category of its offer as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageToRead {
    pub url: String,
    pub category: Option<Category>,
}

/// Moments at which prices end, with the pages of their offers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PriceEnds(BTreeMap<OffsetDateTime, Vec<PageToRead>>);

impl PriceEnds {
    /// Adds an offer that was read at `now` and whose price ends. Prices that have ended or end late are left out.
    pub(super) fn add(&mut self, now: OffsetDateTime, end: OffsetDateTime, page: PageToRead) {
        if end <= now || end - now > HORIZON {
            return;
        }
        let Some(end) = round_up(end) else { return };
        let pages = self.0.entry(end).or_default();
        // Keeps one more than the maximum, which says that there are more.
        if pages.len() <= MAX_PAGES && !pages.contains(&page) {
            pages.push(page);
        }
        if self.0.len() > MAX_ENDS {
            self.0.pop_last();
        }
    }

    /// Returns the moments at which to read offers again, the soonest first, with their pages; none of them where they are
    /// too many. None is before `earliest`, and two are at least `distance` apart: offers whose prices end between are read
    /// with the next ones.
    pub(crate) fn plan(
        &self,
        earliest: OffsetDateTime,
        distance: Duration,
    ) -> Vec<(OffsetDateTime, Vec<PageToRead>)> {
        let mut planned: Vec<(OffsetDateTime, Vec<PageToRead>)> = Vec::new();
        for (end, pages) in &self.0 {
            match planned.last_mut() {
                Some((moment, known)) if *end <= *moment => {
                    let new = pages.iter().filter(|page| !known.contains(page)).cloned();
                    let new: Vec<PageToRead> =
                        new.take((MAX_PAGES + 1).saturating_sub(known.len())).collect();
                    known.extend(new);
                }
                last => {
                    let least = last.map_or(earliest, |(moment, _)| moment.saturating_add(distance));
                    planned.push(((*end).max(least), pages.clone()));
                }
            }
        }
        for (_, pages) in &mut planned {
            if pages.len() > MAX_PAGES {
                pages.clear();
            }
        }
        planned
    }
}

fn round_up(moment: OffsetDateTime) -> Option<OffsetDateTime> {
    let (seconds, step) = (moment.unix_timestamp(), STEP.whole_seconds());
    // A price is over at its end, not before.
    let steps = seconds.div_euclid(step).checked_add(1)?;
    OffsetDateTime::from_unix_timestamp(steps.checked_mul(step)?).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn page(number: usize) -> PageToRead {
        PageToRead { url: format!("https://a/{number}"), category: Some(Category::Gpu) }
    }

    const NOW: OffsetDateTime = datetime!(2026-11-28 09:30 UTC);

    /// Returns the moments with the numbers of their pages.
    fn plan(ends: &PriceEnds, earliest: OffsetDateTime) -> Vec<(OffsetDateTime, usize)> {
        let planned = ends.plan(earliest, Duration::HOUR);
        planned.into_iter().map(|(moment, pages)| (moment, pages.len())).collect()
    }

    #[test]
    fn soonest_ends_are_kept_with_their_pages() {
        let mut ends = PriceEnds::default();
        for hour in (1..100).rev() {
            ends.add(NOW, NOW + Duration::hours(hour), page(1));
        }
        ends.add(NOW, NOW + Duration::minutes(59), page(2));
        ends.add(NOW, NOW + Duration::HOUR, page(1));
        let planned = ends.plan(NOW, Duration::HOUR);
        assert_eq!(planned.len(), MAX_ENDS);
        assert_eq!(planned[0], (datetime!(2026-11-28 10:30 UTC), vec![page(2)]));
        assert_eq!(planned[1], (datetime!(2026-11-28 11:30 UTC), vec![page(1)]));
        for number in 0..1_000 {
            ends.add(NOW, NOW + Duration::minutes(59), page(number));
        }
        assert_eq!(plan(&ends, NOW)[0], (datetime!(2026-11-28 10:30 UTC), 0), "the whole retailer is read");
    }

    #[test]
    fn moments_are_apart_and_none_is_late() {
        let mut ends = PriceEnds::default();
        for (number, minutes) in [-5, 0, 1, 12, 58, 70, 200, 24 * 60 * 15].into_iter().enumerate() {
            ends.add(NOW, NOW + Duration::minutes(minutes), page(number));
        }
        ends.add(NOW, OffsetDateTime::from_unix_timestamp(253_402_300_799).expect("a moment"), page(99));
        let expected = [
            (datetime!(2026-11-28 09:35 UTC), 1),
            // 12 minutes later is too soon; two others end before.
            (datetime!(2026-11-28 10:35 UTC), 2),
            (datetime!(2026-11-28 11:35 UTC), 1),
            (datetime!(2026-11-28 12:55 UTC), 1),
        ];
        assert_eq!(plan(&ends, NOW), expected);
        let later = [(datetime!(2026-11-28 11:00 UTC), 4), (datetime!(2026-11-28 12:55 UTC), 1)];
        assert_eq!(plan(&ends, datetime!(2026-11-28 11:00 UTC)), later);
    }
}
