//! The number of a word in the `tokens` column.

/// Returns the 20-bit hash by which the `tokens` column knows a word: a million values, of which a query asks for a
/// few.
pub(crate) fn word_hash(word: &str) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    for byte in word.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    (hash ^ (hash >> 20)) & 0x000f_ffff
}
