use time::OffsetDateTime;

/// Formats a time as `2026-11-21 08:15`, UTC.
pub(super) fn format_time(at: OffsetDateTime) -> String {
    let (date, hour, minute) = (at.date(), at.hour(), at.minute());
    format!("{date} {hour:02}:{minute:02}")
}
