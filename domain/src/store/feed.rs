use std::{fmt, str::FromStr};

use sqlx::PgExecutor;

use crate::model::ProductId;

/// A place in the feed of product changes: all up to and including it has been followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cursor {
    xid: u64,
    seq: i64,
}

/// A text that is no cursor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no place in the feed")]
pub struct BadCursor(String);

/// A product that changed, and the place in the feed that says so.
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
    type Err = BadCursor;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split_once('/')
            .and_then(|(xid, seq)| Some(Cursor { xid: xid.parse().ok()?, seq: seq.parse().ok()? }))
            .ok_or_else(|| BadCursor(text.to_owned()))
    }
}

/// Says that these products changed. Call it in the transaction that changes them.
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

/// The next changes after `cursor`, in the order in which their transactions became visible for good.
///
/// Only rows of transactions older than every running one are answered: a transaction that began earlier and is
/// still open can therefore never commit a row that sorts before what was already read.
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

/// The place from which a reader that now reads all products must follow the feed. Take it *before* reading them.
pub async fn head(db: impl PgExecutor<'_>) -> sqlx::Result<Cursor> {
    let xmin = sqlx::query_scalar!(r#"select pg_snapshot_xmin(pg_current_snapshot())::text as "xmin!""#)
        .fetch_one(db)
        .await?;
    let xid: u64 = xmin.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
    // A sequence number of 0 sorts before every row of that transaction.
    Ok(Cursor { xid, seq: 0 })
}

/// Whether all changes after `cursor` are still in the feed. A reader for whom they are not must read all products anew.
pub async fn reaches_back_to(db: impl PgExecutor<'_>, cursor: Cursor) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select ($1::text::xid8, $2::bigint) >= (pruned_xid, pruned_seq)
               and $1::text::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as "reaches!"
           from product_change_floor"#,
        cursor.xid.to_string(),
        cursor.seq,
    )
    .fetch_one(db)
    .await
}

/// Names the database that the feed is in. Cursors of another one, also of a copy or a restored dump, mean nothing here.
pub async fn identity(db: impl PgExecutor<'_>) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        r#"select system_identifier::text || '-' || oid::text as "identity!"
           from pg_control_system(), pg_database where datname = current_database()"#,
    )
    .fetch_one(db)
    .await
}

/// Drops changes older than `days` days and remembers up to where; answers how many.
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
    fn a_cursor_survives_being_printed() {
        let cursor = Cursor { xid: 7, seq: 12 };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        assert!("7".parse::<Cursor>().is_err());
        assert!("a/b".parse::<Cursor>().is_err());
    }
}
