//! The clock for stored times: the database's, because there is one database and any number of machines. Two kinds of
//! values come from the clock of a process: `job.run_at`, from the process that queues the job, and days without a time
//! (of views and facts).

use sqlx::PgExecutor;
use time::{Duration, OffsetDateTime};

/// The largest deviation of a machine's clock. A machine with a larger one reads no retailer, because it would store
/// prices under wrong times.
pub const MAX_SKEW: Duration = Duration::minutes(5);

/// The error for a machine's clock that deviates too far from the database's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this machine's clock is {} {} the database's: synchronise it (NTP) before crawling", .0.abs(), side(*.0))]
pub struct WrongClock(pub Duration);

fn side(skew: Duration) -> &'static str {
    if skew.is_positive() { "ahead of" } else { "behind" }
}

/// Returns the database's current time.
pub async fn now(db: impl PgExecutor<'_>) -> sqlx::Result<OffsetDateTime> {
    sqlx::query_scalar!(r#"select clock_timestamp() as "now!""#).fetch_one(db).await
}

/// Returns the time by which this machine's clock is ahead of the database's, in whole seconds; negative when it is
/// behind.
pub async fn skew(db: impl PgExecutor<'_>) -> sqlx::Result<Duration> {
    let before = OffsetDateTime::now_utc();
    let theirs = now(db).await?;
    // The database read its clock at some time between the request and the answer; the middle is assumed.
    let round_trip: Duration = OffsetDateTime::now_utc() - before;
    let skew: Duration = before - theirs;
    Ok(Duration::seconds((skew + round_trip / 2_i32).whole_seconds()))
}

/// Checks that the two clocks agree well enough to store prices.
///
/// # Errors
/// The error holds the deviation.
pub fn check(skew: Duration) -> Result<(), WrongClock> {
    if skew.abs() > MAX_SKEW { Err(WrongClock(skew)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_check_allows_minutes_and_refuses_days() {
        for borne in [Duration::ZERO, Duration::minutes(5), Duration::minutes(-5)] {
            assert_eq!(check(borne), Ok(()));
        }
        let ahead = check(Duration::days(40)).expect_err("ahead").to_string();
        assert!(ahead.contains("40d ahead of the database's"), "{ahead}");
        let behind = check(Duration::minutes(-6)).expect_err("behind").to_string();
        assert!(behind.contains("6m behind the database's"), "{behind}");
    }
}
