//! Bandar PC, without any interface: listing pages with pagination, product pages with prices such as `KD 1,234.500`.

use domain::model::{Category, Fils};

use super::{
    catalogue::Shop,
    market::Stock,
    page::{self, escape},
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
    Some(Reply::html(product_page(world, shop, &listing, ask)))
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

fn grid(world: &World, shop: &Shop, ask: &Ask, section: &str, category: Category) -> Reply {
    let page = ask.number("page").unwrap_or(1).max(1);
    let listings: Vec<Listing<'_>> = world
        .listings(shop)
        .into_iter()
        .filter(|listing| listing.offer.stated.shelf == Some(category))
        .collect();
    let pages = listings.len().div_ceil(PAGE_SIZE).max(1);
    let tiles: String = listings
        .iter()
        .skip((page - 1) * PAGE_SIZE)
        .take(PAGE_SIZE)
        .map(|listing| tile(listing, ask))
        .collect();
    let next = if page < pages {
        format!("<a rel=\"next\" href=\"{}/c/{section}?page={}\">Next</a>", ask.base, page + 1)
    } else {
        String::new()
    };
    let body = format!(
        "<h1>{}</h1><ul class=\"grid\">{tiles}</ul><nav class=\"pages\"><span>Page {page} of {pages}</span> {next}</nav>",
        category.label_en(),
    );
    Reply::html(page::shell(shop.kind, "en", category.label_en(), "", &body, ask))
}

fn tile(listing: &Listing<'_>, ask: &Ask) -> String {
    let (offer, part) = (listing.offer, listing.part);
    let url = item_url(ask, listing);
    format!(
        "<li class=\"tile\"><a href=\"{url}\"><img src=\"{}\" alt=\"\" width=\"160\" height=\"120\" loading=\"lazy\"></a>\
         <a class=\"tile-name\" href=\"{url}\">{}</a><span class=\"tile-price\">KD {}</span>\
         <a class=\"tile-compare\" rel=\"nofollow\" href=\"{}/compare?add={}\">Compare</a></li>",
        page::picture_url(ask, part),
        escape(&offer.title),
        grouped_thousands(listing.quote.price),
        ask.base,
        offer.external_id,
    )
}

fn item_url(ask: &Ask, listing: &Listing<'_>) -> String {
    format!("{}/item/{}/{}", ask.base, listing.offer.external_id, listing.part.slug)
}

fn product_page(world: &World, shop: &Shop, listing: &Listing<'_>, ask: &Ask) -> String {
    let (offer, part) = (listing.offer, listing.part);
    let row = |class: &str, label: &str, value: &Option<String>| match value {
        Some(value) => format!("<tr class=\"{class}\"><th>{label}</th><td>{}</td></tr>", escape(value)),
        None => String::new(),
    };
    let body = format!(
        "<main><div class=\"gallery\"><img src=\"{}\" alt=\"{}\" width=\"480\" height=\"360\"></div>\
         <div><h1 class=\"name\">{}</h1>{}\
         <table class=\"facts\">{}{}</table></div></main>{}",
        page::picture_url(ask, part),
        escape(&part.name),
        escape(&offer.title),
        buy_box(listing),
        row("brand", "Brand", &offer.stated.brand),
        row("mpn", "Part number", &offer.stated.mpn),
        related(world, shop, listing, ask),
    );
    page::shell(shop.kind, "en", &offer.title, "", &body, ask)
}

/// Renders the price box, including numbers that are not the price: the members' price, the instalment, and on
/// sold-out pages a meaningless price.
fn buy_box(listing: &Listing<'_>) -> String {
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
        Stock::Out => "Sold out".to_owned(),
    };
    let mood = if matches!(quote.stock, Stock::In { .. }) { "" } else { " no" };
    let member = if seed::below(offer.seed, 61, 0, 4) == 0 {
        format!(
            "<span class=\"price-member\">Members KD {}</span>",
            grouped_thousands(Fils(quote.price.0 * 97 / 100 / 50 * 50))
        )
    } else {
        String::new()
    };
    let was =
        quote.list_price.map(|list| format!("<s class=\"price-was\">KD {}</s>", grouped_thousands(list)));
    format!(
        "<div class=\"buy\" data-sku=\"{}\">{member}{}<span class=\"price-now\">KD {}</span>\
         <span class=\"price-part\">or 4 payments of KD {}</span><span class=\"availability{mood}\">{availability}</span></div>",
        offer.external_id,
        was.unwrap_or_default(),
        grouped_thousands(shown),
        grouped_thousands(Fils(shown.0 / 4)),
    )
}

/// Renders other products with their prices, which every shop shows below its product.
fn related(world: &World, shop: &Shop, listing: &Listing<'_>, ask: &Ask) -> String {
    let tiles: String = world.neighbours(shop, listing).iter().map(|other| tile(other, ask)).collect();
    format!("<section class=\"related\"><h2>You may also like</h2><ul class=\"grid\">{tiles}</ul></section>")
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
