use std::{fmt, str::FromStr};

use domain::store::feed::Cursor;
use time::{Date, format_description::well_known::Iso8601};

/// Where an index stands: up to which change it has followed, and of which day (UTC) its trends are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub cursor: Cursor,
    pub day: Date,
}

/// A text that is no place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no place in the feed on a day")]
pub struct BadPlace(String);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.cursor, self.day)
    }
}

impl FromStr for Place {
    type Err = BadPlace;

    fn from_str(text: &str) -> Result<Self, BadPlace> {
        text.split_once(' ')
            .and_then(|(cursor, day)| {
                Some(Self { cursor: cursor.parse().ok()?, day: Date::parse(day, &Iso8601::DATE).ok()? })
            })
            .ok_or_else(|| BadPlace(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_survives_being_stored() {
        let text = "7/12 2026-11-21";
        assert_eq!(text.parse::<Place>().unwrap().to_string(), text);
        for wrong in ["", "7/12", "7 2026-11-21", "7/12 2026-13-21"] {
            assert!(wrong.parse::<Place>().is_err(), "{wrong}");
        }
    }
}
