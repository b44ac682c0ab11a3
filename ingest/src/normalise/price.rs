//! Prices as shops write them, read in the one format the shop's file declares.

use domain::model::Fils;

/// How a shop writes amounts in dinars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceFormat {
    /// What stands before the fils.
    pub decimal: char,
    /// What stands between thousands; `None` when nothing does.
    pub thousands: Option<char>,
}

/// Why a text is not a price. Nothing is guessed and nothing becomes zero.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    #[error("there is no price")]
    Empty,
    #[error("the price is on request: {0:?}")]
    OnRequest(String),
    #[error("{0:?} says free, which no part is")]
    Free(String),
    #[error("{0:?} is a range of prices, not one")]
    Range(String),
    #[error("{0:?} is below zero")]
    Negative(String),
    #[error("the price is zero")]
    Zero,
    #[error("{0:?} has parts of a fils")]
    TooPrecise(String),
    #[error("{0:?} is over a million dinars")]
    TooLarge(String),
    #[error("{0:?} is not in Kuwaiti dinars")]
    ForeignCurrency(String),
    #[error("{0:?} is not written as the shop's declared price format says")]
    Malformed(String),
}

/// Reads an amount in dinars: digits of any script, grouped and pointed exactly as `format` says, with or
/// without the dinar's sign. The Arabic separators `٫` and `٬` mean what they mean in any format.
///
/// # Errors
/// Whenever the text is anything else; see [`PriceError`].
pub fn parse(text: &str, format: PriceFormat) -> Result<Fils, PriceError> {
    let shown = || text.trim().chars().take(60).collect::<String>();
    let amount = without_currency(text)?;
    if amount.is_empty() {
        return Err(PriceError::Empty);
    }
    if !amount.chars().any(is_digit) {
        return Err(wordless(&amount, shown()));
    }
    let unsigned = amount.trim_start_matches(['-', '−', '–']).trim_start();
    if is_range(unsigned) {
        return Err(PriceError::Range(shown()));
    }
    let fils = read_amount(unsigned, format).map_err(|problem| match problem {
        Problem::Shape => PriceError::Malformed(shown()),
        Problem::Precision => PriceError::TooPrecise(shown()),
        Problem::Size => PriceError::TooLarge(shown()),
    })?;
    if unsigned.len() != amount.len() && fils != 0 {
        return Err(PriceError::Negative(shown()));
    }
    in_bounds(fils, shown)
}

/// Reads an amount in minor units, such as `8900` at scale 3 for 8.900 dinars. The scale is the shop's own setting.
///
/// # Errors
/// When it is not a plain whole number, or does not come out in whole fils within bounds.
pub fn parse_minor_units(text: &str, scale: u32) -> Result<Fils, PriceError> {
    let shown = || text.trim().chars().take(60).collect::<String>();
    let trimmed = text.trim();
    let unsigned = trimmed.strip_prefix('-').unwrap_or(trimmed);
    if unsigned.is_empty() {
        return Err(PriceError::Empty);
    }
    if scale > 9 || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PriceError::Malformed(shown()));
    }
    let units: i64 = unsigned.parse().map_err(|_| PriceError::TooLarge(shown()))?;
    if unsigned.len() != trimmed.len() && units != 0 {
        return Err(PriceError::Negative(shown()));
    }
    let fils = if scale <= 3 {
        units.checked_mul(10_i64.pow(3 - scale)).ok_or_else(|| PriceError::TooLarge(shown()))?
    } else {
        let part = 10_i64.pow(scale - 3);
        if units % part != 0 {
            return Err(PriceError::TooPrecise(shown()));
        }
        units / part
    };
    in_bounds(fils, shown)
}

/// Whether an amount is what shops type where a price is needed and none is meant: 9999, 99999.
pub fn is_placeholder(price: Fils) -> bool {
    let dinars = price.0 / 1000;
    dinars >= 9_999 && dinars.to_string().bytes().all(|digit| digit == b'9')
}

fn in_bounds(fils: i64, shown: impl Fn() -> String) -> Result<Fils, PriceError> {
    match Fils(fils) {
        Fils::ZERO => Err(PriceError::Zero),
        price if price > Fils::MAX_PRICE => Err(PriceError::TooLarge(shown())),
        price => Ok(price),
    }
}

/// The dinar's signs, longest first.
const DINAR: [&str; 14] = [
    "kuwaiti dinars",
    "kuwaiti dinar",
    "دينار كويتي",
    "dinars",
    "dinar",
    "دينار",
    "k.d.",
    "د.ك.",
    "د.ك",
    "kwd",
    "k.d",
    "kd",
    "دك",
    "د. ك",
];
/// Signs of other currencies.
const FOREIGN: [&str; 20] = [
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
    "درهم",
    "دولار",
    "جنيه",
    "dollar",
];

/// The text without the dinar's sign before or after it.
fn without_currency(text: &str) -> Result<String, PriceError> {
    let lower: String = text
        .chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|letter| !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'))
        .flat_map(char::to_lowercase)
        .collect();
    if FOREIGN.iter().any(|sign| lower.contains(sign)) {
        return Err(PriceError::ForeignCurrency(text.trim().chars().take(60).collect()));
    }
    let mut rest = lower.trim();
    let leading = DINAR.iter().find_map(|sign| rest.strip_prefix(sign));
    rest = leading.unwrap_or(rest).trim();
    let trailing = DINAR.iter().find_map(|sign| rest.strip_suffix(sign));
    Ok(trailing.unwrap_or(rest).trim().to_owned())
}

/// What a text without any digit says.
fn wordless(amount: &str, shown: String) -> PriceError {
    const ON_REQUEST: [&str; 9] =
        ["call", "contact", "request", "whatsapp", "ask", "quote", "اتصل", "تواصل", "عند الطلب"];
    if ON_REQUEST.iter().any(|word| amount.contains(word)) {
        PriceError::OnRequest(shown)
    } else if amount.contains("free") || amount.contains("مجان") {
        PriceError::Free(shown)
    } else {
        PriceError::Malformed(shown)
    }
}

/// Two numbers with a dash or a word for "to" between.
fn is_range(amount: &str) -> bool {
    ["-", "–", "—", "−", "~", " to ", "إلى", "الى"].iter().any(|sign| {
        amount
            .split_once(sign)
            .is_some_and(|(low, high)| low.chars().any(is_digit) && high.chars().any(is_digit))
    })
}

enum Problem {
    Shape,
    Precision,
    Size,
}

fn read_amount(amount: &str, format: PriceFormat) -> Result<i64, Problem> {
    let is_decimal = |letter: char| letter == format.decimal || letter == '٫';
    let is_thousands = |letter: char| Some(letter) == format.thousands || letter == '٬';
    let (whole, fraction) = match amount.split_once(is_decimal) {
        Some((_, "")) => return Err(Problem::Shape),
        Some((whole, fraction)) => (whole, fraction),
        None => (amount, ""),
    };
    let groups: Vec<&str> = whole.split(is_thousands).collect();
    let lengths_fit = groups.iter().enumerate().all(|(index, group)| {
        let digits = group.chars().count();
        if index == 0 { digits >= 1 && (groups.len() == 1 || digits <= 3) } else { digits == 3 }
    });
    if !lengths_fit {
        return Err(Problem::Shape);
    }
    let mut fils: i64 = 0;
    let mut push = |letter: char| -> Result<(), Problem> {
        let digit = digit_value(letter).ok_or(Problem::Shape)?;
        fils = fils.checked_mul(10).and_then(|fils| fils.checked_add(digit)).ok_or(Problem::Size)?;
        Ok(())
    };
    // The shape of all of it is judged before its size.
    if !groups.concat().chars().chain(fraction.chars()).all(is_digit) {
        return Err(Problem::Shape);
    }
    groups.concat().chars().try_for_each(&mut push)?;
    let mut fraction = fraction.chars();
    for _ in 0..3 {
        push(fraction.next().unwrap_or('0'))?;
    }
    if fraction.any(|letter| digit_value(letter) != Some(0)) {
        return Err(Problem::Precision);
    }
    Ok(fils)
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    const POINT: PriceFormat = PriceFormat { decimal: '.', thousands: None };
    const POINT_COMMA: PriceFormat = PriceFormat { decimal: '.', thousands: Some(',') };
    const COMMA_POINT: PriceFormat = PriceFormat { decimal: ',', thousands: Some('.') };

    fn check(text: &str, format: PriceFormat, expected: Result<i64, PriceError>) {
        assert_eq!(parse(text, format), expected.map(Fils), "{text}");
    }

    #[test]
    fn amounts_are_read_in_the_declared_format() {
        check("KD 12,500.000", POINT_COMMA, Ok(12_500_000));
        check("12.500", POINT, Ok(12_500));
        check("3.350", POINT, Ok(3350));
        check("3.350", COMMA_POINT, Ok(3_350_000));
        check("1.249,900 KWD", COMMA_POINT, Ok(1_249_900));
        check("١٢٫٥٠٠ د.ك", POINT, Ok(12_500));
        check("١٬٢٣٤٫٥٠٠ دينار كويتي", POINT, Ok(1_234_500));
        check("د.ك. 129.9", POINT, Ok(129_900));
        check(" 129.9000 K.D. ", POINT, Ok(129_900));
        check("\u{200f}٤٥ د.ك", POINT, Ok(45_000));
        check("5", POINT, Ok(5000));
        check("1,000,000", POINT_COMMA, Ok(1_000_000_000));
    }

    #[test]
    fn what_is_not_one_price_says_why() {
        let own = |text: &str| text.to_owned();
        check("Call us", POINT, Err(PriceError::OnRequest(own("Call us"))));
        check("اتصل بنا", POINT, Err(PriceError::OnRequest(own("اتصل بنا"))));
        check("FREE", POINT, Err(PriceError::Free(own("FREE"))));
        check("12.500 – 15.000", POINT, Err(PriceError::Range(own("12.500 – 15.000"))));
        check("KD 12.500 to 15.000", POINT, Err(PriceError::Range(own("KD 12.500 to 15.000"))));
        check("-12.500", POINT, Err(PriceError::Negative(own("-12.500"))));
        check("0.000", POINT, Err(PriceError::Zero));
        check("", POINT, Err(PriceError::Empty));
        check("KD", POINT, Err(PriceError::Empty));
        check("12,500.000", POINT, Err(PriceError::Malformed(own("12,500.000"))));
        check("1,23.000", POINT_COMMA, Err(PriceError::Malformed(own("1,23.000"))));
        check(
            "12.500",
            PriceFormat { decimal: ',', thousands: None },
            Err(PriceError::Malformed(own("12.500"))),
        );
        check("1.2.3", POINT, Err(PriceError::Malformed(own("1.2.3"))));
        check("12 500.000", POINT, Err(PriceError::Malformed(own("12 500.000"))));
        check("1e3", POINT, Err(PriceError::Malformed(own("1e3"))));
        check("12.", POINT, Err(PriceError::Malformed(own("12."))));
        check("12.3456", POINT, Err(PriceError::TooPrecise(own("12.3456"))));
        check("1000001", POINT, Err(PriceError::TooLarge(own("1000001"))));
        check("99999999999999999999999", POINT, Err(PriceError::TooLarge(own("99999999999999999999999"))));
        check("$12.50", POINT, Err(PriceError::ForeignCurrency(own("$12.50"))));
        check("45 ريال", POINT, Err(PriceError::ForeignCurrency(own("45 ريال"))));
    }

    #[test]
    fn nines_are_no_price() {
        for (fils, expected) in
            [(9_999_000, true), (9_999_999, true), (99_999_000, true), (999_000, false), (9_990_000, false)]
        {
            assert_eq!(is_placeholder(Fils(fils)), expected, "{fils}");
        }
    }

    #[test]
    fn minor_units_follow_the_shops_scale() {
        assert_eq!(parse_minor_units("8900", 3), Ok(Fils(8900)));
        assert_eq!(parse_minor_units("890", 2), Ok(Fils(8900)));
        assert_eq!(parse_minor_units("9", 0), Ok(Fils(9000)));
        assert_eq!(parse_minor_units("89000", 4), Ok(Fils(8900)));
        assert_eq!(parse_minor_units("89001", 4), Err(PriceError::TooPrecise("89001".into())));
        assert_eq!(parse_minor_units("0", 3), Err(PriceError::Zero));
        assert_eq!(parse_minor_units("-8900", 3), Err(PriceError::Negative("-8900".into())));
        assert_eq!(parse_minor_units("8.900", 3), Err(PriceError::Malformed("8.900".into())));
        assert_eq!(
            parse_minor_units("9223372036854775807", 2),
            Err(PriceError::TooLarge("9223372036854775807".into()))
        );
    }

    proptest! {
        #[test]
        fn no_text_panics_and_what_is_read_is_a_price(text in "\\PC{0,40}", scale in 0_u32..12) {
            for format in [POINT, POINT_COMMA, COMMA_POINT] {
                if let Ok(price) = parse(&text, format) {
                    prop_assert!(price > Fils::ZERO && price <= Fils::MAX_PRICE);
                }
            }
            let _ = parse_minor_units(&text, scale);
        }

        #[test]
        fn texts_that_look_like_prices_never_panic(text in "[-–−٫٬.,0-9٠-٩ KDkd.كد$e]{0,30}") {
            let _ = parse(&text, POINT_COMMA);
        }

        #[test]
        fn every_price_reads_back(fils in 1_i64..=1_000_000_000) {
            prop_assert_eq!(parse(&Fils(fils).to_string(), POINT), Ok(Fils(fils)));
        }
    }
}
