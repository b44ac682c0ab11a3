//! Reads retailer files. The error of a broken file is a sentence that names file, line and key; the other files are
//! still read.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use domain::config::Config;
use serde::Deserialize as _;

use super::{RetailerFile, check};

/// A problem in a retailer file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    pub file: PathBuf,
    /// Line number from 1, where the problem has a place.
    pub line: Option<usize>,
    pub problem: String,
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

/// All retailer files of a directory.
#[derive(Debug, Default)]
pub struct RetailerFiles {
    /// Ordered by slug.
    pub retailers: Vec<RetailerFile>,
    pub problems: Vec<FileError>,
}

/// Reads the configured directory of retailer files.
///
/// # Errors
/// When the directory cannot be listed.
pub fn read_files(config: &Config) -> anyhow::Result<RetailerFiles> {
    let directory = &config.ingest.retailers_directory;
    read_directory(directory)
        .with_context(|| format!("cannot read the retailer files in {}", directory.display()))
}

/// Reads every `*.toml` of a directory.
///
/// # Errors
/// When the directory itself cannot be listed.
pub fn read_directory(directory: &Path) -> std::io::Result<RetailerFiles> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let mut found = RetailerFiles::default();
    for path in paths {
        match read_file(&path) {
            Ok(retailer) => match found.retailers.iter().find(|other| other.slug == retailer.slug) {
                None => found.retailers.push(retailer),
                Some(_) => found.problems.push(FileError {
                    file: path,
                    line: None,
                    problem: format!("another file already describes {}", retailer.slug),
                }),
            },
            Err(problem) => found.problems.push(problem),
        }
    }
    found.retailers.sort_by(|a, b| a.slug.cmp(&b.slug));
    Ok(found)
}

/// Reads one file.
///
/// # Errors
/// The first problem of the file.
pub fn read_file(path: &Path) -> Result<RetailerFile, FileError> {
    let text = std::fs::read_to_string(path).map_err(|error| FileError {
        file: path.to_owned(),
        line: None,
        problem: format!("is unreadable: {error}"),
    })?;
    read_text(path, &text)
}

/// Parses the text of a file; `path` is for the messages.
///
/// # Errors
/// As [`read_file`].
pub fn read_text(path: &Path, text: &str) -> Result<RetailerFile, FileError> {
    let problem = |line, problem| FileError { file: path.to_owned(), line, problem };
    let parsed = toml::Deserializer::parse(text).and_then(RetailerFile::deserialize);
    let retailer = parsed.map_err(|error| {
        let line = error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
        problem(line, explain(error.message()))
    })?;
    match check::find_problem(&retailer) {
        Some((key, what)) => Err(problem(line_of(text, key), format!("{key} {what}"))),
        None => Ok(retailer),
    }
}

/// Adds the most similar valid key to serde's "unknown field `x`, expected one of `a`, `b`".
fn explain(message: &str) -> String {
    let message = message.lines().next().unwrap_or(message);
    let Some((found, expected)) =
        message.strip_prefix("unknown field ").and_then(|rest| rest.split_once(", expected "))
    else {
        return message.to_owned();
    };
    let quoted =
        |text: &str| -> Vec<String> { text.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let Some(found) = quoted(found).into_iter().next() else {
        return message.to_owned();
    };
    let nearest = quoted(expected)
        .into_iter()
        .map(|key| (strsim::jaro_winkler(&found, &key), key))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match nearest {
        Some((_, key)) => format!("there is no key {found:?}; the nearest valid key is {key:?}"),
        None => format!("there is no key {found:?} here"),
    }
}

/// Returns the first line that sets a key: the key's last part, else the table around it.
fn line_of(text: &str, key: &str) -> Option<usize> {
    let sets = |line: &str, name: &str| {
        let begins =
            line.trim_start().strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='));
        begins || line.trim() == format!("[{name}]")
    };
    let position = |name: &str| text.lines().position(|line| sets(line, name)).map(|index| index + 1);
    position(key).or_else(|| key.rsplit('.').find_map(position))
}
