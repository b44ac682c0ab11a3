//! Titles as other people write them: real shops' offers, deals that are pasted with their price, things that no shop of parts
//! sells.

use std::collections::BTreeSet;

use bench::Rng;
use indexer::Document;

use crate::{
    arabic::Terms,
    kinds::{KINDS, Kind},
    parts::{Parts, Requirement, has_words, is_identifying, letters, words},
    query::{FreshQuery, Truth},
};

/// Maximum number of products that a title cannot tell apart; one that fits more names none of them.
const MAX_ALIKE: usize = 200;
/// Minimum number of words of a title that its product has, beside the manufacturer.
const MIN_OWN_WORDS: usize = 2;
/// Names of kinds of parts beside those of `KINDS`.
const OTHER_KINDS: [&str; 6] = ["keyboard", "mouse", "headset", "ssd", "hdd", "ram"];
/// Texts around the name in a pasted title; `{kind}`, `{name}`, `{d}` and `{c}` are filled in.
const DEALS: [&str; 6] = [
    "[{kind}] {name} - ${d}.{c} (after rebate)",
    "{name} - ${d}.{c} shipped",
    "{name} £{d}.{c} + free delivery",
    "**{name}** ${d}.{c} @ Amazon",
    "[{kind}] {name} | €{d} with code SAVE{c}",
    "Lowest price ever: {name} ${d} (was ${d}9)",
];

/// A real offer whose title has the part number of one product.
pub(crate) struct LinkedTitle {
    /// The title without the number.
    pub(crate) title: String,
    pub(crate) product: usize,
}

/// Returns the titles of `real_shops.tsv` that have the part number of one product, and its manufacturer.
pub(crate) fn linked_titles(parts: &Parts, table: &str) -> Vec<LinkedTitle> {
    let titles = table.lines().skip(1).filter_map(|line| line.split('\t').nth(2));
    titles.filter_map(|title| link(parts, title)).collect()
}

fn link(parts: &Parts, title: &str) -> Option<LinkedTitle> {
    let mut numbers = title.split_whitespace().filter(|word| is_identifying(&letters(word)));
    let (number, product) = numbers.find_map(|word| Some((word, parts.with_number(word)?)))?;
    let manufacturer = words(&parts.documents[product].manufacturer).into_iter().next()?;
    let without: Vec<&str> = title.split_whitespace().filter(|word| *word != number).collect();
    words(title).contains(&manufacturer).then(|| LinkedTitle { title: without.join(" "), product })
}

/// Returns the title of a real offer. Products with all of its words that its own product has are right, too.
pub(crate) fn offer(parts: &Parts, titles: &[LinkedTitle], rng: &mut Rng) -> Option<FreshQuery> {
    let linked = titles.get(rng.below(titles.len().max(1) as u64) as usize)?;
    let truth = product_truth(parts, linked.product, &linked.title)?;
    Some(FreshQuery::new("offers' titles", &*linked.title, truth))
}

/// Returns a product's name as a deal is pasted.
pub(crate) fn pasted(parts: &Parts, rng: &mut Rng) -> Option<FreshQuery> {
    let index = rng.below(parts.documents.len() as u64) as usize;
    let document = &parts.documents[index];
    let kind = rng.pick(Kind::of(document.category)?.nouns).to_uppercase();
    let text = rng
        .pick(&DEALS)
        .replace("{kind}", &kind)
        .replace("{name}", &document.name)
        .replace("{d}", &(20 + rng.below(900)).to_string())
        .replace("{c}", &(10 + rng.below(90)).to_string());
    let truth = product_truth(parts, index, &document.name)?;
    Some(FreshQuery::new("pasted deals", text, truth))
}

/// Returns the truth of a title of a product: the products that have all of the title's words that this one has. `None`
/// where these words name no product: there are too few, or too many products have them.
pub(crate) fn product_truth(parts: &Parts, product: usize, title: &str) -> Option<Truth> {
    let Document { category, manufacturer, .. } = &parts.documents[product];
    let own = has_words(title).into_iter().filter(|word| parts.meets(product, word));
    let mut requirements: Vec<Requirement> = own.collect();
    let of_brand = words(manufacturer);
    let is_telling = |requirement: &&Requirement| !matches!(requirement, Requirement::Word(word) if of_brand.contains(word));
    if requirements.iter().filter(is_telling).count() < MIN_OWN_WORDS {
        return None;
    }
    requirements.extend([Requirement::Brand(letters(manufacturer)), Requirement::Category(*category)]);
    let alike = parts.find(&requirements, MAX_ALIKE);
    let is_vague = alike.len() == MAX_ALIKE;
    let right: BTreeSet<usize> = alike.into_iter().chain([product]).collect();
    (!is_vague).then_some(Truth::Product { right, category: *category })
}

/// Returns the titles of `store_titles.tsv` that name no part, with the store's name of one such thing.
pub(crate) fn foreign_titles(table: &str, terms: &Terms) -> Vec<(String, String)> {
    let rows = table.lines().skip(1).filter_map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [source, title, category] = columns[..] else { return None };
        let noun = category.to_lowercase();
        // Almatjar's electronics hold accessories of computers.
        let is_foreign = match source {
            "pricerunner" => category != "CPUs",
            _ => category != "الإلكترونيات",
        };
        let noun = if noun.is_ascii() { noun.trim_end_matches('s') } else { "" };
        is_foreign.then(|| (title.to_lowercase(), noun.to_owned()))
    });
    let names_part = |title: &str| {
        let said = words(title);
        let mut nouns = KINDS.iter().flat_map(|kind| kind.nouns).chain(&OTHER_KINDS);
        let is_said = |noun: &&str| words(noun).iter().all(|word| said.contains(word));
        nouns.any(is_said) || terms.names_kind(title)
    };
    rows.filter(|(title, _)| !names_part(title)).collect()
}

/// Returns a foreign thing: its whole title, or its first words and what it is. No product has all of the words.
pub(crate) fn foreign(parts: &Parts, titles: &[(String, String)], rng: &mut Rng) -> Option<FreshQuery> {
    let (title, noun) = titles.get(rng.below(titles.len().max(1) as u64) as usize)?;
    let kept = if rng.percent(50) { 10 } else { 2 + rng.below(2) as usize };
    let mut said: Vec<&str> = title.split_whitespace().take(kept).collect();
    if noun.split_whitespace().any(|word| !said.contains(&word)) {
        said.push(noun);
    }
    let text = said.join(" ");
    let requirements = has_words(&text);
    let is_sold = requirements.is_empty() || !parts.find(&requirements, 1).is_empty();
    (!is_sold).then(|| FreshQuery::new("foreign things", text, Truth::Nothing))
}
