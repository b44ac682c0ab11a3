//! Alerts on a listing: "an RTX 5070 of any make under 250, in stock, at a Tabby shop".
//!
//! Products that have changed are searched for in every watched listing, once for each listing whatever the number of its
//! alerts, as soon as the index of this process holds the changes. Several processes may do so at once: the position in the
//! feed of changes says who recorded them (`domain::store::price_alerts::listings`).

mod filters;
mod matches;

use std::{collections::HashSet, sync::Arc, time::Duration};

use anyhow::Context;
use domain::{
    model::ProductId,
    store::{
        feed::{self, Cursor},
        price_alerts::listings::{self, FoundMatch, Recorded},
    },
};
use indexer::{Engine, Filters, RetailerNames, SearchError, SearchRequest};
use tokio::{sync::watch, task::spawn_blocking};
use tracing::{debug, warn};

use self::matches::{find_price, find_products, load_offers, only};
pub use self::{
    filters::WatchedListing,
    matches::{ListingSearch, ListingState},
};

/// Pause after which the position of the index is compared with the evaluated one.
const POLL: Duration = Duration::from_secs(1);
/// The most changes that are evaluated at once.
const CHANGES_AT_ONCE: i64 = 10_000;

/// Evaluates alerts on listings while products change.
#[derive(Clone)]
pub struct ListingAlertEvaluator {
    search: ListingSearch,
}

/// What one step of an evaluation leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// There may be more to do.
    Further,
    /// All that the index holds is evaluated.
    Done,
}

/// The changes of a step.
struct Changes {
    /// The changed products; `None` for all.
    products: Option<Vec<ProductId>>,
    from: Option<Cursor>,
    to: Cursor,
}

/// The changed products of one listing.
struct ListingHits {
    listing: String,
    products: Vec<ProductId>,
    filters: Filters,
}

impl ListingAlertEvaluator {
    /// Creates an evaluator.
    pub fn new(search: ListingSearch) -> Self {
        Self { search }
    }

    /// Evaluates what the index holds, then pauses for [`POLL`], and repeats both until `stopping` turns true.
    pub async fn run(self, mut stopping: watch::Receiver<bool>) {
        let mut evaluated = None;
        loop {
            let applied = self.search.index.status().applied;
            if applied != evaluated {
                tokio::select! {
                    outcome = self.evaluate() => match outcome {
                        Ok(()) => evaluated = applied,
                        Err(error) => warn!("Cannot evaluate the alerts on listings: {error:#}"),
                    },
                    _ = stopping.wait_for(|stop| *stop) => return,
                }
            }
            // An error means that the sender is gone: stop as well.
            if tokio::time::timeout(POLL, stopping.wait_for(|stop| *stop)).await.is_ok() {
                return;
            }
        }
    }

    /// Makes the alerts due that find something new among the changes that the index of this process holds.
    ///
    /// # Errors
    /// When the index or the database cannot be read. What was recorded before stays, the rest is evaluated again.
    pub async fn evaluate(&self) -> anyhow::Result<()> {
        while self.step().await? == Step::Further {}
        Ok(())
    }

    async fn step(&self) -> anyhow::Result<Step> {
        let db = &self.search.db;
        let Some(changes) = self.read_changes().await? else { return Ok(Step::Done) };
        let watched = listings::list_watched_listings(db).await?;
        let hits = self.search_listings(watched.clone(), changes.products.clone()).await?;
        // A rebuilt index may have taken over that holds less.
        if self.search.index.status().applied < Some(changes.to) {
            return Ok(Step::Done);
        }
        self.record(&changes, &watched, &hits).await
    }

    /// Returns what has changed since the last evaluation and is in the index; `None` where nothing has.
    async fn read_changes(&self) -> anyhow::Result<Option<Changes>> {
        let db = &self.search.db;
        let Some(applied) = self.search.index.status().applied else { return Ok(None) };
        let from = listings::find_position(db).await?;
        let is_covered = match from {
            Some(from) if from >= applied => return Ok(None),
            Some(from) => feed::covers(db, from).await?,
            None => false,
        };
        let Some(begin) = from.filter(|_| is_covered) else {
            return Ok(Some(Changes { products: None, from, to: applied }));
        };
        let read = feed::read(db, begin, CHANGES_AT_ONCE).await?;
        let is_all = read.len() < CHANGES_AT_ONCE as usize;
        let known = read.iter().take_while(|change| change.cursor <= applied);
        let to = if is_all { applied } else { read.last().map_or(applied, |last| last.cursor.min(applied)) };
        let mut products: Vec<ProductId> = known.map(|change| change.product_id).collect();
        products.sort_unstable();
        products.dedup();
        Ok(Some(Changes { products: Some(products), from, to }))
    }

    /// Searches the listings for the changed products, or for all with `None`. A listing that cannot be searched any more is
    /// left out.
    async fn search_listings(
        &self,
        watched: Vec<String>,
        changed: Option<Vec<ProductId>>,
    ) -> anyhow::Result<Vec<ListingHits>> {
        if watched.is_empty() || changed.as_ref().is_some_and(Vec::is_empty) {
            return Ok(watched.into_iter().map(ListingHits::none).collect());
        }
        let engine = self.search.index.engine()?.clone();
        let names = self.search.retailers.names();
        let searched =
            spawn_blocking(move || search_all(&engine, &names, watched, changed.as_deref())).await?;
        Ok(searched?)
    }

    /// Records the result in one transaction with the new position.
    async fn record(
        &self,
        changes: &Changes,
        watched: &[String],
        hits: &[ListingHits],
    ) -> anyhow::Result<Step> {
        let db = &self.search.db;
        let mut products: Vec<ProductId> = hits.iter().flat_map(|hit| hit.products.iter().copied()).collect();
        products.sort_unstable();
        products.dedup();
        let offers = load_offers(db, &products).await?;
        let mut found = Vec::new();
        for hit in hits {
            found.extend(hit.products.iter().filter_map(|id| {
                let price = find_price(&hit.filters, offers.get(id)?)?;
                Some(FoundMatch { listing: &hit.listing, product_id: *id, price })
            }));
        }
        let searched: Vec<String> = hits.iter().map(|hit| hit.listing.clone()).collect();
        let mut tx = db.begin().await?;
        if !listings::advance_position(&mut tx, changes.from, changes.to).await? {
            debug!("Another process has evaluated the alerts on listings");
            return Ok(Step::Further);
        }
        // An alert on a listing that was not searched may have been stored since.
        let now_watched = listings::list_watched_listings(&mut *tx).await?;
        let watched: HashSet<&String> = watched.iter().collect();
        if !now_watched.iter().all(|listing| watched.contains(listing)) {
            return Ok(Step::Further);
        }
        let recorded = Recorded { listings: &searched, changed: changes.products.as_deref(), found: &found };
        listings::record(&mut tx, recorded)
            .await
            .context("cannot record the products of watched listings")?;
        tx.commit().await?;
        Ok(Step::Further)
    }
}

impl ListingHits {
    fn none(listing: String) -> Self {
        Self { listing, products: Vec::new(), filters: Filters::default() }
    }
}

/// Searches all listings, one after the other.
fn search_all(
    engine: &Engine,
    names: &Arc<RetailerNames>,
    watched: Vec<String>,
    changed: Option<&[ProductId]>,
) -> Result<Vec<ListingHits>, SearchError> {
    let only_changed = changed.map(only);
    let wanted: Option<HashSet<ProductId>> = changed.map(|ids| ids.iter().copied().collect());
    let mut hits = Vec::with_capacity(watched.len());
    for listing in watched {
        let Ok(WatchedListing { request, .. }) = WatchedListing::read(&listing) else {
            debug!("A watched listing has filters that no longer exist");
            continue;
        };
        let request = SearchRequest { retailer_names: Arc::clone(names), ..request };
        match find_products(engine, &request, only_changed.as_ref()) {
            Ok(mut found) => {
                // Rules of administrators may add products that the search leaves out.
                found.products.retain(|id| wanted.as_ref().is_none_or(|wanted| wanted.contains(id)));
                hits.push(ListingHits { listing, products: found.products, filters: found.filters });
            }
            Err(SearchError::Invalid { field, .. }) => {
                debug!(field, "A watched listing has a filter that no longer exists");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(hits)
}
