//! The listings that a crawl met and rejected: their offers still exist.

use std::collections::HashSet;

/// Maximum memory of the names, in bytes: about 300,000 ids and addresses of usual length.
const MAX_BYTES: usize = 32 * 1024 * 1024;
/// Memory that a name takes beside its text, in bytes.
const BYTES_OF_A_NAME: usize = 56;
/// Maximum length of an id or an address, in bytes: no stored offer has a longer one.
const MAX_NAME_BYTES: usize = 2_000;

/// Ids or addresses of listings that exist but were rejected. Beyond [`MAX_BYTES`] no more are kept, and then any offer
/// that the crawl has not met may be among them.
#[derive(Debug, Default)]
pub(super) struct RejectedNames {
    names: HashSet<String>,
    bytes: usize,
    is_overfull: bool,
}

impl RejectedNames {
    pub(super) fn add(&mut self, name: &str) {
        if name.len() > MAX_NAME_BYTES || self.is_overfull || self.names.contains(name) {
            return;
        }
        self.bytes += name.len() + BYTES_OF_A_NAME;
        self.is_overfull = self.bytes > MAX_BYTES;
        if !self.is_overfull {
            self.names.insert(name.to_owned());
        }
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether an offer that the crawl has not met may have been rejected.
    pub(super) fn may_hide_any_offer(&self) -> bool {
        self.is_overfull
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flood_of_rejected_names_takes_bounded_memory_and_hides_any_offer() {
        let mut names = RejectedNames::default();
        names.add("c1");
        names.add(&"x".repeat(1_000_000));
        (0..1_000_000).for_each(|_| names.add("https://corner.example/p/1"));
        assert!(names.contains("c1") && !names.may_hide_any_offer());
        (0..1_000_000).for_each(|number| names.add(&format!("https://corner.example/p/{number}")));
        assert!(names.bytes <= MAX_BYTES + MAX_NAME_BYTES + BYTES_OF_A_NAME, "{}", names.bytes);
        assert!(names.contains("c1") && names.may_hide_any_offer());
    }
}
