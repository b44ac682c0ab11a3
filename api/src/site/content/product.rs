use domain::{
    model::{Fils, Stock},
    store::{offers::ListedOffer, snapshots::Snapshot},
};

use super::{Breadcrumb, PHOTO_SIZES, breadcrumb, frame, panel};
use crate::{
    services::{
        facts::fact_groups,
        texts::{Sentence, proper_name},
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
        html.block("div", "server-hero", |html| summary(html, snapshot));
        offers(html, snapshot);
        facts(html, snapshot);
    })
}

fn summary(html: &mut Html, snapshot: &Snapshot) {
    let product = &snapshot.product;
    html.block("div", "server-photo", |html| {
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

/// Writes the price and the retailer of the offer that is cheapest including delivery; where nothing is in stock, of the
/// one with the lowest price. The page in the browser names the same offer.
fn cheapest_delivered(html: &mut Html, snapshot: &Snapshot) {
    let cheapest = if snapshot.in_stock() {
        snapshot.cheapest_delivered_offer().map(|delivered| delivered.listed)
    } else {
        snapshot.cheapest_offer()
    };
    let Some(cheapest) = cheapest else {
        html.words("p", "product.notSoldTitle");
        html.words("p", "product.notSoldText");
        return;
    };
    html.words("p", if snapshot.in_stock() { "product.lowestNow" } else { "product.lowestOut" });
    html.block("p", "server-price", |html| html.price(cheapest.offer.price));
    html.element("p", &[], |html| offer_row(html, cheapest));
}

fn offer_row(html: &mut Html, listed: &ListedOffer) {
    html.sentence("bdi", &[], &retailer_name(listed));
}

fn retailer_name(listed: &ListedOffer) -> Sentence {
    let (en, ar) = (proper_name(&listed.retailer_name_en).en, proper_name(&listed.retailer_name_ar).ar);
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
                sort_offers(&snapshot.offers).into_iter().for_each(|listed| row(html, listed))
            });
        });
    });
}

/// Returns the offers in stock first, then by price including delivery. An unstated fee counts as the highest fee of
/// the other offers. Of equal totals, one with a stated fee comes first, then the one with the lower price. The web
/// app orders them alike (`sortByDeliveredPrice` in `web/src/features/product/offers.ts`).
fn sort_offers(offers: &[ListedOffer]) -> Vec<&ListedOffer> {
    let fee = |listed: &ListedOffer| listed.shipping.fee(listed.offer.price);
    let highest = offers.iter().filter_map(fee).max().unwrap_or(Fils::ZERO);
    let mut sorted: Vec<&ListedOffer> = offers.iter().collect();
    sorted.sort_by_key(|listed| {
        let (price, fee) = (listed.offer.price, fee(listed));
        let total = price.saturating_add(fee.unwrap_or(highest));
        (listed.offer.stock != Stock::In, total, fee.is_none(), price)
    });
    sorted
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

#[cfg(test)]
mod tests {
    use domain::model::{Offer, OfferId, RetailerId, ShippingRule};
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::*;

    fn offer(external_id: &str, price: i64, stock: Stock, fee: Option<i64>) -> ListedOffer {
        ListedOffer {
            offer: Offer {
                id: OfferId(Uuid::nil()),
                retailer_id: RetailerId(Uuid::nil()),
                external_id: external_id.to_owned(),
                product_id: None,
                title_en: None,
                title_ar: None,
                url: String::new(),
                image_url: None,
                price: Fils(price),
                list_price: None,
                stock,
                stock_left: None,
                price_confirmed_at: OffsetDateTime::UNIX_EPOCH,
            },
            retailer_slug: "dinar-dots".parse().unwrap(),
            retailer_name_en: String::new(),
            retailer_name_ar: String::new(),
            retailer_position: 0,
            tabby: false,
            shipping: ShippingRule { flat: fee.map(Fils), free_over: None },
        }
    }

    #[test]
    fn of_equal_totals_a_stated_fee_comes_before_an_unstated_one_then_the_lower_price() {
        let offers = [
            offer("out", 80, Stock::Out, Some(0)),
            // Counts as 105: the highest stated fee is 5.
            offer("unstated", 100, Stock::In, None),
            offer("higher", 103, Stock::In, Some(2)),
            offer("lower", 100, Stock::In, Some(5)),
            offer("cheapest", 104, Stock::In, Some(0)),
        ];
        let sorted: Vec<&str> =
            sort_offers(&offers).iter().map(|listed| listed.offer.external_id.as_str()).collect();
        assert_eq!(sorted, ["cheapest", "lower", "higher", "unstated", "out"]);
    }
}
