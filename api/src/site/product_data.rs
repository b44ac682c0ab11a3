//! schema.org data of products, by the search engines' rules for merchant listings.

use domain::{
    model::{Product, SpecKey, Stock},
    store::{offers::ListedOffer, snapshots::Snapshot, users::Language},
};
use serde_json::{Value, json};

use super::{Site, address::PageAddress, content::Breadcrumb};
use crate::{
    services::texts::{category_name, clean},
    wire::kwd::{CURRENCY, Kwd},
};

/// Returns the data of a product with its offers.
pub fn product_data(site: &Site, page: &PageAddress, snapshot: &Snapshot) -> Value {
    let product = &snapshot.product;
    let address = format!("{}{}", site.public_url, page.link(&page.path));
    let category = category_name(product.category, "one");
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "@id": address,
        "url": address,
        "name": clean(&product.name),
        "category": category.in_language(page.language),
    });
    let mut set = |key: &str, value: Option<Value>| set(&mut data, key, value);
    let text = |text: &str| Some(clean(text)).filter(|text| !text.trim().is_empty()).map(Value::from);
    set("brand", text(&product.manufacturer).map(|name| json!({"@type": "Brand", "name": name})));
    set("model", text(&product.model));
    set("alternateName", snapshot.name_ar().and_then(text));
    set("image", picture_address(site, product).map(Value::from));
    set("mpn", product.part_numbers.first().and_then(|number| text(number)));
    set("gtin", product.gtins.iter().find_map(|number| gtin(number)).map(Value::from));
    set("color", product.specs.text(SpecKey::Color).and_then(text));
    set("offers", offers_data(page, snapshot));
    let rating = product.rating.filter(|_| product.review_count > 0);
    set(
        "aggregateRating",
        rating.map(|rating| {
            json!({
                "@type": "AggregateRating",
                "ratingValue": rating,
                "bestRating": 5,
                "worstRating": 1,
                "reviewCount": product.review_count,
            })
        }),
    );
    data
}

/// Returns the address of the largest picture.
pub fn picture_address(site: &Site, product: &Product) -> Option<String> {
    product.picture.as_ref().map(|picture| format!("{}{}", site.public_url, picture.path()))
}

/// Returns the breadcrumb data of a page. A step without a path is the page itself.
pub fn breadcrumb_data(site: &Site, page: &PageAddress, crumbs: &[Breadcrumb]) -> Value {
    let steps: Vec<Value> = crumbs
        .iter()
        .zip(1..)
        .map(|(crumb, position)| {
            let path = page.link(crumb.path.as_deref().unwrap_or(&page.path));
            json!({
                "@type": "ListItem",
                "position": position,
                "name": clean(crumb.name.in_language(page.language)),
                "item": format!("{}{path}", site.public_url),
            })
        })
        .collect();
    json!({"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": steps})
}

/// Returns a GTIN of 8, 12, 13 or 14 digits if its check digit is valid. Stored GTINs have 14 digits with leading
/// zeros.
fn gtin(number: &str) -> Option<String> {
    let significant = number.trim_start_matches('0');
    let length = [8, 12, 13, 14].into_iter().find(|length| (1..=*length).contains(&significant.len()))?;
    let digits: Vec<u32> = significant.chars().map(|digit| digit.to_digit(10)).collect::<Option<_>>()?;
    let (last, rest) = digits.split_last()?;
    let sum: u32 =
        rest.iter().rev().zip([3, 1].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
    ((10 - sum % 10) % 10 == *last).then(|| format!("{significant:0>length$}"))
}

fn offers_data(page: &PageAddress, snapshot: &Snapshot) -> Option<Value> {
    // The price range covers only offers in stock, because search engines show it as today's price. Without such an
    // offer there is no range.
    let in_stock = || snapshot.offers.iter().filter(|listed| listed.offer.stock == Stock::In);
    let prices = || in_stock().map(|listed| listed.offer.price);
    let data = |listed| offer_data(page, listed);
    let offers: Vec<Value> = if snapshot.in_stock() {
        in_stock().map(data).collect()
    } else {
        snapshot.offers.iter().map(data).collect()
    };
    let (Some(low), Some(high)) = (prices().min(), prices().max()) else {
        return (!offers.is_empty()).then(|| Value::from(offers));
    };
    Some(json!({
        "@type": "AggregateOffer",
        "lowPrice": Kwd(low),
        "highPrice": Kwd(high),
        "priceCurrency": CURRENCY,
        "offerCount": offers.len(),
        "availability": "https://schema.org/InStock",
        "offers": offers,
    }))
}

fn offer_data(page: &PageAddress, listed: &ListedOffer) -> Value {
    let name = match page.language {
        Language::Ar if !listed.retailer_name_ar.is_empty() => &listed.retailer_name_ar,
        _ => &listed.retailer_name_en,
    };
    let mut data = json!({
        "@type": "Offer",
        "url": listed.offer.url,
        "price": Kwd(listed.offer.price),
        "priceCurrency": CURRENCY,
        // Used, refurbished and opened offers are rejected when they are read (`RejectReason`).
        "itemCondition": "https://schema.org/NewCondition",
        "seller": {"@type": "Organization", "name": clean(name)},
    });
    set(&mut data, "availability", availability(listed.offer.stock).map(Value::from));
    data
}

fn set(data: &mut Value, key: &str, value: Option<Value>) {
    if let (Some(object), Some(value)) = (data.as_object_mut(), value) {
        object.insert(key.to_owned(), value);
    }
}

/// Unknown stock is left out.
fn availability(stock: Stock) -> Option<&'static str> {
    match stock {
        Stock::In => Some("https://schema.org/InStock"),
        Stock::Out => Some("https://schema.org/OutOfStock"),
        Stock::PreOrder => Some("https://schema.org/PreOrder"),
        Stock::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structured_data_holds_valid_gtins_only() {
        for (number, expected) in [
            ("04006381333931", Some("4006381333931")),
            ("4006381333931", Some("4006381333931")),
            ("00036000291452", Some("036000291452")),
            ("00000096385074", Some("96385074")),
            ("4006381333930", None),
            ("40063813339x1", None),
            ("", None),
        ] {
            assert_eq!(gtin(number).as_deref(), expected, "{number}");
        }
    }
}
