//! Test switches, set by POST: the clock, an offer's price and stock, and a shop's failures.

use domain::model::Fils;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use time::{Date, macros::format_description};

use super::{
    reply::Reply,
    world::{Fault, Override, StockOverride, World},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockBody {
    date: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfferBody {
    /// Amount in dinars, as a text or a number.
    price: Option<Value>,
    stock: Option<StockOverride>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultBody {
    kind: Fault,
}

/// Parses a date such as `2026-11-21`.
///
/// # Errors
/// A sentence when the text is no such date.
pub fn parse_date(text: &str) -> Result<Date, String> {
    Date::parse(text, format_description!("[year]-[month]-[day]"))
        .map_err(|_| format!("date must be written as 2026-11-21, but is {text:?}"))
}

/// Handles `POST /clock`, `POST /shops/<slug>/offers/<id>` and `POST /shops/<slug>/fault`.
pub(super) fn answer(world: &World, path: &str, body: &[u8]) -> Reply {
    switch(world, path, body).unwrap_or_else(|problem| Reply::bad_request(&problem))
}

fn switch(world: &World, path: &str, body: &[u8]) -> Result<Reply, String> {
    let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
    match segments.as_slice() {
        ["clock"] => {
            let date = parse_date(&read::<ClockBody>(body)?.date)?;
            world.set_date(date);
            Ok(Reply::json(&json!({ "date": date.to_string() })))
        }
        ["shops", slug, "offers", id] => {
            let shop = world.catalogue.shop(slug).ok_or_else(|| format!("there is no retailer {slug:?}"))?;
            shop.find(id).ok_or_else(|| format!("{slug} has no offer {id:?}"))?;
            let wanted: OfferBody = read(body)?;
            let price = wanted.price.map(|price| read_price(&price)).transpose()?;
            world.set_offer(shop.kind, id, Override { price, stock: wanted.stock });
            Ok(Reply::json(&json!({ "id": id, "price": price.map(|price| price.to_string()) })))
        }
        ["shops", slug, "fault"] => {
            let shop = world.catalogue.shop(slug).ok_or_else(|| format!("there is no retailer {slug:?}"))?;
            world.set_fault(shop.kind, read::<FaultBody>(body)?.kind);
            Ok(Reply::json(&json!({ "shop": slug })))
        }
        _ => Ok(Reply::not_found()),
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|error| error.to_string())
}

fn read_price(price: &Value) -> Result<Fils, String> {
    let text = match price {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        other => return Err(format!("price must be dinars, but is {other}")),
    };
    text.parse::<Fils>().map_err(|error| format!("price {error}"))
}
