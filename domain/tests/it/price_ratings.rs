//! The ratings that are kept of products, recomputed hour by hour from the raw price points, and judged by histories whose
//! truth is known.

use std::collections::BTreeMap;

use domain::{
    model::{Fils, ProductId, Stock},
    store::{clock, price_summaries, prices},
    transactions::price_ratings,
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::fixtures::{draft, import_card, replace_points, retailer, store};

const DAY: usize = 24;
/// Hours of which a history is made.
const HOURS: usize = 200 * DAY;

struct Random(u64);

impl Random {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).unwrap() % end
    }
}

/// A price from so many hours ago on.
type Point = (i64, i64, Stock);

/// Prices of an offer that mostly stand for days, are sold out at times, and often return to one of a few prices.
fn random_points(random: &mut Random) -> Vec<Point> {
    let prices: Vec<i64> = (0..4).map(|_| 100_000 + 2_500 * random.below(20)).collect();
    let (mut hour, mut points) = (i64::try_from(HOURS).unwrap() - random.below(150 * 24), Vec::new());
    while hour > 0 {
        let price = prices[usize::try_from(random.below(4)).unwrap()];
        let stock = if random.below(8) == 0 { Stock::Out } else { Stock::In };
        points.push((hour, price, stock));
        hour -= 1 + random.below(20 * 24);
    }
    points
}

/// Stores a product with an offer for each of these histories, the last price being the one of now.
async fn store_product(db: &PgPool, number: usize, offers: &[Vec<Point>], now: OffsetDateTime) -> ProductId {
    let part_number = format!("PART-{number:04}");
    let card = import_card(db, &format!("card {part_number}"), &part_number).await;
    for (index, points) in offers.iter().enumerate() {
        let shop = retailer(db, &format!("shop-{index}")).await;
        let (_, price, stock) = *points.last().unwrap();
        let offer = domain::model::OfferDraft { stock, ..draft(&part_number, &part_number, price) };
        store(db, shop, &[offer], now).await;
        let id: Uuid = sqlx::query_scalar("select id from offer where retailer_id = $1 and external_id = $2")
            .bind(shop)
            .bind(&part_number)
            .fetch_one(db)
            .await
            .unwrap();
        let points =
            points.iter().map(|(hours, fils, stock)| (now - Duration::hours(*hours), *fils, stock.as_str()));
        replace_points(db, id, points).await;
    }
    card.id
}

/// What is stored of a product: price, usual price, days of the lowest price, price before a raise, and share saved.
type Stored = (Option<i64>, Option<i64>, Option<i16>, Option<i64>, Option<i16>);

async fn stored(db: &PgPool, product: ProductId) -> Stored {
    sqlx::query_as(
        "select price_fils, usual_fils, lowest_in_days, raised_from_fils, saved_basis_points
         from price_verdict where product_id = $1",
    )
    .bind(product)
    .fetch_one(db)
    .await
    .unwrap()
}

/// The price in stock of each offer of a product in each hour, the last hour first, from the raw points.
async fn read_hours(db: &PgPool, product: ProductId, now: OffsetDateTime) -> Vec<Vec<Option<i64>>> {
    let points: Vec<(Uuid, OffsetDateTime, i64, String)> = sqlx::query_as(
        "select offer_id, observed_at, point.price_fils, point.stock
         from price_point as point join offer on offer.id = offer_id where product_id = $1 order by observed_at",
    )
    .bind(product)
    .fetch_all(db)
    .await
    .unwrap();
    let mut hours_of: BTreeMap<Uuid, Vec<Option<i64>>> = BTreeMap::new();
    for (offer, at, fils, stock) in points {
        let ago = usize::try_from((now - at).whole_hours()).unwrap();
        let hours = hours_of.entry(offer).or_insert_with(|| vec![None; HOURS + DAY]);
        hours[..ago].fill((stock == "IN").then_some(fils));
    }
    hours_of.into_values().collect()
}

/// The least that an offer asked in the thirty days before its price fell, if that is below a price; by plain steps.
fn find_raise(own: &[Option<i64>], claimed: i64) -> Option<i64> {
    let in_stock: Vec<(usize, i64)> =
        own.iter().enumerate().filter_map(|(hour, fils)| Some((hour, (*fils)?))).collect();
    let (mut begin, mut fall) = (in_stock.first()?.0, None);
    for pair in in_stock.windows(2) {
        let [(_, later), (hour, earlier)] = pair else { return None };
        if earlier < later {
            break;
        }
        if earlier > later {
            if fall.is_some_and(|fall: usize| begin - fall >= 30 * DAY) {
                break;
            }
            fall = Some(begin);
        }
        begin = *hour;
    }
    let before = own.iter().skip(fall? + 1).take(30 * DAY).copied().flatten().min()?;
    (before < claimed).then_some(before)
}

/// Rates a product by what each hour cost.
fn rate_by_hour(offers: &[Vec<Option<i64>>]) -> Stored {
    let lowest: Vec<Option<i64>> =
        (0..HOURS + DAY).map(|hour| offers.iter().filter_map(|hours| hours[hour]).min()).collect();
    let Some(price) = lowest[0] else { return (None, None, None, None, None) };
    let mut window: Vec<i64> = lowest.iter().take(90 * DAY).copied().flatten().collect();
    window.sort_unstable();
    let usual = (window.len() >= 14 * DAY).then(|| window[(window.len() - 1) / 2]);
    let is_lowest = |days: &usize| {
        let within = || lowest.iter().take(days * DAY).copied().flatten();
        lowest.iter().skip(days * DAY - 1).any(Option::is_some)
            && within().all(|fils| fils >= price)
            && within().any(|fils| fils > price)
    };
    let lowest_in_days = usual.and([90, 30].into_iter().find(is_lowest));
    let with_price = offers.iter().filter(|hours| hours[0] == Some(price));
    let raises: Option<Vec<i64>> = with_price.map(|hours| find_raise(hours, price + 1)).collect();
    let raised_from = raises.and_then(|raises| raises.into_iter().min());
    let saved = usual.filter(|_| raised_from.is_none()).map(|usual| (usual - price) * 10_000 / usual);
    let saved = saved.filter(|saved| *saved >= 300).map(|saved| i16::try_from(saved).unwrap());
    (Some(price), usual, lowest_in_days.map(|days| i16::try_from(days).unwrap()), raised_from, saved)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn stored_rating_equals_that_of_every_hour(db: PgPool) {
    let now = clock::now(&db).await.unwrap().replace_nanosecond(0).unwrap();
    prices::ensure_partitions(&db, now - Duration::days(210), now).await.unwrap();
    let (mut random, mut products) = (Random(7), Vec::new());
    for number in 0..80 {
        let offers: Vec<Vec<Point>> = (0..1 + random.below(3)).map(|_| random_points(&mut random)).collect();
        let offers: Vec<Vec<Point>> = offers.into_iter().filter(|points| !points.is_empty()).collect();
        products.push(store_product(&db, number, &offers, now).await);
    }
    price_ratings::rate_due(&db, now).await.unwrap();
    let mut deals = Vec::new();
    for product in products {
        let expected = rate_by_hour(&read_hours(&db, product, now).await);
        assert_eq!(stored(&db, product).await, expected, "{product}");
        deals.extend(expected.4.map(|saved| (product, saved)));
    }
    assert!(deals.len() >= 5, "{} deals", deals.len());
    deals.sort_unstable_by_key(|(product, saved)| (-saved, *product));
    let listed = price_summaries::list_deals(&db, now - Duration::days(7)).await.unwrap();
    let listed: Vec<_> = listed.iter().map(|deal| (deal.product_id, deal.saved_basis_points)).collect();
    assert_eq!(listed, deals);
}

/// A made history, and whether its price is a deal.
fn made_history(random: &mut Random) -> (Vec<Point>, bool) {
    let base = 50_000 + 500 * random.below(400);
    let share = |percent: i64| base * percent / 100;
    let (fall, low) = (24 * (1 + random.below(20)), share(70 + random.below(25)));
    let start = (130 * 24, base, Stock::In);
    let at = |days: i64, fils: i64| (days * 24, fils, Stock::In);
    match random.below(6) {
        // Fell from the usual price, at once or in steps.
        0 => (vec![start, (fall, low, Stock::In)], true),
        1 => (vec![start, (fall + 24, (base + low) / 2, Stock::In), (fall, low, Stock::In)], true),
        // Was raised for some days, and fell back to what it cost before.
        2 => (vec![start, at(6, share(125)), at(1 + random.below(4), base)], false),
        // Was low for a month, was raised for some days, and is as low again: half of the time it cost more.
        3 => (vec![start, at(35, low), at(5, base), at(2, low)], false),
        // Flaps by less than anybody notices.
        4 => (vec![start, at(3, share(99)), at(2, base), at(1, share(99))], false),
        // Is known for too short a time.
        _ => (vec![at(12, base), at(2, low)], false),
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn deals_are_those_that_were_made_as_deals(db: PgPool) {
    let now = clock::now(&db).await.unwrap().replace_nanosecond(0).unwrap();
    prices::ensure_partitions(&db, now - Duration::days(210), now).await.unwrap();
    let (mut random, mut truth) = (Random(11), BTreeMap::new());
    for number in 0..120 {
        let (points, is_deal) = made_history(&mut random);
        truth.insert(store_product(&db, number, &[points], now).await, is_deal);
    }
    price_ratings::rate_due(&db, now).await.unwrap();
    let listed = price_summaries::list_deals(&db, now - Duration::days(7)).await.unwrap();
    let right = listed.iter().filter(|deal| truth[&deal.product_id]).count();
    let wanted = truth.values().filter(|is_deal| **is_deal).count();
    assert!(wanted > 20, "{wanted}");
    assert!(100 * right >= 99 * listed.len(), "{right} of {} listed are deals", listed.len());
    assert!(100 * right >= 99 * wanted, "{right} of {wanted} deals are listed");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn only_what_changed_or_aged_is_rated_again(db: PgPool) {
    let now = clock::now(&db).await.unwrap().replace_nanosecond(0).unwrap();
    prices::ensure_partitions(&db, now - Duration::days(210), now).await.unwrap();
    let fallen = vec![(130 * 24, 200_000, Stock::In), (48, 150_000, Stock::In)];
    let product = store_product(&db, 1, std::slice::from_ref(&fallen), now).await;
    store_product(&db, 2, &[fallen], now).await;
    let first = price_ratings::rate_due(&db, now).await.unwrap();
    assert_eq!((first.products, first.changed), (2, 2));
    // The changes that the rating itself published are seen once, and change nothing.
    assert_eq!(price_ratings::rate_due(&db, now).await.unwrap().changed, 0);
    let shop = retailer(&db, "shop-0").await;
    store(&db, shop, &[draft("PART-0001", "PART-0001", 160_000)], now + Duration::hours(1)).await;
    let changed = price_ratings::rate_due(&db, now + Duration::hours(2)).await.unwrap();
    assert_eq!(changed.changed, 1);
    assert_eq!(stored(&db, product).await.0, Some(160_000));
    assert_eq!(price_ratings::rate_due(&db, now + Duration::days(1)).await.unwrap().products, 2);
    let found = price_summaries::find_many(&db, &[product]).await.unwrap();
    assert_eq!(found[&product].price, Fils(160_000));
}
