use std::{error::Error, io, path::PathBuf, sync::Arc};

use tantivy::{TantivyError, directory::error::OpenWriteError};

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

/// The result of a step of a search.
pub(crate) type Result<T, E = SearchError> = std::result::Result<T, E>;

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
    Engine(#[source] TantivyError),
    #[error("the search index cannot be read")]
    Read(#[source] io::Error),
    /// A file could not be written. Nothing is damaged.
    #[error("the patches of the search index cannot be written")]
    Write(#[source] io::Error),
    /// Nothing is damaged.
    #[error("the disk of the search index is full")]
    DiskFull(#[source] Box<dyn Error + Send + Sync>),
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

impl IndexError {
    /// Returns the error of a file that could not be written.
    pub(crate) fn from_write(error: io::Error) -> Self {
        if is_disk_full(&error) { Self::DiskFull(error.into()) } else { Self::Write(error) }
    }
}

impl From<TantivyError> for IndexError {
    fn from(error: TantivyError) -> Self {
        if is_disk_full(&error) { Self::DiskFull(error.into()) } else { Self::Engine(error) }
    }
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        if is_disk_full(&error) { Self::DiskFull(error.into()) } else { Self::Read(error) }
    }
}

/// Whether an error, or one that it comes from, says that the disk is full or a quota is used up.
fn is_disk_full(error: &(dyn Error + 'static)) -> bool {
    // Errors of tantivy that hold one of the system's do not name it as their source.
    let held: Option<&Arc<io::Error>> = match error.downcast_ref::<TantivyError>() {
        Some(TantivyError::IoError(error)) => Some(error),
        _ => match error.downcast_ref::<OpenWriteError>() {
            Some(OpenWriteError::IoError { io_error, .. }) => Some(io_error),
            _ => error.downcast_ref::<Arc<io::Error>>(),
        },
    };
    let error_of_system = error.downcast_ref::<io::Error>().or(held.map(AsRef::as_ref));
    error_of_system.is_some_and(|error| {
        matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
            || error.get_ref().is_some_and(|inner| is_disk_full(inner))
    }) || error.source().is_some_and(is_disk_full)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_disk_is_named_whatever_reports_it() {
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
            let errors = [
                IndexError::from_write(kind.into()),
                IndexError::from(io::Error::other(io::Error::from(kind))),
                TantivyError::from(io::Error::from(kind)).into(),
                TantivyError::from(OpenWriteError::wrap_io_error(kind.into(), PathBuf::from("0.term")))
                    .into(),
            ];
            for error in errors {
                assert_eq!(error.to_string(), "the disk of the search index is full", "{error:?}");
            }
        }
        let denied = || io::Error::from(io::ErrorKind::PermissionDenied);
        assert!(matches!(IndexError::from_write(denied()), IndexError::Write(_)));
        assert!(matches!(IndexError::from(denied()), IndexError::Read(_)));
        assert!(matches!(IndexError::from(TantivyError::from(denied())), IndexError::Engine(_)));
    }
}
