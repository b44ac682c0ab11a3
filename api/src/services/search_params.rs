use domain::compat::{MAX_PARTS, MAX_QUANTITY};
use domain::model::{Category, Fils, MoneyError, SpecKey, SpecKind};
use indexer::{ExcludedValues, Filters, MAX_DEPTH, MAX_LIMIT, SearchRequest, Sort, SpecFilter, Tier};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{compatibility_index::BuildPart, pasted::strip_deal_title};
use crate::{
    http::{
        error::{ApiError, ApiResult},
        extract::Query,
        page::DEFAULT_LIMIT,
        whole::Whole,
    },
    wire::category::CategoryName,
};

/// Parameters of a search or listing. Lists may be repeated or comma-separated.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SearchParams {
    /// Words to search for.
    #[param(max_length = 500)]
    q: String,
    /// Words of understood parts to be searched as plain words; repeated, not comma-separated.
    literal: Vec<String>,
    #[param(value_type = Vec<CategoryName>)]
    category: Vec<String>,
    manufacturer: Vec<String>,
    /// Slugs of retailers.
    retailer: Vec<String>,
    /// Categories to leave out. A fact's values are left out by `-spec.<key>`, such as `-spec.color=White`: products
    /// without the fact stay.
    #[serde(rename = "-category")]
    #[param(value_type = Vec<CategoryName>)]
    excluded_category: Vec<String>,
    /// Manufacturers to leave out.
    #[serde(rename = "-manufacturer")]
    excluded_manufacturer: Vec<String>,
    /// Slugs of retailers to leave out: a product stays if another retailer sells it.
    #[serde(rename = "-retailer")]
    excluded_retailer: Vec<String>,
    /// In dinars, with at most three decimals.
    #[param(value_type = Option<f64>, minimum = 0)]
    min_price: Option<String>,
    #[param(value_type = Option<f64>, minimum = 0)]
    max_price: Option<String>,
    #[param(value_type = Vec<TierName>)]
    tier: Vec<String>,
    /// Only products in stock.
    in_stock: bool,
    /// Only products of retailers that accept instalments by Tabby.
    tabby: bool,
    /// Minimum mean stars.
    #[param(value_type = Option<f32>, minimum = 0, maximum = 5)]
    min_rating: Option<String>,
    /// Product ids of a build, at most 64: hides products that do not fit it. Unknown ids are ignored. A product that the
    /// build has several times is `id:quantity`.
    compatible_with: Vec<String>,
    /// By default `relevance`, which without words equals `popularity`. Others: `popularity`, `price_asc`,
    /// `price_desc`, `delivered_asc` (including delivery), `name_asc`, `name_desc`, `drop`, `rating`, or
    /// `spec.<key>.asc` and `spec.<key>.desc` for a fact that listings filter by; products without the fact come last.
    /// By the price in stock for each unit: `value_capacity` (GB of memory, storage and graphics memory), `value_watts`
    /// (power supplies), `value_cores` (processors), `value_gaming` and `value_rendering` (points of `performance`);
    /// products that are not in stock or lack the measure come last.
    #[param(example = "spec.cores.desc")]
    sort: Option<String>,
    /// From 1. Pages reach the first 10,000 products.
    #[param(inline)]
    page: Whole<1, { MAX_DEPTH }, 1>,
    #[param(inline)]
    limit: Whole<1, { MAX_LIMIT }, { DEFAULT_LIMIT }>,
    /// `false` omits the counts: `facets` is empty, and the answer faster.
    #[param(default = true)]
    facets: Option<bool>,
    /// The group of `facets` whose values are all returned: `manufacturer`, `retailer` or `spec.<key>`. Of other groups
    /// the 100 most frequent values are returned.
    #[param(example = "spec.gpuChipset")]
    all_values: Option<String>,
}

/// A parsed request.
#[derive(Debug)]
pub struct RequestedSearch {
    pub request: SearchRequest,
    /// Parts of the build that results must fit.
    pub build: Vec<BuildPart>,
}

/// Beginning of the names of parameters that exclude values of a fact.
const EXCLUDED_SPEC: &str = "-spec.";

/// A named price range.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum TierName {
    Budget,
    MidRange,
    HighEnd,
    Enthusiast,
}

/// Reads the parameters of [`SearchParams`], and the `spec.` filters.
///
/// # Errors
/// 422 naming every wrong or unknown parameter. An unknown category is named alone.
pub fn read_request(mut query: Query) -> ApiResult<RequestedSearch> {
    let params: SearchParams = query.take();
    let filters = Filters {
        categories: parse_categories(&params.category)?,
        manufacturers: params.manufacturer,
        retailers: params.retailer,
        price_min: parse_price(&mut query, "minPrice", params.min_price),
        price_max: parse_price(&mut query, "maxPrice", params.max_price),
        tiers: query.parse_all("tier", &params.tier, expected_names(Tier::ALL.map(Tier::as_str))),
        in_stock: params.in_stock,
        tabby: params.tabby,
        min_rating: parse_rating(&mut query, params.min_rating),
        specs: read_specs(&mut query),
        excluded: ExcludedValues {
            categories: parse_categories(&params.excluded_category)?,
            manufacturers: params.excluded_manufacturer,
            retailers: params.excluded_retailer,
        },
    };
    check_prices(&mut query, &filters);
    let build = parse_build(&mut query, &params.compatible_with);
    let request = SearchRequest {
        // The title of a deal is searched like a name.
        text: strip_deal_title(&params.q).into_owned(),
        // Not split at commas, but written like the other lists.
        literal: params.literal.iter().map(|words| words.replace("\\,", ",")).collect(),
        filters,
        sort: query.parse_one("sort", params.sort, expected_sort()).unwrap_or(Sort::Relevance),
        page: params.page.0,
        limit: params.limit.0,
        facets: params.facets.unwrap_or(true),
        whole_group: parse_whole_group(&mut query, params.all_values),
        ..SearchRequest::default()
    };
    query.finish()?;
    Ok(RequestedSearch { request, build })
}

fn expected_names<const N: usize>(names: [&str; N]) -> String {
    format!("must be one of {}", names.join(", "))
}

fn expected_sort() -> String {
    format!("{}, spec.<key>.asc or spec.<key>.desc", expected_names(Sort::NAMED.map(Sort::as_str)))
}

fn parse_categories(names: &[String]) -> ApiResult<Vec<Category>> {
    names.iter().map(|name| name.parse()).collect::<Result<_, _>>().map_err(|_| ApiError::InvalidCategory)
}

fn parse_price(query: &mut Query, name: &str, text: Option<String>) -> Option<Fils> {
    let problem = match text?.parse::<Fils>() {
        Ok(price) if price < Fils::ZERO => "must not be negative".to_owned(),
        Ok(price) if price > Fils::MAX_PRICE => MoneyError::TooLarge.to_string(),
        Ok(price) => return Some(price),
        Err(error) => error.to_string(),
    };
    query.problem(name, problem);
    None
}

fn check_prices(query: &mut Query, filters: &Filters) {
    if filters.price_min.zip(filters.price_max).is_some_and(|(min, max)| min > max) {
        query.problem("minPrice", "must not be above maxPrice");
    }
}

fn parse_rating(query: &mut Query, text: Option<String>) -> Option<f32> {
    const EXPECTED: &str = "must be a number from 0 to 5";
    let stars = query.parse_one::<f32>("minRating", text, EXPECTED)?;
    if (0.0..=5.0).contains(&stars) {
        return Some(stars);
    }
    query.problem("minRating", EXPECTED);
    None
}

fn parse_whole_group(query: &mut Query, group: Option<String>) -> Option<String> {
    let group = group?;
    let spec = group.strip_prefix("spec.").is_some_and(|key| key.parse::<SpecKey>().is_ok());
    if spec || matches!(group.as_str(), "manufacturer" | "retailer") {
        return Some(group);
    }
    query.problem("allValues", "must be manufacturer, retailer or spec.<key>");
    None
}

fn parse_build(query: &mut Query, parts: &[String]) -> Vec<BuildPart> {
    let expected =
        format!("must be product ids, each alone or as id:quantity, at most {MAX_QUANTITY} of each");
    let parts = query.parse_all::<BuildPart>("compatibleWith", parts, expected);
    if parts.len() > MAX_PARTS {
        query.problem("compatibleWith", format!("takes at most {MAX_PARTS} products"));
    }
    parts
}

fn read_specs(query: &mut Query) -> Vec<(SpecKey, SpecFilter)> {
    let mut ranges: Vec<(SpecKey, Option<f64>, Option<f64>)> = Vec::new();
    let mut filters = Vec::new();
    for name in query.names_with("spec.") {
        let Some((key, part)) = read_spec_name(query, &name) else { continue };
        if part == SpecPart::Value {
            filters.push((key, SpecFilter::AnyOf(query.comma_values(&name))));
            continue;
        }
        let bound = read_bound(query, &name, key);
        let index = ranges.iter().position(|(other, ..)| *other == key).unwrap_or_else(|| {
            ranges.push((key, None, None));
            ranges.len() - 1
        });
        if let Some((_, min, max)) = ranges.get_mut(index) {
            *(if part == SpecPart::Min { min } else { max }) = bound;
        }
    }
    filters.extend(read_excluded_specs(query));
    filters.retain(|(_, filter)| match filter {
        SpecFilter::AnyOf(values) | SpecFilter::NoneOf(values) => !values.is_empty(),
        SpecFilter::Range { .. } => true,
    });
    for (key, min, max) in ranges {
        if min.zip(max).is_some_and(|(min, max)| min > max) {
            query.problem(format!("spec.{key}.min"), format!("must not be above spec.{key}.max"));
        }
        if min.is_some() || max.is_some() {
            filters.push((key, SpecFilter::Range { min, max }));
        }
    }
    filters
}

/// Reads the values to leave out: `-spec.color=White`.
fn read_excluded_specs(query: &mut Query) -> Vec<(SpecKey, SpecFilter)> {
    let mut filters = Vec::new();
    for name in query.names_with(EXCLUDED_SPEC) {
        match name.strip_prefix(EXCLUDED_SPEC).unwrap_or_default().parse() {
            Ok(key) => filters.push((key, SpecFilter::NoneOf(query.comma_values(&name)))),
            Err(_) => {
                query.ignore(&name);
                query.problem(&name, "there is no such spec");
            }
        }
    }
    filters
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SpecPart {
    Value,
    Min,
    Max,
}

fn read_spec_name(query: &mut Query, name: &str) -> Option<(SpecKey, SpecPart)> {
    let key = name.strip_prefix("spec.")?;
    let (key, part) = match key.rsplit_once('.') {
        Some((key, "min")) => (key, SpecPart::Min),
        Some((key, "max")) => (key, SpecPart::Max),
        _ => (key, SpecPart::Value),
    };
    let parsed = key.parse().ok();
    if parsed.is_none() {
        query.ignore(name);
        query.problem(name, "there is no such spec");
    }
    parsed.map(|key| (key, part))
}

fn read_bound(query: &mut Query, name: &str, key: SpecKey) -> Option<f64> {
    let bound = query.parsed::<f64>(name, "must be a number")?;
    let problem = match key.kind() {
        SpecKind::Integer(..) | SpecKind::Number(..) if bound.is_finite() => return Some(bound),
        SpecKind::Integer(..) | SpecKind::Number(..) => "must be a number",
        _ => "is no number and has no bounds",
    };
    query.problem(name, problem);
    None
}
