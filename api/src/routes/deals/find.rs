use std::collections::{BTreeMap, HashMap};

use domain::{
    model::{Category, OfferAge, ProductId},
    store::{
        price_summaries::{self, Deal},
        snapshots::{self, Snapshot},
    },
};
use sqlx::PgPool;
use time::{Date, OffsetDateTime};

use super::{DealCategory, DealList, DealParams, DealRetailer};
use crate::{
    http::{error::ApiResult, extract::Query},
    services::read_pool::ReadPool,
    wire::card::ProductCard,
};

/// Products of a page, unless requested otherwise.
pub const PAGE_SIZE: u32 = 20;

/// Filters and page of the requested deals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealRequest {
    pub categories: Vec<Category>,
    pub retailers: Vec<String>,
    pub page: u32,
    pub limit: u32,
}

/// A page of the deals.
#[derive(Debug)]
pub struct FoundDeals {
    /// Products of the page, the largest share saved first.
    pub snapshots: Vec<Snapshot>,
    /// Day as of which they were read.
    pub today: Date,
    /// Number of deals on all pages.
    pub total: usize,
    pub page: u32,
    pub limit: u32,
    pub categories: Vec<DealCategory>,
    pub retailers: Vec<DealRetailer>,
}

impl DealRequest {
    /// Reads the parameters; the query holds what is wrong with them.
    pub fn read(query: &mut Query) -> Self {
        let params: DealParams = query.take();
        Self {
            categories: query.parse_all("category", &params.category, "must be categories"),
            retailers: params.retailer,
            page: params.page.0,
            limit: params.limit.0,
        }
    }

    fn has_category(&self, deal: &Deal) -> bool {
        self.categories.is_empty() || self.categories.contains(&deal.category)
    }

    fn has_retailer(&self, deal: &Deal) -> bool {
        self.retailers.is_empty() || deal.retailers.iter().any(|slug| self.retailers.contains(slug))
    }
}

impl FoundDeals {
    /// Finds the deals of a page.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn load(reads: &ReadPool, request: &DealRequest) -> ApiResult<Self> {
        let now = OffsetDateTime::now_utc();
        let (read_since, today) = (now - OfferAge::MAX_OF_BEST, now.date());
        let all = reads.read(|db| async move { price_summaries::list_deals(&db, read_since).await }).await?;
        let matching: Vec<ProductId> = all
            .iter()
            .filter(|deal| request.has_category(deal) && request.has_retailer(deal))
            .map(|deal| deal.product_id)
            .collect();
        let first = (request.page as usize).saturating_sub(1).saturating_mul(request.limit as usize);
        let ids: Vec<ProductId> = matching.iter().skip(first).take(request.limit as usize).copied().collect();
        let ids = ids.as_slice();
        let snapshots = reads.read(|db| load_in_order(db, ids, today)).await?;
        Ok(Self {
            snapshots,
            today,
            total: matching.len(),
            page: request.page,
            limit: request.limit,
            categories: count_categories(&all, request),
            retailers: count_retailers(&all, request),
        })
    }

    /// Returns the answer of the API.
    pub fn answer(&self) -> DealList<'_> {
        let products = self.snapshots.iter();
        DealList {
            products: products.map(|snapshot| ProductCard::from_snapshot(snapshot, self.today)).collect(),
            total: self.total,
            page: self.page,
            limit: self.limit,
            categories: self.categories.clone(),
            retailers: self.retailers.clone(),
        }
    }
}

/// Loads products in the order of their ids, without those whose price has changed since the list was read.
async fn load_in_order(db: PgPool, ids: &[ProductId], today: Date) -> sqlx::Result<Vec<Snapshot>> {
    let found = snapshots::load(&db, ids, today).await?;
    let mut by_id: HashMap<ProductId, Snapshot> =
        found.into_iter().map(|snapshot| (snapshot.product.id, snapshot)).collect();
    let in_order = ids.iter().filter_map(|id| by_id.remove(id));
    Ok(in_order.filter(|snapshot| snapshot.notable_price().is_some()).collect())
}

fn count_categories(all: &[Deal], request: &DealRequest) -> Vec<DealCategory> {
    let deals_of = |category: Category| {
        all.iter().filter(|deal| deal.category == category && request.has_retailer(deal)).count()
    };
    let counted =
        Category::ALL.into_iter().map(|category| DealCategory { category, deals: deals_of(category) });
    counted.filter(|entry| entry.deals > 0).collect()
}

fn count_retailers(all: &[Deal], request: &DealRequest) -> Vec<DealRetailer> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for slug in all.iter().filter(|deal| request.has_category(deal)).flat_map(|deal| &deal.retailers) {
        *counts.entry(slug.as_str()).or_default() += 1;
    }
    counts
        .into_iter()
        .map(|(retailer, deals)| DealRetailer { retailer: retailer.to_owned(), deals })
        .collect()
}
