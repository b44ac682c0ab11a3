use domain::{
    model::{Fils, Stock},
    store::{offers::ListedOffer, snapshots::Snapshot},
};

use super::{Breadcrumb, PHOTO_SIZES, breadcrumb, frame, panel};
use crate::{
    services::{
        facts::fact_groups,
        texts::{Sentence, named},
    },
    site::{
        address::PageAddress,
        html::{Html, money},
    },
};

/// Writes a product's page: its name, the retailers' offers, and its facts.
pub fn write(page: &PageAddress, snapshot: &Snapshot, crumbs: &[Breadcrumb]) -> String {
    frame(page, |html| {
        breadcrumb(html, crumbs);
        html.block("div", "sight-hero", |html| summary(html, snapshot));
        offers(html, snapshot);
        facts(html, snapshot);
    })
}

fn summary(html: &mut Html, snapshot: &Snapshot) {
    let product = &snapshot.product;
    html.block("div", "sight-photo", |html| {
        if let Some(picture) = &product.picture {
            html.picture(picture, PHOTO_SIZES);
        }
    });
    html.element("div", &[], |html| {
        html.element("p", &[], |html| {
            html.sentence("span", &[], &super::category_name(product.category, "one"));
            html.text(" · ");
            html.name(&product.manufacturer);
        });
        html.element("h1", &[], |html| html.name(&product.name));
        if let Some(number) = product.part_numbers.first() {
            html.element("p", &[], |html| html.name(number));
        }
        cheapest_delivered(html, snapshot);
    });
}

/// Writes the price and the retailer of the offer that is cheapest including delivery.
fn cheapest_delivered(html: &mut Html, snapshot: &Snapshot) {
    let Some(cheapest) = snapshot.cheapest_delivered_offer().map(|delivered| delivered.listed) else {
        html.words("p", "product.notSoldTitle");
        html.words("p", "product.notSoldText");
        return;
    };
    html.words("p", if snapshot.in_stock() { "product.lowestNow" } else { "product.lowestOut" });
    html.block("p", "sight-price", |html| html.price(cheapest.offer.price));
    html.element("p", &[], |html| offer_row(html, cheapest));
}

fn offer_row(html: &mut Html, listed: &ListedOffer) {
    html.sentence("bdi", &[], &retailer_name(listed));
}

fn retailer_name(listed: &ListedOffer) -> Sentence {
    let (en, ar) = (named(&listed.retailer_name_en).en, named(&listed.retailer_name_ar).ar);
    Sentence { ar: if ar.is_empty() { en.clone() } else { ar }, en }
}

fn offers(html: &mut Html, snapshot: &Snapshot) {
    if snapshot.offers.is_empty() {
        return;
    }
    let mut retailers: Vec<&str> =
        snapshot.offers.iter().map(|listed| listed.retailer_slug.as_str()).collect();
    retailers.sort_unstable();
    retailers.dedup();
    let title = Sentence::from_fn(|texts| texts.count("product.shopsTitle", retailers.len() as u64));
    panel(html, &title, |html| {
        html.element("table", &[], |html| {
            html.element("thead", &[], |html| {
                html.element("tr", &[], |html| {
                    for head in ["product.shop", "product.stock", "product.delivery", "product.price"] {
                        html.words("th", head);
                    }
                });
            });
            html.element("tbody", &[], |html| {
                sort_offers(snapshot).into_iter().for_each(|listed| row(html, listed))
            });
        });
    });
}

/// Returns the offers in stock first, then by price including delivery, as `sortDelivered` of the web app.
fn sort_offers(snapshot: &Snapshot) -> Vec<&ListedOffer> {
    let fee = |listed: &ListedOffer| listed.shipping.fee(listed.offer.price);
    let highest = snapshot.offers.iter().filter_map(fee).max().unwrap_or(Fils::ZERO);
    let mut offers: Vec<&ListedOffer> = snapshot.offers.iter().collect();
    offers.sort_by_key(|listed| {
        let price = listed.offer.price;
        (listed.offer.stock != Stock::In, price.saturating_add(fee(listed).unwrap_or(highest)), price)
    });
    offers
}

fn row(html: &mut Html, listed: &ListedOffer) {
    let offer = &listed.offer;
    html.element("tr", &[], |html| {
        html.element("td", &[], |html| {
            if is_web_address(&offer.url) {
                let attributes = [("href", offer.url.as_str()), ("rel", "noopener nofollow sponsored")];
                html.element("a", &attributes, |html| offer_row(html, listed));
            } else {
                offer_row(html, listed);
            }
        });
        let stock = match offer.stock {
            Stock::In => "stock.in",
            Stock::Out => "stock.out",
            Stock::Unknown => "stock.unknown",
        };
        html.words("td", stock);
        html.element("td", &[], |html| match listed.shipping.fee(offer.price) {
            None => html.unknown(),
            Some(Fils::ZERO) => html.words("span", "product.free"),
            Some(fee) => {
                let fee = money(fee);
                html.sentence("span", &[], &Sentence::filled("product.deliveryFee", &[("amount", &fee)]));
            }
        });
        html.element("td", &[], |html| html.price(offer.price));
    });
}

/// Returns whether the URL is http or https: a retailer's link must not be a script.
fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

fn facts(html: &mut Html, snapshot: &Snapshot) {
    let groups = fact_groups(&snapshot.product.specs);
    panel(html, &Sentence::at("product.specs"), |html| {
        if groups.is_empty() {
            html.words("p", "product.noSpecs");
            return;
        }
        html.element("table", &[], |html| {
            for (group, facts) in &groups {
                html.element("tbody", &[], |html| {
                    html.element("tr", &[], |html| {
                        html.sentence("th", &[("colspan", "2"), ("scope", "rowgroup")], group);
                    });
                    for fact in facts {
                        html.element("tr", &[], |html| {
                            html.sentence("th", &[("scope", "row")], &fact.name);
                            html.element("td", &[], |html| html.sentence("bdi", &[], &fact.value));
                        });
                    }
                });
            }
        });
    });
}
