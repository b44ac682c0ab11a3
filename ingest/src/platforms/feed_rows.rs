//! Rows of a feed, whatever its format.

use std::io::BufRead;

use encoding_rs::Encoding;
use serde_json::Value;

use super::{
    FeedFormat, FeedOptions, charset,
    feed_csv::{NeededColumns, SeparatedRows},
    feed_lines::{FeedLines, MAX_LINE_BYTES},
    feed_row::{Row, RowProblem},
    feed_xml::XmlItems,
    scalar,
};

/// Maximum number of lines before the first object: notices that the shop's programs print.
const MAX_NOTICES: u64 = 20;

type Bytes = Box<dyn BufRead>;

/// Encodings that are stated for a feed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StatedCharset {
    pub(super) by_file: Option<&'static Encoding>,
    pub(super) by_header: Option<&'static Encoding>,
}

impl StatedCharset {
    /// Returns the one that counts where the feed itself states none.
    pub(super) fn any(self) -> Option<&'static Encoding> {
        self.by_file.or(self.by_header)
    }
}

/// The rows of a feed.
pub(super) enum Rows {
    Separated(Box<SeparatedRows<Bytes>>),
    JsonLines { lines: FeedLines<Bytes>, stated: Option<&'static Encoding>, has_begun: bool },
    Xml(Box<XmlItems<Bytes>>),
}

impl Rows {
    /// Opens a feed and reads its head.
    ///
    /// # Errors
    /// A sentence part that says why the file is no such feed.
    pub(super) fn open(options: &FeedOptions, source: Bytes, stated: StatedCharset) -> Result<Rows, String> {
        let delimiter =
            |default| options.delimiter.as_ref().and_then(|text| text.bytes().next()).unwrap_or(default);
        let columns = &options.columns;
        let needed = NeededColumns {
            id: &columns.external_id,
            title: &columns.title,
            price: &columns.price,
            url: &columns.url,
        };
        let separated = |source, delimiter| {
            let rows = SeparatedRows::open(source, delimiter, stated.any(), needed)?;
            Ok(Rows::Separated(Box::new(rows)))
        };
        match options.format {
            FeedFormat::Csv => separated(source, delimiter(b',')),
            FeedFormat::Tsv => separated(source, delimiter(b'\t')),
            FeedFormat::JsonLines => {
                Ok(Rows::JsonLines { lines: FeedLines::new(source), stated: stated.any(), has_begun: false })
            }
            FeedFormat::MerchantXml => {
                Ok(Rows::Xml(Box::new(XmlItems::new(source, stated.by_file, stated.by_header))))
            }
        }
    }

    /// Returns the next row; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Row>, RowProblem> {
        match self {
            Rows::Separated(rows) => rows.next(),
            Rows::JsonLines { lines, stated, has_begun } => next_object(lines, *stated, has_begun),
            Rows::Xml(items) => items.next(),
        }
    }
}

fn next_object(
    lines: &mut FeedLines<Bytes>,
    stated: Option<&'static Encoding>,
    has_begun: &mut bool,
) -> Result<Option<Row>, RowProblem> {
    loop {
        let line = lines.next().map_err(|error| RowProblem::Source(error.to_string()))?;
        let Some(line) = line else { return Ok(None) };
        let number = line.number;
        let Some(bytes) = line.bytes else {
            let what = format!("line {number} is longer than {MAX_LINE_BYTES} bytes");
            return Err(RowProblem::row(what));
        };
        let text = charset::decode(&bytes, stated);
        let text = text.trim_start_matches('\u{feff}').trim();
        if !*has_begun && !text.starts_with(['{', '[']) {
            // A notice may end in the line in which the first object begins.
            let object = text.find("{\"").and_then(|at| parse_object(text.get(at..)?).ok());
            if object.is_some() || number <= MAX_NOTICES {
                *has_begun = object.is_some();
                match object {
                    Some(row) => return Ok(Some(row)),
                    None => continue,
                }
            }
        }
        *has_begun = true;
        return parse_object(text)
            .map(Some)
            .map_err(|what| RowProblem::row(format!("line {number}: {what}")));
    }
}

fn parse_object(text: &str) -> Result<Row, String> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => {
            Ok(object.into_iter().filter_map(|(key, value)| Some((key, scalar(&value)?))).collect())
        }
        Ok(_) => Err("not a JSON object".to_owned()),
        Err(error) => Err(format!("invalid JSON: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platforms::FeedColumns;

    fn rows(format: FeedFormat, text: &str) -> Vec<Result<Row, RowProblem>> {
        let options = FeedOptions {
            handed_in: false,
            path: None,
            file: None,
            format,
            delimiter: None,
            encoding: None,
            title_language: Default::default(),
            columns: FeedColumns::default(),
            stock_words: Default::default(),
            categories: Default::default(),
        };
        let source = std::io::Cursor::new(text.as_bytes().to_vec());
        let mut rows = match Rows::open(&options, Box::new(source), StatedCharset::default()) {
            Ok(rows) => rows,
            Err(what) => return vec![Err(RowProblem::Source(what))],
        };
        let mut found = Vec::new();
        loop {
            match rows.next() {
                Ok(None) => return found,
                Ok(Some(row)) => found.push(Ok(row)),
                Err(problem) => {
                    let over = matches!(problem, RowProblem::Source(_));
                    found.push(Err(problem));
                    if over {
                        return found;
                    }
                }
            }
        }
    }

    #[test]
    fn row_with_a_missing_cell_affects_no_other_row() {
        let found = rows(FeedFormat::Csv, "\u{feff}id,title,price,link\n1,A,2,l\n2,B\n3,\"C, D\",4,m\n");
        assert_eq!(found.len(), 3);
        assert!(found[1].is_err());
        assert_eq!(found[2].as_ref().expect("a row").get("title"), Some("C, D"));
        assert_eq!(rows(FeedFormat::Tsv, "id\ttitle\tprice\tlink\n1\tA\t2\tl\n").len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn garbage_feed_ends_without_panic(text in "(<(rss|item|g:id|/item|/g:id|!\\[CDATA\\[)>|[a-z0-9 &;\"',\\n\\t{}\\[\\]:<>/]|\\PC){0,80}") {
            for format in [FeedFormat::Csv, FeedFormat::Tsv, FeedFormat::JsonLines, FeedFormat::MerchantXml] {
                rows(format, &text);
                rows(format, &format!("id,title,price,link\n{text}"));
            }
        }
    }

    #[test]
    fn error_page_is_refused_as_a_feed() {
        for format in [FeedFormat::Csv, FeedFormat::Tsv] {
            assert!(matches!(
                rows(format, "<html><body>Sorry</body></html>")[..],
                [Err(RowProblem::Source(_))]
            ));
        }
    }

    #[test]
    fn json_lines_are_parsed_one_by_one() {
        let found =
            rows(FeedFormat::JsonLines, "{\"id\":7,\"title\":\"A\"}\nnonsense\n[1]\n{\"id\":\"8\"}\n");
        assert_eq!(found.iter().filter(|row| row.is_ok()).count(), 2);
        assert_eq!(found[0].as_ref().expect("a row").get("id"), Some("7"));
    }

    #[test]
    fn marks_and_notices_before_the_first_object_are_no_rows() {
        for before in ["\u{feff}", "\n<br />\n<b>Notice</b>: Undefined index: x\n\n", "Warning: y <br />"] {
            let found = rows(FeedFormat::JsonLines, &format!("{before}{{\"id\":1}}\n{{\"id\":2}}\nx\n"));
            let ids: Vec<_> =
                found.iter().take(2).map(|row| row.as_ref().expect("a row").get("id")).collect();
            assert_eq!(ids, [Some("1"), Some("2")], "{before}");
            assert!(matches!(&found[2..], [Err(RowProblem::Row(what, _))] if what.contains("line ")));
        }
    }

    #[test]
    fn many_attributes_are_read_in_linear_time() {
        let attributes: String = (0..60_000).map(|number| format!(" a{number}=\"\"")).collect();
        let began = std::time::Instant::now();
        let found =
            rows(FeedFormat::MerchantXml, &format!("<rss><item><link{attributes} href=\"x\"/></item></rss>"));
        assert_eq!(found[0].as_ref().expect("an item").get("link"), Some("x"));
        assert!(began.elapsed() < std::time::Duration::from_secs(5), "{:?}", began.elapsed());
    }

    #[test]
    fn merchant_items_have_only_their_own_fields() {
        let xml = r#"<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
            <item><g:id>1</g:id><title><![CDATA[A & B]]></title><g:price>9.500 KWD</g:price>
            <g:shipping><g:price>1.000 KWD</g:price></g:shipping><link>https://a/?x=1&amp;y=2</link></item>
            <entry><id>2</id><link href="https://a/2"/></entry></channel></rss>"#;
        let found = rows(FeedFormat::MerchantXml, xml);
        let first = found[0].as_ref().expect("an item");
        assert_eq!((first.get("id"), first.get("title")), (Some("1"), Some("A & B")));
        assert_eq!((first.get("price"), first.get("link")), (Some("9.500 KWD"), Some("https://a/?x=1&y=2")));
        assert_eq!(found[1].as_ref().expect("an entry").get("link"), Some("https://a/2"));
        assert!(matches!(
            rows(FeedFormat::MerchantXml, "<rss><item><g:id>1</wrong>")[..],
            [Err(RowProblem::Source(_))]
        ));
    }
}
