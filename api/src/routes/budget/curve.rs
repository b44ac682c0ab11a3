use std::{collections::HashMap, sync::Arc};

use axum::{extract::State, response::IntoResponse};
use domain::{
    budget::{Catalogue, PartOffer, RulePolicy, UseKey},
    model::{ProductId, Stock},
    store::history,
};
use serde::Serialize;
use sqlx::PgPool;
use time::{Date, OffsetDateTime, Time};
use tokio::sync::Mutex as AsyncMutex;
use tracing::warn;
use utoipa::ToSchema;

use super::{
    BudgetService,
    curve_store::{CurveStore, PricedCatalogue},
    request::UseName,
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Query},
    },
    services::solvers::SolverPool,
    wire::kwd::{CURRENCY, Kwd},
};

/// Age of the prices that a curve is compared with.
const DAYS_BEFORE: i64 = 90;

/// The best builds of growing budgets, at today's prices and at those of 90 days ago.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetCurve {
    #[schema(example = "KWD")]
    pub currency: &'static str,
    #[serde(rename = "use")]
    #[schema(value_type = UseName)]
    pub use_key: UseKey,
    /// The total of the cheapest build today; null where nothing in stock makes one.
    pub least_total: Option<Kwd>,
    pub today: Vec<CurvePoint>,
    /// At the prices and stock with which `beforeDay` began, of the parts, retailers and delivery rules at the day's first
    /// request; empty where no build was possible, or none was found in time.
    pub before: Vec<CurvePoint>,
    #[schema(value_type = String, example = "2026-08-25")]
    pub before_day: String,
}

/// The best build of one budget.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurvePoint {
    pub budget: Kwd,
    /// Utility of the build, from 0 to 100; never lower than that of a smaller budget.
    pub index: f64,
    /// Estimated performance of its graphics card for the use; 100 is the GeForce RTX 4060. Null without a card, or where
    /// its chip is not known.
    pub graphics: Option<f64>,
    pub total: Kwd,
}

/// Computed curves, and the catalogue of 90 days ago. Cheap to clone.
#[derive(Clone, Default)]
pub struct CurveCache {
    today: CurveStore,
    past: Arc<AsyncMutex<Option<PastPrices>>>,
}

type CurveKey = (UseKey, RulePolicy);

/// Prices of one day that is over, and their curves.
#[derive(Clone)]
struct PastPrices {
    day: Date,
    catalogue: Arc<Catalogue>,
    curves: CurveStore,
}

/// `GET /api/budget-builds/curve`: the index, and the graphics performance, that each budget buys, without constraints.
#[utoipa::path(
    get,
    path = "/api/budget-builds/curve",
    tag = "builder",
    params(
        ("use" = UseName, Query, description = "Use of the build"),
        ("allowUnknown" = Option<bool>, Query, description = "As for `POST /api/budget-builds`"),
    ),
    responses(
        (status = 200, body = BudgetCurve),
        (status = 422, description = "A parameter is unknown or wrong"),
        (status = 503, description = "The parts are still being read, or too many wait"),
    )
)]
pub async fn get_budget_curve(
    State(service): State<BudgetService>,
    State(curves): State<CurveCache>,
    State(db): State<PgPool>,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let uses = UseKey::ALL.map(UseKey::as_str).join(", ");
    let use_key: Option<UseKey> = query.parsed("use", format!("must be one of {uses}"));
    let allow_unknown = query.parsed("allowUnknown", "must be true or false").unwrap_or(false);
    if use_key.is_none() {
        query.problem("use", format!("must be one of {uses}"));
    }
    query.finish()?;
    let use_key = use_key.ok_or_else(|| ApiError::field("use", "is missing"))?;
    let key = (use_key, RulePolicy { allow_unknown, allow_warnings: false });
    let snapshot = service.snapshot()?;
    let priced = PricedCatalogue { catalogue: snapshot.catalogue, version: snapshot.version };
    let today = curves.today.find(&service.pool, &priced, key).await?;
    // Without it, the curve of today is answered alone; the next request tries again.
    let before = match curves.find_past_curve(&db, &service.pool, &priced.catalogue, key).await {
        Ok(points) => points,
        Err(ApiError::Timeout | ApiError::Overloaded) => Arc::default(),
        Err(error) => {
            warn!("Cannot compute the curve of {DAYS_BEFORE} days ago: {error}");
            Arc::default()
        }
    };
    let curve = BudgetCurve {
        currency: CURRENCY,
        use_key,
        least_total: today.first().map(|point| point.total),
        today: today.to_vec(),
        before: before.to_vec(),
        before_day: past_day().to_string(),
    };
    Ok((CachePolicy::Revalidate, Json(curve)))
}

fn past_day() -> Date {
    OffsetDateTime::now_utc().date() - time::Duration::days(DAYS_BEFORE)
}

impl CurveCache {
    async fn find_past_curve(
        &self,
        db: &PgPool,
        pool: &SolverPool,
        catalogue: &Catalogue,
        key: CurveKey,
    ) -> ApiResult<Arc<Vec<CurvePoint>>> {
        let past = self.past_prices(db, catalogue).await?;
        // Prices of a day that is over do not change.
        let priced = PricedCatalogue { catalogue: past.catalogue, version: 0 };
        past.curves.find(pool, &priced, key).await
    }

    /// Prices of 90 days ago; read once a day.
    async fn past_prices(&self, db: &PgPool, catalogue: &Catalogue) -> ApiResult<PastPrices> {
        let day = past_day();
        let mut kept = self.past.lock().await;
        if let Some(past) = kept.as_ref().filter(|past| past.day == day) {
            return Ok(past.clone());
        }
        let catalogue = Arc::new(load_past(db, catalogue, day).await?);
        Ok(kept.insert(PastPrices { day, catalogue, curves: CurveStore::default() }).clone())
    }
}

/// The parts of today with the offers of a day.
async fn load_past(db: &PgPool, catalogue: &Catalogue, day: Date) -> ApiResult<Catalogue> {
    let ids: Vec<ProductId> = catalogue.ids().collect();
    let at = day.with_time(Time::MIDNIGHT).assume_utc();
    let mut offers_of: HashMap<ProductId, Vec<PartOffer>> = HashMap::new();
    for past in history::list_prices_at(db, &ids, at).await? {
        let is_its_retailer = |retailer: &domain::budget::SolverRetailer| retailer.id == past.retailer_id;
        let Some(retailer) = catalogue.retailers().iter().position(is_its_retailer) else { continue };
        let offer =
            PartOffer { retailer, price: past.price, stock: Stock::In, stock_left: None, second_hand: false };
        offers_of.entry(past.product_id).or_default().push(offer);
    }
    Ok(catalogue.with_offers(|id| offers_of.remove(&id).unwrap_or_default()))
}
