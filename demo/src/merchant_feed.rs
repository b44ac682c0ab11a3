//! Mirqab Mart: one Google Merchant feed in XML with all its products, their descriptions and categories.

use std::fmt::Write;

use time::Date;

use super::{
    catalogue::Shop,
    market::Stock,
    odd_listings::{self, Habit, StatedSale},
    page, picture,
    reply::{Ask, Reply},
    seed,
    world::{Listing, World},
};

const SALT_BOTH: u64 = 130;

/// Answers a path of the shop's own platform; `None` for any other.
pub(super) fn answer(world: &World, shop: &Shop, ask: &Ask) -> Option<Reply> {
    (ask.path == "/feeds/google.xml").then(|| feed(world, shop, ask))
}

fn feed(world: &World, shop: &Shop, ask: &Ask) -> Reply {
    let (name, _) = shop.kind.names();
    let items: String = world.listings(shop).iter().map(|listing| item(listing, ask, world.date())).collect();
    Reply::xml(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\">\
         <channel><title>{name}</title><link>{}</link><description>Everything for everyone</description>\n{items}</channel></rss>\n",
        ask.base
    ))
}

fn item(listing: &Listing<'_>, ask: &Ask, today: Date) -> String {
    let (offer, quote) = (listing.offer, listing.quote);
    let (availability, quantity) = match quote.stock {
        Stock::In { left } => ("in_stock", left.map(|left| left.to_string())),
        Stock::BackOrder => ("backorder", None),
        Stock::PreOrder => ("preorder", None),
        Stock::Out => ("out_of_stock", None),
    };
    let (regular, sale, sale_dates) = match odd_listings::stated_sale(offer.habit, quote, today) {
        Some(StatedSale { regular, price, dates }) => (regular, Some(price), Some(dates)),
        None => (quote.list_price.unwrap_or(quote.price), quote.list_price.map(|_| quote.price), None),
    };
    // A single item is written by hand, and nothing in it is escaped.
    let is_raw = offer.habit == Some(Habit::RawAmpersand);
    let tracking = if is_raw { "?utm_source=google&utm_medium=feed" } else { "" };
    // A third of the English listings state their Arabic titles as well.
    let both = !offer.is_arabic && seed::below(offer.seed, SALT_BOTH, 0, 3) == 0;
    let stated = &offer.stated;
    let fields = [
        ("g:id", Some(offer.external_id.clone())),
        ("title", Some(offer.shown_title().to_owned())),
        ("g:title_ar", both.then(|| offer.title_ar.clone())),
        ("description", offer.description.clone()),
        ("link", Some(format!("{}/p/{}{tracking}", ask.base, offer.external_id))),
        ("g:image_link", Some(page::picture_url(ask, listing.part))),
        ("g:product_type", stated.category_text.clone()),
        ("g:brand", stated.brand.clone()),
        ("g:mpn", stated.mpn.clone()),
        ("g:gtin", stated.gtin.clone()),
        ("g:condition", Some("new".to_owned())),
        ("g:availability", Some(availability.to_owned())),
        ("g:quantity", quantity),
        ("g:price", Some(format!("{regular} KWD"))),
        ("g:sale_price", sale.map(|sale| format!("{sale} KWD"))),
        ("g:sale_price_effective_date", sale_dates),
    ];
    let mut xml = String::from("<item>");
    for (name, value) in fields {
        if let Some(value) = value {
            let written = if is_raw { value } else { picture::escape(&value) };
            let _ = write!(xml, "<{name}>{written}</{name}>");
        }
    }
    xml.push_str("</item>\n");
    xml
}
