//! Converts product names in an Arabic title to Latin letters, so that one reader serves both languages.

use std::{borrow::Cow, sync::LazyLock};

use domain::model::keys::{
    fold::{Break, Folded},
    manufacturers::{AliasKind, manufacturer_aliases},
};

use super::phrases::{Phrases, rows};

static NAMES: LazyLock<Phrases<&'static str>> = LazyLock::new(|| {
    let mut names = Phrases::new();
    for row in rows(include_str!("../../../config/specs/arabic_names.tsv")) {
        let [latin, phrases] = row[..] else { continue };
        for phrase in phrases.split('|') {
            names.insert(phrase, latin);
        }
    }
    names
});

/// Returns the title with Arabic spellings of product words (`ار تي اكس` → `rtx`) in Latin letters. Manufacturers and
/// ordinary Arabic words stay.
pub(crate) fn latinise(title: &str) -> Cow<'_, str> {
    match without_cut_words(title) {
        Cow::Borrowed(title) => latin_names(title),
        Cow::Owned(title) => Cow::Owned(latin_names(&title).into_owned()),
    }
}

/// Removes measures and codes that the retailer cut off: `2666MH…`.
fn without_cut_words(title: &str) -> Cow<'_, str> {
    let mut rest = title;
    let mut whole = String::new();
    while let Some((at, sign)) = rest
        .match_indices(['…', '.'])
        .find(|(at, _)| rest.get(*at..).is_some_and(|tail| tail.starts_with('…') || tail.starts_with("...")))
    {
        let (before, after) = (&rest[..at], &rest[at + sign.len()..]);
        let start = before
            .rfind(|letter: char| !letter.is_ascii_alphanumeric())
            .map_or(0, |place| place + before[place..].chars().next().map_or(0, char::len_utf8));
        let word = &before[start..];
        let has = |kind: fn(&u8) -> bool| word.as_bytes().iter().any(kind);
        let is_measure_or_code = has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic);
        whole.push_str(if is_measure_or_code { &before[..start] } else { before });
        whole.push(' ');
        rest = after.trim_start_matches('.');
    }
    if whole.is_empty() {
        return Cow::Borrowed(title);
    }
    whole.push_str(rest);
    Cow::Owned(whole)
}

fn latin_names(title: &str) -> Cow<'_, str> {
    if title.is_ascii() || !title.chars().any(|letter| matches!(letter, '\u{600}'..='\u{6ff}')) {
        return Cow::Borrowed(title);
    }
    let folded = Folded::new(title);
    let mut reading = String::with_capacity(title.len());
    let mut copied = 0;
    let mut index = 0;
    while index < folded.len() {
        let named = manufacturer_aliases().alias_at(&folded, index).filter(|(alias, _)| {
            !matches!(alias.kind, AliasKind::ProductLine | AliasKind::SubBrand)
                && !is_unit_after_number(&folded, index)
        });
        if let Some((_, count)) = named {
            index += count;
            continue;
        }
        let Some((latin, count)) = NAMES.at(&folded, index) else {
            index += 1;
            continue;
        };
        let (start, end) = (folded.source(index).start, folded.source(index + count - 1).end);
        reading.push_str(title.get(copied..start).unwrap_or_default());
        if folded.before(index) == Break::None {
            reading.push(' ');
        }
        reading.push_str(latin);
        reading.push(' ');
        copied = end;
        index += count;
    }
    reading.push_str(title.get(copied..).unwrap_or_default());
    Cow::Owned(reading)
}

/// Whether a word is a unit after a number: `16 جيجابايت` is a size, `جيجابايت RTX 4070` names a manufacturer.
fn is_unit_after_number(text: &Folded, index: usize) -> bool {
    index > 0
        && text.word(index - 1).ends_with(|last: char| last.is_ascii_digit())
        && text.word(index).contains("بايت") | text.word(index).starts_with("جيجا")
}

/// Whether a word negates the next one: `no WiFi`, `بدون RGB`.
pub(crate) fn is_denial(word: &str) -> bool {
    ["no", "non", "without", "بدون", "بلا"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn product_words_become_latin_and_other_words_stay_arabic() {
        for (title, expected) in [
            ("كرت شاشة جيجابايت ار تي اكس ٤٠٧٠ تي اي", "كرت شاشة جيجابايت rtx  ٤٠٧٠ ti "),
            ("رام فينجانس 16 جيجابايت", "رام vengeance  16 gb "),
            ("MSI RTX 4070", "MSI RTX 4070"),
        ] {
            assert_eq!(latinise(title), expected);
        }
    }
}
