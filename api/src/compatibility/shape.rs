#![expect(
    dead_code,
    reason = "describes in the OpenAPI document what the rules' own types look like as JSON"
)]

use serde::Serialize;
use utoipa::ToSchema;

use crate::categories::CategoryName;

/// A fact's value as the rules compare it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum FactValue {
    Flag(bool),
    Number(f64),
    Words(Vec<String>),
}

/// One side of a comparison.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EvidenceFact {
    /// Whose fact it is; null where the figure belongs to the build.
    #[schema(required)]
    pub part: Option<uuid::Uuid>,
    /// A spec's or a derived fact's name.
    #[schema(example = "length")]
    pub key: String,
    pub value: FactValue,
    pub origin: FactOrigin,
}

/// Where a fact came from: stated by the part's specs, or inferred.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum FactOrigin {
    Stated,
    Name,
    Model,
    Chipset,
    Socket,
    Reckoned,
}

/// What one side asks and the other allows.
#[derive(Serialize, ToSchema)]
pub(super) struct IssueEvidence {
    pub asked: EvidenceFact,
    pub allowed: EvidenceFact,
    /// Asked less allowed, in `unit`, where both are numbers.
    #[schema(required)]
    pub gap: Option<f64>,
    #[schema(required, example = "mm")]
    pub unit: Option<String>,
}

/// A listing of parts that would fit.
#[derive(Serialize, ToSchema)]
pub(super) struct IssueFix {
    #[schema(value_type = CategoryName)]
    pub category: String,
    /// Pairs of a parameter's name in the listing's address and its value.
    #[schema(example = json!([["spec.length.max", "355"]]))]
    pub filters: Vec<Vec<String>>,
}

/// A fact that is not known.
#[derive(Serialize, ToSchema)]
pub(super) struct MissingFact {
    pub part: uuid::Uuid,
    pub key: String,
}

/// One line of the watts.
#[derive(Serialize, ToSchema)]
pub(super) struct WattLine {
    /// Null for the base and what goes beyond it.
    #[schema(required)]
    pub part: Option<uuid::Uuid>,
    /// The part's category, `BASE` or `BEYOND_BASE`.
    pub kind: String,
    pub quantity: u32,
    /// Its share of the running estimate; null where it is not known.
    #[schema(required)]
    pub estimated: Option<f64>,
    /// Its share of the required watts; null where it is not known or stands in the base.
    #[schema(required)]
    pub required: Option<f64>,
    #[schema(required)]
    pub origin: Option<FactOrigin>,
}
