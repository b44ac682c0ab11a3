//! Budget alerts: "tell me when gaming at 1440p fits into 450 dinars".

use domain::{
    budget::{BudgetScope, BuildSize, Constraints, UseKey, WatchedBudget},
    model::Fils,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    http::error::{ApiError, ApiResult},
    routes::budget::{
        BudgetService,
        convert_answer::index_points,
        request::{BudgetBuildsRequest, BuildConstraints, FixedPart, UseName},
    },
    wire::kwd::Kwd,
};

/// The field of a new alert that holds the builds to wait for.
const FIELD: &str = "budgetBuild";
/// The largest utility of a build on the wire, where it is an index from 0 to 100.
const MAX_INDEX: f64 = 100.0;

/// The builds that a `BUDGET_BUILD` waits for: all that are for this use, meet its minimum and the constraints, and have at least
/// this index.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewBudgetWatch)]
pub struct NewBudgetAlert {
    #[serde(rename = "use")]
    #[schema(value_type = UseName, example = "gaming-1440p")]
    pub use_key: String,
    /// As in a request for builds: `delivered` (the default) or `parts`.
    #[serde(default, rename = "counts")]
    #[schema(value_type = Option<String>, example = "delivered")]
    pub scope: Option<String>,
    /// As in a request for builds.
    #[serde(default)]
    pub allow_unknown: bool,
    #[serde(default, rename = "wishes")]
    pub constraints: BuildConstraints,
    /// The least utility (`index` of a build), above 0 and at most 100, such as that of a build that was found; absent asks
    /// for the minimum of the use alone.
    #[serde(default)]
    #[schema(exclusive_minimum = 0, maximum = 100)]
    pub min_index: Option<f64>,
}

/// The builds that an alert waits for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchedBudgetBuild {
    /// The sum that a build has to fit into.
    pub budget: Kwd,
    #[serde(rename = "use")]
    #[schema(value_type = UseName)]
    pub use_key: UseKey,
    /// `delivered` or `parts`.
    #[serde(rename = "counts")]
    #[schema(value_type = String)]
    pub scope: BudgetScope,
    pub allow_unknown: bool,
    #[serde(rename = "wishes")]
    pub constraints: BuildConstraints,
    /// The least index; null for the minimum of the use.
    pub min_index: Option<f64>,
}

/// Reads the builds that a new alert waits for within a budget.
///
/// # Errors
/// 422 naming every wrong field; 503 while the parts are being read.
pub(super) fn read_watched_budget(
    wanted: Option<&NewBudgetAlert>,
    budget: Fils,
    service: &BudgetService,
) -> ApiResult<WatchedBudget> {
    let wanted = wanted.ok_or_else(|| ApiError::field(FIELD, "must say for which use a build is wanted"))?;
    let min_utility = wanted.min_utility()?;
    let request = BudgetBuildsRequest {
        budget: serde_json::to_value(Kwd(budget)).map_err(|error| ApiError::Internal(error.into()))?,
        use_key: wanted.use_key.clone(),
        scope: wanted.scope.clone(),
        allow_unknown: wanted.allow_unknown,
        constraints: wanted.constraints.clone(),
    };
    let (request, retailers) = service.read_request(&request).map_err(prefix_fields)?;
    Ok(WatchedBudget {
        budget,
        use_key: request.use_key,
        scope: request.scope,
        allow_unknown: wanted.allow_unknown,
        min_utility,
        retailers,
        constraints: Constraints { retailers: Vec::new(), ..request.constraints },
    })
}

impl NewBudgetAlert {
    fn min_utility(&self) -> ApiResult<i64> {
        match self.min_index {
            None => Ok(0),
            // The least index that is not "none": a smaller one would be no condition at all.
            Some(index) if index > 0.0 && index <= MAX_INDEX => Ok(((index * 1_000.0).round() as i64).max(1)),
            Some(_) => Err(ApiError::field(format!("{FIELD}.minIndex"), "must be above 0 and at most 100")),
        }
    }
}

/// Prefixes the names of wrong fields with [`FIELD`], as the request for an alert nests them.
pub(super) fn prefix_fields(error: ApiError) -> ApiError {
    let prefixed = |field: String| format!("{FIELD}.{field}");
    match error {
        ApiError::Invalid(problems) => ApiError::Invalid(
            problems.into_iter().map(|(field, problem)| (prefixed(field), problem)).collect(),
        ),
        ApiError::ConstraintsContradict { sentence, sentence_ar, fields } => {
            let fields = fields.into_iter().map(prefixed).collect();
            ApiError::ConstraintsContradict { sentence, sentence_ar, fields }
        }
        other => other,
    }
}

impl From<&WatchedBudget> for WatchedBudgetBuild {
    fn from(watched: &WatchedBudget) -> Self {
        let WatchedBudget { budget, use_key, scope, allow_unknown, min_utility, .. } = watched;
        Self {
            budget: Kwd(*budget),
            use_key: *use_key,
            scope: *scope,
            allow_unknown: *allow_unknown,
            constraints: to_build_constraints(watched),
            min_index: (*min_utility > 0).then(|| index_points(*min_utility)),
        }
    }
}

fn to_build_constraints(watched: &WatchedBudget) -> BuildConstraints {
    let wanted = watched.constraints.clone();
    let keep = wanted.keep.iter().map(|part| FixedPart {
        product_id: part.product_id,
        quantity: part.quantity,
        owned: part.owned,
    });
    let size = wanted.size.map(|size| match size {
        BuildSize::MiniItx => "mini-itx",
        BuildSize::MicroAtx => "micro-atx",
    });
    BuildConstraints {
        keep: keep.collect(),
        retailers: watched.retailers.iter().map(|slug| slug.as_str().to_owned()).collect(),
        tabby: wanted.tabby,
        color: wanted.color,
        size: size.map(str::to_owned),
        quiet: wanted.quiet,
        wifi: wanted.wifi,
        cpu_manufacturer: wanted.cpu_manufacturer,
        gpu_manufacturer: wanted.gpu_manufacturer,
        monitor: wanted.monitor,
        min_memory: wanted.min_memory,
        min_storage: wanted.min_storage,
    }
}
