//! Decides the kind of product that a title names: a part, an accessory of a part, or a whole device.

mod context;
mod explain;
mod features;
mod learnt;
mod measures;
mod model;
mod shop_category;
mod tally;
mod verdict;
mod word_votes;
mod words;

use std::sync::LazyLock;

pub(crate) use context::Context;
use domain::model::{
    Category, NonPartReason,
    keys::{fold::Folded, manufacturers::manufacturer_aliases},
};
pub use explain::Explanation;
use features::Listing;
pub use features::{BUCKETS, Feature, FeatureGroup};
pub use learnt::LearntCategories;
use measures::{count_measures, is_computer, lists_memory, names_server};
pub use model::{CATEGORIES, CLASSES, Model, NONE, Probabilities, class_of, softmax};
use rustc_hash::FxHashMap;
pub(crate) use shop_category::{CategoryNames, Holds};
use tally::{ENOUGH, Tally};
use verdict::{Subject, Verdict};
use word_votes::count_words;
use words::{Kind, SURE_DEVICE, Vote, WORDS, Zone, is_device, zone_factor, zones};

use super::{phrases::rows, tokens::TitleTokens};

/// Decision about a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CategoryDecision {
    pub(crate) category: Option<Category>,
    /// Why the product is not a part; the category is `OTHER` then.
    pub(crate) non_part_reason: Option<NonPartReason>,
    pub(crate) accessory: bool,
    pub(crate) bundle: bool,
    /// The category by the votes, before the mapped category replaced it: by the title, and where no category is mapped
    /// also by the retailer's word.
    pub(crate) title_category: Option<Category>,
    /// The category that a listing without one may have.
    pub(crate) unsure: Option<Category>,
}

/// Returns the features of a listing, with the texts that they stand for.
pub(crate) fn features_of(reading: &TitleTokens<'_>, context: &Context<'_>) -> Vec<Feature> {
    features_with(reading, context, &count_votes(reading).0, true)
}

/// Explains what the classifier makes of a listing.
pub(crate) fn explain(reading: &TitleTokens<'_>, context: &Context<'_>) -> Explanation {
    let (tally, _) = count_votes(reading);
    let features = features_with(reading, context, &tally, true);
    let (probabilities, _, subject) = classify(subject(&features, reading, &tally, context), context);
    Explanation::new(&probabilities, &subject)
}

fn features_with(
    reading: &TitleTokens<'_>,
    context: &Context<'_>,
    tally: &Tally,
    keeps_texts: bool,
) -> Vec<Feature> {
    let listing = Listing {
        tokens: reading,
        tally,
        manufacturer: context.manufacturer.as_deref(),
        description: context.description.as_ref(),
        category: Some(&context.names).filter(|names| !names.is_empty()),
    };
    features::features(&listing, keeps_texts)
}

/// Counts the votes of the title alone.
fn count_votes(reading: &TitleTokens<'_>) -> (Tally, Vec<Zone>) {
    let mut tally = Tally::default();
    let zones = zones(reading.text);
    count_words(reading, &zones, &mut tally);
    count_chips(reading, &zones, &mut tally);
    count_measures(reading, &mut tally);
    (tally, zones)
}

/// Weight of the retailer's own word for the category.
const HINT_WEIGHT: f32 = 12.0;

/// Minimum sum of votes from which a product is not a part.
const NON_PART: f32 = 20.0;

/// Decides the kind of product that a title names. The mapped category, from the retailer file, decides among the parts;
/// the title alone decides whether the product is an accessory or a bundle, and the classifier whether it is a part at all.
///
/// 1. Words, chips and measures of the title vote (`word_votes.rs`). A word counts in full in the head, a tenth after
///    "with", and nothing after "for".
/// 2. The classifier weighs the words themselves, the votes, the manufacturer, the description and the retailer's category
///    (`features.rs`, `model.rs`), and gives each category a probability.
/// 3. A category counts where it is probable enough and at least two kinds of evidence speak for it (`verdict.rs`). A
///    listing that is neither a part nor probably none is unsure.
/// 4. The votes say whether it is an accessory, a bundle or a whole device: the reason why it is not a part.
///
/// Worked example: in `Case for MacBook`, `case` gives 8 votes for a case, and `MacBook` none, as it stands after
/// "for". The classifier knows from `for macbook` that such a case is none of ours.
pub(crate) fn decide_category(reading: &TitleTokens<'_>, context: &Context<'_>) -> CategoryDecision {
    let (mut tally, zones) = count_votes(reading);
    let (verdict, contradicts_mapping) = decide_by_classifier(reading, context, &tally);
    add_context(reading, context, &zones, &mut tally);
    let by_votes = conclude(&tally);
    let Some(category) = context.mapped.filter(|_| !by_votes.accessory && !by_votes.bundle) else {
        return decide_unmapped(verdict, by_votes);
    };
    match verdict {
        Verdict::Unsure(_) if contradicts_mapping => {
            CategoryDecision { unsure: Some(category), ..part(None) }
        }
        Verdict::Part(_) | Verdict::Unsure(_) if !contradicts_mapping => {
            CategoryDecision { category: Some(category), non_part_reason: None, ..by_votes }
        }
        verdict => decide_unmapped(verdict, by_votes),
    }
}

fn decide_unmapped(verdict: Verdict, by_votes: CategoryDecision) -> CategoryDecision {
    match verdict {
        _ if by_votes.bundle => by_votes,
        // The order of the words tells a server from the processor for it, and the classifier does not read it.
        Verdict::Part(_) if by_votes.non_part_reason == Some(NonPartReason::Computer) => by_votes,
        Verdict::Part(category) => part(Some(category)),
        Verdict::NoPart if by_votes.non_part_reason.is_some() => by_votes,
        Verdict::NoPart => other(NonPartReason::Other, false),
        Verdict::Unsure(_) if by_votes.non_part_reason.is_some() => by_votes,
        Verdict::Unsure(category) => CategoryDecision { unsure: Some(category), ..part(None) },
    }
}

/// Returns the verdict, and whether the title as a whole contradicts the mapped category.
fn decide_by_classifier(reading: &TitleTokens<'_>, context: &Context<'_>, tally: &Tally) -> (Verdict, bool) {
    let features = features_with(reading, context, tally, false);
    let (_, verdict, subject) = classify(subject(&features, reading, tally, context), context);
    (verdict, context.mapped.is_some_and(|category| verdict::contradicts(category, &subject)))
}

/// Returns the probabilities and the verdict. What the shop's category held in earlier crawls is asked only where the
/// listing itself leaves it unsure: so it changes no decision of an earlier crawl.
fn classify<'a>(subject: Subject<'a>, context: &Context<'_>) -> (Probabilities, Verdict, Subject<'a>) {
    let probabilities = Model::fitted().probabilities(subject.features);
    match verdict::decide(&probabilities, &subject) {
        Verdict::Unsure(_) => {
            let weighed = context.weigh(probabilities);
            let learnt = Subject { shop_category: context.learnt_shop_category, ..subject };
            (weighed, verdict::decide(&weighed, &learnt), learnt)
        }
        verdict => (probabilities, verdict, subject),
    }
}

fn subject<'a>(
    features: &'a [Feature],
    tokens: &'a TitleTokens<'a>,
    tally: &'a Tally,
    context: &Context<'_>,
) -> Subject<'a> {
    Subject {
        features,
        tokens,
        tally,
        is_maker_known: context.is_maker_known,
        shop_category: context.named_shop_category,
    }
}

/// Adds to the votes what the retailer's category says, and what the title lists.
fn add_context(reading: &TitleTokens<'_>, context: &Context<'_>, zones: &[Zone], tally: &mut Tally) {
    let hinted = context.hint.filter(|_| context.mapped.is_none()).map(hinted);
    if let Some(Some(Kind::Part(category))) = hinted {
        tally.add(category, HINT_WEIGHT);
    }
    if let Some(reason) =
        tally.weak_device.filter(|reason| !tally.has_part_noun || lists_memory(reading, *reason))
    {
        tally.add_non_part(reason, NON_PART);
    }
    if is_computer(reading, zones, tally) || (!tally.has_part_noun && names_server(reading)) {
        tally.add_non_part(NonPartReason::Computer, 2.0 * NON_PART);
    }
    if let Some(Some(Kind::NonPart { reason, .. })) = hinted
        && tally.named_parts.is_empty()
    {
        tally.add_non_part(reason, NON_PART);
    }
    if tally.is_empty() {
        match only_kind(reading.text) {
            Some(Kind::Part(category)) => tally.add(category, ENOUGH),
            Some(Kind::NonPart { reason, .. }) => tally.add_non_part(reason, NON_PART),
            _ => {}
        }
    }
    // The mapped category names the product; other parts in its title make it a bundle.
    if let Some(category) = context.mapped.filter(|category| !tally.named_parts.contains(category)) {
        tally.named_parts.push(category);
    }
    if tally.has_plus_sign || tally.has_bundle_word {
        tally.named_parts.extend(parts_named_by_model(reading));
    }
}

/// Returns the parts that a title names by model instead of by a noun: `PRIME A620M-K + FURY Beast DDR5 (2x32GB)`.
fn parts_named_by_model(reading: &TitleTokens<'_>) -> Vec<Category> {
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
        Some((Vote { kind: kind @ Kind::NonPart { .. }, weight }, _)) if *weight >= SURE_DEVICE => {
            Some(*kind)
        }
        _ => None,
    })
}

/// Kind of product of each manufacturer that sells one kind only.
static ONLY: LazyLock<FxHashMap<&'static str, Kind>> = LazyLock::new(|| {
    rows(include_str!("../../../config/specs/manufacturer_categories.tsv"))
        .filter_map(|row| {
            let [manufacturer, kind] = row[..] else { return None };
            let non_part_reason = |reason| Kind::NonPart { reason, device: is_device(reason) };
            Some((
                manufacturer,
                kind.parse().map(Kind::Part).or_else(|_| kind.parse().map(non_part_reason)).ok()?,
            ))
        })
        .collect()
});

fn only_kind(text: &Folded) -> Option<Kind> {
    (0..text.len())
        .find_map(|index| ONLY.get(manufacturer_aliases().alias_at(text, index)?.0.manufacturer).copied())
}

/// Returns the number of words of the accessory name at this word.
pub(crate) fn accessory_at(text: &Folded, index: usize) -> Option<usize> {
    WORDS
        .at(text, index)
        .filter(|(vote, _)| matches!(vote.kind, Kind::NonPart { device: false, .. }))
        .map(|(_, count)| count)
}

fn count_chips(reading: &TitleTokens<'_>, zones: &[Zone], tally: &mut Tally) {
    let mut found = |category, at: usize, weight: f32| {
        let zone = zones.get(at).copied().unwrap_or(Zone::Head);
        tally.add(category, weight * zone_factor(zone));
        if zone == Zone::Head {
            tally.add_named_part(category);
        }
    };
    if let Some((_, at)) = &reading.cpu {
        found(Category::Cpu, *at, 11.0);
    }
    if let Some((_, at)) = &reading.gpu {
        found(Category::Gpu, *at, 11.0);
    }
    if let Some((_, at, _)) = &reading.board {
        found(Category::Motherboard, *at, 10.0);
    }
}

fn part(category: Option<Category>) -> CategoryDecision {
    CategoryDecision {
        category,
        non_part_reason: None,
        accessory: false,
        bundle: false,
        title_category: category,
        unsure: None,
    }
}

fn other(reason: NonPartReason, accessory: bool) -> CategoryDecision {
    CategoryDecision {
        category: Some(Category::Other),
        non_part_reason: Some(reason),
        accessory,
        bundle: false,
        title_category: Some(Category::Other),
        unsure: None,
    }
}

fn conclude(tally: &Tally) -> CategoryDecision {
    let ((accessory_votes, accessory_reason), (device_votes, device_reason)) =
        (tally.non_part_reason(false), tally.non_part_reason(true));
    if accessory_votes >= NON_PART && accessory_votes >= device_votes {
        // Computers are sold with Windows.
        let with_computer = accessory_reason == NonPartReason::Software && device_votes >= NON_PART;
        return if with_computer { other(device_reason, false) } else { other(accessory_reason, true) };
    }
    let (category, votes) = tally.best();
    let cased = category == Category::Case && votes >= ENOUGH;
    // "iPhone 15 case", "case for MacBook".
    if cased && (tally.for_device || device_votes >= NON_PART && device_reason != NonPartReason::Computer) {
        return other(NonPartReason::Accessory, true);
    }
    if device_votes >= NON_PART {
        return other(device_reason, false);
    }
    let mut parts = tally.named_parts.iter().filter(|head| **head != Category::CaseFan);
    let several = parts.clone().count() >= 2;
    let sold_together = tally.has_plus_sign || tally.has_bundle_word;
    // A keyboard with its mouse is one product in a retailer's range, listed among the keyboards.
    if tally.named_parts.contains(&Category::Keyboard)
        && parts.all(|head| matches!(head, Category::Keyboard | Category::Mouse | Category::Headset))
    {
        return CategoryDecision { bundle: several, ..part(Some(Category::Keyboard)) };
    }
    if several && sold_together {
        return CategoryDecision { bundle: true, ..part(Some(Category::Other)) };
    }
    part((votes >= ENOUGH).then_some(category))
}
