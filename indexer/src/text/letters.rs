//! Latin letters and digits called by their Arabic names: `ان زد اكس تي` is `nzxt`, `دي دي ار فايف` is `ddr5`.

/// The folded names, and the letters or digits that each may stand for, the likeliest first.
const NAMES: [(&str, &str); 58] = [
    ("ايه", "a"),
    ("اي", "iae"),
    ("ا", "a"),
    ("بي", "bp"),
    ("سي", "c"),
    ("دي", "d"),
    ("ايي", "e"),
    ("اف", "f"),
    ("ايف", "f"),
    ("جي", "gj"),
    ("قي", "g"),
    ("غي", "g"),
    ("جيه", "j"),
    ("جاي", "j"),
    ("اتش", "h"),
    ("ايتش", "h"),
    ("اج", "h"),
    ("هاش", "h"),
    ("كي", "k"),
    ("كيه", "k"),
    ("كاي", "k"),
    ("ال", "l"),
    ("ايل", "l"),
    ("ام", "m"),
    ("ايم", "m"),
    ("ان", "n"),
    ("اين", "n"),
    ("او", "o"),
    ("كيو", "q"),
    ("ار", "r"),
    ("اس", "s"),
    ("ايس", "s"),
    ("تي", "t"),
    ("يو", "u"),
    ("في", "v"),
    ("فيه", "v"),
    ("دبليو", "w"),
    ("دابليو", "w"),
    ("دبل يو", "w"),
    ("اكس", "x"),
    ("ايكس", "x"),
    ("اكز", "x"),
    ("واي", "y"),
    ("زد", "z"),
    ("زيد", "z"),
    ("زي", "z"),
    ("ون", "1"),
    ("وان", "1"),
    ("تو", "2"),
    ("ثري", "3"),
    ("فور", "4"),
    ("فايف", "5"),
    ("سكس", "6"),
    ("سيكس", "6"),
    ("سفن", "7"),
    ("سيفن", "7"),
    ("ايت", "8"),
    ("ناين", "9"),
];

/// Maximum number of readings of one run that are followed.
const MAX_READINGS: usize = 64;
/// Maximum number of letters of a spelling.
const MAX_LETTERS: usize = 8;
/// Number of letters of the longest name.
const MAX_NAME_LETTERS: usize = 6;

/// Returns the spellings of a run of folded words in letters and digits; none where a word is neither a name of a
/// letter nor a number. Names may be written together (`جيتي`).
pub(crate) fn spelt_out(words: &[&str]) -> Vec<String> {
    let mut readings = every_spelling(words);
    readings.retain(|reading| reading.len() > 1 && reading.bytes().any(|byte| byte.is_ascii_alphabetic()));
    readings
}

/// Returns the same with single letters and bare numbers.
pub(crate) fn every_spelling(words: &[&str]) -> Vec<String> {
    let mut readings = vec![String::new()];
    for word in words {
        let options = options_of(word);
        readings = readings
            .iter()
            .flat_map(|begun| options.iter().map(move |option| format!("{begun}{option}")))
            .filter(|reading| reading.len() <= MAX_LETTERS)
            .take(MAX_READINGS)
            .collect();
    }
    readings
}

/// Returns the spellings of one word in letters and digits. Each position of the word is solved once, from the end:
/// several names begin alike, and a long word has too many combinations to follow one by one.
fn options_of(word: &str) -> Vec<String> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return vec![word.to_owned()];
    }
    if word.chars().count() > MAX_LETTERS * MAX_NAME_LETTERS {
        return Vec::new();
    }
    // By byte: the spellings of the word from there on.
    let mut options: Vec<Vec<String>> = vec![Vec::new(); word.len() + 1];
    options[word.len()].push(String::new());
    for (start, _) in word.char_indices().rev() {
        let mut from_here = Vec::new();
        for (name, letters) in NAMES.iter().filter(|(name, _)| word[start..].starts_with(name)) {
            let rests = options[start + name.len()].iter().filter(|rest| rest.len() < MAX_LETTERS);
            from_here.extend(
                letters.chars().flat_map(|letter| rests.clone().map(move |rest| format!("{letter}{rest}"))),
            );
        }
        from_here.truncate(MAX_READINGS);
        options[start] = from_here;
    }
    options.swap_remove(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold::fold;

    #[test]
    fn names_of_letters_spell_words() {
        for (text, expected) in [
            ("ان زد اكس تي", "nzxt"),
            ("إم إس آي", "msi"),
            ("دي دي ار فايف", "ddr5"),
            ("دي دي ار 5", "ddr5"),
            ("اكس ثري دي", "x3d"),
            ("جيتي اكس", "gtx"),
            ("آي 7", "i7"),
            ("اتش دي ام اي", "hdmi"),
        ] {
            let folded = fold(text);
            let words: Vec<&str> = folded.split_whitespace().collect();
            assert!(
                spelt_out(&words).iter().any(|reading| reading == expected),
                "{text}: {:?}",
                spelt_out(&words)
            );
        }
        assert!(spelt_out(&["شاشه"]).is_empty());
        assert!(spelt_out(&["4070"]).is_empty());
    }

    #[test]
    fn names_that_begin_alike_are_followed_once() {
        assert!(NAMES.iter().all(|(name, _)| name.chars().count() <= MAX_NAME_LETTERS));
        // Each `او` and `واي` may be taken apart in several ways, and no name ends so.
        for letters in [11, 34] {
            let nonsense = format!("{}ض", "اواي".repeat(letters));
            assert!(spelt_out(&[&nonsense]).is_empty());
        }
    }
}
