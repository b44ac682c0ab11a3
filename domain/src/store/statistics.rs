//! Statistics of Postgres about the tables, from which it plans queries.

use sqlx::{AssertSqlSafe, PgPool};

/// Number of changed rows of a table from which its statistics are gathered again, and the share of its rows.
const MIN_CHANGED_ROWS: i64 = 1_000;
const CHANGED_PERCENT: i64 = 20;

/// Gathers the statistics of the tables that bulk writes have changed since it was last done: autovacuum does the same,
/// a minute or more later. Until then, Postgres plans queries as if an import had stored nothing. Call this function
/// outside of a transaction, between bulk writes and the queries that read them; it reads a sample of each table.
///
/// A table whose statistics another process gathers now is left out.
pub async fn gather(db: &PgPool) -> sqlx::Result<()> {
    let tables = sqlx::query_scalar!(
        r#"select string_agg(format('%I.%I', schemaname, relname), ', ') from pg_stat_user_tables
           where schemaname = 'public' and n_mod_since_analyze >= $1
               and n_mod_since_analyze * 100 >= n_live_tup * $2"#,
        MIN_CHANGED_ROWS,
        CHANGED_PERCENT,
    )
    .fetch_one(db)
    .await?;
    if let Some(tables) = tables {
        // Safe: the database has quoted the names itself.
        sqlx::query(AssertSqlSafe(format!("analyze (skip_locked) {tables}"))).execute(db).await?;
    }
    Ok(())
}

/// Gathers the statistics of the tables that an import of products has just filled: Postgres counts the changes of which
/// [`gather`] asks up to a minute late.
pub async fn gather_after_import(db: &PgPool) -> sqlx::Result<()> {
    sqlx::query("analyze (skip_locked) product, product_part_number, product_change").execute(db).await?;
    Ok(())
}
