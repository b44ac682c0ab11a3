//! Swaps that visitors without an account propose to the owner of a shared build. A suggestion holds two products and no
//! text. It needs a proof of the bot check, counts towards limits, and expires (`[expiry]` of the configuration).

use std::{collections::HashMap, sync::Arc};

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{BuildId, Category, Fils, ProductId, ShareToken, SuggestionId},
    store::{
        build_parts::{self, PricedPart},
        build_suggestions::{self, Suggestion},
        builds::{self, SavedPart},
    },
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Path},
        limit::{ClientAddress, RateLimits},
        responses::RateErrors,
        session::SignedIn,
    },
    services::{bot_check::BotCheck, fit::Fit},
    wire::{category::CategoryName, kwd::Kwd},
};

/// Maximum number of open suggestions for a build.
const MAX_SUGGESTIONS: i64 = 20;

/// A swap to propose.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SwapRequest {
    /// A part of the build.
    pub from: Uuid,
    /// The product to take instead, of the same category.
    pub to: Uuid,
    /// Proof from the bot check.
    #[serde(default)]
    pub turnstile_token: String,
}

/// Answer to a proposed swap.
#[derive(Debug, Serialize, ToSchema)]
pub struct SwapResponse {
    pub success: bool,
}

/// The swaps that visitors proposed for the user's builds.
#[derive(Debug, Serialize, ToSchema)]
pub struct SwapSuggestionList {
    pub suggestions: Vec<SwapSuggestion>,
}

/// A proposed swap.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SwapSuggestion {
    #[schema(value_type = uuid::Uuid)]
    pub id: SuggestionId,
    #[schema(value_type = uuid::Uuid)]
    pub build_id: BuildId,
    #[schema(value_type = CategoryName)]
    pub category: Category,
    pub from: SwapProduct,
    pub to: SwapProduct,
    /// The sum that the swap saves at today's shown prices; below 0 it costs more. Null where nobody lists one of them.
    pub saving: Option<Kwd>,
    /// Number of rules that the build fails with the other product.
    pub conflicts: usize,
}

/// A product of a suggestion.
#[derive(Debug, Serialize, ToSchema)]
pub struct SwapProduct {
    #[schema(value_type = uuid::Uuid)]
    pub id: ProductId,
    pub name: String,
}

/// `POST /api/builds/{shareToken}/suggestions`: proposes a swap to the owner of a shared build.
#[utoipa::path(
    post,
    path = "/api/builds/{id}/suggestions",
    tag = "builder",
    params(("id" = String, Path, description = "The share token")),
    request_body = SwapRequest,
    responses(
        (status = 201, description = "The owner sees the suggestion", body = SwapResponse),
        RateErrors,
        (status = 404, description = "The build does not exist, or is not shared"),
        (status = 422, description = "A product is wrong, the build has too many suggestions, or the bot check failed"),
        (status = 503, description = "The database or the bot check does not answer at the moment"),
    )
)]
pub async fn suggest_swap(
    State(db): State<PgPool>,
    State(limits): State<Arc<RateLimits>>,
    State(bot_check): State<Arc<BotCheck>>,
    client: ClientAddress,
    Path(token): Path<String>,
    Json(request): Json<SwapRequest>,
) -> ApiResult<impl IntoResponse> {
    let (from, to) = (ProductId(request.from), ProductId(request.to));
    limits.suggestions.check(&db, client.key()).await?;
    limits.suggestions_network.check(&db, client.network()).await?;
    let token = ShareToken::read(&token).ok_or(ApiError::BuildNotFound)?;
    let build = builds::find_shared(&db, &token, None).await?.ok_or(ApiError::BuildNotFound)?;
    let parts = builds::list_parts(&db, &[build.id]).await?;
    let part = parts.iter().find(|part| part.product_id == Some(from));
    let part = part.ok_or_else(|| ApiError::field("from", "must be a part of the build"))?;
    let offered = build_parts::load_with_prices(&db, &[to]).await?;
    let is_alternative = |other: &PricedPart| other.part.category == part.slot && to != from;
    if !offered.first().is_some_and(is_alternative) {
        return Err(ApiError::field("to", "must be another product of the same category"));
    }
    bot_check.accept(&db, client, &request.turnstile_token).await?;
    if !build_suggestions::insert(&db, build.id, from, to, MAX_SUGGESTIONS).await? {
        return Err(ApiError::field(
            "to",
            format!("is one more than the {MAX_SUGGESTIONS} suggestions of a build"),
        ));
    }
    Ok((StatusCode::CREATED, CachePolicy::Never, Json(SwapResponse { success: true })))
}

/// `GET /api/user/build-suggestions`: lists the swaps that visitors proposed for the user's builds, oldest first.
#[utoipa::path(
    get,
    path = "/api/user/build-suggestions",
    tag = "builder",
    responses((status = 200, body = SwapSuggestionList))
)]
pub async fn list_suggestions(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let stored = build_suggestions::list(&db, session.user_id).await?;
    let builds: Vec<BuildId> = stored.iter().map(|suggestion| suggestion.build_id).collect();
    let parts = builds::list_parts(&db, &builds).await?;
    let named = parts.iter().filter_map(|part| part.product_id);
    let ids: Vec<ProductId> = named.chain(stored.iter().map(|suggestion| suggestion.to)).collect();
    let found = build_parts::load_with_prices(&db, &ids).await?;
    let by_id: HashMap<ProductId, PricedPart> =
        found.into_iter().map(|found| (found.part.id, found)).collect();
    let suggestions = stored.iter().filter_map(|suggestion| SwapSuggestion::new(suggestion, &parts, &by_id));
    let answer = SwapSuggestionList { suggestions: suggestions.collect() };
    Ok((CachePolicy::Never, Json(answer)))
}

/// `DELETE /api/user/build-suggestions/{id}`: deletes a suggestion that its build's owner has taken or left.
#[utoipa::path(
    delete,
    path = "/api/user/build-suggestions/{id}",
    tag = "builder",
    params(("id" = String, Path, description = "The suggestion")),
    responses((status = 204, description = "The user has no such suggestion any more"))
)]
pub async fn delete_suggestion(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    // A malformed id is that of no suggestion.
    if let Ok(id) = id.parse() {
        build_suggestions::delete(&db, session.user_id, id).await?;
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

impl SwapSuggestion {
    /// Describes a suggestion at today's prices; `None` where one of the products is gone from the catalogue.
    fn new(
        suggestion: &Suggestion,
        parts: &[SavedPart],
        by_id: &HashMap<ProductId, PricedPart>,
    ) -> Option<Self> {
        let Suggestion { id, build_id, from, to } = *suggestion;
        let parts: Vec<&SavedPart> = parts.iter().filter(|part| part.build_id == build_id).collect();
        let replaced = parts.iter().find(|part| part.product_id == Some(from))?;
        let (old, new) = (by_id.get(&from)?, by_id.get(&to)?);
        let quantity = i64::from(replaced.quantity);
        let saving = old
            .price
            .zip(new.price)
            .map(|(before, after)| Kwd(Fils((before.0.saturating_sub(after.0)).saturating_mul(quantity))));
        let swapped = parts.iter().filter_map(|part| {
            let kept = part.product_id?;
            let chosen = by_id.get(if kept == from { &to } else { &kept })?;
            Some((part.slot, chosen.part.clone(), part.quantity))
        });
        let conflicts = match Fit::check_parts(swapped) {
            Fit::Conflicts(count) => count,
            Fit::Fits | Fit::Unconfirmed => 0,
        };
        let named = |found: &PricedPart| SwapProduct { id: found.part.id, name: found.part.name.clone() };
        Some(Self {
            id,
            build_id,
            category: replaced.slot,
            from: named(old),
            to: named(new),
            saving,
            conflicts,
        })
    }
}
