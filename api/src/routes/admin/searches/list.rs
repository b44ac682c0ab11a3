use axum::{extract::State, response::IntoResponse};
use domain::store::{
    searches::{self, SearchView, SearchedText},
    users::Language,
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::{Date, Duration, OffsetDateTime, format_description::well_known::Iso8601};
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
        page::Page,
        session::Admin,
    },
    routes::{accounts::LanguageName, admin::matches::choice},
};

/// Number of days that are listed unless the request says otherwise; a preview of a rule uses these too.
pub(super) const DEFAULT_DAYS: i64 = 30;

/// A page of the texts that visitors search.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchList {
    pub searches: Vec<SearchedTextBody>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
}

/// A text that at least three visitors searched on a day, with its counts over such days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchedText)]
pub struct SearchedTextBody {
    /// In the form in which texts are compared.
    pub text: String,
    /// Language of the page.
    #[schema(value_type = LanguageName)]
    pub language: Language,
    pub searches: i64,
    /// Searches that found nothing.
    pub empty_searches: i64,
    /// Number of products that the newest search found.
    pub results: i64,
    /// Searches that were followed by a click on a result.
    pub clicks: i64,
    /// Mean place of the first click, from 1.
    pub mean_rank: Option<f64>,
    /// Parts of the text that were interpreted as filters or as an order.
    pub understood: Vec<UnderstoodWords>,
    /// Words that were dropped because nothing was found with them.
    pub unknown_words: Vec<String>,
    /// Texts that were searched next, the most frequent first.
    pub next_texts: Vec<String>,
}

/// Words and their interpretation.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct UnderstoodWords {
    /// As in the answer of a search: `category`, `brand`, `price` and so on.
    pub kind: String,
    pub label: String,
    pub words: String,
}

/// `GET /api/admin/searches`: lists what visitors search.
#[utoipa::path(
    get,
    path = "/api/admin/searches",
    params(
        ("view" = Option<String>, Query, description = "all (the most frequent), no_results, no_click or unknown_words"),
        ("from" = Option<String>, Query, description = "First day (UTC), such as 2026-11-01; 29 days before the last by default"),
        ("until" = Option<String>, Query, description = "Last day (UTC); today by default"),
        Page,
    ),
    responses((status = 200, body = SearchList))
)]
pub async fn list_searches(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let views = [
        ("no_results", SearchView::NoResults),
        ("no_click", SearchView::NoClick),
        ("unknown_words", SearchView::UnknownWords),
    ];
    let view = query.single("view");
    let view = choice(&mut query, "view", view, &views).unwrap_or(SearchView::Frequent);
    let until = read_day(&mut query, "until").unwrap_or_else(|| OffsetDateTime::now_utc().date());
    let from = read_day(&mut query, "from").unwrap_or_else(|| first_day(until));
    let page: Page = query.take();
    query.finish()?;
    let found = searches::list(&db, view, from, until, page.offset(), page.limit.0.into()).await?;
    let answer = SearchList {
        total: found.first().map_or(0, |first| first.total),
        searches: found.into_iter().map(SearchedTextBody::from).collect(),
        page: page.page.0,
        limit: page.limit.0,
    };
    Ok((CachePolicy::Never, Json(answer)))
}

/// Returns the first of the default days that end with a day.
pub(in crate::routes::admin) fn first_day(last: Date) -> Date {
    last.saturating_sub(Duration::days(DEFAULT_DAYS - 1))
}

/// Reads a day that Postgres can store.
pub(in crate::routes::admin) fn read_day(query: &mut Query, name: &str) -> Option<Date> {
    let text = query.single(name)?;
    let day = Date::parse(&text, &Iso8601::DATE).ok().filter(|day| (1_900..=9_999).contains(&day.year()));
    if day.is_none() {
        query.problem(name, "must be a day such as 2026-11-01");
    }
    day
}

impl From<SearchedText> for SearchedTextBody {
    fn from(found: SearchedText) -> Self {
        Self {
            text: found.text,
            language: found.language,
            searches: found.searches,
            empty_searches: found.empty_searches,
            results: found.results,
            clicks: found.clicks,
            mean_rank: found.mean_rank,
            understood: serde_json::from_value(found.understood).unwrap_or_default(),
            unknown_words: found.unknown_words,
            next_texts: found.next_texts,
        }
    }
}
