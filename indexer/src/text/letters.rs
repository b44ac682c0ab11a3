//! Latin letters and digits called by their names in Arabic: `ان زد اكس تي` is `nzxt`, `دي دي ار فايف` is `ddr5`.

/// The folded names, and the letters or digits that each may be. The likeliest comes first.
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

/// So many readings of one run are followed.
const MAX_READINGS: usize = 64;
/// Letters of what is spelt out.
const MAX_LETTERS: usize = 8;

/// Spellings in letters and digits of a run of folded words; empty where a word is no name of a letter and no
/// number. Names may be written together (`جيتي`).
pub(crate) fn spelt_out(words: &[&str]) -> Vec<String> {
    let mut readings = every_spelling(words);
    readings.retain(|reading| reading.len() > 1 && reading.bytes().any(|byte| byte.is_ascii_alphabetic()));
    readings
}

/// The same with single letters and numbers alone.
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

/// Spellings in letters and digits of one word.
fn options_of(word: &str) -> Vec<String> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        return vec![word.to_owned()];
    }
    let mut whole = Vec::new();
    for (name, letters) in NAMES {
        let Some(rest) = word.strip_prefix(name) else { continue };
        let rests = if rest.is_empty() { vec![String::new()] } else { options_of(rest) };
        for letter in letters.chars() {
            whole.extend(rests.iter().map(|rest| format!("{letter}{rest}")));
        }
        if whole.len() > MAX_READINGS {
            break;
        }
    }
    whole.truncate(MAX_READINGS);
    whole
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
}
