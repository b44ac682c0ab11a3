//! Reads from when and until when an offer or a price is valid.

use serde_json::Value;
use time::{
    Date, Duration, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset,
    format_description::well_known::Iso8601,
};

use super::offer_choice::text;

/// Kuwait's time, in which days begin; Kuwait has no summer time. In seconds.
const KUWAIT: i32 = 3 * 3600;

/// The time in which a price is valid; an end that is not stated is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Validity {
    pub(super) from: Option<OffsetDateTime>,
    pub(super) until: Option<OffsetDateTime>,
}

impl Validity {
    /// Reads the validity of an Offer or a PriceSpecification.
    pub(super) fn of(node: &Value) -> Self {
        let first = |keys: &[&str]| keys.iter().find_map(|key| text(node, key));
        Self {
            from: first(&["validFrom", "priceValidFrom"]).and_then(|text| instant(&text, false)),
            until: first(&["priceValidUntil", "validThrough", "validUntil"])
                .and_then(|text| instant(&text, true)),
        }
    }

    pub(super) fn is_future(self, now: OffsetDateTime) -> bool {
        self.from.is_some_and(|from| from > now)
    }

    pub(super) fn is_over(self, now: OffsetDateTime) -> bool {
        self.until.is_some_and(|until| until <= now)
    }

    pub(super) fn is_current(self, now: OffsetDateTime) -> bool {
        !self.is_future(now) && !self.is_over(now)
    }

    pub(super) fn is_stated(self) -> bool {
        self.from.is_some() || self.until.is_some()
    }
}

/// Reads an ISO 8601 date, with or without a time and an offset. Without an offset it is Kuwait's; a date alone is the
/// beginning of the day, or as an end the end of it. Any other text is no date.
pub(super) fn instant(text: &str, is_end: bool) -> Option<OffsetDateTime> {
    let offset = UtcOffset::from_whole_seconds(KUWAIT).ok()?;
    let text = text.trim();
    let day = Date::parse(text.get(..10)?, &Iso8601::DATE).ok()?;
    let rest = text.get(10..)?.trim_start_matches(['T', 't', ' ']);
    if rest.is_empty() {
        let day = if is_end { day.checked_add(Duration::DAY)? } else { day };
        return day.midnight().assume_offset(offset).checked_to_offset(UtcOffset::UTC);
    }
    let joined = format!("{}T{}", text.get(..10)?, rest.replace(' ', "").to_ascii_uppercase());
    let stated = OffsetDateTime::parse(&joined, &Iso8601::DEFAULT).ok().or_else(|| {
        PrimitiveDateTime::parse(&joined, &Iso8601::DEFAULT).ok().map(|local| local.assume_offset(offset))
    });
    // An offset that cannot be read leaves the day.
    let stated = stated.unwrap_or_else(|| day.with_time(Time::MIDNIGHT).assume_offset(offset));
    stated.checked_to_offset(UtcOffset::UTC)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn dates_are_read_in_kuwait_time() {
        for (text, is_end, expected) in [
            ("2026-12-05", false, datetime!(2026-12-04 21:00 UTC)),
            ("2026-12-05", true, datetime!(2026-12-05 21:00 UTC)),
            ("2026-12-05T10:30:00", true, datetime!(2026-12-05 07:30 UTC)),
            ("2026-12-05 10:30:00", false, datetime!(2026-12-05 07:30 UTC)),
            ("2026-12-05T10:30Z", false, datetime!(2026-12-05 10:30 UTC)),
            ("2026-12-05T10:30:00.000+03:00", false, datetime!(2026-12-05 07:30 UTC)),
            ("2026-12-05T23:59:59+0000", true, datetime!(2026-12-05 23:59:59 UTC)),
        ] {
            assert_eq!(instant(text, is_end), Some(expected), "{text}");
        }
        for text in ["", "soon", "05/12/2026", "2026-13-05", "31 December 2026"] {
            assert_eq!(instant(text, true), None, "{text}");
        }
        // Moments beyond the first and the last year that a date can have.
        for text in ["9999-12-31T23:59:59-01:00", "9999-12-31"] {
            assert_eq!(instant(text, true), None, "{text}");
        }
        assert_eq!(instant("-009999001", false), None);
    }
}
