//! Terms of a large segment that were looked up of late, with what the dictionary says of them: also that it has no such term.
//!
//! A query looks up some hundred terms, each word again and again: as it stands, glued to its neighbours, in each step of the
//! search. A look-up walks the dictionary's automaton, which lies all over a large file; the cache answers in a tenth of the
//! time. A segment's dictionary never changes, so no entry is ever wrong. Where a part of the cache is full, it begins anew:
//! nonsense costs as much as without a cache.

use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault},
    sync::{Mutex, PoisonError},
};

use rustc_hash::{FxHashMap, FxHasher};
use tantivy::{postings::TermInfo, schema::Field};

use crate::interface::Result;

/// Number of parts with a lock of their own, so that threads seldom wait for each other.
const SHARDS: usize = 32;
/// Maximum number of terms of a field in a part. Together some megabytes.
const MAX_TERMS: usize = 256;
/// Longer terms are not kept, in bytes.
const MAX_LENGTH: usize = 40;

/// By term: its entry in the dictionary, if it has one. The keys come from users: they are hashed with a secret.
type Terms = HashMap<Box<str>, Option<TermInfo>>;

/// The terms of one segment.
pub(crate) struct TermCache {
    shards: Vec<Mutex<FxHashMap<Field, Terms>>>,
}

impl TermCache {
    pub(crate) fn new() -> Self {
        Self { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    /// Returns the entry of a term, which `read` reads from the dictionary if it is not kept.
    pub(crate) fn get_or_read(
        &self,
        field: Field,
        term: &str,
        read: impl FnOnce() -> Result<Option<TermInfo>>,
    ) -> Result<Option<TermInfo>> {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(term);
        let Some(shard) = self.shards.get(hash as usize % SHARDS).filter(|_| term.len() <= MAX_LENGTH) else {
            return read();
        };
        let kept = {
            let fields = shard.lock().unwrap_or_else(PoisonError::into_inner);
            fields.get(&field).and_then(|terms| terms.get(term)).cloned()
        };
        if let Some(kept) = kept {
            return Ok(kept);
        }
        let found = read()?;
        let mut fields = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let terms = fields.entry(field).or_default();
        if terms.len() >= MAX_TERMS {
            terms.clear();
        }
        terms.insert(term.into(), found.clone());
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::SearchError;

    fn info(doc_freq: u32) -> TermInfo {
        TermInfo { doc_freq, ..TermInfo::default() }
    }

    #[test]
    fn terms_of_each_field_are_read_once_whether_there_are_any_or_not() {
        let cache = TermCache::new();
        let [word, form] = [0, 1].map(Field::from_field_id);
        let mut reads = 0;
        for _ in 0..3 {
            for (field, term, expected) in [
                (word, "corsair", Some(7)),
                (form, "corsair", None),
                (word, "corsiar", None),
                (word, "", None),
            ] {
                let found = cache.get_or_read(field, term, || {
                    reads += 1;
                    Ok(expected.map(info))
                });
                assert_eq!(found.unwrap().map(|info| info.doc_freq), expected, "{term}");
            }
        }
        assert_eq!(reads, 4);
    }

    #[test]
    fn cache_is_bounded_and_keeps_neither_long_terms_nor_errors() {
        let cache = TermCache::new();
        let field = Field::from_field_id(0);
        for number in 0..2 * SHARDS * MAX_TERMS {
            assert_eq!(cache.get_or_read(field, &number.to_string(), || Ok(None)).unwrap(), None);
        }
        let kept = cache.shards.iter().map(|shard| shard.lock().unwrap()[&field].len()).max();
        assert!(kept.is_some_and(|kept| (1..=MAX_TERMS).contains(&kept)), "{kept:?}");
        let long = "a".repeat(MAX_LENGTH + 1);
        for documents in [1, 2] {
            let found = cache.get_or_read(field, &long, || Ok(Some(info(documents)))).unwrap();
            assert_eq!(found.map(|info| info.doc_freq), Some(documents));
        }
        let failed = cache.get_or_read(field, "failing", || Err(SearchError::Unreadable("gone".into())));
        assert!(failed.is_err());
        assert_eq!(cache.get_or_read(field, "failing", || Ok(Some(info(3)))).unwrap(), Some(info(3)));
    }
}
