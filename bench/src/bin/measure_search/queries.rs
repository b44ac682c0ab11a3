//! The fixed mix of 200 queries, built from the catalogue's own names.

use bench::Rng;
use domain::model::Fils;

use crate::catalogue::{Catalogue, arabic};

/// One query: as an API address, and in parts for the peer.
#[derive(Debug, Clone)]
pub(crate) struct Query {
    pub(crate) kind: &'static str,
    pub(crate) text: String,
    pub(crate) filter: Option<Filter>,
}

#[derive(Debug, Clone)]
pub(crate) struct Filter {
    pub(crate) category: &'static str,
    pub(crate) manufacturer: Option<String>,
    pub(crate) price_max: Fils,
}

pub(crate) const KINDS: [&str; 6] = ["exact", "prefix", "typo", "multi-term", "facet+sort", "arabic"];

impl Query {
    /// Returns the address of the query: with counts of the filter groups when it filters, else without.
    pub(crate) fn path(&self) -> String {
        self.address(self.filter.is_some())
    }

    /// Returns the address with counts in every case, as the browser requests the first page of a search.
    pub(crate) fn path_with_counts(&self) -> String {
        self.address(true)
    }

    fn address(&self, counts: bool) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if !self.text.is_empty() {
            query.append_pair("q", &self.text);
        }
        if let Some(filter) = &self.filter {
            query.append_pair("category", filter.category);
            query.append_pair("maxPrice", &(filter.price_max.0 / 1000).to_string());
            query.append_pair("inStock", "true");
            query.append_pair("sort", "price_asc");
            if let Some(manufacturer) = &filter.manufacturer {
                query.append_pair("manufacturer", manufacturer);
            }
        }
        if !counts {
            query.append_pair("facets", "false");
        }
        format!("/api/search?{}", query.finish())
    }
}

/// Generates the mix: 35 exact, 35 prefix, 30 typo, 35 multi-term, 40 facet+sort, 25 Arabic.
pub(crate) fn mix(catalogue: &Catalogue, count: u64) -> Vec<Query> {
    let mut rng = Rng::new(2_026);
    let mut queries = Vec::with_capacity(200);
    let counts =
        [("exact", 35), ("prefix", 35), ("typo", 30), ("multi-term", 35), ("facet+sort", 40), ("arabic", 25)];
    for (kind, wanted) in counts {
        for index in 0..wanted {
            let product = catalogue.snapshot(rng.below(count)).product;
            let words: Vec<&str> = product.name.split(' ').collect();
            let (text, filter) = match kind {
                "exact" => (product.name.clone(), None),
                "prefix" => (begun(&words), None),
                "typo" => (misspelt(&words), None),
                "multi-term" => (some_words(&words, &mut rng), None),
                "arabic" => (arabic_text(index, arabic(product.category), &words), None),
                _ => {
                    let text = if index % 3 == 0 { words[0].to_owned() } else { String::new() };
                    let manufacturer = (index % 2 == 0).then(|| product.manufacturer.clone());
                    let price_max = Fils((40 + 12 * index as i64) * 1000);
                    (text, Some(Filter { category: product.category.as_str(), manufacturer, price_max }))
                }
            };
            queries.push(Query { kind, text, filter });
        }
    }
    queries
}

/// Returns a text typed halfway through the third word.
fn begun(words: &[&str]) -> String {
    let text = words.iter().take(3).copied().collect::<Vec<_>>().join(" ");
    let keep = text.chars().count().saturating_sub(2);
    text.chars().take(keep).collect()
}

/// Returns up to four words, with two letters swapped in the first long word without digits.
fn misspelt(words: &[&str]) -> String {
    let mut words: Vec<String> = words.iter().take(4).map(|word| (*word).to_owned()).collect();
    let long =
        words.iter().position(|word| word.len() >= 5 && word.bytes().all(|byte| byte.is_ascii_alphabetic()));
    if let Some(word) = long.and_then(|index| words.get_mut(index)) {
        let mut letters: Vec<char> = word.chars().collect();
        letters.swap(2, 3);
        *word = letters.into_iter().collect();
    }
    words.join(" ")
}

/// Returns the manufacturer and two other words.
fn some_words(words: &[&str], rng: &mut Rng) -> String {
    let rest = &words[1..];
    let at = rng.below(rest.len() as u64) as usize;
    let other = (at + 1 + rng.below(3) as usize) % rest.len();
    [words[0], rest[at.min(other)], rest[at.max(other)]].join(" ")
}

fn arabic_text(index: usize, kind: &str, words: &[&str]) -> String {
    const FIXED: [&str; 10] = [
        "كرت شاشة",
        "معالج رايزن 7",
        "رام ٣٢ جيجا",
        "شاشة سامسونج ٢٧ بوصة",
        "باور سبلاي 750 واط",
        "كيس كورسير ابيض",
        "لوحة ام اسوس",
        "هارد سامسونج",
        "كرت شاشة قيقابايت 4070",
        "مبرد مائي 360",
    ];
    match FIXED.get(index) {
        Some(fixed) => (*fixed).to_owned(),
        None => format!("{kind} {}", words.iter().take(2).copied().collect::<Vec<_>>().join(" ")),
    }
}
