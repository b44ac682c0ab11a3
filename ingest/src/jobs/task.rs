//! Task of a job row: how it is stored, read and queued. `run_task.rs` runs it.

use std::time::Duration;

use domain::{
    model::{HandedListId, JobId, ProductId, Slug},
    store::jobs::{self, JobDraft},
};
use serde_json::{Value, json};
use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;

use crate::crawl::PageToRead;

/// A unit of work. Rows store the text of `kind`: never rename one while such rows are queued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Crawl a retailer.
    Crawl { retailer: Slug },
    /// Read a retailer's known pages again: those of one product, or those of the products that users view most.
    Refresh { retailer: Slug, product: Option<ProductId> },
    /// Read these pages of a retailer again, whose prices have ended.
    RefreshPages { retailer: Slug, pages: Vec<PageToRead> },
    /// Run the matcher.
    Match,
    /// Roll up the price history of past days, and thin old months.
    History,
    /// Rate the price of each product by its history.
    Verdicts,
    /// Compute the popularity of each product.
    Popularity,
    /// Roll up the figures of the administrators' dashboard.
    Figures,
    /// Create the table partitions of the coming months.
    Upkeep,
    /// Delete expired rows.
    Expiry,
    /// Fetch the pictures of a retailer that are due.
    Pictures { retailer: Slug },
    /// Read a list that a retailer handed in, and those before it that still wait. The api queues it with the list.
    HandIn { retailer: Slug, list: HandedListId },
}

/// End of a task that did not fail.
#[derive(Debug)]
pub enum TaskEnd {
    Done(Value),
    /// The task was told to stop, or its pictures are not all fetched yet: its job returns to the queue.
    Requeue,
    /// Another process reads the retailer: the job returns to the queue, and is due after this time.
    Later(Duration),
}

impl Task {
    /// Returns the kind, as stored.
    pub fn kind(&self) -> &'static str {
        match self {
            Task::Crawl { .. } => jobs::CRAWL,
            Task::Refresh { .. } | Task::RefreshPages { .. } => "refresh",
            Task::Match => jobs::MATCH,
            Task::History => "history",
            Task::Verdicts => "verdicts",
            Task::Popularity => "popularity",
            Task::Figures => "figures",
            Task::Upkeep => "upkeep",
            Task::Expiry => "expiry",
            Task::Pictures { .. } => "pictures",
            Task::HandIn { .. } => jobs::HAND_IN,
        }
    }

    /// Parses a job row.
    ///
    /// # Errors
    /// The reason why this version cannot run the row.
    pub fn parse(kind: &str, payload: &Value) -> Result<Task, String> {
        match kind {
            jobs::CRAWL => Ok(Task::Crawl { retailer: parse_retailer(payload)? }),
            "refresh" if payload.get("pages").is_some() => {
                Ok(Task::RefreshPages { retailer: parse_retailer(payload)?, pages: parse_pages(payload)? })
            }
            "refresh" => {
                Ok(Task::Refresh { retailer: parse_retailer(payload)?, product: parse_product(payload)? })
            }
            jobs::MATCH => Ok(Task::Match),
            "history" => Ok(Task::History),
            "verdicts" => Ok(Task::Verdicts),
            "popularity" => Ok(Task::Popularity),
            "figures" => Ok(Task::Figures),
            "upkeep" => Ok(Task::Upkeep),
            "expiry" => Ok(Task::Expiry),
            "pictures" => Ok(Task::Pictures { retailer: parse_retailer(payload)? }),
            jobs::HAND_IN => {
                Ok(Task::HandIn { retailer: parse_retailer(payload)?, list: parse_list(payload)? })
            }
            other => Err(format!("this version knows no job of the kind {other:?}")),
        }
    }

    fn payload(&self) -> Value {
        match self {
            Task::Crawl { retailer } => jobs::crawl_payload(retailer),
            Task::Refresh { retailer, product: None } | Task::Pictures { retailer } => {
                json!({ "retailer": retailer })
            }
            Task::Refresh { retailer, product: Some(product) } => {
                json!({ "retailer": retailer, "product": product })
            }
            Task::RefreshPages { retailer, pages } => json!({ "retailer": retailer, "pages": pages }),
            Task::HandIn { retailer, list } => jobs::hand_in_payload(retailer, *list),
            Task::Match
            | Task::History
            | Task::Verdicts
            | Task::Popularity
            | Task::Figures
            | Task::Upkeep
            | Task::Expiry => json!({}),
        }
    }

    /// Returns the key that at most one queued or running job of the same work has.
    pub(super) fn dedup_key(&self) -> String {
        match self {
            Task::Crawl { retailer } => jobs::crawl_key(retailer),
            Task::Refresh { retailer, product: None } => format!("refresh {retailer}"),
            Task::Refresh { retailer, product: Some(product) } => format!("refresh {retailer} {product}"),
            Task::RefreshPages { retailer, .. } => format!("refresh {retailer} pages"),
            Task::Pictures { retailer } => format!("pictures {retailer}"),
            Task::HandIn { list, .. } => format!("{} {list}", jobs::HAND_IN),
            _ => self.kind().to_owned(),
        }
    }

    /// Queues the task; returns `None` when the same task waits or runs already.
    ///
    /// # Errors
    /// On database errors.
    pub async fn enqueue(&self, db: &PgPool) -> sqlx::Result<Option<JobId>> {
        self.enqueue_at(db, OffsetDateTime::now_utc()).await
    }

    /// Queues the task like [`enqueue`](Self::enqueue), due at this time.
    ///
    /// # Errors
    /// On database errors.
    pub(super) async fn enqueue_at(
        &self,
        db: &PgPool,
        run_at: OffsetDateTime,
    ) -> sqlx::Result<Option<JobId>> {
        self.insert(db, run_at, &self.dedup_key(), self.payload()).await
    }

    /// Queues the task for one moment at which prices of the retailer end, beside that of any other moment and of the
    /// schedule.
    ///
    /// # Errors
    /// On database errors.
    pub(super) async fn enqueue_for(
        &self,
        db: impl PgExecutor<'_>,
        retailer: &Slug,
        moment: OffsetDateTime,
    ) -> sqlx::Result<Option<JobId>> {
        let dedup_key = jobs::price_end_key(retailer, moment);
        let mut payload = self.payload();
        // Rows with this key expire; others are kept to tell when a schedule's task ran last.
        if let Some(payload) = payload.as_object_mut() {
            payload.insert("product".to_owned(), Value::Null);
        }
        self.insert(db, moment, &dedup_key, payload).await
    }

    async fn insert(
        &self,
        db: impl PgExecutor<'_>,
        run_at: OffsetDateTime,
        dedup_key: &str,
        payload: Value,
    ) -> sqlx::Result<Option<JobId>> {
        let draft = JobDraft {
            kind: self.kind(),
            payload,
            dedup_key: Some(dedup_key),
            run_at,
            max_attempts: jobs::MAX_ATTEMPTS,
        };
        jobs::enqueue(db, &draft).await
    }
}

fn parse_pages(payload: &Value) -> Result<Vec<PageToRead>, String> {
    let pages = payload.get("pages").cloned().unwrap_or_default();
    serde_json::from_value(pages).map_err(|error| format!("pages: {error}"))
}

fn parse_retailer(payload: &Value) -> Result<Slug, String> {
    let slug = payload.get("retailer").and_then(Value::as_str).ok_or("it names no retailer")?;
    slug.parse().map_err(|error| format!("retailer: {error}"))
}

fn parse_list(payload: &Value) -> Result<HandedListId, String> {
    let list = payload.get("list").and_then(Value::as_str).and_then(|list| list.parse().ok());
    list.ok_or_else(|| "list: it is no id".to_owned())
}

fn parse_product(payload: &Value) -> Result<Option<ProductId>, String> {
    let Some(product) = payload.get("product").filter(|product| !product.is_null()) else { return Ok(None) };
    let product = product.as_str().and_then(|product| product.parse().ok());
    product.map(Some).ok_or_else(|| "product: it is no product id".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_round_trip() {
        let shop = || "a-shop".parse::<Slug>().expect("a slug");
        let tasks = [
            Task::Crawl { retailer: shop() },
            Task::Refresh { retailer: shop(), product: None },
            Task::Refresh { retailer: shop(), product: Some(ProductId::random()) },
            Task::RefreshPages {
                retailer: shop(),
                pages: vec![PageToRead { url: "https://a/1".to_owned(), category: None }],
            },
            Task::Match,
            Task::History,
            Task::Verdicts,
            Task::Popularity,
            Task::Figures,
            Task::Upkeep,
            Task::Expiry,
            Task::Pictures { retailer: shop() },
            Task::HandIn { retailer: shop(), list: HandedListId::random() },
        ];
        for task in tasks {
            assert_eq!(Task::parse(task.kind(), &task.payload()), Ok(task));
        }
        assert!(Task::parse("crawl", &json!({})).is_err());
        assert!(Task::parse("refresh", &json!({ "retailer": "a-shop", "product": "x" })).is_err());
        assert!(Task::parse("refresh", &json!({ "retailer": "a-shop", "pages": [1] })).is_err());
        assert!(Task::parse("hand-in", &json!({ "retailer": "a-shop", "list": 7 })).is_err());
        assert!(Task::parse("dance", &json!({})).is_err());
    }
}
