//! Synthetic parts of all categories, mixed as in a catalogue.

use bench::Rng;

use crate::{
    components::{board, cooler, drive, graphics, memory, processor},
    devices::{case, fan, headset, keyboard, monitor, mouse, other, supply},
    part::Part,
};

/// Generator of one kind of part.
type Kind = fn(&mut Rng) -> Part;

/// Kinds of parts with their share in a thousand products.
const KINDS: [(u64, Kind); 14] = [
    (30, processor),
    (80, cooler),
    (110, board),
    (120, memory),
    (120, drive),
    (110, graphics),
    (90, case),
    (80, supply),
    (90, monitor),
    (60, fan),
    (45, keyboard),
    (35, mouse),
    (25, headset),
    (5, other),
];

/// Returns a part of a random kind.
pub(crate) fn make(rng: &mut Rng) -> Part {
    let mut at = rng.below(KINDS.iter().map(|(share, _)| share).sum());
    for (share, kind) in KINDS {
        if at < share {
            return kind(rng);
        }
        at -= share;
    }
    other(rng)
}
