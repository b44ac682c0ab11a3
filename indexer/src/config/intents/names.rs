//! Names in `intents.toml` as values: phrases, facts and categories.

use domain::model::{Category, SpecKey};

use crate::{interface::IndexError, text::analyzer::Analyzer};

/// Returns a spelling as phrases are keyed: its folded words.
pub(super) fn phrase_key(analyzer: &Analyzer, spelling: &str) -> String {
    analyzer.words(spelling).into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

pub(super) fn spec_key(name: &str) -> Result<SpecKey, IndexError> {
    name.parse().map_err(|error: domain::model::SpecError| config_error(error.to_string()))
}

pub(super) fn category(name: &str) -> Result<Category, IndexError> {
    name.parse().map_err(|error: domain::model::UnknownCategory| config_error(error.to_string()))
}

/// Returns the error of a fault in the file.
pub(super) fn config_error(problem: String) -> IndexError {
    IndexError::config("intents.toml", problem)
}
