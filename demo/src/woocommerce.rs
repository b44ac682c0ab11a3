//! Safat Tech, on WooCommerce: the Store API with Arabic titles and prices in minor units.

use domain::model::{Category, Fils};
use serde_json::{Value, json};

use super::{
    catalogue::Shop,
    market::Stock,
    page, picture,
    reply::{Ask, Reply},
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
    let pages = listings.len().div_ceil(per_page);
    let products: Vec<Value> = listings
        .iter()
        .skip((page - 1) * per_page)
        .take(per_page)
        .map(|listing| product(listing, ask))
        .collect();
    let mut reply = Reply::json(&Value::Array(products))
        .with("x-wp-total", listings.len().to_string())
        .with("x-wp-totalpages", pages.to_string());
    if page < pages {
        let next = format!("<{}{}?per_page={per_page}&page={}>; rel=\"next\"", ask.base, ask.path, page + 1);
        reply = reply.with("link", next);
    }
    reply
}

fn product(listing: &Listing<'_>, ask: &Ask) -> Value {
    let (offer, part, quote) = (listing.offer, listing.part, listing.quote);
    let id: u64 = offer.external_id.parse().unwrap_or_default();
    let regular = quote.list_price.unwrap_or(quote.price);
    // The scale is the shop's setting, not the currency's: some prices in whole hundredths of a dinar
    // come with two decimals.
    let unit = if id.is_multiple_of(5) && quote.price.0 % 10 == 0 && regular.0 % 10 == 0 { 2 } else { 3 };
    let minor = |amount: Fils| if unit == 2 { (amount.0 / 10).to_string() } else { amount.0.to_string() };
    let category = offer.stated.category.unwrap_or(Category::Other);
    let brands: Vec<Value> = offer.stated.brand.iter().map(|brand| json!({"id": 1, "name": brand})).collect();
    json!({
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
    })
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
