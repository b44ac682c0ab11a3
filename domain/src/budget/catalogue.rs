use std::collections::HashMap;

use super::{
    fit::FitCache,
    merit::Measured,
    part::{Indices, PartFacts, PartOffer, SolverRetailer},
};
use crate::{
    compat::{Chosen, FactKey},
    model::{Category, ProductId, SpecKey, Specs, Stock},
};

/// Specs that no rule reads. Parts that differ only in these belong to one group.
const NOT_READ_BY_RULES: [SpecKey; 4] =
    [SpecKey::Tdp, SpecKey::Voltage, SpecKey::GpuChipset, SpecKey::GpuVram];

/// A part with its parsed facts.
#[derive(Debug)]
pub(super) struct CataloguePart {
    pub chosen: Chosen,
    pub specs: Specs,
    pub manufacturer: Option<String>,
    pub indices: Indices,
    /// Offers that can be bought: in stock, new, at a price above 0, from a known retailer.
    pub offers: Vec<PartOffer>,
    /// The part's group. Parts of one group have equal facts, so every rule finds the same of them.
    pub group: u32,
}

impl CataloguePart {
    pub(super) fn measured(&self) -> Measured<'_> {
        Measured { chosen: &self.chosen, specs: &self.specs, indices: &self.indices }
    }
}

/// All parts that can be bought, prepared once for many requests: facts are parsed, parts are grouped by equal facts,
/// and the rules' findings about pairs of groups are cached. Changed prices or stock need a new catalogue, which
/// takes milliseconds.
#[derive(Debug)]
pub struct Catalogue {
    shops: Vec<SolverRetailer>,
    parts: Vec<CataloguePart>,
    by_id: HashMap<ProductId, usize>,
    by_category: HashMap<Category, Vec<usize>>,
    pub(super) fits: FitCache,
}

impl Catalogue {
    /// Builds a catalogue from parts and retailers. The first of several parts with one id counts.
    pub fn new(shops: Vec<SolverRetailer>, parts: impl IntoIterator<Item = PartFacts>) -> Catalogue {
        let mut catalogue = Catalogue {
            shops,
            parts: Vec::new(),
            by_id: HashMap::new(),
            by_category: HashMap::new(),
            fits: FitCache::default(),
        };
        let mut groups: HashMap<String, u32> = HashMap::new();
        for facts in parts {
            let index = catalogue.parts.len();
            if catalogue.by_id.contains_key(&facts.part.id) {
                continue;
            }
            let part = catalogue.read(facts, &mut groups);
            catalogue.by_id.insert(part.chosen.id, index);
            catalogue.by_category.entry(part.chosen.category).or_default().push(index);
            catalogue.parts.push(part);
        }
        catalogue
    }

    fn read(&self, facts: PartFacts, groups: &mut HashMap<String, u32>) -> CataloguePart {
        let PartFacts { part, manufacturer, indices, mut offers } = facts;
        offers.retain(|offer| {
            offer.stock == Stock::In
                && !offer.second_hand
                && (1..=crate::model::Fils::MAX_PRICE.0).contains(&offer.price.0)
                && offer.shop < self.shops.len()
        });
        let chosen = Chosen::new(&part);
        let next = u32::try_from(groups.len()).unwrap_or(u32::MAX - 1);
        let group = *groups.entry(group_key(&chosen)).or_insert(next);
        CataloguePart { chosen, specs: part.specs, manufacturer, indices, offers, group }
    }

    /// Returns the retailers, in the order of the indices that offers use.
    pub fn retailers(&self) -> &[SolverRetailer] {
        &self.shops
    }

    /// Returns the number of parts.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether the catalogue holds no part.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub(super) fn part(&self, index: usize) -> Option<&CataloguePart> {
        self.parts.get(index)
    }

    pub(super) fn find(&self, id: ProductId) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    pub(super) fn list_category(&self, category: Category) -> impl Iterator<Item = (usize, &CataloguePart)> {
        let indexes = self.by_category.get(&category).map(Vec::as_slice).unwrap_or_default();
        indexes.iter().filter_map(|index| Some((*index, self.parts.get(*index)?)))
    }
}

fn group_key(chosen: &Chosen) -> String {
    use std::fmt::Write;
    let mut key = chosen.category.as_str().to_owned();
    let unread = |key: FactKey| NOT_READ_BY_RULES.into_iter().any(|unread| key == FactKey::Spec(unread));
    for (fact, known) in chosen.facts.iter().filter(|(fact, _)| !unread(*fact)) {
        // Writing to a `String` cannot fail.
        let _ = write!(key, "|{}={:?}", fact.as_str(), known.value);
    }
    key
}
