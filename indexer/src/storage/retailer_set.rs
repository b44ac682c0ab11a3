//! Sets of retailers.

/// Retailers by their numbers in a vocabulary, a bit each: the first byte holds the retailers 0 to 7. The bytes are those
/// of a product's row in the columns of `MutableColumns`; bytes without a retailer at the end are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RetailerSet {
    bytes: Vec<u8>,
}

impl RetailerSet {
    pub(crate) fn insert(&mut self, retailer: u16) {
        let byte = usize::from(retailer / 8);
        self.bytes.resize(self.bytes.len().max(byte + 1), 0);
        self.bytes[byte] |= 1 << (retailer % 8);
    }

    /// Keeps the retailers that the other set has too.
    pub(crate) fn retain(&mut self, other: &Self) {
        self.bytes.truncate(other.bytes.len());
        self.bytes.iter_mut().zip(&other.bytes).for_each(|(byte, other)| *byte &= other);
        let used = self.bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        self.bytes.truncate(used);
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl FromIterator<u16> for RetailerSet {
    fn from_iter<N: IntoIterator<Item = u16>>(retailers: N) -> Self {
        let mut set = Self::default();
        retailers.into_iter().for_each(|retailer| set.insert(retailer));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn common_retailers_are_those_of_both_sets(
            one in prop::collection::btree_set(0_u16..1024, 0..20),
            other in prop::collection::btree_set(0_u16..1024, 0..20),
        ) {
            let mut set: RetailerSet = one.iter().copied().collect();
            set.retain(&other.iter().copied().collect());
            prop_assert_eq!(set, one.intersection(&other).copied().collect());
        }
    }
}
