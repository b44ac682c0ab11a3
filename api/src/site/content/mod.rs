//! HTML content of a page's first answer: for readers without scripts, and for everybody until the app has rendered.

pub mod budget;
pub mod build;
pub mod deals;
mod header;
pub mod home;
pub mod info;
pub mod listing;
pub mod product;
pub mod shop;

use std::sync::Arc;

use domain::model::Category;

use super::{address::PageAddress, html::Html};
use crate::{
    services::{
        retailer_cache::RetailerCache,
        texts::{Sentence, category_name, clean, proper_name},
    },
    wire::retailer::Retailer,
};

/// Retailers' names in both languages, by slug.
#[derive(Debug, Default)]
pub struct RetailerDisplayNames(Option<Arc<[Retailer]>>);

impl RetailerDisplayNames {
    /// Loads the names; without a database, pages use the names in the offers.
    pub async fn load(retailers: &RetailerCache) -> Self {
        Self(retailers.load_or_cached().await.ok())
    }

    /// Returns the name of a retailer; `name` if the slug is unknown.
    pub fn name(&self, slug: Option<&str>, name: &str) -> Sentence {
        let retailers = self.0.iter().flat_map(|retailers| retailers.iter());
        match retailers.into_iter().find(|retailer| Some(retailer.slug.as_str()) == slug) {
            Some(retailer) if !retailer.name_ar.is_empty() => {
                Sentence { en: clean(&retailer.name), ar: clean(&retailer.name_ar) }
            }
            _ => proper_name(name),
        }
    }
}

/// Display widths of pictures, as in `web/src/ui/pictures.ts`.
pub const CARD_SIZES: &str = "(max-width: 47.9375rem) 3.5rem, 11.5rem";
pub const PHOTO_SIZES: &str = "(max-width: 47.9375rem) 75vw, 22rem";

/// One step of a breadcrumb: its name, and its path unless it is the page itself.
#[derive(Debug, Clone)]
pub struct Breadcrumb {
    pub name: Sentence,
    pub path: Option<String>,
}

impl Breadcrumb {
    /// Creates a step to another page.
    pub fn to(path: impl Into<String>, name: Sentence) -> Self {
        Self { name, path: Some(path.into()) }
    }

    /// Creates the step of the page itself.
    pub fn current(name: Sentence) -> Self {
        Self { name, path: None }
    }

    /// Creates the first step of every breadcrumb.
    pub fn home() -> Self {
        Self::to("/", Sentence::at("nav.home"))
    }
}

/// The frame of a page.
#[derive(Debug, Clone, Copy, Default)]
pub struct Frame<'a> {
    /// Whether the page takes more of a large screen, as the app's `Page` with `wide`.
    pub wide: bool,
    /// Words that the page searched.
    pub query: Option<&'a str>,
}

/// Pages about the site, which every footer names (`web/src/app/Footer.tsx`): their paths and the keys of their names.
const SITE_LINKS: [(&str, &str); 5] = [
    ("/about", "footer.about"),
    ("/how-prices-are-read", "footer.howPricesAreRead"),
    ("/privacy", "footer.privacy"),
    ("/terms", "footer.terms"),
    ("/contact", "footer.contact"),
];

/// Writes the page's frame around the content of `inner`.
pub fn frame(page: &PageAddress, inner: impl FnOnce(&mut Html)) -> String {
    frame_of(page, Frame::default(), inner)
}

/// Writes a frame with properties around the content of `inner`.
pub fn frame_of(page: &PageAddress, frame: Frame<'_>, inner: impl FnOnce(&mut Html)) -> String {
    let mut html = Html::new(page.language);
    header::write(&mut html, page, frame.query);
    let attributes: &[(&'static str, &str)] =
        if frame.wide { &[("class", "server-page"), ("data-wide", "")] } else { &[("class", "server-page")] };
    html.element("main", attributes, inner);
    html.element("footer", &[("class", "server-foot"), ("id", header::CATEGORIES_ID)], |html| {
        let label = html.text_of_key("site.categories");
        html.element("nav", &[("aria-label", label)], |html| {
            html.words("h2", "site.categories");
            html.element("ul", &[], categories);
        });
        let label = html.text_of_key("footer.site");
        html.element("nav", &[("class", "server-site"), ("aria-label", label)], |html| {
            for (path, key) in SITE_LINKS {
                html.link(path, |html| html.words("span", key));
            }
        });
    });
    html.finish()
}

/// Writes a page with only a heading and a line below it.
pub fn heading(page: &PageAddress, title: &'static str, lead: &'static str) -> String {
    frame(page, |html| {
        html.words("h1", title);
        html.block("div", "server-lead", |html| html.words("p", lead));
    })
}

/// Writes a page that only the app can fill. Readers without scripts are told so, and what works without.
pub fn empty(page: &PageAddress) -> String {
    frame(page, |html| {
        html.block("noscript", "server-lead", |html| {
            html.words("h1", "site.needsScriptsTitle");
            html.words("p", "site.needsScripts");
        });
    })
}

fn categories(html: &mut Html) {
    for category in Category::ALL {
        let Some(route) = category.route() else { continue };
        html.element("li", &[], |html| {
            html.link(route, |html| html.sentence("span", &[], &category_name(category, "many")));
        });
    }
    html.element("li", &[], |html| html.link("/deals", |html| html.words("span", "nav.deals")));
}

fn breadcrumb(html: &mut Html, crumbs: &[Breadcrumb]) {
    let label = html.text_of_key("nav.breadcrumb");
    html.element("nav", &[("class", "server-crumb"), ("aria-label", label)], |html| {
        html.element("ol", &[], |html| {
            for Breadcrumb { name, path } in crumbs {
                html.element("li", &[], |html| match path {
                    Some(path) => html.link(path, |html| html.sentence("bdi", &[], name)),
                    None => html.sentence("bdi", &[("aria-current", "page")], name),
                });
            }
        });
    });
}

fn panel(html: &mut Html, title: &Sentence, inner: impl FnOnce(&mut Html)) {
    html.block("section", "server-panel", |html| {
        html.sentence("h2", &[], title);
        inner(html);
    });
}
