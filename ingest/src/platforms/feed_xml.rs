//! Google Merchant feeds: RSS `<item>` or Atom `<entry>`, read item by item. An item that cannot be read is refused alone.
//!
//! Memory: what `markup.rs` holds, and at most [`MAX_ITEM_BYTES`] of the fields of one item.

use std::io::BufRead;

use encoding_rs::Encoding;

use super::{
    charset,
    entities::{attribute, decode_entities, local_name},
    feed_row::{Row, RowProblem},
    markup::{Markup, Piece},
};

/// Maximum size of one field, in bytes; descriptions are cut.
const MAX_FIELD_BYTES: usize = 20_000;
/// Maximum size of all fields of an item, in bytes.
const MAX_ITEM_BYTES: usize = 1024 * 1024;
/// Maximum number of fields of an item.
const MAX_FIELDS: usize = 1_000;
/// Maximum nesting depth of an item.
const MAX_DEPTH: usize = 64;
/// Elements that are items.
const ITEMS: [&str; 2] = ["item", "entry"];

/// The items of a feed.
pub(super) struct XmlItems<R> {
    markup: Markup<R>,
    /// Encoding that the retailer file states, and the one that the response states.
    by_file: Option<&'static Encoding>,
    by_header: Option<&'static Encoding>,
    /// Name of an item that has begun while the one before it was open, with its line.
    begun: Option<(String, u64)>,
}

/// An item that is being read.
struct Item {
    /// Name of its element.
    name: String,
    line: u64,
    row: Row,
    /// Names of the elements that are open in it, the outermost first.
    path: Vec<String>,
    /// Text of the outermost one.
    text: String,
    bytes: usize,
    problem: Option<String>,
}

impl<R: BufRead> XmlItems<R> {
    /// Opens a feed whose encoding the retailer file or the response states.
    pub(super) fn new(
        source: R,
        by_file: Option<&'static Encoding>,
        by_header: Option<&'static Encoding>,
    ) -> Self {
        Self { markup: Markup::new(source, &ITEMS), by_file, by_header, begun: None }
    }

    /// Returns the next item; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Row>, RowProblem> {
        let mut item = self.begun.take().map(|(name, line)| Item::new(&name, line));
        loop {
            // A server states its own default where the file itself knows better.
            let declared = self.markup.declared().filter(|encoding| encoding.is_single_byte());
            let stated = self.by_file.or(declared).or(self.by_header);
            let line = self.markup.line();
            let piece = self.markup.next();
            let piece = piece.map_err(|error| RowProblem::Source(format!("line {line}: {error}")))?;
            match (&mut item, piece) {
                (None, Piece::Eof(None)) => return Ok(None),
                (Some(item), Piece::Eof(_)) => {
                    let what = format!("it ends inside the item that begins in line {}", item.line);
                    return Err(RowProblem::Source(what));
                }
                (None, Piece::Eof(Some(open))) => {
                    return Err(RowProblem::Source(format!("{open} does not close")));
                }
                (Some(item), Piece::Broken(what)) => return Err(item.refused(what)),
                (open, Piece::Start { name, is_empty, line, .. }) if is_item(name) => match open {
                    Some(item) => {
                        self.begun = (!is_empty).then(|| (name.to_owned(), line));
                        return Err(item.refused("the item does not end before the next one begins"));
                    }
                    None if is_empty => {}
                    None => *open = Some(Item::new(name, line)),
                },
                (Some(item), Piece::Start { name, attributes, is_empty, .. }) => {
                    item.start(name, attributes, is_empty);
                }
                (Some(item), Piece::Text(bytes)) => item.push(bytes, stated, true),
                (Some(item), Piece::Data(bytes)) => item.push(bytes, stated, false),
                (Some(open), Piece::End(name)) if open.name == name => {
                    let Some(item) = item.take() else { continue };
                    return item.finish().map(Some);
                }
                (Some(item), Piece::End(name)) => item.end(name),
                (None, _) => {}
            }
        }
    }
}

fn is_item(name: &str) -> bool {
    ITEMS.contains(&local_name(name))
}

impl Item {
    fn new(name: &str, line: u64) -> Self {
        Item {
            name: name.to_owned(),
            line,
            row: Row::default(),
            path: Vec::new(),
            text: String::new(),
            bytes: 0,
            problem: None,
        }
    }

    fn refused(&mut self, what: &str) -> RowProblem {
        let what = format!("line {}: {}", self.line, self.problem.as_deref().unwrap_or(what));
        RowProblem::Row(what, std::mem::take(&mut self.row))
    }

    fn finish(mut self) -> Result<Row, RowProblem> {
        match self.path.first().cloned() {
            _ if self.problem.is_some() => Err(self.refused("")),
            Some(open) => Err(self.refused(&format!("<{open}> does not close"))),
            None => Ok(self.row),
        }
    }

    fn start(&mut self, name: &str, attributes: &[u8], is_empty: bool) {
        if self.path.is_empty() {
            self.text.clear();
            // Atom's form of an address: `<link href="…"/>`.
            if let Some(href) = attribute_of_link(name, attributes) {
                self.add("link".to_owned(), href);
            }
        } else {
            self.push_str(" ");
        }
        if is_empty {
            return;
        }
        if self.path.len() >= MAX_DEPTH {
            self.problem.get_or_insert_with(|| format!("it nests more than {MAX_DEPTH} elements"));
            return;
        }
        self.path.push(name.to_owned());
    }

    fn end(&mut self, name: &str) {
        match self.path.iter().rposition(|open| open == name) {
            Some(0) => {
                self.path.clear();
                let text = std::mem::take(&mut self.text);
                self.add(local_name(name).to_owned(), text.trim().to_owned());
            }
            // An element of a description may be left open: `<p>`, `<br>`.
            Some(at) => {
                self.path.truncate(at);
                self.push_str(" ");
            }
            // Fields may have been inside of it that are not the item's own.
            None if self.path.is_empty() => {
                self.problem.get_or_insert_with(|| format!("</{name}> closes nothing"));
            }
            None => {}
        }
    }

    fn add(&mut self, column: String, text: String) {
        self.bytes += column.len() + text.len();
        if self.bytes > MAX_ITEM_BYTES || self.row.len() >= MAX_FIELDS {
            self.problem.get_or_insert_with(|| format!("its fields are longer than {MAX_ITEM_BYTES} bytes"));
        } else {
            self.row.add(column, text);
        }
    }

    fn push(&mut self, bytes: &[u8], stated: Option<&'static Encoding>, has_entities: bool) {
        let left = MAX_FIELD_BYTES.saturating_sub(self.text.len());
        if self.path.is_empty() || left == 0 {
            return;
        }
        // Text that was cut here is not decoded at all, and a letter that was cut is left out.
        let is_cut = bytes.len() > left;
        let text = charset::decode(bytes.get(..left).unwrap_or(bytes), stated);
        let text = if is_cut { text.trim_end_matches('\u{fffd}') } else { &text };
        if has_entities {
            self.push_str(&decode_entities(text));
        } else {
            self.push_str(text);
        }
    }

    fn push_str(&mut self, text: &str) {
        if self.text.len() < MAX_FIELD_BYTES {
            self.text.push_str(text);
        }
    }
}

fn attribute_of_link(name: &str, attributes: &[u8]) -> Option<String> {
    (local_name(name) == "link").then(|| attribute(attributes, "href"))?
}

#[cfg(test)]
mod tests {
    use encoding_rs::{UTF_8, WINDOWS_1252, WINDOWS_1256};

    use super::*;

    fn read(bytes: &[u8], by_header: Option<&'static Encoding>) -> Vec<Result<Row, RowProblem>> {
        let mut items = XmlItems::new(bytes, None, by_header);
        let mut found = Vec::new();
        loop {
            match items.next() {
                Ok(None) => return found,
                Err(RowProblem::Source(what)) => {
                    found.push(Err(RowProblem::Source(what)));
                    return found;
                }
                Err(problem) => found.push(Err(problem)),
                Ok(Some(row)) => found.push(Ok(row)),
            }
        }
    }

    fn item(inside: &str) -> String {
        format!("<item><g:id>1</g:id>{inside}</item>")
    }

    /// Returns what is read of one field, or the problem, of an item between two good ones, which are read in any case.
    fn field(inside: &str, name: &str) -> String {
        let feed = format!("<rss>{0}\n{1}\n{0}</rss>", item("<title>Good</title>"), item(inside));
        let found = read(feed.as_bytes(), None);
        assert_eq!(found.len(), 3, "{inside}: {found:?}");
        for good in [&found[0], &found[2]] {
            assert_eq!(good.as_ref().expect("an item").get("title"), Some("Good"), "{inside}");
        }
        match &found[1] {
            Ok(row) => row.get(name).unwrap_or("(none)").to_owned(),
            Err(RowProblem::Row(what, _) | RowProblem::Source(what)) => what.clone(),
        }
    }

    #[test]
    fn what_is_wrong_in_an_item_harms_no_other() {
        for (inside, name, expected) in [
            ("<link>https://a/p?x=1&y=2</link>", "link", "https://a/p?x=1&y=2"),
            ("<title>R&D &nbsp;&reg; &made_up; & Co</title>", "title", "R&D \u{a0}® &made_up; & Co"),
            ("<title>Fan <25 dB, 5 < 6</title>", "title", "Fan <25 dB, 5 < 6"),
            ("<title>Kit <b>32GB</b> DDR5</title>", "title", "Kit  32GB  DDR5"),
            ("<d>one<br>two<p>three</d><title>T</title>", "title", "T"),
            ("<g:shipping><g:price>1</g:price></g:shipping><g:price>9</g:price>", "price", "9"),
            ("<g:price>9", "price", "line 2: <g:price> does not close"),
            ("<g:price>1</g:price></g:shipping>", "price", "line 2: </g:shipping> closes nothing"),
            ("<title><![CDATA[A</title>", "title", "line 2: a CDATA section does not close"),
            ("<!-- A<title>B</title>", "title", "line 2: a comment does not close"),
            ("<title>T</title><item>", "title", "line 2: the item does not end before the next one begins"),
        ] {
            let feed = if inside.ends_with("<item>") {
                // The one that has begun is refused as well.
                let broken = format!("<rss>{0}\n<item><g:id>1</g:id>{inside}{0}</rss>", item(""));
                let found = read(broken.as_bytes(), None);
                let problems = found.iter().filter_map(|it| match it {
                    Err(RowProblem::Row(what, _)) => Some(what.as_str()),
                    _ => None,
                });
                assert_eq!(problems.clone().count(), 2, "{found:?}");
                problems.take(1).collect::<String>()
            } else {
                field(inside, name)
            };
            assert_eq!(feed, expected, "{inside}");
        }
    }

    #[test]
    fn encoding_of_the_declaration_counts_where_the_bytes_are_not_utf_8() {
        let feed = |declared: &str| {
            format!(
                "<?xml version=\"1.0\" encoding=\"{declared}\"?><rss>{}</rss>",
                item("<title>لوحة أم</title>")
            )
        };
        for (declared, header) in [
            ("windows-1256", None),
            ("windows-1256", Some(UTF_8)),
            ("windows-1256", Some(WINDOWS_1252)),
            ("utf-8", None),
            ("utf-16", None),
        ] {
            let bytes = WINDOWS_1256.encode(&feed(declared)).0.into_owned();
            let found = read(&bytes, header);
            assert_eq!(found[0].as_ref().expect("an item").get("title"), Some("لوحة أم"), "{declared}");
            let found = read(feed(declared).as_bytes(), header);
            assert_eq!(found[0].as_ref().expect("an item").get("title"), Some("لوحة أم"), "{declared}");
        }
    }

    #[test]
    fn feed_that_is_cut_off_is_not_complete() {
        for (feed, what) in [
            ("<rss><item><g:id>1</g:id>", "line 1"),
            ("<rss><!-- old <item><g:id>1</g:id></item></rss>", "a comment"),
        ] {
            let found = read(feed.as_bytes(), None);
            assert!(
                matches!(&found[..], [Err(RowProblem::Source(said))] if said.contains(what)),
                "{found:?}"
            );
        }
        assert_eq!(read(b"<rss><!-- <item><id>1</id></item> --></rss>", None), []);
    }

    #[test]
    fn item_is_bounded() {
        let field = |number: usize| format!("<f{number}>{}</f{number}>", "x".repeat(30_000));
        let feed = format!("<rss>{}{}</rss>", item(&(0..100).map(field).collect::<String>()), item(""));
        let found = read(feed.as_bytes(), None);
        assert!(matches!(&found[..], [Err(RowProblem::Row(what, _)), Ok(_)] if what.contains("longer")));
        let deep = item(&"<d>".repeat(100));
        let found = read(format!("<rss>{deep}{}</rss>", item("")).as_bytes(), None);
        assert!(matches!(&found[..], [Err(RowProblem::Row(what, _)), Ok(_)] if what.contains("nests")));
    }
}
