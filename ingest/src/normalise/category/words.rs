//! Words that name kinds of products, and their position in a title.

use std::sync::LazyLock;

use domain::model::{
    Category, NonPartReason,
    keys::fold::{Break, Folded},
};

use crate::normalise::phrases::{Phrases, rows};

/// Minimum weight of a noun that names the product itself.
pub(super) const HEAD_WEIGHT: f32 = 9.0;
/// Minimum weight of words that name a device whatever else the title names; weaker ones (`PS5`, `Pavilion`) count
/// only where no part is named.
pub(super) const SURE_DEVICE: f32 = 25.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Part(Category),
    /// Not a part: an accessory of one, or a whole device.
    NonPart {
        reason: NonPartReason,
        device: bool,
    },
    Nothing,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Vote {
    pub(super) kind: Kind,
    pub(super) weight: f32,
}

/// Category words and product lines of the tables.
pub(super) static WORDS: LazyLock<Phrases<Vote>> = LazyLock::new(|| {
    let mut words = Phrases::new();
    let tables = [
        include_str!("../../../../config/specs/category_words.tsv"),
        include_str!("../../../../config/specs/lines.tsv"),
    ];
    for row in tables.into_iter().flat_map(rows) {
        let [kind, weight, phrases] = row[..] else { continue };
        let kind = match kind {
            "NONE" => Kind::Nothing,
            "DEVICE" => Kind::NonPart { reason: NonPartReason::Other, device: true },
            name => match name.parse::<NonPartReason>() {
                Ok(reason) => Kind::NonPart { reason, device: is_device(reason) },
                Err(_) => name.parse().map_or(Kind::Nothing, Kind::Part),
            },
        };
        let vote = Vote { kind, weight: weight.parse().unwrap_or(0.0) };
        phrases.split('|').for_each(|phrase| words.insert(phrase, vote));
    }
    words
});

/// Words after which a title says what a product is for, not what it is.
const FOR_WORDS: [&str; 16] = [
    "for",
    "para",
    "pour",
    "fur",
    "voor",
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
/// Words after which a title lists what is included.
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
/// Two words after a thing that is not in the box: `Cooler Not Included`.
const EXCLUDED: [&str; 8] = [
    "not included",
    "not supplied",
    "not provided",
    "sold separately",
    "غير مشمول",
    "غير شامل",
    "غير متضمن",
    "يباع منفصلا",
];
/// Maximum number of words that such a pair excludes.
const MAX_EXCLUDED: usize = 4;
/// Words for several products sold as one.
pub(super) const BUNDLE_WORDS: [&str; 7] = ["bundle", "combo", "باندل", "بندل", "بكج", "كومبو", "combos"];

/// Whether the reason names a whole device, not an accessory of a part.
pub(super) fn is_device(reason: NonPartReason) -> bool {
    matches!(
        reason,
        NonPartReason::Computer | NonPartReason::Phone | NonPartReason::Console | NonPartReason::Watch
    )
}

/// Position of a word in the title.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Zone {
    Head,
    For,
    With,
}

/// Returns the zone of every word.
pub(super) fn zones(text: &Folded) -> Vec<Zone> {
    let mut zones = zones_from_before(text);
    for end in (1..text.len()).filter(|end| EXCLUDED.contains(&text.window(*end, 2))) {
        // Back to the beginning of the clause, as in "Desktop CPU - Cooler Not Included".
        for at in (end.saturating_sub(MAX_EXCLUDED)..end).rev() {
            if let Some(zone) = zones.get_mut(at).filter(|_| at > 0) {
                *zone = Zone::With;
            }
            if matches!(text.before(at), Break::Clause | Break::Bracket) {
                break;
            }
        }
    }
    zones
}

fn zones_from_before(text: &Folded) -> Vec<Zone> {
    let mut zone = Zone::Head;
    (0..text.len())
        .map(|index| {
            let word = text.word(index);
            // "للمعالج" is for the processor; "للبيع" and the like say nothing about the kind of product.
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

/// Returns the factor by which a word's weight counts in a zone.
pub(super) fn zone_factor(zone: Zone) -> f32 {
    match zone {
        Zone::Head => 1.0,
        Zone::For => 0.0,
        Zone::With => 0.1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_included_is_not_the_product() {
        for (title, is_cooler) in [
            ("Ryzen 7 Desktop CPU - Cooler Not Included", false),
            ("Intel desktop CPU (cooler sold separately)", false),
            ("CPU Cooler, mounting kit not included", true),
            ("CPU Cooler with mounting kit", true),
        ] {
            let text = Folded::new(title);
            let mut head = text.iter().zip(zones(&text)).filter(|(_, zone)| *zone == Zone::Head);
            assert_eq!(head.any(|(word, _)| word == "cooler"), is_cooler, "{title}");
        }
    }
}
