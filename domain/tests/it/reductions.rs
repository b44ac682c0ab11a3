//! Reductions whose stated price before is judged, by made histories whose truth is known.

use std::collections::BTreeMap;

use domain::{
    model::{Fils, OfferDraft, ProductId, RetailerId},
    store::{clock, figures, prices, reductions},
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::fixtures::{count, draft, facts, import, replace_points, retailer, store};

const KINDS: i64 = 9;
const OFFERS: i64 = 360;

struct Random(u64);

impl Random {
    fn between(&mut self, first: i64, last: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        first + i64::try_from(self.0 >> 33).unwrap() % (last - first + 1)
    }
}

/// A made history of an offer.
struct Story {
    /// Hours ago from which a price was valid, and fils; none where it was sold out. The oldest first.
    prices: Vec<(i64, Option<i64>)>,
    claimed: i64,
    /// Hours ago when the reduction began, and whether the claim is true; none where that cannot be judged.
    truth: Option<(i64, bool)>,
}

impl Story {
    /// Makes a history of one of the kinds: what a retailer may do with its price before it states a reduction.
    fn make(kind: i64, random: &mut Random) -> Self {
        let fell = random.between(2, 85 * 24);
        let (usual, cut) = (random.between(50_000, 300_000), random.between(1_000, 20_000));
        let (raise, low) = (random.between(500, 20_000), usual - cut);
        let long = fell + random.between(31 * 24, 200 * 24);
        let before = fell + random.between(1, 29 * 24);
        let earlier = fell + random.between(31 * 24, 90 * 24);
        let [usual_price, raised_price, now] = [usual, usual + raise, low].map(Some);
        let (prices, claimed, truth) = match kind {
            0 => (vec![(long, usual_price), (fell, now)], usual, Some(true)),
            1 => (vec![(long, usual_price), (fell, now)], usual + raise, Some(false)),
            // Raised within the month before; the claim is the raised price, or the one before the raise.
            2 => (vec![(long, usual_price), (before, raised_price), (fell, now)], usual + raise, Some(false)),
            3 => (vec![(long, usual_price), (before, raised_price), (fell, now)], usual, Some(true)),
            // Raised long before: by the rule it is the price before.
            4 => {
                let oldest = fell + 300 * 24;
                let prices = vec![(oldest, usual_price), (earlier, raised_price), (fell, now)];
                (prices, usual + raise, Some(true))
            }
            // In two steps, sold out between them: the time before the first one counts.
            5 => {
                let sold_out = (fell * 3 / 4, None);
                let prices = vec![(long, raised_price), (fell, usual_price), sold_out, (fell / 2, now)];
                // Steps a month apart are two reductions.
                (prices, usual + raise, (fell - fell / 2 < 30 * 24).then_some(true))
            }
            // A history of less than a month before the fall, and no fall at all.
            6 => (vec![(before, usual_price), (fell, now)], usual + raise * (before % 2), None),
            7 => (vec![(long, now)], usual, None),
            // Cheaper for a few hours in the month before.
            _ => {
                let dip = before.max(fell + 7);
                let cheap = (dip, Some(low - 500));
                let prices = vec![(fell + 40 * 24, usual_price), cheap, (dip - 5, usual_price), (fell, now)];
                (prices, usual, Some(false))
            }
        };
        Story { prices, claimed, truth: truth.map(|is_true| (fell, is_true)) }
    }

    fn price_now(&self) -> i64 {
        self.prices.last().and_then(|(_, fils)| *fils).unwrap()
    }

    /// Returns the points that crawls of every day would have recorded: hours ago, fils, stock.
    fn points(&self) -> Vec<(i64, i64, &'static str)> {
        let mut points = Vec::new();
        for (index, (from, fils)) in self.prices.iter().enumerate() {
            let until = self.prices.get(index + 1).map_or(0, |(next, _)| *next);
            let (fils, stock) = fils.map_or((self.price_now(), "OUT"), |fils| (fils, "IN"));
            points.extend((until + 1..=*from).rev().step_by(24).map(|hour| (hour, fils, stock)));
        }
        points
    }
}

/// Dates points that are given by how many hours ago they were.
fn dated(
    now: OffsetDateTime,
    points: Vec<(i64, i64, &'static str)>,
) -> impl Iterator<Item = (OffsetDateTime, i64, &'static str)> {
    points.into_iter().map(move |(hours, fils, stock)| (now - Duration::hours(hours), fils, stock))
}

/// Returns the judged reductions by offer: when each began and whether its claim is true, the oldest first.
async fn judged(db: &PgPool) -> BTreeMap<String, Vec<(OffsetDateTime, bool)>> {
    let rows: Vec<(String, OffsetDateTime, bool)> = sqlx::query_as(
        "select external_id, fell_at, claimed_fils <= lowest_before_fils
         from judged_reduction join offer on offer.id = offer_id order by external_id, fell_at",
    )
    .fetch_all(db)
    .await
    .unwrap();
    let mut judged: BTreeMap<String, Vec<(OffsetDateTime, bool)>> = BTreeMap::new();
    for (offer, fell_at, is_true) in rows {
        judged.entry(offer).or_default().push((fell_at, is_true));
    }
    judged
}

async fn store_story(db: &PgPool, shop: RetailerId, number: i64, story: &Story) -> Uuid {
    let part = format!("PART-{number:04}");
    import(db, &[facts(&format!("card {part}"), &part)]).await;
    let offer = OfferDraft {
        list_price: Some(Fils(story.claimed)),
        ..draft(&format!("{number:04}"), &part, story.price_now())
    };
    store(db, shop, &[offer], OffsetDateTime::now_utc()).await;
    sqlx::query_scalar("select id from offer where external_id = $1")
        .bind(format!("{number:04}"))
        .fetch_one(db)
        .await
        .unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn claims_of_made_histories_are_judged_by_what_is_known_of_them(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let now = clock::now(&db).await.unwrap().replace_nanosecond(0).unwrap();
    prices::ensure_partitions(&db, now - Duration::days(400), now).await.unwrap();
    let mut random = Random(7);
    let mut expected: BTreeMap<String, Vec<(OffsetDateTime, bool)>> = BTreeMap::new();
    for number in 0..OFFERS {
        let story = Story::make(number % KINDS, &mut random);
        let id = store_story(&db, shop, number, &story).await;
        replace_points(&db, id, dated(now, story.points())).await;
        // Two reductions: the earlier price of the second one is what was asked between them.
        let is_split = number % KINDS == 5 && story.truth.is_none();
        if let Some((fell, is_true)) = story.truth {
            expected.insert(format!("{number:04}"), vec![(now - Duration::hours(fell), is_true)]);
        } else if is_split {
            let second = story.prices[3].0;
            let is_seen = story.prices[0].0 >= second + 30 * 24;
            assert!(is_seen, "the first price is older than a month before the second step");
            expected.insert(format!("{number:04}"), vec![(now - Duration::hours(second), false)]);
        }
    }
    assert!(expected.len() > 200, "{}", expected.len());
    figures::roll_up(&db).await.unwrap();
    let found = judged(&db).await;
    for (offer, reductions) in &expected {
        assert_eq!(found.get(offer), Some(reductions), "offer {offer}");
    }
    assert_eq!(found.len(), expected.len(), "nothing else is judged");
    let truthful = expected.values().flatten().filter(|(_, is_true)| *is_true).count();
    let counts = reductions::count(&db, &"north".parse().unwrap(), now - Duration::days(90)).await.unwrap();
    assert_eq!(usize::try_from(counts.judged).unwrap(), expected.len());
    assert_eq!(usize::try_from(counts.truthful).unwrap(), truthful);
    let nobody = reductions::count(&db, &"nobody".parse().unwrap(), now).await.unwrap();
    assert_eq!((nobody.judged, nobody.truthful), (0, 0));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_reduction_counts_once_by_its_highest_claim_until_it_is_old(db: PgPool) {
    let shop = retailer(&db, "north").await;
    let now = clock::now(&db).await.unwrap().replace_nanosecond(0).unwrap();
    prices::ensure_partitions(&db, now - Duration::days(400), now).await.unwrap();
    let fell = 100;
    let prices = vec![(60 * 24, Some(200_000)), (fell, Some(180_000))];
    let story = Story { prices, claimed: 210_000, truth: None };
    let id = store_story(&db, shop, 1, &story).await;
    replace_points(&db, id, dated(now, story.points())).await;
    let at = now - Duration::hours(fell);
    // Mended later: the claim was untrue while the reduction lasted.
    for claimed in [210_000_i64, 210_000, 200_000] {
        sqlx::query("update offer set list_price_fils = $1").bind(claimed).execute(&db).await.unwrap();
        reductions::judge(&db, &products(&db).await, now).await.unwrap();
        assert_eq!(judged(&db).await["0001"], [(at, false)], "{claimed}");
    }
    // Dearer again, and a second reduction, whose price before was asked for some hours alone.
    let again = [story.points(), vec![(50, 190_000, "IN"), (30, 185_000, "IN")]].concat();
    let again: Vec<(i64, i64, &str)> =
        again.into_iter().filter(|(hours, fils, _)| *hours >= 50 || *fils != 180_000).collect();
    replace_points(&db, id, dated(now, again)).await;
    sqlx::query("update offer set price_fils = 185000, list_price_fils = 190000").execute(&db).await.unwrap();
    reductions::judge(&db, &products(&db).await, now).await.unwrap();
    assert_eq!(judged(&db).await["0001"], [(at, false), (now - Duration::hours(30), false)]);

    assert_eq!(reductions::delete_old(&db).await.unwrap(), 0);
    sqlx::query("update judged_reduction set fell_at = fell_at - interval '90 days' where fell_at = $1")
        .bind(at)
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(reductions::delete_old(&db).await.unwrap(), 1);
    // Sold out now: no reduction lasts.
    sqlx::query("truncate judged_reduction").execute(&db).await.unwrap();
    sqlx::query("update offer set stock = 'OUT'").execute(&db).await.unwrap();
    assert_eq!(reductions::judge(&db, &products(&db).await, now).await.unwrap(), 0);
    assert_eq!(count(&db, "select count(*) from judged_reduction").await, 0);
}

async fn products(db: &PgPool) -> Vec<ProductId> {
    sqlx::query_scalar("select product_id from offer where product_id is not null")
        .fetch_all(db)
        .await
        .unwrap()
}
