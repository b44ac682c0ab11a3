//! Which kind of thing a title names: a part, or something that only belongs to one.

use std::sync::LazyLock;

use domain::model::{
    Category,
    keys::{
        fold::{Break, Folded},
        makers::{AliasKind, makers},
    },
};

use rustc_hash::FxHashMap;

use super::{
    measure::Unit,
    phrases::{Phrases, rows},
    title::Reading,
};

/// What was decided about a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) category: Option<Category>,
    pub(crate) accessory: bool,
    pub(crate) bundle: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Part(Category),
    Accessory,
    System,
    Nothing,
}

#[derive(Debug, Clone, Copy)]
struct Vote {
    kind: Kind,
    weight: f32,
}

/// Category words and product lines of the tables.
static WORDS: LazyLock<Phrases<Vote>> = LazyLock::new(|| {
    let mut words = Phrases::new();
    let tables = [
        include_str!("../../../config/specs/category_words.tsv"),
        include_str!("../../../config/specs/lines.tsv"),
    ];
    for row in tables.into_iter().flat_map(rows) {
        let [kind, weight, phrases] = row[..] else { continue };
        let kind = match kind {
            "ACCESSORY" => Kind::Accessory,
            "SYSTEM" => Kind::System,
            "NONE" => Kind::Nothing,
            name => name.parse().map_or(Kind::Nothing, Kind::Part),
        };
        let vote = Vote { kind, weight: weight.parse().unwrap_or(0.0) };
        phrases.split('|').for_each(|phrase| words.insert(phrase, vote));
    }
    words
});

/// What follows these says what a thing is for, not what it is.
const FOR_WORDS: [&str; 12] = [
    "for",
    "fits",
    "compatible",
    "supports",
    "support",
    "works",
    "suitable",
    "لل",
    "متوافق",
    "متوافقه",
    "يدعم",
    "تدعم",
];
/// What follows these comes along.
const WITH_WORDS: [&str; 13] = [
    "with",
    "w",
    "includes",
    "including",
    "included",
    "without",
    "incl",
    "no",
    "مع",
    "شامل",
    "يشمل",
    "بدون",
    "و",
];
/// Words that say several things are sold as one.
const BUNDLE_WORDS: [&str; 7] = ["bundle", "combo", "باندل", "بندل", "بكج", "كومبو", "combos"];

/// A noun of this weight says what the thing is.
const HEAD_WEIGHT: f32 = 9.0;
/// Below this nothing is sure enough.
const ENOUGH: f32 = 4.0;
/// How much a shop's own word for the category counts.
const HINT_WEIGHT: f32 = 12.0;

/// Where a word stands.
#[derive(Clone, Copy, PartialEq)]
enum Zone {
    Head,
    For,
    With,
}

#[derive(Default)]
struct Tally {
    votes: [f32; Category::ALL.len()],
    accessory: f32,
    system: f32,
    heads: Vec<Category>,
    plus: bool,
    bundle_word: bool,
}

impl Tally {
    fn add(&mut self, category: Category, weight: f32) {
        if let Some(vote) =
            Category::ALL.iter().position(|known| *known == category).and_then(|at| self.votes.get_mut(at))
        {
            *vote += weight;
        }
    }

    fn is_empty(&self) -> bool {
        self.votes.iter().all(|votes| *votes < ENOUGH) && self.accessory < 1.0 && self.system < 1.0
    }

    fn head(&mut self, category: Category) {
        if !self.heads.contains(&category) {
            self.heads.push(category);
        }
    }
}

/// Decides what a title names. `hint` is our category's name or a shop's word.
pub(crate) fn decide(reading: &Reading<'_>, hint: Option<&str>) -> Decision {
    let mut tally = Tally::default();
    let zones = zones(reading.text);
    count_words(reading, &zones, &mut tally);
    count_chips(reading, &zones, &mut tally);
    count_measures(reading, &mut tally);
    if let Some(category) = hint.and_then(hinted) {
        tally.add(category, HINT_WEIGHT);
    }
    if tally.is_empty()
        && let Some(category) = only_category(reading.text)
    {
        tally.add(category, ENOUGH);
    }
    conclude(&tally)
}

/// The category a shop's own word names: ours by name, else by the same words as in titles.
fn hinted(hint: &str) -> Option<Category> {
    if let Ok(category) = hint.parse::<Category>() {
        return (category != Category::Other).then_some(category);
    }
    let folded = Folded::new(hint);
    (0..folded.len()).rev().find_map(|index| match WORDS.at(&folded, index) {
        Some((Vote { kind: Kind::Part(category), weight }, _)) if *weight >= 8.0 => Some(*category),
        _ => None,
    })
}

/// What a maker sells who sells one kind of thing only.
static ONLY: LazyLock<FxHashMap<&'static str, Category>> = LazyLock::new(|| {
    rows(include_str!("../../../config/specs/maker_categories.tsv"))
        .filter_map(|row| Some((*row.first()?, row.get(1)?.parse().ok()?)))
        .collect()
});

fn only_category(text: &Folded) -> Option<Category> {
    (0..text.len()).find_map(|index| ONLY.get(makers().at(text, index)?.0.maker).copied())
}

fn zones(text: &Folded) -> Vec<Zone> {
    let mut zone = Zone::Head;
    (0..text.len())
        .map(|index| {
            let word = text.word(index);
            // "للمعالج" is for the processor; "للبيع" and the like say nothing about what a thing is.
            let attached = word.starts_with("لل") && WORDS.at(text, index).is_some();
            if matches!(text.before(index), Break::Clause | Break::Bracket) && zone == Zone::For {
                zone = Zone::Head;
            }
            if FOR_WORDS.contains(&word) || attached {
                zone = Zone::For;
            } else if WITH_WORDS.contains(&word) {
                zone = Zone::With;
            }
            zone
        })
        .collect()
}

fn count_words(reading: &Reading<'_>, zones: &[Zone], tally: &mut Tally) {
    let text = reading.text;
    let mut head_clause: Option<usize> = None;
    let mut clause = 0;
    let mut index = 0;
    while index < text.len() {
        let before = text.before(index);
        clause += usize::from(matches!(before, Break::Clause | Break::Bracket | Break::Plus));
        tally.plus |=
            before == Break::Plus && !text.word(index).starts_with(|first: char| first.is_ascii_digit());
        tally.bundle_word |= BUNDLE_WORDS.contains(&text.word(index));
        if let Some((alias, count)) =
            makers().at(text, index).filter(|(alias, _)| alias.kind != AliasKind::ProductLine)
        {
            let longer_word = WORDS.at(text, index).is_some_and(|(_, words)| words > count);
            if !longer_word && (alias.kind != AliasKind::OrdinaryWord || index == 0) {
                index += count;
                continue;
            }
        }
        let Some((vote, count)) = WORDS.at(text, index) else {
            index += 1;
            continue;
        };
        let zone = zones.get(index).copied().unwrap_or(Zone::Head);
        let arabic_after_head = head_clause.is_some() && !text.word(index).is_ascii();
        let said_before = head_clause.is_some_and(|head| head < clause) || arabic_after_head;
        match vote.kind {
            Kind::Part(category) => {
                // Fans come with cases, coolers and cards.
                let included = category == Category::CaseFan && !tally.heads.is_empty();
                let factor = if included {
                    0.3
                } else if said_before {
                    0.5
                } else {
                    1.0
                };
                tally.add(category, vote.weight * zone_factor(zone) * factor);
                if vote.weight >= HEAD_WEIGHT && zone == Zone::Head {
                    head_clause = head_clause.or(Some(clause));
                    tally.head(category);
                    if category == Category::Keyboard && names_mouse(text, index, count) {
                        tally.head(Category::Mouse);
                    }
                }
            }
            Kind::Accessory if said_before || before == Break::Plus => tally.accessory += vote.weight * 0.1,
            Kind::Accessory => tally.accessory += vote.weight * zone_factor(zone),
            Kind::System => tally.system += vote.weight * zone_factor(zone),
            Kind::Nothing => {}
        }
        index += count;
    }
}

/// `keyboard and mouse` is one phrase of the table, and two things.
fn names_mouse(text: &Folded, index: usize, count: usize) -> bool {
    (index..index + count).any(|at| matches!(text.word(at), "mouse" | "ماوس" | "وماوس"))
}

/// How many words here name an accessory.
pub(crate) fn accessory_at(text: &Folded, index: usize) -> Option<usize> {
    WORDS.at(text, index).filter(|(vote, _)| vote.kind == Kind::Accessory).map(|(_, count)| count)
}

fn zone_factor(zone: Zone) -> f32 {
    match zone {
        Zone::Head => 1.0,
        Zone::For => 0.0,
        Zone::With => 0.1,
    }
}

fn count_chips(reading: &Reading<'_>, zones: &[Zone], tally: &mut Tally) {
    let mut found = |category, at: usize, weight: f32| {
        let zone = zones.get(at).copied().unwrap_or(Zone::Head);
        tally.add(category, weight * zone_factor(zone));
        if zone == Zone::Head {
            tally.head(category);
        }
    };
    if let Some((_, at)) = &reading.cpu {
        found(Category::Cpu, *at, 11.0);
    }
    if let Some((_, at)) = reading.gpu {
        found(Category::Gpu, at, 11.0);
    }
    if let Some((_, at, _)) = reading.board {
        found(Category::Motherboard, at, 10.0);
    }
}

/// What numbers and their units alone say.
fn count_measures(reading: &Reading<'_>, tally: &mut Tally) {
    let has = |unit: Unit| reading.measures.iter().any(|measure| measure.unit == unit);
    let text = reading.text;
    let word = |names: &[&str]| text.iter().any(|word| names.contains(&word));
    let kit =
        reading.measures.iter().any(|measure| measure.unit == Unit::Gigabyte && measure.times.is_some());
    if kit || (has(Unit::Gigabyte) && has(Unit::CasLatency)) {
        tally.add(Category::Ram, 6.0);
    }
    // Modules have no form of a board, and cases and supplies no type of memory.
    if !kit && word(&["ddr2", "ddr3", "ddr4", "ddr5"]) && word(&["atx", "matx", "itx", "eatx"]) {
        tally.add(Category::Motherboard, 8.0);
    }
    if has(Unit::Inch) && has(Unit::Hertz) {
        tally.add(Category::Monitor, 8.0);
    } else if (has(Unit::Inch) || has(Unit::Hertz))
        && word(&["ips", "va", "oled", "qhd", "fhd", "uhd", "wqhd", "4k", "curved"])
    {
        tally.add(Category::Monitor, 6.0);
    }
    let fan =
        reading.measures.iter().any(|m| m.unit == Unit::Millimetre && (80.0..=200.0).contains(&m.value));
    if fan && tally.heads.is_empty() && word(&["pwm", "rpm", "airflow"]) {
        tally.add(Category::CaseFan, 5.0);
    }
    let watts = reading.measures.iter().any(|measure| measure.unit == Unit::Watt && measure.value >= 300.0);
    if watts && word(&["80", "80plus", "gold", "bronze", "platinum", "titanium", "modular"]) {
        tally.add(Category::Psu, 8.0);
    }
    if has(Unit::Dpi) {
        tally.add(Category::Mouse, 5.0);
    }
    if has(Unit::Terabyte) {
        tally.add(Category::Storage, 4.0);
    }
}

fn conclude(tally: &Tally) -> Decision {
    let best = Category::ALL.iter().zip(tally.votes).max_by(|left, right| left.1.total_cmp(&right.1));
    let (category, votes) = best.map_or((Category::Other, 0.0), |(category, votes)| (*category, votes));
    let other = |accessory, bundle| Decision { category: Some(Category::Other), accessory, bundle };
    if tally.accessory >= 20.0 && tally.accessory >= tally.system {
        return other(true, false);
    }
    if tally.system >= 20.0 {
        return other(false, false);
    }
    let mut parts = tally.heads.iter().filter(|head| **head != Category::CaseFan);
    let several = tally.heads.iter().filter(|head| **head != Category::CaseFan).count() >= 2;
    let sold_together = tally.plus || tally.bundle_word;
    // A keyboard with its mouse is one thing on a shop's shelf, found among the keyboards.
    if tally.heads.contains(&Category::Keyboard)
        && parts.all(|head| matches!(head, Category::Keyboard | Category::Mouse | Category::Headset))
    {
        return Decision { category: Some(Category::Keyboard), accessory: false, bundle: several };
    }
    if several && sold_together {
        return other(false, true);
    }
    Decision { category: (votes >= ENOUGH).then_some(category), accessory: false, bundle: false }
}
