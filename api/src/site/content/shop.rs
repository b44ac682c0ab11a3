use domain::model::Fils;
use time::OffsetDateTime;

use super::{Breadcrumb, breadcrumb, category_name, frame, panel};
use crate::{
    routes::catalogue::retailer_detail::{JudgedReductions, RetailerCategory, RetailerDetail},
    services::texts::{Sentence, money},
    site::{
        address::PageAddress,
        html::{Html, is_web_address},
    },
    wire::retailer::Retailer,
};

/// Writes a retailer's page: delivery and payment, what it sells, when it was read, and where to reach it.
pub fn write(page: &PageAddress, detail: &RetailerDetail, name: &Sentence, crumbs: &[Breadcrumb]) -> String {
    let retailer = &detail.retailer;
    frame(page, |html| {
        breadcrumb(html, crumbs);
        html.sentence("h1", &[], name);
        html.block("div", "server-lead", |html| html.sentence("p", &[], &with_name("shopPage.lead", name)));
        panel(html, &Sentence::at("shopPage.terms"), |html| terms(html, retailer));
        panel(html, &Sentence::at("shopPage.parts"), |html| parts(html, detail));
        if let Some(judged) = &detail.reductions {
            panel(html, &Sentence::at("shopPage.reductions"), |html| reductions(html, judged));
        }
        panel(html, &Sentence::at("shopPage.freshness"), |html| {
            html.sentence("p", &[], &last_read(retailer.crawled_at));
            html.words("p", "shopPage.freshnessNote");
        });
        panel(html, &Sentence::at("shopPage.contact"), |html| contact(html, retailer, name));
    })
}

/// Returns the sentence of a key with the retailer's name in the sentence's language.
fn with_name(key: &'static str, name: &Sentence) -> Sentence {
    Sentence::from_fn(|texts| texts.fill(key, &[("shop", name.in_language(texts.0))]))
}

fn terms(html: &mut Html, retailer: &Retailer) {
    let shipping = &retailer.shipping;
    html.element("table", &[], |html| {
        html.element("tbody", &[], |html| {
            let fee = match shipping.flat {
                None => Sentence::at("shopPage.deliveryUnknown"),
                Some(fee) if fee.0 == Fils::ZERO => Sentence::at("product.free"),
                Some(fee) => Sentence::filled("shopPage.deliveryFee", &[("amount", &money(fee.0))]),
            };
            term(html, "shopPage.delivery", &fee);
            if let Some(limit) = shipping.free_over {
                let free = Sentence::filled("shopPage.freeFrom", &[("amount", &money(limit.0))]);
                term(html, "shopPage.freeDelivery", &free);
            }
            let tabby = if retailer.tabby { "shopPage.tabby" } else { "shopPage.noTabby" };
            term(html, "shopPage.instalments", &Sentence::at(tabby));
        });
    });
}

fn term(html: &mut Html, name: &'static str, value: &Sentence) {
    html.element("tr", &[], |html| {
        html.sentence("th", &[("scope", "row")], &Sentence::at(name));
        html.sentence("td", &[], value);
    });
}

fn parts(html: &mut Html, detail: &RetailerDetail) {
    if detail.categories.is_empty() {
        html.words("p", "shopPage.noParts");
        return;
    }
    html.element("table", &[], |html| {
        html.element("tbody", &[], |html| {
            for entry in &detail.categories {
                html.element("tr", &[], |html| {
                    html.element("th", &[("scope", "row")], |html| {
                        html.link(&listing_path(entry, &detail.retailer.slug), |html| {
                            html.sentence("span", &[], &category_name(entry.category, "many"));
                        });
                    });
                    let count = Sentence::from_fn(|texts| texts.count("shopPage.products", entry.products));
                    html.sentence("td", &[], &count);
                });
            }
        });
    });
}

/// Returns the path of the listing of what the retailer lists of a category, in stock or not.
fn listing_path(entry: &RetailerCategory, slug: &str) -> String {
    match entry.category.route() {
        Some(route) => format!("{route}?retailer={slug}&inStock=false"),
        None => format!("/products?category={}&retailer={slug}&inStock=false", entry.category.as_str()),
    }
}

fn reductions(html: &mut Html, judged: &JudgedReductions) {
    let [truthful, count, needed] = [judged.truthful, judged.judged, judged.needed].map(|n| n.to_string());
    let days = judged.days.to_string();
    let said = match judged.judged >= judged.needed {
        true => Sentence::filled(
            "shopPage.truthful",
            &[("truthful", &truthful), ("judged", &count), ("days", &days)],
        ),
        false => Sentence::filled(
            "shopPage.fewReductions",
            &[("judged", &count), ("needed", &needed), ("days", &days)],
        ),
    };
    html.sentence("p", &[], &said);
    html.words("p", "shopPage.reductionsNote");
}

fn last_read(crawled_at: Option<OffsetDateTime>) -> Sentence {
    let Some(at) = crawled_at else { return Sentence::at("shopPage.neverChecked") };
    let (day, hour, minute) = (at.date(), at.hour(), at.minute());
    Sentence::filled("shopPage.checkedAt", &[("time", &format!("{day} {hour:02}:{minute:02} UTC"))])
}

fn contact(html: &mut Html, retailer: &Retailer, name: &Sentence) {
    html.words("p", "shopPage.contactNote");
    if is_web_address(&retailer.url) {
        html.element("p", &[], |html| {
            html.element("a", &[("href", retailer.url.as_str()), ("rel", "noopener nofollow")], |html| {
                html.sentence("span", &[], &with_name("shopPage.website", name));
            });
        });
    }
    html.element("p", &[], |html| html.link("/for-shops", |html| html.words("span", "shopPage.yours")));
}
