//! Deterministic random numbers.

/// A generator of pseudo-random numbers: the same seed gives the same numbers.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 random bits, by the splitmix64 generator.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `end`, without `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next_u64() % end
    }

    /// Returns `true` with a probability of `chance` percent.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// Returns one of the items, all equally often.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// Returns one of the items, the first ones more often than the last ones.
    pub fn pick_early<T: Copy>(&mut self, from: &[T]) -> T {
        let end = from.len() as u64;
        let index = self.below(end).min(self.below(end));
        from[index as usize]
    }

    /// Returns a random text of letters and digits, such as a part number.
    pub fn code(&mut self, length: usize) -> String {
        const CHARACTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        (0..length).map(|_| char::from(CHARACTERS[self.below(32) as usize])).collect()
    }
}
