//! Listings shown as parts are parts: floors on listings on which the classifier was never fitted. `make bench-classify`
//! prints all figures.

use std::path::Path;

use ingest::{
    normalise::{RawTitle, explain_title, normalise_title},
    raw_offer::RetailerCategory,
};

use crate::{
    classifier_score::{Inputs, Score, score},
    labelled_titles::{self, LabelledTitle, Use},
};

/// Minimum precision and recall of real shops by the title alone, and with the shop's category.
const BY_TITLE: (f64, f64) = (0.97, 0.86);
const BY_CATEGORY: (f64, f64) = (0.99, 0.94);
/// The same of our own shops, half of whose titles say next to nothing ("G604", "Slim 15"): what says too little waits.
const OWN_BY_TITLE: (f64, f64) = (0.94, 0.52);
const OWN_BY_CATEGORY: (f64, f64) = (0.965, 0.46);

fn measured() -> Vec<LabelledTitle> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace");
    let mut titles = labelled_titles::load(root).expect("labelled titles");
    titles.retain(|title| title.used_for == Use::Measure);
    titles
}

fn check(what: &str, score: &Score, (precision, recall): (f64, f64)) {
    let total = score.total();
    assert!(total.precision() >= precision, "{what}: {total} {:#?}", score.wrong);
    assert!(total.recall() >= recall, "{what}: {total}");
}

#[test]
fn own_held_out_shops_show_parts_and_nothing_else() {
    let titles = measured();
    let own = || titles.iter().filter(|title| title.source.starts_with("own "));
    assert!(own().count() >= 2_000, "{} titles", own().count());
    check("own shops by title", &score(own(), Inputs::TitleOnly), OWN_BY_TITLE);
    check("own shops by category", &score(own(), Inputs::Category), OWN_BY_CATEGORY);
    check("own shops, second crawl", &score(own(), Inputs::EarlierCrawl), OWN_BY_CATEGORY);
}

/// Skipped without `../shared/data`, which is no part of the project.
#[test]
fn real_shops_show_parts_and_nothing_else() {
    let titles = measured();
    let of = |source: &'static str| titles.iter().filter(move |title| title.source == source);
    if of("shop c").next().is_none() {
        eprintln!("{} is absent: real shops are not measured", labelled_titles::SHARED);
        return;
    }
    let shops = || titles.iter().filter(|title| title.source.starts_with("shop "));
    check("real shops by title", &score(shops(), Inputs::TitleOnly), BY_TITLE);
    check("real shops by category", &score(shops(), Inputs::Category), BY_CATEGORY);
    check("real shops, second crawl", &score(shops(), Inputs::EarlierCrawl), BY_CATEGORY);
    check("pricerunner by title", &score(of("pricerunner"), Inputs::TitleOnly), BY_TITLE);
    // A general store without one part of a maker: a few of its titles are a screen, a drive, a headset and keyboards of
    // nobody, which the matcher gives no page (`matching/identity.rs`).
    for inputs in Inputs::ALL {
        let score = score(of("almatjar"), inputs);
        let most = if inputs == Inputs::TitleOnly { 6 } else { 0 };
        assert!(score.total().shown <= most, "{inputs:?}: {:?}", score.wrong);
    }
}

#[test]
fn unsure_listing_has_no_category() {
    let mut seen = 0;
    for title in measured().iter().filter(|title| title.source.starts_with("own ")) {
        let read = normalise_title(&RawTitle { en: Some(&title.title), ..RawTitle::default() });
        assert!(read.unsure.is_none() || read.category.is_none(), "{}", title.title);
        seen += usize::from(read.unsure.is_some());
    }
    assert!(seen > 0, "no listing is ever unsure");
}

#[test]
fn verdict_is_explained_by_its_evidence() {
    let categories = [RetailerCategory::from_text("Graphics Cards")];
    let title = "ASUS TUF Gaming GeForce RTX 4070 12GB OC";
    let why = explain_title(&RawTitle { en: Some(title), categories: &categories, ..RawTitle::default() });
    assert_eq!(why.category, domain::model::Category::Gpu);
    for kind in ["chip", "shop category"] {
        assert!(why.evidence.contains(&kind), "{why:?}");
    }
    assert!(why.strongest.iter().all(|(feature, _)| !feature.text.is_empty()), "{why:?}");
}
