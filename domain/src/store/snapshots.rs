use std::collections::HashMap;

use sqlx::PgPool;
use time::{Date, Duration, OffsetDateTime, Time};

use super::{history, offers, offers::ListedOffer, price_summaries, products};
use crate::{
    model::{Fils, OfferAge, OfferId, PricePoint, Product, ProductId, Stock, Trend},
    price_rating::{NotablePrice, PriceSummary},
};

/// The days that a card's price trend covers.
pub const TREND_DAYS: i64 = 30;

/// A product with all the data that its card and the index need.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    pub product: Product,
    /// Live offers, cheapest first.
    pub offers: Vec<ListedOffer>,
    /// The lowest price in stock on each of the last [`TREND_DAYS`] days.
    pub trend: Trend,
    /// The last rating of the lowest price in stock, of an earlier price where the price has changed since.
    pub rated: Option<PriceSummary>,
}

/// An offer with its price including delivery.
#[derive(Debug, Clone, Copy)]
pub struct DeliveredOffer<'a> {
    pub listed: &'a ListedOffer,
    pub total: Fils,
    /// Whether the retailer states its delivery fee.
    pub states_fee: bool,
}

impl Snapshot {
    /// Returns the offer that cards show: the cheapest without delivery, of those that can be had soonest.
    pub fn cheapest_offer(&self) -> Option<&ListedOffer> {
        self.soonest_offers().next()
    }

    /// Returns the drop of the price that cards show, as `Trend::drop_basis_points` computes it; 0 where nothing is in
    /// stock, as the trend holds prices in stock alone.
    pub fn drop_basis_points(&self) -> u16 {
        let in_stock = self.cheapest_offer().filter(|listed| listed.offer.stock == Stock::In);
        in_stock.map_or(0, |listed| self.trend.drop_basis_points(listed.offer.price))
    }

    /// Returns what cards say about the price; `None` until the price of now is rated.
    pub fn notable_price(&self) -> Option<NotablePrice> {
        let rated = self.rated?;
        let cheapest = self.cheapest_offer().filter(|listed| listed.offer.stock == Stock::In)?;
        (cheapest.offer.price == rated.price).then(|| rated.notable()).flatten()
    }

    /// Returns the offer that is cheapest including delivery, of those that can be had soonest. Where a retailer states no
    /// fee, the highest fee that another one states is assumed, so that an unknown fee never makes an offer look too cheap.
    pub fn cheapest_delivered_offer(&self) -> Option<DeliveredOffer<'_>> {
        let fee = |listed: &ListedOffer| listed.shipping.fee(listed.offer.price);
        let highest = self.offers.iter().filter_map(fee).max().unwrap_or(Fils::ZERO);
        let delivered = self.soonest_offers().map(|listed| DeliveredOffer {
            listed,
            total: listed.offer.price.saturating_add(fee(listed).unwrap_or(highest)),
            states_fee: fee(listed).is_some(),
        });
        delivered
            .min_by_key(|delivered| (delivered.total, !delivered.states_fee, delivered.listed.offer.price))
    }

    /// Returns the offers that can be had soonest, cheapest first: those in stock; where there are none, those on
    /// pre-order; else all. An offer that was not read for days is among them only where every other is as old, so that its
    /// price is never the best one.
    pub fn soonest_offers(&self) -> impl Iterator<Item = &ListedOffer> {
        let now = OffsetDateTime::now_utc();
        let rank = move |listed: &ListedOffer| {
            (listed.offer.stock.rank(), listed.offer.age(now) == OfferAge::VeryOld)
        };
        let soonest = self.offers.iter().map(rank).min();
        self.offers.iter().filter(move |listed| Some(rank(listed)) == soonest)
    }

    /// Whether the product can only be pre-ordered: no retailer has it in stock, and one takes orders for it.
    pub fn is_pre_order(&self) -> bool {
        self.cheapest_offer().is_some_and(|listed| listed.offer.stock == Stock::PreOrder)
    }

    /// Whether no retailer has the product in stock or takes orders for it, and one does not say whether it has it.
    pub fn is_stock_unknown(&self) -> bool {
        let any = |stock| self.offers.iter().any(|listed| listed.offer.stock == stock);
        any(Stock::Unknown) && !any(Stock::In) && !any(Stock::PreOrder)
    }

    /// Whether any retailer has the product in stock.
    pub fn in_stock(&self) -> bool {
        self.offers.iter().any(|listed| listed.offer.stock == Stock::In)
    }

    /// Returns the lowest and the highest current price, whatever the stock.
    pub fn price_range(&self) -> Option<(Fils, Fils)> {
        let prices = || self.offers.iter().map(|listed| listed.offer.price);
        Some((prices().min()?, prices().max()?))
    }

    /// Returns the Arabic name: the product's own, else the first that a retailer states.
    pub fn name_ar(&self) -> Option<&str> {
        let stated = || self.offers.iter().find_map(|listed| listed.offer.title_ar.as_deref());
        self.product.name_ar.as_deref().or_else(stated)
    }
}

/// Loads snapshots of these products as of `today`, in no particular order. Removed products are left out.
pub async fn load(db: &PgPool, ids: &[ProductId], today: Date) -> sqlx::Result<Vec<Snapshot>> {
    let products = products::find_many(db, ids).await?;
    let mut offers_of: HashMap<ProductId, Vec<ListedOffer>> = HashMap::new();
    let mut product_of: HashMap<OfferId, ProductId> = HashMap::new();
    for listed in offers::list_live(db, ids).await? {
        let Some(product_id) = listed.offer.product_id else { continue };
        product_of.insert(listed.offer.id, product_id);
        offers_of.entry(product_id).or_default().push(listed);
    }
    let since = (today - Duration::days(TREND_DAYS)).with_time(Time::MIDNIGHT).assume_utc();
    let offer_ids: Vec<OfferId> = product_of.keys().copied().collect();
    let mut points_of: HashMap<ProductId, Vec<PricePoint>> = HashMap::new();
    for point in history::list_points(db, &offer_ids, since).await? {
        if let Some(product_id) = product_of.get(&point.offer_id) {
            points_of.entry(*product_id).or_default().push(point);
        }
    }
    let rated = price_summaries::find_many(db, ids).await?;
    Ok(products
        .into_iter()
        .map(|product| {
            let points = points_of.remove(&product.id).unwrap_or_default();
            Snapshot {
                trend: Trend::compute(&points, today, TREND_DAYS),
                offers: offers_of.remove(&product.id).unwrap_or_default(),
                rated: rated.get(&product.id).copied(),
                product,
            }
        })
        .collect())
}
