use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::{AlertKind, BuildId, Picture, ProductId},
    store::{notifications, price_summaries},
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{AlertType, budgets::WatchedBudgetBuild};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
        session::SignedIn,
    },
    wire::{
        card_verdict::CardVerdict,
        kwd::{CURRENCY, Kwd},
        picture::PictureBody,
    },
};

/// Maximum number of notifications in the list.
const SHOWN: i64 = 30;
/// Maximum number of ids in one call.
const MAX_MARKED: usize = 200;

/// A user's newest notifications.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationList {
    /// Newest first, at most 30.
    pub notifications: Vec<Notification>,
    /// Number of unread notifications, including those beyond the newest 30.
    pub unread: i64,
}

/// An alert that fired.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    pub id: Uuid,
    #[serde(rename = "alertType")]
    #[schema(value_type = AlertType)]
    pub kind: AlertKind,
    /// Price at which the alert fired.
    pub price: Kwd,
    /// Price at the last request for the alert, or at its previous notification. Of a budget alert the lowest total that a
    /// build had then, or the budget where none was found.
    pub price_before: Kwd,
    #[schema(example = "KWD")]
    pub currency: &'static str,
    #[serde(with = "time::serde::rfc3339")]
    pub fired_at: OffsetDateTime,
    pub read: bool,
    /// The product; null for a `BUILD_TOTAL` and a `BUDGET_BUILD`.
    pub product: Option<NotifiedProduct>,
    /// The build of a `BUILD_TOTAL`; null for other types.
    pub build: Option<NotifiedBuild>,
    /// The builds that a `BUDGET_BUILD` waited for; null for other types.
    pub budget_build: Option<WatchedBudgetBuild>,
    /// The filters of the listing in which an alert on one found `product`, as parameters of `GET /api/products/list`; null
    /// for other types.
    pub listing: Option<String>,
}

/// A product whose price dropped.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotifiedProduct {
    #[schema(value_type = uuid::Uuid)]
    pub id: ProductId,
    pub name: String,
    pub name_ar: Option<String>,
    #[schema(value_type = Option<PictureBody>)]
    pub picture: Option<Picture>,
    /// What the history says about the price at which the alert fired, while that is the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub price_verdict: Option<CardVerdict>,
}

/// A saved build whose total dropped.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotifiedBuild {
    #[schema(value_type = uuid::Uuid)]
    pub id: BuildId,
    pub name: String,
    pub share_token: String,
}

/// The notifications to mark as read.
#[derive(Deserialize, ToSchema)]
pub struct ReadNotifications {
    /// At most 200 ids; all notifications when absent.
    pub ids: Option<Vec<Uuid>>,
}

/// `GET /api/user/notifications`: lists the newest notifications of the signed-in user.
#[utoipa::path(
    get,
    path = "/api/user/notifications",
    tag = "alerts",
    responses((status = 200, body = NotificationList))
)]
pub async fn list_notifications(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let newest = notifications::list(&db, session.user_id, SHOWN).await?;
    let unread = notifications::count_unread(&db, session.user_id).await?;
    let products: Vec<ProductId> = newest.iter().filter_map(|fired| fired.product_id).collect();
    let rated = price_summaries::find_many(&db, &products).await?;
    let mut notifications: Vec<Notification> = newest.into_iter().map(Notification::from).collect();
    for Notification { product, price, .. } in &mut notifications {
        let Some(product) = product else { continue };
        let rated = rated.get(&product.id).filter(|rated| rated.price == price.0);
        product.price_verdict = rated.and_then(|rated| Some(CardVerdict::new(rated.price, rated.notable()?)));
    }
    Ok((CachePolicy::Never, Json(NotificationList { notifications, unread })))
}

/// `POST /api/user/notifications/read`: marks notifications as read. Ids of other users' notifications are ignored.
#[utoipa::path(
    post,
    path = "/api/user/notifications/read",
    tag = "alerts",
    request_body = ReadNotifications,
    responses(
        (status = 204, description = "The notifications are marked as read"),
        (status = 422, description = "An id is invalid, or there are too many"),
    )
)]
pub async fn read_notifications(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
    Json(read): Json<ReadNotifications>,
) -> ApiResult<impl IntoResponse> {
    if read.ids.as_ref().is_some_and(|ids| ids.len() > MAX_MARKED) {
        return Err(ApiError::field("ids", format!("takes at most {MAX_MARKED} values")));
    }
    notifications::mark_read(&db, session.user_id, read.ids.as_deref()).await?;
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

impl From<notifications::FiredAlert> for Notification {
    fn from(fired: notifications::FiredAlert) -> Self {
        let build = fired.build_id.zip(fired.share_token);
        Self {
            id: fired.id,
            kind: fired.kind,
            price: Kwd(fired.price),
            price_before: Kwd(fired.price_before),
            currency: CURRENCY,
            fired_at: fired.fired_at,
            read: fired.read_at.is_some(),
            listing: fired.listing,
            budget_build: fired.budget.as_ref().map(|watched| WatchedBudgetBuild::from(&watched.0)),
            build: build.map(|(id, share_token)| NotifiedBuild { id, name: fired.name.clone(), share_token }),
            product: fired.product_id.map(|id| NotifiedProduct {
                id,
                name: fired.name,
                name_ar: fired.name_ar,
                picture: fired.picture.map(|picture| picture.0),
                price_verdict: None,
            }),
        }
    }
}
