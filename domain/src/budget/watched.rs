use serde::{Deserialize, Serialize};

use super::{
    request::{BudgetScope, Constraints},
    uses::UseKey,
};
use crate::model::{Fils, Slug};

/// The builds that a budget alert waits for: any build of the use that meets the constraints, is at least as good as
/// `min_utility`, and costs at most `budget`. Alerts are stored with the serialised names: a change of one needs a
/// migration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WatchedBudget {
    #[serde(rename = "sum")]
    pub budget: Fils,
    #[serde(rename = "use")]
    pub use_key: UseKey,
    #[serde(rename = "counts")]
    pub scope: BudgetScope,
    pub allow_unknown: bool,
    /// In points, at most 100,000; 0 asks for the use's minimum alone.
    pub min_utility: i64,
    /// Only these retailers; empty allows all. The indices in `constraints.retailers` hold for one catalogue only, and
    /// stay empty here.
    pub retailers: Vec<Slug>,
    pub constraints: Constraints,
}
