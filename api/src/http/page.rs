use indexer::{MAX_DEPTH, MAX_LIMIT};

use crate::http::query::Query;

/// Default number of rows per page.
pub const DEFAULT_LIMIT: u32 = 20;
/// Maximum page number: the last page at one row per page, as deep as the search engine goes.
const MAX_PAGE: u32 = MAX_DEPTH;

/// The requested page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// From 1.
    pub page: u32,
    /// Maximum number of rows on the page.
    pub limit: u32,
}

impl Page {
    /// Reads the parameters `page` and `limit`.
    pub fn read(query: &mut Query) -> Self {
        Self {
            page: query.number("page", 1, MAX_PAGE).unwrap_or(1),
            limit: query.number("limit", 1, MAX_LIMIT).unwrap_or(DEFAULT_LIMIT),
        }
    }
}
