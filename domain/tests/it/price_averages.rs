//! Averages over time, compared with plain arithmetic over the seconds.

use domain::{
    model::{Fils, ProductId, Stock},
    store::{clock, history, prices, roll_up},
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime, Time};
use uuid::Uuid;

use super::fixtures::{draft, import_card, replace_points, retailer, store};

/// A recorded price of an offer.
#[derive(Debug, Clone, Copy)]
struct Point {
    at: OffsetDateTime,
    fils: i64,
    stock: Stock,
}

/// An offer with its points, the oldest first.
#[derive(Debug)]
struct PricedOffer {
    id: Uuid,
    points: Vec<Point>,
    ended_at: Option<OffsetDateTime>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).unwrap() % end
    }
}

/// The mean price in stock from a time until now, each price weighted by its seconds.
fn average(offers: &[PricedOffer], since: OffsetDateTime, now: OffsetDateTime) -> Option<Fils> {
    let (mut fils_seconds, mut seconds) = (0_i128, 0_i128);
    for offer in offers {
        for (index, point) in offer.points.iter().enumerate() {
            let next = offer.points.get(index + 1).map(|next| next.at);
            let until = next.or(offer.ended_at).unwrap_or(now).min(now).unix_timestamp();
            let held = until - point.at.max(since).unix_timestamp();
            if point.stock != Stock::Out && held > 0 {
                fils_seconds += i128::from(point.fils) * i128::from(held);
                seconds += i128::from(held);
            }
        }
    }
    // Rounded half up, as the database does with positive numbers.
    (seconds > 0).then(|| Fils(i64::try_from((2 * fils_seconds + seconds) / (2 * seconds)).unwrap()))
}

/// Stores a product with random prices at some retailers: whole seconds, so that both sides count the same.
async fn random_product(
    db: &PgPool,
    random: &mut Random,
    now: OffsetDateTime,
) -> (ProductId, Vec<PricedOffer>) {
    let card = import_card(db, "TUF RTX 5070", "PART-0001").await;
    let mut offers = Vec::new();
    for number in 0..1 + random.below(4) {
        let shop = retailer(db, &format!("shop-{number}")).await;
        store(db, shop, &[draft("a", "PART-0001", 210_000)], now).await;
        let id: Uuid = sqlx::query_scalar("select id from offer where retailer_id = $1")
            .bind(shop)
            .fetch_one(db)
            .await
            .unwrap();
        let mut times: Vec<OffsetDateTime> = (0..1 + random.below(40))
            .map(|_| now - Duration::seconds(1 + random.below(400 * 86_400)))
            .collect();
        // Some days have several points, some none, and one is at midnight.
        times.push((now - Duration::days(random.below(60))).replace_time(Time::MIDNIGHT));
        times.extend(
            times.clone().iter().step_by(5).map(|at| *at + Duration::seconds(1 + random.below(20_000))),
        );
        times.retain(|at| *at < now);
        times.sort_unstable();
        times.dedup();
        let points: Vec<Point> = times
            .into_iter()
            .map(|at| Point {
                at,
                fils: 100_000 + random.below(200_000),
                stock: [Stock::In, Stock::In, Stock::Unknown, Stock::Out]
                    [usize::try_from(random.below(4)).unwrap()],
            })
            .collect();
        let last = points.last().unwrap().at;
        let ended_at = (random.below(3) == 0).then(|| last + Duration::seconds(random.below(40 * 86_400)));
        prices::ensure_partitions(db, points[0].at, now).await.unwrap();
        let stored = points.iter().map(|point| (point.at, point.fils, point.stock.as_str()));
        replace_points(db, id, stored).await;
        sqlx::query("update offer set ended_at = $2 where id = $1")
            .bind(id)
            .bind(ended_at)
            .execute(db)
            .await
            .unwrap();
        offers.push(PricedOffer { id, points, ended_at });
    }
    (card.id, offers)
}

async fn assert_averages(db: &PgPool, product: ProductId, offers: &[PricedOffer], what: &str) {
    for days in [0, 1, 7, 30, 90, 365, 500] {
        // Both in one transaction: its time stands still.
        let mut tx = db.begin().await.unwrap();
        let now = clock::now(&mut *tx).await.unwrap();
        let since = (now - Duration::days(days)).replace_time(Time::MIDNIGHT);
        let statistics = history::compute_statistics(&mut *tx, product, since).await.unwrap();
        if let Some(expected) = average(offers, since, now) {
            // The database rounds the time of now to a second.
            let difference = statistics.average.unwrap().0 - expected.0;
            assert!(
                difference.abs() <= 1,
                "{what}, {days} days: {statistics:?}, not {expected:?}: {offers:?}"
            );
            assert!(statistics.lowest <= statistics.average && statistics.average <= statistics.highest);
        }
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn averages_weigh_each_price_by_the_time_that_it_held(db: PgPool) {
    let mut random = Random(11);
    for round in 0..12 {
        sqlx::raw_sql("truncate product cascade; truncate retailer cascade; truncate price_point; truncate product_change")
            .execute(&db)
            .await
            .unwrap();
        let now = clock::now(&db).await.unwrap().replace_nanosecond(0).unwrap();
        let (product, offers) = random_product(&db, &mut random, now).await;
        assert_averages(&db, product, &offers, &format!("round {round} by points")).await;
        // Rolled up at first until some weeks ago, then until today, as the job does day after day.
        for until in [now - Duration::days(40), now - Duration::days(39), now] {
            roll_up::run(&db, until.date()).await.unwrap();
            assert_averages(&db, product, &offers, &format!("round {round} rolled up until {until}")).await;
        }
        assert!(offers.iter().all(|offer| !offer.id.is_nil()));
    }
}

/// A program of the version before rolls up days without their seconds.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn days_without_seconds_are_read_point_by_point_and_rolled_up_again(db: PgPool) {
    let now = clock::now(&db).await.unwrap().replace_nanosecond(0).unwrap();
    let (product, offers) = random_product(&db, &mut Random(5), now).await;
    roll_up::run(&db, now.date()).await.unwrap();
    let forgotten = sqlx::query(
        "update product_price_day set seconds = null, fils_seconds = null where extract(day from day)::int % 2 = 0",
    )
    .execute(&db)
    .await
    .unwrap();
    assert!(forgotten.rows_affected() > 5, "{forgotten:?}");
    assert_averages(&db, product, &offers, "without seconds").await;
    roll_up::run(&db, now.date()).await.unwrap();
    let left: i64 = sqlx::query_scalar("select count(*) from product_price_day where seconds is null")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(left, 0);
    assert_averages(&db, product, &offers, "rolled up again").await;
}

/// A price that was recorded often but held for an hour weighs little beside one that held for weeks.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn price_of_an_hour_with_many_points_hardly_moves_the_average(db: PgPool) {
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let shop = retailer(&db, "north").await;
    let now = clock::now(&db).await.unwrap();
    store(&db, shop, &[draft("a", "PART-0001", 100_000)], now).await;
    prices::ensure_partitions(&db, now - Duration::days(30), now).await.unwrap();
    sqlx::raw_sql(
        "delete from price_point;
         insert into price_point select id, now() - interval '20 days', 100000, 'IN' from offer;
         insert into price_point
             select id, now() - interval '10 days' + minute * interval '1 minute', 200000, 'IN'
             from offer, generate_series(0, 59) as minute;
         insert into price_point select id, now() - interval '10 days' + interval '1 hour', 100000, 'IN' from offer",
    )
    .execute(&db)
    .await
    .unwrap();
    let since = (now - Duration::days(30)).replace_time(Time::MIDNIGHT);
    let statistics = history::compute_statistics(&db, card.id, since).await.unwrap();
    // The higher price held for one of 480 hours.
    assert_eq!(statistics.average, Some(Fils(100_208)));
    assert_eq!(statistics.highest, Some(Fils(200_000)));
}
