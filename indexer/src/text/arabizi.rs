//! Arabic written in Latin letters and digits: `sama3a`, `kart shasha`, `mo3alej`.
//!
//! A Latin word spells an Arabic one when every Arabic letter is written by one of its Latin spellings, in order.
//! Short vowels, which Arabic leaves out, may stand anywhere between; a doubled letter counts once.

/// Shorter Latin words are left alone: too many models are called so.
pub(crate) const MIN_LETTERS: usize = 4;
/// Longer words are no names of the dictionary.
pub(crate) const MAX_LETTERS: usize = 32;

/// Returns the ways to write a folded Arabic letter in Latin ones. An empty one means that it may be left out.
fn spellings(letter: char, is_last: bool) -> &'static [&'static str] {
    match letter {
        'ا' => &["aa", "a", "e", "i", "o", "u", "2", "2a", "an"],
        'ب' => &["b", "p"],
        'ت' => &["t"],
        'ث' => &["th", "s", "t"],
        'ج' => &["j", "g", "y", "ch", "dj"],
        'ح' => &["7", "h"],
        'خ' => &["5", "kh", "7'", "x"],
        'د' => &["d"],
        'ذ' => &["th", "dh", "z", "d"],
        'ر' => &["r"],
        'ز' => &["z", "s"],
        'س' => &["s", "c", "z"],
        'ش' => &["sh", "ch", "x"],
        'ص' => &["9", "s"],
        'ض' => &["dh", "th", "d", "9"],
        'ط' => &["6", "t"],
        'ظ' => &["th", "dh", "z", "6"],
        'ع' => &["3", "aa", "a", "e", ""],
        'غ' => &["gh", "3", "g", "8"],
        'ف' => &["f", "v", "ph"],
        'ق' => &["8", "q", "g", "k", "9", "2"],
        'ك' => &["k", "c", "g", "ch", "q"],
        'ل' => &["l"],
        'م' => &["m"],
        'ن' => &["n"],
        'ه' if is_last => &["ah", "eh", "at", "et", "a", "e", "h", "t", ""],
        'ه' => &["h"],
        'و' => &["ow", "ou", "oo", "aw", "w", "o", "u", "v"],
        'ي' => &["ee", "ei", "ai", "ay", "ey", "ea", "iy", "y", "i", "e", "2i", "2"],
        _ => &[],
    }
}

/// Folded Arabic words, prepared for comparison with many Latin ones.
#[derive(Debug, Clone, Default)]
pub(crate) struct ArabicLetters {
    letters: Vec<Letter>,
    /// A bit for each character that a spelling may begin with.
    starts: u64,
    /// For each letter that can't be left out, the bits of the characters that its spellings begin with.
    required: Vec<u64>,
}

impl ArabicLetters {
    /// Returns the letters of folded Arabic words.
    pub(crate) fn of(arabic: &str) -> Self {
        let letters: Vec<Letter> = arabic.split(' ').flat_map(letters_of).collect();
        let may_be_left_out = |(letter, is_last): &&Letter| spellings(*letter, *is_last).contains(&"");
        let left_out_first = letters.iter().take_while(may_be_left_out).count();
        let starts =
            letters.iter().take(left_out_first + 1).fold(0, |bits, letter| bits | first_bits(*letter));
        let required =
            letters.iter().filter(|letter| !may_be_left_out(letter)).map(|letter| first_bits(*letter));
        Self { starts, required: required.collect(), letters }
    }

    /// Whether a folded Latin word may be a way to write the words.
    pub(crate) fn are_spelt_by(&self, latin: &str) -> bool {
        let latin = latin.as_bytes();
        // Fast path: most names begin with another letter, are longer, or have a letter that the word has not.
        let begins = latin.first().is_some_and(|byte| self.starts & bit(*byte) != 0);
        if !begins || latin.len() < self.required.len() {
            return false;
        }
        let present = latin.iter().fold(0, |bits, byte| bits | bit(*byte));
        self.required.iter().all(|bits| bits & present != 0)
            && matches_from(latin, &self.letters, &mut Steps(MAX_STEPS), None)
    }
}

/// Returns the bit of an ASCII character. Some digits share a bit with a letter, which only lets more names through.
fn bit(byte: u8) -> u64 {
    1 << (byte % 64)
}

/// Returns the bits of the characters that the spellings of a letter begin with.
fn first_bits((letter, is_last): Letter) -> u64 {
    let firsts = spellings(letter, is_last).iter().filter_map(|spelling| spelling.bytes().next());
    firsts.fold(0, |bits, byte| bits | bit(byte))
}

/// An Arabic letter, and whether it ends a word.
type Letter = (char, bool);

fn letters_of(word: &str) -> impl Iterator<Item = Letter> {
    let count = word.chars().count();
    word.chars().enumerate().map(move |(index, letter)| (letter, index + 1 == count))
}

/// Maximum number of steps before giving up: a user's text must not take long.
const MAX_STEPS: u32 = 600;
struct Steps(u32);

fn matches_from(latin: &[u8], arabic: &[Letter], steps: &mut Steps, before: Option<u8>) -> bool {
    let Some(left) = steps.0.checked_sub(1) else { return false };
    steps.0 = left;
    let Some(((letter, is_last), rest)) = arabic.split_first() else {
        return latin.iter().all(|byte| Some(*byte) == before);
    };
    for spelling in spellings(*letter, *is_last) {
        let spelt = spelling.as_bytes();
        if latin.starts_with(spelt) {
            let last = spelt.last().copied().or(before);
            if matches_from(&latin[spelt.len()..], rest, steps, last) {
                return true;
            }
        }
    }
    // A short vowel, or the second of a doubled letter.
    match (latin.split_first(), before) {
        (Some((first, after)), Some(before)) if is_vowel(*first) || *first == before => {
            matches_from(after, arabic, steps, Some(*first))
        }
        _ => false,
    }
}

fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u')
}

/// Whether the word can be Arabizi: Latin letters, and no digits but single ones that stand for Arabic letters.
pub(crate) fn may_be(word: &str) -> bool {
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let fits =
        word.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'2' | b'3' | b'5'..=b'9'));
    fits && letters >= 2 && !word.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold::fold;

    #[test]
    fn latin_words_spell_arabic_ones() {
        for (latin, arabic) in [
            ("sama3a", "سماعة"),
            ("mo3alej", "معالج"),
            ("m3alj", "معالج"),
            ("kart", "كرت"),
            ("shasha", "شاشة"),
            ("shashah", "شاشة"),
            ("marwa7a", "مروحة"),
            ("thakera", "ذاكرة"),
            ("kees", "كيس"),
            ("lo7atom", "لوحة ام"),
            ("ar5as", "ارخص"),
            ("arkha9", "ارخص"),
            ("mubarrid", "مبرد"),
            ("tabreed", "تبريد"),
            ("sma3at", "سماعات"),
            ("7asob", "حاسوب"),
        ] {
            assert!(ArabicLetters::of(&fold(arabic)).are_spelt_by(latin), "{latin} {arabic}");
        }
        for (latin, arabic) in
            [("kalt", "كرت"), ("corsair", "كرت"), ("shield", "شاشة"), ("monitor", "ماوس"), ("rtx", "رام")]
        {
            assert!(!ArabicLetters::of(&fold(arabic)).are_spelt_by(latin), "{latin} {arabic}");
        }
    }

    #[test]
    fn models_are_no_arabizi() {
        for (word, expected) in
            [("sama3a", true), ("4070", false), ("b650m", false), ("ddr4", false), ("7asob", true)]
        {
            assert_eq!(may_be(word), expected, "{word}");
        }
    }
}
