//! Reads stock information, from positive evidence only.

use std::sync::LazyLock;

use domain::model::{Stock, keys::fold::Folded};

use super::phrases::{Phrases, rows};

static WORDS: LazyLock<Phrases<Stock>> = LazyLock::new(|| {
    let mut words = Phrases::new();
    for row in rows(include_str!("../../../config/specs/stock_words.tsv")) {
        let [state, phrases] = row[..] else { continue };
        let Ok(state) = state.parse::<Stock>() else { continue };
        for phrase in phrases.split('|') {
            words.insert(phrase, state);
        }
    }
    words
});

/// Reads a schema.org address or word, a platform's status, or a sentence in English or Arabic. Evidence for both, or
/// for neither, is `Unknown`; what can be pre-ordered is `PreOrder`, whatever else is said of it.
pub fn from_text(text: &str) -> Stock {
    let folded = Folded::new(text);
    let mut seen: Option<Stock> = None;
    let mut mixed = false;
    let mut index = 0;
    while index < folded.len() {
        let (state, count) = match WORDS.at(&folded, index) {
            Some((state, count)) => (Some(*state), count),
            None => (count_left(&folded, index), 1),
        };
        index += count;
        let Some(state) =
            state.map(|state| if is_none_of(&folded, index - count) { Stock::Out } else { state })
        else {
            continue;
        };
        match seen {
            // `Out of stock, available for pre-order` and `pre-order: in stock in March` say one thing.
            Some(Stock::PreOrder) => {}
            Some(before) if before != state && state != Stock::PreOrder => mixed = true,
            _ => seen = Some(state),
        }
    }
    match seen {
        Some(Stock::PreOrder) => Stock::PreOrder,
        Some(stock) if !mixed => stock,
        _ => Stock::Unknown,
    }
}

/// Reads a platform's flag. A product on back-order is not in stock, even where the flag says that it may be ordered.
pub fn from_flags(in_stock: Option<bool>, on_backorder: bool) -> Stock {
    match in_stock {
        Some(false) => Stock::Out,
        Some(true) if on_backorder => Stock::Out,
        Some(true) => Stock::In,
        None => Stock::Unknown,
    }
}

/// Reads a stated quantity; a negative number is no statement.
pub fn from_quantity(quantity: i64) -> Stock {
    match quantity {
        0 => Stock::Out,
        1.. => Stock::In,
        _ => Stock::Unknown,
    }
}

/// Reads `Only 3 left` or `باقي 2`.
fn count_left(text: &Folded, index: usize) -> Option<Stock> {
    let number = |at: usize| text.word(at).parse::<i64>().ok();
    match text.word(index) {
        "left" | "remaining" if index > 0 => number(index - 1).map(from_quantity),
        "باقي" | "متبقي" | "تبقي" => number(index + 1).map(from_quantity),
        _ => None,
    }
}

/// Whether the words say `0 in stock`.
fn is_none_of(text: &Folded, index: usize) -> bool {
    index > 0 && text.word(index - 1) == "0"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_requires_positive_evidence() {
        for (text, expected) in [
            ("https://schema.org/InStock", Stock::In),
            ("http://schema.org/OutOfStock", Stock::Out),
            ("schema:LimitedAvailability", Stock::In),
            ("https://schema.org/BackOrder", Stock::Out),
            ("PreOrder", Stock::PreOrder),
            ("https://schema.org/PreOrder", Stock::PreOrder),
            ("http://schema.org/PreSale", Stock::PreOrder),
            ("preorder", Stock::PreOrder),
            ("PRE_ORDER", Stock::PreOrder),
            ("Available for pre-order", Stock::PreOrder),
            ("Out of stock - pre order now", Stock::PreOrder),
            ("Pre-order: in stock in March", Stock::PreOrder),
            ("متاح للطلب المسبق", Stock::PreOrder),
            ("Discontinued", Stock::Out),
            ("instock", Stock::In),
            ("onbackorder", Stock::Out),
            ("IN_STOCK", Stock::In),
            ("OUT_OF_STOCK", Stock::Out),
            ("lowStock", Stock::In),
            ("In stock", Stock::In),
            ("Only 3 left", Stock::In),
            ("0 in stock", Stock::Out),
            ("12 in stock", Stock::In),
            ("Sold out", Stock::Out),
            ("Back-order", Stock::Out),
            ("Available on backorder", Stock::Out),
            ("Not available", Stock::Out),
            ("Currently unavailable", Stock::Out),
            ("متوفر", Stock::In),
            ("متوفّر في المخزون", Stock::In),
            ("غير متوفر", Stock::Out),
            ("نفذت الكمية", Stock::Out),
            ("نفدت الكميّة", Stock::Out),
            ("باقي ٢", Stock::In),
            ("طلب مسبق", Stock::PreOrder),
            ("true", Stock::In),
            ("false", Stock::Out),
            ("Check availability", Stock::Unknown),
            ("In stock online, sold out in store", Stock::Unknown),
            ("403 Forbidden", Stock::Unknown),
            ("", Stock::Unknown),
            ("¯\\_(ツ)_/¯", Stock::Unknown),
        ] {
            assert_eq!(from_text(text), expected, "{text}");
        }
    }

    #[test]
    fn flags_and_quantities_are_stock_evidence() {
        assert_eq!(from_flags(Some(true), false), Stock::In);
        assert_eq!(from_flags(Some(true), true), Stock::Out);
        assert_eq!(from_flags(Some(false), false), Stock::Out);
        assert_eq!(from_flags(None, false), Stock::Unknown);
        assert_eq!([0, 4, -1].map(from_quantity), [Stock::Out, Stock::In, Stock::Unknown]);
    }
}
