//! An automaton that accepts words with a word's letters in another order: `could` for `cloud`.

use rustc_hash::FxHashMap;
use tantivy_fst::Automaton;

/// Bits of a state for each byte's count.
const COUNT_BITS: u32 = 4;
const MAX_COUNT: u64 = (1 << COUNT_BITS) - 1;
/// Number of different bytes that have room in a state.
const MAX_BYTES: usize = (u64::BITS / COUNT_BITS) as usize;

/// Accepts words that begin with a word's first letter and have its bytes in any order. For letters of several
/// bytes that is slightly more than the letters in any order.
///
/// A state holds the number of times that each byte may still come, so a walk of the dictionary leaves a branch at
/// the first byte too many: it sees a few hundred nodes where an automaton of two edits sees most of the
/// dictionary.
pub(super) struct Jumbled {
    first: Vec<u8>,
    /// Position of each byte's count in a state.
    shifts: FxHashMap<u8, u32>,
    counts: u64,
}

/// Number of bytes read of the first letter, and the counts of the bytes to come.
#[derive(Clone, Copy)]
pub(super) struct Remaining {
    read: usize,
    counts: u64,
}

impl Jumbled {
    /// Returns the automaton of a word; `None` where the word has too many different bytes, or too many of one.
    pub(super) fn of(word: &str) -> Option<Self> {
        let first = word.chars().next()?;
        let mut jumbled = Self {
            first: word.as_bytes()[..first.len_utf8()].to_vec(),
            shifts: FxHashMap::default(),
            counts: 0,
        };
        for byte in word.bytes() {
            let next = jumbled.shifts.len();
            let shift = *jumbled.shifts.entry(byte).or_insert(next as u32 * COUNT_BITS);
            if jumbled.shifts.len() > MAX_BYTES || (jumbled.counts >> shift) & MAX_COUNT == MAX_COUNT {
                return None;
            }
            jumbled.counts += 1 << shift;
        }
        Some(jumbled)
    }
}

impl Automaton for Jumbled {
    type State = Option<Remaining>;

    fn start(&self) -> Self::State {
        Some(Remaining { read: 0, counts: self.counts })
    }

    fn is_match(&self, state: &Self::State) -> bool {
        state.is_some_and(|state| state.counts == 0)
    }

    fn can_match(&self, state: &Self::State) -> bool {
        state.is_some()
    }

    fn accept(&self, state: &Self::State, byte: u8) -> Self::State {
        let Remaining { read, counts } = (*state)?;
        if self.first.get(read).is_some_and(|first| *first != byte) {
            return None;
        }
        let shift = *self.shifts.get(&byte)?;
        let is_left = (counts >> shift) & MAX_COUNT > 0;
        is_left.then(|| Remaining { read: (read + 1).min(self.first.len()), counts: counts - (1 << shift) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(word: &str, other: &str) -> bool {
        let jumbled = Jumbled::of(word).expect("few bytes");
        let end = other.bytes().fold(jumbled.start(), |state, byte| jumbled.accept(&state, byte));
        jumbled.is_match(&end)
    }

    #[test]
    fn letters_come_in_any_order_behind_the_first() {
        for (word, other, expected) in [
            ("could", "cloud", true),
            ("could", "could", true),
            ("could", "loudc", false),
            ("could", "clou", false),
            ("could", "clouds", false),
            ("cooler", "coolre", true),
            ("cooler", "colrer", false),
            ("شاشه", "شاهش", true),
            ("شاشه", "هشاش", false),
        ] {
            assert_eq!(accepts(word, other), expected, "{word} {other}");
        }
    }
}
