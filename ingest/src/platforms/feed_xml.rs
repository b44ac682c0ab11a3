//! Google Merchant feeds: RSS `<item>` or Atom `<entry>`, read item by item.

use std::io::BufRead;

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{
    feed_row::{Row, RowProblem},
    sitemap::entity_text,
};

/// Maximum size of one field, in bytes; descriptions are cut.
const MAX_FIELD_BYTES: usize = 20_000;
/// Maximum nesting depth of a feed.
const MAX_DEPTH: usize = 64;

/// The items of a feed.
pub(super) struct XmlItems<R> {
    reader: Reader<R>,
    buffer: Vec<u8>,
}

impl<R: BufRead> XmlItems<R> {
    pub(super) fn new(source: R) -> Self {
        Self { reader: Reader::from_reader(source), buffer: Vec::new() }
    }

    /// Returns the next item; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Row>, RowProblem> {
        let broken = |error: &dyn std::fmt::Display| RowProblem::Source(format!("invalid XML: {error}"));
        let mut row = Row::default();
        // Element names inside the item, outermost first; `None` while outside of any item.
        let mut path: Option<Vec<String>> = None;
        let mut text = String::new();
        loop {
            self.buffer.clear();
            let event = self.reader.read_event_into(&mut self.buffer).map_err(|error| broken(&error))?;
            match (&mut path, event) {
                (None, Event::Start(tag)) if is_item(&local_name(&tag)) => path = Some(Vec::new()),
                (None, Event::Eof) => return Ok(None),
                (Some(_), Event::Eof) => return Err(broken(&"it ends inside an item")),
                (Some(inside), Event::Start(tag)) => {
                    text.clear();
                    inside.push(local_name(&tag));
                    if inside.len() > MAX_DEPTH {
                        return Err(broken(&"it nests too deep"));
                    }
                    note_href(&tag, inside, &mut row);
                }
                (Some(inside), Event::Empty(tag)) => {
                    inside.push(local_name(&tag));
                    note_href(&tag, inside, &mut row);
                    inside.pop();
                }
                (Some(_), Event::Text(part)) => push(&mut text, &part.xml_content().unwrap_or_default()),
                (Some(_), Event::CData(part)) => push(&mut text, &part.xml_content().unwrap_or_default()),
                (Some(_), Event::GeneralRef(entity)) => {
                    push(&mut text, &entity_text(&entity).unwrap_or_default())
                }
                (Some(inside), Event::End(_)) => match inside.pop() {
                    None => return Ok(Some(row)),
                    // A field of the item itself; a deeper element (a shipping price) has another meaning.
                    Some(name) if inside.is_empty() => {
                        row.0.entry(name).or_insert_with(|| text.trim().to_owned());
                        text.clear();
                    }
                    Some(_) => text.clear(),
                },
                _ => {}
            }
        }
    }
}

/// Reads an address in Atom's form `<link href="…"/>`.
fn note_href(tag: &BytesStart<'_>, inside: &[String], row: &mut Row) {
    let [name] = inside else { return };
    if name != "link" {
        return;
    }
    // Without the check for equal names, which compares each attribute with all before it.
    let mut attributes = tag.attributes();
    let href = attributes.with_checks(false).flatten().find(|attribute| attribute.key.as_ref() == b"href");
    if let Some(href) =
        href.and_then(|attribute| attribute.unescape_value().ok().map(|value| value.into_owned()))
    {
        row.0.entry(name.clone()).or_insert(href);
    }
}

fn is_item(name: &str) -> bool {
    matches!(name, "item" | "entry")
}

fn local_name(tag: &BytesStart<'_>) -> String {
    String::from_utf8_lossy(tag.local_name().as_ref()).into_owned()
}

fn push(text: &mut String, part: &str) {
    if text.len() < MAX_FIELD_BYTES {
        text.push_str(part);
    }
}
