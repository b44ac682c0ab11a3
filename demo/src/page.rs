//! Pages of the shops: the common frame, the product page behind every offer's link, and the front page.

use askama::Template;
use domain::model::{Fils, SpecKey};

use super::{
    catalogue::Shop,
    facts::Part,
    market::Stock,
    reply::{Ask, Reply},
    shop_kind::ShopKind,
    world::{Listing, World},
};

/// Returns the address of a product's picture.
pub(super) fn picture_url(ask: &Ask, part: &Part) -> String {
    format!("{}/img/{}.jpg", ask.base, part.slug)
}

/// Values of the frame that every page of a shop has.
pub(super) struct Frame<'a> {
    pub(super) language: &'a str,
    pub(super) direction: &'static str,
    pub(super) title: &'a str,
    /// The shop's name in the language of the page.
    pub(super) name: &'static str,
    pub(super) note: &'static str,
    /// The shop's colour, as CSS writes it.
    pub(super) colour: &'static str,
    /// Address of the shop, without a slash at the end.
    pub(super) base: &'a str,
}

impl<'a> Frame<'a> {
    pub(super) fn new(kind: ShopKind, language: &'a str, title: &'a str, ask: &'a Ask) -> Frame<'a> {
        let (direction, note) = if language == "ar" {
            ("rtl", "متجر تجريبي: لا يباع هنا شيء.")
        } else {
            ("ltr", "A demonstration shop: nothing is sold here.")
        };
        let name = shop_name(kind, language);
        Frame { language, direction, title, name, note, colour: colour(kind), base: &ask.base }
    }
}

fn shop_name(kind: ShopKind, language: &str) -> &'static str {
    let (english, arabic) = kind.names();
    if language == "ar" { arabic } else { english }
}

fn colour(kind: ShopKind) -> &'static str {
    match kind {
        ShopKind::DhowDigital => "#69bdfa",
        ShopKind::SafatTech => "#f5a939",
        ShopKind::NoorComputers => "#24ab7e",
        ShopKind::BandarPc => "#f0ea7f",
        ShopKind::SidraStore => "#eb5e43",
        ShopKind::MirqabMart => "#cd85d8",
    }
}

/// Returns the language of a shop's front page.
fn language(kind: ShopKind) -> &'static str {
    if kind == ShopKind::SafatTech { "ar" } else { "en" }
}

/// Returns the offer's title in a language.
pub(super) fn title<'a>(listing: &Listing<'a>, language: &str) -> &'a str {
    if language == "ar" { &listing.offer.title_ar } else { &listing.offer.title }
}

/// The page behind an offer's link.
#[derive(Template)]
#[template(path = "product.html")]
struct ProductPage<'a> {
    frame: Frame<'a>,
    picture: String,
    part_name: &'a str,
    buy_box: BuyBox,
    /// Labels with their values.
    facts: Vec<(String, String)>,
}

/// Renders the page behind an offer's link.
pub(super) fn product(kind: ShopKind, listing: &Listing<'_>, ask: &Ask) -> Reply {
    let language = if listing.offer.is_arabic { "ar" } else { "en" };
    Reply::render(&ProductPage {
        frame: Frame::new(kind, language, title(listing, language), ask),
        picture: picture_url(ask, listing.part),
        part_name: &listing.part.name,
        buy_box: BuyBox::new(listing, language),
        facts: labelled_facts(listing.part, language),
    })
}

/// Returns manufacturer and part number, and in English the specs by their keys.
fn labelled_facts(part: &Part, language: &str) -> Vec<(String, String)> {
    let (manufacturer, number) = if language == "ar" {
        ("الشركة المصنعة", "رقم القطعة")
    } else {
        ("Brand", "Part number")
    };
    let mut facts = vec![(manufacturer.to_owned(), part.manufacturer.clone())];
    facts.extend(part.part_number.iter().map(|value| (number.to_owned(), value.clone())));
    if language == "en" {
        let specs = part.specs.iter().filter(|(key, _)| *key != SpecKey::PartNumber).take(10);
        facts.extend(specs.map(|(key, value)| (spaced(key.as_str()), value.to_texts().join(", "))));
    }
    facts
}

/// The price and the stock in the page's language.
pub(super) struct BuyBox {
    /// The price before a discount.
    pub(super) list_price: Option<String>,
    pub(super) price: String,
    pub(super) stock: &'static str,
    pub(super) in_stock: bool,
}

impl BuyBox {
    pub(super) fn new(listing: &Listing<'_>, language: &str) -> BuyBox {
        let quote = listing.quote;
        let arabic = language == "ar";
        let stock = match (quote.stock, arabic) {
            (Stock::In { .. }, false) => "In stock",
            (Stock::In { .. }, true) => "متوفر",
            (Stock::BackOrder, false) => "On order",
            (Stock::BackOrder, true) => "حسب الطلب",
            (Stock::PreOrder, false) => "Pre-order",
            (Stock::PreOrder, true) => "طلب مسبق",
            (Stock::Out, false) => "Sold out",
            (Stock::Out, true) => "نفدت الكمية",
        };
        let price = |amount: Fils| if arabic { format!("{amount} د.ك") } else { format!("KD {amount}") };
        BuyBox {
            list_price: quote.list_price.map(price),
            price: price(quote.price),
            stock,
            in_stock: matches!(quote.stock, Stock::In { .. }),
        }
    }
}

/// The shop's front page.
#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage<'a> {
    frame: Frame<'a>,
    tiles: Vec<FrontTile<'a>>,
}

struct FrontTile<'a> {
    picture: String,
    url: String,
    title: &'a str,
}

/// Renders the shop's front page with its largest categories.
pub(super) fn front(world: &World, shop: &Shop, ask: &Ask) -> Reply {
    let language = language(shop.kind);
    let tiles = world
        .listings(shop)
        .iter()
        .step_by(24)
        .map(|listing| FrontTile {
            picture: picture_url(ask, listing.part),
            url: format!("{}/p/{}", ask.base, listing.offer.external_id),
            title: title(listing, language),
        })
        .collect();
    let frame = Frame::new(shop.kind, language, shop_name(shop.kind, language), ask);
    Reply::render(&FrontPage { frame, tiles })
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
