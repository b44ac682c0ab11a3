use domain::{
    MIGRATOR,
    store::schema::{self, SchemaError},
};
use sqlx::PgPool;

use crate::fixtures::empty_database;

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
