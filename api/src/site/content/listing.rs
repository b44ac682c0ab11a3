use domain::model::{Category, Picture, ProductId, Specs};
use serde::Deserialize;

use super::{Breadcrumb, CARD_SIZES, Frame, RetailerDisplayNames, breadcrumb, frame_of, panel};
use crate::{
    services::{
        key_facts::key_facts,
        texts::{Sentence, category_name},
        verdicts::{say_evidence, say_verdict},
    },
    site::{address::PageAddress, html::Html},
    wire::{card_verdict::CardVerdict, kwd::Kwd},
};

/// Number of pictures that load at once; the others load when they are near to the screen.
const FIRST_PICTURES: usize = 9;

/// Content of a page of products.
pub struct Listing<'a> {
    /// Heading; `None` on the search page, which shows the search words instead.
    pub title: Option<Sentence>,
    /// Words that were searched.
    pub query: Option<&'a str>,
    pub crumbs: &'a [Breadcrumb],
    /// A line below the heading.
    pub lead: Option<Sentence>,
    pub cards: &'a [Card],
    /// Whether the page's heading names the category of its products.
    pub is_one_category: bool,
    pub retailers: &'a RetailerDisplayNames,
    /// Whether what a product's history says about its price stands with its evidence.
    pub with_evidence: bool,
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
    pub category: Category,
    #[serde(default)]
    pub specs: Specs,
    /// Best price.
    pub price: Option<Kwd>,
    pub in_stock: bool,
    /// Absent in cards of an index from before pre-orders were told apart.
    #[serde(default)]
    pub pre_order: bool,
    #[serde(default)]
    pub stock_unknown: bool,
    pub retailer: Option<String>,
    pub retailer_slug: Option<String>,
    pub picture: Option<Picture>,
    /// Absent where the price is about as usual.
    pub price_verdict: Option<CardVerdict>,
}

impl Card {
    /// Returns the path of the product's page.
    pub fn path(&self) -> String {
        format!("/product/{}", self.id)
    }
}

/// Writes a listing page: its products with price, retailer and stock. Head, tools and products are in the places and
/// sizes in which the app renders them (`web/src/features/catalogue`).
pub fn write(page: &PageAddress, listing: &Listing<'_>) -> String {
    let frame = Frame { wide: true, query: listing.query };
    frame_of(page, frame, |html| {
        // Only landing pages have more than their own name and the start.
        if listing.crumbs.len() > 2 {
            breadcrumb(html, listing.crumbs);
        }
        head(html, listing);
        html.block("div", "server-shell", |html| {
            html.element("div", &[("class", "server-side"), ("aria-hidden", "true")], |html| {
                html.words("strong", "filters.title");
            });
            html.element("div", &[], |html| {
                tools(html);
                cards(html, listing);
                pager(html, listing);
            });
        });
        links(html, listing.links);
    })
}

/// Writes the products of a page.
pub(super) fn cards(html: &mut Html, listing: &Listing<'_>) {
    if !listing.cards.is_empty() {
        html.block("ul", "server-cards", |html| {
            for (index, one) in listing.cards.iter().enumerate() {
                card(html, one, listing, index >= FIRST_PICTURES);
            }
        });
    }
}

pub(super) fn head(html: &mut Html, listing: &Listing<'_>) {
    html.block("div", "server-head", |html| {
        match (&listing.title, listing.query) {
            (Some(title), _) => html.sentence("h1", &[], title),
            (None, Some(query)) => html.element("h1", &[], |html| {
                html.words("span", "search.showing");
                html.text(" ");
                html.element("q", &[], |html| html.name(query));
            }),
            (None, None) => html.words("h1", "search.label"),
        }
        if let Some(lead) = &listing.lead {
            html.sentence("p", &[], lead);
        }
        if let Some(total) = listing.total {
            html.sentence("p", &[], &Sentence::from_fn(|texts| texts.count("listing.count", total)));
        }
    });
}

/// Writes what stands in place of the tools until the app brings them.
fn tools(html: &mut Html) {
    html.element("div", &[("class", "server-tools"), ("aria-hidden", "true")], |html| {
        html.words("span", "filters.title");
        html.element("span", &[], |_| ());
        html.words("span", "sort.popularity");
        html.words("span", "listing.delivered");
        html.element("span", &[], |_| ());
    });
    html.element("div", &[("class", "server-strip"), ("aria-hidden", "true")], |html| {
        html.words("span", "filters.inStock");
    });
}

fn card(html: &mut Html, card: &Card, listing: &Listing<'_>, late: bool) {
    html.block("li", "server-card", |html| {
        html.block("div", "server-stage", |html| {
            match &card.picture {
                // The app loads it when it is near to the screen, which browsers' own `lazy` takes for twice as far.
                Some(picture) if late => {
                    html.element("noscript", &[], |html| html.picture(picture, CARD_SIZES, late))
                }
                Some(picture) => html.picture(picture, CARD_SIZES, late),
                None => (),
            }
        });
        html.link(&card.path(), |html| html.name(&card.name));
        facts(html, card, listing.is_one_category);
        let Some(Kwd(price)) = card.price else {
            html.block("p", "server-where", |html| html.words("span", "card.notSold"));
            return;
        };
        if let Some(verdict) = &card.price_verdict {
            let words = if listing.with_evidence { say_evidence(verdict) } else { say_verdict(verdict) };
            html.block("p", "server-verdict", |html| html.sentence("span", &[], &words));
        }
        html.block("p", "server-cost", |html| html.price(price));
        html.block("p", "server-where", |html| {
            if let Some(retailer) = &card.retailer {
                html.sentence("bdi", &[], &listing.retailers.name(card.retailer_slug.as_deref(), retailer));
                html.text(" ");
            }
            html.words(
                "span",
                match (card.in_stock, card.pre_order) {
                    (true, _) => "stock.in",
                    (false, true) => "stock.pre_order",
                    (false, false) if card.stock_unknown => "stock.unknown",
                    (false, false) => "stock.out",
                },
            );
        });
    });
}

/// Writes the facts below a card's name.
fn facts(html: &mut Html, card: &Card, is_one_category: bool) {
    html.block("ul", "server-facts", |html| {
        if !is_one_category {
            // The name is Latin: an Arabic card names the category beside it. The page's styles hide it in English.
            html.sentence("li", &[("class", "server-kind")], &category_name(card.category, "one"));
        }
        for fact in key_facts(card.category, &card.specs) {
            html.sentence("li", &[], &fact);
        }
    });
}

pub(super) fn pager(html: &mut Html, listing: &Listing<'_>) {
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
