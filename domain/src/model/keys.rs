//! Normalized keys by which offers are matched to products without an administrator: equal keys mean the same product.
//!
//! A wrong match is worse than none. Where a key could mean two products, there is no key, and the offer waits for the
//! matcher.

pub mod fold;
pub mod manufacturers;
pub mod model_words;

use std::collections::BTreeSet;

pub use self::model_words::COLOUR_WORDS;
use self::{fold::Folded, manufacturers::manufacturer_aliases, model_words::model_words};
use super::{Category, SpecKey, SpecValue, Specs};

/// Minimum length of a part number that its own record's name contains: `rm850x` is shorter, and a model.
const MIN_NAMED_NUMBER: usize = 7;
/// Maximum number of adjacent words of a name that are one part number: `g274qpf` `qd`.
const MAX_NUMBER_WORDS: usize = 3;

/// Returns a manufacturer's name in one form: `G.Skill` and `GSKILL` become `gskill`, `WD` becomes `westerndigital`,
/// `XPG` becomes `adata`.
pub fn manufacturer_key(name: &str) -> String {
    letters_and_digits(manufacturer_aliases().find_name(name).unwrap_or(name))
}

/// Returns a part number without case, spaces and dashes; `None` when it is too short or too plain to identify
/// anything.
///
/// A key has at least five letters or digits, at least one of them a digit: every manufacturer uses `OC` and `16`.
pub fn part_number_key(part_number: &str) -> Option<String> {
    let key = letters_and_digits(part_number);
    (key.len() >= 5 && key.bytes().any(|byte| byte.is_ascii_digit())).then_some(key)
}

/// Returns the part numbers (normal form) that a name contains, as a word or as adjacent words, of those that `is_number`
/// accepts.
pub fn part_numbers_in_name(name: &str, is_number: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let folded = Folded::new(name);
    let mut found = BTreeSet::new();
    for first in 0..folded.len() {
        let mut joined = String::new();
        for index in first..folded.len().min(first + MAX_NUMBER_WORDS) {
            joined.push_str(folded.word(index));
            if is_number(&joined) {
                found.insert(joined.clone());
            }
        }
    }
    found
}

/// Whether a part number (normal form) that so many products' names contain is the name of a model or a series: one in two
/// or more names, or a short one in one name.
///
/// Worked example: `CS900` stands in the names of the drive's five sizes, `RM850x` in the name of its own record.
/// `BK036`, just as short, stands in no name: it is a number.
pub fn is_model_name(part_number_key: &str, names: u32) -> bool {
    names >= 2 || (names == 1 && part_number_key.len() < MIN_NAMED_NUMBER)
}

/// Returns the key of a model within its manufacturer: the significant words of its name, sorted, and the specs that
/// tell siblings apart.
///
/// 1. List the specs that tell siblings apart (`distinguishing_facts`).
/// 2. Take the significant words of the name, without those that repeat a spec.
/// 3. Join words that form one code, split long names from their numbers, and sort the words.
///
/// Example: the GPU `GeForce RTX 4070 Ti SUPER VENTUS 2X OC 16GB GDDR6X Black` of MSI has the key
/// `2x oc ventus | gpuChipset=geforce rtx 4070 ti super gpuVram=16`, and so has `RTX4070TI SUPER Ventus2X OC`.
///
/// `None` when a needed spec is not known (a card without its chipset, a memory kit without its module count),
/// because the text could then mean several products.
pub fn model_key(category: Category, manufacturer: &str, model: &str, specs: &Specs) -> Option<String> {
    let facts = distinguishing_facts(category, model, specs)?;
    let mut words = pieces_without_facts(category, manufacturer, model, specs, &facts);
    words.sort_unstable();
    words.dedup();
    let enough = !words.is_empty() || category == Category::Gpu;
    enough.then(|| [words.join(" "), facts.join(" ")].join(" | "))
}

/// Returns the words and codes of a model's name that tell it from its manufacturer's other models, in their order.
/// Words that repeat a typed spec (a chip, a capacity) are left out.
pub fn model_pieces(category: Category, manufacturer: &str, model: &str, specs: &Specs) -> Vec<String> {
    let facts = distinguishing_facts(category, model, specs).unwrap_or_default();
    pieces_without_facts(category, manufacturer, model, specs, &facts)
}

fn pieces_without_facts(
    category: Category,
    manufacturer: &str,
    model: &str,
    specs: &Specs,
    facts: &[String],
) -> Vec<String> {
    let numbers: Vec<String> = facts.iter().flat_map(|fact| plain_numbers(fact)).collect();
    let text = Folded::new(model);
    let chip = specs.text(SpecKey::GpuChipset).map(Folded::new).unwrap_or_default();
    let mut pieces: Vec<Piece> = Vec::new();
    for word in model_words(category, manufacturer, &text) {
        if numbers.contains(&word.text)
            || facts.contains(&word.text)
            || (category == Category::Gpu && repeats_chip(&chip, &word.text))
        {
            continue;
        }
        Piece::add(&mut pieces, word.text, word.first, word.last, word.joined);
    }
    pieces.into_iter().flat_map(|piece| split_long_names(piece.text)).collect()
}

/// Short words that stand alone and never begin a code: `RGB 2x8`, `PRO 7975WX`.
const STANDALONE_WORDS: [&str; 17] = [
    "rgb", "pro", "max", "oc", "ti", "xt", "gre", "evo", "sff", "lp", "tuf", "rog", "aio", "lcd", "lpx",
    "ii", "iii",
];

/// Consecutive words of a name that form one code: `nh` `d15`, `rm` `850x`, `b650m` `a`.
struct Piece {
    text: String,
    last: usize,
}

impl Piece {
    fn add(pieces: &mut Vec<Piece>, text: String, first: usize, last: usize, joined: bool) {
        if let Some(before) = pieces.last_mut().filter(|piece| piece.last + 1 == first) {
            let prefix = before.text.len() <= 3
                && before.text.bytes().all(|byte| byte.is_ascii_lowercase())
                && !STANDALONE_WORDS.contains(&before.text.as_str());
            let code = text.starts_with(|letter: char| letter.is_ascii_digit());
            let numbered = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
            let completes = (prefix && code) || (prefix && joined && numbered(&text));
            let suffix = joined && text.len() == 1 && numbered(&before.text);
            if completes || suffix {
                before.text.push_str(&text);
                before.last = last;
                return;
            }
        }
        pieces.push(Piece { text, last });
    }
}

/// Splits a long name from its number: `ventus2x` into `ventus` `2x`, `hyper212` into `hyper` `212`. A prefix of up
/// to three letters stays with the number.
fn split_long_names(word: String) -> Vec<String> {
    let letters = word.bytes().take_while(u8::is_ascii_lowercase).count();
    match word.split_at_checked(letters) {
        Some((name, code)) if letters >= 4 && !code.is_empty() => vec![name.to_owned(), code.to_owned()],
        _ => vec![word],
    }
}

/// Whether a word only repeats the graphics chip, in one piece or in parts: `rtx4070ti`, `4070`, `ti`.
fn repeats_chip(chip: &Folded, word: &str) -> bool {
    let glued: String = chip.iter().collect();
    chip.iter().any(|part| part == word) || (word.len() > 3 && glued.contains(word))
}

/// Returns the specs that tell products of one name apart; `None` when a needed one is missing.
fn distinguishing_facts(category: Category, model: &str, specs: &Specs) -> Option<Vec<String>> {
    use SpecKey as K;
    let needed: &[SpecKey] = match category {
        Category::Gpu => &[K::GpuChipset, K::GpuVram],
        Category::Ram => &[K::RamType, K::RamSpeed, K::RamCapacity, K::Modules],
        Category::Storage => &[K::StorageCapacity],
        Category::Psu => &[K::PsuWattage],
        _ => &[],
    };
    let optional: &[SpecKey] = match category {
        Category::CpuCooler => &[K::RadiatorSize],
        Category::CaseFan => &[K::FanSize],
        // One name covers drives of 5400 and 7200 rpm, 2.5 and 3.5 inch, SATA and NVMe.
        Category::Storage => &[K::StorageFormFactor],
        Category::Monitor => &[K::RefreshRate],
        Category::Ram => &[K::CasLatency],
        Category::Psu => &[K::PsuEfficiency],
        _ => &[],
    };
    let mut facts = Vec::new();
    for key in needed {
        facts.push(fact(*key, specs.get(*key)?));
    }
    facts.extend(optional.iter().filter_map(|key| Some(fact(*key, specs.get(*key)?))));
    if category == Category::Ram && specs.text(K::FormFactor) == Some("SO-DIMM") {
        facts.push("sodimm".to_owned());
    }
    if category == Category::Monitor {
        // Retailers round 23.8 to 24 and 31.5 to 32.
        facts.extend(specs.number(K::ScreenSize).map(|inches| format!("screen={}", inches.round())));
    }
    if category == Category::CaseFan {
        facts.push(format!("fans={}", specs.integer(K::FanQuantity).unwrap_or(1)));
    }
    facts.extend(distinguishing_colour(category, specs));
    if category == Category::Cpu && is_tray(model, specs) {
        facts.push("tray".to_owned());
    }
    Some(facts)
}

/// Returns the colour in categories whose models are sold in several. Plain black gives none, because retailers leave
/// it out.
fn distinguishing_colour(category: Category, specs: &Specs) -> Option<String> {
    use Category as C;
    let sold_in_colours = matches!(
        category,
        C::Ram | C::Psu | C::Case | C::CpuCooler | C::CaseFan | C::Keyboard | C::Mouse | C::Headset
    );
    let Some(SpecValue::List(colours)) = specs.get(SpecKey::Color).filter(|_| sold_in_colours) else {
        return None;
    };
    let black = colours.iter().any(|colour| colour == "Black");
    let named_colour = colours.iter().find(|colour| *colour == "White").or(colours.first())?;
    // A cooler without a stated colour is bare metal, so its black counts.
    (!black || category == C::CpuCooler).then(|| named_colour.to_lowercase())
}

/// Whether a processor comes without its box, which has another price.
fn is_tray(model: &str, specs: &Specs) -> bool {
    let text = Folded::new(model);
    specs.text(SpecKey::Packaging).is_some_and(|packaging| packaging != "Boxed")
        || text.iter().any(|word| matches!(word, "tray" | "oem"))
}

fn fact(key: SpecKey, value: &SpecValue) -> String {
    format!("{key}={}", value.to_texts().join("+").to_lowercase())
}

/// Returns the number of a fact such as `psuWattage=750`, which a name may repeat.
fn plain_numbers(fact: &str) -> Option<String> {
    let value = fact.split_once('=')?.1;
    value.bytes().all(|byte| byte.is_ascii_digit()).then(|| value.to_owned())
}

fn letters_and_digits(text: &str) -> String {
    let folded = Folded::new(text);
    folded.iter().flat_map(str::chars).filter(|letter| letter.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn key(category: Category, manufacturer: &str, model: &str, specs: serde_json::Value) -> Option<String> {
        let (specs, refused) = Specs::from_json(specs.as_object().expect("an object"));
        assert!(refused.is_empty(), "{refused:?}");
        model_key(category, manufacturer, model, &specs)
    }

    #[test]
    fn manufacturer_aliases_share_a_key() {
        for (left, right) in [
            ("G.Skill", "GSKILL"),
            ("WD", "Western Digital"),
            ("XPG", "ADATA"),
            ("be quiet!", "BeQuiet"),
            ("أسوس", "ASUS"),
        ] {
            assert_eq!(manufacturer_key(left), manufacturer_key(right));
        }
        assert_eq!(manufacturer_key("Nobody & Sons"), "nobodyandsons");
    }

    #[test]
    fn part_number_key_drops_punctuation_and_junk() {
        assert_eq!(part_number_key("CMK32GX5M2B-6000 C30").as_deref(), Some("cmk32gx5m2b6000c30"));
        for junk in ["OC", "16", "WHITE", "", "-----"] {
            assert_eq!(part_number_key(junk), None, "{junk}");
        }
    }

    #[test]
    fn model_key_ignores_spelling() {
        let card = json!({"gpuChipset": "GeForce RTX 4070 Ti SUPER", "gpuVram": 16});
        let reference = key(
            Category::Gpu,
            "MSI",
            "GeForce RTX 4070 Ti SUPER VENTUS 2X OC 16GB GDDR6X Black",
            card.clone(),
        );
        assert!(reference.is_some());
        for model in
            ["RTX4070TI SUPER Ventus2X OC", "Ventus 2X 16G OC GeForce RTX 4070 Ti Super Graphics Card"]
        {
            assert_eq!(key(Category::Gpu, "MSI", model, card.clone()), reference, "{model}");
        }
        let cooler = |model| key(Category::CpuCooler, "Noctua", model, json!({}));
        assert_eq!(cooler("NH-D15 G2"), cooler("NHD15 G2 CPU Cooler"));
        let board = |model| key(Category::Motherboard, "ASUS", model, json!({}));
        assert_eq!(
            board("ROG STRIX B650E-F GAMING WIFI"),
            board("Asus ROG Strix B650E-F Gaming Wi-Fi AM5 DDR5 ATX Motherboard")
        );
        let psu = |model| {
            key(
                Category::Psu,
                "Cooler Master",
                model,
                json!({"psuWattage": 750, "psuEfficiency": "80+ Gold"}),
            )
        };
        assert_eq!(psu("MWE Gold 750 V2"), psu("MWE V2 750W Fully Modular 80+ Gold Certified"));
    }

    #[test]
    fn siblings_have_different_model_keys() {
        let differ = |left: Option<String>, right: Option<String>| {
            assert!(left.is_some() && left != right, "{left:?} {right:?}")
        };
        let card = |model, chip: &str, vram| {
            key(Category::Gpu, "MSI", model, json!({"gpuChipset": chip, "gpuVram": vram}))
        };
        differ(card("VENTUS 2X", "GeForce RTX 4070", 12), card("VENTUS 2X", "GeForce RTX 4070 Ti", 12));
        differ(card("VENTUS 2X", "GeForce RTX 4070", 12), card("VENTUS 2X OC", "GeForce RTX 4070", 12));
        differ(card("VENTUS 2X", "GeForce RTX 4060 Ti", 8), card("VENTUS 2X", "GeForce RTX 4060 Ti", 16));
        let cpu = |model| key(Category::Cpu, "Intel", model, json!({}));
        differ(cpu("Core i5-14600K"), cpu("Core i5-14600KF"));
        differ(cpu("Core i5-14600K"), cpu("Core i5-14600K OEM/Tray"));
        differ(cpu("Ryzen 7 7800X3D"), cpu("Ryzen 7 7700X"));
        let ram = |capacity, modules, latency| {
            let specs = json!({"ramType": "DDR5", "ramSpeed": 6000, "ramCapacity": capacity, "modules": modules, "casLatency": latency});
            key(Category::Ram, "Corsair", "Vengeance RGB", specs)
        };
        differ(ram(32, 2, 30), ram(32, 1, 30));
        differ(ram(32, 2, 30), ram(64, 2, 30));
        differ(ram(32, 2, 30), ram(32, 2, 36));
        let board = |model| key(Category::Motherboard, "MSI", model, json!({}));
        differ(board("PRO B650M-A WIFI"), board("PRO B650M-A"));
        differ(board("PRO B650M-A WIFI"), board("PRO B650M-P WIFI"));
        differ(board("PRO B760M-A WIFI"), board("PRO B760M-A WIFI DDR4"));
        differ(board("X670E-E"), board("X670-E"));
        let case = |model, colour: &str| key(Category::Case, "NZXT", model, json!({"color": [colour]}));
        differ(case("H5 Flow", "Black"), case("H5 Flow White", "White"));
        assert_eq!(case("H5 Flow Black", "Black"), case("H5 Flow", "Black"));
        let drive = |form: &str| {
            key(
                Category::Storage,
                "WD",
                "Blue 1TB",
                json!({"storageCapacity": 1000, "storageFormFactor": form}),
            )
        };
        differ(drive("3.5-HDD"), drive("M.2-NVMe"));
    }

    #[test]
    fn ambiguous_model_has_no_key() {
        assert_eq!(
            key(Category::Gpu, "MSI", "VENTUS 2X", json!({"gpuChipset": "GeForce RTX 4060 Ti"})),
            None
        );
        assert_eq!(
            key(
                Category::Ram,
                "Corsair",
                "Vengeance 32GB DDR5-6000",
                json!({"ramType": "DDR5", "ramSpeed": 6000, "ramCapacity": 32})
            ),
            None
        );
        assert_eq!(key(Category::Monitor, "LG", "27\" Gaming Monitor", json!({})), None);
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,60}") {
            let _ = (manufacturer_key(&text), part_number_key(&text));
            for category in Category::ALL {
                let _ = model_key(category, &text, &text, &Specs::new());
            }
        }
    }
}
