use domain::{
    MIGRATOR,
    store::schema::{self, SchemaError},
};
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::fixtures::{NOW, draft, empty_database, retailer, store};

#[sqlx::test(migrations = false)]
async fn database_of_another_version_is_detected(db: PgPool) {
    empty_database(&db).await;
    assert!(matches!(schema::check(&db).await, Err(SchemaError::Empty)));
    schema::migrate(&db).await.unwrap();
    schema::check(&db).await.unwrap();

    let newest = MIGRATOR.iter().map(|step| step.version).max().unwrap();
    sqlx::query("update _sqlx_migrations set success = false where version = $1")
        .bind(newest)
        .execute(&db)
        .await
        .unwrap();
    assert!(matches!(schema::check(&db).await, Err(SchemaError::Broken { version }) if version == newest));

    sqlx::query("delete from _sqlx_migrations where version = $1").bind(newest).execute(&db).await.unwrap();
    assert!(matches!(schema::check(&db).await, Err(SchemaError::Older { missing: 1 })));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn newer_compatible_schema_is_served_and_incompatible_is_refused(db: PgPool) {
    let newest = MIGRATOR.iter().map(|step| step.version).max().unwrap();
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values ($1, 'later', true, '', 0)",
    )
    .bind(newest + 1)
    .execute(&db)
    .await
    .unwrap();
    schema::check(&db).await.unwrap();
    assert_eq!(schema::status(&db).await.unwrap().unknown, [newest + 1]);
    sqlx::query("update schema_floor set min_known_version = $1")
        .bind(newest + 1)
        .execute(&db)
        .await
        .unwrap();
    assert!(
        matches!(schema::check(&db).await, Err(SchemaError::Newer { newest: later }) if later == newest + 1)
    );
}

/// A program from before `offer.unconfirmed_since` reads and writes `confirmed_at`: while both run, each sees what the
/// other writes.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn older_and_newer_programs_see_the_same_unconfirmed_prices(db: PgPool) {
    let shop = retailer(&db, "north").await;
    store(&db, shop, &[draft("a", "PART-0001", 50_000)], NOW).await;
    for (update, is_unconfirmed) in [
        ("update offer set confirmed_at = now()", true),
        ("update offer set unconfirmed_since = null", false),
        ("update offer set unconfirmed_since = now() - interval '1 day'", true),
        ("update offer set confirmed_at = now() - interval '2 days'", true),
        ("update offer set price_fils = price_fils + 1", true),
        ("update offer set confirmed_at = null", false),
    ] {
        sqlx::query(update).execute(&db).await.unwrap();
        let (old, new): (Option<OffsetDateTime>, Option<OffsetDateTime>) =
            sqlx::query_as("select confirmed_at, unconfirmed_since from offer").fetch_one(&db).await.unwrap();
        assert_eq!((old, new.is_some()), (new, is_unconfirmed), "{update}");
    }
}
