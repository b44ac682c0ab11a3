//! Noor Computers: product pages in two languages with schema.org JSON-LD, behind a sitemap index and gzipped sitemaps.

use std::io::Write;

use askama::Template;
use axum::http::StatusCode;
use domain::model::{Category, Fils};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};

use super::{
    catalogue::Shop,
    market::Stock,
    odd_listings::Habit,
    page::{self, BuyBox, Frame},
    reply::{Ask, Reply},
    seed,
    world::{Listing, World},
};

/// Number of product addresses in one sitemap.
const URLS_A_SITEMAP: usize = 200;

/// Answers a path of the shop's own platform; `None` for any other.
pub(super) fn answer(world: &World, shop: &Shop, ask: &Ask) -> Option<Reply> {
    if ask.path == "/sitemap.xml" {
        return Some(Reply::xml(sitemap_index(world, shop, ask)));
    }
    if let Some(number) = ask.path.strip_prefix("/sitemap-products-") {
        let number = number.strip_suffix(".xml.gz").and_then(|number| number.parse::<usize>().ok());
        return Some(
            number.and_then(|number| sitemap(world, shop, ask, number)).unwrap_or_else(Reply::not_found),
        );
    }
    let (language, rest) = match (ask.path.strip_prefix("/en/item/"), ask.path.strip_prefix("/ar/item/")) {
        (Some(rest), _) => ("en", rest),
        (_, Some(rest)) => ("ar", rest),
        _ => return None,
    };
    let Some(listing) = rest.split('/').next().and_then(|sku| world.find(shop, sku)) else {
        return Some(Reply::not_found());
    };
    if listing.offer.habit == Some(Habit::FailingPage) {
        return Some(Reply::text(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error\n"));
    }
    if is_broken_today(world, &listing) {
        return Some(error_page());
    }
    Some(product_page(world, shop, &listing, language, ask))
}

/// Whether the shop shows an error page with status 200 instead of this product today; about one page in 400. Listings with a
/// habit of their own are always shown.
pub(super) fn is_broken_today(world: &World, listing: &Listing<'_>) -> bool {
    listing.offer.habit.is_none()
        && seed::below(listing.offer.seed, 70, i64::from(world.date().to_julian_day()), 400) == 0
}

/// The page of a shop whose database is unavailable.
#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage;

/// Returns the page of a shop whose database is unavailable, with status 200.
pub(super) fn error_page() -> Reply {
    Reply::render(&ErrorPage)
}

fn item_url(ask: &Ask, listing: &Listing<'_>, language: &str) -> String {
    format!("{}/{language}/item/{}/{}", ask.base, listing.offer.external_id, listing.part.slug)
}

fn sitemap_index(world: &World, shop: &Shop, ask: &Ask) -> String {
    let count = world.listings(shop).len().div_ceil(URLS_A_SITEMAP);
    let entries: String = (1..=count)
        .map(|number| {
            format!(
                "<sitemap><loc>{}/sitemap-products-{number}.xml.gz</loc><lastmod>{}</lastmod></sitemap>",
                ask.base,
                world.date()
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
         <sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{entries}</sitemapindex>"
    )
}

fn sitemap(world: &World, shop: &Shop, ask: &Ask, number: usize) -> Option<Reply> {
    let listings = world.listings(shop);
    let chunk = listings.chunks(URLS_A_SITEMAP).nth(number.checked_sub(1)?)?;
    let mut entries = String::new();
    if number == 1 {
        // Sitemaps also contain pages that are no products.
        entries.push_str(&format!("<url><loc>{0}/</loc></url><url><loc>{0}/en/about</loc></url>", ask.base));
    }
    for listing in chunk {
        let (en, ar) = (item_url(ask, listing, "en"), item_url(ask, listing, "ar"));
        let alternates = format!(
            "<xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"{en}\"/><xhtml:link rel=\"alternate\" hreflang=\"ar\" href=\"{ar}\"/>"
        );
        entries.push_str(&format!(
            "<url><loc>{en}</loc>{alternates}</url><url><loc>{ar}</loc>{alternates}</url>"
        ));
    }
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">{entries}</urlset>"
    );
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(xml.as_bytes()).ok()?;
    encoder.finish().ok().map(Reply::gzip)
}

/// A product's page with its data in JSON-LD.
#[derive(Template)]
#[template(path = "schema_org_product.html")]
struct SchemaOrgPage<'a> {
    frame: Frame<'a>,
    url: String,
    url_en: String,
    url_ar: String,
    json_ld: Vec<String>,
    picture: String,
    part_name: &'a str,
    buy_box: BuyBox,
    related_heading: &'static str,
    related: Vec<RelatedTile<'a>>,
}

/// Another product with its price, which is not the price of the page's product.
struct RelatedTile<'a> {
    picture: String,
    url: String,
    title: &'a str,
    price: String,
}

fn product_page(world: &World, shop: &Shop, listing: &Listing<'_>, language: &str, ask: &Ask) -> Reply {
    Reply::render(&SchemaOrgPage {
        frame: Frame::new(shop.kind, language, page::title(listing, language), ask),
        url: item_url(ask, listing, language),
        url_en: item_url(ask, listing, "en"),
        url_ar: item_url(ask, listing, "ar"),
        json_ld: structured_data(world, shop, listing, language, ask),
        picture: page::picture_url(ask, listing.part),
        part_name: &listing.part.name,
        buy_box: BuyBox::new(listing, language),
        related_heading: if language == "ar" { "قد يعجبك أيضا" } else { "You may also like" },
        related: world
            .neighbours(shop, listing)
            .iter()
            .map(|other| RelatedTile {
                picture: page::picture_url(ask, other.part),
                url: item_url(ask, other, language),
                title: page::title(other, language),
                price: other.quote.price.to_string(),
            })
            .collect(),
    })
}

/// Returns the JSON-LD blocks of the page: breadcrumbs (on some pages truncated), the product,
/// and other products' prices.
fn structured_data(
    world: &World,
    shop: &Shop,
    listing: &Listing<'_>,
    language: &str,
    ask: &Ask,
) -> Vec<String> {
    let trail: Vec<Value> = category_path(listing)
        .iter()
        .enumerate()
        .map(|(index, name)| {
            json!({"@type": "ListItem", "position": index + 1, "name": name, "item": ask.base})
        })
        .collect();
    let breadcrumbs =
        json!({"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": trail})
            .to_string();
    let broken = seed::below(listing.offer.seed, 71, 0, 8) == 0;
    let breadcrumbs =
        if broken { breadcrumbs.trim_end_matches(['}', ']']).to_owned() + "," } else { breadcrumbs };
    let product = product(listing, language, ask);
    let is_loose = listing.offer.habit == Some(Habit::LooseJson);
    let product = match seed::below(listing.offer.seed, 72, 0, 4) {
        _ if is_loose => product,
        0 => json!([product]),
        1 => json!({"@context": "https://schema.org", "@graph": [
            {"@type": "WebPage", "@id": item_url(ask, listing, language), "name": listing.offer.title},
            {"@type": "Organization", "name": shop.kind.names().0}, product]}),
        _ => product,
    };
    let others: Vec<Value> = world.neighbours(shop, listing)
        .iter()
        .enumerate()
        .map(|(index, other)| {
            json!({"@type": "ListItem", "position": index + 1, "item": {
                "@type": "Product", "name": other.offer.title, "url": item_url(ask, other, language),
                "offers": {"@type": "Offer", "price": other.quote.price.to_string(), "priceCurrency": "KWD"}}})
        })
        .collect();
    let others = json!({"@context": "https://schema.org", "@type": "ItemList", "name": "You may also like", "itemListElement": others});
    let product = if is_loose { loosened(&product.to_string()) } else { product.to_string() };
    // The text "</" would end the script.
    [breadcrumbs, product, others.to_string()].iter().map(|json| json.replace("</", "<\\/")).collect()
}

/// Writes an object as plugins do that print their data by hand: with comments, and a comma after the last field.
fn loosened(json: &str) -> String {
    let fields = json.strip_suffix('}').unwrap_or(json);
    format!("/* product */ {fields}, // the end\n}}")
}

fn product(listing: &Listing<'_>, language: &str, ask: &Ask) -> Value {
    let (offer, part) = (listing.offer, listing.part);
    let (name, alternate) =
        if language == "ar" { (&offer.title_ar, &offer.title) } else { (&offer.title, &offer.title_ar) };
    let mut product = json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": name,
        "alternateName": alternate,
        "sku": offer.external_id,
        "image": [page::picture_url(ask, part)],
        "url": item_url(ask, listing, language),
        "category": category_path(listing).join(" > "),
        "offers": offers(listing, language, ask),
    });
    let brand = offer.stated.brand.as_ref().map(|name| json!({"@type": "Brand", "name": name}));
    let stated = [
        ("brand", brand),
        ("mpn", offer.stated.mpn.as_ref().map(|number| json!(number))),
        ("gtin13", offer.stated.gtin.as_ref().map(|number| json!(number))),
    ];
    if let Some(object) = product.as_object_mut() {
        object.extend(stated.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
    }
    product
}

/// Returns the shop's category from the widest to the narrowest; for computer parts the narrowest is the brand's.
fn category_path(listing: &Listing<'_>) -> Vec<String> {
    let category = listing.offer.stated.category.unwrap_or(Category::Other);
    let by_brand = matches!(
        category,
        Category::Cpu
            | Category::Motherboard
            | Category::Ram
            | Category::Storage
            | Category::Gpu
            | Category::Psu
    );
    if !by_brand {
        return vec![category.label_en().to_owned()];
    }
    let leaf = listing.offer.stated.brand.clone().unwrap_or_else(|| "Other Brands".to_owned());
    vec!["Components".to_owned(), category.label_en().to_owned(), leaf]
}

/// Returns the offer as one object, as an array, or as an AggregateOffer whose lowest price is another variant's.
fn offers(listing: &Listing<'_>, language: &str, ask: &Ask) -> Value {
    let (offer, quote) = (listing.offer, listing.quote);
    let price = match quote.stock {
        Stock::Out if seed::below(offer.seed, 73, 0, 3) == 0 => Fils::ZERO,
        _ => quote.price,
    };
    let availability = match quote.stock {
        Stock::In { .. } => "https://schema.org/InStock",
        Stock::BackOrder => "BackOrder",
        Stock::PreOrder => "https://schema.org/PreOrder",
        Stock::Out => "http://schema.org/OutOfStock",
    };
    let mut own = json!({
        "@type": "Offer",
        "sku": offer.external_id,
        "url": item_url(ask, listing, language),
        "price": price.to_string(),
        "priceCurrency": "KWD",
        "availability": availability,
        "itemCondition": "https://schema.org/NewCondition",
    });
    match seed::below(offer.seed, 74, 0, 8) {
        0 => json!([own]),
        1 | 2 => {
            let other = Fils(quote.price.0 * 4 / 5 / 50 * 50);
            let another = json!({
                "@type": "Offer", "sku": format!("{}-OPENBOX", offer.external_id), "price": other.to_string(), "priceCurrency": "KWD",
                "availability": "https://schema.org/InStock", "itemCondition": "https://schema.org/UsedCondition",
            });
            json!({"@type": "AggregateOffer", "lowPrice": other.to_string(), "highPrice": price.to_string(),
                "priceCurrency": "KWD", "offerCount": 2, "offers": [another, own]})
        }
        // A number instead of a text, as many retailers write the price.
        3 => {
            if let (Some(object), Ok(number)) =
                (own.as_object_mut(), serde_json::from_str::<Value>(&price.to_string()))
            {
                object.insert("price".to_owned(), number);
            }
            own
        }
        _ => own,
    }
}
