//! Reads a list that a retailer handed in, by the same readers as a feed.
//!
//! Memory: the list as it was sent (`api` bounds it), its unpacked text of at most [`MAX_LIST_BYTES`], for a JSON array its
//! text once more, and the ids of at most [`MAX_ROWS`] rows.

use std::io::{Cursor, Read};

use domain::store::handed_lists::ListFormat;
use encoding_rs::{Encoding, UTF_8};
use serde_json::value::RawValue;
use time::OffsetDateTime;

use super::{
    FeedFormat, FeedOptions, ResponseSender, RetailerError, feed::Reader, feed_rows::StatedCharset, json_rows,
};
use crate::{import::lines, retailer_file::RetailerFile};

/// Maximum size of an unpacked list, in bytes.
const MAX_LIST_BYTES: u64 = 64 * 1024 * 1024;
/// Maximum number of rows of a list.
const MAX_ROWS: u64 = 100_000;
/// Number of bytes by which the format and the delimiter are recognised.
const HEAD_BYTES: usize = 4096;

/// A list as the retailer sent it.
pub(crate) struct SentList {
    /// `None`: its first bytes tell.
    pub(crate) format: Option<ListFormat>,
    pub(crate) charset: Option<String>,
    /// Plain or gzipped.
    pub(crate) body: Vec<u8>,
}

/// Reads a list and sends its rows as offers, with their numbers, and the ids that the list marks as deleted.
///
/// # Errors
/// When the list cannot be read any further, as a sentence part; rows sent before stay valid.
pub(crate) fn read_handed_list(
    file: &RetailerFile,
    list: SentList,
    now: OffsetDateTime,
    sender: &ResponseSender,
) -> Result<(), RetailerError> {
    let mut options = file.feed.clone().unwrap_or_default();
    let SentList { format: named, charset, body } = list;
    let charset = find_charset(charset.as_ref(), &options)?;
    let text = unpack(body)?;
    let head = decode_head(&text, charset);
    let text = match recognise(named, &head, &options) {
        FeedFormat::JsonLines => {
            options.format = FeedFormat::JsonLines;
            to_lines(&text, &head)?.unwrap_or(text)
        }
        FeedFormat::MerchantXml => {
            options.format = FeedFormat::MerchantXml;
            text
        }
        format => {
            let stated = options.delimiter.take().filter(|_| options.format == format);
            options.delimiter = stated.or_else(|| find_delimiter(&head, format));
            options.format = format;
            text
        }
    };
    let named = file.extra_domains.iter().chain(&file.request.domains).map(String::as_str);
    let own_domains: Vec<&str> = file.base_url.host_str().into_iter().chain(named).collect();
    let reader = Reader {
        options: &options,
        base: &file.base_url,
        place: "the list",
        limit: MAX_LIST_BYTES,
        max_rows: Some(MAX_ROWS),
        own_domains: &own_domains,
        price_format: file.price_format(),
        now,
    };
    let charset = StatedCharset { by_file: None, by_header: charset };
    match reader.read_all(Box::new(Cursor::new(text)), charset, sender) {
        Ok(_) => Ok(()),
        Err(RetailerError::Unreadable { what, .. }) => Err(refuse(what)),
        Err(error) => Err(error),
    }
}

fn refuse(what: impl Into<String>) -> RetailerError {
    RetailerError::Other(what.into())
}

fn find_charset(
    stated: Option<&String>,
    options: &FeedOptions,
) -> Result<Option<&'static Encoding>, RetailerError> {
    let Some(label) = stated.or(options.encoding.as_ref()) else { return Ok(None) };
    let charset = Encoding::for_label(label.as_bytes());
    charset.map(Some).ok_or_else(|| refuse(format!("the charset {label:?} is not known")))
}

fn unpack(body: Vec<u8>) -> Result<Vec<u8>, RetailerError> {
    let unreadable = |error: std::io::Error| refuse(format!("it cannot be unpacked: {error}"));
    let mut text = Vec::new();
    let source = lines::decompress(Cursor::new(body)).map_err(unreadable)?;
    source.take(MAX_LIST_BYTES + 1).read_to_end(&mut text).map_err(unreadable)?;
    if text.len() as u64 > MAX_LIST_BYTES {
        return Err(refuse(format!("it is larger than {} MB unpacked", MAX_LIST_BYTES / (1024 * 1024))));
    }
    Ok(text)
}

fn decode_head(text: &[u8], charset: Option<&'static Encoding>) -> String {
    let encoding = Encoding::for_bom(text).map(|(encoding, _)| encoding).or(charset).unwrap_or(UTF_8);
    let (head, _, _) = encoding.decode(&text[..text.len().min(HEAD_BYTES)]);
    head.trim_start_matches('\u{feff}').trim_start().to_owned()
}

/// Returns the format: the one that the request names, else the one of which the list has the first character or, where
/// its rows have several columns, the separator.
fn recognise(named: Option<ListFormat>, head: &str, options: &FeedOptions) -> FeedFormat {
    match named {
        Some(ListFormat::Csv) => return FeedFormat::Csv,
        Some(ListFormat::Tsv) => return FeedFormat::Tsv,
        Some(ListFormat::Json) => return FeedFormat::JsonLines,
        Some(ListFormat::Xml) => return FeedFormat::MerchantXml,
        None => {}
    }
    if head.starts_with('<') {
        return FeedFormat::MerchantXml;
    }
    if head.starts_with(['{', '[']) {
        return FeedFormat::JsonLines;
    }
    if matches!(options.format, FeedFormat::Csv | FeedFormat::Tsv) && options.delimiter.is_some() {
        return options.format;
    }
    if most_frequent_mark(head) == Some('\t') { FeedFormat::Tsv } else { FeedFormat::Csv }
}

/// Returns the delimiter of the heading line, where it is not the usual one of the format.
fn find_delimiter(head: &str, format: FeedFormat) -> Option<String> {
    let mark = most_frequent_mark(head)?;
    (format == FeedFormat::Csv || mark != ',').then(|| mark.to_string())
}

fn most_frequent_mark(head: &str) -> Option<char> {
    let first = head.lines().next()?;
    let counted = [',', '\t', ';', '|'].map(|mark| (first.matches(mark).count(), mark));
    counted.into_iter().filter(|(count, _)| *count > 0).max_by_key(|(count, _)| *count).map(|(_, mark)| mark)
}

/// Returns a JSON array, bare or in the field `offers` of an object, as one object per line; `None` where the text has one
/// object per line already.
fn to_lines(text: &[u8], head: &str) -> Result<Option<Vec<u8>>, RetailerError> {
    let is_array = head.starts_with('[');
    let first_line_is_object =
        || head.lines().next().is_some_and(|line| serde_json::from_str::<&RawValue>(line.trim()).is_ok());
    let json = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    match json_rows::to_lines(json, MAX_ROWS) {
        Ok(lines) => Ok(Some(lines)),
        // Lines of objects, the first of which may be longer than the head.
        Err(_) if !is_array && (first_line_is_object() || head.lines().nth(1).is_none()) => Ok(None),
        Err(error) => Err(refuse(format!("invalid JSON: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{raw_offer::RetailerResponse, retailer_file::read_text};

    fn file(feed: &str) -> RetailerFile {
        let text = format!(
            "slug = \"corner-shop\"\nnames = {{ en = \"Corner\", ar = \"الزاوية\" }}\n\
             base_url = \"https://corner.example\"\nprice_format = {{ decimal = \".\" }}\n{feed}"
        );
        read_text(std::path::Path::new("corner-shop.toml"), &text).expect("a file")
    }

    fn shop() -> RetailerFile {
        file("platform = \"feed\"\n[feed]\nhanded_in = true\nformat = \"csv\"\n")
    }

    fn sent(format: Option<ListFormat>, body: impl Into<Vec<u8>>) -> SentList {
        SentList { format, charset: None, body: body.into() }
    }

    fn read(file: &RetailerFile, list: SentList) -> (RetailerResponse, Result<(), String>) {
        let (sender, mut responses) = ResponseSender::channel(1000);
        let end = read_handed_list(file, list, OffsetDateTime::now_utc(), &sender)
            .map_err(|error| error.to_string());
        drop(sender);
        let mut all = RetailerResponse::default();
        while let Ok(response) = responses.try_recv() {
            all.offers.extend(response.offers);
            all.rejected.extend(response.rejected);
            all.deleted.extend(response.deleted);
            all.rows.extend(response.rows);
        }
        (all, end)
    }

    fn titles(file: &RetailerFile, list: SentList) -> Vec<String> {
        let (all, end) = read(file, list);
        assert_eq!(end, Ok(()));
        assert!(all.rejected.is_empty(), "{:?}", all.rejected);
        all.offers.into_iter().filter_map(|offer| offer.title_en).collect()
    }

    const COMMAS: &str =
        "id,title,price,link\n1,AMD Ryzen 5 9600X,74.500,/1\n2,AMD Ryzen 7 9700X,112.000,/2\n";

    #[test]
    fn every_format_is_read_named_or_not() {
        let tabs = COMMAS.replace(',', "\t");
        let semicolons = COMMAS.replace(',', ";");
        let one = r#"{"id":1,"title":"AMD Ryzen 5 9600X","price":"74.500","link":"/1"}"#;
        let two = r#"{"id":"2","title":"AMD Ryzen 7 9700X","price":112,"link":"/2"}"#;
        let lines = format!("{one}\n{two}\n");
        let array = format!("\u{feff}[\n  {},\n {two}]", one.replace(',', ",\n   "));
        let wrapped = format!("{{\"shop\": \"corner\",\n \"offers\": [{one}, {two}]}}");
        let item = |id: u8, title: &str| {
            format!(
                "<item><g:id>{id}</g:id><title>{title}</title><link>/{id}</link><g:price>9.500 KWD</g:price></item>"
            )
        };
        let xml = format!(
            "<rss xmlns:g=\"http://base.google.com/ns/1.0\"><channel>{}{}</channel></rss>",
            item(1, "AMD Ryzen 5 9600X"),
            item(2, "AMD Ryzen 7 9700X")
        );
        for (format, body) in [
            (ListFormat::Csv, COMMAS),
            (ListFormat::Csv, semicolons.as_str()),
            (ListFormat::Tsv, &tabs),
            (ListFormat::Json, &lines),
            (ListFormat::Json, &array),
            (ListFormat::Json, &wrapped),
            (ListFormat::Xml, &xml),
        ] {
            for named in [Some(format), None] {
                let found = titles(&shop(), sent(named, body));
                assert_eq!(found, ["AMD Ryzen 5 9600X", "AMD Ryzen 7 9700X"], "{named:?} {body}");
            }
        }
    }

    #[test]
    fn gzip_and_other_charsets_are_read() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut packed, COMMAS.as_bytes()).expect("memory");
        assert_eq!(titles(&shop(), sent(None, packed.finish().expect("memory"))).len(), 2);
        let arabic =
            encoding_rs::WINDOWS_1256.encode("id,title,price,link\n1,معالج,74.500,/1\n").0.into_owned();
        let list = SentList { charset: Some("windows-1256".to_owned()), ..sent(None, arabic) };
        assert_eq!(titles(&shop(), list), ["معالج"]);
        let strange = SentList { charset: Some("klingon".to_owned()), ..sent(None, COMMAS) };
        assert_eq!(read(&shop(), strange).1, Err("the charset \"klingon\" is not known".to_owned()));
    }

    #[test]
    fn columns_and_delimiter_of_the_file_are_used() {
        let feed = "platform = \"feed\"\n[feed]\nhanded_in = true\nformat = \"csv\"\ndelimiter = \"|\"\n\
                    [feed.columns]\nexternal_id = \"code\"\ntitle = \"name\"\n";
        // The heading has more commas than bars.
        let body = "code|name|price|link|a,b,c,d,e\n7|Seasonic Focus GX-850|41.900|/7|x\n";
        assert_eq!(titles(&file(feed), sent(None, body)), ["Seasonic Focus GX-850"]);
    }

    #[test]
    fn retailer_of_another_platform_hands_in_google_names() {
        assert_eq!(titles(&file("platform = \"shopify\"\n"), sent(None, COMMAS)).len(), 2);
    }

    #[test]
    fn rows_have_numbers_and_deleted_ones_are_no_offers() {
        let body = "id,title,price,link,deleted\n1,AMD Ryzen 5 9600X,74.500,/1,\n2,,,,yes\n3,,5,/3,no\n4,,,,TRUE\n,x,1,/5,1\n";
        let (all, end) = read(&shop(), sent(None, body));
        assert_eq!(end, Ok(()));
        assert_eq!(all.offers.len(), 1);
        assert_eq!(all.deleted, ["2", "4"]);
        let rejected: Vec<_> = all.rejected.iter().map(|row| row.id_or_url.as_str()).collect();
        assert_eq!(rejected, ["3", "row 5"]);
        assert!(all.rows.contains(&("3".to_owned(), 3)), "{:?}", all.rows);
        let only = read(&shop(), sent(None, "id,title,price,link,deleted\n9,,,,1\n"));
        assert_eq!((only.0.deleted, only.1), (vec!["9".to_owned()], Ok(())));
    }

    #[test]
    fn unreadable_list_is_refused_with_its_reason() {
        for (body, reason) in [
            ("", "cannot read its first line|no column|no rows"),
            ("<html><body>Sorry</body></html>", "it holds no rows"),
            ("sku,amount\n1,2\n", "the feed has no column \"id\""),
            ("[{\"id\": 1},, {}]", "invalid JSON: expected value at line 1 column 12"),
            ("id,title,price,link\n", "it holds no rows"),
        ] {
            let end = read(&shop(), sent(None, body)).1.expect_err(body);
            assert!(reason.split('|').any(|part| end.contains(part)), "{body}: {end}");
        }
    }

    #[test]
    fn list_with_too_many_rows_is_cut_off_as_unreadable() {
        let mut body = String::from("id,title,price,link\n");
        (0..=MAX_ROWS).for_each(|number| body.push_str(&format!("{number},A,1,/\n")));
        let (sender, mut responses) = ResponseSender::channel(1000);
        let end = read_handed_list(&shop(), sent(None, body), OffsetDateTime::now_utc(), &sender)
            .expect_err("too many rows");
        assert!(end.to_string().contains("more than 100000 rows"), "{end}");
        drop(sender);
        let mut offers = 0;
        while let Ok(response) = responses.try_recv() {
            offers += response.offers.len();
        }
        assert_eq!(offers as u64, MAX_ROWS);
    }

    #[test]
    fn id_that_cannot_be_stored_is_a_bad_row_even_where_it_is_deleted() {
        let long = "x".repeat(2_001);
        let row = |id: &str, deleted: &str| {
            format!(
                "{{\"id\":\"{id}\",\"title\":\"A\",\"price\":1,\"link\":\"/1\",\"deleted\":\"{deleted}\"}}\n"
            )
        };
        let ids = ["a\\u0000", long.as_str()];
        let body: String = ids.into_iter().flat_map(|id| [row(id, "yes"), row(id, "")]).collect();
        let (all, end) = read(&shop(), sent(Some(ListFormat::Json), body + &row("good", "")));
        assert_eq!((end, all.offers.len()), (Ok(()), 1));
        assert!(all.deleted.is_empty() && all.rows == [("good".to_owned(), 5)], "{:?}", all.rows);
        let told: Vec<_> = all.rejected.iter().map(|row| row.id_or_url.as_str()).collect();
        assert_eq!(told, ["row 1", "row 2", "row 3", "row 4"]);
        let detail = &all.rejected[0].rejection.detail;
        assert_eq!(detail, "id is too long, or holds a zero byte");
    }

    #[test]
    fn address_on_a_host_that_is_not_the_shops_is_refused_by_name() {
        let feed = "platform = \"feed\"\nextra_domains = [\"corner.store\"]\n[feed]\nhanded_in = true\nformat = \"csv\"\n";
        let body = "id,title,price,link\n1,A,1,https://www.corner.example/1\n2,B,1,https://evil.example/2\n\
                    3,C,1,https://en.corner.store/3\n4,D,1,https://evilcorner.example/4\n5,E,1,/5\n";
        let (all, end) = read(&file(feed), sent(None, body));
        let ids: Vec<_> = all.offers.iter().map(|offer| offer.external_id.as_str()).collect();
        assert_eq!((end, ids), (Ok(()), vec!["1", "3", "5"]));
        let detail = &all.rejected[0].rejection.detail;
        assert_eq!(detail, "link is on \"evil.example\", which is no domain of the shop");
    }

    #[test]
    fn bad_rows_count_among_the_rows_of_a_list() {
        let mut body =
            String::from("{\"id\":1,\"title\":\"AMD Ryzen 5 9600X\",\"price\":1,\"link\":\"/1\"}\n");
        (0..MAX_ROWS + 9).for_each(|_| body.push_str("x\n"));
        let (all, end) = read(&shop(), sent(Some(ListFormat::Json), body));
        assert_eq!(end, Err("it has more than 100000 rows".to_owned()));
        assert_eq!((all.offers.len() + all.rejected.len()) as u64, MAX_ROWS);
    }

    proptest::proptest! {
        #[test]
        fn garbage_list_ends_without_panic(
            text in "(<(rss|item|g:id|/item|/g:id)>|id,title,price,link\\n|[\\[\\]{}\":,;\\t\\n0-9a-z]|\\PC){0,80}",
            format in 0..5_usize,
        ) {
            let named = [None, Some(ListFormat::Csv), Some(ListFormat::Tsv), Some(ListFormat::Json), Some(ListFormat::Xml)];
            let _ = read(&shop(), sent(named[format], text));
        }
    }
}
