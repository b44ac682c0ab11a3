//! Converts titles and names from retailers to plain text: removes markup, however often it was encoded, and
//! invisible characters.

use std::borrow::Cow;

use scraper::Html;

/// Maximum length of a text, in characters; the rest is cut before reading.
const MAX_CHARS: usize = 4_000;
/// Maximum number of decoding passes. Some retailers encode what is already encoded: `&amp;amp;quot;`. Entities that
/// are left after these passes stay.
const MAX_PASSES: usize = 4;
/// Maximum length of an entity's name, with its `;`.
const MAX_ENTITY: usize = 34;

/// Returns the text that a user would see, on one line.
pub fn plain_text(text: &str) -> String {
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(end, _)| end);
    let mut plain = Cow::Borrowed(text.get(..end).unwrap_or(text));
    for _ in 0..MAX_PASSES {
        if !plain.contains(['&', '<']) {
            break;
        }
        let read = decode_entities(&strip_tags(&plain));
        if read == *plain {
            break;
        }
        plain = Cow::Owned(read);
    }
    let visible: String = plain
        .chars()
        .filter(|letter| !is_invisible(*letter))
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Maximum length of the markup in which the beginning of a description is sought, in bytes.
const MAX_DESCRIPTION_MARKUP: usize = 8_000;
/// Maximum length of the beginning of a description, in bytes.
const MAX_DESCRIPTION: usize = 600;

/// Returns the beginning of a description as plain text, on one line; `None` where there is no text.
pub fn description_start(markup: &str) -> Option<String> {
    let markup = markup.get(..markup.floor_char_boundary(MAX_DESCRIPTION_MARKUP)).unwrap_or_default();
    let mut plain = plain_text(&strip_layout(markup));
    plain.truncate(plain.floor_char_boundary(MAX_DESCRIPTION));
    (!plain.is_empty()).then_some(plain)
}

/// Replaces all tags by spaces, except those that [`plain_text`] removes with their content: descriptions are laid out with
/// more elements than titles. A lone `<` stays.
fn strip_layout(markup: &str) -> Cow<'_, str> {
    if !markup.contains('<') {
        return Cow::Borrowed(markup);
    }
    let mut stripped = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        stripped.push_str(before);
        let name = tag.strip_prefix("</").or(tag.strip_prefix('<')).unwrap_or_default();
        let is_tag = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let is_kept = ["<script", "</script", "<style", "</style"].iter().any(|kept| starts_with(tag, kept));
        match tag.find('>').filter(|_| is_tag && !is_kept) {
            Some(end) => {
                stripped.push(' ');
                rest = tag.get(end + 1..).unwrap_or_default();
            }
            None => {
                stripped.push('<');
                rest = tag.get(1..).unwrap_or_default();
            }
        }
    }
    stripped.push_str(rest);
    Cow::Owned(stripped)
}

fn starts_with(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

/// Whether a character is invisible: marks of direction and width, soft hyphens, byte order marks.
pub(crate) fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Elements inside a line; all other elements separate words.
const INLINE: [&str; 20] = [
    "a", "abbr", "b", "bdi", "bdo", "big", "em", "font", "i", "ins", "kbd", "mark", "s", "small", "span",
    "strong", "sub", "sup", "u", "wbr",
];
/// Block elements that were seen in titles.
const BLOCK: [&str; 22] = [
    "article", "body", "br", "center", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
    "html", "img", "li", "ol", "p", "section", "td", "ul",
];

/// Removes comments, tags of known elements, and scripts with their content; a lone `<` stays.
fn strip_tags(text: &str) -> Cow<'_, str> {
    if !text.contains('<') {
        return Cow::Borrowed(text);
    }
    let mut stripped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        stripped.push_str(before);
        rest = match Tag::at(tag) {
            Some(tag) => {
                if !tag.inline {
                    stripped.push(' ');
                }
                tag.after
            }
            None => {
                stripped.push('<');
                tag.get(1..).unwrap_or_default()
            }
        };
    }
    stripped.push_str(rest);
    Cow::Owned(stripped)
}

/// A tag, or a whole comment, script or style.
struct Tag<'a> {
    inline: bool,
    after: &'a str,
}

impl<'a> Tag<'a> {
    fn at(text: &'a str) -> Option<Self> {
        if let Some(comment) = text.strip_prefix("<!--") {
            let after = comment.find("-->").and_then(|end| comment.get(end + 3..)).unwrap_or_default();
            return Some(Tag { inline: false, after });
        }
        let name = text.get(1..)?;
        let name = name.strip_prefix('/').unwrap_or(name);
        let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, attributes) = name.split_at(length);
        let name = name.to_ascii_lowercase();
        // "<b" ends in a tag; "x <body> y" is one; "5 <bar" is text.
        if !attributes.starts_with(|next: char| next == '>' || next == '/' || next.is_whitespace()) {
            return None;
        }
        let close = attributes.find('>')?;
        let after = attributes.get(close + 1..)?;
        if matches!(name.as_str(), "script" | "style") && !text.starts_with("</") {
            let end = format!("</{name}");
            let after = find_ignoring_case(after, &end).and_then(|at| after.get(at..)).unwrap_or_default();
            return Some(Tag { inline: false, after: after.split_once('>').map_or("", |(_, after)| after) });
        }
        let inline = INLINE.contains(&name.as_str());
        (inline || BLOCK.contains(&name.as_str())).then_some(Tag { inline, after })
    }
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    text.as_bytes().windows(wanted.len()).position(|window| window.eq_ignore_ascii_case(wanted.as_bytes()))
}

/// Decodes entities that end in `;`, once. `AT&T` and `R&D` stay.
fn decode_entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, entity) = rest.split_at(at);
        decoded.push_str(before);
        let length = entity
            .bytes()
            .skip(1)
            .take(MAX_ENTITY)
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#')
            .count();
        let ends = entity.as_bytes().get(length + 1) == Some(&b';') && length > 0;
        match ends.then(|| entity.split_at(length + 2)) {
            Some((entity, after)) => {
                decoded.push_str(&letter_of(entity));
                rest = after;
            }
            None => {
                decoded.push('&');
                rest = entity.get(1..).unwrap_or_default();
            }
        }
    }
    decoded.push_str(rest);
    decoded
}

/// Decodes one entity; any other text stays.
fn letter_of(entity: &str) -> Cow<'_, str> {
    match entity {
        "&amp;" => Cow::Borrowed("&"),
        "&quot;" => Cow::Borrowed("\""),
        "&apos;" => Cow::Borrowed("'"),
        "&lt;" => Cow::Borrowed("<"),
        "&gt;" => Cow::Borrowed(">"),
        "&nbsp;" => Cow::Borrowed(" "),
        // The HTML parser knows all two thousand entities, and the numeric ones of old encodings.
        _ => Cow::Owned(Html::parse_fragment(entity).root_element().text().collect()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn repeatedly_encoded_titles_are_decoded() {
        for (text, expected) in [
            ("Keyboard &amp; Mouse", "Keyboard & Mouse"),
            ("Keyboard &amp;amp; Mouse", "Keyboard & Mouse"),
            ("27&amp;amp;quot; Monitor", "27\" Monitor"),
            ("MSI &#8211; B650 &#x2013; X", "MSI – B650 – X"),
            ("GeForce RTX&trade; 4070&reg;", "GeForce RTX™ 4070®"),
            ("AT&T R&D a & b", "AT&T R&D a & b"),
            ("&bogus; &#; &;", "&bogus; &#; &;"),
            ("2.5&Prime;&nbsp;SSD", "2.5″ SSD"),
        ] {
            assert_eq!(plain_text(text), expected, "{text}");
        }
    }

    #[test]
    fn tags_are_stripped_and_single_angle_brackets_stay() {
        for (text, expected) in [
            ("<b>ASUS</b> TUF<sup>™</sup>", "ASUS TUF™"),
            ("16GB<br/>DDR5<div class='x'>CL30</div>", "16GB DDR5 CL30"),
            ("&lt;strong&gt;MSI&lt;/strong&gt; B650", "MSI B650"),
            ("noise <25 dB, 5 < 6 <MSI>", "noise <25 dB, 5 < 6 <MSI>"),
            ("A<script>alert('<b>')</script>B", "A B"),
            ("A <!-- hidden --> B <b", "A B <b"),
        ] {
            assert_eq!(plain_text(text), expected, "{text}");
        }
    }

    #[test]
    fn description_begins_with_its_first_words() {
        let markup = "<table class=\"a\"><tr><td>32GB</td><td>DDR5&nbsp;6000</td></tr></table>\n\
            <style>td { color: red }</style><iframe src='x'></iframe><p>For <b>AM5</b> < 1 kg";
        assert_eq!(description_start(markup).as_deref(), Some("32GB DDR5 6000 For AM5 < 1 kg"));
        assert_eq!(description_start(" <p>&nbsp;</p> "), None);
        let long = description_start(&"ج".repeat(20_000)).expect("there is text");
        assert_eq!(long.len(), 600);
    }

    #[test]
    fn invisible_text_is_removed() {
        assert_eq!(plain_text("\u{200f}رام\u{200b} 16\u{0}GB\u{feff}\t\n DDR5\u{202e}"), "رام 16 GB DDR5");
        assert_eq!(plain_text("\u{200e}\u{7}"), "");
    }

    proptest! {
        #[test]
        fn any_text_is_cleaned_of_invisible_characters_without_panic(text in any::<String>()) {
            let plain = plain_text(&text);
            prop_assert!(!plain.chars().any(|letter| letter.is_control() || is_invisible(letter)));
            prop_assert!(plain.chars().count() <= MAX_CHARS * 3);
        }

        #[test]
        fn markup_never_panics(text in "[<>/&;#a-z0-9! \\-]{0,200}") {
            let _ = plain_text(&text);
        }
    }
}
