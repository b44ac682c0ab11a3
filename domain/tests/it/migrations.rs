use domain::MIGRATOR;
use sqlx::PgPool;

use crate::fixtures::empty_database;

/// Returns tables, columns, indexes and constraints, one text each.
async fn shape(db: &PgPool) -> Vec<String> {
    sqlx::query_scalar(
        "select table_name || '.' || column_name || ' ' || data_type from information_schema.columns
         where table_schema = 'public' and table_name <> '_sqlx_migrations'
         union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> '_sqlx_migrations'
         union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
             where connamespace = 'public'::regnamespace
         union all select proname::text from pg_proc where pronamespace = 'public'::regnamespace
         order by 1",
    )
    .fetch_all(db)
    .await
    .unwrap()
}

#[sqlx::test(migrations = false)]
async fn every_migration_goes_up_down_and_up_again(db: PgPool) {
    empty_database(&db).await;
    let empty = shape(&db).await;
    MIGRATOR.run(&db).await.unwrap();
    let full = shape(&db).await;
    assert!(full.len() > empty.len());
    MIGRATOR.undo(&db, 0).await.unwrap();
    let undone: Vec<String> =
        shape(&db).await.into_iter().filter(|line| !line.contains("_sqlx_migrations")).collect();
    assert_eq!(undone, empty);
    MIGRATOR.run(&db).await.unwrap();
    assert_eq!(shape(&db).await, full);
}
