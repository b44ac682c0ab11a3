//! Sidra Store: one CSV feed with all its products.

use domain::model::{Category, Fils};
use time::Date;

use super::{
    catalogue::Shop,
    listing::grouped_thousands,
    market::Stock,
    odd_listings::{self, Habit},
    page,
    reply::{Ask, Reply},
    world::{Listing, World},
};

const COLUMNS: [&str; 15] = [
    "item_id",
    "title",
    "brand",
    "mpn",
    "product_type",
    "price",
    "regular_price",
    "availability",
    "qty",
    "link",
    "image_link",
    "gtin",
    "condition",
    "sale_price",
    "sale_price_effective_date",
];

/// Answers a path of the shop's own platform; `None` for any other.
pub(super) fn answer(world: &World, shop: &Shop, ask: &Ask) -> Option<Reply> {
    (ask.path == "/feed/products.csv").then(|| feed(world, shop, ask))
}

fn feed(world: &World, shop: &Shop, ask: &Ask) -> Reply {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory cannot fail.
    let _ = writer.write_record(COLUMNS);
    for listing in world.listings(shop) {
        let _ = writer.write_record(row(&listing, ask, world.date()));
    }
    // Files exported from a spreadsheet start with a byte order mark.
    let mut body = "\u{feff}".as_bytes().to_vec();
    body.extend(writer.into_inner().unwrap_or_default());
    Reply::csv(body)
}

fn row(listing: &Listing<'_>, ask: &Ask, today: Date) -> [String; 15] {
    let (offer, part, quote) = (listing.offer, listing.part, listing.quote);
    let price = |amount: Fils| format!("{} KWD", grouped_thousands(amount));
    let (availability, quantity) = match quote.stock {
        Stock::In { left } => ("in_stock", left.map(|left| left.to_string()).unwrap_or_default()),
        Stock::BackOrder => ("backorder", "0".to_owned()),
        Stock::PreOrder => ("preorder", String::new()),
        Stock::Out => ("out_of_stock", "0".to_owned()),
    };
    let condition = if offer.habit == Some(Habit::Refurbished) { "refurbished" } else { "new" };
    let sale = odd_listings::stated_sale(offer.habit, quote, today);
    let (sale_price, sale_dates) = sale.map(|sale| (price(sale.price), sale.dates)).unwrap_or_default();
    [
        offer.external_id.clone(),
        offer.title.clone(),
        offer.stated.brand.clone().unwrap_or_default(),
        offer.stated.mpn.clone().unwrap_or_default(),
        offer.stated.category.map_or("Weekend Deals", product_type).to_owned(),
        price(quote.price),
        quote.list_price.map(price).unwrap_or_default(),
        availability.to_owned(),
        quantity,
        format!("{}/p/{}", ask.base, offer.external_id),
        page::picture_url(ask, part),
        offer.stated.gtin.clone().unwrap_or_default(),
        condition.to_owned(),
        sale_price,
        sale_dates,
    ]
}

fn product_type(category: Category) -> &'static str {
    match category {
        Category::Cpu => "Processors",
        Category::CpuCooler => "CPU Coolers",
        Category::CaseFan => "Case Fans",
        Category::Gpu => "Graphics Cards",
        Category::Motherboard => "Motherboards",
        Category::Ram => "Memory",
        Category::Psu => "Power Supplies",
        Category::Case => "Cases",
        Category::Storage => "Storage",
        Category::Monitor => "Monitors",
        Category::Keyboard => "Keyboards",
        Category::Mouse => "Mice",
        Category::Headset => "Headsets",
        Category::Other => "Accessories",
    }
}
