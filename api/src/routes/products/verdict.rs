use std::collections::BTreeMap;

use domain::{
    model::OfferId,
    price_rating::{
        self, ClaimedPrice, MIN_STOCK_DAYS, PriceLevel, PriceRating, PriceSpan, RatedPrice,
        check_claimed_price, find_lowest,
    },
    store::{history::OfferSpan, offers::ListedOffer, snapshots::Snapshot},
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::wire::kwd::Kwd;

/// Whether the lowest price now is a good one, by the product's own history. Each price weighs as long as it was valid;
/// only prices in stock count, without delivery.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceVerdict<'a> {
    pub code: PriceVerdictCode,
    /// Lowest price in stock now; null when it is not in stock.
    pub price: Option<Kwd>,
    /// Whole days in stock, of the last 90; null unless they are too few.
    pub stock_days: Option<u16>,
    /// Days in stock from which a price is compared.
    #[schema(example = 14)]
    pub needed_days: u16,
    /// What the code says; null without a price and with too few days.
    pub evidence: Option<PriceVerdictEvidence>,
    /// Retailers whose list price is above what they asked before the price fell, by price.
    pub raised_before_fall: Vec<RaisedListPrice<'a>>,
}

/// Verdict about a price. `LOWEST` is the lowest of the last 30, 90 or 365 days.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PriceVerdictCode {
    Lowest,
    BelowUsual,
    Usual,
    AboveUsual,
    NotEnoughHistory,
    NotInStock,
}

/// Prices of the last 90 days beside the price now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceVerdictEvidence {
    /// 365, 90 or 30: the most days in which it was never cheaper, but was dearer. The history covers them.
    #[schema(example = 90)]
    pub lowest_in_days: Option<u16>,
    /// Median by time: half of the time it cost no more.
    pub usual_price: Kwd,
    /// Percent of the time at which it was cheaper.
    pub percentile: u8,
    /// Percent of the days (UTC) on which it was at this price or below.
    pub low_days_percent: u8,
}

/// List price that is above the lowest price that the retailer asked in the 30 days before the price fell (the rule of the
/// European directive 98/6/EC, article 6a).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RaisedListPrice<'a> {
    /// English name of the retailer.
    pub retailer: &'a str,
    pub retailer_slug: &'a str,
    pub list_price: Kwd,
    /// Lowest price of those days.
    pub lowest_before: Kwd,
}

/// Returns the times in which each offer was in stock, the oldest first.
pub(super) fn group_by_offer(found: &[OfferSpan], now: OffsetDateTime) -> BTreeMap<OfferId, Vec<PriceSpan>> {
    let mut spans_of: BTreeMap<OfferId, Vec<PriceSpan>> = BTreeMap::new();
    for span in found {
        spans_of.entry(span.offer_id).or_default().push(span.to_price_span(now));
    }
    spans_of
}

impl<'a> PriceVerdict<'a> {
    /// Rates the price of a product by the times in which its offers were in stock.
    pub fn new(snapshot: &'a Snapshot, found: &[OfferSpan], now: OffsetDateTime) -> Self {
        let spans_of = group_by_offer(found, now);
        let all: Vec<PriceSpan> = spans_of.values().flatten().copied().collect();
        let raised = snapshot.offers.iter().filter_map(|listed| {
            let own = spans_of.get(&listed.offer.id)?;
            RaisedListPrice::find(listed, own, now)
        });
        let verdict = Self::from_rating(price_rating::rate(&find_lowest(&all), now));
        Self { raised_before_fall: raised.collect(), ..verdict }
    }

    fn from_rating(rating: PriceRating) -> Self {
        let (code, price, stock_days, evidence) = match rating {
            PriceRating::NotInStock => (PriceVerdictCode::NotInStock, None, None, None),
            PriceRating::NotEnoughHistory { price, stock_days } => {
                (PriceVerdictCode::NotEnoughHistory, Some(price), Some(stock_days), None)
            }
            PriceRating::Rated(rated) => {
                let evidence = PriceVerdictEvidence::from_rated(&rated);
                (PriceVerdictCode::from_level(rated.level()), Some(rated.price), None, Some(evidence))
            }
        };
        let price = price.map(Kwd);
        let raised_before_fall = Vec::new();
        Self { code, price, stock_days, needed_days: MIN_STOCK_DAYS, evidence, raised_before_fall }
    }
}

impl PriceVerdictCode {
    fn from_level(level: PriceLevel) -> Self {
        match level {
            PriceLevel::Lowest => Self::Lowest,
            PriceLevel::BelowUsual => Self::BelowUsual,
            PriceLevel::Usual => Self::Usual,
            PriceLevel::AboveUsual => Self::AboveUsual,
        }
    }
}

impl PriceVerdictEvidence {
    fn from_rated(rated: &RatedPrice) -> Self {
        Self {
            lowest_in_days: rated.lowest_in_days,
            usual_price: Kwd(rated.usual),
            percentile: rated.cheaper_percent,
            low_days_percent: rated.low_days_percent,
        }
    }
}

impl<'a> RaisedListPrice<'a> {
    /// Returns the offer's list price if its own history contradicts it.
    fn find(listed: &'a ListedOffer, own: &[PriceSpan], now: OffsetDateTime) -> Option<Self> {
        let list_price = listed.offer.list_price.filter(|claimed| *claimed > listed.offer.price)?;
        match check_claimed_price(own, list_price, now) {
            ClaimedPrice::Raised { lowest_before, .. } => Some(Self {
                retailer: &listed.retailer_name_en,
                retailer_slug: listed.retailer_slug.as_str(),
                list_price: Kwd(list_price),
                lowest_before: Kwd(lowest_before),
            }),
            ClaimedPrice::Confirmed | ClaimedPrice::Unknown => None,
        }
    }
}
