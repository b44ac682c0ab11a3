//! Outcomes of products checked against a build, each in a few words.

use std::collections::BTreeMap;

use axum::{extract::State, response::IntoResponse};
use domain::{
    compat::{
        self, Build, CandidateFit, Check, Comparison, MAX_PARTS, MAX_QUANTITY, Outcome, ParsedPart, Value,
    },
    model::{Category, ProductId},
};
use indexer::HideReasonNumber;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    RuleName,
    request::BuildRequest,
    shape, short,
    words::{self, Sentence},
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
    },
    services::{compatibility_index::Misfits, search_index::SearchIndex},
    wire::category::CategoryName,
};

/// Maximum number of candidates in one request: as many as a listing page shows.
const MAX_CANDIDATES: usize = 100;

/// Products to check against a build.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CandidatesRequest {
    /// Chosen parts, as for `POST /api/compatibility`.
    #[schema(example = json!({"CASE": "8a1f0c52-6d3e-4b7a-9c15-2f4e8d7b6a90"}))]
    pub components: BTreeMap<String, serde_json::Value>,
    /// The products of the page.
    #[schema(value_type = Vec<uuid::Uuid>, max_items = 100)]
    pub candidates: Vec<ProductId>,
    /// Category whose candidates are added to the build's parts. A candidate of any other category replaces the build's
    /// part.
    #[serde(default)]
    #[schema(value_type = Option<CategoryName>)]
    pub beside: Option<Category>,
    /// Whether to return each candidate's measured facts.
    #[serde(default)]
    pub facts: bool,
}

/// Outcomes of the candidates checked against the build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CandidateFits {
    /// In the requested order, without products that no rule compares with the build.
    pub candidates: Vec<ProductFit>,
    /// Rules that facts of the build itself leave unchecked for some candidate: said once, and not of each product. Empty
    /// where the request has one candidate, whose own outcome names the rule.
    pub unknown_of_build: Vec<RuleName>,
}

/// Outcome of one candidate checked against the build.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductFit {
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
    /// Worst outcome: `error`, `warning`, `unknown` (a deciding fact is not stated) or `pass`.
    #[schema(value_type = String)]
    pub outcome: Outcome,
    /// The deciding rule: the one with the worst outcome, or the one that passes most narrowly.
    #[schema(example = "GPU_TOO_LONG")]
    pub code: &'static str,
    /// Short explanation; empty when every rule passes.
    #[schema(example = "9.9 mm too long")]
    pub text: String,
    pub text_ar: String,
    /// Values that the deciding rule compared.
    #[schema(value_type = Vec<shape::IssueEvidence>)]
    pub evidence: Vec<Comparison>,
    /// Measured facts, if the request asks for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub facts: Vec<MeasuredFact>,
}

/// A fact of a candidate that a rule measured.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MeasuredFact {
    /// Name of a spec or a derived fact.
    #[schema(example = "length")]
    pub key: &'static str,
    /// Worst outcome for this fact: `error`, `warning` or `pass`.
    #[schema(value_type = String)]
    pub outcome: Outcome,
    /// Value of the build that the candidate's fact was measured against.
    #[schema(value_type = shape::FactValue)]
    pub against: Value,
    #[schema(example = "mm")]
    pub unit: Option<&'static str>,
}

/// Number of matches that one rule hides.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HiddenBy {
    #[schema(example = "GPU_TOO_LONG")]
    pub code: &'static str,
    pub count: u64,
    /// Description of the hidden matches: the trait that they share.
    #[schema(example = "longer than 322 mm")]
    pub text: String,
    pub text_ar: String,
}

/// `POST /api/compatibility/candidates`: checks products against a build, with the rules that check a build.
#[utoipa::path(
    post,
    path = "/api/compatibility/candidates",
    tag = "builder",
    request_body = CandidatesRequest,
    responses(
        (status = 200, body = CandidateFits),
        (status = 422, description = "A slot or a candidate is invalid: `fields` says which one and why"),
        (status = 503, description = "The facts of the parts are still being loaded"),
    )
)]
pub async fn check_candidates(
    State(index): State<SearchIndex>,
    Json(request): Json<CandidatesRequest>,
) -> ApiResult<impl IntoResponse> {
    let CandidatesRequest { components, candidates, beside, facts } = request;
    if candidates.len() > MAX_CANDIDATES {
        let problem = format!("takes at most {MAX_CANDIDATES} products");
        return Err(ApiError::Invalid([("candidates".to_owned(), problem)].into()));
    }
    let build = read_build(&index, &BuildRequest { components })?;
    let is_single = candidates.len() == 1;
    let mut unknown_of_build: BTreeMap<&'static str, Sentence> = BTreeMap::new();
    let fits = index.find_parts(candidates)?.into_iter().filter_map(|candidate| {
        let mut fit = compat::check_candidate(&build, &candidate, beside == Some(candidate.category))?;
        if is_single {
            let of_build = std::mem::take(&mut fit.unknown_of_build);
            fit.checks.extend(of_build);
            fit.checks.sort_by_key(|check| check.outcome);
        }
        for check in &fit.unknown_of_build {
            unknown_of_build.entry(check.code.as_str()).or_insert_with(|| words::rule_name(check));
        }
        ProductFit::from_fit(&fit, candidate.id, facts)
    });
    let candidates = fits.collect();
    let to_name = |(code, Sentence { en, ar })| RuleName { code, name: en, name_ar: ar };
    let unknown_of_build = unknown_of_build.into_iter().map(to_name).collect();
    Ok((CachePolicy::Never, Json(CandidateFits { candidates, unknown_of_build })))
}

/// Returns the build of the known parts. Quantities above the maximum count as the maximum.
fn read_build(index: &SearchIndex, request: &BuildRequest) -> ApiResult<Build> {
    let mut entries = request.entries()?;
    entries.truncate(MAX_PARTS);
    let quantity_of: BTreeMap<ProductId, u64> =
        entries.iter().map(|entry| (entry.id, entry.quantity.clamp(1, MAX_QUANTITY))).collect();
    let chosen = index.find_parts(quantity_of.keys().copied())?.into_iter().map(|part| {
        let several = compat::holds_several(part.category);
        let quantity = quantity_of.get(&part.id).copied().filter(|_| several).unwrap_or(1);
        ParsedPart { quantity: u32::try_from(quantity).unwrap_or(1), ..part }
    });
    Ok(chosen.fold(Build::default(), |build, part| build.with(part)))
}

impl ProductFit {
    fn from_fit(fit: &CandidateFit, product_id: ProductId, facts: bool) -> Option<Self> {
        let check = fit.decisive_check()?;
        let is_limited = check.outcome == Outcome::Pass && !fit.unknown_of_build.is_empty();
        let words = match is_limited {
            true => short::fits_as_far_as_known(),
            false => short::candidate_sentence(check, product_id, fit.recommended_psu).unwrap_or_default(),
        };
        Some(Self {
            product_id,
            outcome: if is_limited { Outcome::Unknown } else { check.outcome },
            code: check.code.as_str(),
            text: words.en,
            text_ar: words.ar,
            evidence: check.evidence.clone(),
            facts: if facts { list_measured_facts(&fit.checks, product_id) } else { Vec::new() },
        })
    }
}

/// Returns the candidate's measured facts, each once, with its worst outcome.
fn list_measured_facts(checks: &[Check], candidate: ProductId) -> Vec<MeasuredFact> {
    let mut facts: Vec<MeasuredFact> = Vec::new();
    for check in checks.iter().filter(|check| check.outcome != Outcome::Unknown) {
        for Comparison { asked, allowed, unit, .. } in &check.evidence {
            let (measured, against) =
                if asked.part == Some(candidate) { (asked, allowed) } else { (allowed, asked) };
            if measured.part == Some(candidate) && facts.iter().all(|fact| fact.key != measured.key) {
                facts.push(MeasuredFact {
                    key: measured.key,
                    outcome: check.outcome,
                    against: against.value.clone(),
                    unit: *unit,
                });
            }
        }
    }
    facts
}

/// Counts and describes the matches that each rule hides from a listing.
pub fn count_hidden(misfits: &Misfits, counts: &BTreeMap<HideReasonNumber, u64>) -> Vec<HiddenBy> {
    let mut hidden: Vec<HiddenBy> = Vec::new();
    for (reason, count) in counts {
        let Some(exclusion) = misfits.exclusion(*reason) else { continue };
        let words = short::hidden_sentence(exclusion);
        // Exclusions with the same sentence are counted together.
        match hidden.iter_mut().find(|other| other.text == words.en) {
            Some(other) => other.count += count,
            None => hidden.push(HiddenBy {
                code: exclusion.code.as_str(),
                count: *count,
                text: words.en,
                text_ar: words.ar,
            }),
        }
    }
    hidden.sort_by_key(|one| std::cmp::Reverse(one.count));
    hidden
}
