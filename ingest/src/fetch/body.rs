//! Reads a body without trusting its size or its charset.

use encoding_rs::{Encoding, UTF_8};
use futures::StreamExt;
use reqwest::header::CONTENT_TYPE;
use url::Url;

use super::FetchError;

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

    /// Parses the body as JSON.
    ///
    /// # Errors
    /// A sentence part that describes the actual content.
    pub fn json<T: serde::de::DeserializeOwned>(&self) -> Result<T, String> {
        if self.is_html() {
            return Err("the response is a web page instead of JSON".to_owned());
        }
        serde_json::from_slice(&self.body)
            .map_err(|error| format!("the response is not the expected JSON: {error}"))
    }
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
}
