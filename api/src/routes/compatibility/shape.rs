#![expect(
    dead_code,
    reason = "describes in the OpenAPI document what the rules' own types look like as JSON"
)]

use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::category::CategoryName;

/// Value of a fact as the rules compare it.
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
    /// The part that has the fact; null when the figure belongs to the build.
    pub part: Option<uuid::Uuid>,
    /// Name of a spec or a derived fact.
    #[schema(example = "length")]
    pub key: String,
    pub value: FactValue,
    pub origin: FactOrigin,
}

/// Origin of a fact: stated in the part's specs, or inferred.
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

/// The value that one side asks for and the value that the other side allows.
#[derive(Serialize, ToSchema)]
pub(super) struct IssueEvidence {
    pub asked: EvidenceFact,
    pub allowed: EvidenceFact,
    /// Difference of asked and allowed, in `unit`, when both are numbers.
    pub gap: Option<f64>,
    #[schema(example = "mm")]
    pub unit: Option<String>,
}

/// A listing of parts that would fit.
#[derive(Serialize, ToSchema)]
pub(super) struct IssueFix {
    #[schema(value_type = CategoryName)]
    pub category: String,
    /// Pairs of a parameter name in the listing's address and its value.
    #[schema(example = json!([["spec.length.max", "355"]]))]
    pub filters: Vec<Vec<String>>,
}

/// An unknown fact.
#[derive(Serialize, ToSchema)]
pub(super) struct MissingFact {
    pub part: uuid::Uuid,
    pub key: String,
}

/// One line of the power sum.
#[derive(Serialize, ToSchema)]
pub(super) struct WattLine {
    /// Null for `BASE` and `BEYOND_BASE`.
    pub part: Option<uuid::Uuid>,
    /// Category of the part, `BASE` or `BEYOND_BASE`.
    pub kind: String,
    pub quantity: u32,
    /// Part of the estimated draw, in W; null when unknown.
    pub estimated: Option<f64>,
    /// Part of the required draw, in W; null when unknown or contained in the base.
    pub required: Option<f64>,
    pub origin: Option<FactOrigin>,
}
