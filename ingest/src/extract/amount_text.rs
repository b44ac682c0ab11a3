//! Reads the text of an element that shows an amount. Elements part it where the text alone would not: `29<sup>900</sup>`
//! is 29.900, never 29900.

use scraper::{ElementRef, Node};

/// Elements that raise or shrink the fils beside the dinars.
const RAISED: [&str; 3] = ["sup", "sub", "small"];
/// Parts of class names that are usual for the digits behind the point.
const FRACTION_CLASSES: [&str; 4] = ["frac", "decimal", "cent", "fils"];
/// The Arabic decimal separator, which is one in any price format.
const POINT: char = '٫';
/// Maximum number of elements around a text, and of characters of one, that are looked at.
const NEAR: usize = 20;
/// Separator of digits that belong to different elements, so that the price reader sees two amounts.
const APART: &str = " | ";

/// Returns the text of an element on one line. Where the digits of an element follow those of another one, they are fils
/// behind a decimal separator if the element says so, else another amount.
pub(crate) fn amount_text(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    let mut gap = false;
    for node in element.descendants() {
        let Node::Text(piece) = node.value() else { continue };
        for (index, word) in piece.split_whitespace().enumerate() {
            gap |= index > 0 || piece.starts_with(char::is_whitespace);
            let parts = index == 0 && ends_in_digit(&text) && word.starts_with(is_digit);
            let fraction = parts
                .then(|| node.ancestors().take(NEAR).take_while(|it| it.id() != element.id()))
                .and_then(|around| around.filter_map(ElementRef::wrap).find_map(|it| fraction_mark(it, gap)));
            match (parts, fraction) {
                (true, Some(whole)) if is_fraction(&whole) => text.push(POINT),
                (true, _) if !gap => text.push_str(APART),
                _ if gap && !text.is_empty() => text.push(' '),
                _ => {}
            }
            text.push_str(word);
            gap = false;
        }
        gap |= piece.ends_with(char::is_whitespace);
    }
    text
}

/// Returns a part of an amount with the digits that an element parted from it, if there are any.
pub(crate) fn whole_amount(text: &str, part: std::ops::Range<usize>) -> &str {
    let before = text.get(..part.start).unwrap_or_default();
    let after = text.get(part.end..).unwrap_or_default();
    if [APART, "٫"].iter().any(|mark| before.strip_suffix(mark).is_some_and(ends_in_digit)) {
        return text;
    }
    let parted = after.strip_prefix(POINT).or_else(|| after.strip_prefix(APART)).unwrap_or_default();
    let digits: usize = parted.chars().take_while(|letter| is_digit(*letter)).map(char::len_utf8).sum();
    let end = if digits == 0 { part.end } else { text.len() - parted.len() + digits };
    text.get(part.start..end).unwrap_or_default()
}

/// Returns the beginning of the text of an element that marks fils. A small text behind a space may be anything.
fn fraction_mark(element: ElementRef<'_>, gap: bool) -> Option<String> {
    let name = element.value().name();
    let is_raised = RAISED.contains(&name) && !(gap && name == "small");
    let is_named = element.value().classes().any(|class| {
        let class = class.to_ascii_lowercase();
        FRACTION_CLASSES.iter().any(|part| class.contains(part))
    });
    (is_raised || is_named).then(|| element.text().flat_map(str::chars).take(NEAR).collect())
}

/// Whether a text is two or three digits, with no other digit behind them: a single one is a footnote.
fn is_fraction(text: &str) -> bool {
    let text = text.trim();
    let digits = text.chars().take_while(|letter| is_digit(*letter)).count();
    (2..=3).contains(&digits) && !text.chars().skip(digits).any(is_digit)
}

fn ends_in_digit(text: &str) -> bool {
    text.ends_with(is_digit)
}

fn is_digit(letter: char) -> bool {
    matches!(letter, '0'..='9' | '٠'..='٩' | '۰'..='۹')
}

#[cfg(test)]
mod tests {
    use scraper::Html;

    use super::*;

    fn read(html: &str) -> String {
        amount_text(Html::parse_fragment(html).root_element())
    }

    #[test]
    fn raised_digits_are_fils() {
        for (html, expected) in [
            ("<b>54<sup>250</sup></b>", "54٫250"),
            ("<b>KD 1,054<small>250</small></b>", "KD 1,054٫250"),
            ("<b>54 <sup>250 KD</sup></b>", "54٫250 KD"),
            ("<b>54\n  <sup> 25 </sup>\n</b>", "54٫25"),
            ("<span>54</span><span class=\"price-fraction\">250</span>", "54٫250"),
            ("<b>٥٤<sup>٢٥٠</sup> د.ك</b>", "٥٤٫٢٥٠ د.ك"),
            ("<sup>KD</sup>54<sup><i>250</i></sup>", "KD54٫250"),
            ("<span>54</span>.<span>250</span>", "54.250"),
            ("<b>54.<sup>250</sup></b>", "54.250"),
            ("<b>54.250</b> <span>KD</span>", "54.250 KD"),
        ] {
            assert_eq!(read(html), expected, "{html}");
        }
    }

    #[test]
    fn part_of_an_amount_keeps_its_fils() {
        for (text, part, expected) in [
            ("KD 54٫250 new", "54", "54٫250"),
            ("54 | 250", "54", "54 | 250"),
            ("54 | 250", "250", "54 | 250"),
            ("KD 54.250", "54.250", "54.250"),
            ("KD 54 | new", "54", "54"),
        ] {
            let start = text.find(part).expect("a part");
            assert_eq!(whole_amount(text, start..start + part.len()), expected, "{text}");
        }
    }

    #[test]
    fn other_digits_in_elements_of_their_own_are_never_joined() {
        for (html, expected) in [
            ("<span>54</span><span>250</span>", "54 | 250"),
            ("<b>54<sup>1</sup></b>", "54 | 1"),
            ("<b>54<sup>2500</sup></b>", "54 | 2500"),
            ("<b>54<sup>25 of 30</sup></b>", "54 | 25 of 30"),
            ("<del>60.000</del><ins>54.250</ins>", "60.000 | 54.250"),
            ("<sup>54</sup>250", "54 | 250"),
            ("<b>54 <small>36</small></b>", "54 36"),
        ] {
            assert_eq!(read(html), expected, "{html}");
        }
    }
}
