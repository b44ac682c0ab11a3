//! Labelled pairs of real retailers' titles (`../shared/data/real_title_pairs.tsv.gz`), as the matcher sees them. The
//! file is not part of the project: where it is absent, the tests that need it are skipped with a message.

use std::{fmt::Write, fs::File, io::Read, path::Path};

use domain::model::{Category, Specs};
use ingest::{
    matching::{Comparison, Forest, Item, StatedFacts, TermStatistics, compare},
    normalise::{self, RawTitle},
};

/// Path relative to the checkout.
pub(crate) const PATH: &str = "../shared/data/real_title_pairs.tsv.gz";
const PARTS: &str = "../shared/data/parts.jsonl.gz";

/// Confidence from which a pair of titles counts as the same product.
pub(crate) const SAME_FROM: f64 = 0.4;

pub(crate) struct RealPair {
    pub(crate) same: bool,
    pub(crate) left: String,
    pub(crate) right: String,
    /// Whether both titles are read as computer parts.
    pub(crate) parts: bool,
    /// Comparison of left with right, and of right with left.
    pub(crate) comparisons: [Comparison; 2],
}

impl RealPair {
    /// Whether the pair is held out; `None` where only one of the titles is, so that no title is on both sides.
    pub(crate) fn side(&self) -> Option<bool> {
        let (left, right) = (is_held_out(&self.left), is_held_out(&self.right));
        (left == right).then_some(left)
    }

    pub(crate) fn confidence(&self, forest: &Forest) -> f64 {
        let [forth, back] = &self.comparisons;
        f64::midpoint(forest.confidence(forth), forest.confidence(back))
    }
}

/// Whether a title is held out: a third of the titles is, by FNV-1a.
fn is_held_out(title: &str) -> bool {
    let hash = title.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 32).is_multiple_of(3)
}

/// Returns a file of `../shared/data`, decompressed.
pub(crate) fn read_shared(path: &str) -> Option<String> {
    let file = File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).ok()?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Returns all pairs, compared; `None` where the file is absent.
pub(crate) fn load() -> Option<Vec<RealPair>> {
    let text = read_shared(PATH)?;
    let rows: Vec<(bool, &str, &str)> = text
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut cells = line.split('\t');
            Some((cells.next()? == "1", cells.next()?, cells.next()?))
        })
        .collect();
    let mut statistics = reference_statistics();
    let mut titles: Vec<&str> = rows.iter().flat_map(|(_, left, right)| [*left, *right]).collect();
    titles.sort_unstable();
    titles.dedup();
    titles.iter().for_each(|title| statistics.add_text(title));
    let pair = |(same, left, right): &(bool, &str, &str)| {
        let (one, other) = (item(left), item(right));
        RealPair {
            same: *same,
            left: (*left).to_owned(),
            right: (*right).to_owned(),
            parts: is_part(left) && is_part(right),
            comparisons: [compare(&one, &other, &statistics), compare(&other, &one, &statistics)],
        }
    };
    Some(rows.iter().map(pair).collect())
}

/// Returns the word statistics of an operator who imported a reference.
fn reference_statistics() -> TermStatistics {
    let mut statistics = TermStatistics::default();
    let mut products = Vec::new();
    for line in read_shared(PARTS).unwrap_or_default().lines() {
        let Ok(record) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let text = |field: &str| record[field].as_str().unwrap_or_default();
        statistics.add_text(text("name"));
        products.push(Item::from_product(
            text("name"),
            &StatedFacts {
                category: text("category").parse().ok(),
                manufacturer: record["manufacturer"].as_str(),
                model: record["model"].as_str(),
                part_numbers: &[],
                barcodes: &[],
                specs: &Specs::new(),
            },
        ));
        for number in
            record["partNumbers"].as_array().into_iter().flatten().filter_map(|number| number.as_str())
        {
            if let Some(key) = domain::model::keys::part_number_key(number) {
                statistics.add_part_number(&key);
            }
        }
    }
    statistics.learn_siblings(products.iter());
    statistics
}

fn item(title: &str) -> Item {
    Item::from_title(&RawTitle { en: Some(title), ..RawTitle::default() })
}

/// Whether our own title reader sees a computer part.
fn is_part(title: &str) -> bool {
    let read = normalise::normalise_title(&RawTitle { en: Some(title), ..RawTitle::default() });
    read.category.is_some_and(|category| category != Category::Other) && !read.accessory
}

/// Reports precision and recall of one side, over all pairs and over those of parts.
pub(crate) fn report(pairs: &[RealPair], held_out: bool, forest: &Forest) -> String {
    let mut text = String::new();
    for parts in [false, true] {
        let of: Vec<(f64, bool)> = pairs
            .iter()
            .filter(|pair| pair.side() == Some(held_out) && (pair.parts || !parts))
            .map(|pair| (pair.confidence(forest), pair.same))
            .collect();
        let label = if parts { "parts on both sides" } else { "all" };
        let side = if held_out { "held out" } else { "fitted on" };
        let same = of.iter().filter(|(_, same)| *same).count();
        let (precision, recall, f1) = at(&of, SAME_FROM);
        let (joined, sure) = (at(&of, 0.95), of.iter().filter(|(confidence, _)| *confidence >= 0.95).count());
        let _ = writeln!(
            text,
            "real {side}, {label}: {} pairs, {same} same; precision {precision:.3}, recall {recall:.3}, F1 {f1:.3}; \
             from .95 on {sure} at precision {:.3}, recall {:.3}",
            of.len(),
            joined.0,
            joined.1,
        );
    }
    text
}

fn at(pairs: &[(f64, bool)], threshold: f64) -> (f64, f64, f64) {
    let count = |wanted: &dyn Fn(bool, bool) -> bool| {
        pairs.iter().filter(|(confidence, same)| wanted(*confidence >= threshold, *same)).count() as f64
    };
    let right = count(&|found, same| found && same);
    let precision = right / count(&|found, _| found).max(1.0);
    let recall = right / count(&|_, same| same).max(1.0);
    (precision, recall, 2.0 * precision * recall / (precision + recall).max(1e-9))
}
