use std::sync::Arc;

use domain::{
    compat::ParsedPart,
    model::{Category, ProductId},
};
use indexer::{Engine, QueryPrior};
use tokio::sync::watch;

use super::{
    compatibility_index::{BuildPart, Misfits, PartFacts},
    follow::IndexStatus,
    search_choices::SearchChoices,
};
use crate::http::error::{ApiError, ApiResult};

/// The search index of this process and the facts of parts, as the follower keeps them, with what visitors chose. Cheap to
/// clone.
#[derive(Clone)]
pub struct SearchIndex {
    engine: Engine,
    parts: PartFacts,
    status: watch::Receiver<IndexStatus>,
    choices: SearchChoices,
}

impl SearchIndex {
    /// Creates the handle of an opened engine and of what its follower keeps.
    pub fn new(
        engine: Engine,
        parts: PartFacts,
        status: watch::Receiver<IndexStatus>,
        choices: SearchChoices,
    ) -> Self {
        Self { engine, parts, status, choices }
    }

    /// Returns what visitors chose after searching a text, for the engine.
    pub fn query_prior(&self) -> Arc<QueryPrior> {
        self.choices.prior()
    }

    /// Returns the status relative to the database.
    pub fn status(&self) -> IndexStatus {
        self.status.borrow().clone()
    }

    /// Returns the search engine.
    ///
    /// # Errors
    /// 503 while the first index is being built: an empty answer would suggest that there are no products.
    pub fn engine(&self) -> ApiResult<&Engine> {
        if self.status.borrow().ready { Ok(&self.engine) } else { Err(ApiError::Starting) }
    }

    /// Returns the engine even if the index is not ready, for health and metrics.
    pub fn unready_engine(&self) -> &Engine {
        &self.engine
    }

    /// Finds the products that do not fit a build, in the given categories, or in all when none is given.
    ///
    /// # Errors
    /// 503 while the parts are being loaded.
    pub async fn find_misfits(&self, build: &[BuildPart], categories: &[Category]) -> ApiResult<Misfits> {
        self.parts.find_misfits(build, categories).await.ok_or(ApiError::Starting)
    }

    /// Returns parts with their facts, in the order of the ids, without unknown ids.
    ///
    /// # Errors
    /// 503 while the parts are being loaded.
    pub fn find_parts(&self, ids: impl IntoIterator<Item = ProductId>) -> ApiResult<Vec<ParsedPart>> {
        self.parts.find(ids).ok_or(ApiError::Starting)
    }
}
