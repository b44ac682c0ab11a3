use super::{
    Frame, breadcrumb, frame_of,
    listing::{self, Listing},
};
use crate::{
    services::texts::Sentence,
    site::{address::PageAddress, html::Html},
};

/// A filter that the page offers.
#[derive(Debug)]
pub struct FilterLink {
    /// Path of the page with the filter, or without it where it is in force.
    pub path: String,
    pub name: Sentence,
    pub deals: usize,
    pub is_chosen: bool,
}

/// Filters of the page, by group.
#[derive(Debug, Default)]
pub struct FilterLinks {
    pub categories: Vec<FilterLink>,
    pub retailers: Vec<FilterLink>,
}

/// Writes the page of deals: its products with their verdicts, the filters as links, and the feeds.
pub fn write(page: &PageAddress, listing: &Listing<'_>, filters: &FilterLinks, feed: &str) -> String {
    frame_of(page, Frame { wide: true, query: None }, |html| {
        if listing.crumbs.len() > 2 {
            breadcrumb(html, listing.crumbs);
        }
        listing::head(html, listing);
        if listing.cards.is_empty() {
            html.words("p", "deals.empty");
        }
        listing::cards(html, listing);
        listing::pager(html, listing);
        links(html, "deals.byCategory", &filters.categories);
        links(html, "deals.byShop", &filters.retailers);
        html.element("p", &[], |html| html.link(feed, |html| html.words("span", "deals.feed")));
    })
}

fn links(html: &mut Html, title: &'static str, links: &[FilterLink]) {
    if links.is_empty() {
        return;
    }
    super::panel(html, &Sentence::at(title), |html| {
        html.block("ul", "server-links", |html| {
            for link in links {
                html.element("li", &[], |html| {
                    html.link(&link.path, |html| {
                        html.sentence("bdi", &[], &link.name);
                        html.text(&format!(" ({})", link.deals));
                    });
                    if link.is_chosen {
                        html.text(" ");
                        html.words("span", "deals.chosen");
                    }
                });
            }
        });
    });
}
