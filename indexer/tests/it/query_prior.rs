//! Points of products that people chose for the same text.

use std::{fs, sync::Arc};

use domain::model::{Category, ProductId};
use indexer::{Change, Document, Engine, QueryChoice, QueryPrior, SearchConfig, SearchRequest};

use crate::test_index::{DocumentBuilder, names, product};

const RANKING: &str = include_str!("../../../config/search/ranking.toml");

fn fans() -> Vec<Document> {
    let named = |name, popularity| product(Category::CaseFan, "Zed", name).popular(popularity);
    vec![named("Zed gale one", 90.0), named("Zed gale two", 9.0), named("Zed gale", 1.0)]
}

/// Returns the names found for a text that was clicked on 40 times for one product, at rank 2.
fn names_after_clicks(config: SearchConfig, text: &str, product: ProductId) -> Vec<String> {
    let directory = tempfile::tempdir().unwrap();
    let engine = Engine::open(directory.path(), config).unwrap().engine;
    let upserts = fans().into_iter().enumerate().map(|(index, mut fan)| {
        fan.id = ProductId(uuid::Uuid::from_u128(index as u128));
        Change::Upsert(Box::new(fan))
    });
    engine.apply(upserts.collect(), "1").unwrap();
    let clicks =
        QueryChoice { text: text.to_uppercase(), product, rank: 2, clicks: 40, additions: 0, click_outs: 0 };
    let query_prior = Arc::new(QueryPrior::of([clicks]));
    names(&engine.search(&SearchRequest { query_prior, ..SearchRequest::text(text) }).unwrap())
}

/// Returns the embedded configuration with these most points for choices.
fn config_with(max_points: &str) -> SearchConfig {
    let directory = tempfile::tempdir().unwrap();
    let ranking = RANKING.replacen("max_points = 0 ", &format!("max_points = {max_points} "), 1);
    assert_ne!(ranking, RANKING, "the key is off by default");
    fs::write(directory.path().join("ranking.toml"), ranking).unwrap();
    SearchConfig::from_directory(directory.path()).unwrap()
}

#[test]
fn choices_move_nothing_by_default() {
    let second = ProductId(uuid::Uuid::from_u128(1));
    let found = names_after_clicks(SearchConfig::embedded().unwrap(), "zed gale", second);
    assert_eq!(found, ["Zed gale", "Zed gale one", "Zed gale two"]);
}

#[test]
fn chosen_product_moves_up_but_not_above_an_exact_name() {
    let second = ProductId(uuid::Uuid::from_u128(1));
    let found = names_after_clicks(config_with("40"), "zed gale", second);
    assert_eq!(found, ["Zed gale", "Zed gale two", "Zed gale one"]);
}
