//! Past prices of a shop: `history.csv` with `external_id,date,price,stock`, a row on the first day and on each change.

use time::Duration;

use super::{
    catalogue::Shop,
    market::{self, Stock},
    reply::Reply,
    world::World,
};

/// Number of past days in the file.
pub(super) const DAYS: i64 = 180;

/// Returns the shop's past prices up to yesterday; today's come from the shop's platform.
pub(super) fn answer(world: &World, shop: &Shop) -> Reply {
    let today = world.date();
    let mut body = String::from("external_id,date,price,stock\n");
    for offer in &shop.offers {
        let mut last = None;
        for date in (1..=DAYS).rev().filter_map(|age| today.checked_sub(Duration::days(age))) {
            let quote = market::quote(offer.level, date);
            let stock = if matches!(quote.stock, Stock::In { .. }) { "in" } else { "out" };
            if last.replace((quote.price, stock)) != Some((quote.price, stock)) {
                body.push_str(&format!("{},{date},{},{stock}\n", offer.external_id, quote.price));
            }
        }
    }
    Reply::csv(body.into_bytes())
}
