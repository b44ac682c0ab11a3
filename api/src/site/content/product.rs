use domain::{
    model::{Fils, OfferAge, Stock},
    store::{offers::ListedOffer, snapshots::Snapshot},
};
use time::OffsetDateTime;

use super::{Breadcrumb, PHOTO_SIZES, breadcrumb, frame, panel};
use crate::{
    services::{
        facts::fact_groups,
        texts::{Sentence, money, proper_name},
    },
    site::{
        address::PageAddress,
        html::{Html, is_web_address},
        shop_page,
    },
};

/// Writes a product's page: its name, the retailers' offers, and its facts.
pub fn write(page: &PageAddress, snapshot: &Snapshot, crumbs: &[Breadcrumb]) -> String {
    frame(page, |html| {
        breadcrumb(html, crumbs);
        html.block("div", "server-hero", |html| summary(html, snapshot));
        html.block("div", "server-columns", |html| {
            html.element("div", &[], |html| offers(html, snapshot));
            html.element("div", &[], |html| facts(html, snapshot));
        });
    })
}

fn summary(html: &mut Html, snapshot: &Snapshot) {
    let product = &snapshot.product;
    html.block("div", "server-photo", |html| {
        if let Some(picture) = &product.picture {
            html.picture(picture, PHOTO_SIZES, false);
        }
    });
    html.block("div", "server-info", |html| {
        html.block("p", "server-row", |html| {
            html.sentence("span", &[], &super::category_name(product.category, "one"));
            html.text(" ");
            html.name(&product.manufacturer);
        });
        html.element("h1", &[], |html| html.name(&product.name));
        if let Some(number) = product.part_numbers.first() {
            html.element("p", &[], |html| html.name(number));
        }
        html.block("div", "server-buy", |html| {
            html.element("div", &[], |html| cheapest_delivered(html, snapshot));
        });
    });
}

/// Writes the price, including delivery, and the retailer of the offer that is cheapest including delivery; where nothing is
/// in stock, of the one with the lowest price. The page in the browser names the same offer.
fn cheapest_delivered(html: &mut Html, snapshot: &Snapshot) {
    let delivered = snapshot.cheapest_delivered_offer().filter(|_| snapshot.in_stock());
    let Some(cheapest) = delivered.as_ref().map(|one| one.listed).or_else(|| snapshot.cheapest_offer())
    else {
        html.words("p", "product.notSoldTitle");
        html.words("p", "product.notSoldText");
        return;
    };
    // An unstated fee is only assumed for the order: it is no part of a price.
    let total = delivered.filter(|one| one.states_fee).map(|one| one.total);
    let label = match (snapshot.in_stock(), snapshot.is_pre_order()) {
        (true, _) if total.is_none() => "product.lowestNowBefore",
        (true, _) => "product.lowestNow",
        (false, true) => "product.lowestPreOrder",
        (false, false) if snapshot.is_stock_unknown() => "product.lowestUnknown",
        (false, false) => "product.lowestOut",
    };
    html.words("p", label);
    html.block("p", "server-price", |html| html.price(total.unwrap_or(cheapest.offer.price)));
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

/// Returns the offers in stock first, then those on pre-order, then the rest; in each those not read for days last, then
/// by price including delivery. An unstated fee counts as the highest fee of
/// the other offers. Of equal totals, one with a stated fee comes first, then the one with the lower price. The web
/// app orders them alike (`sortByDeliveredPrice` in `web/src/lib/product/offers.ts`).
fn sort_offers(offers: &[ListedOffer]) -> Vec<&ListedOffer> {
    let fee = |listed: &ListedOffer| listed.shipping.fee(listed.offer.price);
    let highest = offers.iter().filter_map(fee).max().unwrap_or(Fils::ZERO);
    let now = OffsetDateTime::now_utc();
    let mut sorted: Vec<&ListedOffer> = offers.iter().collect();
    sorted.sort_by_key(|listed| {
        let (price, fee) = (listed.offer.price, fee(listed));
        let total = price.saturating_add(fee.unwrap_or(highest));
        let is_very_old = listed.offer.age(now) == OfferAge::VeryOld;
        (listed.offer.stock.rank(), is_very_old, total, fee.is_none(), price)
    });
    sorted
}

fn row(html: &mut Html, listed: &ListedOffer) {
    let offer = &listed.offer;
    html.element("tr", &[], |html| {
        html.element("td", &[], |html| {
            let url = listed.shopper_url();
            if is_web_address(&url) {
                let attributes = [("href", &*url), ("rel", "noopener nofollow sponsored")];
                html.element("a", &attributes, |html| offer_row(html, listed));
            } else {
                offer_row(html, listed);
            }
            html.text(" ");
            html.link(&shop_page::path(listed.retailer_slug.as_str()), |html| {
                html.words("small", "shopPage.about")
            });
        });
        let stock = match offer.stock {
            Stock::In => "stock.in",
            Stock::Out => "stock.out",
            Stock::PreOrder => "stock.pre_order",
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
            affiliate: None,
            is_confirmed_by_crawls: true,
        }
    }

    #[test]
    fn of_equal_totals_a_stated_fee_comes_before_an_unstated_one_then_the_lower_price() {
        let offers = [
            offer("out", 80, Stock::Out, Some(0)),
            offer("pre-order", 85, Stock::PreOrder, Some(0)),
            // Counts as 105: the highest stated fee is 5.
            offer("unstated", 100, Stock::In, None),
            offer("higher", 103, Stock::In, Some(2)),
            offer("lower", 100, Stock::In, Some(5)),
            offer("cheapest", 104, Stock::In, Some(0)),
        ];
        let sorted: Vec<&str> =
            sort_offers(&offers).iter().map(|listed| listed.offer.external_id.as_str()).collect();
        assert_eq!(sorted, ["cheapest", "lower", "higher", "unstated", "pre-order", "out"]);
    }
}
