//! Compatibility of a build: issues, unchecked rules, power draw and price.

pub mod candidates;
pub mod load;
pub mod request;
mod shape;
pub mod short;
pub mod words;

use std::collections::HashMap;

use axum::{extract::State, response::IntoResponse};
use domain::{
    compat::{self, Check, Comparison, Fix, LineItem, Missing, Outcome, Report},
    model::{Fils, ProductId},
    store::build_parts::PricedPart,
};
use indexer::Engine;
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use self::{
    load::{LoadedBuild, RefusedEntry, load_build_with_prices},
    request::BuildRequest,
};
use crate::{
    http::{cache::CachePolicy, error::ApiResult, extract::Json},
    services::search_index::SearchIndex,
    wire::kwd::{CURRENCY, Kwd},
};

/// Result of all compatibility rules for a build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Compatibility {
    /// Whether there is no error. Rules that could not be checked are not errors; `unchecked` lists them.
    pub compatible: bool,
    /// Whether every required category is filled.
    pub is_complete: bool,
    /// Total at today's lowest prices, computed by the server, without the parts of `unpriced`.
    pub total_price: Kwd,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    /// Errors first, then warnings, then notes.
    pub issues: Vec<Issue>,
    /// Rules that could not be checked, with the facts that would decide them.
    pub unchecked: Vec<Unchecked>,
    /// Rules that were checked and passed.
    pub passed: Vec<Passed>,
    /// Estimated power draw, in W.
    pub estimated_watts: u32,
    /// Power draw that the power supply must cover, in W.
    pub required_watts: u32,
    /// Whether every line of the sum is known.
    pub watts_known: bool,
    /// Recommended power supply, in W; null while neither a processor nor a graphics card is chosen.
    pub recommended_psu: Option<u32>,
    #[schema(value_type = Vec<shape::WattLine>)]
    pub line_items: Vec<LineItem>,
    /// Parts that nobody sells now.
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub unpriced: Vec<ProductId>,
    /// Requested ids of unknown products.
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub not_found: Vec<ProductId>,
    /// Entries that could not be put into the build; the rules checked the others.
    pub refused: Vec<RefusedEntry>,
}

/// An issue of the build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Issue {
    /// `error`, `warning` or `info`.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub outcome: Outcome,
    #[schema(example = "SOCKET_MISMATCH")]
    pub code: &'static str,
    pub message: String,
    pub message_ar: String,
    /// The parts concerned.
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub component_ids: Vec<ProductId>,
    /// The compared values: `asked` and `allowed` (each with `part`, `key`, `value`, `origin`), `gap` and `unit`.
    #[schema(value_type = Vec<shape::IssueEvidence>)]
    pub evidence: Vec<Comparison>,
    /// Listings of parts that would fit: `category` and `filters` as in the listing's address.
    #[schema(value_type = Vec<shape::IssueFix>)]
    pub fixes: Vec<Fix>,
}

/// A rule that could not be checked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unchecked {
    #[serde(flatten)]
    pub rule: RuleName,
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub component_ids: Vec<ProductId>,
    /// The unknown facts: the product (`part`) and the fact's name (`key`).
    #[schema(value_type = Vec<shape::MissingFact>)]
    pub missing: Vec<Missing>,
}

/// A rule that was checked and passed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Passed {
    #[serde(flatten)]
    pub rule: RuleName,
    /// The parts compared.
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub component_ids: Vec<ProductId>,
}

/// Code and short name of a rule.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleName {
    pub code: &'static str,
    pub name: String,
    pub name_ar: String,
}

/// `POST /api/compatibility`: checks a build with every rule.
#[utoipa::path(
    post,
    path = "/api/compatibility",
    tag = "builder",
    request_body = BuildRequest,
    responses(
        (status = 200, body = Compatibility),
        (status = 422, description = "A slot is invalid: `fields` says which one and why"),
    )
)]
pub async fn check_build(
    State(db): State<PgPool>,
    State(index): State<SearchIndex>,
    Json(request): Json<BuildRequest>,
) -> ApiResult<impl IntoResponse> {
    let requested = load_build_with_prices(&db, &request).await?;
    let mut answer = Compatibility::from_build(requested);
    for fix in answer.issues.iter_mut().flat_map(|issue| &mut issue.fixes) {
        drop_unknown_filters(index.unready_engine(), fix);
    }
    Ok((CachePolicy::Never, Json(answer)))
}

/// Removes filters that the listing does not have: rules use more facts than listings filter by. The listing hides
/// parts that do not fit anyway.
fn drop_unknown_filters(engine: &Engine, fix: &mut Fix) {
    let Fix { category, filters } = fix;
    filters.retain(|(name, _)| {
        let key = name.strip_prefix("spec.").and_then(|rest| rest.split('.').next());
        key.and_then(|key| key.parse().ok()).is_some_and(|key| engine.is_filterable(*category, key))
    });
}

impl Compatibility {
    fn from_build(requested: LoadedBuild<PricedPart>) -> Self {
        let LoadedBuild { build, by_id, not_found, refused } = requested;
        let price_of = |id| by_id.get(&id)?.price;
        let prices = || build.parts().iter().map(|part| (part, price_of(part.id)));
        let names = build.parts().iter().map(|part| (part.id, part.name.as_str())).collect();
        let Report { checks, compatible, is_complete, watts } = compat::check(&build);
        let with_outcome = |outcome| checks.iter().filter(move |check: &&Check| check.outcome == outcome);
        let issues = [Outcome::Error, Outcome::Warning, Outcome::Info].into_iter().flat_map(with_outcome);
        Self {
            compatible,
            is_complete,
            total_price: Kwd(prices()
                .filter_map(|(part, price)| Some(price?.saturating_mul(i64::from(part.quantity))))
                .fold(Fils::ZERO, Fils::saturating_add)),
            currency: CURRENCY,
            issues: issues.map(|check| Issue::from_check(check, &names)).collect(),
            unchecked: with_outcome(Outcome::Unknown).map(Unchecked::from_check).collect(),
            passed: with_outcome(Outcome::Pass).map(Passed::from_check).collect(),
            estimated_watts: watts.estimated_watts,
            required_watts: watts.required_watts,
            watts_known: watts.watts_known,
            recommended_psu: watts.recommended_psu,
            line_items: watts.line_items,
            unpriced: prices().filter(|(_, price)| price.is_none()).map(|(part, _)| part.id).collect(),
            not_found,
            refused,
        }
    }
}

impl Issue {
    fn from_check(check: &Check, names: &HashMap<ProductId, &str>) -> Self {
        let sentence = words::sentence(check, names);
        Self {
            outcome: check.outcome,
            code: check.code.as_str(),
            message: sentence.en,
            message_ar: sentence.ar,
            component_ids: check.parts.clone(),
            evidence: check.evidence.clone(),
            fixes: check.fixes.clone(),
        }
    }
}

impl Unchecked {
    fn from_check(check: &Check) -> Self {
        Self {
            rule: RuleName::from_check(check),
            component_ids: check.parts.clone(),
            missing: check.missing.clone(),
        }
    }
}

impl Passed {
    fn from_check(check: &Check) -> Self {
        Self { rule: RuleName::from_check(check), component_ids: check.parts.clone() }
    }
}

impl RuleName {
    fn from_check(check: &Check) -> Self {
        let name = words::rule_name(check);
        Self { code: check.code.as_str(), name: name.en, name_ar: name.ar }
    }
}
