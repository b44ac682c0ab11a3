//! Reads the kind of product from the words of its title.

use domain::model::{
    Category, NonPartReason,
    keys::{
        fold::{Break, Folded},
        manufacturers::{AliasKind, manufacturer_aliases},
    },
};

use super::{
    tally::Tally,
    words::{BUNDLE_WORDS, HEAD_WEIGHT, Kind, SURE_DEVICE, Vote, WORDS, Zone, zone_factor},
};
use crate::normalise::tokens::TitleTokens;

/// Adds the votes of words.
pub(super) fn count_words(reading: &TitleTokens<'_>, zones: &[Zone], tally: &mut Tally) {
    let mut counter = WordCounter { reading, zones, tally, clause: 0, head_clause: None };
    let mut index = 0;
    while index < reading.text.len() {
        index += counter.count_at(index);
    }
}

/// Goes through a title word by word.
struct WordCounter<'t, 'r> {
    reading: &'r TitleTokens<'t>,
    zones: &'r [Zone],
    tally: &'r mut Tally,
    /// The number of the present clause.
    clause: usize,
    /// The clause of the first noun that names a part.
    head_clause: Option<usize>,
}

impl WordCounter<'_, '_> {
    /// Adds the vote of the phrase at a word, and returns the number of its words.
    fn count_at(&mut self, index: usize) -> usize {
        let text = self.reading.text;
        let before = text.before(index);
        self.clause += usize::from(matches!(before, Break::Clause | Break::Bracket | Break::Plus));
        self.tally.has_plus_sign |=
            before == Break::Plus && !text.word(index).starts_with(|first: char| first.is_ascii_digit());
        self.tally.has_bundle_word |= BUNDLE_WORDS.contains(&text.word(index));
        if let Some(count) = manufacturer_at(text, index) {
            return count;
        }
        let Some((vote, count)) = WORDS.at(text, index) else { return 1 };
        let zone = self.zones.get(index).copied().unwrap_or(Zone::Head);
        let arabic_after_head = self.head_clause.is_some() && !text.word(index).is_ascii();
        let said_before = self.head_clause.is_some_and(|head| head < self.clause) || arabic_after_head;
        match vote.kind {
            Kind::Part(category) => {
                if vote.weight >= HEAD_WEIGHT {
                    self.tally.kind_words.extend(index..index + count);
                }
                self.count_part(category, vote.weight, zone, said_before);
                let is_head = vote.weight >= HEAD_WEIGHT && zone == Zone::Head;
                if is_head && category == Category::Keyboard && names_mouse(text, index, count) {
                    self.tally.add_named_part(Category::Mouse);
                }
            }
            Kind::NonPart { reason, device: true } => {
                let describes = describes_part(self.reading, index + count);
                count_device(reason, vote.weight, zone, describes, self.tally);
            }
            Kind::NonPart { reason, .. } => {
                let beside = said_before || before == Break::Plus;
                let factor = if beside { 0.1 } else { zone_factor(zone) };
                self.tally.add_non_part(reason, vote.weight * factor);
            }
            Kind::Nothing => {}
        }
        count
    }

    fn count_part(&mut self, category: Category, weight: f32, zone: Zone, said_before: bool) {
        // Fans are included with cases, coolers and graphics cards.
        let included = category == Category::CaseFan && !self.tally.named_parts.is_empty();
        let factor = match (included, said_before) {
            (true, _) => 0.3,
            (_, true) => 0.5,
            _ => 1.0,
        };
        self.tally.add(category, weight * zone_factor(zone) * factor);
        if weight >= HEAD_WEIGHT && zone == Zone::Head {
            self.tally.has_part_noun = true;
            self.head_clause = self.head_clause.or(Some(self.clause));
            self.tally.add_named_part(category);
        }
    }
}

/// Returns the number of words of the manufacturer's name at a word, unless a longer phrase begins there.
fn manufacturer_at(text: &Folded, index: usize) -> Option<usize> {
    let (alias, count) = manufacturer_aliases().alias_at(text, index)?;
    let counts = match alias.kind {
        AliasKind::ProductLine => false,
        AliasKind::OrdinaryWord => index == 0,
        _ => true,
    };
    let is_longer_phrase = || WORDS.at(text, index).is_some_and(|(_, words)| words > count);
    (counts && !is_longer_phrase()).then_some(count)
}

fn count_device(reason: NonPartReason, weight: f32, zone: Zone, describes_part: bool, tally: &mut Tally) {
    tally.for_device |= zone == Zone::For;
    if weight < SURE_DEVICE {
        tally.weak_device = tally.weak_device.or((zone == Zone::Head).then_some(reason));
    } else if !describes_part {
        // "8GB SODIMM notebook" is memory.
        let factor = if tally.has_part_noun && tally.named_parts.len() == 1 { 0.3 } else { 1.0 };
        tally.add_non_part(reason, weight * zone_factor(zone) * factor);
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
