//! Labelled titles: those of this project (`ingest/tests/data/`), and those of real shops in `../shared/data`, which is no
//! part of the project. What the classifier is fitted on and what it is measured on never share a product:
//!
//! | source | fitted on | measured on |
//! |---|---|---|
//! | `classifier/`, our own | all | none |
//! | `classifier_measured/`, our own of three invented shops | none | all |
//! | `parts.jsonl.gz` (names of parts) | a third | none |
//! | `real_shops.tsv.gz` | two thirds of shops `a` and `b` | the last third of them, and all of shop `c` |
//! | `store_titles.tsv.gz`, pricerunner | phones, cameras, fridges, and half of the CPUs | the other kinds, and the other CPUs |
//! | `store_titles.tsv.gz`, almatjar | none | all |

use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use domain::model::Category;
use flate2::read::GzDecoder;
use ingest::raw_offer::RetailerCategory;

/// Folder of the real shops' titles, from the root of the checkout.
pub(crate) const SHARED: &str = "../shared/data";

/// Use of a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Fit,
    /// A tenth of what could be fitted on, by product: the probabilities and the limits of the verdict are chosen on it.
    Calibrate,
    Measure,
}

/// A title with its truth.
#[derive(Debug, Clone)]
pub(crate) struct LabelledTitle {
    /// `None` for what is none of our parts.
    pub(crate) category: Option<Category>,
    pub(crate) title: String,
    pub(crate) shop_category: Option<RetailerCategory>,
    pub(crate) description: Option<String>,
    pub(crate) source: String,
    pub(crate) used_for: Use,
}

/// Returns all labelled titles; those of `../shared/data` only where it is present.
///
/// # Errors
/// When a file cannot be read.
pub(crate) fn load(root: &Path) -> io::Result<Vec<LabelledTitle>> {
    let own = root.join("ingest/tests/data");
    let mut titles = own_titles(&own.join("classifier"), Use::Fit)?;
    titles.extend(own_titles(&own.join("classifier_measured"), Use::Measure)?);
    let shared = root.join(SHARED);
    if shared.join("real_shops.tsv.gz").exists() {
        titles.extend(shop_titles(root, &shared)?);
        titles.extend(store_titles(&shared)?);
        titles.extend(reference_names(&shared)?);
    }
    for title in titles.iter_mut().filter(|title| title.used_for == Use::Fit) {
        if hash(&key(&title.title)).wrapping_add(7).is_multiple_of(10) {
            title.used_for = Use::Calibrate;
        }
    }
    Ok(titles)
}

fn own_titles(folder: &Path, used_for: Use) -> io::Result<Vec<LabelledTitle>> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.sort();
    let mut titles = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "tsv")) {
        let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        for line in BufReader::new(File::open(file)?).lines() {
            let line = line?;
            let mut cells = line.split('\t');
            let (Some(label), Some(title)) = (cells.next(), cells.next()) else { continue };
            titles.push(LabelledTitle {
                category: label.parse().ok(),
                title: title.to_owned(),
                shop_category: cells.next().filter(|text| *text != "-").map(RetailerCategory::from_text),
                description: cells.next().map(str::to_owned),
                source: format!("own {name}"),
                used_for,
            });
        }
    }
    Ok(titles)
}

/// Titles of three real shops. The label is what the shop's category holds (`category_names.tsv`), except where we read the
/// title and found it filed under another name: `ingest/tests/data/relabelled.tsv`, by a hash of the title.
fn shop_titles(root: &Path, shared: &Path) -> io::Result<Vec<LabelledTitle>> {
    let mut names: HashMap<(String, String), String> = HashMap::new();
    for row in rows(Box::new(File::open(shared.join("category_names.tsv"))?))? {
        if let [name, ours, source] = &row[..] {
            names.insert((source.clone(), name.clone()), ours.clone());
        }
    }
    for row in rows(Box::new(File::open(root.join("ingest/tests/data/shop_categories.tsv"))?))? {
        if let [source, name, ours] = &row[..] {
            names.entry((source.clone(), name.clone())).or_insert_with(|| ours.clone());
        }
    }
    let relabelled: HashMap<String, String> =
        rows(Box::new(File::open(root.join("ingest/tests/data/relabelled.tsv"))?))?
            .into_iter()
            .filter_map(|row| Some((row.first()?.clone(), row.get(1)?.clone())))
            .collect();
    let mut titles = Vec::new();
    for row in rows(gzipped(&shared.join("real_shops.tsv.gz"))?)? {
        let [shop, _, title, _, _, category] = &row[..] else { continue };
        let filed = names.get(&(format!("shop {shop}"), category.clone()));
        let Some(label) = relabelled.get(&format!("{:016x}", hash(title))).or(filed) else { continue };
        if label == "MIXED" {
            continue;
        }
        let is_measured = shop == "c" || hash(&key(title)).is_multiple_of(3);
        titles.push(LabelledTitle {
            category: label.parse::<Category>().ok().filter(|category| *category != Category::Other),
            title: title.clone(),
            shop_category: Some(RetailerCategory::from_text(category)),
            description: None,
            source: format!("shop {shop}"),
            used_for: if is_measured { Use::Measure } else { Use::Fit },
        });
    }
    Ok(titles)
}

fn store_titles(shared: &Path) -> io::Result<Vec<LabelledTitle>> {
    const FITTED: [&str; 3] = ["Mobile Phones", "Digital Cameras", "Fridges"];
    let mut titles = Vec::new();
    for row in rows(gzipped(&shared.join("store_titles.tsv.gz"))?)? {
        let [source, title, category] = &row[..] else { continue };
        let is_cpu = category == "CPUs";
        let is_fitted = source == "pricerunner"
            && (FITTED.contains(&category.as_str()) || (is_cpu && hash(&key(title)).is_multiple_of(2)));
        titles.push(LabelledTitle {
            category: is_cpu.then_some(Category::Cpu),
            title: title.clone(),
            shop_category: Some(RetailerCategory::from_text(category)),
            description: None,
            source: source.clone(),
            used_for: if is_fitted { Use::Fit } else { Use::Measure },
        });
    }
    Ok(titles)
}

fn reference_names(shared: &Path) -> io::Result<Vec<LabelledTitle>> {
    let mut titles = Vec::new();
    for line in BufReader::new(gzipped(&shared.join("parts.jsonl.gz"))?).lines() {
        let record: serde_json::Value = serde_json::from_str(&line?)?;
        let text =
            |key: &str| record.get(key).and_then(|value| value.as_str()).unwrap_or_default().to_owned();
        if !hash(&text("id")).is_multiple_of(3) {
            continue;
        }
        titles.push(LabelledTitle {
            category: text("category").parse().ok(),
            title: text("name"),
            shop_category: None,
            description: None,
            source: "reference".to_owned(),
            used_for: Use::Fit,
        });
    }
    Ok(titles)
}

/// Titles of one product mostly share their rarest looking word: the longest one with a digit, else the longest.
fn key(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
    words
        .max_by_key(|word| (word.chars().any(|letter| letter.is_ascii_digit()), word.len(), word.clone()))
        .unwrap_or_default()
}

/// FNV-1a.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn gzipped(path: &Path) -> io::Result<Box<dyn io::Read>> {
    Ok(Box::new(GzDecoder::new(File::open(path)?)))
}

/// Returns the rows of a table after its heading.
fn rows(file: Box<dyn io::Read>) -> io::Result<Vec<Vec<String>>> {
    let lines = BufReader::new(file).lines().skip(1);
    lines.map(|line| line.map(|line| line.split('\t').map(str::to_owned).collect())).collect()
}
