use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use domain::{
    model::{Product, ProductId, SpecKey, Stock},
    store::{
        offers::ListedOffer,
        products,
        snapshots::{self, Snapshot},
    },
};
use serde_json::{Value, json};
use time::OffsetDateTime;
use tracing::warn;

use super::{Site, early, head::Head, screens};
use crate::{extract::Path, kwd::Kwd, state::AppState, views::is_robot};

/// `GET /product/{id}`: the page with what crawlers and previews want to know about the product.
pub async fn product_page(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(page) = &app.site.page else { return app.site.not_built().into_response() };
    let missing = || page.answer(StatusCode::NOT_FOUND, &screens::missing());
    let Ok(id) = id.parse::<ProductId>() else { return missing() };
    match snapshots::load(&app.db, &[id], OffsetDateTime::now_utc().date()).await {
        Ok(found) => match found.first() {
            Some(snapshot) => {
                if !is_robot(&headers) {
                    app.views.count(id);
                }
                let early = early::of_product(&app, snapshot).await;
                page.answer(StatusCode::OK, &Head { early, ..head(&app.site, snapshot) })
            }
            None => moved(&app, id).await.unwrap_or_else(missing),
        },
        // The page itself says what is wrong: it asks the api for the same product.
        Err(error) => {
            warn!("Could not describe product {id} to crawlers: {error}");
            page.answer(StatusCode::OK, &screens::plain(&app.site, "/product"))
        }
    }
}

/// Leads from a product that was merged to the one that it went into.
async fn moved(app: &AppState, id: ProductId) -> Option<Response> {
    match products::follow_merged(&app.db, &[id]).await {
        Ok(followed) => {
            let into = followed.get(&id)?;
            Some(Redirect::permanent(&format!("/product/{into}")).into_response())
        }
        Err(error) => {
            warn!("Could not look where product {id} went: {error}");
            None
        }
    }
}

fn head(site: &Site, snapshot: &Snapshot) -> Head {
    let product = &snapshot.product;
    let address = format!("{}/product/{}", site.public_url, product.id);
    let mut head =
        Head::new(format!("{} | Tajmeea", product.name), description(snapshot), Some(address.clone()));
    head.kind = "product";
    head.image = picture_address(site, product);
    if let Some(best) = snapshot.best_offer() {
        head.properties.push(("product:price:amount", best.offer.price.to_string()));
        head.properties.push(("product:price:currency", crate::kwd::CURRENCY.to_owned()));
        head.properties
            .push(("product:availability", if snapshot.in_stock() { "instock" } else { "oos" }.to_owned()));
    }
    head.data = vec![product_data(site, &address, snapshot), breadcrumb_data(site, snapshot)];
    head
}

/// In both languages: which of them a visitor reads is known only to the browser.
fn description(snapshot: &Snapshot) -> String {
    let name = &snapshot.product.name;
    let name_ar = snapshot.name_ar().unwrap_or(name);
    match snapshot.best_offer() {
        Some(best) => {
            let price = best.offer.price;
            format!(
                "{name} from {price} KWD: compare shops in Kuwait, price history and specifications. \
                 {name_ar} من {price} د.ك: قارن محلات الكويت وحركة السعر والمواصفات."
            )
        }
        None => format!(
            "{name}: specifications and price history. Not sold in Kuwait now. \
             {name_ar}: المواصفات وحركة السعر. ما ينباع في الكويت الحين."
        ),
    }
}

/// The largest picture, as others are told of it.
fn picture_address(site: &Site, product: &Product) -> Option<String> {
    product.picture.as_ref().map(|picture| format!("{}{}", site.public_url, picture.path()))
}

/// The product as schema.org describes one.
fn product_data(site: &Site, address: &str, snapshot: &Snapshot) -> Value {
    let product = &snapshot.product;
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "@id": address,
        "url": address,
        "name": product.name,
        "category": product.category.label_en(),
        "brand": {"@type": "Brand", "name": product.manufacturer},
        "model": product.model,
    });
    let mut set = |key: &str, value: Option<Value>| set(&mut data, key, value);
    set("alternateName", snapshot.name_ar().map(Value::from));
    set("image", picture_address(site, product).map(Value::from));
    set("mpn", product.part_numbers.first().map(|number| Value::from(number.as_str())));
    set("color", product.specs.text(SpecKey::Color).map(Value::from));
    set("offers", offers_data(snapshot));
    set(
        "aggregateRating",
        product.rating.map(|rating| {
            json!({"@type": "AggregateRating", "ratingValue": rating, "reviewCount": product.review_count})
        }),
    );
    data
}

fn offers_data(snapshot: &Snapshot) -> Option<Value> {
    // The range is of what can be bought: a search engine shows it as today's price. Without such an offer there is no range.
    let in_stock = || snapshot.offers.iter().filter(|listed| listed.offer.stock == Stock::In);
    let prices = || in_stock().map(|listed| listed.offer.price);
    let offers: Vec<Value> = if snapshot.in_stock() {
        in_stock().map(offer_data).collect()
    } else {
        snapshot.offers.iter().map(offer_data).collect()
    };
    let (Some(low), Some(high)) = (prices().min(), prices().max()) else {
        return (!offers.is_empty()).then(|| Value::from(offers));
    };
    Some(json!({
        "@type": "AggregateOffer",
        "lowPrice": Kwd(low),
        "highPrice": Kwd(high),
        "priceCurrency": crate::kwd::CURRENCY,
        "offerCount": offers.len(),
        "offers": offers,
    }))
}

fn offer_data(listed: &ListedOffer) -> Value {
    let mut data = json!({
        "@type": "Offer",
        "url": listed.offer.url,
        "price": Kwd(listed.offer.price),
        "priceCurrency": crate::kwd::CURRENCY,
        "seller": {"@type": "Organization", "name": listed.retailer_name_en},
    });
    set(&mut data, "availability", availability(listed.offer.stock).map(Value::from));
    data
}

fn set(data: &mut Value, key: &str, value: Option<Value>) {
    if let (Some(object), Some(value)) = (data.as_object_mut(), value) {
        object.insert(key.to_owned(), value);
    }
}

/// Unknown stock is left out rather than guessed.
fn availability(stock: Stock) -> Option<&'static str> {
    match stock {
        Stock::In => Some("https://schema.org/InStock"),
        Stock::Out => Some("https://schema.org/OutOfStock"),
        Stock::Unknown => None,
    }
}

fn breadcrumb_data(site: &Site, snapshot: &Snapshot) -> Value {
    let product = &snapshot.product;
    let step = |position: usize, name: &str, path: &str| json!({"@type": "ListItem", "position": position, "name": name, "item": format!("{}{path}", site.public_url)});
    let mut steps = vec![step(1, "Tajmeea", "/")];
    if let Some(route) = product.category.route() {
        steps.push(step(2, product.category.label_en(), route));
    }
    steps.push(step(steps.len() + 1, &product.name, &format!("/product/{}", product.id)));
    json!({"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": steps})
}
