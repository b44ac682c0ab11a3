//! Rows of a feed, whatever its format.

use std::io::{BufReader, Read};

use serde_json::Value;

use super::{
    feed_row::{Row, RowProblem},
    feed_xml::XmlItems,
    scalar,
};
use crate::{
    import::lines,
    retailer_file::{FeedFormat, FeedOptions},
};

type Bytes = Box<dyn Read>;

/// The rows of a feed.
pub(super) enum Rows {
    Separated { headings: Vec<String>, reader: Box<csv::Reader<Bytes>> },
    JsonLines { source: Box<BufReader<Bytes>>, number: u64 },
    Xml(Box<XmlItems<BufReader<Bytes>>>),
}

impl Rows {
    /// Opens a feed and reads its head.
    ///
    /// # Errors
    /// A sentence part that says why the file is no such feed.
    pub(super) fn open(options: &FeedOptions, source: Bytes) -> Result<Rows, String> {
        let delimiter =
            |default| options.delimiter.as_ref().and_then(|text| text.bytes().next()).unwrap_or(default);
        match options.format {
            FeedFormat::Csv => Self::separated(options, source, delimiter(b',')),
            FeedFormat::Tsv => Self::separated(options, source, delimiter(b'\t')),
            FeedFormat::JsonLines => {
                Ok(Rows::JsonLines { source: Box::new(BufReader::new(source)), number: 0 })
            }
            FeedFormat::MerchantXml => Ok(Rows::Xml(Box::new(XmlItems::new(BufReader::new(source))))),
        }
    }

    fn separated(options: &FeedOptions, source: Bytes, delimiter: u8) -> Result<Rows, String> {
        let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(source);
        let headings: Vec<String> = reader
            .headers()
            .map_err(|error| format!("cannot read its first line: {error}"))?
            .iter()
            .map(|heading| heading.trim_start_matches('\u{feff}').trim().to_owned())
            .collect();
        let columns = &options.columns;
        for needed in [&columns.external_id, &columns.title, &columns.price, &columns.url] {
            if !headings.contains(needed) {
                return Err(format!("the feed has no column {needed:?}"));
            }
        }
        Ok(Rows::Separated { headings, reader: Box::new(reader) })
    }

    /// Returns the next row; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Row>, RowProblem> {
        match self {
            Rows::Separated { headings, reader } => next_record(headings, reader),
            Rows::JsonLines { source, number } => next_object(source, number),
            Rows::Xml(items) => items.next(),
        }
    }
}

fn next_record(headings: &[String], reader: &mut csv::Reader<Bytes>) -> Result<Option<Row>, RowProblem> {
    let mut record = csv::StringRecord::new();
    match reader.read_record(&mut record) {
        Ok(false) => Ok(None),
        Ok(true) => {
            let cells = record.iter().map(str::to_owned);
            Ok(Some(Row(headings.iter().cloned().zip(cells).collect())))
        }
        Err(error) => Err(match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                RowProblem::Row(format!("the row has {len} cells instead of {expected_len}"))
            }
            csv::ErrorKind::Utf8 { .. } => RowProblem::Row("not valid UTF-8".to_owned()),
            _ => RowProblem::Source(error.to_string()),
        }),
    }
}

fn next_object(source: &mut BufReader<Bytes>, number: &mut u64) -> Result<Option<Row>, RowProblem> {
    let line = lines::next(source, number).map_err(|error| RowProblem::Source(error.to_string()))?;
    let Some(line) = line else { return Ok(None) };
    let text = line.text.map_err(RowProblem::Row)?;
    let value: Value =
        serde_json::from_str(&text).map_err(|error| RowProblem::Row(format!("invalid JSON: {error}")))?;
    let Value::Object(object) = value else {
        return Err(RowProblem::Row("not a JSON object".to_owned()));
    };
    Ok(Some(Row(object.into_iter().filter_map(|(key, value)| Some((key, scalar(&value)?))).collect())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retailer_file::FeedColumns;

    fn rows(format: FeedFormat, text: &str) -> Vec<Result<Row, RowProblem>> {
        let options = FeedOptions {
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
        let mut rows = match Rows::open(&options, Box::new(source)) {
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
    fn many_attributes_are_read_in_linear_time() {
        let attributes: String = (0..300_000).map(|number| format!(" a{number}=\"\"")).collect();
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
