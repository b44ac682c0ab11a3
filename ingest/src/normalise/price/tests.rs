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
    check("3.350,000", COMMA_POINT, Ok(3_350_000));
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
fn ambiguous_price_names_the_reason() {
    let owned = |text: &str| text.to_owned();
    check("Call us", POINT, Err(PriceError::OnRequest(owned("Call us"))));
    check("اتصل بنا", POINT, Err(PriceError::OnRequest(owned("اتصل بنا"))));
    check("FREE", POINT, Err(PriceError::Free(owned("FREE"))));
    check("12.500 – 15.000", POINT, Err(PriceError::Range(owned("12.500 – 15.000"))));
    check("KD 12.500 to 15.000", POINT, Err(PriceError::Range(owned("KD 12.500 to 15.000"))));
    check("-12.500", POINT, Err(PriceError::Negative(owned("-12.500"))));
    check("0.000", POINT, Err(PriceError::Zero));
    check("", POINT, Err(PriceError::Empty));
    check("KD", POINT, Err(PriceError::Empty));
    check("12,500", POINT, Err(PriceError::Malformed(owned("12,500"))));
    check("1,23.000", POINT_COMMA, Err(PriceError::Malformed(owned("1,23.000"))));
    check(
        "12.500",
        PriceFormat { decimal: ',', thousands: None },
        Err(PriceError::Malformed(owned("12.500"))),
    );
    check("1.2.3", POINT, Err(PriceError::Malformed(owned("1.2.3"))));
    check("12 500.000", POINT, Err(PriceError::Malformed(owned("12 500.000"))));
    check("1e3", POINT, Err(PriceError::Malformed(owned("1e3"))));
    check("12.3456", POINT, Err(PriceError::TooPrecise(owned("12.3456"))));
    check("1000001", POINT, Err(PriceError::TooLarge(owned("1000001"))));
    check("99999999999999999999999", POINT, Err(PriceError::TooLarge(owned("99999999999999999999999"))));
    check("$12.50", POINT, Err(PriceError::ForeignCurrency(owned("$12.50"))));
    check("45 ريال", POINT, Err(PriceError::ForeignCurrency(owned("45 ريال"))));
}

#[test]
fn words_and_signs_around_an_amount_are_ignored() {
    for (text, format, fils) in [
        ("Price: KD 12.500", POINT, 12_500),
        ("Our price 12.500 KWD inc VAT", POINT, 12_500),
        ("السعر: 12.500 د.ك شامل الضريبة", POINT, 12_500),
        ("Now only 34.500 KD *", POINT, 34_500),
        (".75", POINT, 750),
        ("KD .750", POINT, 750),
        ("119. 95", POINT, 119_950),
        ("1.899,-", COMMA_POINT, 1_899_000),
        ("1,899.-", POINT_COMMA, 1_899_000),
        ("1.899,-- KD", COMMA_POINT, 1_899_000),
        ("1700.", POINT, 1_700_000),
        ("1 دينار", POINT, 1000),
        ("1 د.ك", POINT, 1000),
        ("35 KD 500", POINT, 35_500),
        ("35KD 500 fils", POINT, 35_500),
        ("35 دينار و 50 فلس", POINT, 35_050),
        ("750 فلس", POINT, 750),
        ("KD12.500", POINT, 12_500),
        ("12.500KD", POINT, 12_500),
        ("KD 12.500 KD 12.500", POINT, 12_500),
        ("12.500 – 12.500", POINT, 12_500),
        ("129.90000000000001", POINT, 129_900),
        ("12.349999999999999", POINT, 12_350),
        ("12 500.000", PriceFormat { decimal: '.', thousands: Some(' ') }, 12_500_000),
    ] {
        check(text, format, Ok(fils));
    }
}

#[test]
fn uncertain_price_is_refused() {
    let owned = |text: &str| text.to_owned();
    let two = |one: &str, other: &str| Err(PriceError::TwoAmounts(owned(one), owned(other)));
    check("Was KD 15.000 Now KD 12.500", POINT, two("15.000", "12.500"));
    check("10 / 8", POINT, two("10", "8"));
    check("KD 10.000 KD 8.000", POINT, two("10.000", "8.000"));
    for text in [
        "2 for KD 10.000",
        "12.500 per month",
        "KD 12.500 x 4",
        "Save 12.500",
        "12.500 excl VAT",
        "1e3",
        "12x",
        "35 KD 99",
        "12.500 KD 20%",
        "Members 12.500",
        "Regular price 12.500",
        "VAT 0.500",
        "Delivery 2.000",
    ] {
        assert!(parse(text, POINT).is_err(), "{text}");
    }
    check("From KD 12.500", POINT, Err(PriceError::Range(owned("From KD 12.500"))));
    check("34,50 € *", COMMA_POINT, Err(PriceError::ForeignCurrency(owned("34,50 € *"))));
    check("35€ 99", POINT, Err(PriceError::ForeignCurrency(owned("35€ 99"))));
    check("12.3499999", POINT, Err(PriceError::TooPrecise(owned("12.3499999"))));
    check("1,234,567.890", POINT_COMMA, Err(PriceError::TooLarge(owned("1,234,567.890"))));
}

#[test]
fn amount_with_both_separators_proves_its_thousands() {
    check("12,500.000", POINT, Ok(12_500_000));
    check("KD 1'099.5", POINT, Ok(1_099_500));
    check("2,048٫750 د.ك", POINT, Ok(2_048_750));
    check("1.249,900", PriceFormat { decimal: ',', thousands: None }, Ok(1_249_900));
    for (text, fils) in
        [("1,099.900", 1_099_900), ("1.099,900 KWD", 1_099_900), ("1,234,567.8", 1_234_567_800)]
    {
        let expected = if fils > 1_000_000_000 { None } else { Some(Fils(fils)) };
        assert_eq!(parse_decimal(text).ok(), expected, "{text}");
    }
    for text in ["1,09.900", "12,500", "1,099", "1.099.900", "1.09,900", "1,2.3,4"] {
        assert!(parse_decimal(text).is_err(), "{text}");
    }
    assert!(parse("1.099,900", POINT).is_err());
}

#[test]
fn three_digits_behind_a_mark_of_thousands_are_no_price() {
    for (text, format) in [
        ("12,500", POINT_COMMA),
        ("KD 1,299", POINT_COMMA),
        ("0,500", POINT_COMMA),
        ("199.900 د.ك", COMMA_POINT),
        ("1.899.", COMMA_POINT),
        ("١٢,٥٠٠", POINT_COMMA),
    ] {
        assert!(matches!(parse(text, format), Err(PriceError::Unclear(_))), "{text}");
    }
    check("1,000,000", POINT_COMMA, Ok(1_000_000_000));
    check("12,500.000", POINT_COMMA, Ok(12_500_000));
    check("1٬299", POINT_COMMA, Ok(1_299_000));
    check("12 500", PriceFormat { decimal: '.', thousands: Some(' ') }, Ok(12_500_000));
}

#[test]
fn words_of_sale_pieces_and_marks_around_an_amount_are_ignored() {
    for (text, fils) in [
        ("\u{61c}7.250\u{a0}د.ك.\u{200f}", 7_250),
        ("KD\u{ad} 7.250", 7_250),
        ("7.2\u{ad}50 KD", 7_250),
        ("7.250 KD/pc", 7_250),
        ("KD 7.250 / piece", 7_250),
        ("7.250 KD per unit", 7_250),
        ("7.250 د.ك/قطعة", 7_250),
        ("سعر التخفيض: 7.250", 7_250),
        ("السعر بعد الخصم 7.250 د.ك", 7_250),
        ("عرض خاص 7.250 د . ك", 7_250),
        ("Promo price KD 7.250", 7_250),
        ("7.250 K . D.", 7_250),
        ("7.250 د .ك", 7_250),
    ] {
        check(text, POINT, Ok(fils));
    }
    for text in [
        "السعر قبل الخصم 7.250",
        "خصم 7.250",
        "Discount 7.250",
        "7.250 per month",
        "7.250 KD / month",
        "pcs 7.250",
        "7.250 د.ك/متر",
        "after 7.250",
    ] {
        assert!(parse(text, POINT).is_err(), "{text}");
    }
}

#[test]
fn other_currencies_are_named_in_any_script() {
    for text in [
        "45 ر.س",
        "د.إ 45",
        "45 ر . ق",
        "45.500 ر.ع.",
        "45 د.ب",
        "SR 45",
        "45 Dhs",
        "45﷼",
        "QAR 45",
        "ج.م45",
        "₺45",
    ] {
        assert!(matches!(parse(text, POINT), Err(PriceError::ForeignCurrency(_))), "{text}");
    }
    check("45 د.ك", POINT, Ok(45_000));
}

#[test]
fn placeholder_nines_are_no_price() {
    for (fils, expected) in
        [(9_999_000, true), (9_999_999, true), (99_999_000, true), (999_000, false), (9_990_000, false)]
    {
        assert_eq!(is_placeholder(Fils(fils)), expected, "{fils}");
    }
}

#[test]
fn minor_units_follow_the_declared_scale() {
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
    fn any_text_is_a_price_or_an_error_without_panic(text in "\\PC{0,40}", scale in 0_u32..12) {
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
    fn every_price_round_trips(fils in 1_i64..=1_000_000_000) {
        prop_assert_eq!(parse(&Fils(fils).to_string(), POINT), Ok(Fils(fils)));
    }
}
