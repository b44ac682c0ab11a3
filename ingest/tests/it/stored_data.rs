//! Stored data after a crawl, in a form in which two runs can be compared.

use sqlx::{AssertSqlSafe, PgPool};

/// Every offer as text, every price point, and the products named in the change feed; times are left out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct StoredData {
    pub(crate) offers: Vec<String>,
    pub(crate) points: Vec<String>,
    pub(crate) products_in_feed: Vec<String>,
    pub(crate) held: Vec<String>,
}

impl StoredData {
    pub(crate) async fn read(db: &PgPool) -> sqlx::Result<StoredData> {
        Ok(StoredData {
            offers: texts(
                db,
                "select concat_ws('|', slug, external_id, product_id, linked_by, title_en, title_ar, url, category,
                     manufacturer, model, array_to_string(part_numbers, ','), specs, price_fils, list_price_fils, stock,
                     stock_left, missed_crawls, ended_at is not null)
                 from offer join retailer on retailer.id = retailer_id order by slug, external_id",
            )
            .await?,
            points: texts(
                db,
                "select concat_ws('|', slug, external_id, price_point.price_fils, price_point.stock)
                 from price_point join offer on offer.id = offer_id join retailer on retailer.id = retailer_id order by 1",
            )
            .await?,
            products_in_feed: texts(db, "select distinct product_id::text from product_change order by 1").await?,
            held: texts(
                db,
                "select concat_ws('|', slug, external_id, price_fils, reason, state)
                 from held_offer join retailer on retailer.id = retailer_id order by 1",
            )
            .await?,
        })
    }
}

/// Fails with the first few rows that only one side has.
pub(crate) fn assert_same(found: &StoredData, expected: &StoredData) {
    let parts = [
        ("offers", &found.offers, &expected.offers),
        ("price points", &found.points, &expected.points),
        ("feed", &found.products_in_feed, &expected.products_in_feed),
        ("held", &found.held, &expected.held),
    ];
    for (what, found, expected) in parts {
        let missing: Vec<_> =
            expected.iter().filter(|row| found.binary_search(row).is_err()).take(3).collect();
        let extra: Vec<_> = found.iter().filter(|row| expected.binary_search(row).is_err()).take(3).collect();
        assert!(
            found == expected,
            "{what}: {} instead of {}; missing {missing:#?}, extra {extra:#?}",
            found.len(),
            expected.len()
        );
    }
}

pub(crate) async fn texts(db: &PgPool, sql: &'static str) -> sqlx::Result<Vec<String>> {
    let mut rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(db).await?;
    // Postgres sorts by its locale.
    rows.sort_unstable();
    Ok(rows)
}

pub(crate) async fn number(db: &PgPool, sql: &'static str) -> sqlx::Result<i64> {
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(db).await
}

/// Keeps the products and deletes everything that a crawl writes.
pub(crate) async fn forget_crawls(db: &PgPool) -> sqlx::Result<()> {
    sqlx::query("truncate offer, price_point, product_change, crawl, held_offer, retailer cascade")
        .execute(db)
        .await?;
    Ok(())
}

/// Takes the schema away that `make test` puts into the template of new databases, to save every test the migrations.
pub(crate) async fn empty_database(db: &PgPool) -> sqlx::Result<()> {
    sqlx::raw_sql("drop schema public cascade; create schema public").execute(db).await.map(drop)
}
