//! Builds that visitors without an account share by a short link.
//!
//! The same name and parts have one link, whoever asks for it. A new link needs a proof of the bot check, and counts towards
//! the limits of its address and network. A build that nobody has read for a year is deleted (`[expiry]` of the configuration).

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{BuildName, Category, ProductId, ShortCode},
    store::guest_builds::{self, GuestPart},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use utoipa::ToSchema;

use super::{guest_load::GuestBuildToday, request::empty_build_error};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Path},
        limit::{ClientAddress, RateLimits},
        public_url::PublicUrl,
        responses::RateErrors,
    },
    routes::compatibility::{load::load_build_with_prices, request::BuildRequest},
    services::bot_check::BotCheck,
    wire::{category::CategoryName, kwd::Kwd},
};

/// Maximum number of different parts behind a short link.
const MAX_PARTS: usize = 40;
/// Tries to find a code that is not taken: a second one is needed once in thousands of millions of links.
const MAX_TRIES: usize = 4;

/// A build to share without an account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GuestBuildRequest {
    /// The build's name; by default the page calls it a parts list.
    #[schema(min_length = 1, max_length = 100)]
    pub name: Option<String>,
    /// Parts by category, in every shape that `POST /api/compatibility` accepts; at most 40 different products.
    pub components: BTreeMap<String, Value>,
    /// Proof from the bot check. A list that has a link already needs none; without one, another list gets no link.
    #[serde(default)]
    pub turnstile_token: String,
}

/// The short link to a guest's build; null where a proof is needed first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestLink {
    #[schema(example = "7kq3mtz")]
    pub code: Option<String>,
    #[schema(example = "https://tajmeea.example/b/7kq3mtz")]
    pub share_url: Option<String>,
}

impl GuestLink {
    fn new(public_url: &PublicUrl, code: Option<&ShortCode>) -> Self {
        Self {
            code: code.map(|code| code.as_str().to_owned()),
            share_url: code.map(|code| format!("{public_url}/b/{}", code.as_str())),
        }
    }
}

/// A guest's build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestBuild {
    #[schema(example = "7kq3mtz")]
    pub code: String,
    pub name: Option<String>,
    /// In the order of the builder's rows. Merged products are replaced by those that they were merged into.
    pub parts: Vec<GuestBuildPart>,
    /// Number of products that are gone from the catalogue.
    pub gone: usize,
    /// Total at today's lowest prices, without the parts that no retailer has now.
    pub total: Kwd,
}

/// A part of a guest's build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestBuildPart {
    #[schema(value_type = CategoryName)]
    pub slot: Category,
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
    pub quantity: u32,
}

/// `POST /api/guest-builds`: returns the short link to a list of parts, and stores the list where it has none.
#[utoipa::path(
    post,
    path = "/api/guest-builds",
    tag = "builder",
    request_body = GuestBuildRequest,
    responses(
        (status = 201, description = "The list is stored under a new link", body = GuestLink),
        (status = 200, description = "The list has this link already", body = GuestLink),
        (status = 202, description = "The list has no link yet: send it again with a proof", body = GuestLink),
        RateErrors,
        (status = 422, description = "A field is invalid, or the bot check failed"),
        (status = 503, description = "The database or the bot check does not answer at the moment"),
    )
)]
pub async fn share_guest_build(
    State(db): State<PgPool>,
    State(limits): State<Arc<RateLimits>>,
    State(bot_check): State<Arc<BotCheck>>,
    State(public_url): State<PublicUrl>,
    client: ClientAddress,
    Json(request): Json<GuestBuildRequest>,
) -> ApiResult<impl IntoResponse> {
    let name = request.name.as_deref().map(BuildName::read).transpose();
    let name = name.map_err(|error| ApiError::field("name", error.to_string()))?;
    limits.guest_builds.check(&db, client.key()).await?;
    limits.guest_builds_network.check(&db, client.network()).await?;
    let parts = load_parts(&db, request.components).await?;
    let digest = digest(name.as_ref(), &parts)?;
    let (status, code) = match guest_builds::find_code(&db, &digest).await? {
        Some(code) => (StatusCode::OK, Some(code)),
        // No error: a browser would log one for every new list.
        None if request.turnstile_token.is_empty() => (StatusCode::ACCEPTED, None),
        None => {
            bot_check.accept(&db, client, &request.turnstile_token).await?;
            (StatusCode::CREATED, Some(insert(&db, &digest, name.as_ref(), &parts).await?))
        }
    };
    Ok((status, CachePolicy::Never, Json(GuestLink::new(&public_url, code.as_ref()))))
}

/// `GET /api/guest-builds/{code}`: returns the build behind a short link.
#[utoipa::path(
    get,
    path = "/api/guest-builds/{code}",
    tag = "builder",
    params(("code" = String, Path, description = "The seven characters of the link")),
    responses(
        (status = 200, body = GuestBuild),
        RateErrors,
        (status = 404, description = "There is no such link, or nobody has read it for a year"),
    )
)]
pub async fn get_guest_build(
    State(db): State<PgPool>,
    State(limits): State<Arc<RateLimits>>,
    client: ClientAddress,
    Path(code): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let build = GuestBuildToday::load(&db, &limits, client, &code).await?;
    Ok((CachePolicy::Never, Json(build.to_wire())))
}

/// Loads the parts, in an order that does not depend on that of the request.
async fn load_parts(db: &PgPool, components: BTreeMap<String, Value>) -> ApiResult<Vec<GuestPart>> {
    let loaded = load_build_with_prices(db, &BuildRequest { components }).await?;
    let mut parts: Vec<GuestPart> = loaded
        .build
        .parts()
        .iter()
        .map(|part| GuestPart { slot: part.category, id: part.id, quantity: part.quantity })
        .collect();
    // Categories are ordered as the builder's rows.
    parts.sort_by_key(|part| (part.slot, part.id));
    match parts.len() {
        0 => Err(empty_build_error()),
        1..=MAX_PARTS => Ok(parts),
        _ => Err(ApiError::field("components", format!("must have at most {MAX_PARTS} parts"))),
    }
}

/// Returns the hash of a name and its parts.
fn digest(name: Option<&BuildName>, parts: &[GuestPart]) -> ApiResult<[u8; 32]> {
    let text = serde_json::to_vec(&(name.map(BuildName::as_str), parts));
    Ok(Sha256::digest(text.map_err(|error| ApiError::Internal(error.into()))?).into())
}

/// Stores a build under a random code that is not taken.
async fn insert(
    db: &PgPool,
    digest: &[u8; 32],
    name: Option<&BuildName>,
    parts: &[GuestPart],
) -> ApiResult<ShortCode> {
    let mut tried = HashSet::new();
    while tried.len() < MAX_TRIES {
        let code = ShortCode::from_random(rand::random());
        if guest_builds::insert(db, &code, digest, name, parts).await? {
            return Ok(code);
        }
        // Taken is either the code, or the digest by a request at the same moment.
        if let Some(code) = guest_builds::find_code(db, digest).await? {
            return Ok(code);
        }
        tried.insert(code.as_str().to_owned());
    }
    Err(ApiError::Internal(anyhow::anyhow!("every tried code of a short link is taken")))
}
