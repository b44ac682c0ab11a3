//! Statements of a shop about an offer beside its title: category, brand, and numbers, right and wrong.

use domain::model::Category;

use super::{
    facts::{GoodsKind, Part},
    seed,
    shop_kind::ShopKind,
};

const SALT_CATEGORY: u64 = 90;
const SALT_NUMBER: u64 = 91;
const SALT_BRAND: u64 = 92;
const SALT_GTIN: u64 = 93;
const SALT_SKU: u64 = 94;

/// An invented manufacturer that no shop's brand field names: only titles begin with it.
pub(super) const UNBRANDED: &str = "Zarvo";

/// Wrong entries in the part number field of Bandar PC's pages.
const JUNK_NUMBERS: [&str; 7] = ["N/A", "OC", "PC5-48000", "2x16GB", "1000K/1000K", "H510M-H2/M.2", "16"];

/// Categories of parts that look alike, and so are confused when a shop assigns categories.
const CONFUSED: [(Category, Category); 9] = [
    (Category::Mouse, Category::Keyboard),
    (Category::Keyboard, Category::Mouse),
    (Category::Motherboard, Category::Ram),
    (Category::Ram, Category::Storage),
    (Category::Storage, Category::Ram),
    (Category::CpuCooler, Category::CaseFan),
    (Category::CaseFan, Category::CpuCooler),
    (Category::Psu, Category::Case),
    (Category::Headset, Category::Monitor),
];

/// Statements of a shop about an offer, except its title.
#[derive(Debug, Clone)]
pub struct Stated {
    /// Category; `None` for the deals of the week, whose category no mapping knows, and at the general store.
    pub category: Option<Category>,
    /// The general store's name of its category; `None` where it states none, and at all other shops.
    pub category_text: Option<String>,
    pub brand: Option<String>,
    /// The shop's own number; at Safat Tech the manufacturer's where there is one.
    pub sku: String,
    pub mpn: Option<String>,
    pub gtin: Option<String>,
}

/// Returns the shop's statements about this offer. An offer with an ambiguous title states no number that would
/// identify its product.
pub(super) fn of(kind: ShopKind, part: &Part, sibling: &Part, offer: u64, is_ambiguous: bool) -> Stated {
    let number = part.part_number.clone().filter(|_| !is_ambiguous);
    let own_sku = own_sku(kind, part, offer);
    Stated {
        category: category(kind, part, offer),
        category_text: None,
        brand: brand(kind, part, offer),
        sku: match (kind, &number) {
            (ShopKind::SafatTech, Some(number)) => number.clone(),
            _ => own_sku,
        },
        mpn: mpn(kind, number, offer),
        gtin: gtin(kind, part, sibling, offer).filter(|_| !is_ambiguous),
    }
}

fn own_sku(kind: ShopKind, part: &Part, offer: u64) -> String {
    let number = offer % 100_000;
    match kind {
        ShopKind::DhowDigital if seed::below(offer, SALT_SKU, 0, 3) == 0 => {
            let category: String = part.listed_under.as_str().chars().take(3).collect();
            let maker: String = part.manufacturer.chars().filter(char::is_ascii_alphabetic).take(4).collect();
            format!("{category}-{}-{number:05}", maker.to_uppercase())
        }
        ShopKind::DhowDigital => format!("DHW-{number:05}"),
        _ => format!("SFT-{number:05}"),
    }
}

/// Returns the category that the shop assigns: used parts and bundles are listed among the parts, accessories there
/// or apart, with an occasional mistake.
fn category(kind: ShopKind, part: &Part, offer: u64) -> Option<Category> {
    if kind == ShopKind::MirqabMart {
        return None;
    }
    let chance = seed::below(offer, SALT_CATEGORY, 0, 1000);
    match part.kind {
        GoodsKind::Part => {
            let mistakes = match kind {
                ShopKind::BandarPc => 14,
                ShopKind::SidraStore => 5,
                _ => 0,
            };
            if kind == ShopKind::SidraStore && (100..140).contains(&chance) {
                return None;
            }
            let confused = CONFUSED.iter().find(|(right, _)| *right == part.category && chance < mistakes);
            Some(confused.map_or(part.category, |(_, wrong)| *wrong))
        }
        GoodsKind::Used | GoodsKind::Bundle if chance < 700 => Some(part.listed_under),
        _ if chance < 600 => Some(part.listed_under),
        _ => Some(Category::Other),
    }
}

fn brand(kind: ShopKind, part: &Part, offer: u64) -> Option<String> {
    let is_left_out = kind == ShopKind::MirqabMart && seed::below(offer, SALT_BRAND, 1, 100) < 35;
    if part.manufacturer == UNBRANDED || part.manufacturer.is_empty() || is_left_out {
        return None;
    }
    let is_upper_case = kind == ShopKind::BandarPc && seed::below(offer, SALT_BRAND, 0, 4) == 0;
    Some(if is_upper_case { part.manufacturer.to_uppercase() } else { part.manufacturer.clone() })
}

/// Returns the shop's field for the manufacturer's number; Dhow Digital and Safat Tech have none.
fn mpn(kind: ShopKind, number: Option<String>, offer: u64) -> Option<String> {
    let chance = seed::below(offer, SALT_NUMBER, 0, 100);
    match kind {
        ShopKind::DhowDigital | ShopKind::SafatTech => None,
        ShopKind::NoorComputers => number.filter(|_| chance < 90),
        ShopKind::SidraStore => number.filter(|_| chance < 85),
        ShopKind::MirqabMart => number.filter(|_| chance < 25),
        ShopKind::BandarPc if chance < 3 => seed::pick(offer, SALT_NUMBER, &JUNK_NUMBERS).map(str::to_owned),
        ShopKind::BandarPc => number.filter(|_| chance < 80),
    }
}

/// Returns a barcode. Noor Computers and Sidra Store state barcodes for most of their products; one in forty is wrong.
fn gtin(kind: ShopKind, part: &Part, sibling: &Part, offer: u64) -> Option<String> {
    let share = match kind {
        ShopKind::MirqabMart => return imported_barcode(part, offer),
        ShopKind::NoorComputers if part.kind == GoodsKind::Part => 70,
        ShopKind::SidraStore if part.kind == GoodsKind::Part => 55,
        _ => return None,
    };
    if seed::below(offer, SALT_GTIN, 0, 100) >= share {
        return None;
    }
    let right = barcode(part);
    Some(match seed::below(offer, SALT_GTIN, 1, 200) {
        0 => "0000000000000".to_owned(),
        1 => "Does not apply".to_owned(),
        // Two digits are swapped.
        2 => right
            .get(..11)
            .zip(right.get(11..12))
            .zip(right.get(12..))
            .map_or_else(|| right.clone(), |((head, second), last)| format!("{head}{last}{second}")),
        // A number of the shop's own, from the range reserved for such.
        3 => with_check_digit(&format!("200{:09}", offer % 1_000_000_000)),
        // Copied from the previous product.
        4 => barcode(sibling),
        _ => right,
    })
}

/// Returns the barcode that the general store states. It buys where it is cheapest: some of its goods carry the barcode
/// of the same product for another region.
fn imported_barcode(part: &Part, offer: u64) -> Option<String> {
    match seed::below(offer, SALT_GTIN, 0, 100) {
        0..30 => Some(barcode(part)),
        30..45 => Some(example_barcode(&format!("gtin of another region/{}", part.id))),
        _ => None,
    }
}

/// Returns the part's barcode.
pub(super) fn barcode(part: &Part) -> String {
    example_barcode(&format!("gtin/{}", part.id))
}

/// Returns an invented barcode, from the range that GS1 reserves for examples.
fn example_barcode(text: &str) -> String {
    with_check_digit(&format!("952{:09}", seed::of(text) % 1_000_000_000))
}

/// Appends the check digit of GS1's rule to twelve digits.
fn with_check_digit(digits: &str) -> String {
    let sum: u32 = digits
        .chars()
        .filter_map(|digit| digit.to_digit(10))
        .enumerate()
        .map(|(place, digit)| if place % 2 == 0 { digit } else { digit * 3 })
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_follow_gs1() {
        assert_eq!(with_check_digit("400638133393"), "4006381333931");
        assert_eq!(with_check_digit("590123412345"), "5901234123457");
    }
}
