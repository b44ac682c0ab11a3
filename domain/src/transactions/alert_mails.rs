//! Firing of due price alerts, and the mails about them.

use sqlx::PgPool;

use crate::store::{notifications, price_alerts};

/// Alerts fired in one transaction. Crawls of the same prices wait for that transaction.
const FIRED_AT_ONCE: i64 = 2_000;

/// Outcome of one look at the due alerts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QueuedMails {
    pub alerts_fired: i64,
    pub mails: i64,
}

/// Fires the alerts that are due and puts what fired into mails.
pub async fn fire_and_queue_mails(db: &PgPool) -> sqlx::Result<QueuedMails> {
    let mut queued = QueuedMails::default();
    loop {
        let mut tx = db.begin().await?;
        // One process at a time, so that none sees half of a crawl.
        if !notifications::try_lock_mails(&mut tx).await? {
            return Ok(queued);
        }
        let fired = price_alerts::fire_due(&mut tx, FIRED_AT_ONCE).await?;
        let all = fired < FIRED_AT_ONCE;
        let mails = if all { notifications::queue_ready_mails(&mut tx).await? } else { 0 };
        tx.commit().await?;
        queued.alerts_fired += fired;
        queued.mails += mails;
        if all {
            return Ok(queued);
        }
    }
}
