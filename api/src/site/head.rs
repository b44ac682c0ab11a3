use std::fmt::{self, Display};

use domain::store::users::Language;
use serde_json::Value;

use super::{
    address::{PageAddress, localised},
    escape::{Escaped, InScript},
    preload::PreloadedResponse,
};
use crate::services::texts::clean;

/// Metadata of a page for search engines and previews. Displays as HTML with everything escaped.
#[derive(Debug, Clone)]
pub struct Head {
    pub language: Language,
    pub title: String,
    pub description: String,
    /// Canonical addresses of this content in each language; `None` when the content has another canonical address or
    /// must not be indexed.
    pub addresses: Option<Addresses>,
    /// `website` or `product`.
    pub kind: &'static str,
    pub image: Option<String>,
    /// Further `property` pairs.
    pub properties: Vec<(&'static str, String)>,
    /// schema.org data.
    pub data: Vec<Value>,
    /// Whether crawlers must not index the page.
    pub hidden: bool,
    /// Feeds of the page's content.
    pub feeds: Vec<FeedLink>,
    /// API answers that the page requests first.
    pub preloaded: Vec<PreloadedResponse>,
}

/// A feed that readers of feeds find by the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedLink {
    /// Media type.
    pub kind: &'static str,
    pub title: String,
    /// Full address.
    pub url: String,
}

/// Addresses of one content in each language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses {
    /// Address of the site, without a final slash.
    pub public_url: String,
    /// Path from the root, without language, with the query string that belongs to the content.
    pub path: String,
}

impl Addresses {
    /// Returns the full address in a language.
    pub fn in_language(&self, language: Language) -> String {
        format!("{}{}", self.public_url, localised(language, &self.path))
    }

    /// Returns each language with its address, as for `hreflang`. The address without a language segment is the
    /// default.
    pub fn alternates(&self) -> [(&'static str, String); 3] {
        let (english, arabic) = (self.in_language(Language::En), self.in_language(Language::Ar));
        [("en", english.clone()), ("ar", arabic), ("x-default", english)]
    }
}

impl Head {
    /// Creates the head of a plain page.
    pub fn new(page: &PageAddress, title: String, description: String) -> Self {
        Self {
            language: page.language,
            title,
            description,
            addresses: None,
            kind: "website",
            image: None,
            properties: Vec::new(),
            data: Vec::new(),
            hidden: false,
            feeds: Vec::new(),
            preloaded: Vec::new(),
        }
    }
}

impl Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, description) = (clean(&self.title), clean(&self.description));
        let (title, description) = (title.as_str(), description.as_str());
        writeln!(f, "<title>{}</title>", Escaped(title))?;
        writeln!(f, "<meta name=\"description\" content=\"{}\" />", Escaped(description))?;
        writeln!(f, "<link rel=\"manifest\" href=\"{}\" />", manifest(self.language))?;
        if self.hidden {
            writeln!(f, "<meta name=\"robots\" content=\"noindex\" />")?;
        }
        if let Some(addresses) = &self.addresses {
            self.write_addresses(f, addresses)?;
        }
        for FeedLink { kind, title, url } in &self.feeds {
            let (title, url) = (Escaped(title), Escaped(url));
            writeln!(f, "<link rel=\"alternate\" type=\"{kind}\" title=\"{title}\" href=\"{url}\" />")?;
        }
        property(f, "og:site_name", "Tajmeea")?;
        property(f, "og:type", self.kind)?;
        property(f, "og:title", title)?;
        property(f, "og:description", description)?;
        let (locale, other) = match self.language {
            Language::En => ("en_US", "ar_KW"),
            Language::Ar => ("ar_KW", "en_US"),
        };
        property(f, "og:locale", locale)?;
        property(f, "og:locale:alternate", other)?;
        if let Some(image) = &self.image {
            property(f, "og:image", image)?;
        }
        if !self.properties.iter().any(|(name, _)| *name == "twitter:card") {
            property(f, "twitter:card", "summary")?;
        }
        for (name, value) in &self.properties {
            property(f, name, &clean(value))?;
        }
        for data in &self.data {
            writeln!(f, "<script type=\"application/ld+json\">{}</script>", InScript(&data.to_string()))?;
        }
        self.preloaded.iter().try_for_each(|preloaded| preloaded.fmt(f))
    }
}

impl Head {
    fn write_addresses(&self, f: &mut fmt::Formatter<'_>, addresses: &Addresses) -> fmt::Result {
        let own = addresses.in_language(self.language);
        writeln!(f, "<link rel=\"canonical\" href=\"{}\" />", Escaped(&own))?;
        for (language, address) in addresses.alternates() {
            let address = Escaped(&address);
            writeln!(f, "<link rel=\"alternate\" hreflang=\"{language}\" href=\"{address}\" />")?;
        }
        property(f, "og:url", &own)
    }
}

/// Path of the file that describes the installable app in a language.
const fn manifest(language: Language) -> &'static str {
    match language {
        Language::En => "/manifest.en.webmanifest",
        Language::Ar => "/manifest.ar.webmanifest",
    }
}

fn property(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "<meta property=\"{name}\" content=\"{}\" />", Escaped(value))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn injected_markup_is_escaped() {
        let foul = "</title></script><script>alert('\"&')</script>\u{2028}";
        let mut head = Head::new(&PageAddress::from_path("/"), foul.into(), foul.into());
        head.addresses = Some(Addresses { public_url: foul.into(), path: "/".into() });
        head.data.push(json!({"name": foul}));
        let html = head.to_string();
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
        assert_eq!(html.matches("</title>").count(), 1, "{html}");
        assert!(!html.contains("<script>alert"), "{html}");
        let data = html.split_once("ld+json\">").unwrap().1.split_once("</script>").unwrap().0;
        assert_eq!(serde_json::from_str::<Value>(data).unwrap()["name"], foul);
    }

    #[test]
    fn page_links_its_other_language() {
        let addresses = Addresses { public_url: "https://x.example".into(), path: "/gpu".into() };
        let head = Head {
            addresses: Some(addresses),
            ..Head::new(&PageAddress::from_path("/ar/gpu"), "a".into(), "b".into())
        };
        let html = head.to_string();
        for expected in [
            "rel=\"canonical\" href=\"https://x.example/ar/gpu\"",
            "hreflang=\"en\" href=\"https://x.example/gpu\"",
            "hreflang=\"ar\" href=\"https://x.example/ar/gpu\"",
            "hreflang=\"x-default\" href=\"https://x.example/gpu\"",
            "property=\"og:locale\" content=\"ar_KW\"",
            "rel=\"manifest\" href=\"/manifest.ar.webmanifest\"",
        ] {
            assert!(html.contains(expected), "{expected} is not in {html}");
        }
    }
}
