//! Text typed on the wrong keyboard layout: Arabic 101 and QWERTY share their keys.

/// Key by key: QWERTY, Arabic. The Arabic lam-alef key types two letters.
const KEYS: [(char, &str); 33] = [
    ('q', "ض"),
    ('w', "ص"),
    ('e', "ث"),
    ('r', "ق"),
    ('t', "ف"),
    ('y', "غ"),
    ('u', "ع"),
    ('i', "ه"),
    ('o', "خ"),
    ('p', "ح"),
    ('[', "ج"),
    (']', "د"),
    ('a', "ش"),
    ('s', "س"),
    ('d', "ي"),
    ('f', "ب"),
    ('g', "ل"),
    ('h', "ا"),
    ('j', "ت"),
    ('k', "ن"),
    ('l', "م"),
    (';', "ك"),
    ('\'', "ط"),
    ('z', "ئ"),
    ('x', "ء"),
    ('c', "ؤ"),
    ('v', "ر"),
    ('b', "لا"),
    ('n', "ى"),
    ('m', "ة"),
    (',', "و"),
    ('.', "ز"),
    ('/', "ظ"),
];

/// The same keys on the other layout, or `None` where the text has no letters of exactly one of them.
pub(crate) fn switch(text: &str) -> Option<String> {
    let has_arabic = text.chars().any(|character| KEYS.iter().any(|(_, arabic)| arabic.contains(character)));
    let has_latin = text.chars().any(|character| character.is_ascii_alphabetic());
    match (has_latin, has_arabic) {
        (true, false) => Some(to_arabic(text)),
        (false, true) => Some(to_latin(text)),
        _ => None,
    }
}

fn to_arabic(text: &str) -> String {
    text.chars()
        .map(|character| match KEYS.iter().find(|(latin, _)| *latin == character.to_ascii_lowercase()) {
            Some((_, arabic)) => (*arabic).to_owned(),
            None => character.to_string(),
        })
        .collect()
}

fn to_latin(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character == 'ل' && characters.peek() == Some(&'ا') {
            characters.next();
            out.push('b');
            continue;
        }
        // Folding has taken these from their letters: yeh and teh marbuta stand on other keys.
        let key = KEYS.iter().find(|(_, arabic)| arabic.chars().eq([character]));
        out.push(key.map_or(character, |(latin, _)| *latin));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_shared() {
        for (typed, meant) in [("قفء 4070", "rtx 4070"), ("شةي", "amd"), ("laha", "مشاش"), ("ثةس", "ems")]
        {
            assert_eq!(switch(typed).as_deref(), Some(meant), "{typed}");
        }
        assert_eq!(switch("4070"), None);
        assert_eq!(switch("rtx شاشة"), None);
    }
}
