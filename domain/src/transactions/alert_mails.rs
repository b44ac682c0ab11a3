//! Firing of due price alerts, and the mails about them.

use futures::future::try_join_all;
use sqlx::PgPool;

use crate::store::{notifications, price_alerts};

/// The most due alerts that one transaction takes. A crawl that makes one of them due again waits for that transaction.
const MAX_DUE_PER_TRANSACTION: i64 = 2_000;

/// The number of transactions that fire due alerts at a time, where there are more than one takes.
const TRANSACTIONS_AT_ONCE: usize = 4;

/// The number of products whose alerts one transaction of [`evaluate_all`] evaluates.
const PRODUCTS_PER_TRANSACTION: i64 = 200;

/// The most alerts that one transaction evaluates again because their time for it has come.
const MAX_RECHECKED_PER_TRANSACTION: i64 = 500;

/// If one retailer's offers fire more alerts of a user than this at a time, the user gets one mail about all of them.
const MAX_SINGLE_MAILS: i64 = 5;

/// The most minutes that a mail waits for the end of the crawl that fired its alert.
const MAX_CRAWL_WAIT_MINUTES: i32 = 15;

/// The numbers of one call of [`fire_and_queue_mails`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FiringCounters {
    /// The alerts that were due: those that fired, and those that were changed meanwhile and fired nothing.
    pub alerts_due: i64,
    pub mails: i64,
}

/// Fires the alerts that are due, and queues the mails about the alerts that fired.
pub async fn fire_and_queue_mails(db: &PgPool) -> sqlx::Result<FiringCounters> {
    let mut counters = FiringCounters::default();
    let mut has_more_due = false;
    loop {
        let mut tx = db.begin().await?;
        // One process at a time, so that the alerts of one crawl are counted together for its mails.
        let has_lock = notifications::try_lock_alert_firing(&mut tx).await?;
        if !has_lock {
            return Ok(counters);
        }
        // Beside this transaction, which has locked no rows yet that those might wait for.
        if has_more_due {
            let firing = (0..TRANSACTIONS_AT_ONCE).map(|_| fire_all_due(db));
            counters.alerts_due += try_join_all(firing).await?.into_iter().sum::<i64>();
        }
        let rechecked = price_alerts::recheck(&mut tx, MAX_RECHECKED_PER_TRANSACTION).await?;
        let due = price_alerts::fire_due(&mut tx, MAX_DUE_PER_TRANSACTION).await?;
        let listings = price_alerts::listings::fire_due_listings(&mut tx, MAX_DUE_PER_TRANSACTION).await?;
        has_more_due = due == MAX_DUE_PER_TRANSACTION;
        let is_last_batch =
            listings < MAX_DUE_PER_TRANSACTION && !has_more_due && rechecked < MAX_RECHECKED_PER_TRANSACTION;
        let mails = if is_last_batch {
            notifications::queue_ready_mails(&mut tx, MAX_SINGLE_MAILS, MAX_CRAWL_WAIT_MINUTES).await?
        } else {
            0
        };
        counters.alerts_due += due + listings;
        counters.mails += mails;
        tx.commit().await?;
        if is_last_batch {
            return Ok(counters);
        }
    }
}

/// Fires due alerts until none is left that no other transaction has taken, or no connection is free. Returns the number
/// that were due.
async fn fire_all_due(db: &PgPool) -> sqlx::Result<i64> {
    let mut fired = 0;
    loop {
        let mut tx = match db.begin().await {
            Err(sqlx::Error::PoolTimedOut) => return Ok(fired),
            begun => begun?,
        };
        let due = price_alerts::fire_due(&mut tx, MAX_DUE_PER_TRANSACTION).await?;
        tx.commit().await?;
        fired += due;
        if due < MAX_DUE_PER_TRANSACTION {
            return Ok(fired);
        }
    }
}

/// Evaluates all alerts on products. A price alone finds its alerts when it is stored; but an alert that somebody sets,
/// resumes or moves to another product while a transaction that does not see it yet stores the price, or a retailer that is
/// shown meanwhile, would wait for the next price that reaches the threshold. Call this function from time to time.
pub async fn evaluate_all(db: &PgPool) -> sqlx::Result<()> {
    let mut after = None;
    loop {
        let products = price_alerts::list_alert_products(db, after, PRODUCTS_PER_TRANSACTION).await?;
        let Some(last) = products.last() else { return Ok(()) };
        after = Some(*last);
        let mut tx = db.begin().await?;
        price_alerts::evaluate(&mut tx, None, &products).await?;
        tx.commit().await?;
    }
}
