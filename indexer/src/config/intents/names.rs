//! Names in `intents.toml` as values.

use crate::{interface::IndexError, text::analyzer::Analyzer};

/// Returns a spelling as phrases are keyed: its folded words.
pub(super) fn phrase_key(analyzer: &Analyzer, spelling: &str) -> String {
    analyzer.words(spelling).into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// Returns the error of a fault in the file.
pub(super) fn config_error(problem: String) -> IndexError {
    IndexError::config("intents.toml", problem)
}
