//! Decides the kind of product that a title names: a part, an accessory of a part, or a whole device.

mod measures;
mod words;

use std::sync::LazyLock;

use domain::model::{
    Category, NonPartReason,
    keys::{
        fold::{Break, Folded},
        manufacturers::{AliasKind, manufacturer_aliases},
    },
};
use measures::{count_measures, is_computer, lists_memory, names_server};
use rustc_hash::FxHashMap;
use words::{BUNDLE_WORDS, Kind, Vote, WORDS, Zone, is_device, zone_factor, zones};

use super::{phrases::rows, title::TitleTokens};

/// Decision about a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CategoryDecision {
    pub(crate) category: Option<Category>,
    /// Why the product is not a part; the category is `OTHER` then.
    pub(crate) no_part: Option<NonPartReason>,
    pub(crate) accessory: bool,
    pub(crate) bundle: bool,
    /// Category according to the title alone, where the retailer file says something else.
    pub(crate) said: Option<Category>,
}

/// Minimum weight of a noun that names the product itself.
const HEAD_WEIGHT: f32 = 9.0;
/// Minimum sum of votes for a decision.
const ENOUGH: f32 = 4.0;
/// Weight of the retailer's own word for the category.
const HINT_WEIGHT: f32 = 12.0;

/// Minimum weight of words that name a device whatever else the title names; weaker ones (`PS5`, `Pavilion`) count
/// only where no part is named.
const SURE_DEVICE: f32 = 25.0;
/// Minimum sum of votes from which a product is not a part.
const NO_PART: f32 = 20.0;

/// Votes for each kind of product.
#[derive(Default)]
struct Tally {
    votes: [f32; Category::ALL.len()],
    no_part: [f32; NonPartReason::ALL.len()],
    /// Reason from weak words for devices.
    weak: Option<NonPartReason>,
    heads: Vec<Category>,
    /// Whether a word names a part; a chip alone is not enough.
    noun: bool,
    /// Whether a device stands behind "for".
    for_device: bool,
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

    fn add_no_part(&mut self, reason: NonPartReason, weight: f32) {
        if let Some(vote) = NonPartReason::ALL
            .iter()
            .position(|known| *known == reason)
            .and_then(|at| self.no_part.get_mut(at))
        {
            *vote += weight;
        }
    }

    /// Returns the sum of the votes for devices (`device`) or for accessories, and the reason with the most votes
    /// among them.
    fn no_part(&self, device: bool) -> (f32, NonPartReason) {
        let votes =
            NonPartReason::ALL.iter().zip(self.no_part).filter(|(reason, _)| is_device(**reason) == device);
        let sum = votes.clone().map(|(_, weight)| weight).sum();
        let best = votes.max_by(|left, right| left.1.total_cmp(&right.1));
        (sum, best.map_or(NonPartReason::Other, |(reason, _)| *reason))
    }

    fn best(&self) -> (Category, f32) {
        let best = Category::ALL.iter().zip(self.votes).max_by(|left, right| left.1.total_cmp(&right.1));
        best.map_or((Category::Other, 0.0), |(category, votes)| (*category, votes))
    }

    fn is_empty(&self) -> bool {
        self.votes.iter().all(|votes| *votes < ENOUGH)
            && self.no_part.iter().all(|votes| *votes < 1.0)
            && self.weak.is_none()
    }

    fn head(&mut self, category: Category) {
        if !self.heads.contains(&category) {
            self.heads.push(category);
        }
    }
}

/// Decides the kind of product that a title names. `hint` is the name of our category or a retailer's word. `mapped`
/// is the category from the retailer file, which decides among the parts; the title alone decides whether the product
/// is an accessory or a bundle.
///
/// 1. Words, chips and measures of the title vote. A word counts in full in the head, a tenth after "with", and
///    nothing after "for".
/// 2. The retailer's word adds a vote, unless the category is mapped. A title that names a whole device, or lists the
///    parts of a computer, gets votes for that device.
/// 3. A title without any evidence gets the only kind of product that its manufacturer sells.
/// 4. The mapped category counts as named. In bundles, parts named by model alone count as well.
/// 5. The votes decide, in this order: accessory, whole device, set with a keyboard, bundle, else the part with the
///    most votes.
/// 6. The mapped category replaces the result, unless the title names an accessory or a bundle.
///
/// Worked example: in `Case for MacBook`, `case` gives 8 votes for a case, and `MacBook` none, as it stands after
/// "for". A case for a device is an accessory.
pub(crate) fn decide_category(
    reading: &TitleTokens<'_>,
    hint: Option<&str>,
    mapped: Option<Category>,
) -> CategoryDecision {
    let mut tally = Tally::default();
    let zones = zones(reading.text);
    count_words(reading, &zones, &mut tally);
    count_chips(reading, &zones, &mut tally);
    count_measures(reading, &mut tally);
    let hinted = hint.filter(|_| mapped.is_none()).map(hinted);
    if let Some(Some(Kind::Part(category))) = hinted {
        tally.add(category, HINT_WEIGHT);
    }
    if let Some(reason) = tally.weak.filter(|reason| !tally.noun || lists_memory(reading, *reason)) {
        tally.add_no_part(reason, NO_PART);
    }
    if is_computer(reading, &zones, &tally) || (!tally.noun && names_server(reading)) {
        tally.add_no_part(NonPartReason::Computer, 2.0 * NO_PART);
    }
    if let Some(Some(Kind::NoPart { reason, .. })) = hinted
        && tally.heads.is_empty()
    {
        tally.add_no_part(reason, NO_PART);
    }
    if tally.is_empty() {
        match only_kind(reading.text) {
            Some(Kind::Part(category)) => tally.add(category, ENOUGH),
            Some(Kind::NoPart { reason, .. }) => tally.add_no_part(reason, NO_PART),
            _ => {}
        }
    }
    // The mapped category names the product; other parts in its title make it a bundle.
    if let Some(category) = mapped.filter(|category| !tally.heads.contains(category)) {
        tally.heads.push(category);
    }
    if tally.plus || tally.bundle_word {
        tally.heads.extend(named_parts(reading));
    }
    let decision = conclude(&tally);
    match mapped {
        Some(category) if !decision.accessory && !decision.bundle => {
            CategoryDecision { category: Some(category), no_part: None, ..decision }
        }
        _ => decision,
    }
}

/// Returns the parts that a title names by model instead of by a noun: `PRIME A620M-K + FURY Beast DDR5 (2x32GB)`.
fn named_parts(reading: &TitleTokens<'_>) -> Vec<Category> {
    let is_kit = |word: &str| {
        let counted = word.split_once('x').filter(|(count, _)| matches!(*count, "1" | "2" | "4"));
        counted.is_some_and(|(_, size)| {
            size.strip_suffix("gb")
                .or(size.strip_suffix("go"))
                .is_some_and(|size| size.parse::<u16>().is_ok())
        })
    };
    let kit = reading.text.iter().any(is_kit).then_some(Category::Ram);
    let board = reading.board.is_some().then_some(Category::Motherboard);
    [board, kit].into_iter().flatten().collect()
}

/// Interprets a retailer's own category: the name of one of our categories, else the same words as in titles.
fn hinted(hint: &str) -> Option<Kind> {
    if let Ok(category) = hint.parse::<Category>() {
        return (category != Category::Other).then_some(Kind::Part(category));
    }
    let folded = Folded::new(hint);
    (0..folded.len()).rev().find_map(|index| match WORDS.at(&folded, index) {
        Some((Vote { kind: kind @ Kind::Part(_), weight }, _)) if *weight >= 8.0 => Some(*kind),
        Some((Vote { kind: kind @ Kind::NoPart { .. }, weight }, _)) if *weight >= SURE_DEVICE => Some(*kind),
        _ => None,
    })
}

/// Kind of product of each manufacturer that sells one kind only.
static ONLY: LazyLock<FxHashMap<&'static str, Kind>> = LazyLock::new(|| {
    rows(include_str!("../../../config/specs/maker_categories.tsv"))
        .filter_map(|row| {
            let [maker, kind] = row[..] else { return None };
            let no_part = |reason| Kind::NoPart { reason, device: is_device(reason) };
            Some((maker, kind.parse().map(Kind::Part).or_else(|_| kind.parse().map(no_part)).ok()?))
        })
        .collect()
});

fn only_kind(text: &Folded) -> Option<Kind> {
    (0..text.len()).find_map(|index| ONLY.get(manufacturer_aliases().alias_at(text, index)?.0.maker).copied())
}

fn count_words(reading: &TitleTokens<'_>, zones: &[Zone], tally: &mut Tally) {
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
        if let Some((alias, count)) = manufacturer_aliases()
            .alias_at(text, index)
            .filter(|(alias, _)| alias.kind != AliasKind::ProductLine)
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
                // Fans are included with cases, coolers and graphics cards.
                let included = category == Category::CaseFan && !tally.heads.is_empty();
                let factor = match (included, said_before) {
                    (true, _) => 0.3,
                    (_, true) => 0.5,
                    _ => 1.0,
                };
                tally.add(category, vote.weight * zone_factor(zone) * factor);
                if vote.weight >= HEAD_WEIGHT && zone == Zone::Head {
                    tally.noun = true;
                    head_clause = head_clause.or(Some(clause));
                    tally.head(category);
                    if category == Category::Keyboard && names_mouse(text, index, count) {
                        tally.head(Category::Mouse);
                    }
                }
            }
            Kind::NoPart { reason, device: true } => {
                let describes = describes_part(reading, index + count);
                count_device(reason, vote.weight, zone, describes, tally);
            }
            Kind::NoPart { reason, .. } => {
                let beside = said_before || before == Break::Plus;
                let factor = if beside { 0.1 } else { zone_factor(zone) };
                tally.add_no_part(reason, vote.weight * factor);
            }
            Kind::Nothing => {}
        }
        index += count;
    }
}

fn count_device(reason: NonPartReason, weight: f32, zone: Zone, describes_part: bool, tally: &mut Tally) {
    tally.for_device |= zone == Zone::For;
    if weight < SURE_DEVICE {
        tally.weak = tally.weak.or((zone == Zone::Head).then_some(reason));
    } else if !describes_part {
        // "8GB SODIMM notebook" is memory.
        let factor = if tally.noun && tally.heads.len() == 1 { 0.3 } else { 1.0 };
        tally.add_no_part(reason, weight * zone_factor(zone) * factor);
    }
}

/// Whether a phrase names a mouse: `keyboard and mouse` is one phrase of the table, but two products.
fn names_mouse(text: &Folded, index: usize, count: usize) -> bool {
    (index..index + count).any(|at| matches!(text.word(at), "mouse" | "ماوس" | "وماوس"))
}

/// Whether a device's name only says what the part is for, because a part's noun follows: "Desktop PC gaming memory",
/// "laptop hard drive".
fn describes_part(reading: &TitleTokens<'_>, after: usize) -> bool {
    let text = reading.text;
    (after..(after + 3).min(text.len()))
        .take_while(|index| !matches!(text.before(*index), Break::Clause | Break::Bracket | Break::Plus))
        .take_while(|index| !reading.measures.iter().any(|measure| measure.at == *index))
        .any(|index| {
            matches!(WORDS.at(text, index), Some((Vote { kind: Kind::Part(_), weight }, _)) if *weight >= HEAD_WEIGHT)
        })
}

/// Returns the number of words of the accessory name at this word.
pub(crate) fn accessory_at(text: &Folded, index: usize) -> Option<usize> {
    WORDS
        .at(text, index)
        .filter(|(vote, _)| matches!(vote.kind, Kind::NoPart { device: false, .. }))
        .map(|(_, count)| count)
}

fn count_chips(reading: &TitleTokens<'_>, zones: &[Zone], tally: &mut Tally) {
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

fn conclude(tally: &Tally) -> CategoryDecision {
    let part = |category| CategoryDecision {
        category,
        no_part: None,
        accessory: false,
        bundle: false,
        said: category,
    };
    let other = |reason, accessory| CategoryDecision {
        category: Some(Category::Other),
        no_part: Some(reason),
        accessory,
        bundle: false,
        said: Some(Category::Other),
    };
    let ((belongs, belonging), (device, kind)) = (tally.no_part(false), tally.no_part(true));
    if belongs >= NO_PART && belongs >= device {
        // Computers are sold with Windows.
        let with_computer = belonging == NonPartReason::Software && device >= NO_PART;
        return if with_computer { other(kind, false) } else { other(belonging, true) };
    }
    let (category, votes) = tally.best();
    let cased = category == Category::Case && votes >= ENOUGH;
    // "iPhone 15 case", "case for MacBook".
    if cased && (tally.for_device || device >= NO_PART && kind != NonPartReason::Computer) {
        return other(NonPartReason::Accessory, true);
    }
    if device >= NO_PART {
        return other(kind, false);
    }
    let mut parts = tally.heads.iter().filter(|head| **head != Category::CaseFan);
    let several = parts.clone().count() >= 2;
    let sold_together = tally.plus || tally.bundle_word;
    // A keyboard with its mouse is one product in a retailer's range, listed among the keyboards.
    if tally.heads.contains(&Category::Keyboard)
        && parts.all(|head| matches!(head, Category::Keyboard | Category::Mouse | Category::Headset))
    {
        return CategoryDecision { bundle: several, ..part(Some(Category::Keyboard)) };
    }
    if several && sold_together {
        return CategoryDecision { bundle: true, ..part(Some(Category::Other)) };
    }
    part((votes >= ENOUGH).then_some(category))
}
