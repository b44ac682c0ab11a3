//! Row of a feed.

use std::{collections::HashMap, sync::Arc};

/// Row: column → text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    fields: HashMap<Arc<str>, String>,
    /// Another text of a column that stands twice in the row: the first one that differs.
    others: HashMap<Arc<str>, String>,
}

impl Row {
    pub(super) fn get(&self, column: &str) -> Option<&str> {
        self.fields.get(column).map(String::as_str)
    }

    /// Returns the other text of a column that the row states twice.
    pub(super) fn other(&self, column: &str) -> Option<&str> {
        self.others.get(column).map(String::as_str)
    }

    /// Adds a text; the first one of a column that is not empty counts.
    pub(super) fn add(&mut self, column: impl Into<Arc<str>>, text: String) {
        let column = column.into();
        match self.fields.get(&column) {
            Some(first) if !first.is_empty() => {
                if !text.is_empty() && *first != text {
                    self.others.entry(column).or_insert(text);
                }
            }
            _ => {
                self.fields.insert(column, text);
            }
        }
    }

    /// Returns the number of its columns.
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }
}

impl RowProblem {
    /// Returns the problem of a row of which nothing could be read.
    pub(super) fn row(what: String) -> RowProblem {
        RowProblem::Row(what, Row::default())
    }
}

impl<C: Into<Arc<str>>> FromIterator<(C, String)> for Row {
    fn from_iter<T: IntoIterator<Item = (C, String)>>(texts: T) -> Self {
        let mut row = Row::default();
        texts.into_iter().for_each(|(column, text)| row.add(column, text));
        row
    }
}

/// A problem with one row, or with everything after it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RowProblem {
    /// Fault, and the cells of the row that could be read: its id tells which offer exists.
    Row(String, Row),
    Source(String),
}
