//! The products an offer may be of: few out of many, found by what is rare in their names.

use std::collections::hash_map::Entry;

use domain::model::{Category, ProductId};
use rustc_hash::FxHashMap;

use super::{Item, tables::compared_facts};

/// A key that so many products share tells too little to walk through them, unless nothing else is known.
const COMMON: usize = 2_000;
/// Products that are compared in full, the most promising first.
const COMPARED: usize = 32;

/// What products are found by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Barcode(String),
    /// A part number within its maker.
    PartNumber(String, String),
    /// A word of the name within category and maker; without a maker, of all makers.
    Word(Category, Option<String>, String),
    /// A typed fact within category and maker.
    Fact(Category, Option<String>, String),
}

/// A product, ready to be compared.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub id: ProductId,
    pub item: Item,
    /// Whether a shop's offer is joined to it.
    pub sold: bool,
}

/// All products, ready to be compared.
#[derive(Default)]
pub struct Catalogue {
    products: Vec<Candidate>,
    found_by: FxHashMap<Key, Vec<u32>>,
}

impl Catalogue {
    /// Adds a product.
    pub fn add(&mut self, product: Candidate) {
        let Ok(place) = u32::try_from(self.products.len()) else { return };
        let item = &product.item;
        let makers = [item.maker.clone(), None];
        for (key, _) in makers.iter().flat_map(|maker| keys(item, maker.as_ref())) {
            let places = match self.found_by.entry(key) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => entry.insert(Vec::with_capacity(1)),
            };
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
        self.products.push(product);
    }

    /// How many products there are.
    pub fn len(&self) -> usize {
        self.products.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.products.is_empty()
    }

    /// The products that an offer may be of, the most promising first.
    pub fn candidates(&self, offer: &Item) -> Vec<&Candidate> {
        let mut scores: FxHashMap<u32, f64> = FxHashMap::default();
        let mut common: Vec<&Vec<u32>> = Vec::new();
        for (key, weight) in keys(offer, offer.maker.as_ref()) {
            let Some(places) = self.found_by.get(&key) else { continue };
            if places.len() > COMMON {
                common.push(places);
                continue;
            }
            let rarity = weight * (self.products.len() as f64 / places.len() as f64).ln_1p();
            for place in places {
                *scores.entry(*place).or_default() += rarity;
            }
        }
        if scores.is_empty()
            && let Some(least) = common.iter().min_by_key(|places| places.len())
        {
            scores.extend(least.iter().map(|place| (*place, 0.0)));
        }
        let mut ranked: Vec<(u32, f64)> = scores.into_iter().collect();
        let better =
            |left: &(u32, f64), right: &(u32, f64)| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0));
        if ranked.len() > COMPARED {
            ranked.select_nth_unstable_by(COMPARED, better);
            ranked.truncate(COMPARED);
        }
        ranked.sort_unstable_by(better);
        ranked.iter().filter_map(|(place, _)| self.products.get(*place as usize)).collect()
    }
}

/// What a thing is found by, each with its weight.
fn keys<'a>(item: &'a Item, maker: Option<&'a String>) -> impl Iterator<Item = (Key, f64)> {
    let barcodes = item.barcodes.iter().map(|code| (Key::Barcode(code.clone()), 10.0));
    let numbers = maker.into_iter().flat_map(|maker| {
        item.part_numbers.iter().map(|number| (Key::PartNumber(maker.clone(), number.clone()), 10.0))
    });
    let category = item.category;
    let words = category.into_iter().flat_map(move |category| {
        item.pieces.iter().map(move |word| (Key::Word(category, maker.cloned(), word.clone()), 1.0))
    });
    let facts = category.into_iter().flat_map(move |category| {
        compared_facts(category).iter().filter(|fact| fact.veto).filter_map(move |fact| {
            let value = item.specs.get(fact.key)?.to_texts().join("+").to_lowercase();
            Some((Key::Fact(category, maker.cloned(), format!("{}={value}", fact.key)), 0.5))
        })
    });
    barcodes.chain(numbers).chain(words).chain(facts)
}
