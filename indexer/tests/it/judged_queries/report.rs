//! The report: figures by family and by script, and the responses that were bad.

use std::{
    collections::BTreeMap,
    env,
    fs::File,
    io::{BufReader, Read},
    path::Path,
    sync::Arc,
};

use indexer::{Document, Engine, RetailerNames, SearchConfig, SearchRequest, SearchResponse};

use crate::catalogue;

use super::{
    catalogue::JudgedCatalogue,
    grade::{Grade, Level, grade},
    judgement::{Judgement, judgements},
    prices::{PriceReport, labelled_prices},
};

/// The demo retailers' names, as in `config/retailers`.
const RETAILERS: [(&str, [&str; 2]); 6] = [
    ("bandar-pc", ["Bandar PC", "بندر بي سي"]),
    ("dhow-digital", ["Dhow Digital", "داو ديجيتال"]),
    ("mirqab-mart", ["Mirqab Mart", "مرقاب مارت"]),
    ("noor-computers", ["Noor Computers", "نور كمبيوتر"]),
    ("safat-tech", ["Safat Tech", "الصفاة تك"]),
    ("sidra-store", ["Sidra Store", "متجر سدرة"]),
];

/// An engine with a catalogue, and everything that conditions need of it.
pub(crate) struct Bench {
    pub(crate) engine: Engine,
    pub(crate) catalogue: JudgedCatalogue,
    pub(crate) retailer_names: Arc<RetailerNames>,
    /// Whether the report lists the first hits of every answer that is not perfect.
    pub(crate) lists_hits: bool,
    _directory: tempfile::TempDir,
}

/// Figures of all judged queries over one catalogue.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) families: BTreeMap<String, RelevanceFigures>,
    pub(crate) scripts: BTreeMap<String, RelevanceFigures>,
    pub(crate) all: RelevanceFigures,
    pub(crate) prices: PriceReport,
    /// Rows whose good products the catalogue lacks.
    pub(crate) skipped_rows: usize,
}

/// Sums over some queries.
#[derive(Default)]
pub(crate) struct RelevanceFigures {
    pub(crate) rows: usize,
    pub(crate) good: usize,
    pub(crate) acceptable: usize,
    precision: f64,
    reciprocal_rank: f64,
    /// Each response that is not good: its level, the query and the first hit.
    pub(crate) misses: Vec<(Level, String)>,
}

impl Bench {
    /// Opens the demo retailers' reference, some 900 products.
    pub(crate) fn demo() -> Self {
        let mut lines = Vec::new();
        demo::write_reference(&mut lines).unwrap();
        Self::of(catalogue::read(lines.as_slice()))
    }

    /// Opens the large catalogue that may lie beside the project, or at the path in `TAJMEEA_PARTS`.
    pub(crate) fn large() -> Option<Self> {
        let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/parts.jsonl.gz");
        let path = env::var("TAJMEEA_PARTS").unwrap_or_else(|_| beside.to_owned());
        if !Path::new(&path).exists() {
            return None;
        }
        let mut lines = String::new();
        flate2::read::GzDecoder::new(File::open(&path).unwrap()).read_to_string(&mut lines).unwrap();
        Some(Self::of(catalogue::read(BufReader::new(lines.as_bytes()))))
    }

    fn of(documents: Vec<Document>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let engine = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap().engine;
        let mut rebuild = engine.rebuild().unwrap();
        let mut catalogue = JudgedCatalogue::default();
        for document in documents {
            catalogue.add(&document);
            rebuild.add(document).unwrap();
        }
        rebuild.finish("1").unwrap();
        let names = RETAILERS.iter().map(|(slug, names)| (*slug, names.iter().copied()));
        let retailer_names = Arc::new(RetailerNames::of(names));
        Self { engine, catalogue, retailer_names, lists_hits: false, _directory: directory }
    }

    pub(crate) fn search(&self, text: &str) -> SearchResponse {
        let retailer_names = Arc::clone(&self.retailer_names);
        self.engine.search(&SearchRequest { limit: 10, retailer_names, ..SearchRequest::text(text) }).unwrap()
    }

    /// Reports on every judged query and labelled price.
    pub(crate) fn report(&self) -> Report {
        let mut report = self.report_of(&judgements());
        for label in labelled_prices() {
            report.prices.add(&label, &self.search(label.query));
        }
        report
    }

    /// Returns the first hit of a response, or the first ten with `+` for good and `~` for acceptable ones.
    fn describe_hits(&self, response: &SearchResponse, judgement: &Judgement) -> String {
        let products = response.hits.iter().map(|hit| self.catalogue.product(hit.id));
        if !self.lists_hits {
            return products
                .map(|product| product.name.clone())
                .next()
                .unwrap_or_else(|| "nothing".to_owned());
        }
        let lines = products.map(|product| {
            let mark = match () {
                () if judgement.good.fits(product) => '+',
                () if judgement.acceptable.fits(product) => '~',
                () => '-',
            };
            format!("\n        {mark} {} {} {}", product.category, product.price, product.name)
        });
        let corrected = response.corrected.as_deref().unwrap_or_default();
        format!("{corrected} {:?} {}", response.dropped, lines.collect::<String>())
    }

    /// Reports on some judged queries alone.
    pub(crate) fn report_of(&self, judgements: &[Judgement]) -> Report {
        let mut report = Report::default();
        for judgement in judgements {
            let response = self.search(judgement.query);
            let Some(grade) = grade(&response, judgement, &self.catalogue) else {
                report.skipped_rows += usize::from(judgement.needs_products());
                continue;
            };
            report.add(judgement, grade, &self.describe_hits(&response, judgement));
        }
        report
    }
}

impl Report {
    fn add(&mut self, judgement: &Judgement, grade: Grade, first: &str) {
        let miss = format!("{} → {first}  P@10 {:.2}", judgement.query, grade.precision);
        let script = judgement.script().as_str();
        self.families.entry(judgement.family.to_owned()).or_default().add(grade, &miss);
        self.scripts.entry(script.to_owned()).or_default().add(grade, &miss);
        self.all.add(grade, &miss);
    }

    /// Prints the figures; with `verbose`, also every response that is not good.
    pub(crate) fn print(&self, verbose: bool) {
        println!(
            "{:<18}{:>6}{:>6}{:>12}{:>6}{:>9}{:>9}{:>8}",
            "", "count", "good", "acceptable", "bad", "g. or a.", "P@10", "MRR"
        );
        self.families.iter().for_each(|(family, figures)| figures.print(family, verbose));
        println!();
        self.scripts.iter().for_each(|(script, figures)| figures.print(script, false));
        println!();
        self.all.print("all", false);
        println!("{} queries ask for what this catalogue does not hold", self.skipped_rows);
        let prices = &self.prices;
        if prices.rows == 0 {
            return;
        }
        println!(
            "prices: {} queries, {} with a price, {} read, {} right: precision {:.3}, recall {:.3}",
            prices.rows,
            prices.labelled,
            prices.read,
            prices.right,
            prices.precision(),
            prices.recall()
        );
        if verbose {
            prices.misses.iter().for_each(|miss| println!("    {miss}"));
        }
    }
}

impl RelevanceFigures {
    pub(crate) fn add(&mut self, grade: Grade, miss: &str) {
        self.rows += 1;
        self.precision += grade.precision;
        self.reciprocal_rank += grade.reciprocal_rank;
        match grade.level {
            Level::Good => self.good += 1,
            Level::Acceptable => self.acceptable += 1,
            Level::Bad => {}
        }
        if grade.level != Level::Good || grade.precision < 1.0 {
            self.misses.push((grade.level, miss.to_owned()));
        }
    }

    /// Returns the share of responses that are good or acceptable.
    pub(crate) fn acceptance(&self) -> f64 {
        (self.good + self.acceptable) as f64 / self.rows.max(1) as f64
    }

    pub(crate) fn precision(&self) -> f64 {
        self.precision / self.rows.max(1) as f64
    }

    pub(crate) fn print(&self, name: &str, verbose: bool) {
        println!(
            "{name:<18}{:>6}{:>6}{:>12}{:>6}{:>9.3}{:>9.3}{:>8.3}",
            self.rows,
            self.good,
            self.acceptable,
            self.rows - self.good - self.acceptable,
            self.acceptance(),
            self.precision(),
            self.reciprocal_rank / self.rows.max(1) as f64
        );
        if verbose {
            self.misses.iter().for_each(|(level, miss)| println!("    {:<11}{miss}", level.as_str()));
        }
    }
}
