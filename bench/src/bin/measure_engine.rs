//! Measures the engine alone: `cargo run --release -p bench --bin measure_engine -- PARTS.jsonl 100000`.
//!
//! The catalogue is multiplied to the given number of products. One client, then eight; no cache in between.
//! Single-client figures are the best of several rounds of each request; `SLOWEST=1` names the slowest requests.

#![allow(clippy::print_stdout, reason = "the figures are its output")]

#[path = "../../../indexer/tests/it/catalogue.rs"]
mod catalogue;

use std::{
    env,
    error::Error,
    fs::File,
    io::{self, BufReader},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use bench::{MemoryUse, percentiles};
use domain::model::{Category, Fils};
use indexer::{Change, Engine, Filters, SearchConfig, SearchRequest, Sort, SuggestRequest};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(file), Some(count)) = (arguments.next(), arguments.next()) else {
        return Err("give a file of parts (JSON lines) and a number of products".into());
    };
    let parts = catalogue::read(BufReader::new(File::open(file)?));
    let count: usize = count.parse()?;
    let directory = tempfile::tempdir()?;
    let engine = Engine::open(directory.path(), SearchConfig::embedded()?)?.engine;
    let started = Instant::now();
    let mut rebuild = engine.rebuild()?;
    for number in 0..count {
        let part = &parts[number % parts.len()];
        rebuild.add(catalogue::product_variant(part, (number / parts.len()) as u64))?;
    }
    let added = started.elapsed();
    rebuild.finish("1")?;
    let built = started.elapsed();
    let stats = engine.stats();
    println!(
        "{count} products: added in {added:.1?}, ready in {built:.1?} ({:.0}/s), {} MB, {} segments; {}",
        count as f64 / built.as_secs_f64(),
        stats.bytes / 1_000_000,
        stats.segments,
        memory()?
    );
    let queries = queries(&parts);
    for (kind, requests) in &queries {
        let times = one_client(&engine, requests)?;
        println!("{kind:<14} {}", summary(times));
    }
    let all: Vec<SearchRequest> = queries.iter().flat_map(|(_, requests)| requests.clone()).collect();
    println!("{:<14} {}", "all", summary(one_client(&engine, &all)?));
    println!("{:<14} {}", "suggest", summary(suggestions(&engine, &all)?));
    println!("8 clients      {}", many_clients(&engine, &all, 8)?);
    println!("apply          {}", summary(changes(&engine, &parts)?));
    println!("all, changed   {}", summary(one_client(&engine, &all)?));
    println!("{}; {:?}", memory()?, engine.stats());
    Ok(())
}

/// Returns 200 queries: exact, half-typed, misspelt, several words, filtered and sorted, Arabic.
fn queries(parts: &[indexer::Document]) -> Vec<(&'static str, Vec<SearchRequest>)> {
    let step = (parts.len() / 40).max(1);
    let picked: Vec<&indexer::Document> = parts.iter().step_by(step).take(40).collect();
    let text = |text: String| SearchRequest { facets: false, ..SearchRequest::text(text) };
    let words = |document: &indexer::Document, count: usize| {
        document.name.split(' ').take(count).collect::<Vec<_>>().join(" ")
    };
    let begun = |document: &indexer::Document| {
        let name = words(document, 3);
        name.chars().take(name.chars().count().saturating_sub(2)).collect::<String>()
    };
    let misspelt = |document: &indexer::Document| {
        let mut letters: Vec<char> = words(document, 2).chars().collect();
        if letters.len() > 3 {
            letters.swap(1, 2);
        }
        letters.into_iter().collect::<String>()
    };
    let filtered = |(index, document): (usize, &&indexer::Document)| {
        let filters = Filters {
            categories: vec![document.category],
            price_max: Some(Fils(50_000 + 7_000 * index as i64)),
            in_stock: true,
            manufacturers: if index % 2 == 0 { vec![document.manufacturer.clone()] } else { Vec::new() },
            ..Filters::default()
        };
        let text = if index % 3 == 0 { words(document, 1) } else { String::new() };
        SearchRequest { filters, sort: Sort::PriceAscending, ..SearchRequest::text(text) }
    };
    let arabic = [
        "كرت شاشة",
        "معالج رايزن",
        "رام ٣٢ جيجا",
        "شاشة سامسونج ٢٧ بوصة",
        "باور سبلاي 750 واط",
        "كيس كورسير",
        "مذربورد اسوس",
        "هارد سامسونج",
        "كرت شاشة قيقابايت 4070",
        "مبرد مائي",
    ];
    vec![
        ("exact", picked.iter().map(|document| text(document.name.clone())).collect()),
        ("begun", picked.iter().map(|document| text(begun(document))).collect()),
        ("misspelt", picked.iter().take(30).map(|document| text(misspelt(document))).collect()),
        ("several words", picked.iter().map(|document| text(words(document, 3))).collect()),
        ("facets, sort", picked.iter().enumerate().map(filtered).collect()),
        ("arabic", arabic.iter().map(|query| text((*query).to_owned())).collect()),
    ]
}

/// Returns the best of five rounds of each request: the time of the engine when nothing else uses the processor.
fn one_client(engine: &Engine, requests: &[SearchRequest]) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut best = vec![Duration::MAX; requests.len()];
    for _ in 0..5 {
        for (request, best) in requests.iter().zip(&mut best) {
            let started = Instant::now();
            engine.search(request)?;
            *best = started.elapsed().min(*best);
        }
    }
    if env::var_os("SLOWEST").is_some() {
        let mut slowest: Vec<_> = best.iter().zip(requests).collect();
        slowest.sort_by_key(|(time, _)| std::cmp::Reverse(**time));
        slowest.iter().take(6).for_each(|(time, request)| {
            println!("    {time:?} {:?} {:?}", request.text, request.filters.categories)
        });
    }
    Ok(best)
}

fn suggestions(engine: &Engine, requests: &[SearchRequest]) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = Vec::new();
    for request in requests.iter().filter(|request| !request.text.is_empty()) {
        for length in 1..=request.text.chars().count().min(12) {
            let text: String = request.text.chars().take(length).collect();
            let request = SuggestRequest { text, limit: 6 };
            let mut best = Duration::MAX;
            for _ in 0..3 {
                let started = Instant::now();
                engine.suggest(&request)?;
                best = started.elapsed().min(best);
            }
            if best > Duration::from_millis(2) && env::var_os("SLOWEST").is_some() {
                println!("    suggest {best:?} {:?}", request.text);
            }
            times.push(best);
        }
    }
    Ok(times)
}

fn many_clients(
    engine: &Engine,
    requests: &[SearchRequest],
    clients: usize,
) -> Result<String, Box<dyn Error>> {
    let next = AtomicUsize::new(0);
    let total = requests.len() * 20;
    let started = Instant::now();
    let mut times = Vec::new();
    thread::scope(|scope| {
        let run = || {
            let mut times = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= total {
                    return times;
                }
                let started = Instant::now();
                if engine.search(&requests[number % requests.len()]).is_ok() {
                    times.push(started.elapsed());
                }
            }
        };
        let threads: Vec<_> = (0..clients).map(|_| scope.spawn(run)).collect();
        threads.into_iter().for_each(|thread| times.extend(thread.join().unwrap_or_default()));
    });
    let rate = times.len() as f64 / started.elapsed().as_secs_f64();
    Ok(format!("{rate:.0}/s, {}", summary(times)))
}

/// Times batches of 25 changes, as half a busy second brings them.
fn changes(engine: &Engine, parts: &[indexer::Document]) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = Vec::new();
    for batch in 0..30 {
        let changed = parts.iter().skip(batch * 7).step_by(31).take(25).cloned().map(|mut document| {
            document.price = Some(Fils(9_000 + batch as i64));
            document.category =
                if document.category == Category::Other { Category::Case } else { document.category };
            Change::Upsert(Box::new(document))
        });
        let changed = changed.collect();
        let started = Instant::now();
        engine.apply(changed, "2")?;
        times.push(started.elapsed());
    }
    Ok(times)
}

fn summary(times: Vec<Duration>) -> String {
    let [p50, p95, p99] = percentiles(&times);
    let max = times.iter().max().map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    format!("p50 {p50:.3}  p95 {p95:.3}  p99 {p99:.3}  max {max:.3} ms")
}

fn memory() -> io::Result<String> {
    let used = MemoryUse::of_this_process()?;
    Ok(format!("resident {} MB, anonymous {} MB", used.resident, used.anonymous))
}
