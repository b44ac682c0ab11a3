//! Firing of due price alerts, and the mails about them.

use sqlx::PgPool;

use crate::store::{notifications, price_alerts};

/// The most due alerts that one transaction takes. A crawl that makes one of them due again waits for that transaction.
const MAX_DUE_PER_TRANSACTION: i64 = 2_000;

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
    loop {
        let mut tx = db.begin().await?;
        // One process at a time, so that the alerts of one crawl are counted together for its mails.
        let has_lock = notifications::try_lock_alert_firing(&mut tx).await?;
        if !has_lock {
            return Ok(counters);
        }
        let rechecked = price_alerts::recheck(&mut tx, MAX_RECHECKED_PER_TRANSACTION).await?;
        let due = price_alerts::fire_due(&mut tx, MAX_DUE_PER_TRANSACTION).await?;
        let listings = price_alerts::listings::fire_due_listings(&mut tx, MAX_DUE_PER_TRANSACTION).await?;
        let is_last_batch = listings < MAX_DUE_PER_TRANSACTION
            && due < MAX_DUE_PER_TRANSACTION
            && rechecked < MAX_RECHECKED_PER_TRANSACTION;
        let mails = if is_last_batch {
            notifications::queue_ready_mails(&mut tx, MAX_SINGLE_MAILS, MAX_CRAWL_WAIT_MINUTES).await?
        } else {
            0
        };
        tx.commit().await?;
        counters.alerts_due += due + listings;
        counters.mails += mails;
        if is_last_batch {
            return Ok(counters);
        }
    }
}
