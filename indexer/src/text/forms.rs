//! Other ways to write the words of a name: glued, in parts, without their ending.

#[cfg(test)]
use super::analyzer::Word;
use super::{arabic, english, fold};

/// Maximum length of a glued form, in bytes.
pub(crate) const MAX_GLUED: usize = 40;
/// Minimum digits of a model's number, which people write apart from the letters around it.
pub(crate) const MODEL_DIGITS: usize = 3;

/// Returns every further form of the words: `b650ma` for `B650M-A`, `rtx` and `4070` for `RTX4070`, stems and
/// singulars. Serves as the reference for `AnalysisCache::forms`.
#[cfg(test)]
pub(crate) fn forms(words: &[Word]) -> Vec<String> {
    let mut forms = Vec::new();
    glued_runs(words, &mut forms);
    words.iter().for_each(|word| forms_of_word(&word.text, &mut forms));
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// Returns the term of a product whose name or model begins with the word.
pub(crate) fn first_word_term(word: &str) -> String {
    format!("^{word}")
}

/// Adds the forms that a word has by itself.
pub(crate) fn forms_of_word(word: &str, forms: &mut Vec<String>) {
    forms.extend(model_parts(word));
    forms.extend(kit_module(word));
    if let Some(stem) = stem(word) {
        forms.push(stem.to_owned());
    }
}

/// Returns the stem that a word shares with its inflections; `None` where that is the word itself.
pub(crate) fn stem(word: &str) -> Option<&str> {
    if fold::is_arabic(word) { arabic::stem(word) } else { english::singular(word) }
}

/// Returns a part number as people type it, without spaces and dashes; `None` when it is too short to identify
/// anything.
pub(crate) fn part_number(text: &str) -> Option<String> {
    let folded: String =
        fold::fold(text).chars().filter(|character| character.is_alphanumeric()).take(MAX_GLUED).collect();
    (folded.len() >= 4).then_some(folded)
}

/// Returns the term of a GTIN among part numbers: behind `=`, so that no part number begins like it, and without
/// the leading zeros that pad 12 and 13 digits to 14. `None` for a text that is not the digits of a GTIN.
pub(crate) fn gtin(text: &str) -> Option<String> {
    let digits: String = fold::fold(text).chars().filter(|character| character.is_alphanumeric()).collect();
    let is_gtin = matches!(digits.len(), 8..=14) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_gtin.then(|| format!("={}", digits.trim_start_matches('0')))
}

/// Adds words that only punctuation separates, written together: every pair and the whole run.
#[cfg(test)]
fn glued_runs(words: &[Word], forms: &mut Vec<String>) {
    let mut start = 0;
    while start < words.len() {
        let length = 1 + words[start + 1..].iter().take_while(|word| word.is_attached_to_previous).count();
        let run = &words[start..start + length];
        for pair in run.windows(2) {
            push_glued(pair, forms);
        }
        if length > 2 {
            push_glued(run, forms);
        }
        start += length;
    }
}

#[cfg(test)]
fn push_glued(words: &[Word], forms: &mut Vec<String>) {
    let glued: String = words.iter().map(|word| word.text.as_str()).collect();
    if glued.len() <= MAX_GLUED {
        forms.push(glued);
    }
}

/// Returns the parts of a word around its model number; none where a single letter stands before it (`b650m`).
pub(crate) fn model_parts(word: &str) -> Vec<String> {
    let Some((start, end)) = model_number(word) else { return Vec::new() };
    if (start, end) == (0, word.len()) || start == 1 {
        return Vec::new();
    }
    let parts = [&word[..start], &word[start..end], &word[end..]];
    let letters_before = parts[0].bytes().all(|byte| byte.is_ascii_alphabetic());
    if !letters_before {
        return Vec::new();
    }
    // A single letter behind the number is no word of its own (`14900k`).
    parts.into_iter().filter(|part| part.len() > 1).map(str::to_owned).collect()
}

/// Returns the first run of digits long enough for a model's number.
fn model_number(word: &str) -> Option<(usize, usize)> {
    if !word.is_ascii() || word.contains('.') {
        return None;
    }
    let bytes = word.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let end = start + bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if end - start >= MODEL_DIGITS {
            return Some((start, end));
        }
        start = end.max(start + 1);
    }
    None
}

/// Returns the module inside a kit: `16gb` of `2x16gb`.
fn kit_module(word: &str) -> Option<String> {
    let (count, module) = word.split_once('x')?;
    let is_kit = matches!(count, "1" | "2" | "3" | "4" | "6" | "8")
        && (module.ends_with("gb") || module.ends_with("tb"));
    (is_kit && module.starts_with(|first: char| first.is_ascii_digit())).then(|| module.to_owned())
}

/// Returns the positions inside a word where letters meet digits.
pub(crate) fn borders(word: &str) -> Vec<usize> {
    let mut borders = Vec::new();
    let mut before: Option<char> = None;
    for (index, character) in word.char_indices() {
        if before.is_some_and(|before| before.is_ascii_digit() != character.is_ascii_digit()) {
            borders.push(index);
        }
        before = Some(character);
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::analyzer::test_analyzer;

    #[test]
    fn forms_include_glued_split_and_stemmed_words() {
        for (text, expected) in [
            ("B650M-A WiFi", vec!["b650ma"]),
            ("RTX4070Ti", vec!["4070", "rtx", "ti"]),
            ("RTX 4070", vec![]),
            ("7800X3D", vec!["7800", "x3d"]),
            ("14900K", vec!["14900"]),
            ("DDR5-6000", vec!["ddr56000"]),
            ("G.Skill fans", vec!["fan", "gskill"]),
            ("2x16GB", vec!["16gb"]),
            ("الشاشات", vec!["شاش"]),
            ("M.2", vec!["m2"]),
        ] {
            let forms = forms(&test_analyzer().words(text));
            assert_eq!(forms, expected, "{text}");
        }
    }

    #[test]
    fn part_numbers_drop_dashes() {
        assert_eq!(part_number("CMK32GX5M2B-6000 C30").as_deref(), Some("cmk32gx5m2b6000c30"));
        assert_eq!(part_number("a-1"), None);
    }

    #[test]
    fn gtins_drop_leading_zeros() {
        for text in ["735858548748", "0735858548748", "00735858548748", "7 35858 54874 8", "٧٣٥٨٥٨٥٤٨٧٤٨"]
        {
            assert_eq!(gtin(text).as_deref(), Some("=735858548748"), "{text}");
        }
        assert_eq!(gtin("7358585"), None);
        assert_eq!(gtin("73585854874x"), None);
    }

    #[test]
    fn borders_lie_between_letters_and_digits() {
        assert_eq!(borders("rtx4070ti"), [3, 7]);
        assert_eq!(borders("corsair"), Vec::<usize>::new());
    }
}
