use indexer::{MAX_DEPTH, MAX_LIMIT};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::whole::Whole;

/// Default number of rows per page.
pub const DEFAULT_LIMIT: u32 = 20;

/// The requested page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// From 1.
    // At most the last page at one row per page, as deep as the search engine goes.
    #[param(inline)]
    pub page: Whole<1, { MAX_DEPTH }, 1>,
    /// Maximum number of rows on the page.
    #[param(inline)]
    pub limit: Whole<1, { MAX_LIMIT }, { DEFAULT_LIMIT }>,
}

impl Page {
    /// Number of rows on the pages before.
    pub fn offset(self) -> i64 {
        i64::from(self.page.0 - 1) * i64::from(self.limit.0)
    }
}
