//! Crawl schedules: six-field cron, seconds first, UTC.

use croner::{
    Cron,
    parser::{CronParser, Seconds},
};
use time::OffsetDateTime;

/// Returns the next time after now; `None` for a schedule that never fires again.
pub fn next_run(cron: &str) -> Option<OffsetDateTime> {
    next_run_after(cron, OffsetDateTime::now_utc())
}

/// Returns the first time after `time`; `None` for a schedule that never fires again.
pub fn next_run_after(cron: &str, time: OffsetDateTime) -> Option<OffsetDateTime> {
    let time = chrono::DateTime::from_timestamp(time.unix_timestamp(), 0)?;
    let next = parse(cron).ok()?.find_next_occurrence(&time, false).ok()?;
    OffsetDateTime::from_unix_timestamp(next.timestamp()).ok()
}

/// Parses an expression in the scheduler's dialect.
pub(super) fn parse(cron: &str) -> Result<Cron, croner::errors::CronError> {
    CronParser::builder().seconds(Seconds::Required).dom_and_dow(true).build().parse(cron)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cron_expression_has_six_fields() {
        let next = next_run("0 5 */2 * * *").expect("a moment");
        assert_eq!((next.minute(), next.second(), next.hour() % 2), (5, 0, 0));
        assert!(next_run("5 */2 * * *").is_none());
        assert!(next_run("every day").is_none());
    }
}
