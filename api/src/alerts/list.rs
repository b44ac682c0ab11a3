use std::collections::HashMap;

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::ProductId,
    store::{
        price_alerts,
        snapshots::{self, Snapshot},
    },
};
use serde::Serialize;
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;

use super::PriceAlert;
use crate::{
    cache::CachePolicy,
    error::{ApiResult, ErrorBody},
    extract::Json,
    kwd::Kwd,
    products::Product,
    session::SignedIn,
    state::AppState,
};

/// A person's alerts, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AlertList<'a> {
    pub alerts: Vec<PriceAlert<'a>>,
}

/// `GET /api/user/price-alerts`: the alerts of whoever is signed in, newest first.
#[utoipa::path(
    get,
    path = "/api/user/price-alerts",
    tag = "alerts",
    responses(
        (status = 200, body = AlertList),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 503, description = "The database does not answer just now", body = ErrorBody),
    )
)]
pub async fn list_alerts(
    State(app): State<AppState>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let kept = price_alerts::list(&app.db, session.user_id).await?;
    let ids: Vec<ProductId> = kept.iter().map(|alert| alert.product_id).collect();
    let today = OffsetDateTime::now_utc().date();
    let found = snapshots::load(&app.db, &ids, today).await?;
    let by_id: HashMap<ProductId, &Snapshot> =
        found.iter().map(|snapshot| (snapshot.product.id, snapshot)).collect();
    let alerts =
        kept.iter().filter_map(|alert| Some(PriceAlert::of(alert, by_id.get(&alert.product_id)?, today)));
    Ok((CachePolicy::Never, Json(AlertList { alerts: alerts.collect() })).into_response())
}

impl<'a> PriceAlert<'a> {
    pub(super) fn of(alert: &price_alerts::PriceAlert, snapshot: &'a Snapshot, today: Date) -> Self {
        Self {
            id: alert.id,
            alert_type: alert.kind,
            target_price: alert.target.map(Kwd),
            percentage: alert.percentage,
            enabled: alert.enabled,
            created_at: alert.created_at,
            product: Product::of(snapshot, today),
        }
    }
}
