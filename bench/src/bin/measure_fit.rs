//! Measures compatible listings: `cargo run --release -p bench --bin measure_fit -- PARTS.jsonl 1000000`.
//!
//! The catalogue is multiplied to the given number of products. Every category is listed beside a build: without
//! `compatibleWith`, with a build that was not requested before, and with the same build again. Each figure is the best
//! of several rounds, except that of the new build.

#![allow(clippy::print_stdout, reason = "the figures are its output")]

#[path = "../../../indexer/tests/it/catalogue.rs"]
mod catalogue;

use std::{
    env,
    error::Error,
    fs::File,
    io::BufReader,
    time::{Duration, Instant},
};

use api::services::compatibility_index::{BuildPart, PartFacts};
use domain::{
    compat::{ParsedPart, Part},
    model::Category,
};
use indexer::{Engine, Filters, SearchConfig, SearchRequest, Sort};

const ROUNDS: usize = 15;
/// Categories of the builds' parts.
const CHOSEN: [Category; 6] =
    [Category::Cpu, Category::Motherboard, Category::Ram, Category::Gpu, Category::Case, Category::Psu];

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(file), Some(count)) = (arguments.next(), arguments.next()) else {
        return Err("give a file of parts (JSON lines) and a number of products".into());
    };
    let documents = catalogue::read(BufReader::new(File::open(file)?));
    let count: usize = count.parse()?;
    let directory = tempfile::tempdir()?;
    let engine = Engine::open(directory.path(), SearchConfig::embedded()?)?.engine;
    let mut rebuild = engine.rebuild()?;
    let mut facts = Vec::with_capacity(count);
    for number in 0..count {
        let turn = (number / documents.len()) as u64;
        let document = catalogue::product_variant(&documents[number % documents.len()], turn);
        let (id, category) = (document.id, document.category);
        let part = Part { id, category, name: document.name.clone(), specs: document.specs.clone() };
        facts.push(ParsedPart { name: String::new(), ..ParsedPart::new(&part) });
        rebuild.add(document)?;
    }
    rebuild.finish("1")?;
    let build = |nth: usize| -> Vec<BuildPart> {
        let of = |category: &Category| facts.iter().filter(|part| part.category == *category).nth(nth);
        CHOSEN.iter().filter_map(of).map(|part| BuildPart { id: part.id, quantity: 1 }).collect()
    };
    // An earlier build, for which every page of the index was read.
    let (before, build) = (build(3), build(7));
    let started = Instant::now();
    let parts = PartFacts::default();
    parts.replace(facts.into_iter().collect());
    println!("{count} products; facts into columns in {:.1?}", started.elapsed());
    println!("category      products  hidden   plain ms   first ms   again ms  again/plain");
    for category in Category::ALL {
        measure(&engine, &parts, (&before, &build), category).await?;
    }
    Ok(())
}

async fn measure(
    engine: &Engine,
    parts: &PartFacts,
    (before, build): (&[BuildPart], &[BuildPart]),
    category: Category,
) -> Result<(), Box<dyn Error>> {
    let filters = Filters { categories: vec![category], in_stock: true, ..Filters::default() };
    let plain = SearchRequest { sort: Sort::Popularity, filters, ..SearchRequest::text("") };
    let total = engine.search(&plain)?.total;
    let (mut unfiltered, mut again) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        let started = Instant::now();
        engine.search(&plain)?;
        unfiltered = unfiltered.min(started.elapsed());
    }
    let hide = parts.find_misfits(before, &[category]).await.ok_or("no parts")?.products;
    engine.search(&SearchRequest { hide: Some(hide), ..plain.clone() })?;
    let (mut first, mut hidden) = (None, 0);
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let hide = parts.find_misfits(build, &[category]).await.ok_or("no parts")?.products;
        hidden = engine.search(&SearchRequest { hide: Some(hide), ..plain.clone() })?.hidden;
        first.get_or_insert(started.elapsed());
        again = again.min(started.elapsed());
    }
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "{:<12} {total:>9} {hidden:>7} {:>10.2} {:>10.2} {:>10.2} {:>12.2}",
        category.as_str(),
        ms(unfiltered),
        ms(first.unwrap_or_default()),
        ms(again),
        ms(again) / ms(unfiltered)
    );
    Ok(())
}
