use std::collections::BTreeMap;

use axum::{
    extract::FromRequestParts,
    http::{HeaderName, request::Parts},
};
use domain::{
    model::{BuildDescription, BuildName},
    store::builds::NewPart,
};
use serde::Deserialize;
use serde_json::Value;
use sqlx::PgPool;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    http::error::{ApiError, ApiResult, FieldProblems},
    routes::compatibility::{
        load::{LoadedBuild, load_build},
        request::BuildRequest,
    },
    wire::kwd::CURRENCY,
};

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// A build to save.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewBuildRequest {
    #[schema(value_type = String, min_length = 1, max_length = 100, example = "Falcon")]
    pub name: Option<String>,
    #[schema(max_length = 1_000)]
    pub description: Option<String>,
    /// Parts by category, in every shape that `POST /api/compatibility` accepts.
    pub components: Option<BTreeMap<String, Value>>,
    /// Ignored: the server computes prices itself.
    #[serde(default)]
    #[schema(value_type = Value)]
    #[expect(dead_code, reason = "named so that it is no unknown field")]
    total_price: Value,
    #[schema(example = "KWD")]
    pub currency: Option<String>,
    #[serde(default)]
    pub is_public: bool,
}

/// Changes to a build; absent fields stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BuildPatch {
    pub name: Option<String>,
    /// An empty text removes the description.
    pub description: Option<String>,
    /// Replaces all parts of the build, at today's prices. A request that changes neither name, description nor parts
    /// leaves the saved prices as they are.
    pub components: Option<BTreeMap<String, Value>>,
    #[serde(default)]
    #[schema(value_type = Value)]
    #[expect(dead_code, reason = "named so that it is no unknown field")]
    total_price: Value,
    pub currency: Option<String>,
    pub is_public: Option<bool>,
    /// The version that the change is based on. When another version was saved meanwhile, and its name, description or
    /// parts differ from those sent, nothing is changed: 409. Without this field the last save wins.
    pub version: Option<i32>,
}

/// Name of a copy.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CopyRequest {
    /// By default the original's name with ` (Copy)`.
    pub name: Option<String>,
}

/// `Idempotency-Key` header (a UUID): a repeated request with the same key creates only one build.
pub struct IdempotencyKey(pub Option<Uuid>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> ApiResult<Self> {
        let Some(value) = parts.headers.get(IDEMPOTENCY_KEY) else { return Ok(Self(None)) };
        let key = value.to_str().ok().and_then(|text| Uuid::parse_str(text).ok());
        key.map(|key| Self(Some(key))).ok_or_else(|| ApiError::field("Idempotency-Key", "must be a UUID"))
    }
}

/// Parsed texts of a build request.
pub(super) struct BuildTexts {
    pub(super) name: Option<BuildName>,
    /// `Some(None)` for an empty description.
    pub(super) description: Option<Option<BuildDescription>>,
}

impl BuildTexts {
    /// Parses the texts and adds their problems to `problems`.
    pub(super) fn read(
        name: Option<&str>,
        description: Option<&str>,
        currency: Option<&str>,
        problems: &mut FieldProblems,
    ) -> Self {
        let mut note = |field: &str, problem: String| {
            problems.insert(field.to_owned(), problem);
        };
        let name =
            name.and_then(|name| BuildName::read(name).map_err(|error| note("name", error.to_string())).ok());
        let description = description.and_then(|text| {
            BuildDescription::read(text).map_err(|error| note("description", error.to_string())).ok()
        });
        if currency.is_some_and(|currency| currency != CURRENCY) {
            note("currency", format!("must be {CURRENCY}"));
        }
        Self { name, description }
    }
}

/// Loads the parts of a request from the database.
///
/// # Errors
/// 422 naming all problems, including those already in `problems`; 503 while the database is unavailable.
pub(super) async fn load_parts(
    db: &PgPool,
    components: BTreeMap<String, Value>,
    mut problems: FieldProblems,
) -> ApiResult<LoadedBuild> {
    let request = BuildRequest { components };
    if let Err(ApiError::Invalid(found)) = request.entries() {
        problems.extend(found);
    }
    if !problems.is_empty() {
        return Err(ApiError::Invalid(problems));
    }
    load_build(db, &request).await
}

/// Converts the parts to rows to save, at today's prices.
pub(super) fn to_new_parts(loaded: &LoadedBuild) -> Vec<NewPart> {
    let parts = loaded.build.parts().iter().map(|chosen| NewPart {
        slot: chosen.category,
        product_id: Some(chosen.id),
        name: chosen.name.clone(),
        quantity: i32::try_from(chosen.quantity).unwrap_or(i32::MAX),
        price: loaded.by_id.get(&chosen.id).and_then(|row| row.shown_price()),
    });
    parts.collect()
}

/// Refuses a build without parts: 422.
pub(super) fn refuse_empty(parts: &[NewPart]) -> ApiResult<()> {
    if parts.is_empty() { Err(empty_build_error()) } else { Ok(()) }
}

/// Returns the error of a build without a known part.
pub(super) fn empty_build_error() -> ApiError {
    ApiError::field("components", "must have at least one known part")
}
