use super::fold::fold;

/// Marks at the ends of a text that say nothing about a product.
const SENTENCE_MARKS: [char; 7] = ['?', '؟', '!', '.', ',', ';', ':'];

/// Returns the form in which texts of searches are compared: folded, with single spaces, without sentence marks at its ends.
///
/// `  RTX   5070؟` is `rtx 5070`; `كرت الشاشة` is `كرت الشاشه`.
pub fn normalize_query(text: &str) -> String {
    let visible: String =
        fold(text).chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    let is_mark = |character: char| character.is_whitespace() || SENTENCE_MARKS.contains(&character);
    visible.trim_matches(is_mark).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_text_are_equal() {
        for (text, expected) in [
            ("  RTX \t 5070 ؟", "rtx 5070"),
            ("Rtx 5070!", "rtx 5070"),
            ("كَرْت الشّاشة", "كرت الشاشه"),
            ("٣٢ جيجا", "32 جيجا"),
            ("27\" monitor", "27\" monitor"),
            ("a\0b\n", "a b"),
            (" ؟!, ", ""),
        ] {
            assert_eq!(normalize_query(text), expected, "{text:?}");
            assert_eq!(normalize_query(expected), expected, "{expected:?} is normal");
        }
    }
}
