use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{ProductId, RuleContent, RuleText, SearchRuleId, SitePath},
    store::{
        audit::Actor,
        search_rules::{self, SearchRule},
    },
    transactions::search_rules::{self as changes, SearchRuleError},
};
use indexer::{Engine, normalize_query};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{AdminError, ApiError, ApiResult},
        extract::{Json, Path, Query},
        session::Admin,
    },
    routes::admin::commit,
    services::search_index::SearchIndex,
};

/// Maximum number of words that the words of a one-way synonym mean.
const MAX_MEANT_WORDS: usize = 8;

/// Rules about searches.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchRuleList {
    /// Those that hold, and those that were deleted within the last hour; the newest first.
    pub rules: Vec<SearchRuleBody>,
}

/// A rule about searches.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchRule)]
pub struct SearchRuleBody {
    #[schema(value_type = uuid::Uuid)]
    pub id: SearchRuleId,
    #[schema(example = "SYNONYM")]
    pub kind: String,
    pub text: String,
    /// Words that the words of a synonym also mean.
    pub other: Option<String>,
    /// Whether these words also mean those of `text`.
    pub two_way: bool,
    /// Where a redirect leads.
    pub path: Option<String>,
    /// The product that is pinned or buried.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub product_id: Option<ProductId>,
    pub product_name: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Administrator who created the rule; null when the account is gone.
    pub created_by: Option<String>,
    /// Null while the rule holds. A deleted rule can be restored for an hour.
    #[serde(with = "time::serde::rfc3339::option")]
    pub deleted_at: Option<OffsetDateTime>,
}

/// Kinds of rules.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(rename_all = "UPPERCASE")]
pub enum RuleKind {
    Synonym,
    Redirect,
    Pin,
    Bury,
}

/// A rule to create or to preview.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchRuleRequest {
    pub kind: RuleKind,
    /// Words of a synonym (one to four), else the whole text of a search.
    #[schema(max_length = 200)]
    pub text: String,
    /// For a synonym: words that the words also mean.
    #[schema(max_length = 200)]
    pub other: Option<String>,
    /// For a synonym: whether these words also mean those of `text`.
    #[serde(default)]
    pub two_way: bool,
    /// For a redirect: path of a page of this site, such as `/gpu`.
    #[schema(max_length = 300)]
    pub path: Option<String>,
    /// For a pinned or buried product.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub product_id: Option<ProductId>,
}

/// A rule that was created.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedSearchRule {
    #[schema(value_type = uuid::Uuid)]
    pub id: SearchRuleId,
}

/// `GET /api/admin/searches/rules`: lists the rules about searches.
#[utoipa::path(
    get,
    path = "/api/admin/searches/rules",
    responses((status = 200, body = SearchRuleList), (status = 422, description = "A parameter is unknown"))
)]
pub async fn list_search_rules(
    State(db): State<PgPool>,
    _: Admin,
    query: Query,
) -> ApiResult<impl IntoResponse> {
    query.finish()?;
    let rules = search_rules::list(&db, true).await?.into_iter().map(SearchRuleBody::from).collect();
    Ok((CachePolicy::Never, Json(SearchRuleList { rules })))
}

/// `POST /api/admin/searches/rules`: creates a rule. Every search follows it within seconds.
#[utoipa::path(
    post,
    path = "/api/admin/searches/rules",
    request_body = SearchRuleRequest,
    responses(
        (status = 201, body = CreatedSearchRule),
        (status = 409, description = "There is such a rule already"),
        (status = 422, description = "The rule is wrong, or would lead back to itself"),
    )
)]
pub async fn create_search_rule(
    State(db): State<PgPool>,
    State(index): State<SearchIndex>,
    Admin(session): Admin,
    Json(request): Json<SearchRuleRequest>,
) -> ApiResult<impl IntoResponse> {
    let rule = read_rule(&request, index.unready_engine())?;
    let mut tx = db.begin().await?;
    let id = changes::create(&mut tx, Actor::Admin(session.user_id), &rule).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, CachePolicy::Never, Json(CreatedSearchRule { id })))
}

/// `DELETE /api/admin/searches/rules/{id}`: deletes a rule. It can be restored for an hour.
#[utoipa::path(
    delete,
    path = "/api/admin/searches/rules/{id}",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204, description = "The rule no longer holds"),
        (status = 404, description = "No such rule holds"),
    )
)]
pub async fn delete_search_rule(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    let mut tx = db.begin().await?;
    changes::delete(&mut tx, Actor::Admin(session.user_id), id).await?;
    commit(tx).await
}

/// `POST /api/admin/searches/rules/{id}/restore`: restores a rule that was deleted within the last hour.
#[utoipa::path(
    post,
    path = "/api/admin/searches/rules/{id}/restore",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204, description = "The rule holds again"),
        (status = 404, description = "No such rule was deleted within the last hour"),
        (status = 409, description = "The same rule was created since"),
        (status = 422, description = "With the rules that were created since, this one leads back to itself or is one too many"),
    )
)]
pub async fn restore_search_rule(
    State(db): State<PgPool>,
    Admin(session): Admin,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    let mut tx = db.begin().await?;
    changes::restore(&mut tx, Actor::Admin(session.user_id), id).await?;
    commit(tx).await
}

/// Reads a rule.
///
/// # Errors
/// 422 naming the first field that is wrong.
pub(super) fn read_rule(request: &SearchRuleRequest, engine: &Engine) -> ApiResult<RuleContent> {
    let text = read_text("text", &request.text)?;
    match request.kind {
        RuleKind::Synonym => {
            let other = read_text("other", request.other.as_deref().unwrap_or_default())?;
            check_synonym(&text, &other, request.two_way, engine)?;
            Ok(RuleContent::Synonym { text, other, two_way: request.two_way })
        }
        RuleKind::Redirect => {
            let path = request.path.as_deref().unwrap_or_default().trim().parse::<SitePath>();
            let path = path.map_err(|error| ApiError::field("path", error.to_string()))?;
            let searched = read_searched(&path);
            Ok(RuleContent::Redirect { text, path, searched })
        }
        RuleKind::Pin => Ok(RuleContent::Pin { text, product: read_product(request)? }),
        RuleKind::Bury => Ok(RuleContent::Bury { text, product: read_product(request)? }),
    }
}

fn read_text(field: &'static str, text: &str) -> ApiResult<RuleText> {
    RuleText::new(text, normalize_query(text)).map_err(|error| ApiError::field(field, error.to_string()))
}

fn read_product(request: &SearchRuleRequest) -> ApiResult<ProductId> {
    request.product_id.ok_or_else(|| ApiError::field("productId", "must be the id of a product"))
}

/// Checks that the engine can look up the words.
fn check_synonym(text: &RuleText, other: &RuleText, two_way: bool, engine: &Engine) -> ApiResult<()> {
    const PHRASE: &str = "must have one to four words, and not only digits";
    if !engine.is_phrase(&text.typed) {
        return Err(ApiError::field("text", PHRASE));
    }
    if two_way && !engine.is_phrase(&other.typed) {
        return Err(ApiError::field("other", PHRASE));
    }
    if other.key.split(' ').count() > MAX_MEANT_WORDS {
        return Err(ApiError::field("other", format!("must have at most {MAX_MEANT_WORDS} words")));
    }
    Ok(())
}

/// Returns the key of the text that the search page of a path searches; `None` for other pages.
fn read_searched(path: &SitePath) -> Option<String> {
    let address = path.as_str().split('#').next()?.strip_prefix("/search?")?;
    let text = form_urlencoded::parse(address.as_bytes()).find(|(name, _)| name == "q")?.1.into_owned();
    Some(normalize_query(&text)).filter(|key| !key.is_empty())
}

/// A malformed id is treated as an unknown rule: 404.
fn read_id(text: &str) -> ApiResult<SearchRuleId> {
    text.parse().map_err(|_| AdminError::SearchRuleNotFound.into())
}

impl From<SearchRule> for SearchRuleBody {
    fn from(rule: SearchRule) -> Self {
        Self {
            id: rule.id,
            kind: rule.kind,
            text: rule.text,
            other: rule.other,
            two_way: rule.two_way,
            path: rule.path,
            product_id: rule.product_id,
            product_name: rule.product_name,
            created_at: rule.created_at,
            created_by: rule.created_by,
            deleted_at: rule.deleted_at,
        }
    }
}

impl From<SearchRuleError> for ApiError {
    fn from(error: SearchRuleError) -> Self {
        match error {
            SearchRuleError::NoRule => AdminError::SearchRuleNotFound.into(),
            SearchRuleError::Exists | SearchRuleError::SecondRedirect => AdminError::SearchRuleExists.into(),
            SearchRuleError::Cycle => AdminError::SearchRuleCycle.into(),
            SearchRuleError::TooMany | SearchRuleError::TooManyProducts => {
                AdminError::TooManySearchRules.into()
            }
            SearchRuleError::NoProduct => Self::field("productId", error.to_string()),
            SearchRuleError::Database(error) => error.into(),
        }
    }
}
