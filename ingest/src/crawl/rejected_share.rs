//! A retailer of whose listings many more are rejected than in its last complete crawls has changed how it states them.

use domain::{
    config::PriceScreen,
    model::CrawlProblem,
    store::crawls::{CrawlCounters, ReadListings},
};

use super::fault::CrawlFault;

/// Number of complete crawls that a crawl is compared with.
pub(super) const COMPARED_CRAWLS: i64 = 5;
/// Maximum growth of the share of rejected listings, in percent of all listings.
const MAX_GROWTH_PERCENT: i64 = 30;

/// Returns why a crawl does not count as complete, where the share of its listings that were rejected is far above the one
/// `before`. Retailers that are too small for the limits of crawls are too small for this one.
pub(super) fn find_growth(
    limits: &PriceScreen,
    counters: &CrawlCounters,
    before: ReadListings,
    example: Option<&str>,
) -> Option<CrawlFault> {
    let (rejected, all) =
        (i64::from(counters.rejected), i64::from(counters.rejected) + i64::from(counters.accepted));
    let all_before = before.accepted + before.rejected;
    if all < limits.crawl_least_offers || all_before < limits.crawl_least_offers {
        return None;
    }
    let (now, then) = (rejected * 100 / all, before.rejected * 100 / all_before);
    (now - then > MAX_GROWTH_PERCENT).then(|| {
        let example = example.map(|example| format!("; for example {example}")).unwrap_or_default();
        let sentence = format!(
            "{rejected} of {all} listings cannot be read ({now} %, before {then} %): none of the retailer's offers was ended{example}"
        );
        let problem = CrawlProblem::new("MORE_REJECTED")
            .with("rejected", rejected)
            .with("all", all)
            .with("now", now)
            .with("then", then);
        CrawlFault::new(sentence, problem)
    })
}

#[cfg(test)]
mod tests {
    use domain::config::Config;

    use super::*;

    #[test]
    fn crawl_is_held_where_the_share_of_rejected_listings_grows_by_more_than_30_percent() {
        let limits = Config::load().expect("the defaults").price_screen;
        let find = |accepted, rejected, before| {
            let counters = CrawlCounters { accepted, rejected, ..CrawlCounters::default() };
            find_growth(&limits, &counters, before, Some("p1: price: \"Soon\" is not a price")).is_some()
        };
        let good = ReadListings { accepted: 475, rejected: 25 };
        assert!(!find(66, 34, good) && find(63, 37, good));
        assert!(!find(50, 50, ReadListings { accepted: 250, rejected: 250 }), "as ever");
        assert!(!find(0, 9, good) && !find(0, 100, ReadListings::default()), "too few, or the first crawl");
    }
}
