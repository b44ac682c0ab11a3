use std::collections::HashMap;

use time::{Date, Duration};

use super::{Fils, OfferId, Stock};

/// One recorded price of one offer, valid until the offer's next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PricePoint {
    pub offer_id: OfferId,
    pub day: Date,
    pub price: Fils,
    pub stock: Stock,
}

/// The lowest price in stock on one day: of those that were recorded on it, be it for an hour, or hold at its end; on the
/// last day the lowest that is in stock now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyBest {
    pub day: Date,
    pub price: Fils,
}

/// A product's lowest price on each of the last days.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trend {
    /// One value for each day with any offer in stock, oldest first.
    pub days: Vec<DailyBest>,
}

impl Trend {
    /// Computes the lowest price of each of the `length` days that end with `today`, by following every offer's points.
    /// `points` may begin before the window (the price at its start comes from there) and must be sorted by day.
    pub fn compute(points: &[PricePoint], today: Date, length: i64) -> Trend {
        let mut latest: HashMap<OfferId, (Fils, Stock)> = HashMap::new();
        let mut next = 0;
        let mut days = Vec::new();
        for back in (0..length).rev() {
            let day = today - Duration::days(back);
            let first = next;
            while let Some(point) = points.get(next).filter(|point| point.day <= day) {
                latest.insert(point.offer_id, (point.price, point.stock));
                next += 1;
            }
            let at_end = latest.values().copied();
            let of_day = points.get(first..next).unwrap_or_default().iter();
            let meanwhile = of_day
                .filter(|point| point.day == day && day != today)
                .map(|point| (point.price, point.stock));
            let in_stock = at_end.chain(meanwhile).filter(|(_, stock)| *stock == Stock::In);
            let best = in_stock.map(|(price, _)| price).min();
            days.extend(best.map(|price| DailyBest { day, price }));
        }
        Trend { days }
    }

    /// Returns the lowest price of the days before `today`.
    pub fn lowest_before(&self, today: Date) -> Option<Fils> {
        self.days.iter().filter(|best| best.day < today).map(|best| best.price).min()
    }

    /// Returns how far `now` lies under the lowest price of the days before the present price took hold, in
    /// hundredths of a percent; 0 when it does not. A price that was already this low within the window is not a drop.
    ///
    /// Example: after prices of 200 and 300 within the window, a price of 180 lies 20 / 200 = 1,000 hundredths of a
    /// percent under the lowest one before.
    pub fn drop_basis_points(&self, now: Fils) -> u16 {
        let since = self.days.iter().rposition(|best| best.price != now).map_or(0, |index| index + 1);
        let before = self.days.get(..since).unwrap_or_default();
        match before.iter().map(|best| best.price).min() {
            Some(low) if low > now && low.0 > 0 => {
                let points = (low.0 - now.0).saturating_mul(10_000) / low.0;
                u16::try_from(points).unwrap_or(10_000)
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn trend(prices: &[(i64, i64)]) -> Trend {
        let offer_id = OfferId::random();
        let points: Vec<_> = prices
            .iter()
            .map(|(back, fils)| PricePoint {
                offer_id,
                day: date!(2026 - 11 - 21) - Duration::days(*back),
                price: Fils(*fils),
                stock: Stock::In,
            })
            .collect();
        Trend::compute(&points, date!(2026 - 11 - 21), 30)
    }

    #[test]
    fn a_price_holds_until_it_changes() {
        let trend = trend(&[(40, 300), (10, 280), (0, 250)]);
        assert_eq!(trend.days.len(), 30);
        assert_eq!(trend.days.iter().filter(|best| best.price == Fils(280)).count(), 10);
        assert_eq!(trend.lowest_before(date!(2026 - 11 - 21)), Some(Fils(280)));
    }

    #[test]
    fn drop_is_measured_against_the_lowest_earlier_price() {
        assert_eq!(trend(&[(40, 300), (20, 200), (10, 300), (3, 180)]).drop_basis_points(Fils(180)), 1000);
        assert_eq!(trend(&[(40, 300), (20, 180), (10, 300), (3, 180)]).drop_basis_points(Fils(180)), 0);
        assert_eq!(trend(&[(40, 180)]).drop_basis_points(Fils(180)), 0);
    }

    #[test]
    fn price_of_an_hour_counts_except_today() {
        let trend = trend(&[(40, 300), (5, 180), (5, 300), (0, 150), (0, 180)]);
        assert_eq!(trend.lowest_before(date!(2026 - 11 - 21)), Some(Fils(180)));
        assert_eq!(trend.days.last().map(|best| best.price), Some(Fils(180)));
        assert_eq!(trend.drop_basis_points(Fils(180)), 0);
    }

    #[test]
    fn out_of_stock_offer_is_never_the_best_price() {
        let [cheap, dear] = [OfferId::random(), OfferId::random()];
        let day = date!(2026 - 11 - 01);
        let points = [
            PricePoint { offer_id: cheap, day, price: Fils(100), stock: Stock::Out },
            PricePoint { offer_id: dear, day, price: Fils(120), stock: Stock::In },
        ];
        let trend = Trend::compute(&points, date!(2026 - 11 - 21), 30);
        assert!(trend.days.iter().all(|best| best.price == Fils(120)));
    }
}
