//! Splits a price text into amounts, the dinar's signs and words.

/// Token of a price text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// Digits with their separators.
    Amount { text: String, minus: bool },
    /// A sign of the dinar.
    Dinar,
    /// The word for a thousandth of a dinar.
    FilsWord,
    /// A dash or a word for "to" between two amounts.
    To,
    /// `from`, `starting at`: the lowest of several prices.
    From,
    /// A word that stands beside prices and changes nothing.
    Filler,
    /// A word for something included in the price.
    Inclusive,
    /// A word for a tax: alone, the amount may be the tax, or the price with or without it.
    Tax,
    /// Any other word, whose effect on the price is unknown.
    Unknown,
}

/// The dinar's signs, longest first. [`LETTERS`] holds those of two letters.
const DINAR: [&str; 10] = [
    "kuwaiti dinars",
    "kuwaiti dinar",
    "kuwait dinar",
    "دينار كويتي",
    "دنانير",
    "dinars",
    "dinar",
    "دينار",
    "kwd",
    "دك",
];
/// The dinar's two letters, however they are pointed and spaced: `K.D.`, `د . ك`.
const LETTERS: [(char, char); 2] = [('k', 'd'), ('د', 'ك')];
/// The letters of other currencies, which count only with a point between them: `ر.س`, `د.إ`.
const FOREIGN_LETTERS: [(char, char); 14] = [
    ('ر', 'س'),
    ('د', 'إ'),
    ('د', 'ا'),
    ('ر', 'ق'),
    ('ر', 'ع'),
    ('ر', 'ي'),
    ('د', 'ب'),
    ('د', 'أ'),
    ('د', 'ع'),
    ('د', 'ل'),
    ('ج', 'م'),
    ('ل', 'ل'),
    ('ل', 'س'),
    ('ر', 'إ'),
];
/// Short names of other currencies, which count only as whole words.
const FOREIGN_WORDS: [&str; 13] =
    ["sr", "qr", "bd", "dh", "dhs", "rs", "inr", "cny", "jpy", "try", "riyal", "riyals", "dirhams"];
const FILS_WORDS: [&str; 3] = ["fils", "فلس", "فلوس"];
const FROM_WORDS: [&str; 6] = ["from", "starting", "starts", "ابتداء", "يبدا", "يبدأ"];
const TO_WORDS: [&str; 3] = ["to", "الى", "إلى"];
const INCLUSIVE_WORDS: [&str; 10] =
    ["inc", "incl", "including", "included", "includes", "inclusive", "شامل", "شامله", "شاملة", "يشمل"];
const TAX_WORDS: [&str; 10] =
    ["vat", "tax", "taxes", "الضريبه", "الضريبة", "ضريبة", "القيمه", "القيمة", "المضافه", "المضافة"];
/// Words for one piece, behind `/` or `per`.
const PIECES: [&str; 12] =
    ["pc", "pcs", "piece", "pieces", "unit", "units", "ea", "each", "item", "قطعه", "قطعة", "حبة"];
/// Words of which each changes the meaning of the next: after a discount is now, before it was.
const AFTER_SALE: [(&str, &[&str]); 3] = [
    ("بعد", &["الخصم", "التخفيض", "العرض", "خصم", "تخفيض"]),
    ("after", &["discount", "sale", "offer"]),
    ("سعر", &["الخصم", "التخفيض", "العرض"]),
];
/// Words beside a price that neither raise nor lower it. "Was", "regular", "save", "discount", "per month", "members",
/// "delivery" are not among them.
const FILLERS: [&str; 46] = [
    "price",
    "prices",
    "our",
    "now",
    "only",
    "just",
    "sale",
    "special",
    "current",
    "final",
    "total",
    "cash",
    "online",
    "web",
    "today",
    "deal",
    "offer",
    "each",
    "of",
    "all",
    "the",
    "is",
    "السعر",
    "سعر",
    "الان",
    "الآن",
    "فقط",
    "الحالي",
    "النهائي",
    "العرض",
    "عرض",
    "خاص",
    "الخاص",
    "تخفيضات",
    "تنزيلات",
    "promo",
    "promotion",
    "promotional",
    "discounted",
    "clearance",
    "flash",
    "hot",
    "best",
    "exclusive",
    "limited",
    "time",
];
/// Words for `and` between dinars and fils.
const AND_WORDS: [&str; 2] = ["و", "and"];

/// Splits a text that is already in lower case and with plain spaces. `thousands` may be a space.
pub(super) fn tokens(text: &str, thousands: Option<char>) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(letter) = rest.chars().next() {
        let (token, length) = next_token(rest, letter, before, thousands);
        if let Some(token) = token {
            found.push(token);
        }
        let (taken, after) = rest.split_at(length);
        before = taken.chars().next_back().unwrap_or(' ');
        rest = after;
    }
    found
}

fn next_token(rest: &str, letter: char, before: char, thousands: Option<char>) -> (Option<Token>, usize) {
    if let Some(length) = dinar_at(rest, before) {
        return (Some(Token::Dinar), length);
    }
    if starts_amount(rest, letter) {
        let length = amount_length(rest, thousands);
        let text = rest.get(..length).unwrap_or_default().to_owned();
        // A letter glued to digits changes their meaning: 1e3, 2x, 12v.
        let glued_before = before.is_alphabetic() && !is_dinar_end(before);
        let next = rest.get(length..).unwrap_or_default();
        let glued_after = next.starts_with(char::is_alphabetic)
            && dinar_at(next, ' ').is_none()
            && sign_at(next, &FILS_WORDS, ' ').is_none();
        if glued_before || glued_after {
            return (Some(Token::Unknown), length);
        }
        return (Some(Token::Amount { text, minus: false }), length);
    }
    if matches!(letter, '-' | '−' | '–' | '—') {
        let after = rest.get(letter.len_utf8()..).unwrap_or_default();
        let signs_amount = after.trim_start().starts_with(|next: char| super::is_digit(next) || next == '.');
        // "-12.500", "KD -12.500" are below zero; "price - 12.500" and "12.500 -" are not.
        if signs_amount && !(before == ' ' && after.starts_with(' ')) {
            let space = after.len() - after.trim_start().len();
            let amount = after.trim_start();
            let length = amount_length(amount, thousands);
            let text = amount.get(..length).unwrap_or_default().to_owned();
            return (Some(Token::Amount { text, minus: true }), letter.len_utf8() + space + length);
        }
        return (Some(Token::To), letter.len_utf8());
    }
    if letter.is_alphabetic() {
        let (first, after) = split_word(rest);
        if let Some(length) = pair_length(first, after) {
            return (Some(Token::Filler), first.len() + length);
        }
        return (Some(word(first)), first.len());
    }
    if matches!(letter, '/' | '|') {
        let length = piece_length(rest.get(1..).unwrap_or_default()).filter(|_| letter == '/');
        return (Some(Token::Filler), 1 + length.unwrap_or_default());
    }
    let decoration = letter.is_whitespace()
        || matches!(
            letter,
            ':' | '*' | '(' | ')' | '[' | ']' | '!' | '.' | ',' | '†' | '‡' | '•' | '"' | ';'
        );
    (if decoration { None } else { Some(sign(letter)) }, letter.len_utf8())
}

fn split_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|next: char| !next.is_alphabetic()).unwrap_or(text.len()))
}

/// Returns the length of a word for one piece, with the space before it.
fn piece_length(text: &str) -> Option<usize> {
    let inner = text.trim_start();
    let (word, _) = split_word(inner);
    PIECES.contains(&word).then(|| text.len() - inner.len() + word.len())
}

/// Returns the length of what follows a word and makes a harmless pair with it: `per piece`, `after discount`.
fn pair_length(first: &str, after: &str) -> Option<usize> {
    if first == "per" {
        return piece_length(after);
    }
    let (_, seconds) = AFTER_SALE.iter().find(|(word, _)| *word == first)?;
    let inner = after.trim_start();
    let (second, _) = split_word(inner);
    seconds.contains(&second).then(|| after.len() - inner.len() + second.len())
}

/// Whether a text names another currency by its letters or a short word.
pub(super) fn names_foreign_currency(text: &str) -> bool {
    let mut before = ' ';
    text.char_indices().any(|(at, letter)| {
        let rest = text.get(at..).unwrap_or_default();
        let is_start = !before.is_alphabetic();
        before = letter;
        is_start
            && (FOREIGN_LETTERS.iter().any(|pair| letters_at(rest, *pair, true).is_some())
                || letter.is_ascii_alphabetic() && FOREIGN_WORDS.contains(&split_word(rest).0))
    })
}

/// Returns the length of the dinar's sign that begins here, unless inside a word.
fn dinar_at(rest: &str, before: char) -> Option<usize> {
    sign_at(rest, &DINAR, before).or_else(|| {
        LETTERS.iter().filter(|_| !before.is_alphabetic()).find_map(|pair| letters_at(rest, *pair, false))
    })
}

/// Returns the length of two letters with at most a point and a space on each side of it between them, and a point
/// behind them.
fn letters_at(rest: &str, (first, second): (char, char), needs_point: bool) -> Option<usize> {
    let after = rest.strip_prefix(first)?;
    let inner = after.strip_prefix(' ').unwrap_or(after);
    let pointed = inner.strip_prefix('.');
    if needs_point && pointed.is_none() {
        return None;
    }
    let inner = pointed.map_or(inner, |inner| inner.strip_prefix(' ').unwrap_or(inner));
    let after = inner.strip_prefix(second)?;
    match after.strip_prefix('.') {
        Some(after) => Some(rest.len() - after.len()),
        None => (!after.starts_with(char::is_alphabetic)).then(|| rest.len() - after.len()),
    }
}

fn sign(letter: char) -> Token {
    if letter == '~' { Token::To } else { Token::Unknown }
}

/// Whether a letter may end a dinar's sign glued before an amount: KD12.500, د.ك12.
fn is_dinar_end(before: char) -> bool {
    matches!(before, 'd' | 'ك' | 'ر' | 'r' | 's' | 'ي')
}

fn word(word: &str) -> Token {
    if FILS_WORDS.contains(&word) {
        Token::FilsWord
    } else if TO_WORDS.contains(&word) {
        Token::To
    } else if FROM_WORDS.contains(&word) {
        Token::From
    } else if INCLUSIVE_WORDS.contains(&word) {
        Token::Inclusive
    } else if TAX_WORDS.contains(&word) {
        Token::Tax
    } else if FILLERS.contains(&word) || AND_WORDS.contains(&word) {
        Token::Filler
    } else {
        Token::Unknown
    }
}

/// Returns the length of the sign that begins here, unless inside a word.
fn sign_at(rest: &str, signs: &[&str], before: char) -> Option<usize> {
    if before.is_alphabetic() {
        return None;
    }
    signs
        .iter()
        .find(|sign| {
            rest.strip_prefix(**sign)
                .is_some_and(|after| sign.ends_with('.') || !after.starts_with(char::is_alphabetic))
        })
        .map(|sign| sign.len())
}

/// Whether an amount begins here: a digit, or the point of `.75`.
fn starts_amount(rest: &str, letter: char) -> bool {
    super::is_digit(letter) || matches!(letter, '.' | '٫') && rest.chars().nth(1).is_some_and(super::is_digit)
}

/// Returns the length of an amount: digits and the separators between them, with an ending such as digits after a
/// space (`119. 95`) or a dash for no fils (`1.899,-`).
fn amount_length(rest: &str, thousands: Option<char>) -> usize {
    let separates =
        |letter: char| matches!(letter, '.' | ',' | '٫' | '٬' | '\'' | '’') || Some(letter) == thousands;
    let mut end = 0;
    let mut letters = rest.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        if super::is_digit(letter) {
            end = at + letter.len_utf8();
        } else if separates(letter) && next.is_some_and(super::is_digit) {
            continue;
        } else {
            if separates(letter) && !letter.is_whitespace() {
                end += fraction_after(rest, at, letter);
            }
            break;
        }
    }
    end
}

/// Returns the length of an ending `,-`, `.--` or `. 95` of an amount, from its last separator; for any other ending
/// the length of the separator.
fn fraction_after(rest: &str, at: usize, separator: char) -> usize {
    let after = rest.get(at + separator.len_utf8()..).unwrap_or_default();
    let dashes = after.chars().take(2).take_while(|next| matches!(next, '-' | '–' | '—' | '−'));
    let dashes: usize = dashes.map(char::len_utf8).sum();
    let ends = after
        .get(dashes..)
        .is_none_or(|rest| !rest.starts_with(|next: char| super::is_digit(next) || next.is_alphabetic()));
    if dashes > 0 && ends {
        return separator.len_utf8() + dashes;
    }
    let spaces = after.len() - after.trim_start_matches(' ').len();
    let digits: usize = after
        .get(spaces..)
        .unwrap_or_default()
        .chars()
        .take_while(|next| super::is_digit(*next))
        .map(char::len_utf8)
        .sum();
    let count = after.get(spaces..spaces + digits).unwrap_or_default().chars().count();
    let ends = after.get(spaces + digits..).is_none_or(|rest| {
        !rest.starts_with(|next: char| next.is_alphabetic() || matches!(next, '.' | ',' | '٫' | '٬'))
    });
    if spaces == 1 && (2..=3).contains(&count) && ends && matches!(separator, '.' | ',' | '٫') {
        return separator.len_utf8() + spaces + digits;
    }
    separator.len_utf8()
}
