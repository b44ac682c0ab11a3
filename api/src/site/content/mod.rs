//! HTML content of a page's first answer: for readers without scripts, and for everybody until the app has rendered.

pub mod budget;
pub mod build;
pub mod listing;
pub mod product;

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
pub const CARD_SIZES: &str = "(max-width: 47.9375rem) 5.7rem, 11.5rem";
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

/// Writes the page's frame around the content of `inner`.
pub fn frame(page: &PageAddress, inner: impl FnOnce(&mut Html)) -> String {
    let mut html = Html::new(page.language);
    html.block("header", "server-top", |html| {
        html.link("/", |html| {
            html.decoration("/favicon.svg");
            html.words("span", "app.name");
        });
    });
    html.block("main", "server-page", inner);
    html.block("footer", "server-foot", |html| {
        let label = html.text_of_key("site.categories");
        html.element("nav", &[("aria-label", label)], |html| html.element("ul", &[], categories));
    });
    html.finish()
}

/// Writes a page with only a heading and a line below it.
pub fn heading(page: &PageAddress, title: &'static str, lead: &'static str) -> String {
    frame(page, |html| {
        html.words("h1", title);
        html.words("p", lead);
    })
}

/// Writes a page with a heading and a line below it, both for new visitors: a browser that has stored a build with parts
/// removes them before the first paint (`web/tools/adaptServerContent.ts`).
pub fn heading_for_new_visitors(page: &PageAddress, title: &'static str, lead: &'static str) -> String {
    frame(page, |html| {
        html.element("div", &[("data-new-visitors", "")], |html| {
            html.words("h1", title);
            html.words("p", lead);
        });
    })
}

/// Writes a page without content.
pub fn empty(page: &PageAddress) -> String {
    frame(page, |_| ())
}

fn categories(html: &mut Html) {
    for category in Category::ALL {
        let Some(route) = category.route() else { continue };
        html.element("li", &[], |html| {
            html.link(route, |html| html.sentence("span", &[], &category_name(category, "many")));
        });
    }
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
