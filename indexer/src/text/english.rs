//! English plurals of folded Latin words.

/// Returns the singular of a plural; `None` where the word is no known plural.
pub(crate) fn singular(word: &str) -> Option<&str> {
    if word.len() < 4 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let stem = word.strip_suffix('s')?;
    if stem.ends_with(['s', 'u', 'i']) {
        return None;
    }
    for ending in ["xe", "che", "she", "sse"] {
        if stem.ends_with(ending) {
            return stem.strip_suffix('e');
        }
    }
    Some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_lose_their_ending() {
        for (word, expected) in [
            ("fans", Some("fan")),
            ("cases", Some("case")),
            ("switches", Some("switch")),
            ("boxes", Some("box")),
            ("mice", None),
            ("asus", None),
            ("wireless", None),
            ("axis", None),
            ("rtxs", Some("rtx")),
            ("gs", None),
            ("4070s", None),
        ] {
            assert_eq!(singular(word), expected, "{word}");
        }
    }
}
