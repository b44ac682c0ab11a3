use indexer::{MAX_DEPTH, MAX_LIMIT};

use crate::query::Query;

/// How many rows a page holds unless asked otherwise.
pub const DEFAULT_LIMIT: u32 = 20;
/// The last page of the smallest size: deeper than that the engine does not go.
const MAX_PAGE: u32 = MAX_DEPTH;

/// Which part of a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// From 1.
    pub page: u32,
    /// Rows on it.
    pub limit: u32,
}

impl Page {
    /// Reads `page` and `limit`.
    pub fn read(query: &mut Query) -> Self {
        Self {
            page: query.number("page", 1, MAX_PAGE).unwrap_or(1),
            limit: query.number("limit", 1, MAX_LIMIT).unwrap_or(DEFAULT_LIMIT),
        }
    }
}
