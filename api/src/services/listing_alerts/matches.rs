//! The search for the products of watched listings.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use domain::{
    model::{Category, Fils, ProductId, Stock},
    store::{
        feed::Cursor,
        offers::{self, ListedOffer},
        price_alerts::listings::ListedMatch,
    },
};
use indexer::{
    Engine, Filters, GroupLookup, HideGroup, MAX_DEPTH, MAX_LIMIT, ProductSet, RowGroups, SearchError,
    SearchRequest, SearchResponse, UnderstoodKind, UnderstoodPart, id_bits,
};
use sqlx::PgPool;

use super::filters::{FIELD, WatchedListing};
use crate::{
    http::error::{ApiError, ApiResult},
    services::{retailer_cache::RetailerCache, search_index::SearchIndex},
};

/// The most products that a listing may have when its alert is created: an alert on more tells of nothing in particular.
const MAX_MATCHES: usize = 1_000;
/// The most products whose offers are read at once.
const PRODUCTS_PER_QUERY: usize = 1_000;
/// Groups of [`OnlyProducts`], and the reasons for which the search leaves them out.
const WANTED: HideGroup = 0;
const OTHERS: HideGroup = 1;
const REASONS: [u8; 2] = [0, 1];

/// Searches the products of watched listings. Cheap to clone.
#[derive(Clone)]
pub struct ListingSearch {
    pub db: PgPool,
    pub(super) index: SearchIndex,
    pub(super) retailers: RetailerCache,
}

/// The products of a listing.
pub(super) struct ListingProducts {
    pub products: Vec<ProductId>,
    /// The filters, with the prices and retailers that the words name.
    pub filters: Filters,
}

/// The products of a listing with their prices.
pub struct ListingState {
    pub matches: Vec<ListedMatch>,
    /// The change up to which the search knew the products.
    pub read_until: Cursor,
}

/// Groups that leave out all products but the wanted ones, named by [`id_bits`].
struct OnlyProducts(HashSet<u64>);

impl GroupLookup for OnlyProducts {
    fn version(&self) -> u64 {
        0
    }

    fn find_groups(&self, _: Category, products: &[u64]) -> (u64, Vec<HideGroup>) {
        let group = |product: &u64| if self.0.contains(product) { WANTED } else { OTHERS };
        (0, products.iter().map(group).collect())
    }
}

/// Returns what a search leaves out to find only these products.
pub(super) fn only(products: &[ProductId]) -> Arc<ProductSet> {
    let wanted = OnlyProducts(products.iter().map(|id| id_bits(*id)).collect());
    let reasons = Category::ALL.map(|category| (category, REASONS.to_vec()));
    Arc::new(ProductSet::new(Arc::new(RowGroups::new(wanted)), reasons))
}

/// Finds the products of a listing; with `only`, those alone. Blocks for milliseconds.
///
/// # Errors
/// Those of the engine.
pub(super) fn find_products(
    engine: &Engine,
    request: &SearchRequest,
    only: Option<&Arc<ProductSet>>,
) -> Result<ListingProducts, SearchError> {
    let found = find_all(engine, &SearchRequest { hide: only.cloned(), ..request.clone() })?;
    // Words are read more and more widely until they find something. Among few products that may be more widely than in
    // the listing itself, which decides.
    if only.is_none() || request.text.is_empty() || found.products.is_empty() {
        return Ok(found);
    }
    let all = find_all(engine, request)?;
    let listed: HashSet<ProductId> = all.products.into_iter().collect();
    let products = found.products.into_iter().filter(|id| listed.contains(id)).collect();
    Ok(ListingProducts { products, filters: all.filters })
}

/// Finds the products on all pages.
fn find_all(engine: &Engine, request: &SearchRequest) -> Result<ListingProducts, SearchError> {
    let mut products = Vec::new();
    let mut filters = request.filters.clone();
    for page in 1..=MAX_DEPTH / MAX_LIMIT {
        let response = engine.search(&SearchRequest { page, limit: MAX_LIMIT, ..request.clone() })?;
        // Only the nearest products: none has all the words.
        if !is_as_asked(&response) {
            break;
        }
        if page == 1 {
            narrow(&mut filters, &response.understood);
        }
        let count = response.hits.len();
        products.extend(response.hits.into_iter().map(|hit| hit.id));
        if count < MAX_LIMIT as usize {
            break;
        }
    }
    let mut seen = HashSet::new();
    products.retain(|id| seen.insert(*id));
    Ok(ListingProducts { products, filters })
}

fn is_as_asked(response: &SearchResponse) -> bool {
    response.dropped.is_empty() && response.relaxed.is_empty()
}

/// Adds the prices and retailers that words name to the filters: "under 250 at Blink".
fn narrow(filters: &mut Filters, understood: &[UnderstoodPart]) {
    let parts = understood
        .iter()
        .filter(|part| matches!(part.kind, UnderstoodKind::Price | UnderstoodKind::Retailer));
    for (name, values) in parts.flat_map(|part| &part.filter) {
        let price = || values.first().and_then(|value| value.parse::<Fils>().ok());
        match name.as_str() {
            "minPrice" => filters.price_min = filters.price_min.max(price()),
            "maxPrice" => filters.price_max = [filters.price_max, price()].into_iter().flatten().min(),
            "retailer" if filters.retailers.is_empty() => filters.retailers.clone_from(values),
            "-retailer" => filters.excluded.retailers.extend(values.iter().cloned()),
            _ => {}
        }
    }
}

/// Returns the lowest price in stock that the filters let through; `None` where there is none.
pub(super) fn find_price(filters: &Filters, offers: &[ListedOffer]) -> Option<Fils> {
    let counts = |listed: &&ListedOffer| {
        let slug = listed.retailer_slug.as_str();
        let is_named = |slugs: &[String]| slugs.iter().any(|named| named == slug);
        let price = listed.offer.price;
        listed.offer.stock == Stock::In
            && (filters.retailers.is_empty() || is_named(&filters.retailers))
            && !is_named(&filters.excluded.retailers)
            && (!filters.tabby || listed.tabby)
            && filters.price_min.is_none_or(|min| price >= min)
            && filters.price_max.is_none_or(|max| price <= max)
    };
    offers.iter().filter(counts).map(|listed| listed.offer.price).min()
}

/// Reads the live offers of products.
///
/// # Errors
/// On database errors.
pub(super) async fn load_offers(
    db: &PgPool,
    products: &[ProductId],
) -> sqlx::Result<HashMap<ProductId, Vec<ListedOffer>>> {
    let mut offers_of: HashMap<ProductId, Vec<ListedOffer>> = HashMap::new();
    for ids in products.chunks(PRODUCTS_PER_QUERY) {
        for listed in offers::list_live(db, ids).await? {
            if let Some(id) = listed.offer.product_id {
                offers_of.entry(id).or_default().push(listed);
            }
        }
    }
    Ok(offers_of)
}

impl ListingSearch {
    /// Creates a search on an index.
    pub fn new(db: PgPool, index: SearchIndex, retailers: RetailerCache) -> Self {
        Self { db, index, retailers }
    }

    /// Finds the products of a listing and their prices.
    ///
    /// # Errors
    /// 422 where the filters are wrong or let too many products through; 503 while there is no index.
    pub async fn find_state(&self, listing: &WatchedListing) -> ApiResult<ListingState> {
        listing.check_retailers(&self.retailers.load_or_cached().await?)?;
        let before = self.applied()?;
        let engine = self.index.engine()?;
        let request = SearchRequest { retailer_names: self.retailers.names(), ..listing.request.clone() };
        let found = find_products(engine, &request, None).map_err(name_field)?;
        if found.products.len() > MAX_MATCHES {
            return Err(ApiError::field(FIELD, format!("has more than {MAX_MATCHES} products: add filters")));
        }
        let read_until = before.min(self.applied()?);
        let offers = load_offers(&self.db, &found.products).await?;
        let price_of = |id: &ProductId| {
            find_price(&found.filters, offers.get(id).map(Vec::as_slice).unwrap_or_default())
        };
        let to_match = |id: &ProductId| Some(ListedMatch { product_id: *id, price: price_of(id)? });
        Ok(ListingState { matches: found.products.iter().filter_map(to_match).collect(), read_until })
    }

    /// Returns the last change that the index holds.
    ///
    /// # Errors
    /// 503 while there is no index.
    fn applied(&self) -> ApiResult<Cursor> {
        self.index.status().applied.ok_or(ApiError::Starting)
    }
}

/// Names the wrong parameter as a new alert nests it.
fn name_field(error: SearchError) -> ApiError {
    match error {
        SearchError::Invalid { field, problem } => {
            ApiError::field(format!("{FIELD}.{field}"), problem.to_string())
        }
        other @ SearchError::Unreadable(_) => other.into(),
    }
}
