use std::{collections::HashMap, sync::Arc};

use rustc_hash::FxHashMap;

use super::{
    compatibility_order::CompatibilityProfile,
    fit::FitCache,
    part::{PartOffer, PartPerformance, SolverPart, SolverRetailer},
    prepared::PreparedCache,
    signature::Signatures,
    uses::UseKey,
    utility::{PartScore, UtilityInputs, UtilityModel, list_scores},
};
use crate::{
    compat::ParsedPart,
    model::{Category, Fils, ProductId, SpecKey, Specs, Stock},
};

/// Specs that the solver reads beside the facts of the rules. The others are dropped: there are tens of thousands of
/// parts.
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
    pub parsed: ParsedPart,
    pub specs: Arc<Specs>,
    pub manufacturer: Option<String>,
    pub performance: PartPerformance,
    /// Offers that can be bought: in stock, new, with a price, from a known retailer.
    pub offers: Vec<PartOffer>,
    /// Parts with the same `fact_group` have equal facts, as far as rules read them. So every rule finds the same of
    /// them.
    pub fact_group: u32,
    pub compatibility: Arc<CompatibilityProfile>,
    pub signatures: Arc<Signatures>,
    /// The score for each use. Scores are computed once, because requests read the score of every part in stock.
    scores: Arc<[PartScore]>,
}

impl CataloguePart {
    pub(super) fn utility_inputs(&self) -> UtilityInputs<'_> {
        UtilityInputs { parsed: &self.parsed, specs: &self.specs, performance: &self.performance }
    }

    /// Returns the score for a use.
    pub(super) fn score(&self, utility_model: &UtilityModel<'_>) -> PartScore {
        let index = UseKey::ALL.iter().position(|key| *key == utility_model.build_use.key);
        let computed = index.and_then(|index| self.scores.get(index)).copied();
        computed.unwrap_or_else(|| utility_model.compute_score(self.utility_inputs()))
    }

    /// Refers to everything of another part that equals its own, and frees its own. Of a hundred memory kits with the
    /// same facts, only one then holds them.
    fn share_with(&mut self, other: &CataloguePart) {
        self.parsed.facts.share_with(&other.parsed.facts);
        share(&mut self.specs, &other.specs);
        share(&mut self.compatibility, &other.compatibility);
        share(&mut self.signatures, &other.signatures);
        share(&mut self.scores, &other.scores);
    }
}

fn share<T: PartialEq + ?Sized>(own: &mut Arc<T>, other: &Arc<T>) {
    if *own == *other {
        *own = Arc::clone(other);
    }
}

/// A part of a catalogue as readers of answers need it.
#[derive(Debug, Clone, Copy)]
pub struct CatalogueEntry<'a> {
    pub parsed: &'a ParsedPart,
    /// Specs that the solver reads; others are dropped.
    pub specs: &'a Specs,
}

/// All parts with their offers, prepared once for many requests: the facts of each part are read, parts are grouped by
/// equal facts, and findings of the rules about pairs of parts are cached. A clone shares facts and findings, so a
/// snapshot is cheap. Only a part that changes is read again.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    retailers: Vec<SolverRetailer>,
    parts: Vec<Arc<CataloguePart>>,
    /// The positions of removed parts, which new parts take.
    free_positions: Vec<usize>,
    by_id: HashMap<ProductId, usize>,
    by_category: HashMap<Category, Vec<usize>>,
    /// The position of the part of each fact group that was put last; another part may have taken it since.
    last_of_fact_group: FxHashMap<u32, usize>,
    pub(super) fit_cache: Arc<FitCache>,
    /// The cached lists and problems of requests; every change empties the cache.
    pub(super) prepared_cache: PreparedCache,
}

impl Catalogue {
    /// Builds a catalogue from parts and retailers. The first of several parts with one id counts.
    pub fn new(retailers: Vec<SolverRetailer>, parts: impl IntoIterator<Item = SolverPart>) -> Catalogue {
        let mut catalogue = Catalogue { retailers, ..Catalogue::default() };
        for part in parts {
            if !catalogue.by_id.contains_key(&part.part.id) {
                catalogue.put(part);
            }
        }
        catalogue
    }

    /// Adds a part with its offers, or replaces the part of this id. Returns whether anything changed.
    pub fn put(&mut self, part: SolverPart) -> bool {
        let part = self.read(part);
        let changes = !self.holds(&part);
        if changes {
            self.replace(Arc::new(part));
        }
        changes
    }

    /// Does the same to a catalogue that snapshots may share. A change copies the shared catalogue, its list of parts
    /// but not their facts, and leaves the cache of prepared requests to the snapshots; an unchanged part copies
    /// nothing.
    pub fn put_shared(catalogue: &mut Arc<Catalogue>, part: SolverPart) -> bool {
        let part = catalogue.read(part);
        let changes = !catalogue.holds(&part);
        if changes {
            Arc::make_mut(catalogue).replace(Arc::new(part));
        }
        changes
    }

    fn holds(&self, part: &CataloguePart) -> bool {
        self.find(part.parsed.id).is_some_and(|index| self.part(index) == part)
    }

    fn replace(&mut self, part: Arc<CataloguePart>) {
        let (id, category) = (part.parsed.id, part.parsed.category);
        if let Some(index) = self.find(id) {
            if self.part(index).parsed.category == category {
                self.prepared_cache = PreparedCache::default();
                self.last_of_fact_group.insert(part.fact_group, index);
                self.parts[index] = part;
                return;
            }
            self.remove(id);
        }
        self.push(part);
    }

    fn push(&mut self, part: Arc<CataloguePart>) {
        self.prepared_cache = PreparedCache::default();
        let index = self.free_positions.pop().unwrap_or(self.parts.len());
        self.by_id.insert(part.parsed.id, index);
        self.last_of_fact_group.insert(part.fact_group, index);
        self.by_category.entry(part.parsed.category).or_default().push(index);
        match self.parts.get_mut(index) {
            Some(removed) => *removed = part,
            None => self.parts.push(part),
        }
    }

    /// Removes a part. Returns whether the catalogue held it.
    pub fn remove(&mut self, id: ProductId) -> bool {
        let Some(index) = self.by_id.remove(&id) else { return false };
        self.prepared_cache = PreparedCache::default();
        let category = self.part(index).parsed.category;
        if let Some(indexes) = self.by_category.get_mut(&category) {
            indexes.retain(|other| *other != index);
        }
        self.free_positions.push(index);
        true
    }

    /// Adds a retailer, or replaces the retailer of this id. Returns its index.
    pub fn put_retailer(&mut self, retailer: SolverRetailer) -> usize {
        let existing = self.retailers.iter().position(|other| other.id == retailer.id);
        let index = existing.unwrap_or(self.retailers.len());
        if self.retailers.get(index) == Some(&retailer) {
            return index;
        }
        self.prepared_cache = PreparedCache::default();
        match self.retailers.get_mut(index) {
            Some(replaced) => *replaced = retailer,
            None => self.retailers.push(retailer),
        }
        index
    }

    /// Returns a catalogue of the same parts with other offers. A part for which `offers` returns none is left out.
    /// Facts and findings are shared.
    pub fn with_offers(&self, mut offers: impl FnMut(ProductId) -> Vec<PartOffer>) -> Catalogue {
        let mut catalogue = Catalogue {
            retailers: self.retailers.clone(),
            fit_cache: Arc::clone(&self.fit_cache),
            ..Catalogue::default()
        };
        let is_current =
            |(index, part): &(usize, &Arc<CataloguePart>)| self.find(part.parsed.id) == Some(*index);
        for (_, part) in self.parts.iter().enumerate().filter(is_current) {
            let offers = catalogue.retain_buyable(offers(part.parsed.id));
            if !offers.is_empty() {
                catalogue.push(Arc::new(CataloguePart { offers, ..CataloguePart::clone(part) }));
            }
        }
        catalogue
    }

    fn read(&self, part: SolverPart) -> CataloguePart {
        let SolverPart { part, manufacturer, performance, offers } = part;
        let parsed = ParsedPart::new(&part);
        let fact_group = self.fit_cache.fact_group_of(&parsed);
        let specs = Arc::new(part.specs.select(&READ_BY_SOLVER));
        let compatibility = CompatibilityProfile::of(&parsed, |text| self.fit_cache.intern(text));
        let offers = self.retain_buyable(offers);
        let signatures = Signatures::of(&parsed, |text| self.fit_cache.intern(text));
        let scores = list_scores(UtilityInputs { parsed: &parsed, specs: &specs, performance: &performance });
        let mut read = CataloguePart {
            parsed,
            specs,
            manufacturer,
            performance,
            offers,
            fact_group,
            compatibility: Arc::new(compatibility),
            signatures: Arc::new(signatures),
            scores,
        };
        if let Some(index) = self.last_of_fact_group.get(&fact_group) {
            read.share_with(self.part(*index));
        }
        read
    }

    /// Removes the offers that nobody can buy: out of stock, second-hand, without a price, or of an unknown retailer.
    fn retain_buyable(&self, mut offers: Vec<PartOffer>) -> Vec<PartOffer> {
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

    /// Returns a part by its id.
    pub fn get(&self, id: ProductId) -> Option<CatalogueEntry<'_>> {
        let CataloguePart { parsed, specs, .. } = self.part(self.find(id)?);
        Some(CatalogueEntry { parsed, specs })
    }

    /// Returns the ids of all parts, in no certain order.
    pub fn ids(&self) -> impl Iterator<Item = ProductId> {
        self.by_id.keys().copied()
    }

    pub(super) fn part(&self, index: usize) -> &CataloguePart {
        &self.parts[index]
    }

    pub(super) fn find(&self, id: ProductId) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    pub(super) fn list_category(&self, category: Category) -> impl Iterator<Item = (usize, &CataloguePart)> {
        let indexes = self.by_category.get(&category).map(Vec::as_slice).unwrap_or_default();
        indexes.iter().map(|index| (*index, self.part(*index)))
    }
}
