//! Estimates the tree of a page or snippet in one pass, so that one which is built to overload the parser is refused
//! before it is parsed. Where the parser may read a text in two ways, both are counted.

use std::collections::HashMap;

/// Maximum number of elements open at once. Real pages stay under a few hundred; the parsing time grows with the
/// square of this number.
const MAX_DEPTH: usize = 5_000;
/// Maximum number of elements of one page. Real pages stay under fifty thousand; each takes a few
/// hundred bytes of memory.
const MAX_NODES: usize = 250_000;
/// Maximum number of attributes of one element. Real pages stay under a hundred; the parser compares each attribute with
/// all before it.
const MAX_ATTRIBUTES: usize = 500;
/// Maximum number of spaces, slashes and quotes between two `<` of a text that the parser may read as attributes.
const MAX_HIDDEN_ATTRIBUTES: usize = 5_000;
/// Length to which names are cut, in characters. No element below has a longer name.
const MAX_NAME: usize = 24;
/// Elements that are never open (`<br>`), or that the next one of their kind closes (`<li>`).
const NEVER_DEEP: [&str; 25] = [
    "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option",
    "p", "param", "source", "tbody", "td", "tfoot", "th", "thead", "tr", "track", "wbr",
];
/// Those of them that end a drawing in which they stand; the others nest there.
const END_DRAWINGS: [&str; 9] = ["br", "dd", "dt", "embed", "hr", "img", "li", "meta", "p"];
/// Elements of drawings that may close themselves (`<path/>`).
const SHAPES: [&str; 2] = ["path", "use"];
/// Elements whose content is text.
const RAW_TEXT: [&str; 9] =
    ["iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "title", "xmp"];
/// Elements in which the parser may read the content of those as markup.
const WITHOUT_RAW_TEXT: [&str; 4] = ["frameset", "math", "svg", "template"];

/// Checks that a text does not overload the parser.
///
/// # Errors
/// A sentence part, when it nests too deep or holds too many elements or attributes.
pub(crate) fn check(html: &str) -> Result<(), String> {
    let mut shape = Shape::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = shape.read_tag(rest.get(at + 1..).unwrap_or_default())?;
    }
    Ok(())
}

/// Elements that are open.
#[derive(Default)]
struct OpenElements {
    count: usize,
    by_name: HashMap<String, usize>,
}

impl OpenElements {
    fn open(&mut self, name: String) {
        self.count += 1;
        *self.by_name.entry(name).or_default() += 1;
    }

    /// Closes an element. The parser ignores the end of an element that is not open.
    fn close(&mut self, name: &str) {
        if let Some(open) = self.by_name.get_mut(name).filter(|open| **open > 0) {
            *open -= 1;
            self.count = self.count.saturating_sub(1);
        }
    }

    fn holds_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.by_name.get(*name).is_some_and(|open| *open > 0))
    }
}

#[derive(Default)]
struct Shape {
    open: OpenElements,
    all: usize,
}

impl Shape {
    /// Reads the text behind a `<`, and returns what follows the tag or comment that it begins.
    fn read_tag<'a>(&mut self, text: &'a str) -> Result<&'a str, String> {
        if text.starts_with("!--") {
            return Ok(after_comment(text));
        }
        if text.starts_with("![CDATA[") {
            let (data, rest) = text.split_once("]]>").unwrap_or((text, ""));
            self.count_hidden(data)?;
            return Ok(rest);
        }
        let (tag, is_end) = text.strip_prefix('/').map_or((text, false), |tag| (tag, true));
        if !tag.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            let is_comment = is_end || text.starts_with(['!', '?']);
            return Ok(if is_comment { text.split_once('>').map_or("", |(_, rest)| rest) } else { text });
        }
        let name = name_of(tag);
        let (attributes, rest) = skip_attributes(tag);
        if attributes > MAX_ATTRIBUTES {
            return Err(format!("an element has more than {MAX_ATTRIBUTES} attributes"));
        }
        let tag = tag.get(..tag.len() - rest.len()).unwrap_or_default();
        self.count_hidden(tag)?;
        if is_end {
            self.open.close(&name);
            return Ok(rest);
        }
        self.all += 1;
        let is_raw_text = RAW_TEXT.contains(&name.as_str());
        if is_raw_text && !self.open.holds_any(&WITHOUT_RAW_TEXT) {
            let end = if name == "script" { script_end(rest) } else { raw_text_end(rest, &name) };
            let (content, rest) = rest.split_at_checked(end).unwrap_or((rest, ""));
            if name != "script" {
                self.count_hidden(content)?;
            }
            return Ok(rest);
        }
        if self.stays_open(&name, tag.ends_with("/>")) {
            self.open.open(name);
        }
        self.check_limits(self.open.count)?;
        Ok(rest)
    }

    fn stays_open(&self, name: &str, closes_itself: bool) -> bool {
        if NEVER_DEEP.contains(&name) {
            return !closes_itself && !END_DRAWINGS.contains(&name) && self.open.holds_any(&["svg", "math"]);
        }
        !(closes_itself && SHAPES.contains(&name))
    }

    /// Counts the elements of a text that is markup only if the parser reads it otherwise: values of attributes, and the
    /// content of elements such as `<title>`. Its end tags close no element before it.
    fn count_hidden(&mut self, text: &str) -> Result<(), String> {
        let mut open = OpenElements::default();
        for part in text.split('<').skip(1) {
            if let Some(end) = part.strip_prefix('/') {
                open.close(&name_of(end));
            } else if part.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
                let is_separator =
                    |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'');
                if part.bytes().filter(is_separator).count() > MAX_HIDDEN_ATTRIBUTES {
                    return Err(format!(
                        "a text may be an element with more than {MAX_ATTRIBUTES} attributes"
                    ));
                }
                self.all += 1;
                let name = name_of(part);
                if self.stays_open(&name, false) {
                    open.open(name);
                }
                self.check_limits(self.open.count + open.count)?;
            }
        }
        self.open.count += open.count;
        Ok(())
    }

    fn check_limits(&self, open: usize) -> Result<(), String> {
        if open > MAX_DEPTH {
            return Err(format!("it nests more than {MAX_DEPTH} elements"));
        }
        if self.all > MAX_NODES {
            return Err(format!("the page has more than {MAX_NODES} elements"));
        }
        Ok(())
    }
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
        .take_while(|letter| !letter.is_ascii_whitespace() && !matches!(letter, '/' | '>'))
        .take(MAX_NAME)
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

/// Returns the text after a comment, which begins with `!--`.
fn after_comment(text: &str) -> &str {
    // `<!-->` is a whole comment, but the `--!` of another end are never those of the beginning.
    let is_end = |at: &usize| {
        let comment = text.get(..*at).unwrap_or_default();
        comment.ends_with("--") || comment.get(3..).is_some_and(|inner| inner.ends_with("--!"))
    };
    let end = text.match_indices('>').map(|(at, _)| at).find(is_end);
    end.and_then(|end| text.get(end + 1..)).unwrap_or_default()
}

/// Whether a text begins with this beginning of a tag (`</title`), as a whole name.
fn begins_tag(text: &str, beginning: &str) -> bool {
    let begins = text.get(..beginning.len()).is_some_and(|found| found.eq_ignore_ascii_case(beginning));
    begins
        && text
            .as_bytes()
            .get(beginning.len())
            .is_some_and(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'))
}

/// Returns the position of the end tag of a raw text, or the length of the text.
fn raw_text_end(text: &str, name: &str) -> usize {
    let end_tag = format!("</{name}");
    let mut ends = text.match_indices("</").map(|(at, _)| at);
    ends.find(|at| begins_tag(text.get(*at..).unwrap_or_default(), &end_tag)).unwrap_or(text.len())
}

/// Returns the position of a script's end tag, or the length of the text. Inside of `<!--` and `<script`, an end tag only
/// ends the inner script.
fn script_end(text: &str) -> usize {
    let (mut is_comment, mut is_inner) = (false, false);
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(['<', '-'])) {
        at += found;
        let rest = text.get(at..).unwrap_or_default();
        if rest.starts_with("-->") {
            (is_comment, is_inner) = (false, false);
        } else if rest.starts_with("<!--") {
            is_comment = true;
        } else if begins_tag(rest, "</script") {
            if !is_inner {
                return at;
            }
            is_inner = false;
        } else if is_comment && begins_tag(rest, "<script") {
            is_inner = true;
        }
        at += 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(html: &str) -> bool {
        check(html).is_err()
    }

    #[test]
    fn deeply_nested_pages_are_refused() {
        let long = format!("<ul>{}</ul>", "<li><p>one<br><img src=x>".repeat(20_000));
        assert!(!is_refused(&long));
        let script = format!("<script>{}</script><b>x</b>", "if(i<length){}".repeat(20_000));
        assert!(!is_refused(&script));
        assert!(is_refused(&"<div>".repeat(1_000_000)));
        assert!(is_refused(&"<DIV x><b></p>".repeat(100_000)));
        assert!(is_refused(&"<p>".repeat(300_000)));
        // The end of an element that is not open closes nothing.
        assert!(is_refused(&"<div></b>".repeat(10_000)));
        assert!(!is_refused(&"<div><b>x</b></div>".repeat(10_000)));
    }

    #[test]
    fn text_that_only_looks_like_markup_hides_no_element() {
        let deep = "<div>".repeat(10_000);
        for hiding in [
            "<title><a x=\"</title>",
            "<TEXTAREA><a x=\"</textarea >",
            "<style><a x='</style/>",
            "<xmp></xmp-x><a x=\"</xmp>",
            "<iframe><a x=\"</iframe>",
            "<noscript><a x=\"</noscript>",
            "<script>'</x'<a x=\"</script>",
            "<script><!--<script></script><a x=\"</script>",
            "<script-x>",
            "<svg><style>",
            "<svg><script>",
            "<select><title>",
            "<template><col><script>",
            "<!-- --!><a x='-->",
            "<!--><a b='-->",
            "<svg><![CDATA[<a x=\"]]>",
            "</b x=\"",
            "<a x=\"",
        ] {
            assert!(is_refused(&format!("{hiding}{deep}")), "{hiding}");
        }
        let half = "<div>".repeat(4_000);
        let ends = "</div>".repeat(4_000);
        for (before, after) in
            [("<title>", "</title>"), ("<a x='", "'>"), ("<!--", "-->"), ("<script>", "</script>")]
        {
            assert!(is_refused(&format!("{half}{before}{ends}{after}{half}")), "{before}");
        }
    }

    #[test]
    fn markup_in_attributes_and_raw_texts_of_real_pages_is_accepted() {
        let image = "<noscript><a href=x><img src=x></a></noscript><i data-html=\"<b>x</b> <br>\"></i>";
        let page = format!("<title>a < b</title><style>a > b {{}}</style>{}", image.repeat(10_000));
        assert!(!is_refused(&page));
        let drawing = "<svg><path d=x/><path d=x></path><use href=x /></svg>";
        assert!(!is_refused(&drawing.repeat(10_000)));
        let commented = format!("<script><!--\n{}\n//--></script>", "a<b;".repeat(10_000));
        assert!(!is_refused(&commented.repeat(2)));
        assert_eq!(["!-->x", "!--->x", "!--!>-->x", "!----!>x", "!--a>b--!>x"].map(after_comment), ["x"; 5]);
    }

    #[test]
    fn elements_with_very_many_attributes_are_refused() {
        let names: String = (0..300_000).map(|number| format!(" a{number}")).collect();
        assert!(is_refused(&format!("<p{names}>x</p>")));
        assert!(is_refused(&format!("<p>x</p{names}>")));
        assert!(is_refused(&format!("<p =\"{}>x</p>", names.replace(' ', "\n/"))));
        assert!(is_refused(&format!("<title><p{names}></title>")));
        let value = format!("<p a=\"{names}\" b='{names}' c={} d>x</p>", names.replace(' ', "-"));
        assert!(!is_refused(&value));
        assert_eq!(skip_attributes("p a=\"> b\" c = 'd e' f/ g=h/>x"), (4, "x"));
        assert_eq!(skip_attributes("p>x"), (0, "x"));
        assert_eq!(skip_attributes("p a=\"x>"), (1, ""));
    }
}
