//! The fresh set: queries that nobody can have tuned for, because each seed makes others.

use std::{
    collections::HashSet,
    env,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use bench::Rng;
use domain::model::Category;
use flate2::read::GzDecoder;

use crate::{
    arabic::{Terms, arabic},
    fits::fit,
    kinds::KINDS,
    names::{facts, misspelt, reordered, with_words_dropped},
    negations::negation,
    nonsense::nonsense,
    part_list_names::{self, list_line},
    parts::Parts,
    prices::price,
    query::FreshQuery,
    sides::{of_one_kind, of_two_kinds},
    titles::{foreign, foreign_titles, linked_titles, offer, pasted},
};

/// Number of queries of a family, and of a category of names in lists.
const FAMILY_SIZE: usize = 120;
const CATEGORY_SIZE: usize = 40;
/// Number of attempts to make a query, for each query that is wanted.
const ATTEMPTS: usize = 30;

const ARABIC_TERMS: &str = include_str!("../../../../config/search/arabic_terms.tsv");

/// Returns the queries of every family. A family whose data is absent is left out, and a message says so.
pub(crate) fn queries(parts: &Parts, rng: &mut Rng) -> Vec<FreshQuery> {
    let terms = read_shared("arabic_terms.tsv").unwrap_or_else(|| ARABIC_TERMS.to_owned());
    let terms = Terms::parse(&terms);
    let mut queries = Vec::new();
    queries.extend(draw(FAMILY_SIZE, || with_words_dropped(parts, rng)));
    queries.extend(draw(FAMILY_SIZE, || reordered(parts, rng)));
    queries.extend(draw(FAMILY_SIZE, || misspelt(parts, rng)));
    queries.extend(draw(FAMILY_SIZE, || facts(parts, rng)));
    queries.extend(draw(FAMILY_SIZE, || arabic(parts, &terms, rng)));
    queries.extend(draw(2 * FAMILY_SIZE, || price(&terms, rng)));
    queries.extend(draw(FAMILY_SIZE, || negation(parts, &terms, rng)));
    queries.extend(draw(FAMILY_SIZE, || of_one_kind(parts, rng)));
    queries.extend(draw(FAMILY_SIZE, || of_two_kinds(parts, rng)));
    queries.extend(draw(FAMILY_SIZE, || fit(parts, rng)));
    queries.extend(draw(FAMILY_SIZE, || pasted(parts, rng)));
    queries.extend(draw(FAMILY_SIZE / 2, || Some(nonsense(rng))));
    let names = part_list_names::names(parts);
    for (category, family) in
        KINDS.iter().filter_map(|kind| Some((kind.category, list_family(kind.category)?)))
    {
        queries.extend(draw(CATEGORY_SIZE, || list_line(&names, category, family, rng)));
    }
    queries.extend(of_shops(parts, &terms, rng));
    queries
}

/// Returns the families that are made from real shops' titles.
fn of_shops(parts: &Parts, terms: &Terms, rng: &mut Rng) -> Vec<FreshQuery> {
    let mut queries = Vec::new();
    match read_shared("real_shops.tsv.gz") {
        Some(table) => {
            let titles = linked_titles(parts, &table);
            queries.extend(draw(FAMILY_SIZE, || offer(parts, &titles, rng)));
        }
        None => println!("offers' titles are left out: ../shared/data/real_shops.tsv.gz is not there"),
    }
    match read_shared("store_titles.tsv.gz") {
        Some(table) => {
            let titles = foreign_titles(&table, terms);
            queries.extend(draw(FAMILY_SIZE, || foreign(parts, &titles, rng)));
        }
        None => println!("foreign things are left out: ../shared/data/store_titles.tsv.gz is not there"),
    }
    queries
}

/// Returns up to `count` queries of different texts.
fn draw(count: usize, mut make: impl FnMut() -> Option<FreshQuery>) -> Vec<FreshQuery> {
    let mut texts = HashSet::new();
    let made = (0..count * ATTEMPTS).filter_map(|_| make());
    made.filter(|query| texts.insert(query.text.clone())).take(count).collect()
}

/// Returns the name of a category's family of names in lists; `None` for peripherals, which have none.
fn list_family(category: Category) -> Option<&'static str> {
    Some(match category {
        Category::Cpu => "list: processor",
        Category::CpuCooler => "list: cooler",
        Category::Motherboard => "list: motherboard",
        Category::Ram => "list: memory",
        Category::Storage => "list: storage",
        Category::Gpu => "list: video card",
        Category::Case => "list: case",
        Category::Psu => "list: power supply",
        Category::Monitor => "list: monitor",
        Category::CaseFan => "list: case fan",
        _ => return None,
    })
}

/// Returns the lines of the large catalogue; `None` where it is absent.
pub(crate) fn read_large_catalogue() -> Option<String> {
    read(&large_catalogue())
}

/// Returns the text of a file beside the large catalogue; `None` where it is absent.
pub(crate) fn read_shared(name: &str) -> Option<String> {
    read(&large_catalogue().parent()?.join(name))
}

fn large_catalogue() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/parts.jsonl.gz");
    PathBuf::from(env::var("TAJMEEA_PARTS").unwrap_or_else(|_| beside.to_owned()))
}

fn read(path: &Path) -> Option<String> {
    if path.extension().is_none_or(|extension| extension != "gz") {
        return fs::read_to_string(path).ok();
    }
    let mut text = String::new();
    GzDecoder::new(File::open(path).ok()?).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        parts::{Requirement, tests::some_parts},
        query::Truth,
    };

    #[test]
    fn seed_alone_decides_the_queries() {
        let parts = some_parts();
        let texts = |seed| {
            let mut rng = Rng::new(seed);
            let queries = draw(20, || with_words_dropped(&parts, &mut rng));
            queries.into_iter().map(|query| query.text).collect::<Vec<_>>()
        };
        assert_eq!(texts(5), texts(5));
        assert_ne!(texts(5), texts(6));
    }

    /// A query that was made from a product must count it as right, whatever was done to the words.
    #[test]
    fn some_product_meets_the_truth_of_every_query() {
        let parts = some_parts();
        let terms = Terms::parse(ARABIC_TERMS);
        let mut rng = Rng::new(3);
        let mut made = draw(20, || with_words_dropped(&parts, &mut rng));
        made.extend(draw(20, || reordered(&parts, &mut rng)));
        made.extend(draw(20, || misspelt(&parts, &mut rng)));
        made.extend(draw(20, || facts(&parts, &mut rng)));
        made.extend(draw(20, || arabic(&parts, &terms, &mut rng)));
        assert!(made.len() > 40, "{} queries", made.len());
        for query in made {
            let Truth::Listing(wanted) = &query.truth else { panic!("{}", query.text) };
            assert!(!parts.find(wanted, 1).is_empty(), "{}: {wanted:?}", query.text);
        }
    }

    #[test]
    fn negation_wants_what_it_does_not_exclude() {
        let parts = some_parts();
        let terms = Terms::parse(ARABIC_TERMS);
        let mut rng = Rng::new(3);
        let made = draw(60, || negation(&parts, &terms, &mut rng));
        assert!(!made.is_empty());
        for query in made {
            let Truth::Excluding { wanted, excluded } = &query.truth else { panic!("{}", query.text) };
            assert!(!wanted.contains(excluded), "{}", query.text);
            if let Requirement::Fact(_, value) = excluded {
                assert!(value == "true" || query.text.contains(value.as_str()), "{}", query.text);
            }
        }
    }

    #[test]
    fn pasted_deal_wants_its_own_product_and_its_double() {
        let parts = some_parts();
        let mut rng = Rng::new(3);
        for query in draw(20, || pasted(&parts, &mut rng)) {
            let Truth::Product { right, .. } = &query.truth else { panic!("{}", query.text) };
            let named = |index: &usize| query.text.contains(&parts.documents[*index].name);
            assert!(right.iter().any(named), "{}", query.text);
        }
    }
}
