//! Rules of administrators about searches: synonyms, redirects, pinned and buried products.

use std::{fmt, str::FromStr};

use super::ProductId;

/// Maximum number of rules that hold at a time: each api keeps all of them in memory.
pub const MAX_SEARCH_RULES: i64 = 2_000;
/// Maximum length of a text, in characters.
const MAX_TEXT: usize = 200;
/// Maximum length of a path, in characters.
const MAX_PATH: usize = 300;
/// First segments of paths that are no pages: the API, pictures, and pages of the other language, which the site adds itself.
const FOREIGN_SEGMENTS: [&str; 4] = ["api", "pictures", "assets", "ar"];

/// Words of a rule: as entered, and in the form in which texts are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleText {
    pub typed: String,
    pub key: String,
}

/// The error for a text that no rule can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("must have 1 to {MAX_TEXT} characters, with a letter or a digit among them")]
pub struct RuleTextError;

/// Path of a page of this site, with its query: `/search?q=rtx`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitePath(String);

/// The error for a text that is no path of this site.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("must be the path of a page of this site, such as /gpu, with at most {MAX_PATH} characters")]
pub struct SitePathError;

/// Effect of a rule.
#[derive(Debug, Clone, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum RuleContent {
    /// In a query, the words `text` also mean the words `other`; two-way, these also mean those.
    Synonym { text: RuleText, other: RuleText, two_way: bool },
    /// The whole text leads to a page. `searched` is the key of the text that the page searches, if it is the search page.
    Redirect { text: RuleText, path: SitePath, searched: Option<String> },
    /// The product comes first for the whole text.
    Pin { text: RuleText, product: ProductId },
    /// The product comes behind the others for the whole text.
    Bury { text: RuleText, product: ProductId },
}

impl RuleText {
    /// Creates the text from what was entered and its key, which the caller computes as the search engine does.
    ///
    /// # Errors
    /// When the text is empty or too long, or no word is left of it.
    pub fn new(typed: &str, key: String) -> Result<Self, RuleTextError> {
        let typed = typed.trim();
        let is_long = typed.chars().count() > MAX_TEXT || key.chars().count() > MAX_TEXT;
        if is_long || typed.contains(char::is_control) || !key.contains(char::is_alphanumeric) {
            return Err(RuleTextError);
        }
        Ok(Self { typed: typed.to_owned(), key })
    }
}

impl SitePath {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SitePath {
    type Err = SitePathError;

    fn from_str(text: &str) -> Result<Self, SitePathError> {
        // Browsers read a backslash as a slash, and `//host` as another site.
        let is_plain =
            |character: char| !character.is_control() && !character.is_whitespace() && character != '\\';
        let path = text.split(['?', '#']).next().unwrap_or_default();
        let Some(below_root) = path.strip_prefix('/') else { return Err(SitePathError) };
        let mut segments = below_root.split('/');
        let is_foreign = segments.next().is_some_and(|first| FOREIGN_SEGMENTS.contains(&first));
        let has_empty_segment = below_root.contains("//") || below_root.starts_with('/');
        let climbs = below_root.split('/').any(|segment| matches!(segment, "." | ".."));
        let is_fitting = text.chars().count() <= MAX_PATH && text.chars().all(is_plain);
        if !is_fitting || is_foreign || has_empty_segment || climbs {
            return Err(SitePathError);
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for SitePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl RuleContent {
    /// Returns the stored name of the kind.
    pub fn kind(&self) -> &'static str {
        self.into()
    }

    /// Returns the words or the whole text that the rule is about.
    pub fn text(&self) -> &RuleText {
        match self {
            Self::Synonym { text, .. }
            | Self::Redirect { text, .. }
            | Self::Pin { text, .. }
            | Self::Bury { text, .. } => text,
        }
    }

    /// Returns the product that is pinned or buried.
    pub fn product(&self) -> Option<ProductId> {
        match self {
            Self::Pin { product, .. } | Self::Bury { product, .. } => Some(*product),
            Self::Synonym { .. } | Self::Redirect { .. } => None,
        }
    }

    /// Returns the key that this rule leads to from the key of its text, if following it could lead on: one-way synonyms, and
    /// redirects to a search.
    pub fn next_key(&self) -> Option<&str> {
        match self {
            Self::Synonym { other, two_way: false, .. } => Some(&other.key),
            Self::Redirect { searched, .. } => searched.as_deref(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_site_are_accepted() {
        for path in ["/", "/gpu", "/search?q=rtx+5070", "/products?category=GPU#top", "/gpu/rtx-5070"] {
            assert_eq!(path.parse::<SitePath>().map(|path| path.to_string()), Ok(path.to_owned()));
        }
        for wrong in [
            "",
            "gpu",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "/a b",
            "/a\nb",
            "/../x",
            "/api/health",
            "/pictures/x",
            "/ar/gpu",
            "/a//b",
        ] {
            assert_eq!(wrong.parse::<SitePath>(), Err(SitePathError), "{wrong:?}");
        }
        assert!(format!("/{}", "a".repeat(MAX_PATH)).parse::<SitePath>().is_err());
    }

    #[test]
    fn rule_texts_hold_a_word() {
        assert!(
            RuleText::new(" VGA card ", "vga card".to_owned()).is_ok_and(|text| text.typed == "VGA card")
        );
        for (typed, key) in [("", ""), ("?!", "?!"), ("a\0b", "ab"), (&"a".repeat(201), "a")] {
            assert!(RuleText::new(typed, key.to_owned()).is_err(), "{typed:?}");
        }
    }
}
