//! The query string of the review queue and of its export.

use domain::{
    model::Slug,
    store::matches::{MatchAssessment, MatchFilter, MatchOrder, MatchStatus},
};
use indexer::MAX_TEXT_CHARS;
use time::{Duration, OffsetDateTime};
use utoipa::IntoParams;

use crate::{
    http::{error::ApiResult, query::Query},
    wire::category::CategoryName,
};

/// Maximum of `minAgeDays`.
const MAX_AGE_DAYS: u32 = 3_650;
/// Maximum number of search words; further words are ignored.
const MAX_WORDS: usize = 20;

/// Filter and order of the review queue.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, non_snake_case, reason = "describes the query string in the OpenAPI document")]
pub(super) struct MatchFilterParams {
    /// Only the match with this id.
    id: Option<uuid::Uuid>,
    /// `all`, `pending`, `approved` or `rejected`.
    status: Option<String>,
    /// `all`, `match`, `no_match` or `needs_review`.
    decision: Option<String>,
    /// `worth` (the default) or `confidence`, the highest first; `age`, the oldest first; `retailer` or `manufacturer`, by
    /// name. In each, pending matches that are flagged come last.
    sort: Option<String>,
    /// Slug of the offer's retailer.
    retailer: Option<String>,
    /// Category of the offer or of the product.
    category: Option<CategoryName>,
    /// Percent.
    #[param(minimum = 0, maximum = 100)]
    minConfidence: Option<u32>,
    /// Percent.
    #[param(minimum = 0, maximum = 100)]
    maxConfidence: Option<u32>,
    /// Only matches that an administrator has flagged or reopened (true), or only others (false).
    flagged: Option<bool>,
    /// Only matches created at least so many days ago.
    #[param(minimum = 0, maximum = 3_650)]
    minAgeDays: Option<u32>,
    /// Words to search for. Each must be in a title, the product's name, a part number, the SKU, or an id of the offer
    /// or product.
    q: Option<String>,
}

/// Reads the filter. `all` or an absent parameter does not filter.
pub(super) fn read_filter(query: &mut Query) -> ApiResult<MatchFilter> {
    let statuses = [
        ("pending", MatchStatus::Pending),
        ("approved", MatchStatus::Approved),
        ("rejected", MatchStatus::Rejected),
    ];
    let assessments = [
        ("match", MatchAssessment::Match),
        ("no_match", MatchAssessment::NoMatch),
        ("needs_review", MatchAssessment::NeedsReview),
    ];
    let age = query.number("minAgeDays", 0, MAX_AGE_DAYS);
    Ok(MatchFilter {
        id: query.parsed("id", "must be the id of a match"),
        status: choice(query, "status", &statuses),
        assessment: choice(query, "decision", &assessments),
        retailer: query
            .parsed::<Slug>("retailer", "must be the slug of a retailer")
            .map(|slug| slug.to_string()),
        category: super::super::read_category(query)?,
        min_confidence: percent(query, "minConfidence"),
        max_confidence: percent(query, "maxConfidence"),
        flagged: query.parsed("flagged", "must be true or false"),
        proposed_before: age.map(|days| OffsetDateTime::now_utc() - Duration::days(days.into())),
        words: read_words(query),
    })
}

/// Reads `sort`: by worth where it is absent.
pub(super) fn read_order(query: &mut Query) -> MatchOrder {
    let orders = [
        ("worth", MatchOrder::ReviewPriority),
        ("confidence", MatchOrder::Confidence),
        ("age", MatchOrder::Age),
        ("retailer", MatchOrder::Retailer),
        ("manufacturer", MatchOrder::Manufacturer),
    ];
    let Some(wanted) = query.single("sort") else { return MatchOrder::default() };
    let found = orders.iter().find(|(name, _)| *name == wanted).map(|(_, order)| *order);
    if found.is_none() {
        query.problem("sort", format!("must be {}", orders.map(|(name, _)| name).join(", ")));
    }
    found.unwrap_or_default()
}

/// Reads a parameter that takes one of the given words. `all` or an absent parameter is `None`.
pub(in crate::routes::admin) fn choice<T: Copy>(
    query: &mut Query,
    name: &str,
    choices: &[(&str, T)],
) -> Option<T> {
    let value = query.single(name)?.to_lowercase();
    if value == "all" {
        return None;
    }
    let found = choices.iter().find(|(word, _)| *word == value).map(|(_, choice)| *choice);
    if found.is_none() {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        query.problem(name, format!("must be all, {}", words.join(", ")));
    }
    found
}

fn percent(query: &mut Query, name: &str) -> Option<f32> {
    query.number(name, 0, 100).map(|percent| percent as f32 / 100.0)
}

fn read_words(query: &mut Query) -> Vec<String> {
    let text = query.single("q").unwrap_or_default();
    if text.chars().count() > MAX_TEXT_CHARS {
        query.problem("q", format!("must have at most {MAX_TEXT_CHARS} characters"));
        return Vec::new();
    }
    // Postgres cannot store zero bytes.
    text.to_lowercase().replace('\0', " ").split_whitespace().take(MAX_WORDS).map(str::to_owned).collect()
}
