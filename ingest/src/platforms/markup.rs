//! Splits XML into tags and texts, and goes on behind whatever is wrong: a raw `&` or `<`, an unknown entity, a section
//! that does not close. What is well-formed is read as XML says. At most [`MAX_SEGMENT`] bytes are held.

use std::{
    io::{self, BufRead, Read},
    ops::Range,
};

use encoding_rs::Encoding;

use super::entities::attribute;

/// Maximum number of bytes from one `<` to the next that are held; a longer text comes in several pieces, and a longer
/// tag is text.
const MAX_SEGMENT: usize = 1024 * 1024;
/// Maximum length of an element's name, in bytes; a longer one is text.
const MAX_NAME: usize = 200;

/// A piece of markup.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A start tag, or an empty element, with its line, from 1. Names are whole, with their prefix.
    Start {
        name: &'a str,
        attributes: &'a [u8],
        is_empty: bool,
        line: u64,
    },
    End(&'a str),
    /// Text whose entities are not decoded yet.
    Text(&'a [u8]),
    /// Text as it is, of a CDATA section.
    Data(&'a [u8]),
    /// Something went wrong in this row: what.
    Broken(&'static str),
    /// The end of the file; inside of the section that is named, if any.
    Eof(Option<&'static str>),
}

/// Section in which the next bytes are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Text,
    Data,
    Comment,
    /// A document type with its own declarations.
    Declaration,
}

/// A piece as ranges of the segment.
enum Found {
    Start { name: Range<usize>, attributes: Range<usize>, is_empty: bool },
    End(Range<usize>),
    Text(Range<usize>),
    Data(Range<usize>),
    Broken(&'static str),
}

/// A file of markup.
pub(super) struct Markup<R> {
    source: R,
    /// Local names of the elements that are rows of the file: where one begins after another has ended, no section is open.
    rows: &'static [&'static str],
    /// From a `<` to before the next one.
    segment: Vec<u8>,
    is_tag: bool,
    next_is_tag: bool,
    /// Whether the segment was cut off before its end.
    is_cut: bool,
    /// Where in the segment the text begins that was not given out yet.
    text_from: Option<usize>,
    /// Whether the segment is to be looked at again, in another section.
    again: bool,
    section: Section,
    is_in_row: bool,
    /// Whether a row's end tag was met inside of the open section.
    row_has_ended: bool,
    line: u64,
    declared: Option<&'static Encoding>,
}

impl<R: BufRead> Markup<R> {
    pub(super) fn new(source: R, rows: &'static [&'static str]) -> Self {
        Markup {
            source,
            rows,
            segment: Vec::new(),
            is_tag: false,
            next_is_tag: false,
            is_cut: false,
            text_from: None,
            again: false,
            section: Section::Text,
            is_in_row: false,
            row_has_ended: false,
            line: 1,
            declared: None,
        }
    }

    /// Returns the line, from 1, that was reached.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Returns the encoding that the XML declaration names.
    pub(super) fn declared(&self) -> Option<&'static Encoding> {
        self.declared
    }

    /// Returns the next piece.
    ///
    /// # Errors
    /// When the source itself fails.
    pub(super) fn next(&mut self) -> io::Result<Piece<'_>> {
        let found = loop {
            if let Some(from) = self.text_from.take()
                && from < self.segment.len()
            {
                break Found::Text(from..self.segment.len());
            }
            if !std::mem::take(&mut self.again) && !self.fill()? {
                let open = match self.section {
                    Section::Text => None,
                    Section::Data => Some("a CDATA section"),
                    Section::Comment => Some("a comment"),
                    Section::Declaration => Some("the document type"),
                };
                return Ok(Piece::Eof(open));
            }
            if let Some(found) = self.look() {
                break found;
            }
        };
        let segment = &self.segment;
        let part = |range: Range<usize>| segment.get(range).unwrap_or_default();
        let name = |range: Range<usize>| std::str::from_utf8(part(range)).unwrap_or_default();
        Ok(match found {
            Found::Start { name: it, attributes, is_empty } => {
                Piece::Start { name: name(it), attributes: part(attributes), is_empty, line: self.line }
            }
            Found::End(it) => Piece::End(name(it)),
            Found::Text(it) => Piece::Text(part(it)),
            Found::Data(it) => Piece::Data(part(it)),
            Found::Broken(what) => Piece::Broken(what),
        })
    }

    /// Reads the next segment; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        self.line += self.segment.iter().filter(|byte| **byte == b'\n').count() as u64;
        // The mark at the end of a section may be cut in two.
        let kept = match self.section {
            Section::Data | Section::Comment if self.is_cut => self.segment.len().min(2),
            _ => 0,
        };
        self.segment.drain(..self.segment.len() - kept);
        self.is_tag = std::mem::take(&mut self.next_is_tag);
        if self.is_tag {
            self.segment.push(b'<');
        }
        let limit = MAX_SEGMENT - self.segment.len();
        let read = Read::by_ref(&mut self.source).take(limit as u64).read_until(b'<', &mut self.segment)?;
        self.next_is_tag = read > 0 && self.segment.last() == Some(&b'<');
        if self.next_is_tag {
            self.segment.pop();
        }
        self.is_cut = read == limit && !self.next_is_tag;
        Ok(read > 0 || self.is_tag)
    }

    /// Looks at the segment; `None` where it holds nothing to give out.
    fn look(&mut self) -> Option<Found> {
        if self.section != Section::Text && self.is_next_row() {
            let what = match self.section {
                Section::Data => "a CDATA section does not close",
                _ => "a comment does not close",
            };
            (self.section, self.again) = (Section::Text, true);
            return Some(Found::Broken(what));
        }
        match self.section {
            Section::Text if self.is_tag => self.tag(),
            Section::Text => (!self.segment.is_empty()).then_some(Found::Text(0..self.segment.len())),
            Section::Data | Section::Comment => self.section_part(0),
            Section::Declaration => {
                self.end_declaration();
                None
            }
        }
    }

    /// Whether a row begins here although a section is open: the section began in a row that has ended since.
    fn is_next_row(&mut self) -> bool {
        if !self.is_tag || !self.is_in_row {
            return false;
        }
        let end = tag_name(&self.segment, 2).filter(|_| self.segment.get(1) == Some(&b'/'));
        if end.is_some_and(|end| self.is_row(end)) {
            self.row_has_ended = true;
        }
        let start = tag_name(&self.segment, 1);
        self.row_has_ended && start.is_some_and(|start| self.is_row(start))
    }

    fn is_row(&self, name: Range<usize>) -> bool {
        let name = self.segment.get(name).unwrap_or_default();
        let local = name.rsplit(|byte| *byte == b':').next().unwrap_or_default();
        self.rows.iter().any(|row| row.as_bytes() == local)
    }

    fn tag(&mut self) -> Option<Found> {
        let segment = &self.segment;
        if segment.starts_with(b"<![CDATA[") {
            return self.open(Section::Data, 9);
        }
        if segment.starts_with(b"<!--") {
            return self.open(Section::Comment, 4);
        }
        let close = segment.iter().position(|byte| *byte == b'>');
        let all_text = Some(Found::Text(0..segment.len()));
        match (segment.get(1), close) {
            (Some(b'!'), _) if segment.get(..9).is_some_and(|it| it.eq_ignore_ascii_case(b"<!DOCTYPE")) => {
                let before = segment.get(..close.unwrap_or(segment.len())).unwrap_or_default();
                if before.contains(&b'[') {
                    self.section = Section::Declaration;
                    self.end_declaration();
                } else {
                    self.text_from = close.map(|close| close + 1);
                }
                None
            }
            (Some(b'!' | b'?'), Some(close)) => {
                if segment.starts_with(b"<?xml") {
                    let inside = segment.get(5..close).unwrap_or_default();
                    self.declared = attribute(inside, "encoding")
                        .and_then(|it| Encoding::for_label(it.trim().as_bytes()));
                }
                self.text_from = Some(close + 1);
                None
            }
            (Some(b'/'), _) => match tag_name(segment, 2) {
                // An end tag without its `>` ends the element all the same.
                Some(name) => {
                    self.text_from = Some(close.map_or(segment.len(), |close| close + 1));
                    if self.is_row(name.clone()) {
                        self.is_in_row = false;
                    }
                    Some(Found::End(name))
                }
                None => all_text,
            },
            (Some(_), Some(_)) => self.start_tag().or(all_text),
            _ => all_text,
        }
    }

    fn start_tag(&mut self) -> Option<Found> {
        let name = tag_name(&self.segment, 1)?;
        let close = tag_end(&self.segment, name.end)?;
        let is_empty = close > name.end && self.segment.get(close - 1) == Some(&b'/');
        self.text_from = Some(close + 1);
        if self.is_row(name.clone()) && !is_empty {
            self.is_in_row = true;
        }
        let attributes = name.end..(close - usize::from(is_empty)).max(name.end);
        Some(Found::Start { name, attributes, is_empty })
    }

    fn open(&mut self, section: Section, from: usize) -> Option<Found> {
        (self.section, self.row_has_ended) = (section, false);
        self.section_part(from)
    }

    /// Returns the text of the open CDATA section in this segment; ends the section where its mark stands.
    fn section_part(&mut self, from: usize) -> Option<Found> {
        let is_data = self.section == Section::Data;
        let mark: &[u8] = if is_data { b"]]>" } else { b"-->" };
        let rest = self.segment.get(from..).unwrap_or_default();
        let end = match rest.windows(mark.len()).position(|it| it == mark) {
            Some(at) => {
                self.section = Section::Text;
                self.text_from = Some(from + at + mark.len());
                from + at
            }
            None if self.is_cut => self.segment.len().saturating_sub(2).max(from),
            None => self.segment.len(),
        };
        is_data.then_some(Found::Data(from..end))
    }

    /// Ends the document type where its `]>` stands.
    fn end_declaration(&mut self) {
        let after_bracket = self.segment.iter().rposition(|byte| *byte == b']').unwrap_or(self.segment.len());
        let close = self.segment.iter().skip(after_bracket).position(|byte| *byte == b'>');
        if let Some(close) = close {
            self.section = Section::Text;
            self.text_from = Some(after_bracket + close + 1);
        }
    }
}

/// Returns where a name stands; `None` where this is no tag.
fn tag_name(segment: &[u8], from: usize) -> Option<Range<usize>> {
    let rest = segment.get(from..)?;
    let first = rest.first()?;
    if !(first.is_ascii_alphabetic() || *first == b'_' || *first >= 0x80) {
        return None;
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.:".contains(byte) || *byte >= 0x80;
    let length = rest.iter().take(MAX_NAME + 1).take_while(|byte| is_part(byte)).count();
    let ends = rest.get(length).is_none_or(|next| next.is_ascii_whitespace() || b"/>".contains(next));
    let is_text = std::str::from_utf8(rest.get(..length)?).is_ok();
    (ends && is_text && length <= MAX_NAME).then_some(from..from + length)
}

/// Returns where the `>` of a start tag stands: outside of quotes, or the first one where the quotes do not match.
fn tag_end(segment: &[u8], from: usize) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in segment.iter().enumerate().skip(from) {
        match (quote, *byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    segment.iter().skip(from).position(|byte| *byte == b'>').map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::{super::entities::decode_entities, *};

    /// Returns the pieces of a text, one line each.
    fn pieces(text: &str) -> Vec<String> {
        let mut markup = Markup::new(text.as_bytes(), &["item"]);
        let mut found = Vec::new();
        loop {
            let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            found.push(match markup.next().expect("memory") {
                Piece::Start { name, attributes, is_empty, .. } => {
                    format!("<{name}|{}{}", shown(attributes).trim(), if is_empty { "/" } else { "" })
                }
                Piece::End(name) => format!("/{name}"),
                Piece::Text(text) => decode_entities(&shown(text)).into_owned(),
                Piece::Data(text) => format!("[{}]", shown(text)),
                Piece::Broken(what) => what.to_owned(),
                Piece::Eof(None) => return found,
                Piece::Eof(Some(open)) => {
                    found.push(format!("ends in {open}"));
                    return found;
                }
            });
        }
    }

    #[test]
    fn well_formed_markup_is_read_as_xml_says() {
        let text = "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY a \"<item>\">]><r a=\"1 > 0\"><!-- <item> --><g:b/>x &amp; \
                    <![CDATA[<b> & ]] ]]>y</r>";
        let expected = ["<r|a=\"1 > 0\"", "<g:b|/", "x & ", "[<b> & ]] ]", "y", "/r"];
        let found = pieces(text);
        // A section may come in several pieces.
        assert_eq!(found.join("\n").replace("]\n[", ""), expected.join("\n"));
    }

    #[test]
    fn raw_marks_are_text() {
        for (text, expected) in [
            ("a&b=2</l>", vec!["a&b=2", "/l"]),
            ("&nbsp;&eacute;&bogus;&#8211;&#x41;&#0;&", vec!["\u{a0}é&bogus;–A&#0;&"]),
            ("<t>noise <25 dB < 30 <b</t>", vec!["<t|", "noise ", "<25 dB ", "< 30 ", "<b", "/t"]),
            ("<t>x</t<u>", vec!["<t|", "x", "/t", "<u|"]),
            ("<", vec!["<"]),
        ] {
            assert_eq!(pieces(text), expected, "{text}");
        }
    }

    #[test]
    fn section_that_does_not_close_ends_with_its_row() {
        let text = "<item><![CDATA[a</item><item>b</item>";
        assert_eq!(
            pieces(text),
            ["<item|", "[a]", "[</item>]", "a CDATA section does not close", "<item|", "b", "/item"]
        );
        assert_eq!(pieces("<!-- <item>a</item><item>b</item>"), ["ends in a comment"]);
        assert_eq!(pieces("<item><!-- a</item> <item>")[1], "a comment does not close");
    }

    #[test]
    fn long_sections_are_read_in_pieces() {
        let long = "x".repeat(MAX_SEGMENT - 11);
        let found = pieces(&format!("<![CDATA[{long}]]>y"));
        assert_eq!(found.last().map(String::as_str), Some("y"));
        let held: usize = found.iter().filter(|it| it.starts_with('[')).map(|it| it.len() - 2).sum();
        assert_eq!(held, long.len());
    }
}
