//! Turns clean titles into those of real retailers: chains of specifications, advertising, other units, typing
//! errors, invisible marks, and texts that were encoded once too often. The words that tell the part
//! from others stay readable.

use domain::model::{Category, SpecKey};

use super::{chains, facts::Part, seed, shop_kind::ShopKind};

const SALT_CHAIN: u64 = 100;
const SALT_FRONT: u64 = 101;
const SALT_UNITS: u64 = 102;
const SALT_TYPO: u64 = 103;
const SALT_SPACES: u64 = 104;
const SALT_MARKS: u64 = 105;
const SALT_ENCODED: u64 = 106;
const SALT_WORDS: u64 = 107;

/// Percentage of a shop's titles with each distortion, and the length at which its titles are cut.
struct Habits {
    chain: i64,
    front: i64,
    units: i64,
    typo: i64,
    spaces: i64,
    marks: i64,
    encoded: i64,
    cut: usize,
}

const fn habits(kind: ShopKind) -> Habits {
    let quiet = Habits { chain: 15, front: 12, units: 0, typo: 2, spaces: 3, marks: 3, encoded: 5, cut: 255 };
    match kind {
        ShopKind::DhowDigital => Habits { front: 20, marks: 6, ..quiet },
        ShopKind::SafatTech => Habits { front: 14, marks: 12, typo: 0, encoded: 10, ..quiet },
        ShopKind::NoorComputers => Habits { chain: 25, front: 16, encoded: 8, ..quiet },
        ShopKind::BandarPc => Habits { chain: 30, front: 6, typo: 12, spaces: 6, cut: 96, ..quiet },
        ShopKind::SidraStore => Habits { chain: 20, units: 25, spaces: 8, encoded: 8, cut: 120, ..quiet },
        ShopKind::MirqabMart => {
            Habits { chain: 20, front: 30, typo: 4, marks: 8, encoded: 10, cut: 140, ..quiet }
        }
    }
}

const ADVERTISED: [&str; 7] = [
    " | Fast Delivery",
    " - Best Price in Kuwait",
    " | Free Shipping & Fast Delivery",
    " - 1 Year Warranty",
    " (Local Warranty)",
    " Online in Kuwait",
    " – Brand New, Sealed",
];
const ADVERTISED_AR: [&str; 5] =
    [" | توصيل سريع", " - أفضل سعر في الكويت", " (كفالة سنة)", " - شحن مجاني & ضمان", " جديد بالكرتون"];
const BEFORE: [&str; 4] = ["NEW! ", "Buy ", "*HOT* ", "[In Stock] "];

/// Typing errors: in descriptions, and in a name only where a number states the same.
pub(super) const TYPOS: [(&str, &str); 9] = [
    ("Motherboard", "Motherbord"),
    ("Processor", "Proccesor"),
    ("Graphics", "Grapics"),
    ("Memory", "Memmory"),
    ("Keyboard", "Keybord"),
    ("Headset", "Headest"),
    ("Monitor", "Moniter"),
    ("Modular", "Moduler"),
    ("Cooler", "Coler"),
];
pub(super) const TYPOS_IN_NAMES: [(&str, &str); 4] =
    [("Corsair", "Corsiar"), ("Vengeance", "Vengance"), ("GeForce", "Geforse"), ("Gigabyte", "Gigabite")];

/// Returns the English title as on the shop's page.
pub(super) fn english(kind: ShopKind, part: &Part, offer: u64, title: &str, is_ambiguous: bool) -> String {
    let habits = habits(kind);
    let often = |salt: u64, percent: i64| seed::below(offer, salt, 0, 100) < percent;
    let mut shown = title.to_owned();
    if often(SALT_UNITS, habits.units) {
        shown = other_units(part, &shown);
    }
    let named = shown.chars().count();
    if often(SALT_CHAIN, habits.chain) && !is_ambiguous {
        let chain = chains::chain(part);
        if !chain.is_empty() {
            shown = format!("{shown} {chain}");
        }
    }
    if often(SALT_FRONT, habits.front) {
        shown = advertised(kind, offer, &shown);
    }
    if often(SALT_TYPO, habits.typo) {
        shown = mistyped(part, &shown);
    }
    if shown.chars().count() > habits.cut.max(named) {
        let cut: String = shown.chars().take(habits.cut.max(named)).collect();
        shown = format!("{}…", cut.trim_end());
    }
    finish(&habits, offer, shown, false)
}

/// Returns the Arabic title as on the shop's page.
pub(super) fn arabic(kind: ShopKind, part: &Part, offer: u64, title: &str, is_ambiguous: bool) -> String {
    let habits = habits(kind);
    let often = |salt: u64, percent: i64| seed::below(offer, salt, 0, 100) < percent;
    let mut shown = title.to_owned();
    if often(SALT_CHAIN, habits.chain) && !is_ambiguous {
        let chain = chains::chain(part);
        if !chain.is_empty() {
            shown = format!("{shown} / {chain}");
        }
    }
    if often(SALT_FRONT, habits.front) {
        let more = seed::pick(offer, SALT_WORDS, &ADVERTISED_AR).unwrap_or_default();
        shown = format!("{shown}{more}");
    }
    finish(&habits, offer, shown, true)
}

fn advertised(kind: ShopKind, offer: u64, title: &str) -> String {
    match seed::below(offer, SALT_WORDS, 1, 4) {
        0 => format!("{title} | {}", kind.names().0),
        1 => format!("{}{title}", seed::pick(offer, SALT_WORDS, &BEFORE).unwrap_or_default()),
        _ => format!("{title}{}", seed::pick(offer, SALT_WORDS, &ADVERTISED).unwrap_or_default()),
    }
}

/// Writes sizes in French units, and memory speed as bandwidth, which is the speed times eight.
fn other_units(part: &Part, title: &str) -> String {
    let mut title = (0..10).fold(title.to_owned(), |title, digit| {
        title
            .replace(&format!("{digit}GB"), &format!("{digit}Go"))
            .replace(&format!("{digit}TB"), &format!("{digit}To"))
    });
    let facts = (part.specs.text(SpecKey::RamType), part.specs.integer(SpecKey::RamSpeed));
    if let (Category::Ram, (Some(memory), Some(speed))) = (part.category, facts) {
        let generation = memory.trim_start_matches("DDR");
        title = title
            .replace(&format!("{memory}-{speed}"), &format!("{memory} PC{generation}-{}", speed * 8))
            .replace(&format!("{memory} {speed}"), &format!("{memory} PC{generation}-{}", speed * 8));
    }
    title
}

fn mistyped(part: &Part, title: &str) -> String {
    let certain = part.part_number.as_deref().is_some_and(|number| title.contains(number));
    let in_names = TYPOS_IN_NAMES.iter().filter(|_| certain);
    let typo = TYPOS.iter().chain(in_names).find(|(right, _)| title.contains(right));
    typo.map_or_else(|| title.to_owned(), |(right, wrong)| title.replacen(right, wrong, 1))
}

/// Adds superfluous spaces, invisible marks and entities.
fn finish(habits: &Habits, offer: u64, mut title: String, arabic: bool) -> String {
    let often = |salt: u64, percent: i64| seed::below(offer, salt, 0, 100) < percent;
    if often(SALT_SPACES, habits.spaces) {
        title = format!(" {} ", title.replacen(' ', "  ", 1).replacen(" - ", "  -", 1));
    }
    if often(SALT_MARKS, habits.marks) {
        title = marked(offer, &title, arabic);
    }
    if often(SALT_ENCODED, habits.encoded) {
        for _ in 0..=seed::below(offer, SALT_ENCODED, 1, 2) {
            title = encoded(&title);
        }
    }
    title
}

/// Adds direction marks around Latin words of an Arabic title; in a Latin title a zero-width or a non-breaking space.
fn marked(offer: u64, title: &str, arabic: bool) -> String {
    if arabic {
        return title
            .split(' ')
            .map(|word| if word.is_ascii() { format!("\u{200e}{word}") } else { word.to_owned() })
            .collect::<Vec<_>>()
            .join(" ");
    }
    match seed::below(offer, SALT_MARKS, 1, 4) {
        0 => format!("\u{feff}{title}"),
        1 => title.replacen(' ', "\u{a0}", 2),
        2 => title.replacen(' ', " \u{200b}", 3),
        _ => format!("\u{202a}{title}\u{202c}"),
    }
}

/// Encodes the text once: the required entities, and a dash or a space that an editor wrote as an entity.
fn encoded(title: &str) -> String {
    let encoded = title.replace('&', "&amp;").replace('"', "&quot;").replace('–', "&#8211;");
    if encoded != title {
        return encoded;
    }
    match title.rsplit_once(" - ").or(title.rsplit_once(' ')) {
        Some((head, tail)) if head.len() + tail.len() + 3 == title.len() => format!("{head} &#8211; {tail}"),
        Some((head, tail)) => format!("{head}&nbsp;{tail}"),
        None => encoded,
    }
}
