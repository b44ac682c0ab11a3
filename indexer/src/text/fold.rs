//! One spelling for text that people write in several ways: case, accents, Arabic letter forms, digits.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Appends the folded form of one character; nothing for marks and other invisible characters.
pub(crate) fn fold_char(character: char, out: &mut String) {
    if character.is_ascii() {
        out.push(character.to_ascii_lowercase());
        return;
    }
    // Compatibility forms that would otherwise become letters of the word before them.
    if matches!(character, '™' | '®' | '©') {
        out.push(' ');
        return;
    }
    if matches!(character, '″' | '״') {
        out.push('"');
        return;
    }
    for part in std::iter::once(character).nfkd() {
        if is_combining_mark(part) || is_invisible(part) {
            continue;
        }
        for lower in part.to_lowercase() {
            if !is_combining_mark(lower) {
                push_folded(lower, out);
            }
        }
    }
}

/// Returns the folded form of a text, which all spellings of a word share.
pub(crate) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        fold_char(character, &mut out);
    }
    out
}

/// Whether a character is a tatweel, joiner, direction mark or other control: they change how text looks, not its
/// words.
fn is_invisible(character: char) -> bool {
    matches!(character, 'ـ' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' | '\u{061C}' | '\u{00AD}')
}

fn push_folded(character: char, out: &mut String) {
    let folded = match character {
        'آ' | 'أ' | 'إ' | 'ٱ' | 'ٲ' | 'ٳ' => 'ا',
        'ى' | 'ی' | 'ې' | 'ئ' => 'ي',
        'ة' | 'ۀ' | 'ہ' | 'ھ' | 'ە' => 'ه',
        'ؤ' | 'ۋ' => 'و',
        'ک' | 'گ' | 'ڪ' | 'ڭ' => 'ك',
        'پ' => 'ب',
        'ڤ' | 'ڥ' => 'ف',
        'چ' | 'ژ' => 'ج',
        'ء' => return,
        '٫' => '.',
        '٬' | '،' => ',',
        '٪' => '%',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        '“' | '”' | '„' => '"',
        '‘' | '’' | '′' | '‛' => '\'',
        'ø' => 'o',
        'đ' | 'ð' => 'd',
        'ł' => 'l',
        'ı' => 'i',
        '×' => 'x',
        'ß' => return out.push_str("ss"),
        'æ' => return out.push_str("ae"),
        'œ' => return out.push_str("oe"),
        'þ' => return out.push_str("th"),
        other => match other.to_digit(10).or_else(|| foreign_digit(other)) {
            Some(digit) => char::from(b'0' + digit as u8),
            None => other,
        },
    };
    out.push(folded);
}

/// Returns the value of an Arabic-Indic or Persian digit.
fn foreign_digit(character: char) -> Option<u32> {
    match character {
        '٠'..='٩' => Some(character as u32 - '٠' as u32),
        '۰'..='۹' => Some(character as u32 - '۰' as u32),
        _ => None,
    }
}

/// Whether the word has an Arabic letter.
pub(crate) fn is_arabic(word: &str) -> bool {
    word.chars().any(|character| ('\u{0621}'..='\u{064A}').contains(&character))
}

/// Whether the word has a digit.
pub(crate) fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_fold_together() {
        for (text, folded) in [
            ("Café", "cafe"),
            ("GeForce™", "geforce "),
            ("ＲＴＸ", "rtx"),
            ("أسوس", "اسوس"),
            ("شاشة", "شاشه"),
            ("إنتِل", "انتل"),
            ("كـــرت", "كرت"),
            ("انڤيديا", "انفيديا"),
            ("پاليت", "باليت"),
            ("٢٧ بوصة", "27 بوصه"),
            ("۱۴۴", "144"),
            ("گيگابايت", "كيكابايت"),
            ("لوحة الأم", "لوحه الام"),
            ("هادئ", "هادي"),
            ("\u{200F}شاشة\u{200E}", "شاشه"),
            ("١٬٢٠٠٫٥", "1,200.5"),
            ("27″", "27\""),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
    }
}
