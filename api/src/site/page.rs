use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest, Sha256};

/// The front end's `index.html` and the content security policy that fits it.
#[derive(Debug, Clone)]
pub struct Page {
    pub html: String,
    /// The value of `Content-Security-Policy`.
    pub policy: String,
}

impl Page {
    /// Takes the page as it was built; its inline scripts are allowed by their hashes, and no others.
    pub fn new(html: String) -> Self {
        let hashes: String =
            inline_scripts(&html).map(|script| format!(" 'sha256-{}'", hash(script))).collect();
        // Styles: the component library writes style attributes and elements. Images: shops serve their own.
        let policy = format!(
            "default-src 'self'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data: https: http:; font-src 'self'; connect-src 'self'; object-src 'none'; \
             base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        );
        Self { html, policy }
    }
}

/// The text of each `<script>` without a source. The page is our own build's, so a plain scan suffices.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_scripts_are_allowed_by_their_hash() {
        let page = Page::new(
            "<head><script>alert(1)</script><script type=\"module\" src=\"/a.js\"></script></head>"
                .to_owned(),
        );
        assert!(
            page.policy.contains("script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';")
        );
        assert_eq!(page.policy.matches("sha256-").count(), 1);
    }
}
