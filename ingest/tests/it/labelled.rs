//! Labelled pairs of offers and products (`ingest/tests/data/pairs`), as the matcher sees them. Used by the tests and
//! by the program that fits the trees.

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
};

use domain::model::{Category, Specs, keys::part_number_key};
use ingest::{
    matching::{Comparison, Forest, Item, StatedFacts, TermStatistics, compare},
    normalise::RawTitle,
};

/// An offer, compared with the products of its family.
pub(crate) struct Offer {
    pub(crate) family: String,
    /// The family, or the first of those that share a product with it: a product used for fitting must not be held
    /// out in another family.
    pub(crate) group: String,
    pub(crate) title: String,
    pub(crate) products: Vec<String>,
    pub(crate) comparisons: Vec<Comparison>,
    /// Index of the matching product.
    pub(crate) same: Option<usize>,
}

impl Offer {
    /// Whether the offer is held out from fitting: a third of the families is.
    pub(crate) fn is_held_out(&self) -> bool {
        // FNV-1a: the same on every machine, and independent of the choice of any family.
        let hash = self.group.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        (hash >> 32).is_multiple_of(3)
    }
}

/// Quality of the decisions: a pair counts as matched from a confidence of one half on.
#[derive(Default)]
pub(crate) struct Score {
    pub(crate) pairs: usize,
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    pub(crate) missed: usize,
}

impl Score {
    pub(crate) fn of<'a>(offers: impl Iterator<Item = &'a Offer>, forest: &Forest) -> Score {
        let mut score = Score::default();
        for offer in offers {
            for (place, confidence) in forest.confidences(&offer.comparisons).into_iter().enumerate() {
                score.pairs += 1;
                match (confidence >= 0.5, offer.same == Some(place)) {
                    (true, true) => score.right += 1,
                    (true, false) => score.wrong += 1,
                    (false, true) => score.missed += 1,
                    (false, false) => {}
                }
            }
        }
        score
    }

    pub(crate) fn precision(&self) -> f64 {
        self.right as f64 / (self.right + self.wrong) as f64
    }

    pub(crate) fn recall(&self) -> f64 {
        self.right as f64 / (self.right + self.missed) as f64
    }

    pub(crate) fn f1(&self) -> f64 {
        2.0 * self.precision() * self.recall() / (self.precision() + self.recall())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} pairs, {} same; precision {:.4}, recall {:.4}, F1 {:.4}",
            self.pairs,
            self.right + self.missed,
            self.precision(),
            self.recall(),
            self.f1()
        )
    }
}

struct Line {
    is_product: bool,
    key: String,
    name: String,
    brand: Option<String>,
    parts: Vec<String>,
}

/// Returns every offer, compared with every product of its family.
pub(crate) fn offers() -> Vec<Offer> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ingest/tests/data/pairs");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let statistics = statistics(&files);
    let mut offers: Vec<Offer> = files.iter().flat_map(|path| of_file(path, &statistics)).collect();
    group(&mut offers);
    offers
}

/// Assigns one group to all families that share a product.
fn group(offers: &mut [Offer]) {
    loop {
        let mut least: BTreeMap<String, String> = BTreeMap::new();
        for offer in offers.iter() {
            for name in offer.products.iter().chain([&offer.family]) {
                let group = least.entry(name.clone()).or_insert_with(|| offer.group.clone());
                *group = offer.group.clone().min(group.clone());
            }
        }
        let mut moved = false;
        for offer in offers.iter_mut() {
            let group = offer.products.iter().chain([&offer.family]).filter_map(|name| least.get(name)).min();
            if let Some(group) = group.filter(|group| **group != offer.group) {
                offer.group.clone_from(group);
                moved = true;
            }
        }
        if !moved {
            return;
        }
    }
}

/// Returns the word statistics of a catalogue with these products and offers.
fn statistics(files: &[PathBuf]) -> TermStatistics {
    let mut statistics = TermStatistics::default();
    for path in files {
        for line in fs::read_to_string(path).unwrap().lines().skip(1) {
            let cells: Vec<&str> = line.split('\t').collect();
            statistics.add_text(cells.get(3).copied().unwrap_or_default());
            if cells.get(1) == Some(&"product") {
                let numbers = cells.get(5).copied().unwrap_or_default().split(',');
                numbers.filter_map(part_number_key).for_each(|key| statistics.add_part_number(&key));
            }
        }
    }
    statistics
}

fn of_file(path: &Path, statistics: &TermStatistics) -> Vec<Offer> {
    let stem = path.file_stem().unwrap().to_str().unwrap().to_uppercase();
    let stem = if stem == "COOLER" { "CPU_COOLER".to_owned() } else { stem };
    let category: Option<Category> = stem.parse().ok();
    let mut families: BTreeMap<String, Vec<Line>> = BTreeMap::new();
    for line in fs::read_to_string(path).unwrap().lines().skip(1).filter(|line| !line.trim().is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        assert!((4..=6).contains(&cells.len()), "{}: {line}", path.display());
        let cell = |place: usize| {
            cells.get(place).map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).map(str::to_owned)
        };
        let parts = cell(5).map(|list| list.split(',').map(|part| part.trim().to_owned()).collect());
        families.entry(cells[0].to_owned()).or_default().push(Line {
            is_product: cells[1] == "product",
            key: cells[2].to_owned(),
            name: cells[3].to_owned(),
            brand: cell(4),
            parts: parts.unwrap_or_default(),
        });
    }
    families.iter().flat_map(|(family, lines)| of_family(family, category, lines, statistics)).collect()
}

fn of_family(
    family: &str,
    category: Option<Category>,
    lines: &[Line],
    statistics: &TermStatistics,
) -> Vec<Offer> {
    let (products, offers): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| line.is_product);
    // The catalogue knows the category of a product whose name does not tell it.
    let category_of = |product: &Line| {
        let named = lines.iter().filter(|line| line.key == product.key);
        category
            .or_else(|| title_category(&product.name))
            .or_else(|| named.into_iter().find_map(|line| title_category(&line.name)))
            .or_else(|| lines.iter().find_map(|line| title_category(&line.name)))
    };
    let ready: Vec<Item> = products.iter().map(|line| product(category_of(line), line, &products)).collect();
    let compared = |line: &&Line| {
        let item = Item::from_title(&RawTitle {
            en: Some(&line.name),
            stated_brand: line.brand.as_deref(),
            part_number_hint: line.parts.first().map(String::as_str),
            ..RawTitle::default()
        });
        let same = products.iter().position(|product| product.key == line.key);
        assert!(same.is_some() || line.key == "-", "{family}: no product {}", line.key);
        Offer {
            family: family.to_owned(),
            group: family.to_owned(),
            title: line.name.clone(),
            products: products.iter().map(|product| product.name.clone()).collect(),
            comparisons: ready.iter().map(|product| compare(&item, product, statistics)).collect(),
            same,
        }
    };
    offers.iter().map(compared).collect()
}

fn title_category(title: &str) -> Option<Category> {
    let read = ingest::normalise::normalise_title(&RawTitle { en: Some(title), ..RawTitle::default() });
    read.category.filter(|category| *category != Category::Other)
}

/// Builds a product as in the catalogue: a part number that several products carry is left out.
fn product(category: Option<Category>, line: &Line, all: &[&Line]) -> Item {
    let own: Vec<String> = line
        .parts
        .iter()
        .filter(|part| all.iter().filter(|other| other.parts.contains(part)).count() == 1)
        .cloned()
        .collect();
    let category = category.unwrap_or(Category::Other);
    let maker = line.brand.as_deref().unwrap_or_default();
    let model = line.name.strip_prefix(maker).map_or(line.name.as_str(), str::trim);
    Item::from_product(
        &line.name,
        &StatedFacts {
            category: Some(category),
            manufacturer: line.brand.as_deref(),
            model: Some(model),
            part_numbers: &own,
            barcodes: &[],
            specs: &Specs::new(),
        },
    )
}
