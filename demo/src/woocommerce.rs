//! Safat Tech, on WooCommerce: the Store API with Arabic titles and prices in minor units.

use domain::model::{Category, Fils};
use serde_json::{Value, json};

use super::{
    catalogue::Shop,
    market::Stock,
    odd_listings::{Colour, Habit},
    page, picture,
    reply::{Ask, Reply},
    seed,
    world::{Listing, World},
};

/// Maximum page size of the Store API.
const MAX_PER_PAGE: usize = 100;

/// Answers a path of the shop's own platform; `None` for any other.
pub(super) fn answer(world: &World, shop: &Shop, ask: &Ask) -> Option<Reply> {
    (ask.path == "/wp-json/wc/store/v1/products").then(|| products(world, shop, ask))
}

fn products(world: &World, shop: &Shop, ask: &Ask) -> Reply {
    let per_page = ask.number("per_page").unwrap_or(10).clamp(1, MAX_PER_PAGE);
    let page = ask.number("page").unwrap_or(1).max(1);
    let listings = world.listings(shop);
    let records: Vec<Value> = match ask.query.get("type") {
        Some(kind) if kind == "variation" => variations(&listings, ask),
        _ => listings
            .chunk_by(|one, other| one.offer.part == other.offer.part && one.offer.colour.is_some())
            .map(|entry| record(entry, ask))
            .collect(),
    };
    let pages = records.len().div_ceil(per_page);
    let total = records.len().to_string();
    let products = records.into_iter().skip((page - 1) * per_page).take(per_page).collect();
    let mut reply = Reply::json(&Value::Array(products))
        .with("x-wp-total", total)
        .with("x-wp-totalpages", pages.to_string());
    if page < pages {
        let next = format!("<{}{}?per_page={per_page}&page={}>; rel=\"next\"", ask.base, ask.path, page + 1);
        reply = reply.with("link", next);
    }
    reply
}

/// Returns a record of the list: a product, or one that is sold in colours, with the range of their prices.
fn record(entry: &[Listing<'_>], ask: &Ask) -> Value {
    let Some(first) = entry.first() else { return Value::Null };
    let mut record = product(first, ask);
    let Some(colour) = first.offer.colour else { return record };
    let prices = || entry.iter().map(|listing| listing.quote.price.0);
    let (low, high) = (prices().min().unwrap_or_default(), prices().max().unwrap_or_default());
    let colours = entry.iter().filter_map(|listing| Some((listing.offer, listing.offer.colour?)));
    let variations: Vec<Value> = colours
        .map(|(offer, colour)| {
            json!({"id": number(&offer.external_id), "attributes": [{"name": "اللون", "value": colour.arabic}]})
        })
        .collect();
    let own = json!({
        "id": parent_id(first),
        "name": picture::escape(name_of_all(first, colour)),
        "type": "variable",
        "sku": "",
        "has_options": true,
        "variations": variations,
        "prices": {
            "price": low.to_string(),
            "regular_price": low.to_string(),
            "sale_price": low.to_string(),
            "price_range": {"min_amount": low.to_string(), "max_amount": high.to_string()},
            "currency_code": "KWD",
            "currency_minor_unit": 3,
        },
    });
    extend(&mut record, own);
    record
}

/// Answers `?type=variation&parent=ID`: the colours of a product, each with its own price.
fn variations(listings: &[Listing<'_>], ask: &Ask) -> Vec<Value> {
    let parent = ask.number("parent");
    let variation = |listing: &Listing<'_>| {
        let colour = listing.offer.colour?;
        let id = parent_id(listing);
        if parent.is_none_or(|parent| u64::try_from(parent) != Ok(id)) {
            return None;
        }
        let mut record = product(listing, ask);
        let own = json!({
            "name": picture::escape(name_of_all(listing, colour)),
            "type": "variation",
            "parent": id,
            "variation": format!("اللون: {}", colour.arabic),
        });
        extend(&mut record, own);
        Some(record)
    };
    listings.iter().filter_map(variation).collect()
}

/// Returns the name that all colours of a product share.
fn name_of_all<'a>(listing: &Listing<'a>, colour: Colour) -> &'a str {
    let title = listing.offer.title_ar.as_str();
    title.strip_suffix(colour.arabic).unwrap_or(title).trim_end()
}

/// Returns the id of the product that a colour belongs to; no offer has one of this range.
fn parent_id(listing: &Listing<'_>) -> u64 {
    100_000_000 + seed::of(&listing.part.slug) % 100_000_000
}

fn number(id: &str) -> u64 {
    id.parse().unwrap_or_default()
}

/// Writes fields over those of a record.
fn extend(record: &mut Value, fields: Value) {
    if let (Some(record), Value::Object(fields)) = (record.as_object_mut(), fields) {
        record.extend(fields);
    }
}

fn product(listing: &Listing<'_>, ask: &Ask) -> Value {
    let (offer, part, quote) = (listing.offer, listing.part, listing.quote);
    let id = number(&offer.external_id);
    let regular = quote.list_price.unwrap_or(quote.price);
    // The scale is the shop's setting, not the currency's: some prices in whole hundredths of a dinar
    // come with two decimals.
    let is_odd = offer.habit == Some(Habit::OddFields);
    let unit =
        if !is_odd && id.is_multiple_of(5) && quote.price.0 % 10 == 0 && regular.0 % 10 == 0 { 2 } else { 3 };
    let minor = |amount: Fils| if unit == 2 { (amount.0 / 10).to_string() } else { amount.0.to_string() };
    let category = offer.stated.category.unwrap_or(Category::Other);
    let brands: Vec<Value> = offer.stated.brand.iter().map(|brand| json!({"id": 1, "name": brand})).collect();
    let mut record = json!({
        "id": id,
        "name": picture::escape(&offer.title_ar),
        "slug": part.slug,
        "type": "simple",
        "variation": "",
        "permalink": format!("{}/p/{}", ask.base, offer.external_id),
        "sku": offer.stated.sku,
        "short_description": "",
        "description": format!("<p>{}</p>", picture::escape(&part.name)),
        "on_sale": quote.list_price.is_some(),
        "prices": {
            "price": minor(quote.price),
            "regular_price": minor(regular),
            "sale_price": minor(quote.price),
            "price_range": null,
            "currency_code": "KWD",
            "currency_symbol": "د.ك",
            "currency_minor_unit": unit,
            "currency_decimal_separator": ".",
            "currency_thousand_separator": ",",
            "currency_prefix": "",
            "currency_suffix": " د.ك",
        },
        "average_rating": "0",
        "review_count": 0,
        "images": [{"id": id, "src": page::picture_url(ask, part), "alt": part.name}],
        "categories": [{"id": category as u64, "name": category_name(category), "slug": category.as_str().to_lowercase().replace('_', "-")}],
        "brands": brands,
        "has_options": false,
        "is_purchasable": !matches!(quote.stock, Stock::Out),
        "is_in_stock": !matches!(quote.stock, Stock::Out),
        "is_on_backorder": matches!(quote.stock, Stock::BackOrder),
        "low_stock_remaining": match quote.stock { Stock::In { left } => left, _ => None },
    });
    if is_odd {
        loosen(&mut record, id);
    }
    record
}

/// Writes some fields as plugins leave them: a number for a text, a text for a number, and nothing of use.
fn loosen(record: &mut Value, id: u64) {
    if let Some(prices) = record.get_mut("prices") {
        extend(prices, json!({"currency_minor_unit": "3"}));
    }
    extend(
        record,
        json!({"sku": id, "images": [{"src": false}], "brands": [{"id": 9}], "low_stock_remaining": []}),
    );
}

fn category_name(category: Category) -> &'static str {
    match category {
        Category::Cpu => "المعالجات",
        Category::CpuCooler => "تبريد المعالج",
        Category::Motherboard => "اللوحات الأم",
        Category::Ram => "الذاكرة العشوائية",
        Category::Storage => "التخزين",
        Category::Gpu => "كروت الشاشة",
        Category::Case => "صناديق الكمبيوتر",
        Category::Psu => "مزودات الطاقة",
        Category::Monitor => "الشاشات",
        Category::CaseFan => "المراوح",
        Category::Keyboard => "لوحات المفاتيح",
        Category::Mouse => "الفأرات",
        Category::Headset => "السماعات",
        Category::Other => "ملحقات",
    }
}
