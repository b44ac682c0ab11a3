//! Columns of the values that change without the text: a changed price is written over the old one.

use super::{prices::SortedPrices, retailer_set::RetailerSet, schema::packed_bits};

/// A retailer offers the product today, in stock or not.
pub(crate) const HAS_OFFER: u8 = 1;
pub(crate) const IN_STOCK: u8 = 2;
pub(crate) const TABBY: u8 = 4;
/// The product was replaced or deleted; every search skips it.
pub(crate) const DEAD: u8 = 8;

/// A rating is stored as a byte: stars times this number, so 4.5 stars are 225.
pub(crate) const RATING_UNITS_PER_STAR: u8 = 50;

/// Whole stars, 0 to 5, stand above the flags, from this bit on.
pub(crate) const STARS_SHIFT: u32 = 4;

/// Values that change without the text.
#[derive(Debug, Clone, Default)]
pub(crate) struct MutableColumns {
    /// In fils; meaningless for a product without an offer.
    pub(crate) prices: Vec<u32>,
    /// Price with delivery, in fils.
    pub(crate) delivered: Vec<u32>,
    /// How far the price lies under the lowest one before it within 30 days, in hundredths of a percent.
    pub(crate) drop_basis_points: Vec<u16>,
    /// The flags, and whole stars above them: one byte for everything that these facets count.
    pub(crate) flags: Vec<u8>,
    /// Stars times [`RATING_UNITS_PER_STAR`].
    pub(crate) ratings: Vec<u8>,
    /// Bits of the retailers that sell the product: a column for eight retailers, as many columns as are needed.
    pub(crate) retailers: Vec<Vec<u8>>,
    /// Sorted prices of the products with an offer, and of those in stock: counts by price need no pass over the
    /// rows.
    pub(crate) offered_prices: SortedPrices,
    pub(crate) in_stock_prices: SortedPrices,
    /// Number of rows that are not dead.
    pub(crate) alive_rows: u32,
}

/// One product's values in `MutableColumns`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MutableValues {
    pub(crate) price: u32,
    pub(crate) delivered: u32,
    pub(crate) drop_basis_points: u16,
    pub(crate) flags: u8,
    pub(crate) rating: u8,
    pub(crate) retailers: RetailerSet,
}

impl MutableValues {
    /// Unpacks the values and the category from the number that a document carries.
    pub(crate) fn unpack(packed_values: u64, delivered: u32) -> (Self, usize) {
        let flag = |bit: u64, flag: u8| if packed_values & bit != 0 { flag } else { 0 };
        let values = Self {
            price: packed_values as u32,
            delivered,
            drop_basis_points: (packed_values >> packed_bits::DROP_SHIFT) as u16,
            flags: flag(packed_bits::HAS_OFFER, HAS_OFFER)
                | flag(packed_bits::IN_STOCK, IN_STOCK)
                | flag(packed_bits::TABBY, TABBY),
            rating: (packed_values >> packed_bits::RATING_SHIFT) as u8,
            retailers: RetailerSet::default(),
        };
        (values, ((packed_values >> packed_bits::CATEGORY_SHIFT) & 0x1f) as usize)
    }

    pub(crate) fn packed_flags(&self) -> u8 {
        self.flags | (self.rating / RATING_UNITS_PER_STAR).min(5) << STARS_SHIFT
    }
}

impl MutableColumns {
    /// Writes a row's new values over its old ones.
    pub(crate) fn set(&mut self, row: usize, values: MutableValues) {
        let (old_price, old_flags) = (self.prices[row], self.flags[row]);
        self.alive_rows -= u32::from(values.flags & DEAD != 0);
        self.prices[row] = values.price;
        self.delivered[row] = values.delivered;
        self.drop_basis_points[row] = values.drop_basis_points;
        self.flags[row] = values.packed_flags();
        self.ratings[row] = values.rating;
        self.set_retailers(row, &values.retailers);
        for (prices, bit) in
            [(&mut self.offered_prices, HAS_OFFER), (&mut self.in_stock_prices, HAS_OFFER | IN_STOCK)]
        {
            let had_price = old_flags & bit == bit;
            let has_price = values.flags & bit == bit;
            prices.replace(had_price.then_some(old_price), has_price.then_some(values.price));
        }
    }

    /// Writes which retailers sell a product.
    fn set_retailers(&mut self, row: usize, retailers: &RetailerSet) {
        self.add_retailer_columns(retailers.bytes().len());
        let bytes = retailers.bytes().iter().copied().chain(std::iter::repeat(0));
        self.retailers.iter_mut().zip(bytes).for_each(|(column, byte)| column[row] = byte);
    }

    /// Adds a retailer to those that sell a product.
    pub(crate) fn add_retailer(&mut self, row: usize, retailer: u16) {
        let column = usize::from(retailer / 8);
        self.add_retailer_columns(column + 1);
        self.retailers[column][row] |= 1 << (retailer % 8);
    }

    fn add_retailer_columns(&mut self, columns: usize) {
        let rows = self.flags.len();
        self.retailers.resize_with(self.retailers.len().max(columns), || vec![0; rows]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retailers_after_the_eighth_use_further_columns() {
        let mut mutable = MutableColumns { flags: vec![0; 3], ..MutableColumns::default() };
        let retailers_of = |mutable: &MutableColumns, row: usize| -> RetailerSet {
            let has =
                |number: &u16| mutable.retailers[usize::from(number / 8)][row] & (1 << (number % 8)) != 0;
            (0..8 * mutable.retailers.len() as u16).filter(has).collect()
        };
        let many: RetailerSet = [0, 9, 63, 1023].into_iter().collect();
        mutable.set_retailers(1, &many);
        let empty = RetailerSet::default();
        assert_eq!([0, 1, 2].map(|row| retailers_of(&mutable, row)), [empty.clone(), many, empty]);
        mutable.set_retailers(1, &[1].into_iter().collect());
        mutable.add_retailer(1, 12);
        assert_eq!(retailers_of(&mutable, 1), [1, 12].into_iter().collect());
        assert_eq!(mutable.retailers.len(), 128);
    }
}
