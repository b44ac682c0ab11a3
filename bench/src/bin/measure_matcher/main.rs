//! Measures the matcher on data from outside the project: real retailers' titles, and a reference of 33,303 parts.
//!
//! ```text
//! make bench-match                      # all of it, in a database of its own
//! DATABASE_URL=… cargo run --release -p bench --bin measure_matcher [-- ORDERS [COPIES]]
//! ```
//!
//! 1. Labelled pairs, held-out third: precision, recall, matches without an administrator, calibration.
//! 2. An operator's use: the reference is imported first, then the titles of the pairs as offers of eight small
//!    retailers, then a run. Figures: the offers on a page, the true pairs that share a page, the wrong matches, and
//!    the number of questions to administrators.
//! 3. The same retailers one after the other in random orders: number of offers whose page ends with other offers
//!    than before.
//! 4. The listings of three real shops (`measure_matcher shops` measures nothing else, `measure_matcher shops alone` without a reference).
//! 5. Speed: every name of the reference as an offer, read and matched.
//! 6. Memory: the same offers against COPIES copies of the reference (30 are a million products).
//!
//! Without `../shared/data` a message says so, and nothing is measured.
#![allow(clippy::print_stdout, reason = "the figures are its output")]

#[allow(clippy::unwrap_used, reason = "the file belongs to the tests of ingest, which unwrap")]
#[path = "../../../../ingest/tests/it/labelled.rs"]
mod labelled;
mod memory;
mod pipeline;
#[path = "../../../../ingest/tests/it/real_pairs.rs"]
mod real_pairs;
mod real_shops;
#[path = "../../../../ingest/tests/it/sample_offers.rs"]
mod sample_offers;

use domain::{
    config::{Config, Matching},
    store::schema,
};
use ingest::{
    database,
    matching::{Forest, Verdict, decide},
};
use labelled::{Offer, Score};
use real_pairs::RealPair;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let config = Config::load()?;
    if std::env::args().nth(1).as_deref() == Some("shops") {
        let db = database::connect(&config).await?;
        schema::migrate(&db).await?;
        if std::env::args().nth(2).as_deref() != Some("alone") {
            pipeline::import(&db, &config).await?;
        }
        return real_shops::measure(&db, &config).await;
    }
    let count = |place: usize| std::env::args().nth(place).map(|count| count.parse()).transpose();
    let (orders, copies) = (count(1)?.unwrap_or(10), count(2)?.unwrap_or(0));
    let Some(pairs) = real_pairs::load() else {
        println!("{} is absent: nothing is measured", real_pairs::PATH);
        return Ok(());
    };
    tell_pairs(&pairs, &config.matching);
    let db = database::connect(&config).await?;
    pipeline::measure(&db, &config, &pairs, orders).await?;
    real_shops::measure(&db, &config).await?;
    memory::measure(&db, &config, copies).await
}

fn tell_pairs(pairs: &[RealPair], policy: &Matching) {
    let forest = Forest::fitted();
    print!("{}", real_pairs::report(pairs, true, forest));
    let held_out: Vec<&RealPair> = pairs.iter().filter(|pair| pair.side() == Some(true)).collect();
    for (what, wanted) in [("joined without a person", Verdict::Match), ("asked", Verdict::Ask)] {
        let of: Vec<&&RealPair> = held_out
            .iter()
            .filter(|pair| decide(&pair.comparisons[0], pair.confidence(forest), policy) == wanted)
            .collect();
        let right = of.iter().filter(|pair| pair.same).count();
        println!(
            "real held out, {what}: {} pairs, {right} the same ({:.3})",
            of.len(),
            right as f64 / of.len().max(1) as f64
        );
    }
    println!("{}", calibration(&held_out, forest));
    let own = labelled::offers();
    let held_out: Vec<&Offer> = own.iter().filter(|offer| offer.is_held_out()).collect();
    println!("own held out: {}", Score::of(held_out.iter().copied(), forest));
    let (mut right, mut wrong) = (0, 0);
    for offer in &own {
        for (place, confidence) in forest.confidences(&offer.comparisons).into_iter().enumerate() {
            if decide(&offer.comparisons[place], confidence, policy) == Verdict::Match {
                if offer.same == Some(place) {
                    right += 1;
                } else {
                    wrong += 1;
                    println!("own wrong at {confidence:.3}: {} = {}", offer.title, offer.products[place]);
                }
            }
        }
    }
    println!("own pairs joined without a person: {right} right, {wrong} wrong");
}

/// Formats the calibration: for each confidence band the mean confidence, the share of pairs that are the same
/// product, and the number of pairs.
fn calibration(pairs: &[&RealPair], forest: &Forest) -> String {
    let mut bands = [(0_u32, 0.0, 0_u32); 5];
    for pair in pairs {
        let confidence = pair.confidence(forest);
        let band = &mut bands[((confidence * 5.0) as usize).min(4)];
        *band = (band.0 + 1, band.1 + confidence, band.2 + u32::from(pair.same));
    }
    let told: Vec<String> = bands
        .iter()
        .filter(|band| band.0 > 0)
        .map(|(count, said, same)| {
            let count = f64::from(*count);
            format!("said {:.2} true {:.2} ({count} pairs)", said / count, f64::from(*same) / count)
        })
        .collect();
    format!("calibration: {}", told.join("; "))
}
