//! One row of a feed.

use std::collections::HashMap;

/// One row: column → text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Row(pub(super) HashMap<String, String>);

impl Row {
    pub(super) fn get(&self, column: &str) -> Option<&str> {
        self.0.get(column).map(String::as_str)
    }
}

/// A problem with one row, or with everything after it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RowProblem {
    Row(String),
    Source(String),
}
