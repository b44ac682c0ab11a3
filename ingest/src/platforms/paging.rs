//! Follows the pages of a list that may never end: a cache that ignores the page's number sends the first page for
//! ever, other servers repeat the last one.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
};

use serde_json::Value;

use super::scalar;

/// Content of a page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageKind {
    /// At least one item that no earlier page had, or no items at all.
    New,
    /// Only what earlier pages had: the list has ended.
    PastEnd,
    /// Only what earlier pages had, although the list goes on: what follows cannot be read.
    Hidden,
}

/// Items of a list that were met so far. Holds 8 bytes for each item (hash tables take up to twice that): about 8 MB for the
/// 500,000 items that are read at most of any list.
#[derive(Debug, Default)]
pub(super) struct PageList {
    met: HashSet<u64>,
    pages: usize,
    /// Sum of the hashes of the last page's items.
    last: u64,
}

impl PageList {
    /// Adds a page with these items. `is_full` says whether it has as many items as were asked for, and `goes_on` whether
    /// the retailer has stated that further pages follow.
    pub(super) fn add<I: Hash>(
        &mut self,
        items: impl IntoIterator<Item = I>,
        is_full: bool,
        goes_on: bool,
    ) -> PageKind {
        let (mut count, mut sum, mut is_new) = (0, 0_u64, false);
        for item in items {
            let mut hasher = DefaultHasher::new();
            item.hash(&mut hasher);
            let hash = hasher.finish();
            (count, sum) = (count + 1, sum.wrapping_add(hash));
            is_new |= self.met.insert(hash);
        }
        if count == 0 {
            return PageKind::New;
        }
        let repeats_last = self.pages > 1 && sum == self.last;
        (self.pages, self.last) = (self.pages + 1, sum);
        match is_new {
            true => PageKind::New,
            // A server without a page of that number repeats its last one. The first page alone, repeated, is the whole
            // list only where it was not full.
            false if !goes_on && (repeats_last || !is_full) => PageKind::PastEnd,
            false => PageKind::Hidden,
        }
    }
}

/// Returns the identity of each record of a page, by the key of its id; what has no id is its own identity.
pub(super) fn identities<'a>(records: &'a [Value], key: &'a str) -> impl Iterator<Item = String> + 'a {
    let records = records.iter().filter(|record| !record.is_null());
    records.map(move |record| record.get(key).and_then(scalar).unwrap_or_else(|| record.to_string()))
}

/// Returns the sentence part that says from where on a list could not be read.
pub(super) fn hidden_after(page: impl std::fmt::Display) -> String {
    format!("{page} repeats earlier ones, so what follows was not read")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(pages: &[&[u32]], size: usize, stated: usize) -> Vec<PageKind> {
        let mut list = PageList::default();
        let add =
            |(index, page): (usize, &&[u32])| list.add(page.iter(), page.len() >= size, index + 1 < stated);
        pages.iter().enumerate().map(add).collect()
    }

    #[test]
    fn page_that_brings_nothing_new_ends_the_list() {
        use PageKind::{Hidden, New, PastEnd};
        assert_eq!(kinds(&[&[1, 2], &[3], &[3]], 2, 0), [New, New, PastEnd], "the last page again");
        assert_eq!(kinds(&[&[1, 2], &[3, 4], &[3, 4]], 2, 0), [New, New, PastEnd]);
        assert_eq!(kinds(&[&[1], &[1]], 2, 0), [New, PastEnd], "all fits on the first page");
        assert_eq!(kinds(&[&[1, 2], &[1, 2]], 2, 0), [New, Hidden], "a cache that ignores the number");
        assert_eq!(kinds(&[&[1], &[1]], 2, 3), [New, Hidden], "three pages were stated");
        assert_eq!(kinds(&[&[1, 2], &[2, 3], &[], &[4, 1]], 2, 0), [New; 4], "items move between pages");
    }
}
