//! State of the demo market: its date, the changes of a test, and the shops' faults.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use domain::model::Fils;
use serde::Deserialize;
use time::{Date, OffsetDateTime};

use super::{
    catalogue::{Catalogue, Offer, Shop},
    facts::Part,
    market::{Quote, Stock},
    shop_kind::ShopKind,
    table::FactsError,
};

/// Fault of a shop, on a test's request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    None,
    /// Status 503 for every request.
    Down,
    /// Status 200 with a body that is no such document.
    Garbage,
    #[serde(rename = "500")]
    ServerError,
    /// No response for a minute.
    Hang,
}

/// Stock of an offer, on a test's request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StockOverride {
    In,
    Out,
    Backorder,
    /// The shop no longer lists the offer.
    Gone,
}

/// A change to one offer that applies until it is replaced.
#[derive(Debug, Clone, Copy, Default)]
pub struct Override {
    pub price: Option<Fils>,
    pub stock: Option<StockOverride>,
}

#[derive(Debug, Default)]
struct Changes {
    date: Option<Date>,
    overrides: HashMap<(ShopKind, String), Override>,
    faults: HashMap<ShopKind, Fault>,
    attempts: HashMap<String, u32>,
}

/// The shops with their clock and switches.
#[derive(Debug)]
pub struct World {
    pub catalogue: Catalogue,
    changes: Mutex<Changes>,
}

/// An offer as a shop shows it now.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listing<'a> {
    pub(super) offer: &'a Offer,
    pub(super) part: &'a Part,
    pub(super) quote: Quote,
}

impl World {
    /// Opens the shops at `date`, or at today's date, which then advances.
    ///
    /// # Errors
    /// When a fact table cannot be read.
    pub fn open(date: Option<Date>) -> Result<World, FactsError> {
        let changes = Mutex::new(Changes { date, ..Changes::default() });
        Ok(World { catalogue: Catalogue::build()?, changes })
    }

    /// Returns the current date in the shops.
    pub fn date(&self) -> Date {
        self.changes().date.unwrap_or_else(|| OffsetDateTime::now_utc().date())
    }

    /// Sets the clock, which then stands still.
    pub fn set_date(&self, date: Date) {
        self.changes().date = Some(date);
    }

    /// Overrides an offer's price or stock.
    pub fn set_offer(&self, kind: ShopKind, external_id: &str, change: Override) {
        self.changes().overrides.insert((kind, external_id.to_owned()), change);
    }

    /// Sets or clears a shop's fault.
    pub fn set_fault(&self, kind: ShopKind, fault: Fault) {
        self.changes().faults.insert(kind, fault);
    }

    pub(super) fn fault(&self, kind: ShopKind) -> Fault {
        self.changes().faults.get(&kind).copied().unwrap_or(Fault::None)
    }

    /// Counts a request for `path`; returns the number of earlier ones.
    pub(super) fn count_attempt(&self, path: &str) -> u32 {
        let mut changes = self.changes();
        let attempts = changes.attempts.entry(path.to_owned()).or_default();
        *attempts += 1;
        *attempts - 1
    }

    /// Returns the true price and stock of each offer that a shop lists now: the result that a crawl should find.
    pub fn quotes<'a>(&'a self, shop: &'a Shop) -> impl Iterator<Item = (&'a Offer, Quote)> {
        self.listings(shop).into_iter().map(|listing| (listing.offer, listing.quote))
    }

    /// Returns everything that a shop lists now, in a fixed order.
    pub(super) fn listings<'a>(&'a self, shop: &'a Shop) -> Vec<Listing<'a>> {
        let date = self.date();
        shop.offers.iter().filter_map(|offer| self.listing(shop, offer, date)).collect()
    }

    /// Returns one offer as listed now; `None` when the shop does not list it.
    pub(super) fn find<'a>(&'a self, shop: &'a Shop, external_id: &str) -> Option<Listing<'a>> {
        self.listing(shop, shop.find(external_id)?, self.date())
    }

    /// Returns a few other listings of the same category.
    pub(super) fn neighbours<'a>(&'a self, shop: &'a Shop, listing: &Listing<'_>) -> Vec<Listing<'a>> {
        let start = shop
            .offers
            .iter()
            .position(|offer| offer.external_id == listing.offer.external_id)
            .unwrap_or_default();
        shop.offers
            .iter()
            .cycle()
            .skip(start + 1)
            .take(6)
            .filter_map(|offer| self.find(shop, &offer.external_id))
            .filter(|other| other.part.category == listing.part.category)
            .take(3)
            .collect()
    }

    fn listing<'a>(&'a self, shop: &'a Shop, offer: &'a Offer, date: Date) -> Option<Listing<'a>> {
        let part = self.catalogue.part(offer)?;
        let mut quote = offer.quote(date);
        let changed = self
            .changes()
            .overrides
            .get(&(shop.kind, offer.external_id.clone()))
            .copied()
            .unwrap_or_default();
        if let Some(price) = changed.price {
            quote.price = price;
            quote.list_price = quote.list_price.filter(|list| *list > price);
        }
        match changed.stock {
            Some(StockOverride::Gone) => return None,
            Some(StockOverride::In) => quote.stock = Stock::In { left: None },
            Some(StockOverride::Out) => quote.stock = Stock::Out,
            Some(StockOverride::Backorder) => quote.stock = Stock::BackOrder,
            None => {}
        }
        Some(Listing { offer, part, quote })
    }

    // A panic while the lock was held cannot leave the maps half-written, so a poisoned lock stays usable.
    fn changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
