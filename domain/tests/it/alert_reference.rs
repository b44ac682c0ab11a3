//! The reference for the alerts on one product: each alert is judged alone, from the whole history, without a database.

use domain::model::{AlertCondition, AlertId, LowPeriod, Repetition, WholePercentage};

/// A shop's offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shop {
    pub(crate) price: i64,
    pub(crate) in_stock: bool,
}

/// A price that held from some days ago.
struct Point {
    days: i64,
    shop: usize,
    offer: Shop,
}

struct Alert {
    id: AlertId,
    condition: AlertCondition,
    /// The chosen shops; all if it is empty.
    shops: Vec<usize>,
    enabled: bool,
    price_then: i64,
    threshold: i64,
    is_quiet: bool,
    /// A new shop that is told of after the quiet time.
    waiting: Option<usize>,
    told: Vec<i64>,
}

/// One product's offers, their history and the alerts.
pub(crate) struct Reference {
    live: Vec<Option<Shop>>,
    known: Vec<bool>,
    history: Vec<Point>,
    alerts: Vec<Alert>,
}

fn least_change(price: i64) -> i64 {
    ((price + 99) / 100).max(500)
}

fn rise_threshold(price: i64, percentage: WholePercentage) -> i64 {
    let risen = (price * (100 + i64::from(percentage.get())) + 99) / 100;
    risen.max(price + least_change(price))
}

impl Reference {
    pub(crate) fn new(shops: usize) -> Self {
        Self { live: vec![None; shops], known: vec![false; shops], history: Vec::new(), alerts: Vec::new() }
    }

    pub(crate) fn sells(&self, shop: usize) -> bool {
        self.live[shop].is_some()
    }

    /// Records a price of some days ago, before there are alerts.
    pub(crate) fn record(&mut self, days: i64, shop: usize, offer: Shop) {
        self.history.push(Point { days, shop, offer });
        self.live[shop] = Some(offer);
        self.known[shop] = true;
    }

    pub(crate) fn add(&mut self, id: AlertId, condition: AlertCondition, shops: &[usize]) {
        let price_then = self.listed_price().unwrap();
        let shops = shops.to_vec();
        let mut alert = Alert {
            id,
            condition,
            shops,
            enabled: true,
            price_then,
            threshold: 0,
            is_quiet: false,
            waiting: None,
            told: Vec::new(),
        };
        alert.threshold = match condition {
            AlertCondition::AnyDrop => price_then - 1,
            AlertCondition::TargetPrice(target) => target.0,
            AlertCondition::PercentageDrop(off) | AlertCondition::PriceFall(off, _) => {
                price_then * (100 - i64::from(off.get())) / 100
            }
            AlertCondition::NewLow(period, _) => self.lowest(period).unwrap() - 1,
            AlertCondition::NearLow(percentage, _) => {
                let near = self.near(percentage).unwrap();
                if price_then <= near { price_then - least_change(price_then) } else { near }
            }
            AlertCondition::BackInStock(_) | AlertCondition::PriceRise(..) | AlertCondition::NewAtShop(_) => {
                0
            }
        };
        self.alerts.push(alert);
    }

    pub(crate) fn change(&mut self, shop: usize, offer: Shop) {
        if self.live[shop] != Some(offer) {
            let is_new = !self.known[shop];
            let before = self.live.clone();
            self.record(0, shop, offer);
            self.evaluate(&before, is_new.then_some(shop));
        }
    }

    /// Ends the offer of a shop: only what depends on the stock is judged.
    pub(crate) fn end(&mut self, shop: usize) {
        self.live[shop] = None;
        let live = self.live.clone();
        for alert in &mut self.alerts {
            if matches!(alert.condition, AlertCondition::PriceRise(..)) {
                alert.judge_rise(&live);
            }
            alert.forget_ended(&live);
        }
    }

    /// The day of quiet is over, and the days of the lows have moved on.
    pub(crate) fn day_passes(&mut self) {
        let live = self.live.clone();
        let lows: Vec<Option<i64>> = self.alerts.iter().map(|alert| self.highest_of(alert)).collect();
        for (alert, highest) in self.alerts.iter_mut().zip(lows) {
            alert.is_quiet = false;
            let times_told = alert.told.len();
            // A lower price may have come and gone while the alert was quiet: then this one is no low.
            let bound = match alert.condition {
                AlertCondition::NewLow(..) => highest.map(|highest| highest + 1),
                _ => highest,
            };
            if bound.is_none_or(|bound| alert.best(&live).is_none_or(|best| best <= bound)) {
                alert.judge_price(&live);
            }
            if let Some(shop) = alert.waiting.take()
                && alert.enabled
                && let Some(offer) = live[shop]
            {
                alert.tell(offer.price);
            }
            if let (Some(highest), true) = (highest, alert.told.len() == times_told) {
                let has_told = alert.repeats() && !alert.told.is_empty();
                let is_near = matches!(alert.condition, AlertCondition::NearLow(..));
                let keeps_change = has_told || is_near && alert.price_then <= highest;
                let changed = alert.price_then - least_change(alert.price_then);
                alert.threshold = if keeps_change { highest.min(changed) } else { highest };
            }
        }
    }

    /// Returns what each alert told: its prices in order.
    pub(crate) fn told(&self) -> impl Iterator<Item = (AlertId, AlertCondition, Vec<i64>)> {
        self.alerts.iter().map(|alert| (alert.id, alert.condition, alert.told.clone()))
    }

    fn evaluate(&mut self, before: &[Option<Shop>], new_shop: Option<usize>) {
        let live = self.live.clone();
        for alert in &mut self.alerts {
            alert.judge_price(&live);
            match alert.condition {
                AlertCondition::BackInStock(_) => alert.judge_return(before, &live),
                AlertCondition::NewAtShop(_) => alert.judge_new_shop(new_shop, &live),
                _ => {}
            }
        }
    }

    /// The cheapest price in stock, else the cheapest.
    fn listed_price(&self) -> Option<i64> {
        let offers = || self.live.iter().flatten();
        let in_stock = offers().filter(|offer| offer.in_stock).map(|offer| offer.price).min();
        in_stock.or_else(|| offers().map(|offer| offer.price).min())
    }

    /// The lowest price in stock of the days, those included that held when the days began.
    fn lowest(&self, period: LowPeriod) -> Option<i64> {
        let days = i64::from(period.days());
        let recent = self.history.iter().filter(|point| point.days < days);
        let held = (0..self.live.len()).filter_map(|shop| {
            let older = |point: &&Point| point.shop == shop && point.days >= days;
            // Points are in the order of time. An offer that has ended by now ended within the days.
            self.history.iter().rev().find(older)
        });
        recent.chain(held).filter(|point| point.offer.in_stock).map(|point| point.offer.price).min()
    }

    fn near(&self, percentage: WholePercentage) -> Option<i64> {
        let lowest = self.lowest(LowPeriod::Days365)?;
        Some(lowest * (100 + i64::from(percentage.get())) / 100)
    }

    /// The highest price that is a new low, or near the low.
    fn highest_of(&self, alert: &Alert) -> Option<i64> {
        match alert.condition {
            AlertCondition::NewLow(period, _) => self.lowest(period).map(|lowest| lowest - 1),
            AlertCondition::NearLow(percentage, _) => self.near(percentage),
            _ => None,
        }
    }
}

impl Alert {
    fn repeats(&self) -> bool {
        self.condition.repetition() == Some(Repetition::Repeated)
    }

    /// The lowest price in stock at the shops that count.
    fn best(&self, live: &[Option<Shop>]) -> Option<i64> {
        let counts = |shop: usize| self.shops.is_empty() || self.shops.contains(&shop);
        let offers =
            live.iter().enumerate().filter(|(shop, _)| counts(*shop)).filter_map(|(_, offer)| *offer);
        offers.filter(|offer| offer.in_stock).map(|offer| offer.price).min()
    }

    fn judge_price(&mut self, live: &[Option<Shop>]) {
        match self.condition {
            AlertCondition::BackInStock(_) | AlertCondition::NewAtShop(_) => {}
            AlertCondition::PriceRise(..) => self.judge_rise(live),
            _ => {
                if let Some(price) = self.best(live).filter(|price| *price <= self.threshold) {
                    self.tell(price);
                }
            }
        }
    }

    fn judge_rise(&mut self, live: &[Option<Shop>]) {
        let AlertCondition::PriceRise(percentage, _) = self.condition else { return };
        let rises_at = rise_threshold(self.price_then, percentage);
        if let Some(price) = self.best(live).filter(|price| *price >= rises_at) {
            self.tell(price);
        }
    }

    fn judge_return(&mut self, before: &[Option<Shop>], live: &[Option<Shop>]) {
        if let (None, Some(price)) = (self.best(before), self.best(live)) {
            self.tell(price);
        }
    }

    fn judge_new_shop(&mut self, new_shop: Option<usize>, live: &[Option<Shop>]) {
        let Some(shop) = new_shop.filter(|_| self.enabled) else { return };
        if self.is_quiet {
            self.waiting = Some(shop);
        } else if let Some(offer) = live[shop] {
            self.tell(offer.price);
        }
    }

    fn forget_ended(&mut self, live: &[Option<Shop>]) {
        self.waiting = self.waiting.filter(|shop| live[*shop].is_some());
    }

    fn tell(&mut self, price: i64) {
        if !self.enabled || self.is_quiet {
            return;
        }
        self.told.push(price);
        match self.condition {
            AlertCondition::AnyDrop => self.threshold = price - 1,
            _ if self.repeats() => {
                self.price_then = price;
                self.threshold = price - least_change(price);
                self.is_quiet = true;
            }
            _ => self.enabled = false,
        }
    }
}
