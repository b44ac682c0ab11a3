//! Which of a row's prices is valid now: Google's `sale_price` counts only within `sale_price_effective_date`.

use time::{Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

/// Time of the Gulf, for dates that state no offset: the shops are there.
const GULF: UtcOffset = match UtcOffset::from_hms(3, 0, 0) {
    Ok(offset) => offset,
    Err(_) => UtcOffset::UTC,
};

/// The dates of a sale; an end that is not stated is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SaleDates {
    start: Option<OffsetDateTime>,
    end: Option<OffsetDateTime>,
}

/// State of a sale at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SaleState {
    /// The sale begins then.
    Until(OffsetDateTime),
    /// The sale runs, up to then where its end is stated.
    Running(Option<OffsetDateTime>),
    Over,
}

impl SaleDates {
    /// Parses `2026-11-01T00:00+0300/2026-11-30T23:59+0300`, with or without times, seconds and offsets; one end may be
    /// missing. `None` where the text is anything else.
    pub(super) fn parse(text: &str) -> Option<SaleDates> {
        let (start, end) = text.trim().split_once('/')?;
        let (start, end) = (start.trim(), end.trim());
        if start.is_empty() && end.is_empty() {
            return None;
        }
        let at = |text: &str, is_end: bool| match text {
            "" => Some(None),
            text => moment(text, is_end).map(Some),
        };
        Some(SaleDates { start: at(start, false)?, end: at(end, true)? })
    }

    /// Returns where this moment lies.
    pub(super) fn state(self, now: OffsetDateTime) -> SaleState {
        match (self.start, self.end) {
            (_, Some(end)) if now >= end => SaleState::Over,
            (Some(start), _) if now < start => SaleState::Until(start),
            (_, end) => SaleState::Running(end),
        }
    }
}

/// Parses a date with or without time. A date alone is the whole day: as an end, it means the beginning of the next one.
fn moment(text: &str, is_end: bool) -> Option<OffsetDateTime> {
    let mut parts = text.get(..10)?.splitn(3, '-').map(|part| part.parse::<u16>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date = Date::from_calendar_date(year.into(), month, u8::try_from(day).ok()?).ok()?;
    let rest = text.get(10..)?.trim_start_matches(['T', 't', ' ']);
    if rest.is_empty() {
        let start = PrimitiveDateTime::new(date, Time::MIDNIGHT).assume_offset(GULF);
        let moment = if is_end { start.checked_add(Duration::DAY)? } else { start };
        return moment.checked_to_offset(UtcOffset::UTC);
    }
    let clock_ends = rest.find(|letter: char| !letter.is_ascii_digit() && !":.".contains(letter));
    let (clock, offset) = rest.split_at(clock_ends.unwrap_or(rest.len()));
    let local = PrimitiveDateTime::new(date, time_of_day(clock)?);
    local.assume_offset(parse_offset(offset.trim())?).checked_to_offset(UtcOffset::UTC)
}

fn time_of_day(text: &str) -> Option<Time> {
    let mut parts = text.split(':');
    let mut number = |needed: bool| match parts.next() {
        // Fractions of a second end no sale.
        Some(part) => part.split('.').next()?.parse::<u8>().ok(),
        None => (!needed).then_some(0),
    };
    let (hour, minute, second) = (number(true)?, number(true)?, number(false)?);
    Time::from_hms(hour, minute, second).ok()
}

fn parse_offset(text: &str) -> Option<UtcOffset> {
    if text.is_empty() {
        return Some(GULF);
    }
    if text.eq_ignore_ascii_case("z") || text.eq_ignore_ascii_case("utc") {
        return Some(UtcOffset::UTC);
    }
    let sign = match text.chars().next()? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let digits: String = text.get(1..)?.chars().filter(|letter| *letter != ':').collect();
    let (hours, minutes) = match digits.len() {
        2 => (digits.parse::<i8>().ok()?, 0),
        4 => (digits.get(..2)?.parse::<i8>().ok()?, digits.get(2..)?.parse::<i8>().ok()?),
        _ => return None,
    };
    UtcOffset::from_hms(sign * hours, sign * minutes, 0).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn dates_of_a_sale_are_read_in_every_usual_form() {
        let noon = datetime!(2026-11-10 09:00 UTC);
        for (text, start, end) in [
            ("2026-11-10T12:00+0300/2026-11-12T12:00+0300", Some(noon), Some(noon + Duration::days(2))),
            ("2026-11-10T12:00+03:00/2026-11-12T12:00:00+03", Some(noon), Some(noon + Duration::days(2))),
            ("2026-11-10 12:00 / 2026-11-12 12:00:00.5", Some(noon), Some(noon + Duration::days(2))),
            ("2026-11-10T09:00Z/", Some(noon), None),
            ("/2026-11-10T06:30-02:30", None, Some(noon)),
            // A last day is a whole day, in Kuwait.
            (
                "2026-11-10/2026-11-10",
                Some(datetime!(2026-11-09 21:00 UTC)),
                Some(datetime!(2026-11-10 21:00 UTC)),
            ),
        ] {
            assert_eq!(SaleDates::parse(text), Some(SaleDates { start, end }), "{text}");
        }
        for wrong in [
            "",
            "/",
            "soon",
            "2026-11-10",
            "2026-13-10/2026-11-10",
            "2026-02-30/",
            "2026-11-10T25:00/",
            "2026-11-10T12:00+99/",
            "2026-11-10T12/",
            "10/11/2026",
            "٢٠٢٦-11-10/",
            "2026-11-1é/",
            "9999-12-31/9999-12-31",
            "9999-12-31T23:59-12/",
        ] {
            assert_eq!(SaleDates::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sale_counts_only_within_its_dates() {
        let sale = SaleDates::parse("2026-11-10T12:00Z/2026-11-12T12:00Z").expect("dates");
        let (start, end) = (datetime!(2026-11-10 12:00 UTC), datetime!(2026-11-12 12:00 UTC));
        let second = Duration::SECOND;
        assert_eq!(sale.state(start - second), SaleState::Until(start));
        assert_eq!(sale.state(start), SaleState::Running(Some(end)));
        assert_eq!(sale.state(end - second), SaleState::Running(Some(end)));
        assert_eq!(sale.state(end), SaleState::Over);
        assert_eq!(SaleDates::default().state(start), SaleState::Running(None));
    }
}
