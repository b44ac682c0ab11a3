//! Mirqab Mart: one Google Merchant feed in XML with all its products, their descriptions and categories.

use std::fmt::Write;

use super::{
    catalogue::Shop,
    market::Stock,
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
    let items: String = world.listings(shop).iter().map(|listing| item(listing, ask)).collect();
    Reply::xml(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\">\
         <channel><title>{name}</title><link>{}</link><description>Everything for everyone</description>\n{items}</channel></rss>\n",
        ask.base
    ))
}

fn item(listing: &Listing<'_>, ask: &Ask) -> String {
    let (offer, quote) = (listing.offer, listing.quote);
    let (availability, quantity) = match quote.stock {
        Stock::In { left } => ("in_stock", left.map(|left| left.to_string())),
        Stock::BackOrder => ("backorder", None),
        Stock::Out => ("out_of_stock", None),
    };
    let (regular, sale) = match quote.list_price {
        Some(list) => (list, Some(format!("{} KWD", quote.price))),
        None => (quote.price, None),
    };
    // One English listing in three states its Arabic title as well.
    let both = !offer.is_arabic && seed::below(offer.seed, SALT_BOTH, 0, 3) == 0;
    let stated = &offer.stated;
    let fields = [
        ("g:id", Some(offer.external_id.clone())),
        ("title", Some(offer.shown_title().to_owned())),
        ("g:title_ar", both.then(|| offer.title_ar.clone())),
        ("description", offer.description.clone()),
        ("link", Some(format!("{}/p/{}", ask.base, offer.external_id))),
        ("g:image_link", Some(page::picture_url(ask, listing.part))),
        ("g:product_type", stated.category_text.clone()),
        ("g:brand", stated.brand.clone()),
        ("g:mpn", stated.mpn.clone()),
        ("g:gtin", stated.gtin.clone()),
        ("g:condition", Some("new".to_owned())),
        ("g:availability", Some(availability.to_owned())),
        ("g:quantity", quantity),
        ("g:price", Some(format!("{regular} KWD"))),
        ("g:sale_price", sale),
    ];
    let mut xml = String::from("<item>");
    for (name, value) in fields {
        if let Some(value) = value {
            let _ = write!(xml, "<{name}>{}</{name}>", picture::escape(&value));
        }
    }
    xml.push_str("</item>\n");
    xml
}
