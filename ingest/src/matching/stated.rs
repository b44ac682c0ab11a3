//! Stated facts, and values that retailers leave out because they are the default.

use domain::model::{Category, SpecKey, SpecValue, compared_facts::compared_facts};

use super::{item::Item, name_text::NameText, vocabulary, words::is_colour};

/// Words that the name of a drive's product line implies. Source: the manufacturers' product pages.
const USES_BY_PRODUCT_LINE: [(&str, &[&str]); 3] = [
    ("nas", &["ironwolf", "red"]),
    ("surveillance", &["purple", "skyhawk"]),
    ("enterprise", &["gold", "exos", "ultrastar"]),
];

/// Returns two flags (0 or 1): both values are known and equal; both are known and differ.
pub(super) fn agreement<T: PartialEq>(left: &Option<T>, right: &Option<T>) -> (f64, f64) {
    match (left, right) {
        (Some(left), Some(right)) => (f64::from(left == right), f64::from(left != right)),
        _ => (0.0, 0.0),
    }
}

/// Whether retailers leave the value out because it is the default: black, alone or beside another colour, and no lights.
pub(super) fn is_default_value(key: SpecKey, value: &SpecValue) -> bool {
    match key {
        SpecKey::Color => value.to_texts().iter().any(|colour| colour.eq_ignore_ascii_case("black")),
        // A retailer that sells a processor without its box says so.
        SpecKey::Packaging => value.to_texts().iter().all(|packaging| packaging == "Boxed"),
        // DIMM is the default: memory for desktops.
        SpecKey::FormFactor => value.to_texts().iter().all(|form| form == "DIMM"),
        // A single fan is the default.
        SpecKey::FanQuantity => value.as_integer() == Some(1),
        _ => value.as_flag() == Some(false),
    }
}

/// Returns the words of an item's model without the colours of its fact, where the category compares colours as facts.
pub(super) fn without_stated_colours(category: Category, item: &Item) -> Vec<String> {
    let is_compared = compared_facts(category).iter().any(|fact| fact.veto && fact.key == SpecKey::Color);
    let colours = item.specs.get(SpecKey::Color).filter(|_| is_compared).map(SpecValue::to_texts);
    let is_colour_of_fact = |word: &String| {
        colours.iter().flatten().any(|colour| is_colour(word) || vocabulary::is_shade(colour, word))
    };
    item.pieces.iter().filter(|word| !is_colour_of_fact(word)).cloned().collect()
}

/// Minimum length of a word that is searched inside longer ones; shorter ones occur in them by chance.
const MIN_CONTAINED_WORD: usize = 4;

/// Whether an item states what a word says: by its typed facts (a colour, a memory type, Wi-Fi), or inside a longer
/// word (`fury` of `FURYBLACK`).
pub(super) fn is_stated(item: &Item, word: &str) -> bool {
    const TEXT_FACTS: [SpecKey; 5] =
        [SpecKey::Color, SpecKey::RamType, SpecKey::Lighting, SpecKey::PanelType, SpecKey::StorageKind];
    let in_text = TEXT_FACTS
        .iter()
        .filter_map(|key| item.specs.get(*key))
        .any(|value| value.to_texts().iter().any(|text| text.eq_ignore_ascii_case(word)));
    in_text
        || (word.len() >= MIN_CONTAINED_WORD && is_contained(&item.text, word))
        || is_stated_by_line(item, word)
        || is_stated_by_code(item, word)
        || match word {
            "wifi" => item.specs.flag(SpecKey::Wifi) == Some(true),
            "rgb" => item.specs.flag(SpecKey::Rgb) == Some(true),
            "wireless" => item.specs.flag(SpecKey::Wireless) == Some(true),
            _ => false,
        }
}

/// Whether a name has a word inside a longer one. A number ends where its word ends: `b550` is not in `b550m`.
fn is_contained(text: &NameText, word: &str) -> bool {
    if !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return text.joined.contains(word);
    }
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let is_whole = |longer: &str, at: usize| {
        let (before, rest) = longer.split_at(at);
        let after = rest.strip_prefix(word).and_then(|after| after.chars().next());
        let begins_inside = is_digit(before.chars().next_back()) && is_digit(word.chars().next());
        let goes_on = after.is_some() && is_digit(word.chars().next_back());
        !begins_inside && !goes_on
    };
    let has = |longer: &str| longer.match_indices(word).any(|(at, _)| is_whole(longer, at));
    text.words.iter().any(|longer| has(longer))
        || text.words.windows(2).any(|pair| pair.concat() == word)
        || text.words.windows(3).any(|words| words.concat() == word)
}

/// Whether a drive's product line implies the word: IronWolf drives are for NAS.
fn is_stated_by_line(item: &Item, word: &str) -> bool {
    let implies = |(use_word, lines): &(&str, &[&str])| {
        *use_word == word && item.text.words.iter().any(|name_word| lines.contains(&name_word.as_str()))
    };
    item.category == Some(Category::Storage) && USES_BY_PRODUCT_LINE.iter().any(implies)
}

/// Whether a model's code implies the word: `GV-N1060IXOC-6GD` and `DUAL-RX460-O2G` are overclocked,
/// `HD7850-DC2-2GD5-V2` is a second version.
fn is_stated_by_code(item: &Item, word: &str) -> bool {
    let is_version =
        word.len() == 2 && word.starts_with('v') && word.ends_with(|last: char| last.is_ascii_digit());
    match word {
        "oc" if item.category == Some(Category::Gpu) => {
            item.text.codes.iter().any(|code| is_overclocked(code))
        }
        _ => {
            is_version
                && item.text.codes.iter().any(|code| code.len() > MIN_CONTAINED_WORD && code.ends_with(word))
        }
    }
}

/// Whether a graphics card's code marks it as overclocked: Gigabyte's `OC` before the size, ASUS's `O8G` at the end.
fn is_overclocked(code: &str) -> bool {
    let begins_with_digit = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    let by_letters =
        code.match_indices("oc").any(|(at, _)| code.get(at + 2..).is_some_and(begins_with_digit));
    let size = code.strip_suffix('g').map(|rest| rest.trim_end_matches(|last: char| last.is_ascii_digit()));
    let by_size = size.is_some_and(|rest| rest.len() + 1 < code.len() && rest.ends_with('o'));
    by_letters || by_size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_is_contained_only_as_a_whole() {
        let text = NameText::new("MSI B550M PRO RM850x NH D15 4000DAirflow FURYBLACK");
        for word in ["850x", "nhd15", "4000d", "fury", "b550m"] {
            assert!(is_contained(&text, word), "{word}");
        }
        for word in ["b550", "50m", "rm850", "d150", "000d"] {
            assert!(!is_contained(&text, word), "{word}");
        }
    }

    #[test]
    fn overclocked_cards_are_recognised_by_their_codes() {
        for code in ["gvn1060ixoc6gd", "dualrx460o2g", "dualrtx4070o12g"] {
            assert!(is_overclocked(code), "{code}");
        }
        for code in ["gvrxvega568gdb", "turbogtx10708g", "dualrtx40608g"] {
            assert!(!is_overclocked(code), "{code}");
        }
    }
}
