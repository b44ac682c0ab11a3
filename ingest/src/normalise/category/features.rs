//! Features of a listing for the classifier: its words, groups of letters, measures, chips, manufacturer, the votes of the
//! word tables, the beginning of its description, and the retailer's category.
//!
//! Each feature is a group and a text, hashed into one of [`BUCKETS`] buckets. The program that fits the model and the
//! one that reads titles share this file, so a title has the same features in both.

use domain::model::{Category, NonPartReason, keys::fold::Folded};

use super::{
    shop_category::CategoryNames,
    tally::Tally,
    words::{Zone, zones},
};
use crate::normalise::{measure::Unit, tokens::TitleTokens};

/// Number of buckets of the model. A power of two.
pub const BUCKETS: usize = 1 << 15;

/// Maximum number of words of a title, and of a description, that are read.
const MAX_TITLE_WORDS: usize = 60;
const MAX_DESCRIPTION_WORDS: usize = 40;
/// Number of first words that count once more as the head of the title.
const HEAD_WORDS: usize = 3;
/// Lengths of the groups of letters.
const GROUPS: [usize; 3] = [3, 4, 5];

/// Kind of a feature. Features of different groups have different buckets, whatever their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeatureGroup {
    /// A word of the title.
    Word,
    /// A word after "for": what the product is for.
    ForWord,
    /// A word after "with": what is included.
    WithWord,
    /// A word at the beginning.
    Head,
    /// Two neighbouring words.
    Pair,
    /// A word with its digits as zeros: the form of a model number.
    Shape,
    /// Some letters of a word.
    Letters,
    /// A number with its unit, in a rough size.
    Measure,
    /// A chip of the tables, a part number's form, signs between names.
    Chip,
    /// The manufacturer.
    Manufacturer,
    /// The votes of the word tables.
    Vote,
    /// A word of the description.
    Description,
    /// A word of the retailer's category.
    CategoryWord,
    /// Meaning of a category's name in the table of category names.
    CategoryMeaning,
    /// The word after a noun that names a kind of part: `hub` in `case fan hub`, which is no fan.
    AfterKind,
}

impl FeatureGroup {
    /// Whether the feature is part of the title's text: those share the weight of one text.
    pub(super) const fn is_text(self) -> bool {
        matches!(
            self,
            Self::Word
                | Self::ForWord
                | Self::WithWord
                | Self::Head
                | Self::Pair
                | Self::Shape
                | Self::Letters
        )
    }
}

/// Feature, with the text that it stands for where that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    pub bucket: u32,
    pub value: f32,
    pub group: FeatureGroup,
    /// Whether it is a noun that names a kind of part: evidence of its own, beside what else the title says.
    pub is_kind_word: bool,
    pub text: String,
}

/// The listing to classify.
pub(super) struct Listing<'a> {
    pub(super) tokens: &'a TitleTokens<'a>,
    pub(super) tally: &'a Tally,
    pub(super) manufacturer: Option<&'a str>,
    pub(super) description: Option<&'a Folded>,
    pub(super) category: Option<&'a CategoryNames>,
}

/// Collects features: their buckets, and their texts only where somebody asks why.
struct Collector {
    features: Vec<Feature>,
    keeps_texts: bool,
}

impl Collector {
    fn new(keeps_texts: bool) -> Self {
        Self { features: Vec::with_capacity(320), keeps_texts }
    }

    fn add(&mut self, group: FeatureGroup, text: &str) {
        self.add_word(group, text, false);
    }

    fn add_word(&mut self, group: FeatureGroup, text: &str, is_kind_word: bool) {
        let bucket = hash(group, text);
        let text = if self.keeps_texts { text.to_owned() } else { String::new() };
        self.features.push(Feature { bucket, value: 0.0, group, is_kind_word, text });
    }

    /// Drops repeated features and gives each its value: those of the text share one unit of length, so that a long
    /// title says no more than a short one.
    fn finish(&mut self) {
        self.features
            .sort_unstable_by_key(|feature| (feature.bucket, feature.group as u8, feature.is_kind_word));
        self.features.dedup_by_key(|feature| feature.bucket);
        let count = |is_counted: fn(FeatureGroup) -> bool| {
            self.features.iter().filter(|feature| is_counted(feature.group)).count().max(1) as f32
        };
        let text = 1.0 / count(FeatureGroup::is_text).sqrt();
        let described = 1.0 / count(|group| group == FeatureGroup::Description).sqrt();
        for feature in &mut self.features {
            feature.value = match feature.group {
                group if group.is_text() => text,
                FeatureGroup::Description => described,
                _ => 0.3,
            };
        }
    }
}

/// FNV-1a over the group and the text.
fn hash(group: FeatureGroup, text: &str) -> u32 {
    const OFFSET: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    let mut hash = (OFFSET ^ group as u32).wrapping_mul(PRIME);
    for byte in text.as_bytes() {
        hash = (hash ^ u32::from(*byte)).wrapping_mul(PRIME);
    }
    // The low bits of FNV are its weak ones.
    (hash ^ (hash >> 15)) & (BUCKETS as u32 - 1)
}

/// Returns the features of a listing, each bucket once.
pub(super) fn features(listing: &Listing<'_>, keeps_texts: bool) -> Vec<Feature> {
    let mut collector = Collector::new(keeps_texts);
    add_words(listing.tokens.text, &listing.tally.kind_words, &mut collector);
    add_measures(listing.tokens, &mut collector);
    add_chips(listing.tokens, listing.tally, &mut collector);
    add_votes(listing.tally, &mut collector);
    collector.add(FeatureGroup::Manufacturer, listing.manufacturer.unwrap_or("none"));
    if let Some(description) = listing.description {
        for word in description.iter().take(MAX_DESCRIPTION_WORDS) {
            collector.add(FeatureGroup::Description, word);
        }
    }
    if let Some(category) = listing.category {
        for word in &category.words {
            collector.add(FeatureGroup::CategoryWord, word);
        }
        for meaning in &category.meanings {
            collector.add(FeatureGroup::CategoryMeaning, meaning);
        }
    }
    collector.finish();
    collector.features
}

fn add_words(text: &Folded, kind_words: &[usize], collector: &mut Collector) {
    let zones = zones(text);
    let mut shape = String::new();
    let mut bordered = String::new();
    for index in 0..text.len().min(MAX_TITLE_WORDS) {
        let word = text.word(index);
        let zone = zones.get(index).copied().unwrap_or(Zone::Head);
        let is_kind = kind_words.contains(&index);
        let group = match zone {
            Zone::Head => FeatureGroup::Word,
            Zone::For => FeatureGroup::ForWord,
            Zone::With => FeatureGroup::WithWord,
        };
        collector.add_word(group, word, is_kind);
        if index < HEAD_WORDS {
            collector.add_word(FeatureGroup::Head, word, is_kind);
        }
        // In Arabic the noun comes first, and the maker's name follows.
        if index > 0 && !is_kind && kind_words.contains(&(index - 1)) && text.window(index - 1, 2).is_ascii()
        {
            collector.add(FeatureGroup::AfterKind, word);
        }
        if index + 1 < text.len() {
            let pair_is_kind = is_kind || kind_words.contains(&(index + 1));
            collector.add_word(FeatureGroup::Pair, text.window(index, 2), pair_is_kind);
        }
        if word.bytes().any(|byte| byte.is_ascii_digit()) {
            shape.clear();
            shape.extend(word.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }));
            collector.add(FeatureGroup::Shape, &shape);
        } else if zone == Zone::Head {
            bordered.clear();
            bordered.push('<');
            bordered.push_str(word);
            bordered.push('>');
            add_letters(&bordered, is_kind, collector);
        }
    }
}

/// Adds the groups of letters of a word, borders included.
fn add_letters(word: &str, is_kind: bool, collector: &mut Collector) {
    let borders: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    for length in GROUPS {
        for pair in borders.windows(length + 1) {
            if let (Some(from), Some(to)) = (pair.first(), pair.last())
                && let Some(letters) = word.get(*from..*to)
            {
                collector.add_word(FeatureGroup::Letters, letters, is_kind);
            }
        }
    }
}

fn add_measures(tokens: &TitleTokens<'_>, collector: &mut Collector) {
    for measure in &tokens.measures {
        let size = rough_size(measure.unit, measure.value);
        let times = if measure.times.is_some() { "x" } else { "" };
        let limit = if measure.limit { "<" } else { "" };
        collector.add(FeatureGroup::Measure, &format!("{limit}{:?}{times}", measure.unit));
        collector.add(FeatureGroup::Measure, &format!("{limit}{:?}{times} {size}", measure.unit));
    }
}

/// Sizes that tell kinds of products apart are kept apart: 120 mm is a fan, 200 mm a lens; 8 GB memory, 500 GB a drive.
fn rough_size(unit: Unit, value: f64) -> i64 {
    match unit {
        Unit::Millimetre | Unit::Inch | Unit::CasLatency => value.round() as i64,
        _ => (value.max(0.01).log2() * 2.0).round() as i64,
    }
}

fn add_chips(tokens: &TitleTokens<'_>, tally: &Tally, collector: &mut Collector) {
    let zones = zones(tokens.text);
    let place = |at: usize| match zones.get(at) {
        Some(Zone::For) => "for",
        Some(Zone::With) => "with",
        _ => "head",
    };
    let mut found: Vec<(&str, usize)> = Vec::new();
    found.extend(tokens.cpu.as_ref().map(|(_, at)| ("cpu", *at)));
    found.extend(tokens.mobile_cpu.map(|at| ("mobile cpu", at)));
    found.extend(tokens.gpu.as_ref().map(|(_, at)| ("gpu", *at)));
    found.extend(tokens.board.as_ref().map(|(_, at, _)| ("board", *at)));
    for (chip, at) in &found {
        collector.add(FeatureGroup::Chip, &format!("{chip} {}", place(*at)));
    }
    let kinds: Vec<&str> = found.iter().map(|(chip, _)| *chip).collect();
    collector.add(FeatureGroup::Chip, &kinds.join("+"));
    for (is_there, text) in [
        (tally.has_plus_sign, "plus sign"),
        (tally.has_bundle_word, "bundle word"),
        (tally.for_device, "for device"),
        (tally.has_part_noun, "part noun"),
        (tokens.text.iter().any(|word| !word.is_ascii()), "arabic"),
    ] {
        if is_there {
            collector.add(FeatureGroup::Chip, text);
        }
    }
    collector.add(FeatureGroup::Chip, &format!("words {}", (tokens.text.len() / 3).min(8)));
}

fn add_votes(tally: &Tally, collector: &mut Collector) {
    for (category, votes) in Category::ALL.iter().zip(tally.votes) {
        for step in [4.0, 8.0, 12.0, 18.0] {
            if votes >= step {
                collector.add(FeatureGroup::Vote, &format!("{} {step}", category.as_str()));
            }
        }
    }
    for (reason, votes) in NonPartReason::ALL.iter().zip(tally.non_part_reason) {
        for step in [2.0, 10.0, 20.0] {
            if votes >= step {
                collector.add(FeatureGroup::Vote, &format!("{} {step}", reason.as_str()));
            }
        }
    }
    for part in &tally.named_parts {
        collector.add(FeatureGroup::Vote, &format!("named {}", part.as_str()));
    }
    if let Some(reason) = tally.weak_device {
        collector.add(FeatureGroup::Vote, &format!("weak {}", reason.as_str()));
    }
    let (best, votes) = tally.best();
    let best = if votes > 0.0 { best.as_str() } else { "nothing" };
    collector.add(FeatureGroup::Vote, &format!("most for {best}"));
}
