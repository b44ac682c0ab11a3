//! Canaries: a few products of each retailer, with the structure that their pages had when they were last read completely.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sqlx::{PgExecutor, PgTransaction, types::Json};

use crate::model::{Fils, RetailerId, Stock};

/// The fields of a page: where each was found, by its name.
pub type PageStructure = BTreeMap<String, FoundField>;

/// A field as it was found on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundField {
    /// The place in words, such as `JSON-LD offers.price`.
    pub place: String,
    /// The value as the retailer wrote it, cut.
    pub value: String,
}

/// A canary, as the last complete crawl read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canary {
    pub external_id: String,
    /// The page that shows the product; `None` where the retailer is read by lists.
    pub page_url: Option<String>,
    pub structure: PageStructure,
    pub price: Fils,
    pub stock: Stock,
    pub title: String,
}

/// Returns the canaries of a retailer, by their ids.
pub async fn list(db: impl PgExecutor<'_>, retailer_id: RetailerId) -> sqlx::Result<Vec<Canary>> {
    let rows = sqlx::query!(
        r#"select external_id, page_url, structure as "structure: Json<PageStructure>", price_fils as "price: Fils",
               stock as "stock: Stock", title
           from canary where retailer_id = $1 order by external_id collate "C""#,
        retailer_id as RetailerId,
    )
    .fetch_all(db)
    .await?;
    let canaries = rows.into_iter().map(|row| Canary {
        external_id: row.external_id,
        page_url: row.page_url,
        structure: row.structure.0,
        price: row.price,
        stock: row.stock,
        title: row.title,
    });
    Ok(canaries.collect())
}

/// Returns those of these offers that are live, confirmed and not sold out: those in stock first, and the longest known, which
/// are likely to stay.
pub async fn choose_stable(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    external_ids: &[String],
    limit: i64,
) -> sqlx::Result<Vec<(String, Fils, Stock)>> {
    let rows = sqlx::query!(
        r#"select external_id, price_fils as "price: Fils", stock as "stock: Stock" from offer
           where retailer_id = $1 and external_id = any($2::text[]) and ended_at is null and missed_crawls = 0
               and unconfirmed_since is null and stock <> 'OUT'
           order by stock = 'IN' desc, created_at, external_id collate "C" limit $3"#,
        retailer_id as RetailerId,
        external_ids,
        limit,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.external_id, row.price, row.stock)).collect())
}

/// Replaces the canaries of a retailer after a complete crawl that verified them: its pages are as they were.
pub async fn replace(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    canaries: &[Canary],
) -> sqlx::Result<()> {
    let ids: Vec<String> = canaries.iter().map(|canary| canary.external_id.clone()).collect();
    sqlx::query!(
        "delete from canary where retailer_id = $1 and external_id <> all($2::text[])",
        retailer_id as RetailerId,
        &ids,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into canary (retailer_id, external_id, page_url, structure, price_fils, stock, title)
         select $1, external_id, page_url, structure, price, stock, title
         from unnest($2::text[], $3::text[], $4::jsonb[], $5::bigint[], $6::text[], $7::text[])
             as chosen (external_id, page_url, structure, price, stock, title)
         on conflict on constraint canary_pkey do update set
             page_url = excluded.page_url, structure = excluded.structure, price_fils = excluded.price_fils,
             stock = excluded.stock, title = excluded.title, verified_at = now()",
        retailer_id as RetailerId,
        &ids,
        &canaries.iter().map(|canary| canary.page_url.clone()).collect::<Vec<_>>() as &[Option<String>],
        &canaries.iter().map(|canary| serde_json::json!(canary.structure)).collect::<Vec<_>>(),
        &canaries.iter().map(|canary| canary.price.0).collect::<Vec<_>>(),
        &canaries.iter().map(|canary| canary.stock.as_str().to_owned()).collect::<Vec<_>>(),
        &canaries.iter().map(|canary| canary.title.clone()).collect::<Vec<_>>(),
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update retailer set pages_changed_at = null where id = $1 and pages_changed_at is not null",
        retailer_id as RetailerId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Stores that the retailer's pages have changed, with the time of the first crawl that found it.
pub async fn mark_changed(db: impl PgExecutor<'_>, retailer_id: RetailerId) -> sqlx::Result<()> {
    sqlx::query!(
        "update retailer set pages_changed_at = coalesce(pages_changed_at, now()) where id = $1",
        retailer_id as RetailerId,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether the retailer's last crawls found that its pages have changed.
pub async fn has_changed(db: impl PgExecutor<'_>, retailer_id: RetailerId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select pages_changed_at is not null as "has_changed!" from retailer where id = $1"#,
        retailer_id as RetailerId,
    )
    .fetch_one(db)
    .await
}

/// Deletes the canaries of a retailer, whose pages are accepted as they are now: the next complete crawl chooses others.
pub async fn forget(tx: &mut PgTransaction<'_>, retailer_id: RetailerId) -> sqlx::Result<()> {
    replace(tx, retailer_id, &[]).await
}
