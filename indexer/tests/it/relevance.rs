//! The judged queries of `tests/relevance.tsv` over whole catalogues, with floors that may only rise.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fs::File,
    io::{BufReader, Read},
    path::Path,
};

use domain::model::{Fils, ProductId, SpecKey};
use indexer::{Document, Engine, SearchConfig, SearchRequest};

use crate::catalogue;

/// The least MRR and NDCG@10 of each kind over the demo shops' catalogue.
const FLOORS: [(&str, f64, f64); 11] = [
    ("arabic", 0.99, 0.97),
    ("exact", 1.0, 0.985),
    ("half-typed", 1.0, 0.95),
    ("intent", 1.0, 0.985),
    ("layout", 1.0, 1.0),
    ("mixed", 1.0, 1.0),
    ("model", 1.0, 0.995),
    ("not sold", 1.0, 1.0),
    ("part number", 1.0, 0.79),
    ("several words", 1.0, 0.96),
    ("typo", 0.98, 0.975),
];

/// What a product is worth that fits the first or second pattern of a row.
const BEST: f64 = 3.0;
const GOOD: f64 = 1.0;

/// One row of the table.
struct Judgement<'a> {
    kind: &'a str,
    query: &'a str,
    best: &'a str,
    good: &'a str,
}

/// Sums over the rows of a kind.
#[derive(Default)]
struct Scores {
    rows: usize,
    reciprocal_rank: f64,
    gain: f64,
    empty: usize,
    misses: Vec<String>,
}

#[test]
fn demo_catalogue() {
    let mut lines = Vec::new();
    ingest::demo::write_reference(&mut lines).unwrap();
    let report = judge(catalogue::read(lines.as_slice()));
    for (kind, rank, gain) in FLOORS {
        let scores = &report[kind];
        let rows = scores.rows as f64;
        assert!(
            scores.reciprocal_rank / rows >= rank,
            "MRR of {kind} fell under {rank}: {:?}",
            scores.misses
        );
        assert!(scores.gain / rows >= gain, "NDCG@10 of {kind} fell under {gain}: {:?}", scores.misses);
    }
    let empty: usize = report.values().map(|scores| scores.empty).sum();
    assert_eq!(empty, 0, "a query that has an answer found nothing");
}

/// Runs where the large catalogue lies beside the project, or where `TAJMEEA_PARTS` says.
#[test]
fn large_catalogue() {
    let path =
        std::env::var("TAJMEEA_PARTS").unwrap_or_else(|_| "../../shared/data/parts.jsonl.gz".to_owned());
    if !Path::new(&path).exists() {
        return;
    }
    let mut lines = String::new();
    flate2::read::GzDecoder::new(File::open(&path).unwrap()).read_to_string(&mut lines).unwrap();
    let report = judge(catalogue::read(BufReader::new(lines.as_bytes())));
    let rows: usize = report.values().map(|scores| scores.rows).sum();
    let ranks: f64 = report.values().map(|scores| scores.reciprocal_rank).sum();
    assert!(ranks / rows as f64 >= LARGE_FLOOR, "MRR fell to {}", ranks / rows as f64);
}

/// The least MRR of all rows over the large catalogue.
const LARGE_FLOOR: f64 = 0.95;

/// Judges every row over a catalogue and prints the report.
fn judge(documents: Vec<Document>) -> BTreeMap<String, Scores> {
    let directory = tempfile::tempdir().unwrap();
    let engine = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap().engine;
    let mut rebuild = engine.rebuild().unwrap();
    let mut judges = Judges::default();
    for document in documents {
        judges.add(&document);
        rebuild.add(document).unwrap();
    }
    rebuild.finish("1").unwrap();
    let mut report: BTreeMap<String, Scores> = BTreeMap::new();
    for judgement in rows(include_str!("../relevance.tsv")) {
        let ideal = judges.ideal(&judgement);
        if judgement.best != "-" && !ideal.contains(&BEST) {
            continue;
        }
        let response =
            engine.search(&SearchRequest { limit: 10, ..SearchRequest::text(judgement.query) }).unwrap();
        let worths: Vec<f64> =
            response.hits.iter().map(|hit| judges.product(hit.id).worth(&judgement)).collect();
        let first = response.hits.first().map_or("nothing", |hit| judges.product(hit.id).name.as_str());
        report.entry(judgement.kind.to_owned()).or_default().add(&judgement, &worths, &ideal, first);
    }
    print_report(&report);
    report
}

impl Scores {
    fn add(&mut self, judgement: &Judgement<'_>, worths: &[f64], ideal: &[f64], first: &str) {
        self.rows += 1;
        let (reciprocal_rank, gained) = if judgement.best == "-" {
            let right = if worths.is_empty() { 1.0 } else { 0.0 };
            (right, right)
        } else {
            self.empty += usize::from(worths.is_empty());
            let rank = worths.iter().position(|worth| *worth == BEST);
            (rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64), gain(worths) / gain(ideal))
        };
        self.reciprocal_rank += reciprocal_rank;
        self.gain += gained;
        if reciprocal_rank < 1.0 {
            self.misses.push(format!("{} → {first}", judgement.query));
        }
    }
}

fn print_report(report: &BTreeMap<String, Scores>) {
    for (kind, scores) in report {
        let rows = scores.rows as f64;
        println!(
            "{kind:<14} {:>4} rows  MRR {:.3}  NDCG@10 {:.3}  nothing found {:.3}",
            scores.rows,
            scores.reciprocal_rank / rows,
            scores.gain / rows,
            scores.empty as f64 / rows
        );
        scores.misses.iter().for_each(|miss| println!("    {miss}"));
    }
}

fn rows(table: &str) -> impl Iterator<Item = Judgement<'_>> {
    table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(|line| {
        let mut columns = line.split('\t');
        let (Some(kind), Some(query), Some(best)) = (columns.next(), columns.next(), columns.next()) else {
            panic!("a row needs kind, query and best: {line:?}");
        };
        Judgement { kind, query, best, good: columns.next().unwrap_or_default() }
    })
}

/// Discounted gain of the first ten.
fn gain(worths: &[f64]) -> f64 {
    worths.iter().take(10).enumerate().map(|(rank, worth)| worth / ((rank + 2) as f64).log2()).sum()
}

/// Every product of a catalogue, and where its words are.
#[derive(Default)]
struct Judges {
    products: Vec<Judged>,
    places: HashMap<ProductId, usize>,
    by_word: HashMap<String, Vec<usize>>,
}

impl Judges {
    fn add(&mut self, document: &Document) {
        let judged = Judged::of(document);
        let place = self.products.len();
        let words: HashSet<String> = judged.words.split_whitespace().map(str::to_owned).collect();
        words
            .into_iter()
            .chain([format!("@{}", judged.category)])
            .for_each(|word| self.by_word.entry(word).or_default().push(place));
        self.places.insert(document.id, place);
        self.products.push(judged);
    }

    fn product(&self, id: ProductId) -> &Judged {
        &self.products[self.places[&id]]
    }

    /// The worths of the best possible ten.
    fn ideal(&self, judgement: &Judgement<'_>) -> Vec<f64> {
        let fitting = |patterns: &str| -> usize {
            let places: HashSet<usize> =
                patterns.split('|').flat_map(|pattern| self.fitting(pattern)).collect();
            places.len()
        };
        let best = fitting(judgement.best).min(10);
        // Good ones may be among the best; that only makes the ideal harder to reach.
        let good = fitting(judgement.good).min(10 - best);
        [vec![BEST; best], vec![GOOD; good]].concat()
    }

    /// At most ten products that fit a pattern, looked for where its rarest word is.
    fn fitting(&self, pattern: &str) -> Vec<usize> {
        let listed = pattern.split_whitespace().filter(|part| !part.contains(['!', '=', '<', '>']));
        let Some(rarest) = listed
            .map(|part| self.by_word.get(part).map_or(&[][..], Vec::as_slice))
            .min_by_key(|places| places.len())
        else {
            return Vec::new();
        };
        rarest.iter().copied().filter(|place| self.products[*place].fits(pattern)).take(10).collect()
    }
}

/// What judgements look at of a product.
struct Judged {
    name: String,
    /// The name's words between spaces, lower case.
    words: String,
    category: &'static str,
    price: Fils,
    specs: Vec<(SpecKey, String)>,
}

impl Judged {
    fn of(document: &Document) -> Self {
        let words = document.name.to_lowercase().replace(|character: char| !character.is_alphanumeric(), " ");
        let words: Vec<&str> = words.split_whitespace().collect();
        let specs = SpecKey::ALL.iter().filter_map(|key| Some((*key, document.specs.get(*key)?.to_texts())));
        Self {
            name: document.name.clone(),
            words: format!(" {} ", words.join(" ")),
            category: document.category.as_str(),
            price: document.price.unwrap_or_default(),
            specs: specs
                .flat_map(|(key, texts)| texts.into_iter().map(move |text| (key, text.replace(' ', "_"))))
                .collect(),
        }
    }

    /// 3 for the best, 1 for the good, 0 for the rest.
    fn worth(&self, judgement: &Judgement<'_>) -> f64 {
        if self.fits(judgement.best) {
            BEST
        } else if self.fits(judgement.good) {
            GOOD
        } else {
            0.0
        }
    }

    fn fits(&self, patterns: &str) -> bool {
        patterns.split('|').any(|pattern| {
            !pattern.trim().is_empty() && pattern.split_whitespace().all(|part| self.has(part))
        })
    }

    fn has(&self, part: &str) -> bool {
        let word = |word: &str| self.words.contains(&format!(" {word} "));
        if let Some(category) = part.strip_prefix('@') {
            return self.category == category;
        }
        if let Some(absent) = part.strip_prefix('!') {
            return !word(absent);
        }
        if let Some(dinars) = part.strip_prefix("price<") {
            return self.price.0 <= dinars.parse::<i64>().unwrap() * 1000;
        }
        if let Some(dinars) = part.strip_prefix("price>") {
            return self.price.0 >= dinars.parse::<i64>().unwrap() * 1000;
        }
        match part.split_once('=') {
            Some((key, value)) => {
                self.specs.iter().any(|(other, text)| other.as_str() == key && text == value)
            }
            None => word(part),
        }
    }
}
