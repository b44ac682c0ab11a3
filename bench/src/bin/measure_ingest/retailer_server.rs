//! A large retailer: real titles of real parts, repeated under different ids, in WooCommerce's format.

use std::{io::Write, net::Ipv4Addr, sync::Arc};

use axum::{
    Router,
    extract::State,
    http::{Uri, header::CONTENT_TYPE},
    response::IntoResponse,
    routing::get,
};
use demo::{ShopKind, World};
use serde_json::json;
use tokio::net::TcpListener;

/// Placeholder for an offer's id.
const ID: &str = "@ID@";

struct LargeRetailer {
    /// The offers in JSON without their ids, rendered beforehand so that the server takes no CPU time from the crawler.
    offers: Vec<String>,
    count: usize,
}

/// Opens a retailer of `count` offers on a free port, prints its address, and serves until killed.
pub(crate) async fn serve(count: usize) -> anyhow::Result<()> {
    let retailer = Arc::new(LargeRetailer { offers: offers()?, count });
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", listener.local_addr()?)?;
    out.flush()?;
    drop(out);
    let app = Router::new().route("/wp-json/wc/store/v1/products", get(page)).with_state(retailer);
    axum::serve(listener, app).await?;
    Ok(())
}

async fn page(State(retailer): State<Arc<LargeRetailer>>, uri: Uri) -> impl IntoResponse {
    let wanted = |name: &str| {
        let mut pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        pairs.find(|(key, _)| key == name).and_then(|(_, value)| value.parse::<usize>().ok())
    };
    let size = wanted("per_page").unwrap_or(10).clamp(1, 100);
    let first = wanted("page").unwrap_or(1).saturating_sub(1).saturating_mul(size);
    let mut body = String::from("[");
    for number in first..retailer.count.min(first + size) {
        if number > first {
            body.push(',');
        }
        body.push_str(&retailer.offers[number % retailer.offers.len()].replace(ID, &number.to_string()));
    }
    body.push(']');
    let pages = retailer.count.div_ceil(size).to_string();
    ([(CONTENT_TYPE.as_str(), "application/json".to_owned()), ("x-wp-totalpages", pages)], body)
}

/// Returns every title of the demo retailers that sell parts, alternating English and Arabic.
fn offers() -> anyhow::Result<Vec<String>> {
    let world = World::open(None)?;
    let shops = world.catalogue.shops.iter().filter(|shop| ShopKind::PART_SHOPS.contains(&shop.kind));
    let listings = shops.flat_map(|shop| shop.offers.iter()).filter(|offer| offer.habit.is_none());
    let offers = listings.enumerate().filter_map(|(number, offer)| {
        let part = world.catalogue.part(offer)?;
        let title = if number % 4 == 0 { &offer.title_ar } else { &offer.title };
        let price = 5_000 + (number * 7_919) % 400_000;
        let value = json!({
            "id": ID,
            "name": title,
            "permalink": format!("https://large.example/p/{ID}"),
            "sku": part.part_number.clone().unwrap_or_default(),
            "description": format!("<p>{} with two years of warranty, delivered tomorrow in all of Kuwait.</p>", part.name),
            "prices": {
                "price": price.to_string(), "regular_price": (price + price / 10).to_string(), "price_range": null,
                "currency_code": "KWD", "currency_minor_unit": 3,
            },
            "images": [{"id": 1, "src": format!("https://large.example/i/{}.jpg", part.slug)}],
            "categories": [{"id": 1, "name": part.category.as_str()}],
            "brands": [{"id": 1, "name": part.manufacturer}],
            "is_in_stock": number % 9 != 0, "is_purchasable": true, "has_options": false,
            "low_stock_remaining": number % 12,
        });
        // The id is a number in the Store API.
        Some(value.to_string().replace(&format!("\"id\":\"{ID}\""), &format!("\"id\":{ID}")))
    });
    Ok(offers.collect())
}
