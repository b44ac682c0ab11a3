//! "Upgrade my PC": which parts of a PC at home to replace first for a budget.

use std::{collections::BTreeSet, time::Duration};

use axum::{body::Bytes, extract::State, http::header, response::IntoResponse};
use domain::{
    budget::{
        BudgetRequest, Proof, SolveError, Stop, Thoroughness, Upgrade, UpgradeAnswer, UpgradeKind, UseKey,
        find_upgrades,
    },
    model::{Category, ProductId},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgPool;
use utoipa::ToSchema;

use super::{
    BudgetService, JSON,
    answer::{BudgetProduct, BudgetRetailer, NoBuildReason, PricedBudgetBuild},
    convert_answer::{AnswerConverter, index_points},
    request::{BudgetBuildsRequest, BuildConstraints, FixedPart, RequestKey, UseName},
    solve_errors, solve_in_time,
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult, FieldProblems},
        extract::Json,
        limit::ClientAddress,
        responses::RateErrors,
    },
    routes::compatibility::words::Sentence,
    services::budget_catalogue::{CatalogueSnapshot, RetailerName},
    wire::{
        category::CategoryName,
        kwd::{CURRENCY, Kwd},
    },
};

/// The field of the request that holds the parts at home.
pub(super) const PARTS: &str = "parts";

/// A request for upgrades of a PC.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BudgetUpgradesRequest {
    /// The sum for new parts, in dinars: above 0, at most 1,000,000.
    #[schema(value_type = f64, exclusive_minimum = 0, maximum = 1_000_000, example = 150)]
    pub budget: Value,
    #[serde(rename = "use")]
    #[schema(value_type = UseName, example = "gaming-1440p")]
    pub use_key: String,
    /// `delivered` (the default): the budget pays for parts and delivery; `parts`: for parts alone.
    #[serde(default, rename = "counts")]
    #[schema(value_type = Option<String>, example = "delivered")]
    pub scope: Option<String>,
    /// Whether rules that cannot be checked, because a fact is not known, may stay unchecked. Otherwise every rule passes, also
    /// among the parts at home.
    #[serde(default)]
    pub allow_unknown: bool,
    /// The parts at home. Those of one class are replaced together.
    #[schema(min_items = 1, max_items = 16)]
    pub parts: Vec<HomePart>,
    /// Only these retailers, by slug.
    #[serde(default)]
    pub retailers: Vec<String>,
    /// Only retailers that take Tabby.
    #[serde(default)]
    pub tabby: bool,
}

/// A part at home.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HomePart {
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 32)]
    pub quantity: u32,
}

fn one() -> u32 {
    1
}

/// The changes to make first. Every index is estimated from specifications; none is a frame rate.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetUpgrades {
    #[schema(example = "KWD")]
    pub currency: &'static str,
    pub budget: Kwd,
    #[serde(rename = "use")]
    #[schema(value_type = UseName)]
    pub use_key: UseKey,
    /// Worth of the PC as it is, 0 to 100.
    #[schema(example = 41.2)]
    pub index: f64,
    /// Up to three: the best change of one part, of two, of more. Each is better than the one before.
    pub upgrades: Vec<UpgradeOption>,
    /// Categories of which no part at home was named: they may be there, so none is bought and no rule about them applies.
    #[schema(value_type = Vec<CategoryName>)]
    pub unknown: Vec<Category>,
    /// The reason where no change is answered.
    pub no_upgrade: Option<NoBuildReason>,
    /// The lowest sum that buys a change worth it, where this one buys none; null otherwise, and where none is found.
    pub enough: Option<Kwd>,
    /// Every product that the answer names.
    pub products: Vec<BudgetProduct>,
    /// Every retailer that the answer names.
    pub retailers: Vec<BudgetRetailer>,
}

/// A change of a PC.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpgradeOption {
    /// `onePart`, `twoParts` or `more`.
    #[schema(value_type = String, example = "onePart")]
    pub kind: UpgradeKind,
    /// Parts at home that others replace.
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub replaced: Vec<ProductId>,
    /// Parts to buy.
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub bought: Vec<ProductId>,
    /// Gain of the index, in its points.
    pub index_change: f64,
    /// The PC after the change; parts that stay are `owned`, and the total is what the change costs.
    #[serde(flatten)]
    pub build: PricedBudgetBuild,
    /// Whether it is proved that no change of its kind is better.
    pub optimal: bool,
}

impl BudgetUpgradesRequest {
    /// Reads the request over a catalogue's retailers.
    ///
    /// # Errors
    /// 422 naming every wrong field.
    fn read(self, retailers: &[RetailerName]) -> ApiResult<BudgetRequest> {
        let Self { budget, use_key, scope, allow_unknown, parts, retailers: slugs, tabby } = self;
        let is_empty = parts.is_empty();
        let keep = parts.into_iter().map(|part| FixedPart {
            product_id: part.product_id,
            quantity: part.quantity,
            owned: true,
        });
        let constraints =
            BuildConstraints { keep: keep.collect(), retailers: slugs, tabby, ..BuildConstraints::default() };
        let request = BudgetBuildsRequest { budget, use_key, scope, allow_unknown, constraints };
        let mut problems = match request.read(retailers) {
            Ok(request) if !is_empty => return Ok(request),
            Ok(_) => FieldProblems::new(),
            Err(ApiError::Invalid(problems)) => problems,
            Err(error) => return Err(error),
        };
        for (from, to) in [("wishes.keep", PARTS), ("wishes.retailers", "retailers")] {
            if let Some(problem) = problems.remove(from) {
                problems.insert(to.to_owned(), problem);
            }
        }
        if is_empty {
            problems.insert(PARTS.to_owned(), "must name at least one part".to_owned());
        }
        Err(ApiError::Invalid(problems))
    }
}

/// `POST /api/budget-upgrades`: what of the parts at home to change first for a sum.
///
/// Up to three changes: the best one of one part, of two, of more, with what each costs and gains, 1.5 points of the index or
/// more. Parts that stay cost nothing;
/// every rule of compatibility passes with the new ones, and the total is that of the cheapest basket.
#[utoipa::path(
    post,
    path = "/api/budget-upgrades",
    tag = "builder",
    request_body = BudgetUpgradesRequest,
    responses(
        (status = 200, body = BudgetUpgrades),
        RateErrors,
        (status = 503, description = "The parts are still being read, too many wait, or the database does not answer"),
    )
)]
pub async fn find_budget_upgrades(
    State(service): State<BudgetService>,
    State(db): State<PgPool>,
    address: ClientAddress,
    Json(request): Json<BudgetUpgradesRequest>,
) -> ApiResult<impl IntoResponse> {
    let snapshot = service.snapshot()?;
    let request = request.read(&snapshot.retailers)?;
    let key = RequestKey::from_upgrade(&request).map_err(|error| ApiError::Internal(error.into()))?;
    let answer = service.answer_request(&db, address, snapshot, key, request, solve).await?;
    Ok((CachePolicy::Never, [(header::CONTENT_TYPE, JSON)], answer))
}

/// Returns the answer as JSON, and whether it is final: more time would give the same.
fn solve(
    request: &BudgetRequest,
    snapshot: &CatalogueSnapshot,
    time: Duration,
    thoroughness: Thoroughness,
    stop: &Stop<'_>,
) -> ApiResult<(Bytes, bool)> {
    let find = |stop: &Stop<'_>| find_upgrades(&snapshot.catalogue, request, thoroughness, stop);
    let mut answer = solve_in_time(time, stop, find, has_no_upgrade_yet);
    if has_no_upgrade_yet(&answer) && thoroughness == Thoroughness::Thorough {
        // As `or_quick`.
        let quick = find_upgrades(&snapshot.catalogue, request, Thoroughness::Quick, &|| false);
        answer = quick.map(|quick| UpgradeAnswer { is_final: false, ..quick });
    }
    let answer = answer.map_err(|error| solve_errors::to_error_for_field(error, snapshot, PARTS))?;
    let is_final = answer.is_final && thoroughness == Thoroughness::Thorough;
    let upgrades = BudgetUpgrades::from_answer(request, answer, snapshot);
    let json = serde_json::to_vec(&upgrades).map_err(|error| ApiError::Internal(error.into()))?;
    Ok((Bytes::from(json), is_final))
}

/// Whether the time ended before a first upgrade was found.
fn has_no_upgrade_yet(found: &Result<UpgradeAnswer, SolveError>) -> bool {
    found.as_ref().is_ok_and(|answer| !answer.is_final && answer.upgrades.is_empty())
}

impl BudgetUpgrades {
    fn from_answer(request: &BudgetRequest, answer: UpgradeAnswer, snapshot: &CatalogueSnapshot) -> Self {
        let UpgradeAnswer { utility, upgrades, enough, unknown, is_cut_short, is_final: _ } = answer;
        let converter = AnswerConverter { request, snapshot };
        let reason = upgrades.is_empty().then(|| no_upgrade(is_cut_short));
        let option = |upgrade: Upgrade| UpgradeOption {
            kind: upgrade.kind,
            index_change: index_points(upgrade.build.utility - utility),
            build: converter.convert_build(&upgrade.build),
            optimal: upgrade.proof == Proof::Optimal,
            replaced: upgrade.replaced,
            bought: upgrade.bought,
        };
        let upgrades: Vec<UpgradeOption> = upgrades.into_iter().map(option).collect();
        let parts = upgrades.iter().flat_map(|upgrade| &upgrade.build.parts).map(|part| part.product_id);
        let replaced = upgrades.iter().flat_map(|upgrade| &upgrade.replaced).copied();
        let named: BTreeSet<ProductId> = parts.chain(replaced).collect();
        Self {
            currency: CURRENCY,
            budget: Kwd(request.budget),
            use_key: request.use_key,
            index: index_points(utility),
            no_upgrade: reason.map(|Sentence { en, ar }| NoBuildReason {
                text: en,
                text_ar: ar,
                is_final: !is_cut_short,
            }),
            enough: enough.map(Kwd),
            products: converter.list_products(&named),
            retailers: converter.list_retailers(upgrades.iter().map(|upgrade| &upgrade.build)),
            upgrades,
            unknown,
        }
    }
}

fn no_upgrade(is_cut_short: bool) -> Sentence {
    if is_cut_short {
        return Sentence {
            en: "We couldn’t find a better part in time. Try again.".to_owned(),
            ar: "ما لحقنا نلقى قطعة أحسن. جرّب مرة ثانية.".to_owned(),
        };
    }
    Sentence {
        en: "Nothing in stock for this sum is worth it: no part that fits makes this PC clearly better for this use."
            .to_owned(),
        ar: "ما في شي متوفر بهالمبلغ يستاهل: ولا قطعة تركب على هالجهاز تفرق معاه بهالاستخدام.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_search_that_was_cut_short_without_an_upgrade_is_repeated() {
        let answer = |is_cut_short, is_final| {
            let (upgrades, unknown) = (Vec::new(), Vec::new());
            Ok(UpgradeAnswer { utility: 100, upgrades, enough: None, unknown, is_cut_short, is_final })
        };
        assert!(has_no_upgrade_yet(&answer(true, false)));
        assert!(!has_no_upgrade_yet(&answer(true, true)));
        assert!(!has_no_upgrade_yet(&answer(false, true)));
        assert!(!has_no_upgrade_yet(&Err(SolveError::NoBuild)));
    }
}
