//! The query string of the review queue and of its export.

use domain::{
    model::Slug,
    store::matches::{MatchAssessment, MatchFilter, MatchOrder, MatchStatus},
};
use indexer::MAX_TEXT_CHARS;
use serde::Deserialize;
use time::{Duration, OffsetDateTime};
use utoipa::IntoParams;

use crate::{
    http::{error::ApiResult, query::Query, whole::Whole},
    wire::category::CategoryName,
};

/// Maximum number of search words; further words are ignored.
const MAX_WORDS: usize = 20;

/// Filter and order of the review queue.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct MatchFilterParams {
    /// Only the match with this id.
    #[param(value_type = Option<uuid::Uuid>)]
    id: Option<String>,
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
    #[param(value_type = Option<CategoryName>)]
    category: Option<String>,
    /// Percent.
    #[param(inline)]
    min_confidence: Option<Percent>,
    /// Percent.
    #[param(inline)]
    max_confidence: Option<Percent>,
    /// Only matches that an administrator has flagged or reopened (true), or only others (false).
    flagged: Option<bool>,
    /// Only matches created at least so many days ago.
    #[param(inline)]
    min_age_days: Option<Whole<0, 3_650>>,
    /// Words to search for. Each must be in a title, the product's name, a part number, the SKU, or an id of the offer
    /// or product.
    q: Option<String>,
}

type Percent = Whole<0, 100>;

/// Reads the filter and the order. `all` or an absent parameter does not filter.
pub(super) fn read_filter(query: &mut Query) -> ApiResult<(MatchFilter, MatchOrder)> {
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
    let params: MatchFilterParams = query.take();
    query.check_length("q", params.q.as_deref(), MAX_TEXT_CHARS);
    let filter = MatchFilter {
        id: query.parse_one("id", params.id, "must be the id of a match"),
        status: choice(query, "status", params.status, &statuses),
        assessment: choice(query, "decision", params.decision, &assessments),
        retailer: query
            .parse_one::<Slug>("retailer", params.retailer, "must be the slug of a retailer")
            .map(|slug| slug.to_string()),
        category: super::super::read_category(params.category)?,
        min_confidence: params.min_confidence.map(to_share),
        max_confidence: params.max_confidence.map(to_share),
        flagged: params.flagged,
        proposed_before: params
            .min_age_days
            .map(|Whole(days)| OffsetDateTime::now_utc() - Duration::days(days.into())),
        words: split_words(&params.q.unwrap_or_default()),
    };
    Ok((filter, read_order(query, params.sort)))
}

/// Reads `sort`: by worth where it is absent.
fn read_order(query: &mut Query, sort: Option<String>) -> MatchOrder {
    let orders = [
        ("worth", MatchOrder::ReviewPriority),
        ("confidence", MatchOrder::Confidence),
        ("age", MatchOrder::Age),
        ("retailer", MatchOrder::Retailer),
        ("manufacturer", MatchOrder::Manufacturer),
    ];
    let Some(wanted) = sort else { return MatchOrder::default() };
    let found = orders.iter().find(|(name, _)| *name == wanted).map(|(_, order)| *order);
    if found.is_none() {
        query.problem("sort", format!("must be {}", orders.map(|(name, _)| name).join(", ")));
    }
    found.unwrap_or_default()
}

/// Reads the value of a parameter that takes one of the given words. `all` or an absent parameter is `None`.
pub(in crate::routes::admin) fn choice<T: Copy>(
    query: &mut Query,
    name: &str,
    value: Option<String>,
    choices: &[(&str, T)],
) -> Option<T> {
    let value = value?.to_lowercase();
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

fn to_share(Whole(percent): Percent) -> f32 {
    percent as f32 / 100.0
}

fn split_words(text: &str) -> Vec<String> {
    // Postgres cannot store zero bytes.
    text.to_lowercase().replace('\0', " ").split_whitespace().take(MAX_WORDS).map(str::to_owned).collect()
}
