//! The worth of `[choices]` of `ranking.toml`, on simulated clicks over the demo retailers' catalogue: how high people find
//! what most of them want, without and with the points, and whether the hits still answer the query.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    sync::Arc,
};

use bench::Rng;
use domain::model::ProductId;
use indexer::{Engine, QueryChoice, QueryPrior, SearchConfig, SearchRequest, SearchResponse};

use crate::{catalogue, grade::grade, names::facts, parts::Parts, query::FreshQuery};

const RANKING: &str = include_str!("../../../../config/search/ranking.toml");
/// The points that are measured; the file has none.
const MAX_POINTS: &str = "max_points = 30 ";
const TEXTS: usize = 60;
const VISITORS: u64 = 300;
/// Share of visitors who want the same product, in percent; the others want any of the first ten.
const AGREEING: u64 = 60;

/// A text, and the product that most people who type it want.
struct WantedProduct {
    query: FreshQuery,
    wanted: ProductId,
}

/// Simulates clicks and prints the figures.
pub(crate) fn report(rng: &mut Rng) {
    let mut lines = Vec::new();
    demo::write_reference(&mut lines).unwrap();
    let parts = Parts::of(catalogue::read(lines.as_slice()));
    let (directory, index) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let ranking = RANKING.replacen("max_points = 0 ", MAX_POINTS, 1);
    fs::write(directory.path().join("ranking.toml"), ranking).unwrap();
    let config = SearchConfig::from_directory(directory.path()).unwrap();
    let engine = Engine::open(index.path(), config).unwrap().engine;
    let mut rebuild = engine.rebuild().unwrap();
    parts.documents.iter().for_each(|document| rebuild.add(document.clone()).unwrap());
    rebuild.finish("1").unwrap();

    let (mut wishes, mut choices) = (Vec::new(), Vec::new());
    let mut texts = BTreeSet::new();
    let queries: Vec<FreshQuery> = (0..TEXTS * 10).filter_map(|_| facts(&parts, rng)).collect();
    for query in queries.into_iter().filter(|query| texts.insert(query.text.clone())).take(TEXTS) {
        let hits: Vec<ProductId> =
            search(&engine, &query.text, &Arc::default()).hits.iter().map(|hit| hit.id).collect();
        if hits.len() > 2 {
            let wanted = hits[1 + rng.below(hits.len() as u64 - 1) as usize];
            choices.extend(simulate(&query.text, &hits, wanted, rng));
            wishes.push(WantedProduct { query, wanted });
        }
    }
    let prior = Arc::new(QueryPrior::of(choices));
    println!("\nSimulated clicks for {} texts of the demo retailers' catalogue", wishes.len());
    for (name, prior) in [("without clicks", Arc::default()), ("with clicks", prior)] {
        let [rank, right] = figures(&engine, &parts, &wishes, &prior);
        println!("{name:<24}MRR of what most people want {rank:.3}, P@5 {right:.3}");
    }
}

/// Returns the mean reciprocal rank of what is wanted, and the mean share of right hits among the first five.
fn figures(engine: &Engine, parts: &Parts, wishes: &[WantedProduct], prior: &Arc<QueryPrior>) -> [f64; 2] {
    let mut sums = [0.0, 0.0];
    for WantedProduct { query, wanted } in wishes {
        let response = search(engine, &query.text, prior);
        let rank = response.hits.iter().position(|hit| hit.id == *wanted);
        sums[0] += rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64);
        sums[1] += grade(query, &response, parts).map_or(0.0, |grade| grade.of_five);
    }
    sums.map(|sum| sum / wishes.len().max(1) as f64)
}

/// Returns the clicks of visitors who look at rank r with a probability of 1/r, and click on what they want if they see
/// it.
fn simulate(text: &str, hits: &[ProductId], wanted: ProductId, rng: &mut Rng) -> Vec<QueryChoice> {
    let mut clicks: BTreeMap<usize, u32> = BTreeMap::new();
    for _ in 0..VISITORS {
        let meant = if rng.percent(AGREEING) { wanted } else { rng.pick(hits) };
        let at = hits.iter().position(|hit| *hit == meant).unwrap_or_default();
        if rng.below(at as u64 + 1) == 0 {
            *clicks.entry(at).or_default() += 1;
        }
    }
    let choice = |(at, clicks): (usize, u32)| QueryChoice {
        text: text.to_owned(),
        product: hits[at],
        rank: at as u32 + 1,
        clicks,
        additions: 0,
        click_outs: 0,
    };
    clicks.into_iter().map(choice).collect()
}

fn search(engine: &Engine, text: &str, prior: &Arc<QueryPrior>) -> SearchResponse {
    let query_prior = Arc::clone(prior);
    let request = SearchRequest { limit: 10, query_prior, ..SearchRequest::text(text) };
    engine.search(&request).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_clicks_corrected_for_their_ranks_are_on_what_most_people_want() {
        let hits = [(); 6].map(|()| ProductId::random());
        let choices = simulate("text", &hits, hits[4], &mut Rng::new(1));
        let corrected = |choice: &&QueryChoice| choice.clicks * choice.rank;
        assert_eq!(choices.iter().max_by_key(corrected).unwrap().product, hits[4]);
    }

    #[test]
    fn key_that_is_measured_is_in_the_file() {
        assert!(RANKING.contains("max_points = 0 "));
    }
}
