use std::{fmt, str::FromStr};

use sqlx::{PgExecutor, PgPool};

use crate::model::ProductId;

/// A position in the feed of product changes: the reader has processed all changes up to and including it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cursor {
    xid: u64,
    seq: i64,
}

/// A text that is not a cursor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a cursor of the change feed")]
pub struct InvalidCursor(String);

/// A changed product, and the position of the change in the feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProductChange {
    pub product_id: ProductId,
    pub cursor: Cursor,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.xid, self.seq)
    }
}

impl FromStr for Cursor {
    type Err = InvalidCursor;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split_once('/')
            .and_then(|(xid, seq)| Some(Cursor { xid: xid.parse().ok()?, seq: seq.parse().ok()? }))
            .ok_or_else(|| InvalidCursor(text.to_owned()))
    }
}

/// Records that these products changed. Call this function in the transaction that changes them.
pub async fn append(db: impl PgExecutor<'_>, products: &[ProductId]) -> sqlx::Result<()> {
    if products.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into product_change (product_id) select distinct id from unnest($1::uuid[]) as changed (id)",
        products as &[ProductId],
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the next changes after `cursor`, in the order in which their transactions became visible for good.
///
/// Only rows of transactions older than every running one are returned. A transaction that began earlier and is still
/// open can therefore never commit a row that sorts before a row already read.
///
/// Example: transactions 100 and 101 append a change each, and 101 commits first. While 100 is open, neither change is
/// returned; afterwards both are, that of 100 first.
pub async fn read(db: impl PgExecutor<'_>, cursor: Cursor, limit: i64) -> sqlx::Result<Vec<ProductChange>> {
    let rows = sqlx::query!(
        r#"select xid::text as "xid!", seq, product_id as "product_id: ProductId" from product_change
           where (xid, seq) > ($1::text::xid8, $2) and xid < pg_snapshot_xmin(pg_current_snapshot())
           order by xid, seq limit $3"#,
        cursor.xid.to_string(),
        cursor.seq,
        limit,
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            let xid = row.xid.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
            Ok(ProductChange { product_id: row.product_id, cursor: Cursor { xid, seq: row.seq } })
        })
        .collect()
}

/// A transaction that delays the changes of later ones for readers, in any database of the cluster.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockingTransaction {
    /// The server process that runs the transaction; `None` for a prepared transaction, which waits for its commit.
    pub process: Option<i32>,
    /// The name under which the transaction was prepared.
    pub prepared: Option<String>,
    pub database: Option<String>,
    pub user: Option<String>,
    pub application: Option<String>,
    /// The time in seconds for which the transaction has been open.
    pub seconds: Option<f64>,
}

/// Returns the age in seconds of the oldest change after `cursor`, by the database's clock; `None` when there is none.
/// Behind a caller's cursor that has passed every readable change, it is committed but not readable yet.
pub async fn oldest_delayed_age(db: impl PgExecutor<'_>, cursor: Cursor) -> sqlx::Result<Option<f64>> {
    sqlx::query_scalar!(
        r#"select greatest(0, extract(epoch from clock_timestamp() - changed_at))::float8 as "seconds!"
           from product_change where (xid, seq) > ($1::text::xid8, $2) order by xid, seq limit 1"#,
        cursor.xid.to_string(),
        cursor.seq,
    )
    .fetch_optional(db)
    .await
}

/// Returns the oldest writing transaction, which delays everything that others have committed since; `None` when it
/// has just ended.
///
/// Database users without the rights of `pg_read_all_stats` see only the process and the database of other users'
/// transactions.
pub async fn find_blocking_transaction(db: impl PgExecutor<'_>) -> sqlx::Result<Option<BlockingTransaction>> {
    sqlx::query_as!(
        BlockingTransaction,
        r#"select pid as "process?", gid as "prepared?", coalesce(datname, database)::text as "database?",
               coalesce(usename, owner)::text as "user?", application_name as "application?",
               extract(epoch from clock_timestamp() - coalesce(xact_start, prepared))::float8 as "seconds?"
           from (select pg_snapshot_xmin(pg_current_snapshot())::xid as oldest) as snapshot
           left join (select pid as locker, transactionid from pg_locks
                      where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted) as held
               on transactionid = oldest
           left join pg_stat_activity as activity on activity.pid = locker
           left join pg_prepared_xacts as waiting on waiting.transaction = oldest
           where pid is not null or gid is not null"#,
    )
    .fetch_optional(db)
    .await
}

/// Returns the transaction from which on changes may still become visible. Ask before reading what is derived from products: a
/// change committed since is processed twice rather than never.
pub async fn read_seen_below(db: impl PgExecutor<'_>) -> sqlx::Result<String> {
    sqlx::query_scalar!(r#"select pg_snapshot_xmin(pg_current_snapshot())::text as "xmin!""#)
        .fetch_one(db)
        .await
}

/// Returns the position from which a reader must follow the feed after reading all products. Call this function
/// *before* reading them.
pub async fn start_cursor(db: impl PgExecutor<'_>) -> sqlx::Result<Cursor> {
    let xid: u64 =
        read_seen_below(db).await?.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
    // Sequence number 0 sorts before every row of that transaction.
    Ok(Cursor { xid, seq: 0 })
}

/// Whether all changes after `cursor` are still in the feed. If not, the reader must read all products again.
pub async fn covers(db: impl PgExecutor<'_>, cursor: Cursor) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select ($1::text::xid8, $2::bigint) >= (pruned_xid, pruned_seq)
               and $1::text::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as "covers!"
           from product_change_floor"#,
        cursor.xid.to_string(),
        cursor.seq,
    )
    .fetch_one(db)
    .await
}

/// Returns the identity of the database that the feed is in. Cursors and transaction numbers of another database mean
/// nothing here.
///
/// The identity consists of the cluster's system identifier, the database's oid and the feed table's oid. A restored
/// dump therefore has another identity, wherever it is restored: in another cluster, in another database, or over the
/// tables of this one.
///
/// Transaction numbers stored in tables travel with a dump, while a new cluster counts from its beginning. Where the
/// stored identity differs, they are therefore deleted before anything is compared with them.
pub async fn identity(db: &PgPool) -> sqlx::Result<String> {
    let database = sqlx::query!(
        r#"select system_identifier::text || '-' || pg_database.oid::text || '-' || 'product_change'::regclass::oid::text
               as "identity!", database_identity as stored
           from pg_control_system(), pg_database, product_change_floor where datname = current_database()"#,
    )
    .fetch_one(db)
    .await?;
    if database.stored.as_ref() != Some(&database.identity) {
        delete_foreign_transactions(db, &database.identity).await?;
    }
    Ok(database.identity)
}

/// Deletes the transaction numbers of another database. Of several processes that find a restored database, one does
/// the work and the others wait.
///
/// Crawls may write to the feed meanwhile. The table lock waits for running writers and blocks new ones, so that no row is
/// deleted whose product is not rolled up again.
async fn delete_foreign_transactions(db: &PgPool, identity: &str) -> sqlx::Result<()> {
    let mut tx = db.begin().await?;
    sqlx::query!("lock table product_change in exclusive mode").execute(&mut *tx).await?;
    let stored = sqlx::query_scalar!("select database_identity from product_change_floor for update")
        .fetch_one(&mut *tx)
        .await?;
    if stored.as_deref() == Some(identity) {
        return Ok(());
    }
    // A roll-up is valid while no change came after it: every change of a transaction below `seen_below` is in it. Numbers of two clusters cannot tell which of the feed's rows
    // came after it, so every product with a row is rolled up again.
    sqlx::query!(
        "with stale as (
             delete from product_price_roll_up as roll_up using product_change_floor
             where seen_below <= pruned_xid
                or exists (select from product_change as change where change.product_id = roll_up.product_id)
             returning roll_up.product_id
         )
         delete from product_price_day using stale where product_price_day.product_id = stale.product_id",
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("update product_price_roll_up set seen_below = pg_snapshot_xmin(pg_current_snapshot())")
        .execute(&mut *tx)
        .await?;
    sqlx::query!("delete from figures_state").execute(&mut *tx).await?;
    sqlx::query!("update listing_alert_position set position = null").execute(&mut *tx).await?;
    // Every index of another database is rebuilt from the products themselves, so no reader needs these rows.
    sqlx::query!("delete from product_change").execute(&mut *tx).await?;
    sqlx::query!(
        "update product_change_floor set pruned_xid = '0', pruned_seq = 0, database_identity = $1",
        identity,
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

/// Deletes changes older than `days` days, stores the position up to which they were deleted, and returns their number.
///
/// Call [`identity`] first, as before everything that compares transaction numbers.
pub async fn prune(db: &mut sqlx::PgConnection, days: i32) -> sqlx::Result<u64> {
    let pruned = sqlx::query_scalar!(
        r#"with pruned as (
               delete from product_change
               where changed_at < now() - make_interval(days => $1)
                 and xid < pg_snapshot_xmin(pg_current_snapshot())
               returning xid, seq
           ), last as (
               select xid, seq from pruned order by xid desc, seq desc limit 1
           ), moved as (
               update product_change_floor set pruned_xid = last.xid, pruned_seq = last.seq from last
               where (last.xid, last.seq) > (pruned_xid, pruned_seq)
           )
           select count(*) as "pruned!" from pruned"#,
        days,
    )
    .fetch_one(db)
    .await?;
    Ok(u64::try_from(pruned).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_round_trips() {
        let cursor = Cursor { xid: 7, seq: 12 };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        assert!("7".parse::<Cursor>().is_err());
        assert!("a/b".parse::<Cursor>().is_err());
    }
}
