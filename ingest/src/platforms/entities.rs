//! Entities and attributes of markup.

use std::borrow::Cow;

use super::charset;

/// Maximum length of an entity's name; the longest of HTML has 31 letters.
const MAX_ENTITY: usize = 34;

/// Returns the value of an attribute, with its entities decoded.
pub(super) fn attribute(attributes: &[u8], wanted: &str) -> Option<String> {
    let text = charset::decode(attributes, None);
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let (value, behind) = match after.chars().next() {
            Some(quote @ ('"' | '\'')) => after.get(1..)?.split_once(quote)?,
            _ => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        let name = name.split_whitespace().next_back().unwrap_or_default();
        if name == wanted {
            return Some(decode_entities(value).into_owned());
        }
        rest = behind.trim_start();
    }
    None
}

/// Returns the part of a name behind its prefix.
pub(super) fn local_name(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// Decodes the entities of XML and HTML that end in `;`, once; `R&D`, `?a=1&b=2` and unknown entities stay.
pub(super) fn decode_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, entity) = rest.split_at(at);
        decoded.push_str(before);
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
        let length = entity.bytes().skip(1).take(MAX_ENTITY).take_while(|byte| is_part(byte)).count();
        let name = entity.get(1..=length).filter(|_| entity.as_bytes().get(length + 1) == Some(&b';'));
        match name.and_then(|name| push_entity(&mut decoded, name)) {
            Some(()) => rest = entity.get(length + 2..).unwrap_or_default(),
            None => {
                decoded.push('&');
                rest = entity.get(1..).unwrap_or_default();
            }
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// Appends the letter that an entity stands for; `None` where it stands for none.
fn push_entity(text: &mut String, name: &str) -> Option<()> {
    let Some(number) = name.strip_prefix('#') else {
        text.push_str(quick_xml::escape::resolve_html5_entity(name)?);
        return Some(());
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => number.parse(),
    };
    text.push(code.ok().and_then(char::from_u32).filter(|letter| *letter != '\0')?);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_found_by_name() {
        assert_eq!(
            attribute(b" rel='self'  href = \"/p?a=1&amp;b=2\"", "href").as_deref(),
            Some("/p?a=1&b=2")
        );
        assert_eq!(attribute(b" encoding=windows-1256 x", "encoding").as_deref(), Some("windows-1256"));
        assert_eq!(attribute(b" href", "href"), None);
    }
}
