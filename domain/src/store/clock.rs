//! The clock by which everything is stored: the database's, since there is one of it and any number of machines beside it.

use sqlx::PgExecutor;
use time::{Duration, OffsetDateTime};

/// A machine whose clock differs by more than this reads no shop: its prices would be of another day.
pub const MAX_SKEW: Duration = Duration::minutes(5);

/// A machine's clock that is too far from the database's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this machine's clock is {} {} the database's: set it right (NTP) before shops are read", .0.abs(), side(*.0))]
pub struct WrongClock(pub Duration);

fn side(skew: Duration) -> &'static str {
    if skew.is_positive() { "ahead of" } else { "behind" }
}

/// The moment, as the database tells it.
pub async fn now(db: impl PgExecutor<'_>) -> sqlx::Result<OffsetDateTime> {
    sqlx::query_scalar!(r#"select clock_timestamp() as "now!""#).fetch_one(db).await
}

/// Seconds by which this machine's clock is ahead of the database's.
pub async fn skew(db: impl PgExecutor<'_>) -> sqlx::Result<Duration> {
    let before = OffsetDateTime::now_utc();
    let theirs = now(db).await?;
    // The database answered somewhere in between.
    let asking: Duration = OffsetDateTime::now_utc() - before;
    let skew: Duration = before - theirs;
    Ok(Duration::seconds((skew + asking / 2_i32).whole_seconds()))
}

/// Whether the two clocks agree well enough to store prices.
///
/// # Errors
/// Says by how much they differ.
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
