//! Texts that no one means: only their time counts.

use bench::Rng;

use crate::query::{FreshQuery, Truth};

const CONSONANTS: &[u8] = b"bcdfghjklmnpqrstvwxz";
const VOWELS: &[u8] = b"aeiou";

/// Returns words without a meaning, a word a hundred times, or any characters; at most 400 characters.
pub(crate) fn nonsense(rng: &mut Rng) -> FreshQuery {
    let text = match rng.below(5) {
        0 => [rng.pick(&["vs", "for", "not", "rtx", "under", "شاشة"])].repeat(60).join(" "),
        1 => (0..40).map(|_| rng.code(4)).collect::<Vec<_>>().join(" "),
        2 => (0..60).filter_map(|_| char::from_u32(0x20 + rng.below(0x2f00) as u32)).collect(),
        3 => (0..12).map(|_| rng.below(100_000).to_string()).collect::<Vec<_>>().join(" "),
        _ => (0..1 + rng.below(12)).map(|_| word(rng)).collect::<Vec<_>>().join(" "),
    };
    FreshQuery::new("nonsense", text, Truth::Time)
}

/// Returns a word that can be spoken.
fn word(rng: &mut Rng) -> String {
    let syllables = 2 + rng.below(3);
    (0..2 * syllables).map(|at| char::from(rng.pick(if at % 2 == 0 { CONSONANTS } else { VOWELS }))).collect()
}
