//! Runs the same queries on the engine itself, without HTTP and without changes: the place to start when a target is
//! missed.

use std::{
    env,
    error::Error,
    path::Path,
    time::{Duration, Instant},
};

use api::{
    http::query::Query as Parameters, routes::search::ProductList, services::search_params::read_request,
};
use bench::percentiles;
use indexer::{Engine, SearchConfig, SuggestRequest};

use crate::queries::{KINDS, Query};

const ROUNDS: usize = 15;

/// Prints the times by kind of query. With KIND set, runs only that kind, repeatedly, for a profiler.
pub(crate) fn measure(directory: &Path, queries: &[Query], typed: &[String]) -> Result<(), Box<dyn Error>> {
    let engine = Engine::open(directory, SearchConfig::embedded()?)?.engine;
    println!("{:?}", engine.stats());
    let only = env::var("KIND").ok();
    let rounds = if only.is_some() { 20 * ROUNDS } else { ROUNDS };
    let mut slowest: Vec<(Duration, String)> = Vec::new();
    for kind in KINDS.iter().filter(|kind| only.as_deref().is_none_or(|only| only == **kind)) {
        let paths: Vec<String> =
            queries.iter().filter(|query| query.kind == *kind).map(Query::path).collect();
        let times = medians(&paths, rounds, |path| search(&engine, path))?;
        print(kind, &times);
        slowest.extend(times.into_iter().zip(paths));
    }
    if only.as_deref().is_none_or(|only| only == "suggest") {
        let times = medians(typed, rounds / 3, |path| suggest(&engine, path))?;
        print("suggest", &times);
        slowest.extend(times.into_iter().zip(typed.iter().cloned()));
    }
    slowest.sort_by(|left, right| right.cmp(left));
    let shown = if env::var_os("SLOWEST").is_some() { 60 } else { 0 };
    slowest
        .iter()
        .take(shown)
        .for_each(|(time, path)| println!("{:>8.3} ms {path}", time.as_secs_f64() * 1e3));
    Ok(())
}

/// Returns the median of each path, which ignores occasional other work of the machine.
fn medians(
    paths: &[String],
    rounds: usize,
    ask: impl Fn(&str) -> Result<usize, Box<dyn Error>>,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = vec![Vec::with_capacity(rounds); paths.len()];
    for _ in 0..rounds {
        for (path, times) in paths.iter().zip(&mut times) {
            let started = Instant::now();
            std::hint::black_box(ask(path)?);
            times.push(started.elapsed());
        }
    }
    Ok(times.into_iter().map(median).collect())
}

/// Executes a search from the query string to the answer's bytes.
fn search(engine: &Engine, path: &str) -> Result<usize, Box<dyn Error>> {
    let asked = read_request(parameters(path)).map_err(|_| format!("{path} is refused"))?;
    let answer = engine.search(&asked.request)?;
    Ok(ProductList::from_response(&asked.request, answer).to_json()?.len())
}

fn suggest(engine: &Engine, path: &str) -> Result<usize, Box<dyn Error>> {
    let text = parameters(path).single("q").unwrap_or_default();
    Ok(engine.suggest(&SuggestRequest { text, limit: 6 })?.products.len())
}

fn parameters(path: &str) -> Parameters {
    Parameters::parse(path.split_once('?').map_or("", |(_, parameters)| parameters))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn print(kind: &str, times: &[Duration]) {
    let [middle, high, highest] = percentiles(times);
    println!("{kind:<24} {middle:>8.3} {high:>8.3} {highest:>8.3}");
}
