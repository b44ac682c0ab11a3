use domain::model::{Picture, ProductId};
use serde::Deserialize;

use super::{Breadcrumb, CARD_SIZES, RetailerDisplayNames, breadcrumb, frame, panel};
use crate::{
    services::texts::Sentence,
    site::{address::PageAddress, html::Html},
    wire::kwd::Kwd,
};

/// Content of a page of products.
pub struct Listing<'a> {
    /// Heading; `None` on the search page, which shows the search words instead.
    pub title: Option<Sentence>,
    pub crumbs: &'a [Breadcrumb],
    /// A line below the heading.
    pub lead: Option<Sentence>,
    pub cards: &'a [Card],
    pub retailers: &'a RetailerDisplayNames,
    /// Number of products on all pages.
    pub total: Option<u64>,
    /// Paths of the pages before and after this one, if there are any.
    pub previous: Option<String>,
    pub next: Option<String>,
    /// Landing pages of the same category: path and name.
    pub links: &'a [(String, Sentence)],
}

/// A product in the list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    pub id: ProductId,
    pub name: String,
    /// Best price.
    pub price: Option<Kwd>,
    pub in_stock: bool,
    pub retailer: Option<String>,
    pub retailer_slug: Option<String>,
    pub picture: Option<Picture>,
}

impl Card {
    /// Returns the path of the product's page.
    pub fn path(&self) -> String {
        format!("/product/{}", self.id)
    }
}

/// Writes a listing page: its products with price, retailer and stock.
pub fn write(page: &PageAddress, listing: &Listing<'_>) -> String {
    frame(page, |html| {
        if listing.crumbs.len() > 1 {
            breadcrumb(html, listing.crumbs);
        }
        if let Some(title) = &listing.title {
            html.sentence("h1", &[], title);
        }
        if let Some(lead) = &listing.lead {
            html.sentence("p", &[], lead);
        }
        if let Some(total) = listing.total {
            html.sentence("p", &[], &Sentence::from_fn(|texts| texts.count("listing.count", total)));
        }
        if !listing.cards.is_empty() {
            html.block("ul", "server-cards", |html| {
                listing.cards.iter().for_each(|one| card(html, one, listing.retailers))
            });
        }
        pager(html, listing);
        links(html, listing.links);
    })
}

fn card(html: &mut Html, card: &Card, retailers: &RetailerDisplayNames) {
    html.block("li", "server-card", |html| {
        html.block("div", "server-stage", |html| {
            if let Some(picture) = &card.picture {
                html.picture(picture, CARD_SIZES);
            }
        });
        html.link(&card.path(), |html| html.name(&card.name));
        html.element("p", &[], |html| {
            let Some(Kwd(price)) = card.price else {
                html.words("span", "card.notSold");
                return;
            };
            html.element("b", &[], |html| html.price(price));
            html.text(" ");
            if let Some(retailer) = &card.retailer {
                html.sentence("bdi", &[], &retailers.name(card.retailer_slug.as_deref(), retailer));
                html.text(" · ");
            }
            html.words("span", if card.in_stock { "stock.in" } else { "stock.out" });
        });
    });
}

fn pager(html: &mut Html, listing: &Listing<'_>) {
    if listing.previous.is_none() && listing.next.is_none() {
        return;
    }
    let label = html.text_of_key("listing.pages");
    html.element("nav", &[("class", "server-pages"), ("aria-label", label)], |html| {
        for (path, words) in [(&listing.previous, "listing.previous"), (&listing.next, "listing.next")] {
            if let Some(path) = path {
                html.link(path, |html| html.words("span", words));
            }
        }
    });
}

fn links(html: &mut Html, links: &[(String, Sentence)]) {
    if links.is_empty() {
        return;
    }
    panel(html, &Sentence::at("landing.popular"), |html| {
        html.block("ul", "server-links", |html| {
            for (path, name) in links {
                html.element("li", &[], |html| html.link(path, |html| html.sentence("bdi", &[], name)));
            }
        });
    });
}
