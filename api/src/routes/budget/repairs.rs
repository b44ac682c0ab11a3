//! "Make it fit": the fewest swaps after which the parts of a build fit.

use std::{collections::BTreeSet, time::Duration};

use axum::{body::Bytes, extract::State, http::header, response::IntoResponse};
use domain::{
    budget::{
        self, BudgetRequest, Repair, RepairAnswer, Replacement, SolveError, Stop, Thoroughness, find_repairs,
    },
    compat::MAX_QUANTITY,
    model::ProductId,
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;

use super::{
    BudgetService, JSON,
    answer::{BudgetProduct, NoBuildReason},
    convert_answer::AnswerConverter,
    request::{MAX_FIXED_PARTS, RequestKey},
    solve_errors, solve_in_time,
    upgrades::{HomePart, PARTS},
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
        limit::ClientAddress,
        responses::RateErrors,
    },
    routes::compatibility::words::Sentence,
    services::budget_catalogue::CatalogueSnapshot,
    wire::kwd::{CURRENCY, Kwd},
};

/// A request for swaps after which a build fits.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BuildRepairsRequest {
    /// The parts of the build.
    #[schema(min_items = 1, max_items = 16)]
    pub parts: Vec<HomePart>,
}

/// The fewest swaps after which a build fits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuildRepairs {
    #[schema(example = "KWD")]
    pub currency: &'static str,
    /// Whether no rule finds an error as it is; warnings, unchecked rules and missing parts are none.
    pub fits: bool,
    /// Up to four, the fewest swaps first, then the nearest in price.
    pub repairs: Vec<BuildRepair>,
    /// The reason where none is answered and the build does not fit.
    pub no_repair: Option<NoBuildReason>,
    /// Every product that the answer names.
    pub products: Vec<BudgetProduct>,
}

/// Swaps after which a build fits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BuildRepair {
    pub swaps: Vec<PartReplacement>,
    /// Sum by which the new products cost more than the old ones at the lowest prices, without delivery; below 0 where
    /// they are cheaper. Old ones that are not in stock count nothing.
    pub price_change: Kwd,
}

/// A product that replaces another one, in the same quantity.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartReplacement {
    #[schema(value_type = uuid::Uuid)]
    pub from: ProductId,
    #[schema(value_type = uuid::Uuid)]
    pub to: ProductId,
    pub quantity: u32,
    /// The lowest price of all pieces of the new product.
    pub price: Kwd,
    /// The same of the old product; null where it is not in stock.
    pub price_before: Option<Kwd>,
}

impl BuildRepairsRequest {
    /// Reads the request.
    ///
    /// # Errors
    /// 422 naming the wrong field.
    fn read(self) -> ApiResult<BudgetRequest> {
        if self.parts.is_empty() {
            return Err(ApiError::field(PARTS, "must name at least one part"));
        }
        if self.parts.len() > MAX_FIXED_PARTS {
            return Err(ApiError::field(PARTS, format!("takes at most {MAX_FIXED_PARTS} parts")));
        }
        if self.parts.iter().any(|part| part.quantity == 0 || u64::from(part.quantity) > MAX_QUANTITY) {
            return Err(ApiError::field(PARTS, format!("takes each part from 1 to {MAX_QUANTITY} times")));
        }
        let parts = self.parts.into_iter().map(|part| budget::FixedPart {
            product_id: part.product_id,
            quantity: part.quantity,
            owned: true,
        });
        Ok(budget::repair_request(parts.collect()))
    }
}

/// `POST /api/build-repairs`: the fewest swaps after which the parts of a build fit.
///
/// A swap replaces a product by another one of its category in stock, in the same quantity; memory and storage keep at
/// least their capacity. Of as few swaps, those whose prices are nearest to the old ones come first. No rule finds an error
/// afterwards; warnings and rules that cannot be checked may be left. Missing parts are not added.
#[utoipa::path(
    post,
    path = "/api/build-repairs",
    tag = "builder",
    request_body = BuildRepairsRequest,
    responses(
        (status = 200, body = BuildRepairs),
        RateErrors,
        (status = 503, description = "The parts are still being read, too many wait, or the database does not answer"),
    )
)]
pub async fn find_build_repairs(
    State(service): State<BudgetService>,
    State(db): State<PgPool>,
    address: ClientAddress,
    Json(request): Json<BuildRepairsRequest>,
) -> ApiResult<impl IntoResponse> {
    let snapshot = service.snapshot()?;
    let request = request.read()?;
    let key = RequestKey::from_repair(&request).map_err(|error| ApiError::Internal(error.into()))?;
    let answer = service.answer_request(&db, address, snapshot, key, request, solve).await?;
    Ok((CachePolicy::Never, [(header::CONTENT_TYPE, JSON)], answer))
}

/// Returns the answer as JSON, and whether it is final: more time would give the same.
fn solve(
    request: &BudgetRequest,
    snapshot: &CatalogueSnapshot,
    time: Duration,
    _: Thoroughness,
    stop: &Stop<'_>,
) -> ApiResult<(Bytes, bool)> {
    let find = |stop: &Stop<'_>| find_repairs(&snapshot.catalogue, request, stop);
    let answer = solve_in_time(time, stop, find, has_no_repair_yet)
        .map_err(|error| solve_errors::to_error_for_field(error, snapshot, PARTS))?;
    let is_final = answer.is_final;
    let repairs = BuildRepairs::from_answer(request, answer, snapshot);
    let json = serde_json::to_vec(&repairs).map_err(|error| ApiError::Internal(error.into()))?;
    Ok((Bytes::from(json), is_final))
}

/// Whether the time ended before a first repair was found.
fn has_no_repair_yet(found: &Result<RepairAnswer, SolveError>) -> bool {
    found.as_ref().is_ok_and(|answer| !answer.fits && !answer.is_final && answer.repairs.is_empty())
}

impl BuildRepairs {
    fn from_answer(request: &BudgetRequest, answer: RepairAnswer, snapshot: &CatalogueSnapshot) -> Self {
        let RepairAnswer { fits, repairs, is_cut_short, is_final: _ } = answer;
        let reason = (!fits && repairs.is_empty()).then(|| no_repair(is_cut_short));
        let swaps = || repairs.iter().flat_map(|repair| &repair.swaps);
        let named: BTreeSet<ProductId> = swaps().flat_map(|swap| [swap.out, swap.into]).collect();
        Self {
            currency: CURRENCY,
            fits,
            no_repair: reason.map(|Sentence { en, ar }| NoBuildReason {
                text: en,
                text_ar: ar,
                is_final: !is_cut_short,
            }),
            products: AnswerConverter { request, snapshot }.list_products(&named),
            repairs: repairs.iter().map(BuildRepair::from_repair).collect(),
        }
    }
}

impl BuildRepair {
    fn from_repair(repair: &Repair) -> Self {
        Self {
            swaps: repair.swaps.iter().map(PartReplacement::from_replacement).collect(),
            price_change: Kwd(repair.price_change),
        }
    }
}

impl PartReplacement {
    fn from_replacement(swap: &Replacement) -> Self {
        Self {
            from: swap.out,
            to: swap.into,
            quantity: swap.quantity,
            price: Kwd(swap.price),
            price_before: swap.price_before.map(Kwd),
        }
    }
}

fn no_repair(is_cut_short: bool) -> Sentence {
    if is_cut_short {
        return Sentence {
            en: "We couldn’t find swaps in time. Try again, or change a part that clashes yourself."
                .to_owned(),
            ar: "ما لحقنا نلقى بدايل. جرّب مرة ثانية، أو بدّل القطعة اللي ما تركب بنفسك.".to_owned(),
        };
    }
    Sentence {
        en: "No parts in stock make this build fit, however many are swapped.".to_owned(),
        ar: "ما في قطع متوفرة تخلي هالتجميعة تركب على بعض، مهما بدّلنا فيها.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_search_that_was_stopped_without_a_repair_is_repeated() {
        let answer = |fits: bool, is_final: bool| -> Result<RepairAnswer, SolveError> {
            Ok(RepairAnswer { fits, repairs: Vec::new(), is_cut_short: !is_final, is_final })
        };
        assert!(has_no_repair_yet(&answer(false, false)));
        assert!(!has_no_repair_yet(&answer(false, true)));
        assert!(!has_no_repair_yet(&answer(true, true)));
        assert!(!has_no_repair_yet(&Err(SolveError::NoBuild)));
    }

    #[test]
    fn sentence_says_whether_another_try_may_help() {
        assert!(no_repair(true).en.contains("Try again"));
        assert!(!no_repair(false).en.contains("again"));
    }
}
