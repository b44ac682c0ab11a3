//! The pages about the site itself: what it is, how prices are read, privacy, terms, contact. Which texts a page has, and in
//! which order, is in a file that the web app reads, too.

use std::sync::LazyLock;

use axum::{http::StatusCode, response::Response};
use serde::Deserialize;

use super::{
    Site,
    address::PageAddress,
    content,
    head::{Addresses, Head},
    page::PageTemplate,
    preload::PreloadedResponse,
};
use crate::services::texts::Texts;

/// A page about the site.
#[derive(Debug, Deserialize)]
pub struct InfoPage {
    /// Key of the page's texts in `infoPages`.
    pub key: String,
    pub path: String,
    pub sections: Vec<InfoSection>,
}

/// A part of a page under a heading of its own.
#[derive(Debug, Deserialize)]
pub struct InfoSection {
    pub key: String,
    pub items: Vec<InfoItem>,
}

/// One sentence or some. It is left out where its text names a value that the installation does not have.
#[derive(Debug, Deserialize)]
pub struct InfoItem {
    pub key: String,
    /// Name of a value with which the item is left out.
    pub unless: Option<String>,
    /// Path of the page to which the item leads; `contact`: to the operator's address.
    pub link: Option<String>,
}

static PAGES: LazyLock<Vec<InfoPage>> = LazyLock::new(|| {
    // A test reads the file.
    serde_json::from_str(include_str!("../../../web/src/features/info/infoPages.json")).unwrap_or_default()
});

/// Returns the page of a path without language and final slash.
pub fn find(path: &str) -> Option<&'static InfoPage> {
    PAGES.iter().find(|page| page.path == path)
}

/// Returns the paths of all such pages.
pub fn paths() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|page| page.path.as_str())
}

/// Answers a page with its whole text, and with the facts that the app would request.
pub fn answer(site: &Site, page: &PageTemplate, address: &PageAddress, info: &InfoPage) -> Response {
    let texts = Texts(address.language);
    let text = |name: &str| texts.find(&format!("infoPages.{}.{name}", info.key)).unwrap_or_default();
    let title = texts.fill_plain("app.title", &[("page", text("title"))]);
    let addresses = Addresses { public_url: site.public_url.to_string(), path: info.path.clone() };
    let head = Head {
        addresses: Some(addresses),
        preloaded: PreloadedResponse::new("/api/site".to_owned(), &site.facts).into_iter().collect(),
        ..Head::new(address, title, text("description").to_owned())
    };
    page.answer(StatusCode::OK, &head, &content::info::write(address, info, &site.facts))
}

#[cfg(test)]
mod tests {
    use domain::store::users::Language;

    use super::*;

    #[test]
    fn every_page_has_its_texts_in_both_languages() {
        assert_eq!(paths().count(), 5);
        for page in PAGES.iter() {
            let mut keys: Vec<String> = ["title", "description", "lead"].map(str::to_owned).into();
            for section in &page.sections {
                keys.push(format!("{}.title", section.key));
                keys.extend(section.items.iter().map(|item| format!("{}.{}", section.key, item.key)));
            }
            for key in keys {
                let key = format!("infoPages.{}.{key}", page.key);
                for language in [Language::En, Language::Ar] {
                    assert!(Texts(language).find(&key).is_some(), "{key}");
                }
            }
        }
    }
}
