use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use domain::store::users::Language;
use sha2::{Digest, Sha256};

use super::head::Head;
use crate::http::cache::CachePolicy;

/// Opening tag of `web/index.html`.
const ENGLISH: &str = "<html lang=\"en\" dir=\"ltr\">";
const ARABIC: &str = "<html lang=\"ar\" dir=\"rtl\">";
/// Element in which the app renders; until then it holds the content.
const ROOT: &str = "<div id=\"root\">";

/// The front end's `index.html`, from which every screen starts, with its content security policy.
#[derive(Debug, Clone)]
pub struct PageTemplate {
    /// HTML up to the end of the head, without the title and description, which every answer adds.
    top: String,
    /// `top` for Arabic pages.
    top_ar: String,
    /// HTML between `top` and the content.
    middle: String,
    bottom: String,
    /// Value of `Content-Security-Policy`.
    policy: String,
}

impl PageTemplate {
    /// Reads the built page. The policy allows its inline scripts by their hashes, and no others.
    pub fn new(html: &str) -> Self {
        let hashes: String =
            inline_scripts(html).map(|script| format!(" 'sha256-{}'", hash(script))).collect();
        // Styles come from our own files; what scripts set on `element.style` is no inline style to a browser. Images
        // come only from this site, retailers' pictures included.
        let policy = format!(
            "default-src 'self'; script-src 'self'{hashes}; style-src 'self'; \
             img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
             object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        );
        let html = without(&without(html, "<title>", "</title>"), "<meta name=\"description\"", ">");
        let (top, body) = html.split_at(html.find("</head>").unwrap_or(0));
        let (middle, bottom) = body.split_at(body.find(ROOT).map_or(body.len(), |at| at + ROOT.len()));
        Self {
            top: top.to_owned(),
            top_ar: top.replacen(ENGLISH, ARABIC, 1),
            middle: middle.to_owned(),
            bottom: bottom.to_owned(),
            policy,
        }
    }

    /// Also allows scripts and frames of another origin, for a service that the operator configured.
    pub fn allow_service(&mut self, origin: &str) {
        self.policy = self.policy.replace("script-src 'self'", &format!("script-src 'self' {origin}"));
        self.policy.push_str(&format!("; frame-src {origin}"));
    }

    /// Returns the page with a head and content.
    pub fn answer(&self, status: StatusCode, head: &Head, content: &str) -> Response {
        let top = match head.language {
            Language::En => &self.top,
            Language::Ar => &self.top_ar,
        };
        let html = format!("{top}{head}{}{content}{}", self.middle, self.bottom);
        let mut response = (status, CachePolicy::Revalidate, Html(html)).into_response();
        if let Ok(policy) = HeaderValue::from_str(&self.policy) {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        response
    }
}

/// Returns the text of each `<script>` without a source. The page comes from our own build, so a plain scan suffices.
fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.split("<script").skip(1).filter_map(|rest| {
        let (attributes, body) = rest.split_once('>')?;
        let (script, _) = body.split_once("</script>")?;
        (!attributes.contains("src=")).then_some(script)
    })
}

fn hash(script: &str) -> String {
    BASE64_STANDARD.encode(Sha256::digest(script.as_bytes()))
}

/// Returns the text without its first part from `start` to `end`.
fn without(text: &str, start: &str, end: &str) -> String {
    let cut = text.split_once(start).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    cut.map_or_else(|| text.to_owned(), |(before, after)| format!("{before}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_scripts_are_allowed_by_their_hash() {
        let page = PageTemplate::new(
            "<head><script>alert(1)</script><script type=\"module\" src=\"/a.js\"></script></head>",
        );
        assert!(
            page.policy.contains("script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';")
        );
        assert_eq!(page.policy.matches("sha256-").count(), 1);
    }

    #[test]
    fn template_title_and_description_are_replaced() {
        let page = PageTemplate::new(
            "<head><title>x</title><meta name=\"description\" content=\"y\" /></head><body></body>",
        );
        assert_eq!((page.top.as_str(), page.middle.as_str()), ("<head>", "</head><body></body>"));
    }

    #[test]
    fn content_is_in_the_root_element_with_its_language() {
        let page = PageTemplate::new(
            "<html lang=\"en\" dir=\"ltr\"><head></head><body><div id=\"root\"></div></body></html>",
        );
        assert!(page.top_ar.starts_with(ARABIC) && page.top.starts_with(ENGLISH));
        assert_eq!(page.middle, "</head><body><div id=\"root\">");
        assert_eq!(page.bottom, "</div></body></html>");
    }
}
