use axum::{extract::State, response::IntoResponse};
use domain::store::audit::{self, ActorFilter, AuditEntry, AuditFilter};
use serde::Serialize;
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

use super::read_search;
use crate::http::{
    cache::CachePolicy, error::ApiResult, extract::Json, page::Page, query::Query, session::Admin,
};

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditLog {
    /// Newest first.
    pub actions: Vec<AuditAction>,
    pub total: i64,
    pub page: u32,
    pub limit: u32,
    /// Every action type in the log, for the filter.
    pub action_types: Vec<String>,
    /// Every administrator in the log, for the filter.
    pub admins: Vec<AuditAuthor>,
}

/// An administrator who appears in the log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditAuthor {
    pub id: uuid::Uuid,
    pub name: String,
    pub email: Option<String>,
}

/// One entry of the audit log: what an administrator or the matcher did to which target.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditAction {
    pub id: uuid::Uuid,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    pub admin: AuditAdmin,
    #[schema(example = "APPROVE_MATCH")]
    pub action_type: String,
    #[schema(example = "MATCH")]
    pub target_type: String,
    pub target_id: String,
    /// Current name of the target.
    pub target_name: Option<String>,
    /// Product page that the target is, belongs to, or is about.
    pub target_product_id: Option<uuid::Uuid>,
    /// Fields of the target before and after the action; null where the target did not exist.
    #[schema(value_type = Option<Object>)]
    pub before: Option<serde_json::Value>,
    #[schema(value_type = Option<Object>)]
    pub after: Option<serde_json::Value>,
}

/// Author of an action.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditAdmin {
    /// `SYSTEM` for the matcher.
    pub name: String,
    pub email: Option<String>,
}

/// `GET /api/admin/audit-log`: lists the actions of administrators and of the matcher, newest first.
#[utoipa::path(
    get,
    path = "/api/admin/audit-log",
    params(
        ("actionType" = Option<String>, Query, description = "Only this kind of action"),
        ("targetType" = Option<String>, Query, description = "Only on this kind of thing"),
        ("targetId" = Option<String>, Query, description = "Only on the one with this id, or with an id that begins so"),
        ("search" = Option<String>, Query, description = "Only on things, or by administrators, with these words in their name"),
        ("admin" = Option<String>, Query, description = "Only by this administrator (an id), by any (PEOPLE), or by the machine (SYSTEM)"),
        ("from" = Option<String>, Query, description = "Not before this moment (RFC 3339)"),
        ("until" = Option<String>, Query, description = "Before this moment (RFC 3339)"),
        Page,
    ),
    responses((status = 200, body = AuditLog))
)]
pub async fn list_audit_log(
    State(db): State<PgPool>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let search = read_search(&mut query);
    let filter = AuditFilter {
        search,
        action_type: query.single("actionType"),
        target_type: query.single("targetType"),
        target_id: query.single("targetId"),
        actor: read_actor(&mut query),
        from: read_moment(&mut query, "from"),
        until: read_moment(&mut query, "until"),
    };
    let page: Page = query.take();
    query.finish()?;
    let (entries, total, action_types, authors) = tokio::try_join!(
        audit::list(&db, &filter, page.offset(), page.limit.0.into()),
        audit::count(&db, &filter),
        audit::list_actions(&db),
        audit::list_authors(&db),
    )?;
    let admins = authors
        .into_iter()
        .map(|author| AuditAuthor { id: author.id.0, name: author.name, email: author.email })
        .collect();
    let actions = entries.into_iter().map(AuditAction::from).collect();
    Ok((
        CachePolicy::Never,
        Json(AuditLog { actions, total, page: page.page.0, limit: page.limit.0, action_types, admins }),
    ))
}

fn read_actor(query: &mut Query) -> Option<ActorFilter> {
    let text = query.single("admin")?;
    if text.eq_ignore_ascii_case("SYSTEM") {
        return Some(ActorFilter::System);
    }
    if text.eq_ignore_ascii_case("PEOPLE") {
        return Some(ActorFilter::People);
    }
    let admin = text.parse().ok().map(ActorFilter::Admin);
    if admin.is_none() {
        query.problem("admin", "must be the id of an administrator, PEOPLE or SYSTEM");
    }
    admin
}

fn read_moment(query: &mut Query, name: &str) -> Option<OffsetDateTime> {
    let text = query.single(name)?;
    let moment = OffsetDateTime::parse(&text, &Rfc3339).ok();
    if moment.is_none() {
        query.problem(name, "must be a moment such as 2026-11-23T00:00:00Z");
    }
    moment
}

impl From<AuditEntry> for AuditAction {
    fn from(entry: AuditEntry) -> Self {
        AuditAction {
            id: entry.id,
            created_at: entry.created_at,
            admin: AuditAdmin { name: entry.admin_name, email: entry.admin_email },
            action_type: entry.action_type,
            target_type: entry.target_type,
            target_id: entry.target_id,
            target_name: entry.target_name,
            target_product_id: entry.target_product.map(|product| product.0),
            before: entry.before,
            after: entry.after,
        }
    }
}
