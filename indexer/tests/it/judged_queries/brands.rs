//! Queries of a brand alone: the first hit must be a popular product of the brand, in stock, of a category that the
//! brand is known for.

use std::collections::BTreeMap;

use super::{catalogue::JudgedProduct, report::Bench};

const ARABIC_TERMS: &str = include_str!("../../../../config/search/arabic_terms.tsv");
/// Brands of fewer products have no popular one.
const MIN_PRODUCTS: usize = 10;
/// The first hit must be in the first of this many parts of the brand's products by popularity.
const POPULAR_PART: usize = 10;
/// A brand is known for a category if at least one in this many of its products is of it.
const MIN_CATEGORY_PART: usize = 10;

/// Figures by script.
#[derive(Default)]
pub(crate) struct BrandReport {
    scripts: BTreeMap<&'static str, BrandFigures>,
    pub(crate) misses: Vec<String>,
}

#[derive(Debug, Default, Clone, Copy)]
struct BrandFigures {
    asked: usize,
    right: usize,
}

impl BrandReport {
    pub(crate) fn of(bench: &Bench) -> Self {
        let mut by_brand: BTreeMap<&str, Vec<&JudgedProduct>> = BTreeMap::new();
        for product in bench.catalogue.products() {
            by_brand.entry(&product.brand).or_default().push(product);
        }
        let mut report = Self::default();
        for (brand, products) in by_brand.iter().filter(|(_, products)| products.len() >= MIN_PRODUCTS) {
            report.measure(bench, "latin", &products[0].manufacturer, products);
            for name in arabic_names(brand) {
                report.measure(bench, "arabic", name, products);
            }
        }
        report
    }

    fn measure(&mut self, bench: &Bench, script: &'static str, query: &str, products: &[&JudgedProduct]) {
        let figures = self.scripts.entry(script).or_default();
        figures.asked += 1;
        let response = bench.search(query);
        let first = response.hits.first().map(|hit| bench.catalogue.product(hit.id));
        if first.is_some_and(|first| is_sensible(first, products)) {
            figures.right += 1;
        } else {
            let first = first.map_or("nothing", |first| first.name.as_str());
            self.misses.push(format!("{query} → {first}"));
        }
    }

    /// Returns the share of brands whose first hit is right.
    pub(crate) fn share(&self) -> f64 {
        let asked: usize = self.scripts.values().map(|figures| figures.asked).sum();
        let right: usize = self.scripts.values().map(|figures| figures.right).sum();
        right as f64 / asked.max(1) as f64
    }

    pub(crate) fn print(&self, verbose: bool) {
        println!(
            "\nBrands alone: the first hit is popular, in stock and of a category that the brand is known for"
        );
        println!("{:<18}{:>6}{:>7}", "", "asked", "right");
        for (script, BrandFigures { asked, right }) in &self.scripts {
            println!("{script:<18}{asked:>6}{right:>7}");
        }
        if verbose {
            self.misses.iter().for_each(|miss| println!("    {miss}"));
        }
    }
}

fn is_sensible(first: &JudgedProduct, products: &[&JudgedProduct]) -> bool {
    let more_popular =
        products.iter().filter(|product| product.in_stock && product.popularity > first.popularity).count();
    let of_category = products.iter().filter(|product| product.category == first.category).count();
    first.brand == products[0].brand
        && first.in_stock
        && more_popular <= products.len() / POPULAR_PART
        && of_category * MIN_CATEGORY_PART >= products.len()
}

/// Returns the Arabic names of a brand.
fn arabic_names(brand: &str) -> impl Iterator<Item = &'static str> {
    let rows = ARABIC_TERMS.lines().skip(1).filter_map(|line| {
        let mut columns = line.split('\t');
        let (english, kind, variants) = (columns.next()?, columns.next()?, columns.next()?);
        (kind == "brand").then_some((english, variants))
    });
    let is_brand =
        move |english: &str| english.chars().filter(|letter| letter.is_alphanumeric()).eq(brand.chars());
    let variants = rows
        .filter(move |(english, _)| is_brand(english))
        .flat_map(|(_, variants)| variants.split('|').take(2));
    variants.collect::<Vec<_>>().into_iter()
}
