use std::{
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    str::FromStr,
};

use domain::store::feed::Cursor;
use time::{Date, format_description::well_known::Iso8601};
use utoipa::PartialSchema;

use crate::wire::card::ProductCard;

/// Position of an index in the change feed: the last change that the index holds, and the rebuild key of its cards.
/// Stored as text with each batch that the index applies, where `indexer` calls it the feed position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedPosition {
    pub cursor: Cursor,
    pub rebuild_key: RebuildKey,
}

/// Inputs that all cards of an index have in common: the day, the database and the card's fields. When one of them
/// changes, every card is outdated and the index is rebuilt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RebuildKey {
    /// Day (UTC) of the price trends and drops.
    pub day: Date,
    /// Identity of the database, as the feed states it.
    pub database: String,
    /// Hash of the card's schema, so that a new version of the program does not serve old cards.
    pub shape: u64,
}

/// Error for a text that is no feed position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a position in the change feed")]
pub struct BadFeedPosition(String);

impl RebuildKey {
    /// Returns the key of cards made on this day from this database by this program.
    pub fn new(day: Date, database: String) -> Self {
        let mut hasher = DefaultHasher::new();
        serde_json::to_string(&ProductCard::schema()).unwrap_or_default().hash(&mut hasher);
        Self { day, database, shape: hasher.finish() }
    }

    /// Returns whether an index with this key may go on following until one with the other key is built: only the day
    /// differs.
    pub fn can_follow(&self, other: &Self) -> bool {
        self.database == other.database && self.shape == other.shape
    }
}

impl fmt::Display for FeedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RebuildKey { day, database, shape } = &self.rebuild_key;
        write!(f, "{} {day} {database} {shape:016x}", self.cursor)
    }
}

impl FromStr for FeedPosition {
    type Err = BadFeedPosition;

    fn from_str(text: &str) -> Result<Self, BadFeedPosition> {
        read(text).ok_or_else(|| BadFeedPosition(text.to_owned()))
    }
}

fn read(text: &str) -> Option<FeedPosition> {
    let [cursor, day, database, shape] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let rebuild_key = RebuildKey {
        day: Date::parse(day, &Iso8601::DATE).ok()?,
        database: database.to_owned(),
        shape: u64::from_str_radix(shape, 16).ok()?,
    };
    Some(FeedPosition { cursor: cursor.parse().ok()?, rebuild_key })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feed_position_round_trips() {
        let text = "7/12 2026-11-21 77105-29771 00ab00cd00ef0012";
        assert_eq!(text.parse::<FeedPosition>().unwrap().to_string(), text);
        for wrong in
            ["", "7/12", "7/12 2026-11-21", "7 2026-11-21 a 1", "7/12 2026-13-21 a 1", "7/12 2026-11-21 a x"]
        {
            assert!(wrong.parse::<FeedPosition>().is_err(), "{wrong}");
        }
    }
}
