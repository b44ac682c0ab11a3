use std::path::Path;

use domain::performance::TABLES;
use serde::Deserialize;

use super::{facet_plan::FacetPlan, lexicon::Lexicon, ranking::Ranking};
use crate::interface::IndexError;

/// The data of the search engine: ranking, facets, words and intents.
#[derive(Debug, Clone)]
pub struct SearchConfig {
    pub(crate) ranking: Ranking,
    pub(crate) facets: FacetPlan,
    pub(crate) lexicon: Lexicon,
    /// Hash of the files that decide what is written into the index: words, facets, and the tables of performance.
    pub(crate) fingerprint: u64,
}

/// The files of `config/search/`, as text.
struct ConfigFiles {
    ranking: String,
    facets: String,
    words: String,
    arabic_terms: String,
    intents: String,
    spelt_right: String,
}

impl SearchConfig {
    /// Returns the configuration compiled into the binary, from `config/search/`. A faulty file is an
    /// [`IndexError::Config`].
    pub fn embedded() -> Result<Self, IndexError> {
        Self::from_files(&ConfigFiles::embedded())
    }

    /// Reads the files of a directory; a file that is absent there is taken from the binary.
    pub fn from_directory(directory: &Path) -> Result<Self, IndexError> {
        let embedded = ConfigFiles::embedded();
        Self::from_files(&ConfigFiles {
            ranking: read_or(directory, "ranking.toml", embedded.ranking)?,
            facets: read_or(directory, "facets.toml", embedded.facets)?,
            words: read_or(directory, "words.toml", embedded.words)?,
            arabic_terms: read_or(directory, "arabic_terms.tsv", embedded.arabic_terms)?,
            intents: read_or(directory, "intents.toml", embedded.intents)?,
            spelt_right: read_or(directory, "spelt_right.txt", embedded.spelt_right)?,
        })
    }

    /// Returns the embedded configuration with another dictionary. An index built with it would differ; a query of
    /// an index built before differs only in how queries are parsed.
    #[cfg(test)]
    pub(crate) fn with_arabic_terms(arabic_terms: String) -> Result<Self, IndexError> {
        Self::from_files(&ConfigFiles { arabic_terms, ..ConfigFiles::embedded() })
    }

    fn from_files(files: &ConfigFiles) -> Result<Self, IndexError> {
        Ok(Self {
            ranking: parse("ranking.toml", &files.ranking)?,
            facets: FacetPlan::build(parse("facets.toml", &files.facets)?)?,
            lexicon: Lexicon::build(
                parse("words.toml", &files.words)?,
                &files.arabic_terms,
                parse("intents.toml", &files.intents)?,
                &files.spelt_right,
            )?,
            fingerprint: fingerprint(
                &[[&files.facets, &files.words, &files.arabic_terms].map(String::as_str).as_slice(), &TABLES]
                    .concat(),
            ),
        })
    }
}

impl ConfigFiles {
    fn embedded() -> Self {
        Self {
            ranking: include_str!("../../../config/search/ranking.toml").to_owned(),
            facets: include_str!("../../../config/search/facets.toml").to_owned(),
            words: include_str!("../../../config/search/words.toml").to_owned(),
            arabic_terms: include_str!("../../../config/search/arabic_terms.tsv").to_owned(),
            intents: include_str!("../../../config/search/intents.toml").to_owned(),
            spelt_right: include_str!("../../../config/search/spelt_right.txt").to_owned(),
        }
    }
}

fn read_or(directory: &Path, name: &str, embedded: String) -> Result<String, IndexError> {
    let path = directory.join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(embedded),
        Err(source) => Err(IndexError::Directory { path, source }),
    }
}

fn parse<T: for<'de> Deserialize<'de>>(file: &str, text: &str) -> Result<T, IndexError> {
    toml::from_str(text).map_err(|error| IndexError::config(file, error.to_string()))
}

/// FNV-1a: equal on every machine and version, which the standard library's hashes do not promise.
pub(crate) fn fingerprint(texts: &[&str]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in texts.iter().flat_map(|text| text.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_configuration_is_valid() {
        SearchConfig::embedded().expect("config/search");
    }

    #[test]
    fn directory_overrides_single_files_and_errors_name_the_file() {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("ranking.toml"), "match_levels = 1").expect("written");
        let error = SearchConfig::from_directory(directory.path()).expect_err("must be refused");
        assert!(error.to_string().starts_with("config/search/ranking.toml:"), "{error}");
    }
}
