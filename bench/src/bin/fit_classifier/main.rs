//! Fits the classifier of listings and writes `config/specs/category_model.bin`.
//!
//! ```text
//! cargo run --release -p bench --bin fit_classifier
//! ```
//!
//! Titles: our own, and two thirds or less of those in `../shared/data` (`ingest/tests/it/labelled_titles.rs` says which).
//! A tenth of them, by product, is held out to calibrate the probabilities. Each listing is fitted with and without its category and its
//! description, because shops state them or not.
#![allow(clippy::print_stdout, reason = "the quality of the fit is its output")]

#[allow(dead_code, reason = "the file belongs to the tests of ingest too")]
#[path = "../../../../ingest/tests/it/labelled_titles.rs"]
mod labelled_titles;
mod sgd;

use std::{fs, io, path::Path};

use ingest::normalise::{Feature, FeatureGroup, NONE, RawTitle, class_of, title_features};
use labelled_titles::{LabelledTitle, Use};
use sgd::{Sample, Settings};

const SETTINGS: Settings = Settings { passes: 12, rate: 0.25, ridge: 2e-6 };
/// Weight of a name of the reference: there are many, and they are no shop's titles.
const REFERENCE_WEIGHT: f32 = 0.4;

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let titles = labelled_titles::load(root)?;
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for title in &titles {
        match title.used_for {
            Use::Fit => fitted.extend(samples(title)),
            Use::Calibrate => held_out.extend(samples(title)),
            Use::Measure => {}
        }
    }
    println!("{} samples, {} held out to calibrate", fitted.len(), held_out.len());
    let weights = sgd::fit(&fitted, &SETTINGS);
    let temperature = sgd::calibrate(&weights, &held_out);
    let right = held_out.iter().filter(|sample| {
        let scores = weights.scores(&sample.features);
        let best = (0..scores.len()).max_by(|one, other| scores[*one].total_cmp(&scores[*other]));
        best == Some(sample.class)
    });
    println!(
        "held out: {:.4} right; temperature {temperature:.1}",
        right.count() as f64 / held_out.len() as f64
    );
    let file = weights.to_model(temperature).to_file();
    let path = root.join("config/specs/category_model.bin");
    fs::write(&path, &file)?;
    println!("{} bytes in {}", file.len(), path.display());
    Ok(())
}

/// Additions of shops to any title: no evidence of what a listing is, so parts and other goods are fitted with them alike.
const ADDED: [&str; 10] = [
    "Free Shipping & Fast Delivery",
    "Brand New, Sealed",
    "Best Price in Kuwait",
    "1 Year Warranty",
    "*HOT*",
    "Fast Delivery",
    "Online in Kuwait",
    "توصيل سريع",
    "أفضل سعر في الكويت",
    "شحن مجاني وضمان",
];

/// Returns the samples of a title: with everything that is stated; without category or description; a third of them with
/// what shops add to titles; and a third without the manufacturer, because new manufacturers appear.
fn samples(title: &LabelledTitle) -> Vec<Sample> {
    let categories: Vec<_> = title.shop_category.iter().cloned().collect();
    let features = |text: &str| {
        let raw = RawTitle {
            en: Some(text),
            categories: &categories,
            description: title.description.as_deref(),
            ..RawTitle::default()
        };
        title_features(text, &raw)
    };
    let class = title.category.map_or(NONE, class_of);
    let weight = if title.source == "reference" { REFERENCE_WEIGHT } else { 1.0 };
    let sample = |features: &[Feature], left_out: &[FeatureGroup]| Sample {
        features: features
            .iter()
            .filter(|feature| !left_out.contains(&feature.group))
            .map(|feature| (feature.bucket, feature.value))
            .collect(),
        class,
        weight,
    };
    let all = features(&title.title);
    let shop = [FeatureGroup::CategoryWord, FeatureGroup::CategoryMeaning];
    let mut samples = vec![sample(&all, &[])];
    if title.shop_category.is_some() && title.description.is_none() {
        samples.push(sample(&all, &shop));
    }
    let hash = labelled_titles::hash(&title.title);
    match hash % 3 {
        0 => {
            let added = ADDED.get((hash / 3) as usize % ADDED.len()).copied().unwrap_or_default();
            samples.push(sample(&features(&format!("{} | {added}", title.title)), &shop));
        }
        1 => samples.push(sample(&all, &[FeatureGroup::Manufacturer])),
        _ => {}
    }
    samples
}
