use std::collections::BTreeMap;

use domain::{
    model::{CrawlProblem, Slug},
    store::crawls::{CrawlCounters, CrawlState},
};
use serde::Serialize;

use super::{PriceEnds, ReadingNotes};

/// Maximum number of different reasons to keep; further ones are counted together.
const MAX_REASONS: usize = 50;

/// Report of one crawl.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CrawlReport {
    pub retailer: Slug,
    pub state: CrawlState,
    pub counters: CrawlCounters,
    /// Pages that the retailer did not have to send, because they were unchanged.
    pub not_modified: u64,
    pub seconds: f64,
    /// Why the crawl is not complete, or what a complete one could not read, as a sentence.
    pub error: Option<String>,
    /// The same in a form that every language can word, where its kind is known.
    #[serde(skip)]
    pub problem: Option<CrawlProblem>,
    /// Whether the crawl stopped because of a limit, as every refresh does, or because the process was told to stop.
    #[serde(rename = "limited")]
    pub stopped_on_request: bool,
    /// Whether the crawl stored nothing because the retailer has changed its pages.
    pub pages_changed: bool,
    /// Whether the crawl did not begin because another one of the retailer is running.
    #[serde(skip)]
    pub is_busy: bool,
    /// When prices end that were read.
    #[serde(skip)]
    pub price_ends: PriceEnds,
    /// Reasons of rejections, each with an example.
    pub rejected: RejectionReasons,
    /// Findings about the retailer file.
    #[serde(flatten)]
    pub notes: ReadingNotes,
}

/// Reasons of rejections, each with its count and an example.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(transparent)]
pub struct RejectionReasons(BTreeMap<String, RejectionReason>);

/// Count and example of one reason.
#[derive(Debug, Clone, Serialize)]
pub struct RejectionReason {
    pub count: u64,
    pub example: String,
}

impl RejectionReasons {
    /// Counts a rejection. Quoted texts are replaced by `…` in the reason, so that equal reasons are counted together.
    pub(super) fn record(&mut self, what: &str, reason: &str) {
        let mut kind = without_quotes(reason);
        if !self.0.contains_key(&kind) && self.0.len() >= MAX_REASONS {
            kind = "other reasons".to_owned();
        }
        let example = || format!("{what}: {reason}");
        self.0.entry(kind).or_insert_with(|| RejectionReason { count: 0, example: example() }).count += 1;
    }

    /// Returns the reasons in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RejectionReason)> {
        self.0.iter().map(|(kind, reason)| (kind.as_str(), reason))
    }

    /// Returns the example of the most frequent reason.
    pub(super) fn most_frequent(&self) -> Option<&str> {
        self.0.values().max_by_key(|reason| reason.count).map(|reason| reason.example.as_str())
    }
}

impl CrawlReport {
    /// Returns the report of a crawl that did not begin.
    pub fn not_run(slug: &Slug, why: impl Into<String>) -> Self {
        Self {
            retailer: slug.clone(),
            state: CrawlState::Failed,
            counters: CrawlCounters::default(),
            not_modified: 0,
            seconds: 0.0,
            error: Some(why.into()),
            problem: None,
            stopped_on_request: false,
            pages_changed: false,
            is_busy: false,
            price_ends: PriceEnds::default(),
            rejected: RejectionReasons::default(),
            notes: ReadingNotes::default(),
        }
    }

    /// Returns the report of a crawl that did not begin because another process reads the retailer.
    pub(super) fn busy(slug: &Slug) -> Self {
        Self { is_busy: true, ..Self::not_run(slug, "another process is crawling this retailer now") }
    }

    /// Whether the crawl did everything that was requested. A crawl that ends at `--limit` offers is successful,
    /// although it is not complete and ends no offer.
    pub fn is_successful(&self) -> bool {
        self.state == CrawlState::Complete || (self.stopped_on_request && self.error.is_none())
    }
}

fn without_quotes(reason: &str) -> String {
    let mut quoted = false;
    let mut kept = String::with_capacity(reason.len());
    for letter in reason.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                if quoted {
                    kept.push('…');
                }
            }
            _ if quoted => {}
            _ => kept.push(letter),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_reasons_are_counted_together() {
        let mut reasons = RejectionReasons::default();
        reasons.record("1", "price: \"Call us\" is not a price");
        reasons.record("2", "price: \"Soon\" is not a price");
        let all: Vec<_> = reasons.iter().collect();
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].0, all[0].1.count), ("price: … is not a price", 2));
    }
}
