//! Amounts of money in written text, in any currency, and the notes of shops around them.

use std::ops::Range;

/// Names of currencies beside an amount, in lower case and without dots. Every sign of a currency is known without them,
/// and so is a code of three capitals behind an amount with decimals.
const CURRENCY_WORDS: [&str; 16] = [
    "kd",
    "kwd",
    "usd",
    "eur",
    "gbp",
    "sar",
    "aed",
    "kr",
    "zł",
    "دك",
    "دينار",
    "دنانير",
    "ريال",
    "درهم",
    "dinar",
    "dinars",
];
/// Words that lead to a price: they are cut with it.
const LEADING_WORDS: [&str; 9] =
    ["purchased for", "for", "only", "now", "was", "at", "price", "بسعر", "السعر"];
/// Words by which a note in brackets is one about the sale.
const NOTE_WORDS: [&str; 16] = [
    "rebate",
    "rebates",
    "mir",
    "code",
    "coupon",
    "promo",
    "shipping",
    "stock",
    "ymmv",
    "expired",
    "off",
    "sale",
    "purchased",
    "خصم",
    "عرض",
    "توصيل",
];
/// Endings that state that there is no price.
const NO_PRICE: [&str; 2] = ["no prices available", "price not available"];
/// Maximum number of amounts before a name: the old price and the new one. Each costs a walk over the text.
const MAX_LEADING_AMOUNTS: usize = 4;
/// Words with which a code of a promotion begins.
const CODE_STARTS: [&str; 5] = [" code:", " promo code", " coupon code", " with code", " w/ code"];

/// Returns a text without its price, without everything after that, and without notes of shops at its end:
/// `RTX 5070 Ventus - $549.99 (after rebate)` becomes `RTX 5070 Ventus`. A price at the start is cut alone.
pub(super) fn without_price(text: &str) -> String {
    let mut rest = text.trim();
    for _ in 0..MAX_LEADING_AMOUNTS {
        let Some(amount) = find_amount(rest) else { break };
        let (before, after) = (rest.get(..amount.start).unwrap_or(""), rest.get(amount.end..).unwrap_or(""));
        if has_word(before) {
            rest = without_leading_word(without_open_bracket(before));
            break;
        }
        rest = after.trim_start_matches(is_separator);
    }
    without_notes(rest).to_owned()
}

/// Whether a text names anything: two letters or digits side by side.
pub(super) fn has_word(text: &str) -> bool {
    let mut run = 0;
    text.chars().any(|letter| {
        run = if letter.is_alphanumeric() { run + 1 } else { 0 };
        run == 2
    })
}

/// Whether a character stands between a name and what surrounds it.
pub(super) fn is_separator(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(
            letter,
            '-' | '–' | '—' | '−' | ':' | '：' | ',' | '،' | ';' | '@' | '|' | '~' | '=' | '/'
        )
}

/// Returns the byte range of the first amount of money, with its currency.
pub(super) fn find_amount(text: &str) -> Option<Range<usize>> {
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let place = |index: usize| letters.get(index).map_or(text.len(), |(place, _)| *place);
    let mut index = 0;
    while index < letters.len() {
        let end = end_of_number(&letters, index);
        if end == index {
            index += 1;
            continue;
        }
        let number = text.get(place(index)..place(end)).unwrap_or("");
        let before = start_of_currency(&letters, index);
        let after = end_of_currency(&letters, end, number);
        if before < index || after > end {
            return Some(place(before)..place(after));
        }
        index = end;
    }
    None
}

/// Whether a text ends with an amount whose currency is a sign, such as `$` or `€`.
pub(super) fn has_signed_amount(text: &str, amount: &Range<usize>) -> bool {
    text.get(amount.clone()).is_some_and(|amount| amount.contains(is_currency_sign))
}

/// Returns the index behind the number that begins at `index`; `index` where none begins.
fn end_of_number(letters: &[(usize, char)], index: usize) -> usize {
    let at = |index: usize| letters.get(index).map(|(_, letter)| *letter);
    let is_inside = index > 0 && at(index - 1).is_some_and(|before| before.is_ascii_digit() || before == '.');
    if is_inside {
        return index;
    }
    let mut end = index;
    while let Some(letter) = at(end) {
        let goes_on = matches!(letter, ',' | '.' | '٫' | '٬')
            && end > index
            && at(end + 1).is_some_and(|next| next.is_ascii_digit());
        if !letter.is_ascii_digit() && !goes_on {
            break;
        }
        end += 1;
    }
    end
}

/// Returns the index where the currency before the number at `index` begins; `index` where there is none.
fn start_of_currency(letters: &[(usize, char)], index: usize) -> usize {
    let at = |index: usize| letters.get(index).map_or(' ', |(_, letter)| *letter);
    let mut sign = index;
    if sign > 0 && at(sign - 1) == ' ' {
        sign -= 1;
    }
    let is_apart = sign < index;
    let Some(last) = sign.checked_sub(1) else { return index };
    let is_sign = is_currency_sign(at(last));
    let mut start = if is_sign { last } else { sign };
    while start > 0 && at(start - 1).is_alphabetic() {
        start -= 1;
    }
    let word: String = letters.get(start..sign).unwrap_or(&[]).iter().map(|(_, letter)| *letter).collect();
    let is_word = is_apart && CURRENCY_WORDS.contains(&word.to_lowercase().as_str());
    match (is_sign, is_word) {
        // `US$`, `CA$`: the letters belong to the sign.
        (true, _) if last - start <= 3 => start,
        (true, _) => last,
        (false, true) => start,
        (false, false) => index,
    }
}

/// Returns the index behind the currency after the number that ends at `end`; `end` where there is none.
fn end_of_currency(letters: &[(usize, char)], end: usize, number: &str) -> usize {
    let at = |index: usize| letters.get(index).map_or(' ', |(_, letter)| *letter);
    let start = if at(end) == ' ' { end + 1 } else { end };
    // `RTX 5070 $299`: the currency before a number belongs to that number.
    let leads = |next: usize| at(next).is_ascii_digit() || (at(next) == ' ' && at(next + 1).is_ascii_digit());
    if is_currency_sign(at(start)) {
        return if leads(start + 1) { end } else { start + 1 };
    }
    let mut next = start;
    let mut word = String::new();
    // `د.ك` and `د ك` are one word.
    while at(next).is_alphabetic()
        || at(next) == '.'
        || (at(next) == ' ' && word == "د" && at(next + 1) == 'ك')
    {
        if at(next).is_alphabetic() {
            word.push(at(next));
        }
        next += 1;
    }
    let is_code = word.len() == 3
        && word.bytes().all(|letter| letter.is_ascii_uppercase())
        && number.rsplit_once(['.', ',']).is_some_and(|(_, decimals)| matches!(decimals.len(), 2 | 3));
    let is_word = CURRENCY_WORDS.contains(&word.to_lowercase().as_str());
    if (is_code || is_word) && !leads(next) { next.min(letters.len()) } else { end }
}

/// Whether a character is the sign of a currency (the characters of Unicode's category Sc).
fn is_currency_sign(letter: char) -> bool {
    matches!(letter, '$' | '¢'..='¥' | '\u{58f}' | '\u{60b}' | '\u{7fe}'..='\u{7ff}' | '\u{9f2}'..='\u{9f3}'
        | '\u{9fb}' | '\u{af1}' | '\u{bf9}' | '\u{e3f}' | '\u{17db}' | '\u{20a0}'..='\u{20cf}' | '\u{a838}'
        | '\u{fdfc}' | '\u{fe69}' | '\u{ff04}' | '\u{ffe0}'..='\u{ffe1}' | '\u{ffe5}'..='\u{ffe6}')
}

/// Cuts a text at a bracket that it does not close.
fn without_open_bracket(text: &str) -> &str {
    let mut open = Vec::new();
    for (place, letter) in text.char_indices() {
        match letter {
            '(' | '[' => open.push(place),
            ')' | ']' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.first().and_then(|place| text.get(..*place)).unwrap_or(text)
}

fn without_leading_word(text: &str) -> &str {
    let text = text.trim_end_matches(is_separator);
    let is_ending = |word: &&&str| ends_with_words(text, word);
    match LEADING_WORDS.iter().find(is_ending).and_then(|word| text.len().checked_sub(word.len())) {
        Some(length) if length > 0 => text.get(..length).unwrap_or(text).trim_end_matches(is_separator),
        _ => text,
    }
}

/// Whether a text ends with whole words, in any case.
fn ends_with_words(text: &str, words: &str) -> bool {
    let Some(start) = text.len().checked_sub(words.len()) else { return false };
    let is_word_start = text.get(..start).is_some_and(|before| !before.ends_with(char::is_alphanumeric));
    is_word_start && text.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(words))
}

/// Cuts notes from the end of a text: where it is sold, the code of a promotion, brackets about the sale.
fn without_notes(text: &str) -> &str {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_end_matches(is_separator).trim_start();
        let shorter = without_bracket_note(trimmed)
            .or_else(|| without_shop(trimmed))
            .or_else(|| without_code(trimmed))
            .or_else(|| {
                let ending = NO_PRICE.iter().find(|ending| ends_with_words(trimmed, ending))?;
                trimmed.get(..trimmed.len().checked_sub(ending.len())?)
            });
        match shorter {
            Some(shorter) => rest = shorter,
            None => return trimmed,
        }
    }
}

fn without_bracket_note(text: &str) -> Option<&str> {
    let opening = if text.ends_with(')') {
        '('
    } else if text.ends_with(']') {
        '['
    } else {
        return None;
    };
    let start = text.rfind(opening)?;
    let inside = text.get(start + 1..text.len() - 1)?;
    let is_note = inside
        .split(|letter: char| !letter.is_alphanumeric())
        .any(|word| NOTE_WORDS.iter().any(|note| note.eq_ignore_ascii_case(word)))
        || NO_PRICE.iter().any(|note| note.eq_ignore_ascii_case(inside.trim()))
        // `[Newegg]`: names write their own words in round brackets.
        || (opening == '[' && !inside.contains(|letter: char| letter.is_ascii_digit()));
    (is_note && has_word(text.get(..start)?)).then(|| text.get(..start)).flatten()
}

/// Cuts ` @ Shop`. A number behind the sign is a speed: `DDR5 @ 6000`.
fn without_shop(text: &str) -> Option<&str> {
    let (before, shop) = text.rsplit_once(" @ ")?;
    (has_word(before) && !shop.contains(|letter: char| letter.is_ascii_digit())).then_some(before)
}

fn without_code(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let start = CODE_STARTS.iter().filter_map(|start| lower.find(start)).min()?;
    let before = text.get(..start)?;
    has_word(before).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_of_any_currency_is_cut_with_everything_after_it() {
        for (text, name) in [
            ("Ryzen 7 9800X3D - 149.900 KWD", "Ryzen 7 9800X3D"),
            ("RTX 5070 Ti 319.900 د.ك (محل)", "RTX 5070 Ti"),
            ("RTX 5070 Ti 319.900 د ك", "RTX 5070 Ti"),
            ("MSI Ventus 299 KD", "MSI Ventus"),
            ("MSI Ventus KD 299", "MSI Ventus"),
            ("Lancool 207 ($84.99 @ Shop)", "Lancool 207"),
            ("Lancool 207 (Purchased For $80.00)", "Lancool 207"),
            ("Lancool 207 purchased for $80", "Lancool 207"),
            ("RTX 5070 $299", "RTX 5070"),
            ("RTX 5070 KD 299", "RTX 5070"),
            ("Lancool 207, US$84.99", "Lancool 207"),
            ("Lancool 207 – 84,99 € @ Laden", "Lancool 207"),
            ("Lancool 207 £1,084.99", "Lancool 207"),
            ("Lancool 207 ₹8,499", "Lancool 207"),
            ("Lancool 207 899.00 SEK", "Lancool 207"),
            ("$84.99 - Lancool 207", "Lancool 207"),
            ("$99.99 $84.99 Lancool 207", "Lancool 207"),
            ("$84.99 @ Shop", "Shop"),
            ("$84.99", ""),
            ("Lancool 207 - $84 (99 - 15) code: ABC", "Lancool 207"),
            ("Lancool 207 (free shipping)", "Lancool 207"),
            ("Lancool 207 [Shop]", "Lancool 207"),
            ("Lancool 207 @ Shop", "Lancool 207"),
            ("Lancool 207 (No Prices Available)", "Lancool 207"),
            ("Lancool 207 promo code SAVE10", "Lancool 207"),
        ] {
            assert_eq!(without_price(text), name, "{text}");
        }
    }

    #[test]
    fn numbers_of_a_name_are_no_price() {
        for text in [
            "Fury Beast 32GB (2 x 16GB) DDR5-6000",
            "Ryzen 5 3.80 GHz 6-Core",
            "B650 Eagle (WI-FI)",
            "Trident DDR5 @ 6000 MHz",
            "RM750e (2023)",
            "Corsair 4000D Airflow",
            "Monitor 27.0 inch 2560 x 1440",
        ] {
            assert_eq!(without_price(text), text);
        }
    }
}
