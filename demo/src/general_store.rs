//! Mirqab Mart, a general store: it sells everything, in both languages, and some 250 parts among it. Its categories
//! are a general store's, half of its listings state no barcode, and some state that of the same product in another
//! region. Parts are sold by families, so that siblings stand beside each other without part numbers.

use domain::model::Category;

use super::{
    catalogue::{self, Offer},
    chains,
    facts::{GoodsKind, Part},
    goods::{self, Goods},
    seed,
    shop_kind::ShopKind,
    stated::{self, Stated},
    storefront,
    table::FactsError,
};

const KIND: ShopKind = ShopKind::MirqabMart;
/// Families of parts that the store sells, of a hundred.
const FAMILIES_PERCENT: i64 = 20;
/// Percentage of listings in Arabic.
const ARABIC_PERCENT: i64 = 38;
const SALT_FAMILY: u64 = 120;
const SALT_LANGUAGE: u64 = 121;
const SALT_DEPARTMENT: u64 = 122;

/// Categories for things on offer, whatever they are.
const DEALS: [(&str, &str); 3] =
    [("Hot Deals", "عروض"), ("New Arrivals", "وصل حديثا"), ("Clearance", "تصفية")];

/// Path of a category of the store, in English and in Arabic.
type Department = (&'static str, &'static str);

/// Returns the store's listings of parts and of everything else; the other goods are appended to `parts`.
///
/// # Errors
/// When the table of goods cannot be read.
pub(super) fn offers(parts: &mut Vec<Part>) -> Result<Vec<Offer>, FactsError> {
    let known: &[Part] = parts;
    let sold = known.iter().enumerate().filter(|(_, part)| is_sold(part));
    let mut offers: Vec<Offer> = sold.map(|(index, part)| part_offer(known, index, part)).collect();
    for goods in goods::read()? {
        offers.push(goods_offer(parts.len(), &goods));
        parts.push(goods.part);
    }
    Ok(offers)
}

/// Whether the store sells a part: it sells all of a family or none of it.
fn is_sold(part: &Part) -> bool {
    let line: Vec<&str> = part.model.split(' ').take(2).collect();
    let family = format!("family/{}/{}/{}", part.category, part.manufacturer, line.join(" "));
    part.kind == GoodsKind::Part && seed::below(seed::of(&family), SALT_FAMILY, 0, 100) < FAMILIES_PERCENT
}

fn part_offer(parts: &[Part], index: usize, part: &Part) -> Offer {
    let seed = seed::of(&format!("{}/{}", KIND.slug(), part.id));
    let offer = catalogue::unambiguous_offer(KIND, parts, index, part, seed);
    let department = seed::pick(seed, SALT_DEPARTMENT, departments(part.category)).unwrap_or_default();
    with_store_texts(offer, department, &chains::chain(part))
}

fn goods_offer(index: usize, goods: &Goods) -> Offer {
    let part = &goods.part;
    let seed = seed::of(&format!("{}/{}", KIND.slug(), part.id));
    let offer = Offer {
        external_id: KIND.external_id(seed),
        part: index,
        possible_products: Vec::new(),
        title: storefront::english(KIND, part, seed, &part.name, false),
        title_ar: storefront::arabic(KIND, part, seed, &goods.title_ar, false),
        is_arabic: false,
        description: None,
        stated: stated::of(KIND, part, part, seed, false),
        habit: None,
        colour: None,
        seed,
        level: catalogue::level(KIND, part, seed),
    };
    with_store_texts(offer, goods.department, goods.about.unwrap_or_default())
}

/// Adds the listing's language, category and description.
fn with_store_texts(offer: Offer, department: Department, about: &str) -> Offer {
    let is_arabic = seed::below(offer.seed, SALT_LANGUAGE, 0, 100) < ARABIC_PERCENT;
    let title = if is_arabic { &offer.title_ar } else { &offer.title };
    let promise = if is_arabic {
        "متوفر الآن مع كفالة سنة وتوصيل سريع لجميع مناطق الكويت."
    } else {
        "Available now with one year of warranty and fast delivery in all of Kuwait."
    };
    let facts = if about.is_empty() { String::new() } else { format!("<ul><li>{about}</li></ul>") };
    let description = format!("<p>{}</p>{facts}<p>{promise}</p>", title.trim());
    let category_text = category_text(offer.seed, department, is_arabic);
    Offer {
        is_arabic,
        description: Some(description),
        stated: Stated { category_text, ..offer.stated },
        ..offer
    }
}

/// Returns the category as the listing states it: one in eight states none, some are among the deals, and Arabic
/// listings have Arabic names for the most part.
fn category_text(seed: u64, department: Department, is_arabic: bool) -> Option<String> {
    let chance = seed::below(seed, SALT_DEPARTMENT, 1, 100);
    let (english, arabic) = match chance {
        0..12 => return None,
        12..17 => seed::pick(seed, SALT_DEPARTMENT, &DEALS).unwrap_or(department),
        _ => department,
    };
    let named = if is_arabic && seed::below(seed, SALT_DEPARTMENT, 2, 100) < 65 { arabic } else { english };
    Some(named.to_owned())
}

/// Returns the store's narrowest category of parts of a category, in English.
pub(super) fn narrowest_department(category: Category) -> &'static str {
    departments(category).last().map_or("", |(english, _)| english)
}

/// Returns the categories in which the store lists parts of a category: mostly wide ones.
fn departments(category: Category) -> &'static [Department] {
    const PARTS: Department = ("Computers & Office > Computer Parts", "كمبيوتر > قطع كمبيوتر");
    const ACCESSORIES: Department = ("Computers & Office > Computer Accessories", "اكسسوارات كمبيوتر");
    const GAMING: Department = ("Gaming > PC Gaming", "الألعاب > قيمنق");
    match category {
        Category::Cpu => &[PARTS, ("Computers & Office > Processors", "كمبيوتر > معالجات")],
        Category::CpuCooler | Category::CaseFan => {
            &[PARTS, ACCESSORIES, ("Computers & Office > Fans & Cooling", "كمبيوتر > تبريد")]
        }
        Category::Gpu => &[PARTS, GAMING, ("Gaming > Graphics Cards", "الألعاب > كروت الشاشة")],
        Category::Motherboard => &[PARTS, ("Computers & Office > Motherboards", "كمبيوتر > لوحات أم")],
        Category::Ram => &[PARTS, ("Computers & Office > Memory (RAM)", "كمبيوتر > رامات")],
        Category::Psu => &[PARTS, ("Computers & Office > Power Supplies", "كمبيوتر > باور سبلاي")],
        Category::Case => &[PARTS, GAMING, ("Gaming > PC Cases", "الألعاب > كيسات")],
        Category::Storage => &[PARTS, ("Computers & Office > Storage Devices", "كمبيوتر > وسائط التخزين")],
        Category::Monitor => &[GAMING, ("Computers & Office > Monitors", "كمبيوتر > شاشات كمبيوتر")],
        Category::Keyboard | Category::Mouse => {
            &[ACCESSORIES, GAMING, ("Computers & Office > Keyboards & Mice", "كمبيوتر > كيبورد وماوس")]
        }
        Category::Headset => &[GAMING, ("Gaming > Gaming Headsets", "الألعاب > سماعات قيمنق")],
        Category::Other => &[ACCESSORIES],
    }
}
