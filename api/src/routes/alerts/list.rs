use std::collections::HashMap;

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::ProductId,
    store::{
        price_alerts::{self, AlertSubject},
        snapshots::{self, Snapshot},
    },
};
use serde::Serialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::{PriceAlert, WatchedBuild, budgets::WatchedBudgetBuild};
use crate::{
    http::{cache::CachePolicy, error::ApiResult, extract::Json, session::SignedIn},
    wire::{
        card::ProductCard,
        kwd::{CURRENCY, Kwd},
    },
};

/// A user's alerts, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AlertList<'a> {
    pub alerts: Vec<PriceAlert<'a>>,
}

/// `GET /api/user/price-alerts`: lists the alerts of the signed-in user, newest first.
#[utoipa::path(
    get,
    path = "/api/user/price-alerts",
    tag = "alerts",
    responses((status = 200, body = AlertList))
)]
pub async fn list_alerts(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let stored = price_alerts::list(&db, session.user_id).await?;
    let ids: Vec<ProductId> = stored.iter().filter_map(product_of).collect();
    let today = OffsetDateTime::now_utc().date();
    let found = snapshots::load(&db, &ids, today).await?;
    let by_id: HashMap<ProductId, &Snapshot> =
        found.iter().map(|snapshot| (snapshot.product.id, snapshot)).collect();
    let alerts = stored.iter().filter_map(|alert| {
        let product = product_of(alert).and_then(|id| by_id.get(&id));
        let product = product.map(|snapshot| ProductCard::from_snapshot(snapshot, today));
        PriceAlert::from_alert(alert, product)
    });
    Ok((CachePolicy::Never, Json(AlertList { alerts: alerts.collect() })).into_response())
}

fn product_of(alert: &price_alerts::PriceAlert) -> Option<ProductId> {
    match alert.subject {
        AlertSubject::Product(id) => Some(id),
        AlertSubject::Build(_) | AlertSubject::Budget(_) | AlertSubject::Listing(_) => None,
    }
}

impl<'a> PriceAlert<'a> {
    /// `None` if the product was withdrawn meanwhile.
    fn from_alert(alert: &'a price_alerts::PriceAlert, product: Option<ProductCard<'a>>) -> Option<Self> {
        let build = match &alert.subject {
            AlertSubject::Product(_) | AlertSubject::Budget(_) | AlertSubject::Listing(_) => None,
            AlertSubject::Build(build) => Some(WatchedBuild {
                id: build.id,
                name: &build.name,
                share_token: &build.share_token,
                total_price: build.total.map(Kwd),
                currency: CURRENCY,
            }),
        };
        let budget_build = match &alert.subject {
            AlertSubject::Budget(watched) => Some(WatchedBudgetBuild::from(watched)),
            AlertSubject::Product(_) | AlertSubject::Build(_) | AlertSubject::Listing(_) => None,
        };
        let listing = match &alert.subject {
            AlertSubject::Listing(listing) => Some(listing.as_str()),
            AlertSubject::Product(_) | AlertSubject::Build(_) | AlertSubject::Budget(_) => None,
        };
        let has_subject = product.is_some() || build.is_some() || budget_build.is_some() || listing.is_some();
        has_subject.then_some(Self {
            id: alert.id,
            kind: alert.kind,
            target_price: alert.target.map(Kwd),
            percentage: alert.percentage,
            retailers: &alert.retailers,
            enabled: alert.enabled,
            repeats: alert.repeats,
            paused: alert.is_paused,
            last_fired_at: alert.last_fired_at,
            times_fired: alert.times_fired,
            created_at: alert.created_at,
            product,
            build,
            budget_build,
            listing,
        })
    }
}
