//! Firing of due price alerts, and the mails about them.

use sqlx::PgPool;

use crate::store::{notifications, price_alerts};

/// Due alerts taken in one transaction. A crawl that makes one of them due again waits for that transaction.
const DUE_AT_ONCE: i64 = 2_000;

/// Outcome of one look at the due alerts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FiringOutcome {
    /// The alerts that were due: those that fired, and those that were changed meanwhile and fired nothing.
    pub alerts_due: i64,
    pub mails: i64,
}

/// Fires the alerts that are due, and queues the mails about the alerts that fired.
pub async fn fire_and_queue_mails(db: &PgPool) -> sqlx::Result<FiringOutcome> {
    let mut queued = FiringOutcome::default();
    loop {
        let mut tx = db.begin().await?;
        // One process at a time, so that the alerts of one crawl are counted together for its mails.
        let has_lock = notifications::try_lock_alert_firing(&mut tx).await?;
        if !has_lock {
            return Ok(queued);
        }
        let due = price_alerts::fire_due(&mut tx, DUE_AT_ONCE).await?;
        let none_left = due < DUE_AT_ONCE;
        let mails = if none_left { notifications::queue_ready_mails(&mut tx).await? } else { 0 };
        tx.commit().await?;
        queued.alerts_due += due;
        queued.mails += mails;
        if none_left {
            return Ok(queued);
        }
    }
}
