//! Parses a page into a tree, unless the page is built to overload the parser.

use scraper::Html;

/// Maximum number of elements open at once. Real pages stay under a few hundred; the parsing time grows with the
/// square of this number.
const MAX_DEPTH: usize = 5_000;
/// Maximum number of elements of one page. Real pages stay under fifty thousand; each takes a few
/// hundred bytes of memory.
const MAX_NODES: usize = 250_000;
/// Maximum number of attributes of one element. Real pages stay under a hundred; the parser compares each attribute with
/// all before it.
const MAX_ATTRIBUTES: usize = 500;
/// Elements that are never open (`<br>`), or that the next one of their kind closes (`<li>`).
const NEVER_DEEP: [&str; 27] = [
    "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option",
    "p", "param", "path", "source", "tbody", "td", "tfoot", "th", "thead", "tr", "track", "use", "wbr",
];

/// Parses a page.
///
/// # Errors
/// A sentence part, when the page nests too deep or holds too many elements or attributes.
pub fn parse(html: &str) -> Result<Html, String> {
    check_shape(html)?;
    Ok(Html::parse_document(html))
}

/// Counts elements roughly, in one pass; the content of scripts and comments is not counted.
fn check_shape(html: &str) -> Result<(), String> {
    let (mut open, mut all) = (0_usize, 0_usize);
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = rest.get(at + 1..).unwrap_or_default();
        if rest.starts_with("!--") {
            rest = after(rest, "-->");
        } else if let Some(closing) = rest.strip_prefix('/') {
            if !NEVER_DEEP.contains(&name_of(closing).as_str()) {
                open = open.saturating_sub(1);
            }
        } else if rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            let name = name_of(rest);
            all += 1;
            let (attributes, after_tag) = skip_attributes(rest);
            if attributes > MAX_ATTRIBUTES {
                return Err(format!("an element has more than {MAX_ATTRIBUTES} attributes"));
            }
            rest = after_tag;
            match name.as_str() {
                "script" | "style" => rest = after(rest, "</"),
                name if NEVER_DEEP.contains(&name) => {}
                _ => open += 1,
            }
        }
        if open > MAX_DEPTH {
            return Err(format!("it nests more than {MAX_DEPTH} elements"));
        }
        if all > MAX_NODES {
            return Err(format!("the page has more than {MAX_NODES} elements"));
        }
    }
    Ok(())
}

/// Counts the attributes of a tag, which begins with its name, as the parser finds them. Returns the text after the tag
/// too.
fn skip_attributes(tag: &str) -> (usize, &str) {
    let is_space = |byte: u8| byte.is_ascii_whitespace();
    let text = tag.as_bytes();
    let skip = |mut at: usize, skipped: &dyn Fn(u8) -> bool| {
        while text.get(at).is_some_and(|byte| skipped(*byte)) {
            at += 1;
        }
        at
    };
    let mut at = skip(0, &|byte| !is_space(byte) && byte != b'/' && byte != b'>');
    let mut attributes = 0;
    loop {
        at = skip(at, &|byte| is_space(byte) || byte == b'/');
        match text.get(at) {
            None => return (attributes, ""),
            Some(b'>') => return (attributes, tag.get(at + 1..).unwrap_or_default()),
            Some(_) => attributes += 1,
        }
        // The first letter of a name may be any, even `=`.
        at = skip(at + 1, &|byte| !is_space(byte) && !matches!(byte, b'/' | b'>' | b'='));
        let value = skip(at, &is_space);
        if text.get(value) != Some(&b'=') {
            continue;
        }
        at = skip(value + 1, &is_space);
        at = match text.get(at) {
            Some(quote @ (b'"' | b'\'')) => skip(at + 1, &|byte| byte != *quote) + 1,
            _ => skip(at, &|byte| !is_space(byte) && byte != b'>'),
        };
    }
}

fn name_of(tag: &str) -> String {
    tag.chars()
        .take(12)
        .take_while(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

fn after<'a>(text: &'a str, end: &str) -> &'a str {
    text.find(end).and_then(|at| text.get(at + end.len()..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeply_nested_pages_are_not_parsed() {
        let long = format!("<ul>{}</ul>", "<li><p>one<br><img src=x>".repeat(20_000));
        assert!(parse(&long).is_ok());
        let script = format!("<script>{}</script><b>x</b>", "if(i<length){}".repeat(20_000));
        assert!(parse(&script).is_ok());
        assert!(parse(&"<div>".repeat(1_000_000)).is_err());
        assert!(parse(&"<DIV x><b></p>".repeat(100_000)).is_err());
        assert!(parse(&"<p>".repeat(300_000)).is_err());
    }

    #[test]
    fn elements_with_very_many_attributes_are_not_parsed() {
        let names: String = (0..300_000).map(|number| format!(" a{number}")).collect();
        assert!(parse(&format!("<p{names}>x</p>")).is_err());
        assert!(parse(&format!("<p =\"{}>x</p>", names.replace(' ', "\n/"))).is_err());
        let value = format!("<p a=\"{names}\" b='{names}' c={} d>x</p>", names.replace(' ', "-"));
        assert!(parse(&value).is_ok());
        assert_eq!(skip_attributes("p a=\"> b\" c = 'd e' f/ g=h/>x"), (4, "x"));
        assert_eq!(skip_attributes("p>x"), (0, "x"));
        assert_eq!(skip_attributes("p a=\"x>"), (1, ""));
    }
}
