//! Reads a body without trusting its size or its charset.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};
use futures::StreamExt;
use reqwest::header::CONTENT_TYPE;
use url::Url;

use super::FetchError;

/// Maximum length of what a shop's programs may print before the JSON, in bytes, and maximum number of places where it is
/// tried to begin.
const MAX_NOTICE_BYTES: usize = 64 * 1024;
const MAX_JSON_STARTS: usize = 16;
/// Number of bytes in which a `<meta charset>` is searched, as in browsers.
const META_SEARCH_BYTES: usize = 1024;

/// A complete response.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// Address of the response, after redirects.
    pub url: Url,
    pub content_type: String,
    pub headers: reqwest::header::HeaderMap,
    pub body: Vec<u8>,
}

impl Fetched {
    /// Returns the body as text, decoded by byte order mark, Content-Type or `<meta charset>`, else as UTF-8. Broken
    /// bytes become U+FFFD.
    pub fn text(&self) -> String {
        let declared = charset_of(&self.content_type).or_else(|| meta_charset(&self.body));
        let encoding = declared.unwrap_or(UTF_8);
        encoding.decode(&self.body).0.into_owned()
    }

    /// Whether the body is an HTML page instead of data.
    pub fn is_html(&self) -> bool {
        let start = self.body.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
        self.content_type.contains("html") || self.body.get(start) == Some(&b'<')
    }

    /// Parses the body as JSON, behind a byte order mark or notices that the shop's programs printed.
    ///
    /// # Errors
    /// A sentence part that describes the actual content.
    pub fn json<T: serde::de::DeserializeOwned>(&self) -> Result<T, String> {
        let body = self.body.as_slice();
        let body = match body {
            // Only a mark proves another encoding: JSON is UTF-8.
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Cow::Owned(UTF_8.decode(body).0.into_owned().into_bytes()),
            _ => Cow::Borrowed(body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body)),
        };
        let error = match serde_json::from_slice(&body) {
            Ok(parsed) => return Ok(parsed),
            Err(error) => error,
        };
        match json_behind_notices(&body) {
            Some(json) => serde_json::from_slice(json)
                .map_err(|error| format!("the response is not the expected JSON: {error}")),
            None if self.is_html() => Err("the response is a web page instead of JSON".to_owned()),
            None => Err(format!("the response is not the expected JSON: {error}")),
        }
    }
}

/// Returns the JSON that stands behind lines of other text and ends with the body; `None` where there is none. It begins its
/// line, or follows the end of a tag.
fn json_behind_notices(body: &[u8]) -> Option<&[u8]> {
    let head = &body[..body.len().min(MAX_NOTICE_BYTES)];
    let brackets = (1..head.len()).filter(|at| matches!(head[*at], b'{' | b'['));
    let starts = brackets.filter(|at| {
        let before = head[..*at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
        matches!(before, Some(b'\n' | b'\r' | b'>'))
    });
    starts
        .take(MAX_JSON_STARTS)
        .map(|at| &body[at..])
        .find(|json| serde_json::from_slice::<serde::de::IgnoredAny>(json).is_ok())
}

/// Reads a body to its end; fails beyond `limit` bytes after decompression.
pub(super) async fn read(response: reqwest::Response, url: &Url, limit: u64) -> Result<Fetched, FetchError> {
    let headers = response.headers().clone();
    let content_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .map(str::to_ascii_lowercase)
        .unwrap_or_default();
    let mut body = Vec::new();
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| FetchError::from_reqwest(url, error))?;
        if body.len() as u64 + chunk.len() as u64 > limit {
            return Err(FetchError::TooLarge { url: url.clone(), limit });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Fetched { url: url.clone(), content_type, headers, body })
}

/// Returns the encoding that a Content-Type or a `<meta>` names after `charset=`.
pub fn charset_of(text: &str) -> Option<&'static Encoding> {
    let (_, rest) = text.split_once("charset=")?;
    let rest = rest.trim_start_matches(['"', '\'', ' ']);
    let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && !"-_:.".contains(letter));
    Encoding::for_label(&rest.as_bytes()[..end.unwrap_or(rest.len())])
}

fn meta_charset(body: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&body[..body.len().min(META_SEARCH_BYTES)]).to_ascii_lowercase();
    head.split("<meta").skip(1).find_map(|tag| charset_of(tag.split('>').next().unwrap_or(tag)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fetched(content_type: &str, body: &[u8]) -> Fetched {
        let url = "https://shop.example/".parse().expect("an address");
        Fetched { url, content_type: content_type.into(), headers: Default::default(), body: body.to_vec() }
    }

    #[test]
    fn charsets_are_read_from_header_or_page() {
        let arabic = encoding_rs::WINDOWS_1256.encode("كرت شاشة").0.into_owned();
        assert_eq!(fetched("text/html; charset=windows-1256", &arabic).text(), "كرت شاشة");
        let mut page = b"<html><head><meta charset=\"windows-1256\"></head>".to_vec();
        page.extend_from_slice(&arabic);
        assert!(fetched("text/html", &page).text().ends_with("كرت شاشة"));
        let mut page =
            b"<meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1256\">".to_vec();
        page.extend_from_slice(&arabic);
        assert!(fetched("text/html", &page).text().ends_with("كرت شاشة"));
        assert_eq!(fetched("", "كرت".as_bytes()).text(), "كرت");
        assert!(fetched("text/html; charset=utf-8", &arabic).text().contains('\u{fffd}'));
    }

    #[test]
    fn json_is_read_behind_marks_and_notices() {
        let json = "[{\"id\": 1}, {\"id\": 2}]";
        let notice =
            "<br />\n<b>Warning</b>: Undefined array key [x] in <b>/a.php</b> on line <b>3</b><br />\n";
        for (before, after) in [
            ("", ""),
            ("\u{feff}", "\n"),
            (notice, ""),
            ("PHP Notice: {x} in a.php\n\n", "\n"),
            ("<b>Notice</b><br>", ""),
        ] {
            for kind in ["application/json", "text/html; charset=utf-8"] {
                let read = fetched(kind, format!("{before}{json}{after}").as_bytes())
                    .json::<Vec<serde_json::Value>>();
                assert_eq!(read.expect(before).len(), 2, "{before}");
            }
        }
        let wide = format!("\u{feff}{json}").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        assert!(fetched("application/json", &wide).json::<serde_json::Value>().is_ok());
        for (page, what) in [
            ("<html><script>\n{\"id\": 1}</script></html>", "a web page"),
            ("Fatal error\n[{\"id\": 1}, {\"i", "not the expected JSON"),
            ("", "not the expected JSON"),
        ] {
            let said = fetched("", page.as_bytes()).json::<serde_json::Value>().expect_err(page);
            assert!(said.contains(what), "{page}: {said}");
        }
        // Another shape than the expected one is named as such, notices or none.
        assert!(fetched("", b"Notice\n{\"message\": \"x\"}").json::<Vec<u8>>().is_err());
    }
}
