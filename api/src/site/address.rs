use std::convert::Infallible;

use axum::{extract::FromRequestParts, http::request::Parts};
use domain::store::users::Language;

/// First path segment of every Arabic address; without it crawlers get the English page.
const ARABIC: &str = "/ar";

/// Path of a page without its language segment, and the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageAddress {
    pub language: Language,
    /// Path from the root without the language: `/gpu` for `/ar/gpu`.
    pub path: String,
}

impl PageAddress {
    /// Reads the path of a request.
    pub fn from_path(path: &str) -> Self {
        let english = || Self { language: Language::En, path: path.to_owned() };
        let Some(rest) = path.strip_prefix(ARABIC) else { return english() };
        match rest {
            "" | "/" => Self { language: Language::Ar, path: "/".to_owned() },
            _ if rest.starts_with('/') => Self { language: Language::Ar, path: rest.to_owned() },
            _ => english(),
        }
    }

    /// Returns the path of another page in this page's language.
    pub fn link(&self, path: &str) -> String {
        localised(self.language, path)
    }
}

impl<S: Sync> FromRequestParts<S> for PageAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::from_path(parts.uri.path()))
    }
}

/// Returns the path in a language.
pub fn localised(language: Language, path: &str) -> String {
    match (language, path) {
        (Language::En, _) => path.to_owned(),
        (Language::Ar, "/") => ARABIC.to_owned(),
        (Language::Ar, _) => format!("{ARABIC}{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_is_read_from_the_whole_first_segment_only() {
        for (path, language, plain) in [
            ("/", Language::En, "/"),
            ("/ar", Language::Ar, "/"),
            ("/ar/", Language::Ar, "/"),
            ("/ar/gpu", Language::Ar, "/gpu"),
            ("/article", Language::En, "/article"),
            ("/ar/ar/gpu", Language::Ar, "/ar/gpu"),
        ] {
            assert_eq!(
                PageAddress::from_path(path),
                PageAddress { language, path: plain.to_owned() },
                "{path}"
            );
        }
        assert_eq!(localised(Language::Ar, "/"), "/ar");
    }
}
