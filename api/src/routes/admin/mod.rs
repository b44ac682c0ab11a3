//! Administrators' API. Every write and its audit entry are one transaction.

pub mod analytics;
pub mod audit;
mod batch;
pub mod catalogue;
pub mod click_outs;
pub mod learnt_values;
pub mod manufacturers;
pub mod matches;
pub mod open_work;
pub mod operations;
pub mod pictures;
pub mod price_differences;
pub mod products;
pub mod reviews;
pub mod searches;
pub mod user_accounts;
pub mod users;

use axum::http::StatusCode;
use domain::model::Category;
use sqlx::PgTransaction;

use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    query::Query,
};

/// Maximum length of the search text, in characters.
const MAX_SEARCH: usize = 200;

/// Reads `category`. `all` or an absent parameter is `None`.
fn read_category(name: Option<String>) -> ApiResult<Option<Category>> {
    let named = name.filter(|name| !name.eq_ignore_ascii_case("all"));
    named.map(|name| name.parse().map_err(|_| ApiError::InvalidCategory)).transpose()
}

/// Reads `search`, a text of at most 200 characters.
fn read_search(query: &mut Query) -> Option<String> {
    let search = query.single("search");
    query.check_length("search", search.as_deref(), MAX_SEARCH);
    search
}

/// Commits a change, which is answered without a body.
async fn commit(tx: PgTransaction<'_>) -> ApiResult<(StatusCode, CachePolicy, ())> {
    tx.commit().await?;
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}
