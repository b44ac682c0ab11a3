use std::collections::BTreeMap;

use time::{Duration, OffsetDateTime};

use crate::model::Fils;

/// A time in which something was in stock at one price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceSpan {
    pub from: OffsetDateTime,
    /// The first moment after it.
    pub until: OffsetDateTime,
    pub price: Fils,
}

impl PriceSpan {
    pub(super) fn length(&self) -> Duration {
        self.until - self.from
    }
}

/// Returns the lowest of these prices at each time, oldest first. There are gaps where none was valid. Spans of several offers
/// may overlap, those of the result never do.
pub fn find_lowest(spans: &[PriceSpan]) -> Vec<PriceSpan> {
    let mut events: Vec<(OffsetDateTime, bool, Fils)> = spans
        .iter()
        .filter(|span| span.from < span.until)
        .flat_map(|span| [(span.from, true, span.price), (span.until, false, span.price)])
        .collect();
    events.sort_unstable();
    let mut valid: BTreeMap<Fils, usize> = BTreeMap::new();
    let mut lowest: Vec<PriceSpan> = Vec::new();
    let mut before: Option<OffsetDateTime> = None;
    for (at, begins, price) in events {
        if let (Some(from), Some((valid_price, _))) = (before, valid.first_key_value()) {
            append(&mut lowest, PriceSpan { from, until: at, price: *valid_price });
        }
        before = Some(at);
        let count = valid.entry(price).or_default();
        // An end follows its begin, so the count is above zero.
        *count = if begins { *count + 1 } else { count.saturating_sub(1) };
        if *count == 0 {
            valid.remove(&price);
        }
    }
    lowest
}

/// Appends a span, or lengthens the last one where the price did not change.
fn append(spans: &mut Vec<PriceSpan>, span: PriceSpan) {
    if span.from == span.until {
        return;
    }
    match spans.last_mut() {
        Some(last) if last.until == span.from && last.price == span.price => last.until = span.until,
        _ => spans.push(span),
    }
}

/// Returns the parts of the spans that lie between two times.
pub(super) fn clip(
    spans: &[PriceSpan],
    since: OffsetDateTime,
    end: OffsetDateTime,
) -> impl Iterator<Item = PriceSpan> {
    spans.iter().filter_map(move |span| {
        let (from, until) = (span.from.max(since), span.until.min(end));
        (from < until).then_some(PriceSpan { from, until, price: span.price })
    })
}
