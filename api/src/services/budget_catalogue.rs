//! Parts that builds are chosen from, with their offers in stock. The follower updates them with each batch of changes,
//! as it updates the index, so that answers follow prices within seconds.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

use domain::{
    budget::{Catalogue, PartOffer, PartPerformance, SolverPart, SolverRetailer},
    compat::{Facts, Part},
    model::{Category, Fils, Picture, Product, ProductId, Slug, SpecKey, Stock},
    store::offers::ListedOffer,
};

/// Maximum number of parts, at about 3 KB each. The most popular are read first; beyond this a new part is left out.
const MAX_CATALOGUE_PARTS: usize = 50_000;

/// The catalogue from which builds are chosen. Clones share the data.
#[derive(Clone, Default)]
pub struct BudgetCatalogue(Arc<RwLock<CatalogueState>>);

#[derive(Default)]
struct CatalogueState {
    is_loaded: bool,
    /// Increases by one with each batch that changes anything, and with each replacement: an answer holds for one
    /// version.
    version: u64,
    current: MutableCatalogue,
}

/// The catalogue at one moment.
#[derive(Debug, Clone)]
pub struct CatalogueSnapshot {
    pub version: u64,
    pub catalogue: Arc<Catalogue>,
    /// Names of the catalogue's retailers, in its order.
    pub retailers: Arc<Vec<RetailerName>>,
    pub pictures: Arc<HashMap<ProductId, Picture>>,
}

/// A retailer as answers name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetailerName {
    pub slug: Slug,
    pub name: String,
    pub name_ar: String,
}

/// The catalogue as the follower changes it. A snapshot shares its parts until the next change copies them.
#[derive(Default)]
pub struct MutableCatalogue {
    catalogue: Arc<Catalogue>,
    retailers: Arc<Vec<RetailerName>>,
    pictures: Arc<HashMap<ProductId, Picture>>,
}

/// A part with its offers, as it is read from the database.
pub struct OfferedPart {
    part: Part,
    manufacturer: String,
    picture: Option<Picture>,
    offers: Vec<ListedOffer>,
}

impl OfferedPart {
    /// Returns a part that can be bought, with its offers in stock. `None` if no offer is in stock, if the solver
    /// never chooses parts of the category, or if the facts are unknown that say what fits the part.
    pub fn if_buyable(product: &Product, offers: &[ListedOffer]) -> Option<Self> {
        let offers: Vec<ListedOffer> =
            offers.iter().filter(|listed| listed.offer.stock == Stock::In).cloned().collect();
        if offers.is_empty() {
            return None;
        }
        let part = Self::with_any_stock(product, offers);
        (is_chosen_by_solver(product.category) && part.has_essential_facts()).then_some(part)
    }

    /// Whether every fact is known that the solver needs to choose parts that fit this one. An accessory that a retailer
    /// lists as a motherboard states none of these facts.
    fn has_essential_facts(&self) -> bool {
        let facts = Facts::read(self.part.category, &self.part.name, &self.part.specs);
        essential_facts(self.part.category)
            .iter()
            .all(|key| facts.get(*key).is_some() || self.part.specs.get(*key).is_some())
    }

    /// Returns a part with its offers, in stock or not, even if it lacks essential facts or the solver never chooses parts
    /// of its category.
    pub fn with_any_stock(product: &Product, offers: Vec<ListedOffer>) -> Self {
        let Product { id, category, name, specs, manufacturer, picture, .. } = product;
        let part = Part { id: *id, category: *category, name: name.clone(), specs: specs.clone() };
        Self { part, manufacturer: manufacturer.clone(), picture: picture.clone(), offers }
    }
}

/// Whether the solver chooses parts of a category.
fn is_chosen_by_solver(category: Category) -> bool {
    use Category::{Headset, Keyboard, Mouse, Other};
    !matches!(category, Keyboard | Mouse | Headset | Other)
}

/// Returns the facts without which a part of a category is not chosen.
fn essential_facts(category: Category) -> &'static [SpecKey] {
    match category {
        Category::Cpu => &[SpecKey::Socket],
        Category::Motherboard => &[SpecKey::Socket, SpecKey::FormFactor, SpecKey::RamType],
        Category::Ram => &[SpecKey::RamType, SpecKey::RamCapacity],
        Category::Storage => &[SpecKey::StorageFormFactor, SpecKey::StorageCapacity],
        Category::Gpu => &[SpecKey::GpuChipset],
        Category::Psu => &[SpecKey::PsuWattage],
        Category::Case => &[SpecKey::CaseSupportedFormFactors],
        Category::CpuCooler => &[SpecKey::CoolerSockets],
        _ => &[],
    }
}

impl BudgetCatalogue {
    /// Whether the parts were read at all.
    pub fn is_loaded(&self) -> bool {
        self.read().is_loaded
    }

    /// Replaces the whole catalogue.
    pub fn replace(&self, current: MutableCatalogue) {
        let mut state = self.write();
        *state = CatalogueState { is_loaded: true, version: state.version + 1, current };
    }

    /// Applies changes of products: their parts, or `None` for those that cannot be bought any more.
    pub fn update(&self, changes: Vec<(ProductId, Option<OfferedPart>)>) {
        let mut state = self.write();
        let changed = state.current.apply(changes);
        state.version += u64::from(changed);
    }

    /// The catalogue as it is now; `None` before the parts were read.
    pub fn snapshot(&self) -> Option<CatalogueSnapshot> {
        let state = self.read();
        state.is_loaded.then(|| state.current.snapshot(state.version))
    }

    fn read(&self) -> RwLockReadGuard<'_, CatalogueState> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, CatalogueState> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CatalogueSnapshot {
    /// Returns the snapshot with more parts: fixed parts of a request that the catalogue lacks.
    pub fn with_parts(self, parts: Vec<OfferedPart>) -> Self {
        let Self { version, catalogue, retailers, pictures } = self;
        let mut catalogue = MutableCatalogue { catalogue, retailers, pictures };
        for part in parts {
            catalogue.upsert(part);
        }
        catalogue.snapshot(version)
    }
}

impl MutableCatalogue {
    /// Applies changes of products, and returns whether anything changed.
    pub fn apply(&mut self, changes: Vec<(ProductId, Option<OfferedPart>)>) -> bool {
        changes.into_iter().fold(false, |changed, (id, part)| self.update(id, part) || changed)
    }

    /// Applies a change of a product, and returns whether anything changed.
    pub fn update(&mut self, id: ProductId, part: Option<OfferedPart>) -> bool {
        match part {
            Some(part) if self.catalogue.len() < MAX_CATALOGUE_PARTS || self.catalogue.get(id).is_some() => {
                self.upsert(part)
            }
            _ => {
                let is_known = self.catalogue.get(id).is_some();
                if is_known {
                    Arc::make_mut(&mut self.catalogue).remove(id);
                    Arc::make_mut(&mut self.pictures).remove(&id);
                }
                is_known
            }
        }
    }

    fn upsert(&mut self, part: OfferedPart) -> bool {
        let OfferedPart { part, manufacturer, picture, offers } = part;
        let id = part.id;
        let (retailers_before, names_before) =
            (self.catalogue.retailers().to_vec(), Arc::clone(&self.retailers));
        let offers = offers.iter().map(|listed| self.convert_offer(listed)).collect();
        let performance = PartPerformance::estimate(part.category, &part.name, &part.specs);
        let solver_part = SolverPart { part, manufacturer: Some(manufacturer), performance, offers };
        let changed = Catalogue::put_shared(&mut self.catalogue, solver_part)
            || self.catalogue.retailers() != retailers_before.as_slice()
            || !Arc::ptr_eq(&self.retailers, &names_before);
        if self.pictures.get(&id) == picture.as_ref() {
            return changed;
        }
        let pictures = Arc::make_mut(&mut self.pictures);
        match picture {
            Some(picture) => pictures.insert(id, picture),
            None => pictures.remove(&id),
        };
        true
    }

    /// Converts an offer, and adds its retailer to the catalogue where the retailer or its delivery rules are new.
    fn convert_offer(&mut self, listed: &ListedOffer) -> PartOffer {
        let rules =
            SolverRetailer { id: listed.offer.retailer_id, shipping: listed.shipping, tabby: listed.tabby };
        let retailer = match self.catalogue.retailers().iter().position(|other| *other == rules) {
            Some(index) => index,
            None => Arc::make_mut(&mut self.catalogue).put_retailer(rules),
        };
        let name = RetailerName {
            slug: listed.retailer_slug.clone(),
            name: listed.retailer_name_en.clone(),
            name_ar: listed.retailer_name_ar.clone(),
        };
        if self.retailers.get(retailer) != Some(&name) {
            let retailers = Arc::make_mut(&mut self.retailers);
            match retailers.get_mut(retailer) {
                Some(stored) => *stored = name,
                None => retailers.push(name),
            }
        }
        PartOffer {
            retailer,
            price: listed.offer.price.max(Fils::ZERO),
            stock: listed.offer.stock,
            stock_left: listed.offer.stock_left.and_then(|left| u32::try_from(left).ok()),
            second_hand: false,
        }
    }

    fn snapshot(&self, version: u64) -> CatalogueSnapshot {
        CatalogueSnapshot {
            version,
            catalogue: Arc::clone(&self.catalogue),
            retailers: Arc::clone(&self.retailers),
            pictures: Arc::clone(&self.pictures),
        }
    }
}
