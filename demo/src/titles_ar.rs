//! Arabic titles in the style of Gulf retailers: the noun and the units in Arabic, manufacturers and models mostly in
//! Latin letters.

use domain::model::{Category, SpecKey};

use super::{
    facts::{GoodsKind, Part},
    seed,
    used_and_bundles::CONDITIONS,
};

const SALT_NOUN: u64 = 30;
const SALT_BRAND: u64 = 31;
const SALT_UNITS: u64 = 32;
const SALT_TAIL: u64 = 33;
const SALT_NUMBER: u64 = 34;

/// Manufacturers that shops also write in Arabic letters.
const BRANDS: [(&str, &str); 14] = [
    ("ASUS", "اسوس"),
    ("MSI", "ام اس اي"),
    ("Gigabyte", "جيجابايت"),
    ("Corsair", "كورسير"),
    ("Samsung", "سامسونج"),
    ("Kingston", "كينغستون"),
    ("Intel", "انتل"),
    ("AMD", "اي ام دي"),
    ("Logitech", "لوجيتك"),
    ("Razer", "ريزر"),
    ("LG", "ال جي"),
    ("Seagate", "سيجيت"),
    ("Cooler Master", "كولر ماستر"),
    ("Dell", "ديل"),
];

const COLOURS: [(&str, &str); 5] =
    [("Black", "أسود"), ("White", "أبيض"), ("Silver", "فضي"), ("Grey", "رمادي"), ("Red", "أحمر")];

/// Returns the Arabic title of `part`, for the offer with this seed.
pub(super) fn arabic(part: &Part, offer: u64) -> String {
    let often = |salt: u64, percent: i64| seed::below(offer, salt, 0, 100) < percent;
    let noun = seed::pick(offer, SALT_NOUN, nouns(part)).unwrap_or_default();
    let brand = BRANDS
        .iter()
        .find(|(latin, _)| *latin == part.manufacturer && often(SALT_BRAND, 30))
        .map_or(part.manufacturer.as_str(), |(_, arabic)| arabic);
    let model = in_arabic(&part.model);
    let model = units(part, &model, often(SALT_UNITS, 55), seed::below(offer, SALT_UNITS, 1, 100) < 20);
    let mut title = format!("{noun} {brand} {model}");
    let tail = tail(part);
    if often(SALT_TAIL, 65) && !tail.is_empty() {
        title.push_str(" - ");
        title.push_str(&tail);
    }
    if let Some(number) =
        part.part_number.as_deref().filter(|number| often(SALT_NUMBER, 20) && !title.contains(number))
    {
        title.push_str(&format!(" ({number})"));
    }
    title
}

/// Returns a title around a name in Latin letters.
pub(super) fn around(part: &Part, name: &str, offer: u64) -> String {
    let noun = seed::pick(offer, SALT_NOUN, nouns(part)).unwrap_or_default();
    format!("{noun} {name}")
}

/// Translates a condition at the end of the model's name into Arabic.
fn in_arabic(model: &str) -> String {
    let condition = CONDITIONS.iter().find(|(english, _)| model.ends_with(english));
    condition.map_or_else(|| model.to_owned(), |(english, arabic)| model.replace(english, arabic))
}

fn nouns(part: &Part) -> &'static [&'static str] {
    let category = match part.kind {
        GoodsKind::Part | GoodsKind::Used | GoodsKind::Deposit => part.listed_under,
        GoodsKind::Bundle => return &["باندل", "بكج", "كومبو"],
        GoodsKind::Computer => return &["كمبيوتر", "تجميعة قيمنق"],
        GoodsKind::Device => return &["جهاز"],
        GoodsKind::Accessory | GoodsKind::Goods => Category::Other,
    };
    match category {
        Category::Cpu => &["معالج", "بروسيسور"],
        Category::CpuCooler if part.specs.integer(SpecKey::RadiatorSize).is_some() => {
            &["مبرد مائي", "تبريد مائي للمعالج"]
        }
        Category::CpuCooler => &["مبرد معالج", "مبرد هوائي"],
        Category::Motherboard => &["لوحة أم", "مذربورد", "اللوحة الام"],
        Category::Ram => &["رام", "ذاكرة رام", "رامات"],
        Category::Storage if part.specs.text(SpecKey::StorageKind) == Some("HDD") => {
            &["هارد ديسك", "قرص صلب"]
        }
        Category::Storage => &["هارد SSD", "قرص تخزين SSD"],
        Category::Gpu => &["كرت شاشة", "بطاقة رسومات", "كارت شاشة"],
        Category::Case => &["كيس كمبيوتر", "صندوق كمبيوتر"],
        Category::Psu => &["باور سبلاي", "مزود طاقة"],
        Category::Monitor => &["شاشة قيمنق", "شاشة كمبيوتر", "شاشة ألعاب"],
        Category::CaseFan => &["مروحة كيس", "مروحة تبريد"],
        Category::Keyboard => &["كيبورد قيمنق", "لوحة مفاتيح"],
        Category::Mouse => &["ماوس قيمنق", "فأرة ألعاب"],
        Category::Headset => &["سماعة قيمنق", "سماعة رأس"],
        Category::Other => &["ملحق"],
    }
}

/// Writes sizes with the Arabic unit, and sometimes with Arabic digits.
fn units(part: &Part, model: &str, arabic_units: bool, arabic_digits: bool) -> String {
    if !arabic_units || !matches!(part.category, Category::Ram | Category::Storage | Category::Gpu) {
        return model.to_owned();
    }
    let words: Vec<String> = model
        .split(' ')
        .map(|word| {
            let (digits, unit) = match word.strip_suffix("GB").map(|digits| (digits, "جيجابايت")) {
                Some(found) => found,
                None => match word.strip_suffix("TB") {
                    Some(digits) => (digits, "تيرا"),
                    None => return word.to_owned(),
                },
            };
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return word.to_owned();
            }
            let digits = if arabic_digits { eastern_digits(digits) } else { digits.to_owned() };
            format!("{digits} {unit}")
        })
        .collect();
    words.join(" ")
}

/// Converts digits to Arabic-Indic ones.
pub(super) fn eastern_digits(text: &str) -> String {
    text.chars()
        .map(|character| match character.to_digit(10) {
            Some(digit) => char::from_u32(0x660 + digit).unwrap_or(character),
            None => character,
        })
        .collect()
}

fn tail(part: &Part) -> String {
    let number = |key| part.specs.integer(key);
    let words = match part.category {
        Category::Cpu => match (number(SpecKey::Cores), part.specs.text(SpecKey::Socket)) {
            (Some(cores), Some(socket)) => {
                // Three to ten take the plural, more take the singular.
                let noun = if cores > 10 { "نواة" } else { "أنوية" };
                format!("{cores} {noun} سوكت {socket}")
            }
            _ => String::new(),
        },
        Category::Motherboard => {
            match (part.specs.text(SpecKey::Socket), part.specs.text(SpecKey::RamType)) {
                (Some(socket), Some(memory)) => format!("سوكت {socket} تدعم {memory}"),
                _ => String::new(),
            }
        }
        Category::Psu => match number(SpecKey::PsuWattage) {
            Some(watts) => {
                format!("{watts} واط {}", part.specs.text(SpecKey::PsuEfficiency).unwrap_or_default())
            }
            None => String::new(),
        },
        Category::Monitor => match (part.specs.number(SpecKey::ScreenSize), number(SpecKey::RefreshRate)) {
            (Some(inches), Some(rate)) => format!("{inches} بوصة {rate} هرتز"),
            _ => String::new(),
        },
        _ => part
            .specs
            .text(SpecKey::Color)
            .and_then(|color| COLOURS.iter().find(|(english, _)| *english == color))
            .map(|(_, arabic)| format!("لون {arabic}"))
            .unwrap_or_default(),
    };
    words.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_become_arabic_digits() {
        assert_eq!(eastern_digits("16"), "١٦");
    }
}
