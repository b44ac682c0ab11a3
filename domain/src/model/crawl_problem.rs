//! Why a crawl did not complete, in a form that every language can word.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Deserialize, Serialize};

/// Why a crawl did not complete: a code, and the values of its sentence by name. Codes are stored: a reader words one that
/// it does not know as a failure of unknown cause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrawlProblem {
    pub code: Cow<'static, str>,
    pub values: BTreeMap<Cow<'static, str>, String>,
}

impl CrawlProblem {
    /// Returns a problem without values.
    pub fn new(code: &'static str) -> Self {
        CrawlProblem { code: Cow::Borrowed(code), values: BTreeMap::new() }
    }

    /// Adds a value of the sentence.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.values.insert(Cow::Borrowed(name), value.to_string());
        self
    }
}
