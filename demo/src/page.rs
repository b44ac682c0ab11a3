//! HTML of the shops: the common frame, the product page behind every offer's link, and the front page.

use domain::model::SpecKey;

use super::{
    catalogue::Shop,
    facts::Part,
    market::Stock,
    reply::{Ask, Reply},
    shop_kind::ShopKind,
    world::{Listing, World},
};

const STYLE: &str = "*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,'Segoe UI',Tahoma,sans-serif;background:#081517;color:#f5f3ea}\
a{color:#73e4d9;text-decoration:none}header,footer{padding:1rem 1.5rem;background:#0f1e20;border-block-end:1px solid #233537}\
header a{font-weight:600;font-size:1.25rem;color:var(--shop)}main{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));\
gap:2rem;max-width:64rem;margin:2rem auto;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.3;margin:0 0 1rem}.gallery img{width:100%;height:auto;\
border-radius:12px;border:1px solid #233537}.buy{display:grid;gap:.25rem;padding:1rem;background:#0f1e20;border:1px solid #3b5254;border-radius:8px;\
margin-block-end:1rem}.price-now{font-size:1.75rem;color:#f7e6c7}.price-was,.price-part,.price-member{color:#9fb0b1}.availability{color:#8ce083}.availability.no{color:#eed558}\
table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.35rem .5rem;border-block-end:1px solid #233537;font-weight:400}th{color:#9fb0b1}\
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(12rem,1fr));gap:1rem;list-style:none;padding:0}.tile{display:grid;gap:.5rem;padding:1rem;\
background:#0f1e20;border-radius:8px}.tile img{max-width:100%;height:auto}.related,.pages,.front{max-width:64rem;margin:2rem auto;padding:0 1.5rem}body>h1,body>ul.grid{\
max-width:64rem;margin:2rem auto;padding:0 1.5rem}.note{color:#9fb0b1;font-size:.875rem}";

/// Escapes a text for HTML and attributes.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the address of a product's picture.
pub(super) fn picture_url(ask: &Ask, part: &Part) -> String {
    format!("{}/img/{}.jpg", ask.base, part.slug)
}

/// Renders a whole page in the shop's frame.
pub(super) fn shell(
    kind: ShopKind,
    language: &str,
    title: &str,
    head: &str,
    body: &str,
    ask: &Ask,
) -> String {
    let (english, arabic) = kind.names();
    let (name, direction, note) = if language == "ar" {
        (arabic, "rtl", "متجر تجريبي: لا يباع هنا شيء.")
    } else {
        (english, "ltr", "A demonstration shop: nothing is sold here.")
    };
    format!(
        "<!doctype html><html lang=\"{language}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{} | {name}</title>{head}\
         <style>:root{{--shop:{}}}{STYLE}</style></head><body><header><a href=\"{}/\">{name}</a></header>{body}\
         <footer class=\"note\">{note}</footer></body></html>",
        escape(title),
        colour(kind),
        ask.base,
    )
}

fn colour(kind: ShopKind) -> &'static str {
    match kind {
        ShopKind::DhowDigital => "#69bdfa",
        ShopKind::SafatTech => "#f5a939",
        ShopKind::NoorComputers => "#24ab7e",
        ShopKind::BandarPc => "#f0ea7f",
        ShopKind::SidraStore => "#eb5e43",
    }
}

/// Returns the language of a shop's pages.
fn language(kind: ShopKind) -> &'static str {
    if kind == ShopKind::SafatTech { "ar" } else { "en" }
}

/// Renders the page behind an offer's link.
pub(super) fn product(kind: ShopKind, listing: &Listing<'_>, ask: &Ask) -> Reply {
    let (offer, part) = (listing.offer, listing.part);
    let language = language(kind);
    let title = if language == "ar" { &offer.title_ar } else { &offer.title };
    let rows = facts_table(part, language);
    let body = format!(
        "<main><div class=\"gallery\"><img src=\"{}\" alt=\"{}\" width=\"480\" height=\"360\"></div><div><h1>{}</h1>{}<table>{rows}</table></div></main>",
        picture_url(ask, part),
        escape(&part.name),
        escape(title),
        buy_box(listing, language),
    );
    Reply::html(shell(kind, language, title, "", &body, ask))
}

/// Renders manufacturer and part number, and in English the specs by their keys.
fn facts_table(part: &Part, language: &str) -> String {
    let (maker, number) = if language == "ar" {
        ("الشركة المصنعة", "رقم القطعة")
    } else {
        ("Brand", "Part number")
    };
    let row = |label: &str, value: &str| format!("<tr><th>{label}</th><td>{}</td></tr>", escape(value));
    let mut rows = row(maker, &part.manufacturer);
    rows.extend(part.part_number.iter().map(|value| row(number, value)));
    if language == "en" {
        let specs = part.specs.iter().filter(|(key, _)| *key != SpecKey::PartNumber).take(10);
        rows.extend(specs.map(|(key, value)| row(&spaced(key.as_str()), &value.to_texts().join(", "))));
    }
    rows
}

/// Renders the price and the stock in the page's language.
pub(super) fn buy_box(listing: &Listing<'_>, language: &str) -> String {
    let quote = listing.quote;
    let arabic = language == "ar";
    let stock = match (quote.stock, arabic) {
        (Stock::In { .. }, false) => "In stock",
        (Stock::In { .. }, true) => "متوفر",
        (Stock::BackOrder, false) => "On order",
        (Stock::BackOrder, true) => "حسب الطلب",
        (Stock::Out, false) => "Sold out",
        (Stock::Out, true) => "نفدت الكمية",
    };
    let mood = if matches!(quote.stock, Stock::In { .. }) { "" } else { " no" };
    let price = |amount| if arabic { format!("{amount} د.ك") } else { format!("KD {amount}") };
    let was = quote
        .list_price
        .map(|list| format!("<s class=\"price-was\">{}</s>", price(list)))
        .unwrap_or_default();
    format!(
        "<div class=\"buy\">{was}<span class=\"price-now\">{}</span><span class=\"availability{mood}\">{stock}</span></div>",
        price(quote.price)
    )
}

/// Renders the shop's front page with its largest categories.
pub(super) fn front(world: &World, shop: &Shop, ask: &Ask) -> Reply {
    let language = language(shop.kind);
    let tiles: String = world
        .listings(shop)
        .iter()
        .step_by(24)
        .map(|listing| {
            let title = if language == "ar" { &listing.offer.title_ar } else { &listing.offer.title };
            format!(
                "<li class=\"tile\"><img src=\"{}\" alt=\"\" width=\"160\" height=\"120\"><a href=\"{}/p/{}\">{}</a></li>",
                picture_url(ask, listing.part),
                ask.base,
                listing.offer.external_id,
                escape(title),
            )
        })
        .collect();
    let (english, arabic) = shop.kind.names();
    let name = if language == "ar" { arabic } else { english };
    Reply::html(shell(
        shop.kind,
        language,
        name,
        "",
        &format!("<div class=\"front\"><h1>{name}</h1><ul class=\"grid\">{tiles}</ul></div>"),
        ask,
    ))
}

/// Converts `maxGpuLength` to `Max gpu length`.
fn spaced(key: &str) -> String {
    let mut words = String::new();
    for (index, character) in key.chars().enumerate() {
        if index == 0 {
            words.extend(character.to_uppercase());
        } else if character.is_uppercase() {
            words.push(' ');
            words.extend(character.to_lowercase());
        } else {
            words.push(character);
        }
    }
    words
}
