use axum::{
    extract::{FromRequestParts, State},
    http::request::Parts,
    response::IntoResponse,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{ProductList, SearchParams, counted::CountedSearch, find_products, find_products_explained};
use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::Query,
        limit::ClientAddress,
        responses::IndexErrors,
        session::{Admin, SessionState},
        whole::Whole,
    },
    services::{retailer_cache::RetailerCache, search_index::SearchIndex, search_log::SearchLog},
};

/// What a search shows beside its results.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ExplainParams {
    /// 1: with the parts of each product's score
    #[param(inline)]
    explain: Whole<0, 1, 0>,
}

/// `GET /api/search`: returns a page of the products that match `q`, best first, with the filters understood in it.
///
/// Filters are those of `GET /api/products/list`. `explain` adds the composition of each product's score, for
/// administrators only.
#[utoipa::path(
    get,
    path = "/api/search",
    tag = "search",
    params(
        SearchParams,
        ExplainParams,
        ("previous" = Option<String>, Query, description = "The text that the visitor searched before; it is only counted"),
    ),
    responses(
        (status = 200, body = ProductList),
        IndexErrors,
        (status = 401, description = "`explain` was requested without a session"),
        (status = 403, description = "`explain` was requested by a user who is not an administrator"),
    )
)]
pub async fn search(
    State(index): State<SearchIndex>,
    State(retailers): State<RetailerCache>,
    State(sessions): State<SessionState>,
    State(log): State<SearchLog>,
    address: ClientAddress,
    mut parts: Parts,
) -> ApiResult<impl IntoResponse> {
    let mut query = Query::parse(parts.uri.query().unwrap_or_default());
    if query.take::<ExplainParams>().explain.0 == 1 {
        Admin::from_request_parts(&mut parts, &sessions).await?;
        return Ok((CachePolicy::Never, find_products_explained(&index, &retailers, query).await?));
    }
    query.ignore("previous");
    let counted = CountedSearch::read(&log, address, &parts);
    let answer = find_products(&index, &retailers, query).await?;
    if let Some(counted) = counted {
        counted.count(&answer);
    }
    Ok((CachePolicy::Revalidate, answer))
}
