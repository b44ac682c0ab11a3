//! The times in which offers were in stock, from their price points.

use domain::{
    model::{Fils, Stock},
    store::{
        clock,
        history::{self, OfferSpan},
        prices,
    },
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::fixtures::{draft, import_card, replace_points, retailer, store};

/// Days ago from which and until which a price was valid, and the fils.
fn days(found: &[OfferSpan], now: OffsetDateTime) -> Vec<(i64, Option<i64>, i64)> {
    let ago = |at: OffsetDateTime| (now - at).whole_days();
    found.iter().map(|span| (ago(span.from), span.until.map(ago), span.price.0)).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_span_lasts_until_the_price_or_the_stock_changes(db: PgPool) {
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    let shop = retailer(&db, "north").await;
    let now = clock::now(&db).await.unwrap().replace_nanosecond(0).unwrap();
    store(&db, shop, &[draft("a", "PART-0001", 200_000)], now).await;
    let offer: Uuid = sqlx::query_scalar("select id from offer").fetch_one(&db).await.unwrap();
    prices::ensure_partitions(&db, now - Duration::days(400), now).await.unwrap();
    let points = [
        (300, 90_000, Stock::In),
        (150, 100_000, Stock::In),
        // Proofs of life.
        (100, 100_000, Stock::In),
        (70, 100_000, Stock::In),
        (60, 120_000, Stock::In),
        (50, 120_000, Stock::Out),
        (40, 110_000, Stock::In),
        (30, 110_000, Stock::Unknown),
        (20, 110_000, Stock::In),
        (10, 110_000, Stock::In),
    ];
    let points =
        points.iter().map(|(days, fils, stock)| (now - Duration::days(*days), *fils, stock.as_str()));
    replace_points(&db, offer, points).await;
    let since = now - Duration::days(90);
    let found = history::list_spans(&db, &[card.id], since).await.unwrap();
    let before: [(i64, Option<i64>, i64); 3] =
        [(100, Some(60), 100_000), (60, Some(50), 120_000), (40, Some(30), 110_000)];
    assert_eq!(days(&found, now), [before.as_slice(), &[(20, None, 110_000)]].concat());
    assert_eq!(found[3].to_price_span(now).until, now);
    assert_eq!(found[3].to_price_span(now).price, Fils(110_000));

    sqlx::query("update offer set ended_at = $1").bind(now - Duration::days(5)).execute(&db).await.unwrap();
    let ended = history::list_spans(&db, &[card.id], since).await.unwrap();
    assert_eq!(days(&ended, now), [before.as_slice(), &[(20, Some(5), 110_000)]].concat());

    sqlx::query("update retailer set enabled = false").execute(&db).await.unwrap();
    assert!(history::list_spans(&db, &[card.id], since).await.unwrap().is_empty());
}
