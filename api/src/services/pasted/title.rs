//! Titles of deals as forums write them: `[GPU] MSI GeForce RTX 5070 Ventus - $549.99 (after rebate)`.

use std::borrow::Cow;

use super::money::{find_amount, has_signed_amount, has_word, without_price};

/// Maximum length of the kind in brackets, in bytes.
const MAX_KIND: usize = 30;

/// Splits a title's head from it: `[GPU] MSI Ventus` becomes `GPU` and `MSI Ventus`.
pub(super) fn split_head(text: &str) -> Option<(&str, &str)> {
    let (kind, rest) = text.trim_start().strip_prefix('[')?.split_once(']')?;
    let is_kind = kind.len() <= MAX_KIND && has_word(kind);
    (is_kind && has_word(rest)).then_some((kind.trim(), rest.trim()))
}

/// Returns the name in the title of a deal: without the kind in brackets at its head, its price and the notes of its
/// shop. Any other text is returned as it is: in a search, `gpu under $500` states a price.
pub fn strip_deal_title(text: &str) -> Cow<'_, str> {
    let named = match split_head(text) {
        Some((_, name)) => without_price(name),
        None if ends_with_price(text) => without_price(text),
        None => return Cow::Borrowed(text),
    };
    if has_word(&named) { Cow::Owned(named) } else { Cow::Borrowed(text) }
}

/// Whether a text is a name and, behind a dash, its price in a currency's sign. A range of prices (`$200 - $300`) is none.
fn ends_with_price(text: &str) -> bool {
    let Some(amount) = find_amount(text).filter(|amount| has_signed_amount(text, amount)) else {
        return false;
    };
    let Some(before) = text.get(..amount.start).map(str::trim_end) else { return false };
    let name = before.strip_suffix(['-', '–', '—', '@']);
    name.is_some_and(|name| {
        name.ends_with(' ') && name.split_whitespace().count() >= 2 && !ends_in_number(name)
    })
}

/// Whether the last word is a plain number, which may be the lower end of a range: `gpu 200 - $300`. The number of a model
/// stands behind another word with a number or a name of several words (`GTX 1650 SUPER - $189`).
fn ends_in_number(text: &str) -> bool {
    let mut words = text.split_whitespace().rev();
    let is_number = words.next().is_some_and(|word| word.bytes().all(|digit| digit.is_ascii_digit()));
    is_number && words.count() < 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_of_a_deal_is_read_as_a_name() {
        for (title, name) in [
            (
                "[GPU] MSI GeForce RTX 5070 Ventus 2X - $549.99 (after $20 rebate)",
                "MSI GeForce RTX 5070 Ventus 2X",
            ),
            ("[SSD] Crucial T500 1TB NVMe – $69 + Free Shipping", "Crucial T500 1TB NVMe"),
            ("[PSU] $89.99 Corsair RM750e", "Corsair RM750e"),
            ("[Case Fan] Arctic P12 5-Pack", "Arctic P12 5-Pack"),
            ("AMD Ryzen 5 9600X - $179 @ Shop", "AMD Ryzen 5 9600X"),
            ("MSI Gaming RTX 5060 - $299", "MSI Gaming RTX 5060"),
        ] {
            assert_eq!(strip_deal_title(title), name, "{title}");
        }
    }

    #[test]
    fn text_of_a_search_stays_as_it_is() {
        for text in [
            "gpu under $500",
            "monitor $200 - $300",
            "gpu 200 - $300",
            "rtx 5070 - 200 kd",
            "[GPU]",
            "[GPU] $500",
            "[x] y",
            "$300",
            "",
        ] {
            assert_eq!(strip_deal_title(text), text);
        }
    }
}
