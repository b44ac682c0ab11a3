//! Dhow Digital, on Shopify: `/products.json` in pages, each variant an offer, and `/meta.json` with the currency.

use std::collections::BTreeMap;

use domain::model::Category;
use serde_json::{Value, json};

use super::{
    catalogue::Shop,
    facts,
    market::Stock,
    page, picture,
    reply::{Ask, Reply},
    seed,
    shop_kind::ShopKind,
    titles,
    world::{Listing, World},
};

/// Maximum page size of Shopify.
const MAX_LIMIT: usize = 250;
/// Number of products past which Shopify answers 400.
const MAX_DEPTH: usize = 25_000;

/// Answers a path of the shop's own platform; `None` for any other.
pub(super) fn answer(world: &World, shop: &Shop, ask: &Ask) -> Option<Reply> {
    match ask.path.as_str() {
        "/products.json" => Some(products(world, shop, ask)),
        "/meta.json" => Some(Reply::json(&json!({
            "name": ShopKind::DhowDigital.names().0, "country": "KW", "currency": "KWD", "city": "Kuwait City",
            "url": ask.base, "published_products_count": groups(world.listings(shop)).len(),
        }))),
        path => path.strip_prefix("/products/").map(|handle| {
            let handle = handle.trim_end_matches('/');
            let wanted = ask.query.get("variant");
            groups(world.listings(shop))
                .remove(handle)
                .and_then(|variants| {
                    let chosen = variants.iter().find(|listing| Some(&listing.offer.external_id) == wanted);
                    chosen.or(variants.first()).map(|listing| page::product(shop.kind, listing, ask))
                })
                .unwrap_or_else(Reply::not_found)
        }),
    }
}

fn products(world: &World, shop: &Shop, ask: &Ask) -> Reply {
    let limit = ask.number("limit").unwrap_or(30).clamp(1, MAX_LIMIT);
    let page = ask.number("page").unwrap_or(1).max(1);
    if limit.saturating_mul(page) > MAX_DEPTH {
        return Reply::bad_request("page times limit is over 25000");
    }
    let products: Vec<Value> = groups(world.listings(shop))
        .iter()
        .skip((page - 1) * limit)
        .take(limit)
        .map(|(handle, variants)| product(handle, variants, ask))
        .collect();
    Reply::json(&json!({ "products": products }))
}

/// Groups listings by product handle: the sizes of one series of drives, and the colours of a product, are variants of one
/// product.
fn groups<'a>(listings: Vec<Listing<'a>>) -> BTreeMap<String, Vec<Listing<'a>>> {
    let mut groups: BTreeMap<String, Vec<Listing<'a>>> = BTreeMap::new();
    for listing in listings {
        let handle = if has_sizes(&listing) {
            facts::slug(&titles::series_title(listing.part))
        } else if listing.offer.possible_products.is_empty() {
            listing.part.slug.clone()
        } else {
            format!("{}-{}", facts::slug(&listing.part.manufacturer), listing.offer.external_id)
        };
        groups.entry(handle).or_default().push(listing);
    }
    groups
}

fn has_sizes(listing: &Listing<'_>) -> bool {
    titles::sold_by_size(ShopKind::DhowDigital, listing.part) && listing.offer.possible_products.is_empty()
}

fn product(handle: &str, variants: &[Listing<'_>], ask: &Ask) -> Value {
    let Some(first) = variants.first() else { return Value::Null };
    let part = first.part;
    // Some products carry the shop's own name in the manufacturer's field, as in real catalogues.
    let own = (seed::below(first.offer.seed, 50, 0, 12) == 0).then_some(ShopKind::DhowDigital.names().0);
    let vendor = own.or(first.offer.stated.brand.as_deref()).unwrap_or(ShopKind::DhowDigital.names().0);
    let images: Vec<Value> =
        variants.iter().map(|variant| json!({"src": page::picture_url(ask, variant.part)})).collect();
    json!({
        "id": 7_000_000_000_000_u64 + seed::of(handle) % 1_000_000_000_000,
        "title": product_title(first),
        "handle": handle,
        "body_html": format!("<p>{}</p>", picture::escape(&part.name)),
        "vendor": vendor,
        "product_type": product_type(first.offer.stated.category.unwrap_or(Category::Other)),
        "tags": [part.manufacturer, part.category.label_en()],
        "published_at": "2026-01-04T10:00:00+03:00",
        "options": [{"name": option(first).map_or("Title", |(name, _)| name), "position": 1}],
        "images": images,
        "variants": variants.iter().enumerate().map(|(index, listing)| variant(index, listing, ask)).collect::<Vec<_>>(),
    })
}

/// Returns the property in which a product's variants differ, with the listing's value: a drive's size, or a colour.
fn option(listing: &Listing<'_>) -> Option<(&'static str, String)> {
    if has_sizes(listing) {
        return Some(("Capacity", titles::size(listing.part)));
    }
    listing.offer.colour.map(|colour| ("Color", colour.english.to_owned()))
}

/// Returns the title that all variants of a product share.
fn product_title(listing: &Listing<'_>) -> String {
    let title = &listing.offer.title;
    match listing.offer.colour {
        _ if has_sizes(listing) => titles::series_title(listing.part),
        Some(colour) => title.trim_end_matches(colour.english).trim_end().to_owned(),
        None => title.clone(),
    }
}

fn variant(index: usize, listing: &Listing<'_>, ask: &Ask) -> Value {
    let title = option(listing).map_or_else(|| "Default Title".to_owned(), |(_, value)| value);
    json!({
        "id": listing.offer.external_id.parse::<u64>().unwrap_or_default(),
        "title": title,
        "option1": title,
        "option2": null,
        "option3": null,
        "sku": listing.offer.stated.sku,
        "requires_shipping": true,
        "taxable": false,
        "featured_image": {"src": page::picture_url(ask, listing.part)},
        // An offer on back-order has `available: false` here, like a sold-out variant.
        "available": matches!(listing.quote.stock, Stock::In { .. }),
        "price": listing.quote.price.to_string(),
        "compare_at_price": listing.quote.list_price.map(|list| list.to_string()),
        "grams": 0,
        "position": index + 1,
        "created_at": "2026-01-04T10:00:00+03:00",
    })
}

fn product_type(category: Category) -> &'static str {
    match category {
        Category::Cpu => "Processors",
        Category::Gpu => "Graphics Cards",
        Category::Ram => "Memory",
        Category::Psu => "Power Supplies",
        other => other.label_en(),
    }
}
