use std::{collections::HashMap, sync::Arc};

use super::{
    ease::Eases,
    fit::FitCache,
    merit::{Measured, PartScore, UtilityModel, list_scores},
    part::{Indices, PartFacts, PartOffer, SolverRetailer},
    prepared::PreparedCache,
    signature::Signatures,
    uses::UseKey,
};
use crate::{
    compat::ChosenPart,
    model::{Category, Fils, ProductId, SpecKey, Specs, Stock},
};

/// Specs that the solver reads beside the facts of the rules. The others are not kept: there are tens of thousands of parts.
const READ_BY_SOLVER: [SpecKey; 12] = [
    SpecKey::ChipsetManufacturer,
    SpecKey::Color,
    SpecKey::Fanless,
    SpecKey::GpuChipset,
    SpecKey::GpuVram,
    SpecKey::MaxNoise,
    SpecKey::PsuEfficiency,
    SpecKey::RamSpeed,
    SpecKey::RefreshRate,
    SpecKey::Resolution,
    SpecKey::StorageCapacity,
    SpecKey::Wifi,
];

/// A part with its facts read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CataloguePart {
    pub chosen: ChosenPart,
    pub specs: Arc<Specs>,
    pub manufacturer: Option<String>,
    pub indices: Indices,
    /// Offers that can be bought: in stock, new, at a price above 0, from a known retailer.
    pub offers: Vec<PartOffer>,
    /// The part's group. Parts of one group have equal facts, so every rule finds the same of them.
    pub group: u32,
    pub eases: Eases,
    pub signatures: Signatures,
    /// The part's worth for each use: requests read it of every part in stock.
    scores: Box<[PartScore]>,
}

impl CataloguePart {
    pub(super) fn measured(&self) -> Measured<'_> {
        Measured { chosen: &self.chosen, specs: &self.specs, indices: &self.indices }
    }

    /// Returns the part's worth for a use.
    pub(super) fn score(&self, utility_model: &UtilityModel<'_>) -> PartScore {
        let index = UseKey::ALL.iter().position(|key| *key == utility_model.entry.key);
        let known = index.and_then(|index| self.scores.get(index)).copied();
        known.unwrap_or_else(|| utility_model.compute_score(self.measured()))
    }
}

/// Part of a catalogue as a reader of answers needs it.
#[derive(Debug, Clone, Copy)]
pub struct CatalogueEntry<'a> {
    pub chosen: &'a ChosenPart,
    /// Specs that the solver reads; others are not kept.
    pub specs: &'a Specs,
}

/// Everything that can be bought, prepared once for many requests: facts are read, parts grouped by equal facts, and the rules'
/// findings about pairs of parts are remembered by what they read of each. A clone shares facts and findings, so that a
/// snapshot costs little; a part that changed is read anew.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    retailers: Vec<SolverRetailer>,
    parts: Vec<Arc<CataloguePart>>,
    /// Places of removed parts, for the next ones.
    free: Vec<usize>,
    by_id: HashMap<ProductId, usize>,
    by_category: HashMap<Category, Vec<usize>>,
    pub(super) fits: Arc<FitCache>,
    /// Lists and problems that requests have read of this state; every change empties it.
    pub(super) prepared: PreparedCache,
}

impl Catalogue {
    /// Builds a catalogue from parts and retailers. The first of several parts with one id counts.
    pub fn new(retailers: Vec<SolverRetailer>, parts: impl IntoIterator<Item = PartFacts>) -> Catalogue {
        let mut catalogue = Catalogue { retailers, ..Catalogue::default() };
        for facts in parts {
            if !catalogue.by_id.contains_key(&facts.part.id) {
                catalogue.put(facts);
            }
        }
        catalogue
    }

    /// Adds a part, or replaces it with its offers; answers whether anything changed.
    pub fn put(&mut self, facts: PartFacts) -> bool {
        let part = Arc::new(self.read(facts));
        let (id, category) = (part.chosen.id, part.chosen.category);
        if let Some(index) = self.find(id) {
            let old = self.part(index);
            if old == Some(&*part) {
                return false;
            }
            if old.is_some_and(|old| old.chosen.category == category) {
                self.prepared = PreparedCache::default();
                if let Some(place) = self.parts.get_mut(index) {
                    *place = part;
                }
                return true;
            }
            self.remove(id);
        }
        self.push(part);
        true
    }

    fn push(&mut self, part: Arc<CataloguePart>) {
        self.prepared = PreparedCache::default();
        let index = self.free.pop().unwrap_or(self.parts.len());
        self.by_id.insert(part.chosen.id, index);
        self.by_category.entry(part.chosen.category).or_default().push(index);
        match self.parts.get_mut(index) {
            Some(place) => *place = part,
            None => self.parts.push(part),
        }
    }

    /// Removes a part; answers whether it was there.
    pub fn remove(&mut self, id: ProductId) -> bool {
        let Some(index) = self.by_id.remove(&id) else { return false };
        self.prepared = PreparedCache::default();
        let category = self.part(index).map(|part| part.chosen.category);
        if let Some(indexes) = category.and_then(|category| self.by_category.get_mut(&category)) {
            indexes.retain(|other| *other != index);
        }
        self.free.push(index);
        true
    }

    /// The index of a retailer, which is added or gets these rules.
    pub fn put_retailer(&mut self, retailer: SolverRetailer) -> usize {
        let known = self.retailers.iter().position(|known| known.id == retailer.id);
        let index = known.unwrap_or(self.retailers.len());
        if self.retailers.get(index) == Some(&retailer) {
            return index;
        }
        self.prepared = PreparedCache::default();
        match self.retailers.get_mut(index) {
            Some(place) => *place = retailer,
            None => self.retailers.push(retailer),
        }
        index
    }

    /// The same parts with other offers; parts that `offers` answers none for are left out. Facts and findings are shared.
    pub fn with_offers(&self, mut offers: impl FnMut(ProductId) -> Vec<PartOffer>) -> Catalogue {
        let mut catalogue = Catalogue {
            retailers: self.retailers.clone(),
            fits: Arc::clone(&self.fits),
            ..Catalogue::default()
        };
        let is_there =
            |(index, part): &(usize, &Arc<CataloguePart>)| self.find(part.chosen.id) == Some(*index);
        for (_, part) in self.parts.iter().enumerate().filter(is_there) {
            let offers = catalogue.keep_buyable(offers(part.chosen.id));
            if !offers.is_empty() {
                catalogue.push(Arc::new(CataloguePart { offers, ..CataloguePart::clone(part) }));
            }
        }
        catalogue
    }

    fn read(&self, facts: PartFacts) -> CataloguePart {
        let PartFacts { part, manufacturer, indices, offers } = facts;
        let chosen = ChosenPart::new(&part);
        let group = self.fits.group_of(&chosen);
        let specs = Arc::new(part.specs.select(&READ_BY_SOLVER));
        let eases = Eases::of(&chosen, |text| self.fits.number_of(text));
        let offers = self.keep_buyable(offers);
        let signatures = Signatures::of(&chosen, |text| self.fits.number_of(text));
        let scores = list_scores(Measured { chosen: &chosen, specs: &specs, indices: &indices });
        CataloguePart { chosen, specs, manufacturer, indices, offers, group, eases, signatures, scores }
    }

    fn keep_buyable(&self, mut offers: Vec<PartOffer>) -> Vec<PartOffer> {
        offers.retain(|offer| {
            offer.stock == Stock::In
                && !offer.second_hand
                && (1..=Fils::MAX_PRICE.0).contains(&offer.price.0)
                && offer.retailer < self.retailers.len()
        });
        offers
    }

    /// Returns the retailers, in the order of the indices that offers use.
    pub fn retailers(&self) -> &[SolverRetailer] {
        &self.retailers
    }

    /// Returns the number of parts.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether the catalogue holds no part.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// A part by its id.
    pub fn get(&self, id: ProductId) -> Option<CatalogueEntry<'_>> {
        let CataloguePart { chosen, specs, .. } = self.part(self.find(id)?)?;
        Some(CatalogueEntry { chosen, specs })
    }

    /// Ids of all parts, in no certain order.
    pub fn ids(&self) -> impl Iterator<Item = ProductId> {
        self.by_id.keys().copied()
    }

    pub(super) fn part(&self, index: usize) -> Option<&CataloguePart> {
        self.parts.get(index).map(Arc::as_ref)
    }

    pub(super) fn find(&self, id: ProductId) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    pub(super) fn list_category(&self, category: Category) -> impl Iterator<Item = (usize, &CataloguePart)> {
        let indexes = self.by_category.get(&category).map(Vec::as_slice).unwrap_or_default();
        indexes.iter().filter_map(|index| Some((*index, self.part(*index)?)))
    }
}
