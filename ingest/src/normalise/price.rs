//! Parses retailers' prices, in the one format that the retailer file declares.

mod words;

use domain::model::Fils;
use words::{Token, names_foreign_currency, tokens};

use crate::extract::text::is_invisible;

/// Maximum length of a price text, in bytes; a longer text is a description. The limit is generous because markup
/// leaves many spaces.
const MAX_TEXT: usize = 1_000;

/// Number format of a retailer's amounts in dinars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceFormat {
    /// Separator before the fils.
    pub decimal: char,
    /// Separator between thousands; `None` where there is none.
    pub thousands: Option<char>,
}

/// Why a text is not a price. The parser never guesses, and no error becomes zero.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    #[error("there is no price")]
    Empty,
    #[error("the price is on request: {0:?}")]
    OnRequest(String),
    #[error("{0:?} means free, but no part is free")]
    Free(String),
    #[error("{0:?} is a range of prices, not one")]
    Range(String),
    #[error("{0:?} and {1:?} are two different prices")]
    TwoAmounts(String, String),
    #[error("{0:?} is below zero")]
    Negative(String),
    #[error("the price is zero")]
    Zero,
    #[error("{0:?} has fractions of a fils")]
    TooPrecise(String),
    #[error("{0:?} is over a million dinars")]
    TooLarge(String),
    #[error("{0:?} is not in Kuwaiti dinars")]
    ForeignCurrency(String),
    #[error("{0:?} may mean thousands of dinars or three digits of fils")]
    Unclear(String),
    #[error("{0:?} does not follow the price format in the retailer file")]
    Malformed(String),
}

/// Parses an amount in dinars: digits of any script, grouped and pointed exactly as `format` says, with or without
/// the dinar's sign and the words that stand beside prices ("Price", "inc VAT", «السعر»). The Arabic separators `٫`
/// and `٬` have their own meaning in any format. An amount that shows both separators groups its thousands, whether the
/// format does or not; `12,500` is unclear where commas group thousands, because dinars have three decimals. Any word outside the list of harmless words refuses the text: "2 for
/// KD 10" is no price.
///
/// # Errors
/// Whenever the text is anything else; see [`PriceError`].
pub fn parse(text: &str, format: PriceFormat) -> Result<Fils, PriceError> {
    let excerpt = || text.trim().chars().take(60).collect::<String>();
    if text.len() > MAX_TEXT {
        return Err(PriceError::Malformed(excerpt()));
    }
    let plain = plain(text);
    if FOREIGN.iter().any(|sign| plain.contains(sign)) || names_foreign_currency(&plain) {
        return Err(PriceError::ForeignCurrency(excerpt()));
    }
    let tokens = tokens(&plain, format.thousands);
    let amounts = amounts(&tokens);
    let Some(first) = amounts.first() else { return Err(no_amount_error(&plain, &tokens, excerpt())) };
    let fils = first.total_fils(format).map_err(|problem| problem.named(excerpt()));
    check_words(&tokens, &amounts, format, &excerpt)?;
    let fils = fils?;
    if first.minus && fils != 0 {
        return Err(PriceError::Negative(excerpt()));
    }
    in_bounds(fils, excerpt)
}

/// Parses an amount of a machine-readable field: a plain decimal with a point, whatever the retailer's pages look like. An
/// amount that shows both separators is read too, as its last one is the decimal one.
///
/// # Errors
/// As [`parse`].
pub fn parse_decimal(text: &str) -> Result<Fils, PriceError> {
    const PLAIN: PriceFormat = PriceFormat { decimal: '.', thousands: None };
    const COMMA: PriceFormat = PriceFormat { decimal: ',', thousands: Some('.') };
    match parse(text, PLAIN) {
        Err(PriceError::Malformed(_))
            if text.find('.').is_some_and(|point| text.rfind(',').is_some_and(|comma| point < comma)) =>
        {
            parse(text, COMMA)
        }
        parsed => parsed,
    }
}

/// Refuses unknown words, ranges, and amounts that differ.
fn check_words(
    tokens: &[Token],
    amounts: &[StatedAmount<'_>],
    format: PriceFormat,
    excerpt: &impl Fn() -> String,
) -> Result<(), PriceError> {
    let Some((first, others)) = amounts.split_first() else { return Ok(()) };
    let differing = others.iter().find(|other| match (first.total_fils(format), other.total_fils(format)) {
        (Ok(one), Ok(other)) => one != other,
        _ => first.whole != other.whole,
    });
    if let Some(other) = differing {
        let between = tokens.get(first.end..other.start).unwrap_or_default();
        let range = tokens.contains(&Token::From)
            || between.contains(&Token::To) && !between.contains(&Token::Unknown);
        return Err(if range {
            PriceError::Range(excerpt())
        } else if between.is_empty() {
            // Digits separated by a space are either one amount in another format than the declared
            // one, or two amounts.
            PriceError::Malformed(excerpt())
        } else {
            PriceError::TwoAmounts(first.whole.to_owned(), other.whole.to_owned())
        });
    }
    if tokens.contains(&Token::From) {
        return Err(PriceError::Range(excerpt()));
    }
    let unclear_tax = tokens.contains(&Token::Tax) && !tokens.contains(&Token::Inclusive);
    if tokens.contains(&Token::Unknown) || unclear_tax {
        return Err(PriceError::Malformed(excerpt()));
    }
    Ok(())
}

/// An amount as stated: dinars, and fils where they stand apart (`35 KD 500`, «35 دينار و500 فلس»).
struct StatedAmount<'a> {
    whole: &'a str,
    fils: Option<&'a str>,
    minus: bool,
    /// Index of its first token, and the index after its last one.
    start: usize,
    end: usize,
}

impl StatedAmount<'_> {
    fn total_fils(&self, format: PriceFormat) -> Result<i64, Problem> {
        let Some(fils) = self.fils else { return read_amount(self.whole, format) };
        let dinars = read_amount(self.whole, PriceFormat { decimal: '\0', ..format })?;
        fils.chars()
            .try_fold(0_i64, |sum, letter| Some(sum * 10 + digit_value(letter)?))
            .and_then(|fils| dinars.checked_add(fils))
            .ok_or(Problem::Shape)
    }
}

fn amounts(tokens: &[Token]) -> Vec<StatedAmount<'_>> {
    let mut found: Vec<StatedAmount<'_>> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let Token::Amount { text, minus } = token else { continue };
        let three_digits = text.chars().count() == 3 && text.chars().all(is_digit);
        let up_to_three = text.chars().count() <= 3 && text.chars().all(is_digit);
        let named = tokens.get(index + 1) == Some(&Token::FilsWord);
        let signed_after = tokens.get(index + 1) == Some(&Token::Dinar);
        let apart = found.last().is_some_and(|last| {
            let between = tokens.get(last.end..index).unwrap_or_default();
            let dinar = between.first() == Some(&Token::Dinar)
                && between.iter().skip(1).all(|token| *token == Token::Filler)
                && (named || between.len() == 1);
            let bare = last.start == 0 || tokens.get(last.start - 1) != Some(&Token::Dinar);
            dinar && bare && last.fils.is_none() && !last.minus
        });
        if apart && !minus && !signed_after && (three_digits || named && up_to_three) {
            if let Some(last) = found.last_mut() {
                last.fils = Some(text);
                last.end = index + 1 + usize::from(named);
            }
            continue;
        }
        found.push(match named && up_to_three {
            true => {
                StatedAmount { whole: "0", fils: Some(text), minus: *minus, start: index, end: index + 2 }
            }
            false => StatedAmount { whole: text, fils: None, minus: *minus, start: index, end: index + 1 },
        });
    }
    found
}

/// Parses an amount in minor units, such as `8900` at scale 3 for 8.900 dinars. The scale is
/// the retailer's own setting.
///
/// # Errors
/// When the text is not a plain whole number, or does not come out in whole fils within bounds.
pub fn parse_minor_units(text: &str, scale: u32) -> Result<Fils, PriceError> {
    let excerpt = || text.trim().chars().take(60).collect::<String>();
    let trimmed = text.trim();
    let unsigned = trimmed.strip_prefix('-').unwrap_or(trimmed);
    if unsigned.is_empty() {
        return Err(PriceError::Empty);
    }
    if scale > 9 || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PriceError::Malformed(excerpt()));
    }
    let units: i64 = unsigned.parse().map_err(|_| PriceError::TooLarge(excerpt()))?;
    if unsigned.len() != trimmed.len() && units != 0 {
        return Err(PriceError::Negative(excerpt()));
    }
    let fils = if scale <= 3 {
        units.checked_mul(10_i64.pow(3 - scale)).ok_or_else(|| PriceError::TooLarge(excerpt()))?
    } else {
        let part = 10_i64.pow(scale - 3);
        if units % part != 0 {
            return Err(PriceError::TooPrecise(excerpt()));
        }
        units / part
    };
    in_bounds(fils, excerpt)
}

/// Whether an amount is a placeholder that retailers type where a price is required and none is meant: 9999, 99999.
pub fn is_placeholder(price: Fils) -> bool {
    let dinars = price.0 / 1000;
    dinars >= 9_999 && dinars.to_string().bytes().all(|digit| digit == b'9')
}

fn in_bounds(fils: i64, excerpt: impl Fn() -> String) -> Result<Fils, PriceError> {
    match Fils(fils) {
        Fils::ZERO => Err(PriceError::Zero),
        price if price > Fils::MAX_PRICE => Err(PriceError::TooLarge(excerpt())),
        price => Ok(price),
    }
}

/// Signs of other currencies.
const FOREIGN: [&str; 23] = [
    "$",
    "€",
    "£",
    "¥",
    "₹",
    "usd",
    "eur",
    "gbp",
    "sar",
    "aed",
    "qar",
    "bhd",
    "omr",
    "jod",
    "egp",
    "ريال",
    "﷼",
    "₺",
    "₪",
    "درهم",
    "دولار",
    "جنيه",
    "dollar",
];

/// Converts a text to lower case with plain spaces, without invisible characters.
fn plain(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|letter| !is_invisible(*letter))
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Returns the error for a text without any digit.
fn no_amount_error(plain: &str, tokens: &[Token], excerpt: String) -> PriceError {
    const ON_REQUEST: [&str; 9] =
        ["call", "contact", "request", "whatsapp", "ask", "quote", "اتصل", "تواصل", "عند الطلب"];
    if ON_REQUEST.iter().any(|word| plain.contains(word)) {
        PriceError::OnRequest(excerpt)
    } else if plain.contains("free") || plain.contains("مجان") {
        PriceError::Free(excerpt)
    } else if tokens.iter().all(|token| matches!(token, Token::Dinar | Token::Filler)) {
        PriceError::Empty
    } else {
        PriceError::Malformed(excerpt)
    }
}

enum Problem {
    Unclear,
    Shape,
    Precision,
    Size,
}

impl Problem {
    fn named(self, excerpt: String) -> PriceError {
        match self {
            Problem::Unclear => PriceError::Unclear(excerpt),
            Problem::Shape => PriceError::Malformed(excerpt),
            Problem::Precision => PriceError::TooPrecise(excerpt),
            Problem::Size => PriceError::TooLarge(excerpt),
        }
    }
}

/// Returns the separator between thousands that an amount proves where the format has none: the one before its only
/// decimal separator.
fn proven_thousands(amount: &str, decimal: char) -> Option<char> {
    let (whole, fraction) = amount.split_once([decimal, '٫'])?;
    let is_plain = !fraction.is_empty() && fraction.chars().all(is_digit);
    whole.chars().find(|letter| matches!(letter, '.' | ',' | '\'' | '’')).filter(|_| is_plain)
}

/// Whether an amount is one group of three digits behind a point or comma that groups thousands: it may be fils, too.
fn is_unclear(amount: &str, thousands: Option<char>) -> bool {
    let Some(mark) = thousands.filter(|mark| matches!(mark, '.' | ',')) else { return false };
    amount.trim_end_matches(mark).split_once(mark).is_some_and(|(whole, group)| {
        !whole.is_empty()
            && whole.chars().all(is_digit)
            && group.chars().count() == 3
            && group.chars().all(is_digit)
    })
}

fn read_amount(amount: &str, format: PriceFormat) -> Result<i64, Problem> {
    if is_unclear(amount, format.thousands) {
        return Err(Problem::Unclear);
    }
    let thousands = format.thousands.or_else(|| proven_thousands(amount, format.decimal));
    let format = PriceFormat { thousands, ..format };
    let is_decimal = |letter: char| letter == format.decimal || letter == '٫';
    let is_thousands = |letter: char| Some(letter) == format.thousands || letter == '٬';
    let (whole, fraction) = match amount.split_once(is_decimal) {
        // "1700." ends a sentence, "1.899,-" has no fils.
        Some((whole, fraction)) => {
            (whole, fraction.trim_start_matches(' ').trim_end_matches(['-', '–', '—', '−']))
        }
        None => (amount, ""),
    };
    // "1.899." in a format with points between thousands.
    let whole = if fraction.is_empty() { whole.trim_end_matches(is_thousands) } else { whole };
    // For amounts such as ".75".
    let whole = if whole.is_empty() && !fraction.is_empty() { "0" } else { whole };
    let groups: Vec<&str> = whole.split(is_thousands).collect();
    let lengths_fit = groups.iter().enumerate().all(|(index, group)| {
        let digits = group.chars().count();
        if index == 0 { digits >= 1 && (groups.len() == 1 || digits <= 3) } else { digits == 3 }
    });
    // The shape of the whole amount is checked before its size.
    if !lengths_fit || !groups.concat().chars().chain(fraction.chars()).all(is_digit) {
        return Err(Problem::Shape);
    }
    let digits: Vec<i64> = fraction.chars().filter_map(digit_value).collect();
    let mut fils: i64 = 0;
    for digit in
        groups.concat().chars().filter_map(digit_value).chain((0..3).map(|at| *digits.get(at).unwrap_or(&0)))
    {
        fils = fils.checked_mul(10).and_then(|fils| fils.checked_add(digit)).ok_or(Problem::Size)?;
    }
    match rounding(digits.get(3..).unwrap_or_default()) {
        Some(up) => fils.checked_add(up).ok_or(Problem::Size),
        None => Err(Problem::Precision),
    }
}

/// Rounds the digits after the fils: adds 0 or 1 fils, or returns `None`. Zeros add nothing. Amounts of ten or more
/// decimals that begin with six zeros or nines after the fils come from binary floating point (129.90000000000001,
/// 12.349999999999999). Anything else is a fraction of a fils, which cannot be paid.
fn rounding(surplus: &[i64]) -> Option<i64> {
    let (zeros, nines) = (
        surplus.iter().take_while(|digit| **digit == 0).count(),
        surplus.iter().take_while(|digit| **digit == 9).count(),
    );
    match surplus.len() {
        length if zeros == length => Some(0),
        length if length >= 7 && zeros >= 6 => Some(0),
        length if length >= 7 && nines >= 6 => Some(1),
        _ => None,
    }
}

fn is_digit(letter: char) -> bool {
    digit_value(letter).is_some()
}

fn digit_value(letter: char) -> Option<i64> {
    let zero = match letter {
        '0'..='9' => '0',
        '٠'..='٩' => '٠',
        '۰'..='۹' => '۰',
        _ => return None,
    };
    Some(i64::from(u32::from(letter) - u32::from(zero)))
}

#[cfg(test)]
mod tests;
