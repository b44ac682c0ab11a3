//! Deterministic pseudo-random numbers: the source of all variation in the demo.

use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

/// Returns the hash of a text, the same on every machine and in every version.
pub(super) fn of(text: &str) -> u64 {
    of_bytes(text.as_bytes())
}

/// Returns the hash of some bytes.
pub(super) fn of_bytes(bytes: &[u8]) -> u64 {
    // FNV-1a with a final mix: FNV alone leaves the high bits of similar texts alike.
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    mix(hash)
}

/// Returns a number drawn from `seed` for the purpose `salt` and the step `step`.
pub(super) fn draw(seed: u64, salt: u64, step: i64) -> u64 {
    mix(seed
        ^ mix(salt.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (step as u64).wrapping_mul(0xd1b5_4a32_d192_ed03)))
}

/// Returns a number from `0..below`, signed for arithmetic with money and days.
pub(super) fn below(seed: u64, salt: u64, step: i64, below: u64) -> i64 {
    i64::try_from(draw(seed, salt, step) % below.max(1)).unwrap_or(0)
}

/// Returns one of the choices; `None` only when there are none.
pub(super) fn pick<T: Copy>(seed: u64, salt: u64, choices: &[T]) -> Option<T> {
    choices.get(below(seed, salt, 0, choices.len() as u64) as usize).copied()
}

/// Returns a UUID in the form of version 4, the same for the same text.
pub(super) fn uuid(text: &str) -> Uuid {
    let digest = Sha256::digest(format!("tajmeea demo {text}").as_bytes());
    let mut bytes = [0_u8; 16];
    bytes.iter_mut().zip(digest.iter()).for_each(|(byte, source)| *byte = *source);
    Builder::from_random_bytes(bytes).into_uuid()
}

/// Applies the finaliser of SplitMix64.
fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
