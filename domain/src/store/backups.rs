//! SQL of backups: one snapshot for the dump and its counts, an empty database before a restore, and the list of completed backups.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, PgConnection, PgExecutor, PgPool, PgTransaction};
use time::OffsetDateTime;

/// Rows by table.
pub type TableCounts = BTreeMap<String, i64>;

/// One moment of the database, for this transaction and for `pg_dump --snapshot`.
pub struct DatabaseSnapshot {
    /// Open for as long as others use the snapshot.
    pub tx: PgTransaction<'static>,
    pub id: String,
    pub taken_at: OffsetDateTime,
}

/// A completed backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupRun {
    pub taken_at: OffsetDateTime,
    pub place: String,
    pub bytes: i64,
}

/// Begins a read-only transaction and shares what it sees.
pub async fn begin_snapshot(db: &PgPool) -> sqlx::Result<DatabaseSnapshot> {
    let mut tx = db.begin_with("begin isolation level repeatable read, read only").await?;
    let row = sqlx::query!(r#"select pg_export_snapshot() as "id!", clock_timestamp() as "taken_at!""#)
        .fetch_one(&mut *tx)
        .await?;
    Ok(DatabaseSnapshot { tx, id: row.id, taken_at: row.taken_at })
}

/// Counts the rows of every table; a partitioned table is one.
pub async fn count_rows(db: &mut PgConnection) -> sqlx::Result<TableCounts> {
    let tables = sqlx::query!(
        r#"select relname::text as "name!", format('%I.%I', nspname, relname) as "quoted!"
           from pg_class join pg_namespace on pg_namespace.oid = relnamespace
           where nspname = 'public' and relkind in ('r', 'p') and not relispartition order by relname"#,
    )
    .fetch_all(&mut *db)
    .await?;
    let mut counts = TableCounts::new();
    for table in tables {
        // Safe: the database has quoted the name itself.
        let count = AssertSqlSafe(format!("select count(*) from {}", table.quoted));
        counts.insert(table.name, sqlx::query_scalar(count).fetch_one(&mut *db).await?);
    }
    Ok(counts)
}

/// Returns the newest migration; `None` where the database has no Tajmeea tables.
pub async fn newest_migration(db: &mut PgConnection) -> sqlx::Result<Option<i64>> {
    // A query without the compile-time check, because an empty database has no such table.
    let is_there: bool =
        sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null").fetch_one(&mut *db).await?;
    if !is_there {
        return Ok(None);
    }
    sqlx::query_scalar("select max(version) from _sqlx_migrations where success").fetch_one(db).await
}

/// Returns the server's version, such as `15.14`.
pub async fn server_version(db: impl PgExecutor<'_>) -> sqlx::Result<String> {
    sqlx::query_scalar!(r#"select current_setting('server_version') as "version!""#).fetch_one(db).await
}

/// Returns the names of tables and functions in a database, at most ten, without those of PostgreSQL and its extensions. A
/// restore requires that there are none.
pub async fn list_contents(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"select name as "name!" from (
               select 'pg_class'::regclass as catalog, oid, relnamespace as namespace, relname::text as name
               from pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
               union all
               select 'pg_proc'::regclass, oid, pronamespace, proname || '()' from pg_proc
           ) as object
           join pg_namespace on pg_namespace.oid = namespace
           where nspname <> 'information_schema' and nspname !~ '^pg_' and not exists (
               select from pg_depend
               where classid = object.catalog and objid = object.oid and deptype = 'e')
           order by name limit 10"#,
    )
    .fetch_all(db)
    .await
}

/// Gathers statistics on every table: a restored database has none, and plans queries badly until then.
///
/// The tables are named, because `analyze` alone warns of each system table that the user may not read.
pub async fn analyze(db: &PgPool) -> sqlx::Result<()> {
    let tables = sqlx::query_scalar!(
        r#"select string_agg(format('%I.%I', nspname, relname), ', ')
           from pg_class join pg_namespace on pg_namespace.oid = relnamespace
           where nspname = 'public' and relkind in ('r', 'p') and not relispartition"#,
    )
    .fetch_one(db)
    .await?;
    if let Some(tables) = tables {
        // Safe: the database has quoted the names itself.
        sqlx::query(AssertSqlSafe(format!("analyze {tables}"))).execute(db).await?;
    }
    Ok(())
}

/// Records a completed backup, and deletes the records of backups that are older than a year.
pub async fn insert_run(db: impl PgExecutor<'_>, run: &BackupRun) -> sqlx::Result<()> {
    sqlx::query!(
        "with deleted as (delete from backup_run where taken_at < now() - interval '1 year')
         insert into backup_run (taken_at, place, bytes) values ($1, $2, $3)",
        run.taken_at,
        run.place,
        run.bytes,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the newest completed backup, if there is one.
pub async fn find_newest_run(db: impl PgExecutor<'_>) -> sqlx::Result<Option<BackupRun>> {
    sqlx::query_as!(BackupRun, "select taken_at, place, bytes from backup_run order by taken_at desc limit 1")
        .fetch_optional(db)
        .await
}
