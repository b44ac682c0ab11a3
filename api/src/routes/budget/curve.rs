use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{extract::State, response::IntoResponse};
use domain::{
    budget::{
        BudgetAnswer, BudgetRequest, BudgetScope, Catalogue, Constraints, PartOffer, Proof, RulePolicy,
        SolveError, UseKey, answer_best,
    },
    model::{Fils, ProductId, Stock},
    store::history,
};
use serde::Serialize;
use sqlx::PgPool;
use time::{Date, OffsetDateTime, Time};
use tokio::{sync::Mutex, time::timeout_at};
use tracing::warn;
use utoipa::ToSchema;

use super::{BudgetService, convert_answer::index_points, request::UseName};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult, ErrorBody},
        extract::{Json, Query},
    },
    services::solvers::{Client, SolverPool},
    wire::kwd::{CURRENCY, Kwd},
};

/// Budgets of a curve, in fils: the total of the cheapest build, then every multiple of the step up to the maximum.
const BUDGET_STEP: i64 = 50_000;
const MAX_BUDGET: i64 = 2_500_000;
/// Maximum time to search the first point. The parts that it prepares for the search serve the other points too.
const MAX_FIRST_POINT_TIME: Duration = Duration::from_secs(1);
/// Maximum time to search one of the other points.
const MAX_POINT_TIME: Duration = Duration::from_millis(300);
/// Maximum time to search all points of one curve but the first, which may wait for a slot besides. Two curves are
/// answered, and another request may be waited for: while all slots are taken, a handler can reach its time limit.
const MAX_CURVE_TIME: Duration = Duration::from_secs(2);
/// A curve of this age is answered although prices have changed since: while retailers are crawled they change every
/// second.
const MAX_AGE: Duration = Duration::from_secs(30);
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
    #[schema(required)]
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
    pub total: Kwd,
}

/// Computed curves, and the catalogue of 90 days ago. Cheap to clone.
#[derive(Clone, Default)]
pub struct CurveCache(Arc<Mutex<Curves>>);

#[derive(Default)]
struct Curves {
    /// By use and policy, with the version of the catalogue for which the curve holds.
    today: HashMap<CurveKey, (u64, FoundCurve)>,
    past: Option<PastPrices>,
}

type CurveKey = (UseKey, RulePolicy);

/// A computed curve.
struct FoundCurve {
    found_at: Instant,
    points: Vec<CurvePoint>,
    /// Whether a build was found for every point, proved to be the best or not, and the first one is proved to be the
    /// cheapest. A point without a build repeats the point before it.
    is_complete: bool,
}

impl FoundCurve {
    fn is_young(&self) -> bool {
        self.found_at.elapsed() < MAX_AGE
    }
}

/// Prices of one day that is over, and their curves.
struct PastPrices {
    day: Date,
    catalogue: Arc<Catalogue>,
    curves: HashMap<CurveKey, FoundCurve>,
}

/// `GET /api/budget-builds/curve`: the index that each budget buys, without constraints.
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
        (status = 422, description = "A parameter is unknown or wrong", body = ErrorBody),
        (status = 503, description = "The parts are still being read, or too many wait", body = ErrorBody),
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
    let allow_unknown = query.flag("allowUnknown");
    if use_key.is_none() {
        query.problem("use", format!("must be one of {uses}"));
    }
    query.finish()?;
    let use_key = use_key.ok_or_else(|| ApiError::field("use", "is missing"))?;
    let key = (use_key, RulePolicy { allow_unknown, allow_warnings: false });
    let snapshot = service.snapshot()?;
    // One curve is computed at a time: requests for the same curve wait for the first one, and read it from the cache.
    // Requests for other curves wait as well.
    let mut cached = curves.0.lock().await;
    let today = match cached.today.get(&key) {
        Some((version, curve)) if curve.is_young() || (curve.is_complete && *version == snapshot.version) => {
            curve.points.clone()
        }
        _ => {
            let curve = find_curve(&service.pool, &snapshot.catalogue, key).await?;
            let points = curve.points.clone();
            cached.today.insert(key, (snapshot.version, curve));
            points
        }
    };
    // Without it, the curve of today is answered alone; the next request tries again.
    let before = match cached.find_past_curve(&db, &service.pool, &snapshot.catalogue, key).await {
        Ok(points) => points,
        Err(ApiError::Timeout | ApiError::Overloaded) => Vec::new(),
        Err(error) => {
            warn!("Cannot compute the curve of {DAYS_BEFORE} days ago: {error}");
            Vec::new()
        }
    };
    let curve = BudgetCurve {
        currency: CURRENCY,
        use_key,
        least_total: today.first().map(|point| point.total),
        today,
        before,
        before_day: past_day().to_string(),
    };
    Ok((CachePolicy::Revalidate, Json(curve)))
}

fn past_day() -> Date {
    OffsetDateTime::now_utc().date() - time::Duration::days(DAYS_BEFORE)
}

impl Curves {
    async fn find_past_curve(
        &mut self,
        db: &PgPool,
        pool: &SolverPool,
        catalogue: &Arc<Catalogue>,
        key: CurveKey,
    ) -> ApiResult<Vec<CurvePoint>> {
        let past = self.past_prices(db, catalogue).await?;
        if let Some(curve) = past.curves.get(&key).filter(|curve| curve.is_young() || curve.is_complete) {
            return Ok(curve.points.clone());
        }
        let curve = find_curve(pool, &past.catalogue, key).await?;
        let points = curve.points.clone();
        past.curves.insert(key, curve);
        Ok(points)
    }

    /// Prices of 90 days ago; read once a day.
    async fn past_prices(&mut self, db: &PgPool, catalogue: &Arc<Catalogue>) -> ApiResult<&mut PastPrices> {
        let day = past_day();
        if self.past.as_ref().is_none_or(|past| past.day != day) {
            let catalogue = Arc::new(load_past(db, catalogue, day).await?);
            self.past = Some(PastPrices { day, catalogue, curves: HashMap::new() });
        }
        self.past.as_mut().ok_or_else(|| {
            ApiError::Internal(anyhow::anyhow!("past prices are missing right after they were loaded"))
        })
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

/// Computes a curve, which has no points if nothing in stock makes a build. Each point takes a slot of its own, so that
/// other requests are answered in between. The remaining time is shared among the remaining points.
///
/// # Errors
/// [`ApiError::Timeout`] when the time ends before any build is found: no curve may be cached then.
async fn find_curve(pool: &SolverPool, catalogue: &Arc<Catalogue>, key: CurveKey) -> ApiResult<FoundCurve> {
    // One fils pays for no build, so the answer is the cheapest one.
    let (least, proof) = match find_point(pool, catalogue, key, Fils(1), MAX_FIRST_POINT_TIME).await? {
        Ok(least) => least,
        Err(SolveError::OutOfTime | SolveError::OutOfEffort) => return Err(ApiError::Timeout),
        Err(_) => {
            return Ok(FoundCurve { found_at: Instant::now(), points: Vec::new(), is_complete: true });
        }
    };
    // From now on: the first point may have waited for a slot.
    let end = Instant::now() + MAX_CURVE_TIME;
    // The slider of the budget begins at this total: one that may not be the least is searched again soon.
    let (mut points, mut is_complete) = (vec![least], proof == Proof::Optimal);
    let first = (least.total.0.0 / BUDGET_STEP + 1) * BUDGET_STEP;
    let budgets: Vec<i64> = (first..=MAX_BUDGET).step_by(usize::try_from(BUDGET_STEP).unwrap_or(1)).collect();
    for (position, budget) in budgets.iter().enumerate() {
        let left = u32::try_from(budgets.len() - position).unwrap_or(u32::MAX);
        let limit = MAX_POINT_TIME.min(end.saturating_duration_since(Instant::now()) / left);
        let found = match limit.is_zero() {
            true => None,
            // The time of the curve also ends while a point waits for a slot.
            false => {
                let point = find_point(pool, catalogue, key, Fils(*budget), limit);
                match timeout_at(end.into(), point).await {
                    Ok(Ok(found)) => found.ok().map(|(point, _)| point),
                    Err(_) | Ok(Err(ApiError::Overloaded)) => None,
                    Ok(Err(error)) => return Err(error),
                }
            }
        };
        is_complete &= found.is_some();
        let before = points.last().copied().unwrap_or(least);
        // A larger budget also pays for the build of a smaller one: only a search that ran out of time finds a worse build.
        let better = found.filter(|point| point.index >= before.index).unwrap_or(before);
        points.push(CurvePoint { budget: Kwd(Fils(*budget)), ..better });
    }
    Ok(FoundCurve { found_at: Instant::now(), points, is_complete })
}

/// Returns the best build of a budget, or the cheapest build if the budget pays for none, with what is proved of it.
async fn find_point(
    pool: &SolverPool,
    catalogue: &Arc<Catalogue>,
    (use_key, policy): CurveKey,
    budget: Fils,
    limit: Duration,
) -> ApiResult<Result<(CurvePoint, Proof), SolveError>> {
    let catalogue = Arc::clone(catalogue);
    let (scope, constraints) = (BudgetScope::Delivered, Constraints::default());
    let request = BudgetRequest { budget, scope, use_key, constraints, policy };
    let slot = pool.acquire(Client::Curves).await?;
    let solved = slot.run(limit, move |thoroughness, stop| {
        answer_best(&catalogue, &request, thoroughness, stop)
    });
    let (build, budget, proof) = match solved.await? {
        Ok(BudgetAnswer::Builds { builds, .. }) => match builds.into_iter().next() {
            Some(best) => (best.build, budget, best.proof),
            None => return Ok(Err(SolveError::NoBuild)),
        },
        Ok(BudgetAnswer::BudgetTooLow(low)) => {
            let total = low.cheapest.total;
            (low.cheapest, total, low.proof)
        }
        Err(error) => return Ok(Err(error)),
    };
    let index = index_points(build.utility);
    Ok(Ok((CurvePoint { budget: Kwd(budget), index, total: Kwd(build.total) }, proof)))
}
