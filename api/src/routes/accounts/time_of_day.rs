//! Times of day on the wire, such as `22:30`.

use time::Time;

use crate::http::error::{ApiError, ApiResult};

/// Reads a time of day with hours and minutes.
///
/// # Errors
/// Names the field.
pub(super) fn read_time(field: &'static str, typed: &str) -> ApiResult<Time> {
    parse(typed).ok_or_else(|| ApiError::field(field, "must be a time of day such as 22:30"))
}

pub(super) fn write_time(time: Time) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}

fn parse(typed: &str) -> Option<Time> {
    let (hours, minutes) = typed.split_once(':')?;
    let number = |digits: &str| {
        let is_number = digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then(|| digits.parse().ok()).flatten()
    };
    Time::from_hms(number(hours)?, number(minutes)?, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_day_has_two_digits_of_hours_and_minutes() {
        for text in ["00:00", "07:05", "22:30", "23:59"] {
            assert_eq!(write_time(read_time("quietFrom", text).unwrap()), text);
        }
        for wrong in
            ["", "7:00", "22", "24:00", "12:60", "22:30:00", "+1:00", "-1:00", "٢٢:٣٠", "22:3٠", " 22:30"]
        {
            assert!(parse(wrong).is_none(), "{wrong}");
        }
    }
}
