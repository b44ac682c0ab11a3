//! Bandar PC, without any interface: listing pages with pagination, product pages with prices such as `KD 1,234.500`.

use askama::Template;
use domain::model::{Category, Fils};

use super::{
    catalogue::Shop,
    market::Stock,
    page::{self, Frame},
    reply::{Ask, Reply},
    schema_org, seed,
    world::{Listing, World},
};

const PAGE_SIZE: usize = 36;

const SECTIONS: [(&str, Category); 14] = [
    ("processors", Category::Cpu),
    ("coolers", Category::CpuCooler),
    ("fans", Category::CaseFan),
    ("graphics-cards", Category::Gpu),
    ("motherboards", Category::Motherboard),
    ("memory", Category::Ram),
    ("power-supplies", Category::Psu),
    ("cases", Category::Case),
    ("storage", Category::Storage),
    ("monitors", Category::Monitor),
    ("keyboards", Category::Keyboard),
    ("mice", Category::Mouse),
    ("headsets", Category::Headset),
    ("accessories", Category::Other),
];

/// Answers a path of the shop's own platform; `None` for any other.
pub(super) fn answer(world: &World, shop: &Shop, ask: &Ask) -> Option<Reply> {
    if let Some(section) = ask.path.strip_prefix("/c/") {
        let found = SECTIONS.iter().find(|(slug, _)| *slug == section);
        return Some(
            found.map_or_else(Reply::not_found, |(slug, category)| grid(world, shop, ask, slug, *category)),
        );
    }
    let sku = ask.path.strip_prefix("/item/")?.split('/').next()?;
    let Some(listing) = world.find(shop, sku) else { return Some(Reply::not_found()) };
    if schema_org::is_broken_today(world, &listing) {
        return Some(schema_org::error_page());
    }
    Some(product_page(world, shop, &listing, ask))
}

/// Formats an amount as `1,234.500`: thousands grouped by commas, three decimals.
pub(super) fn grouped_thousands(amount: Fils) -> String {
    let plain = amount.to_string();
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain.as_str(), "000"));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) && digit.is_ascii_digit() {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped}.{fraction}")
}

/// Page of a category's listing.
#[derive(Template)]
#[template(path = "listing.html")]
struct ListingPage<'a> {
    frame: Frame<'a>,
    tiles: Vec<ListingTile<'a>>,
    page: usize,
    pages: usize,
    /// Address of the next page.
    next: Option<String>,
}

/// A product with its price, in a listing and below another product.
struct ListingTile<'a> {
    url: String,
    picture: String,
    title: &'a str,
    price: String,
    /// Address that adds the product to a comparison.
    compare: String,
}

impl<'a> ListingTile<'a> {
    fn new(listing: &Listing<'a>, ask: &Ask) -> ListingTile<'a> {
        ListingTile {
            url: item_url(ask, listing),
            picture: page::picture_url(ask, listing.part),
            title: &listing.offer.title,
            price: grouped_thousands(listing.quote.price),
            compare: format!("{}/compare?add={}", ask.base, listing.offer.external_id),
        }
    }
}

fn grid(world: &World, shop: &Shop, ask: &Ask, section: &str, category: Category) -> Reply {
    let page = ask.number("page").unwrap_or(1).max(1);
    let listings: Vec<Listing<'_>> = world
        .listings(shop)
        .into_iter()
        .filter(|listing| listing.offer.stated.category == Some(category))
        .collect();
    let pages = listings.len().div_ceil(PAGE_SIZE).max(1);
    let tiles = listings
        .iter()
        .skip((page - 1) * PAGE_SIZE)
        .take(PAGE_SIZE)
        .map(|listing| ListingTile::new(listing, ask))
        .collect();
    let next = (page < pages).then(|| format!("{}/c/{section}?page={}", ask.base, page + 1));
    let frame = Frame::new(shop.kind, "en", category.label_en(), ask);
    Reply::render(&ListingPage { frame, tiles, page, pages, next })
}

fn item_url(ask: &Ask, listing: &Listing<'_>) -> String {
    format!("{}/item/{}/{}", ask.base, listing.offer.external_id, listing.part.slug)
}

/// A product's page, whose elements the retailer file's CSS selectors read.
#[derive(Template)]
#[template(path = "listing_product.html")]
struct ListingProductPage<'a> {
    frame: Frame<'a>,
    picture: String,
    part_name: &'a str,
    price_box: PriceBox<'a>,
    brand: Option<&'a str>,
    part_number: Option<&'a str>,
    /// Other products with their prices, which every shop shows below its product.
    related: Vec<ListingTile<'a>>,
}

fn product_page(world: &World, shop: &Shop, listing: &Listing<'_>, ask: &Ask) -> Reply {
    let (offer, part) = (listing.offer, listing.part);
    let related = world.neighbours(shop, listing);
    Reply::render(&ListingProductPage {
        frame: Frame::new(shop.kind, "en", &offer.title, ask),
        picture: page::picture_url(ask, part),
        part_name: &part.name,
        price_box: PriceBox::new(listing),
        brand: offer.stated.brand.as_deref(),
        part_number: offer.stated.mpn.as_deref(),
        related: related.iter().map(|other| ListingTile::new(other, ask)).collect(),
    })
}

/// The price and the stock, including numbers that are not the price: the members' price, the instalment, and on
/// sold-out pages a meaningless price.
struct PriceBox<'a> {
    sku: &'a str,
    member_price: Option<String>,
    /// The price before a discount.
    list_price: Option<String>,
    price: String,
    instalment: String,
    availability: String,
    in_stock: bool,
}

impl<'a> PriceBox<'a> {
    fn new(listing: &Listing<'a>) -> PriceBox<'a> {
        let (offer, quote) = (listing.offer, listing.quote);
        let shown = match quote.stock {
            Stock::Out => match seed::below(offer.seed, 60, 0, 5) {
                0 => Fils::ZERO,
                1 => Fils(9_999_000),
                _ => quote.price,
            },
            _ => quote.price,
        };
        let availability = match quote.stock {
            Stock::In { left: Some(left) } => format!("Only {left} left"),
            Stock::In { left: None } => "In stock".to_owned(),
            Stock::BackOrder => "Back-order, 2 to 3 weeks".to_owned(),
            Stock::PreOrder => "Pre-order, ships in 3 weeks".to_owned(),
            Stock::Out => "Sold out".to_owned(),
        };
        let has_member_price = seed::below(offer.seed, 61, 0, 4) == 0;
        PriceBox {
            sku: &offer.external_id,
            member_price: has_member_price
                .then(|| grouped_thousands(Fils(quote.price.0 * 97 / 100 / 50 * 50))),
            list_price: quote.list_price.map(grouped_thousands),
            price: grouped_thousands(shown),
            instalment: grouped_thousands(Fils(shown.0 / 4)),
            availability,
            in_stock: matches!(quote.stock, Stock::In { .. }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (fils, text) in
            [(1_234_500, "1,234.500"), (999_900, "999.900"), (0, "0.000"), (1_000_000_000, "1,000,000.000")]
        {
            assert_eq!(grouped_thousands(Fils(fils)), text);
        }
    }
}
