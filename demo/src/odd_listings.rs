//! Habits of real shops that a reader must cope with: each shop has two of them or more, in a few listings of their own from
//! the table `odd_listings.psv`. The modules of the platforms write them.

use domain::model::Fils;
use time::{Date, Duration};

use super::{
    catalogue::Offer,
    facts::{self, GoodsKind, Part},
    general_store,
    market::{Level, Quote, Stock},
    seed,
    shop_kind::ShopKind,
    stated::{self, Stated},
    table::{self, FactsError, Row},
    used_and_bundles,
};

const TABLE: &str = include_str!("facts/odd_listings.psv");

/// A habit of a real shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Habit {
    /// Listing of a product in several colours, each with a price of its own.
    Colours,
    /// A deposit of 50 dinars in the place of a price.
    Deposit,
    PreOrder,
    /// Refurbished goods whose condition stands in a field of its own only.
    Refurbished,
    /// A promotional price that is still stated although its time has passed.
    PastSale,
    CurrentSale,
    /// A promotional price whose time has not come.
    ComingSale,
    /// An item of a feed whose texts are not escaped.
    RawAmpersand,
    /// Optional fields in another form than the platform's.
    OddFields,
    /// Structured data with comments and a comma too many.
    LooseJson,
    /// A page that answers 500 every time.
    FailingPage,
}

/// The habits by their names in the table.
const HABITS: [(&str, Habit); 11] = [
    ("colours", Habit::Colours),
    ("deposit", Habit::Deposit),
    ("pre-order", Habit::PreOrder),
    ("refurbished", Habit::Refurbished),
    ("past-sale", Habit::PastSale),
    ("current-sale", Habit::CurrentSale),
    ("coming-sale", Habit::ComingSale),
    ("raw-ampersand", Habit::RawAmpersand),
    ("odd-fields", Habit::OddFields),
    ("loose-json", Habit::LooseJson),
    ("failing-page", Habit::FailingPage),
];

/// A colour in English and in Arabic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colour {
    pub(super) english: &'static str,
    pub(super) arabic: &'static str,
}

/// A promotional price as a feed states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StatedSale {
    pub(super) regular: Fils,
    pub(super) price: Fils,
    /// First and last moment, as Google's `sale_price_effective_date` writes them.
    pub(super) dates: String,
}

/// Returns the odd listings of all shops; their products are appended to `parts`.
///
/// # Errors
/// When the table holds a line that cannot be read.
pub(super) fn offers(parts: &mut Vec<Part>) -> Result<Vec<(ShopKind, Offer)>, FactsError> {
    let mut offers = Vec::new();
    for row in table::read("odd_listings.psv", TABLE)? {
        let kind = shop_of(&row)?;
        let habit = habit_of(&row)?;
        let index = product(parts, &row, habit)?;
        for (place, colour) in (0_i64..).zip(colours(&row)?) {
            let Some(part) = parts.get(index) else { continue };
            // Each further colour costs a tenth more.
            let base = Fils(row.require_number("kwd")? * (1000 + 100 * place));
            offers.push((kind, offer(&row, OddListing { kind, habit, colour }, part, index, base)?));
        }
    }
    Ok(offers)
}

fn shop_of(row: &Row) -> Result<ShopKind, FactsError> {
    let slug = row.require("shop")?;
    let found = ShopKind::ALL.into_iter().find(|kind| kind.slug() == slug);
    found.ok_or_else(|| row.error(format!("there is no shop {slug:?}")))
}

fn habit_of(row: &Row) -> Result<Habit, FactsError> {
    let name = row.require("habit")?;
    let found = HABITS.iter().find(|(known, _)| *known == name);
    found.map(|(_, habit)| *habit).ok_or_else(|| row.error(format!("there is no habit {name:?}")))
}

/// Returns the colours in which a listing is sold; one that is none for all other listings.
fn colours(row: &Row) -> Result<Vec<Option<Colour>>, FactsError> {
    let Some(cell) = row.get("colours") else { return Ok(vec![None]) };
    cell.split(';')
        .map(|pair| match pair.split_once('=') {
            Some((english, arabic)) => Ok(Some(Colour { english, arabic })),
            None => Err(row.error(format!("the colour {pair:?} has no Arabic name"))),
        })
        .collect()
}

/// Returns the index of the row's product, which is added where no row before has it.
fn product(parts: &mut Vec<Part>, row: &Row, habit: Habit) -> Result<usize, FactsError> {
    let part = match row.get("of") {
        Some(slug) => {
            let whole = parts.iter().find(|part| part.slug == slug);
            let whole = whole.ok_or_else(|| row.error(format!("there is no product {slug:?}")))?;
            let (kind, what) = match habit {
                Habit::Deposit => (GoodsKind::Deposit, "deposit"),
                _ => (GoodsKind::Used, "refurbished by the shop"),
            };
            let base = Fils(row.require_number("kwd")? * 1000);
            used_and_bundles::derive_part(whole, kind, &format!("{} ({what})", whole.model), base)
        }
        None => Part { in_reference: false, ..facts::row_part(facts::category_of(row, "category")?, row)? },
    };
    if let Some(index) = parts.iter().position(|known| known.slug == part.slug) {
        return Ok(index);
    }
    parts.push(part);
    Ok(parts.len() - 1)
}

/// Shop, habit and colour of a listing.
#[derive(Clone, Copy)]
struct OddListing {
    kind: ShopKind,
    habit: Habit,
    colour: Option<Colour>,
}

fn offer(row: &Row, listing: OddListing, part: &Part, index: usize, base: Fils) -> Result<Offer, FactsError> {
    let OddListing { kind, habit, colour } = listing;
    let (mut title, mut title_ar) = (row.require("title")?.to_owned(), row.require("title_ar")?.to_owned());
    if let Some(Colour { english, arabic }) = colour {
        title = format!("{title} {english}");
        title_ar = format!("{title_ar} {arabic}");
    }
    let seed = seed::of(&format!("odd/{}/{title}", kind.slug()));
    let is_general = kind == ShopKind::MirqabMart;
    let description = format!("{title}: one year of warranty, and fast delivery in all of Kuwait.");
    Ok(Offer {
        external_id: kind.external_id(seed),
        part: index,
        possible_products: Vec::new(),
        is_arabic: kind == ShopKind::SafatTech,
        description: is_general.then_some(description),
        stated: Stated {
            category: (!is_general).then_some(part.listed_under),
            category_text: is_general.then(|| general_store::narrowest_department(part.category).to_owned()),
            brand: Some(part.manufacturer.clone()),
            mpn: row.get("pn").map(str::to_owned),
            gtin: None,
            ..stated::of(kind, part, part, seed, true)
        },
        habit: Some(habit),
        colour,
        title,
        title_ar,
        seed,
        level: Level { seed, base },
    })
}

/// Returns the price and stock of an odd listing, of which `quote` is what the market says.
pub(super) fn quote(habit: Habit, base: Fils, quote: Quote) -> Quote {
    let regular = quote.list_price.unwrap_or(quote.price);
    let (price, list_price) = match habit {
        // Always the same: two colours never cost the same.
        Habit::Deposit | Habit::Colours => (base, None),
        Habit::CurrentSale => (reduced(regular), Some(regular)),
        _ => (regular, None),
    };
    let stock = if habit == Habit::PreOrder { Stock::PreOrder } else { Stock::In { left: None } };
    Quote { price, list_price, stock }
}

/// Returns the promotional price of a listing that states one with its dates; `today` is the date in the shops.
pub(super) fn stated_sale(habit: Option<Habit>, quote: Quote, today: Date) -> Option<StatedSale> {
    let regular = quote.list_price.unwrap_or(quote.price);
    let (first, last, price) = match habit? {
        Habit::PastSale => (-30, -10, reduced(regular)),
        Habit::CurrentSale => (-3, 14, quote.price),
        Habit::ComingSale => (10, 24, reduced(regular)),
        _ => return None,
    };
    let day = |days: i64| today.saturating_add(Duration::days(days));
    let dates = format!("{}T00:00+0300/{}T23:59+0300", day(first), day(last));
    Some(StatedSale { regular, price, dates })
}

/// Returns a price that is a fifth lower.
fn reduced(regular: Fils) -> Fils {
    Fils(regular.0 * 4 / 5 / 50 * 50)
}
