use std::{borrow::Cow, str::FromStr};

use domain::{
    budget::{self, BudgetRequest, BudgetScope, BuildSize, Constraints, RulePolicy, UseKey},
    compat::MAX_QUANTITY,
    model::{Fils, ProductId},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::{
    http::error::{ApiError, ApiResult, FieldProblems},
    services::budget_catalogue::RetailerName,
    wire::kwd::Kwd,
};

/// Number of fixed parts that a request may have.
pub(super) const MAX_FIXED_PARTS: usize = 16;
/// Length of a colour's name, in characters.
const MAX_COLOR: usize = 30;
const MAX_MEMORY: u32 = 1_024;
const MAX_STORAGE: u32 = 64_000;

/// The uses of a build, for the OpenAPI document: the names are those of `domain::budget::UseKey`.
#[derive(Debug)]
pub struct UseName;

/// A request for builds within a budget.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BudgetBuildsRequest {
    /// In dinars: above 0, at most 1,000,000.
    #[schema(value_type = f64, exclusive_minimum = 0, maximum = 1_000_000, example = 500)]
    pub budget: Value,
    #[serde(rename = "use")]
    #[schema(value_type = UseName, example = "gaming-1440p")]
    pub use_key: String,
    /// `delivered` (the default): the budget pays for parts and delivery; `parts`: for parts alone.
    #[serde(default, rename = "counts")]
    #[schema(value_type = Option<String>, example = "delivered")]
    pub scope: Option<String>,
    /// Whether rules that cannot be checked, because a fact is not known, may stay unchecked: only where the best build of
    /// which every rule is checked has less than 95 % of the index. Otherwise every rule is checked.
    #[serde(default)]
    pub allow_unknown: bool,
    #[serde(default, rename = "wishes")]
    pub constraints: BuildConstraints,
}

/// Constraints beside budget and use; an absent field constrains nothing.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = BuildWishes)]
pub struct BuildConstraints {
    /// Parts that must be in the build.
    #[schema(max_items = 16)]
    pub keep: Vec<FixedPart>,
    /// Only these retailers, by slug.
    pub retailers: Vec<String>,
    /// Only retailers that take Tabby.
    pub tabby: bool,
    /// The case has this colour; coolers and cards of a stated other colour are left out.
    #[schema(example = "white")]
    pub color: Option<String>,
    /// Greatest size: `mini-itx` or `micro-atx`.
    #[schema(example = "micro-atx")]
    pub size: Option<String>,
    pub quiet: bool,
    pub wifi: bool,
    /// `amd` or `intel`.
    #[schema(example = "amd")]
    pub cpu_manufacturer: Option<String>,
    /// Manufacturer of the graphics chip: `amd`, `intel` or `nvidia`.
    #[schema(example = "nvidia")]
    pub gpu_manufacturer: Option<String>,
    /// Whether a monitor is part of the build and of its price.
    pub monitor: bool,
    /// At least so much memory, in GB.
    #[schema(minimum = 1, maximum = 1_024)]
    pub min_memory: Option<u32>,
    /// At least so much storage, in GB.
    #[schema(minimum = 1, maximum = 64_000)]
    pub min_storage: Option<u32>,
}

/// A part that must be in the build.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FixedPart {
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 32)]
    pub quantity: u32,
    /// Whether it is at home already: it costs nothing then and need not be sold.
    #[serde(default)]
    pub owned: bool,
}

fn one() -> u32 {
    1
}

/// The key by which the answer to a request is cached. Equal requests have equal keys.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RequestKey(String);

impl BudgetBuildsRequest {
    /// Reads the request over a catalogue's retailers.
    ///
    /// # Errors
    /// 422 naming every wrong field.
    pub fn read(&self, retailers: &[RetailerName]) -> ApiResult<BudgetRequest> {
        let mut problems = FieldProblems::new();
        let mut note = |field: &str, problem: String| {
            problems.insert(field.to_owned(), problem);
        };
        let budget = read_budget(&self.budget).unwrap_or_else(|problem| {
            note("budget", problem);
            Fils::ZERO
        });
        let use_key = UseKey::from_str(&self.use_key).unwrap_or_else(|_| {
            note("use", format!("must be one of {}", UseKey::ALL.map(UseKey::as_str).join(", ")));
            UseKey::Office
        });
        let scope = match self.scope.as_deref() {
            None | Some("delivered") => BudgetScope::Delivered,
            Some("parts") => BudgetScope::PartsOnly,
            Some(_) => {
                note("counts", "must be delivered or parts".to_owned());
                BudgetScope::Delivered
            }
        };
        let constraints = self.constraints.read(retailers, &mut note);
        if !problems.is_empty() {
            return Err(ApiError::Invalid(problems));
        }
        let policy = RulePolicy { allow_unknown: self.allow_unknown, allow_warnings: false };
        Ok(BudgetRequest { budget, scope, use_key, constraints, policy })
    }
}

impl RequestKey {
    /// The key of a request for builds.
    ///
    /// # Errors
    /// When the request cannot be written as JSON.
    pub fn from_request(request: &BudgetRequest) -> serde_json::Result<Self> {
        let BudgetRequest { budget, scope, use_key, constraints, policy } = request;
        serde_json::to_string(&(budget, scope, use_key, constraints, policy)).map(Self)
    }

    /// The key of a request for upgrades. A request for builds with the same constraints has another answer and key.
    ///
    /// # Errors
    /// As [`RequestKey::from_request`].
    pub fn from_upgrade(request: &BudgetRequest) -> serde_json::Result<Self> {
        Self::from_request(request).map(|Self(text)| Self(format!("upgrade {text}")))
    }

    /// The key of a request for repairs.
    ///
    /// # Errors
    /// As [`RequestKey::from_request`].
    pub fn from_repair(request: &BudgetRequest) -> serde_json::Result<Self> {
        Self::from_request(request).map(|Self(text)| Self(format!("repair {text}")))
    }
}

/// Reads a sum of dinars. The error says why the value is none.
fn read_budget(value: &Value) -> Result<Fils, String> {
    let Kwd(budget) = Kwd::deserialize(value).map_err(|_| "must be a number of dinars".to_owned())?;
    if budget <= Fils::ZERO {
        return Err("must be above 0".to_owned());
    }
    if budget > Fils::MAX_PRICE {
        return Err(format!("must be at most {} dinars", Fils::MAX_PRICE.0 / 1000));
    }
    Ok(budget)
}

impl BuildConstraints {
    fn read(&self, retailers: &[RetailerName], note: &mut impl FnMut(&str, String)) -> Constraints {
        if self.keep.len() > MAX_FIXED_PARTS {
            note("wishes.keep", format!("takes at most {MAX_FIXED_PARTS} parts"));
        }
        if self.keep.iter().any(|part| part.quantity == 0 || u64::from(part.quantity) > MAX_QUANTITY) {
            note("wishes.keep", format!("takes each part from 1 to {MAX_QUANTITY} times"));
        }
        let color = self.color.as_deref().map(str::trim).filter(|color| !color.is_empty());
        if color.is_some_and(|color| color.chars().count() > MAX_COLOR) {
            note("wishes.color", format!("takes at most {MAX_COLOR} characters"));
        }
        let mut within = |field: &str, value: Option<u32>, most: u32| {
            if value.is_some_and(|value| value == 0 || value > most) {
                note(field, format!("must be a whole number of GB from 1 to {most}"));
            }
        };
        within("wishes.minMemory", self.min_memory, MAX_MEMORY);
        within("wishes.minStorage", self.min_storage, MAX_STORAGE);
        let mut word = |field: &str, value: &Option<String>, words: &'static [&'static str]| {
            read_word(value.as_deref(), words).unwrap_or_else(|problem| {
                note(field, problem);
                None
            })
        };
        let size = word("wishes.size", &self.size, &["mini-itx", "micro-atx"]);
        let cpu = word("wishes.cpuManufacturer", &self.cpu_manufacturer, &["amd", "intel"]);
        let gpu = word("wishes.gpuManufacturer", &self.gpu_manufacturer, &["amd", "intel", "nvidia"]);
        let keep = self.keep.iter().map(|part| budget::FixedPart {
            product_id: part.product_id,
            quantity: part.quantity,
            owned: part.owned,
        });
        Constraints {
            keep: keep.collect(),
            retailers: read_retailers(&self.retailers, retailers, note),
            tabby: self.tabby,
            color: color.map(str::to_lowercase),
            size: size.map(|size| if size == "mini-itx" { BuildSize::MiniItx } else { BuildSize::MicroAtx }),
            quiet: self.quiet,
            wifi: self.wifi,
            cpu_manufacturer: cpu.map(str::to_owned),
            gpu_manufacturer: gpu.map(str::to_owned),
            monitor: self.monitor,
            min_memory: self.min_memory,
            min_storage: self.min_storage,
        }
    }
}

/// The word of a field, spelt as in `words`; an empty field has none.
fn read_word(value: Option<&str>, words: &[&'static str]) -> Result<Option<&'static str>, String> {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(None) };
    let found = words.iter().find(|word| word.eq_ignore_ascii_case(value)).copied();
    found.map(Some).ok_or_else(|| format!("must be one of {}", words.join(", ")))
}

fn read_retailers(
    slugs: &[String],
    retailers: &[RetailerName],
    note: &mut impl FnMut(&str, String),
) -> Vec<usize> {
    let mut indices = Vec::new();
    for slug in slugs {
        match retailers.iter().position(|retailer| retailer.slug.as_str() == slug) {
            Some(index) => indices.push(index),
            None => note("wishes.retailers", format!("there is no retailer {slug:?} with parts in stock")),
        }
    }
    indices.sort_unstable();
    indices.dedup();
    indices
}

impl PartialSchema for UseName {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Use of a build"))
            .enum_values(Some(UseKey::ALL.map(UseKey::as_str)))
            .into()
    }
}

impl ToSchema for UseName {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("BuildUse")
    }
}
