//! Deterministic random numbers.

/// A generator of random numbers: the same seed gives the same numbers.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The splitmix64 generator.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `end`, without `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.roll() % end
    }

    /// Returns true with a chance of `chance` percent.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// Returns one of the items, all equally often.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// Picks like `pick`, but the first items more often.
    pub fn pick_early<T: Copy>(&mut self, from: &[T]) -> T {
        let end = from.len() as u64;
        let index = self.below(end).min(self.below(end));
        from[index as usize]
    }

    /// Returns letters and digits as in part numbers.
    pub fn code(&mut self, length: usize) -> String {
        const SIGNS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        (0..length).map(|_| char::from(SIGNS[self.below(32) as usize])).collect()
    }
}
