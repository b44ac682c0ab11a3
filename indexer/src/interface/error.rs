use std::path::PathBuf;

/// Why a search or suggestion failed.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The request is wrong: which of its fields, and how. Respond with 422 and name the field.
    #[error("{field}: {problem}")]
    Invalid { field: String, problem: Problem },
    /// The index could not be read. Respond with 503; the next generation replaces the index.
    #[error("the search index cannot be read")]
    Unreadable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The fault of one field of a request.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Problem {
    #[error("must be at most {max} characters")]
    TooLong { max: usize },
    #[error("must be between {min} and {max}")]
    OutOfRange { min: i64, max: i64 },
    #[error("must be a finite number")]
    NotANumber,
    #[error("asks for more than the first {max} results; narrow the search instead")]
    TooDeep { max: u32 },
    #[error("the lower bound is above the upper bound")]
    Reversed,
    #[error("cannot be filtered on")]
    NotFilterable,
    #[error("takes at most {max} values")]
    TooMany { max: usize },
}

impl SearchError {
    pub(crate) fn invalid(field: impl Into<String>, problem: Problem) -> Self {
        Self::Invalid { field: field.into(), problem }
    }
}

impl From<tantivy::TantivyError> for SearchError {
    fn from(error: tantivy::TantivyError) -> Self {
        Self::Unreadable(Box::new(error))
    }
}

impl From<std::io::Error> for SearchError {
    fn from(error: std::io::Error) -> Self {
        Self::Unreadable(Box::new(error))
    }
}

/// Why the index could not be opened, written or rebuilt.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("{path}: {source}")]
    Directory { path: PathBuf, source: std::io::Error },
    #[error("{file}: {problem}")]
    Config { file: String, problem: String },
    #[error("the search index cannot be written")]
    Engine(#[from] tantivy::TantivyError),
    #[error("the search index cannot be read")]
    Read(#[from] std::io::Error),
    /// A file could not be written: most often the disk is full. Nothing is damaged.
    #[error("the patches of the search index cannot be written")]
    Write(#[source] std::io::Error),
    /// Another writer, of this process or another one, holds the generation, or a rebuild is already running.
    #[error("another process is writing the search index")]
    Busy,
}

impl IndexError {
    /// Returns the error of a faulty file in `config/search/`.
    pub(crate) fn config(file: &str, problem: impl Into<String>) -> Self {
        Self::Config { file: format!("config/search/{file}"), problem: problem.into() }
    }
}
