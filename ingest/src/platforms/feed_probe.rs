//! Feed files with all products of a retailer.

use std::io::Read;

use domain::model::PlatformKind;
use url::Url;

use super::charset;
use crate::{
    detect::{DetectError, DetectedPlatform, OptionLine, Probe, columns},
    import::lines,
};

/// Maximum number of bytes of a feed that are read.
const HEAD: u64 = 256 * 1024;
/// Number of lines in which the headings are sought, as by the feed's reader.
const MAX_LINES_BEFORE: usize = 20;
/// Usual paths of feeds that no page links.
const USUAL_PLACES: [&str; 8] = [
    "/feed/products.csv",
    "/products.csv",
    "/feeds/products.csv",
    "/feed/products.xml",
    "/feeds/google.xml",
    "/google-merchant.xml",
    "/google_shopping.xml",
    "/feed/google.xml",
];

/// Probes the address itself and the feeds that the front page links.
pub(super) async fn find_linked(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
    let mut places = asking.front.feeds.clone();
    let path = asking.base.path().to_lowercase();
    if [".csv", ".tsv", ".xml", ".jsonl", ".gz", ".txt"].iter().any(|end| path.ends_with(end)) {
        places.insert(0, asking.base.clone());
    }
    try_all(asking, places).await
}

pub(super) async fn find_at_usual_paths(
    asking: &mut Probe<'_>,
) -> Result<Option<DetectedPlatform>, DetectError> {
    let places = USUAL_PLACES.iter().filter_map(|path| asking.at(path)).collect();
    try_all(asking, places).await
}

async fn try_all(asking: &mut Probe<'_>, places: Vec<Url>) -> Result<Option<DetectedPlatform>, DetectError> {
    for url in places {
        let opened = asking.client.open(&url).await;
        let Some(opened) = asking.take(&url, opened)? else { continue };
        let body = opened.body;
        let head = tokio::task::spawn_blocking(move || {
            let mut head = Vec::new();
            lines::decompress(body)?.take(HEAD).read_to_end(&mut head).map(|_| head)
        });
        let head = head.await.ok().and_then(Result::ok).unwrap_or_default();
        match recognise(&head) {
            Some(kind) => return Ok(Some(found(asking, &url, kind))),
            None => asking.note(&url, "no feed with id, title, price and link"),
        }
    }
    Ok(None)
}

/// Format of a feed, with its columns.
#[derive(Debug, PartialEq, Eq)]
struct FeedShape {
    format: &'static str,
    delimiter: Option<char>,
    columns: Vec<(&'static str, String)>,
}

fn recognise(head: &[u8]) -> Option<FeedShape> {
    let mut bytes = Vec::new();
    charset::open(Box::new(head), None).ok()?.read_to_end(&mut bytes).ok()?;
    let text = charset::decode(&bytes, None);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('<') && is_merchant(text) {
        return Some(FeedShape { format: "merchant_xml", delimiter: None, columns: Vec::new() });
    }
    let mut named = None;
    for line in text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).take(MAX_LINES_BEFORE)
    {
        if let Some(separator) = line.trim_matches('"').strip_prefix("sep=") {
            named = separator.chars().next();
            continue;
        }
        if let Some(shape) = recognise_line(line, named) {
            return Some(shape);
        }
    }
    None
}

fn is_merchant(text: &str) -> bool {
    let names = ["id", "title", "link", "price"];
    (text.contains("<item") || text.contains("<entry"))
        && names
            .iter()
            .all(|name| text.contains(&format!("<g:{name}>")) || text.contains(&format!("<{name}>")))
}

/// Recognises headings, or the first object, in a line.
fn recognise_line(line: &str, named: Option<char>) -> Option<FeedShape> {
    if line.starts_with('{') {
        let object = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line).ok()?;
        let headings: Vec<String> = object.keys().cloned().collect();
        let columns = columns::find_columns(&headings)?;
        return Some(FeedShape { format: "json_lines", delimiter: None, columns });
    }
    let often = [',', '\t', ';', '|'].into_iter().max_by_key(|mark| line.matches(*mark).count());
    let delimiter = named.or(often)?;
    let headings: Vec<String> =
        line.split(delimiter).map(|heading| heading.trim().trim_matches('"').to_owned()).collect();
    let columns = columns::find_columns(&headings)?;
    let (format, delimiter) = match delimiter {
        '\t' => ("tsv", None),
        ',' => ("csv", None),
        other => ("csv", Some(other)),
    };
    Some(FeedShape { format, delimiter, columns })
}

fn found(asking: &Probe<'_>, url: &Url, kind: FeedShape) -> DetectedPlatform {
    let mut found =
        DetectedPlatform::new(PlatformKind::Feed, format!("{url} is a feed of products ({})", kind.format));
    let base = asking.base.as_str().trim_end_matches('/');
    let place = url.as_str().strip_prefix(base).filter(|rest| rest.starts_with('/')).unwrap_or(url.as_str());
    found.options.push(OptionLine::text("path", place));
    found.options.push(OptionLine::text("format", kind.format));
    found.options.extend(kind.delimiter.map(|mark| OptionLine::text("delimiter", &mark.to_string())));
    found.columns = kind.columns;
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feed_format_is_detected_from_its_first_bytes() {
        let format = |text: &str| recognise(text.as_bytes()).map(|kind| (kind.format, kind.delimiter));
        assert_eq!(format("\u{feff}id,title,price,link\n1,A,2,l"), Some(("csv", None)));
        assert_eq!(format("sku;name;price;url\n"), Some(("csv", Some(';'))));
        assert_eq!(format("id\ttitle\tprice\tlink\n"), Some(("tsv", None)));
        assert_eq!(
            format("{\"id\":1,\"name\":\"A\",\"price\":2,\"url\":\"x\"}\n"),
            Some(("json_lines", None))
        );
        let xml =
            "<rss><channel><item><g:id>1</g:id><title>A</title><link>x</link><g:price>2</g:price></item>";
        assert_eq!(format(xml), Some(("merchant_xml", None)));
        assert_eq!(format("sep=;\r\nid;title;link;price\r\n"), Some(("csv", Some(';'))));
        assert_eq!(format("<b>Notice</b>: x\n\nid,title,price,link\n"), Some(("csv", None)));
        let wide = "\u{feff}id\ttitle\tprice\tlink\n".encode_utf16().flat_map(u16::to_le_bytes);
        assert_eq!(recognise(&wide.collect::<Vec<u8>>()).map(|kind| kind.format), Some("tsv"));
        for none in ["", "<html><body>Not found</body></html>", "date,amount\n", "{}", "Not found"] {
            assert_eq!(format(none), None, "{none}");
        }
    }
}
