//! How much of a retailer an adapter read: one page that fails must not hide what is known about all others.

use std::fmt;

use url::Url;

use super::RetailerError;
use crate::fetch::FetchError;

/// Whether the retailer was read completely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Coverage {
    /// Everything was read; an offer that two such crawls in a row do not meet no longer exists.
    Complete,
    /// Everything but this was read.
    Except(Unread),
}

/// Gaps in the reading of a retailer by its adapter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unread {
    /// Product pages that failed, whose offers may still exist.
    pub product_pages: Vec<Url>,
    /// Number of listing pages that failed. Any offer that was not read may be on them.
    pub listing_pages: usize,
    /// The limit past which the platform, or this program, lists no more, as a sentence part. Any offer that was not
    /// read may lie beyond it.
    pub limit: Option<String>,
    /// Number of pages that were read, or that are gone.
    pub read: usize,
    first_error: Option<String>,
}

impl Unread {
    /// Returns that any offer which was not read may still be listed, for a reason in words.
    pub(crate) fn because(reason: String) -> Self {
        Self { limit: Some(reason), ..Self::default() }
    }

    /// Whether an offer that was not read may still be listed, although none of its own pages failed.
    pub fn may_hide_any_offer(&self) -> bool {
        self.listing_pages > 0 || self.limit.is_some()
    }

    /// Whether at most this many percent of the pages failed, rounded up: one page may always fail.
    pub fn is_within(&self, percent: u32) -> bool {
        let failed = self.failed();
        failed <= ((self.read + failed) * percent as usize).div_ceil(100)
    }

    /// Returns the number of pages that failed.
    pub(crate) fn failed(&self) -> usize {
        self.product_pages.len() + self.listing_pages
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(limit) = &self.limit {
            f.write_str(limit)?;
        }
        let (failed, all) = (self.failed(), self.failed() + self.read);
        let Some(first) = &self.first_error else { return Ok(()) };
        let separator = if self.limit.is_some() { "; " } else { "" };
        match failed {
            1 => write!(f, "{separator}one page of {all} is unreadable: {first}"),
            _ => write!(f, "{separator}{failed} pages of {all} are unreadable; the first: {first}"),
        }
    }
}

/// Number of pages of a list that may fail in a row; then the adapter reads no further.
const MAX_FAILURES_IN_A_ROW: usize = 5;

/// Collects the pages of a retailer that failed while others succeeded.
#[derive(Debug, Default)]
pub(super) struct Failures {
    unread: Unread,
    /// Number of numbered pages that failed since one was read.
    in_a_row: usize,
}

impl Failures {
    /// Counts a page that was read, or that is gone: a product page that disappears between sitemap and visit is no
    /// failure of the crawl.
    pub(super) fn read_one(&mut self) {
        self.unread.read += 1;
        self.in_a_row = 0;
    }

    /// Records the failure of a product page.
    ///
    /// # Errors
    /// Returns the failure when it concerns the whole retailer.
    pub(super) fn record_product_page(
        &mut self,
        page: Url,
        error: RetailerError,
    ) -> Result<(), RetailerError> {
        self.note(error)?;
        self.unread.product_pages.push(page);
        Ok(())
    }

    /// Records the failure of a page, or of a sitemap, that lists offers.
    ///
    /// # Errors
    /// As [`Failures::record_product_page`].
    pub(super) fn record_listing(&mut self, error: RetailerError) -> Result<(), RetailerError> {
        self.note(error)?;
        self.unread.listing_pages += 1;
        Ok(())
    }

    /// Records the failure of one of the numbered pages of a list, so that the adapter goes on with the next one.
    ///
    /// # Errors
    /// Returns the failure when the next page would fail too: nothing was read before, several failed in a row, or the
    /// retailer refuses the page, as past the end of its list, although it has not said that the list has this page
    /// (`is_listed`).
    pub(super) fn record_numbered_page(
        &mut self,
        error: RetailerError,
        is_listed: bool,
    ) -> Result<(), RetailerError> {
        let is_refused = !is_listed
            && matches!(&error, RetailerError::Fetch(FetchError::Status { status: 400..=499, .. }));
        self.in_a_row += 1;
        if self.unread.read == 0 || is_refused || self.in_a_row > MAX_FAILURES_IN_A_ROW {
            return Err(error);
        }
        self.record_listing(error)
    }

    /// Records that offers beyond a limit were not read; the sentence part names the limit.
    pub(super) fn reach_limit(&mut self, limit: String) {
        self.unread.limit = Some(limit);
    }

    fn note(&mut self, error: RetailerError) -> Result<(), RetailerError> {
        if error.is_fatal() {
            return Err(error);
        }
        self.unread.first_error.get_or_insert_with(|| error.to_string());
        Ok(())
    }

    /// Returns the coverage that the failures leave.
    ///
    /// # Errors
    /// When nothing at all could be read.
    pub(super) fn coverage(self) -> Result<Coverage, RetailerError> {
        match self.unread {
            unread if unread.failed() == 0 && unread.limit.is_none() => Ok(Coverage::Complete),
            Unread { read: 0, first_error: Some(first), .. } => Err(RetailerError::Other(first)),
            unread => Ok(Coverage::Except(unread)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unread(failed: usize, read: usize) -> Unread {
        Unread { listing_pages: failed, read, ..Unread::default() }
    }

    #[test]
    fn refused_page_ends_a_list_unless_the_list_is_longer() {
        let refusal = || {
            let url = "https://shop.example/products?page=2".parse().expect("an address");
            RetailerError::Fetch(FetchError::Status { url, status: 400 })
        };
        let mut failures = Failures::default();
        assert!(failures.record_numbered_page(refusal(), true).is_err(), "nothing was read before");
        failures.read_one();
        assert!(failures.record_numbered_page(refusal(), false).is_err());
        failures.read_one();
        for _ in 0..MAX_FAILURES_IN_A_ROW {
            assert!(failures.record_numbered_page(refusal(), true).is_ok());
        }
        assert!(failures.record_numbered_page(refusal(), true).is_err());
        assert_eq!(failures.unread.listing_pages, MAX_FAILURES_IN_A_ROW);
    }

    #[test]
    fn one_page_may_always_fail_and_else_a_small_share() {
        assert!(unread(0, 0).is_within(0));
        assert!(unread(1, 3).is_within(10) && !unread(2, 3).is_within(10));
        assert!(unread(10, 90).is_within(10) && !unread(11, 89).is_within(10));
        assert!(!unread(1, 3).is_within(0));
    }
}
