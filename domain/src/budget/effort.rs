use std::cell::Cell;

/// The most effort of the search for the best build, and of each search that follows it in an answer.
pub(super) const MAX_EFFORT: u64 = 60_000_000;
pub(super) const MAX_FURTHER_EFFORT: u64 = MAX_EFFORT / 4;
/// The most effort of a quick answer: a good build, found by the first descents.
pub(super) const MAX_QUICK_EFFORT: u64 = MAX_EFFORT / 20;
/// The most effort for the swaps of one build.
pub(super) const MAX_SWAP_EFFORT: u64 = MAX_EFFORT / 10;
/// The effort of a check by all rules, and of a basket before its search.
pub(super) const RULES: usize = 4_000;
pub(super) const BASKET: usize = 300;

/// Work done by a search, in looks at a choice, some ten nanoseconds each. Unlike a time, the same search spends the same
/// effort on every machine, however busy. So a search that ends at its limit has the same result whenever it is repeated.
#[derive(Debug)]
pub(super) struct Effort {
    spent: Cell<u64>,
    max: u64,
}

impl Effort {
    pub(super) fn new(max: u64) -> Effort {
        Effort { spent: Cell::new(0), max }
    }

    pub(super) fn spend(&self, looks: usize) {
        self.spent.set(self.spent.get().saturating_add(looks as u64));
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }

    pub(super) fn left(&self) -> u64 {
        self.max.saturating_sub(self.spent.get())
    }

    /// Whether the limit is reached.
    pub(super) fn is_spent(&self) -> bool {
        self.spent.get() >= self.max
    }
}
