//! Computes curves, and keeps them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use domain::{
    budget::{
        BudgetAnswer, BudgetRequest, BudgetScope, Catalogue, Constraints, Proof, RulePolicy, SolveError,
        Thoroughness, UseKey, answer_best,
    },
    model::Fils,
};
use tokio::{
    sync::Mutex as AsyncMutex,
    time::{timeout, timeout_at},
};

use super::{convert_answer::index_points, curve::CurvePoint, estimates::estimate};
use crate::{
    http::error::{ApiError, ApiResult},
    services::solvers::{Client, SolverPool, Ticket},
    wire::kwd::Kwd,
};

/// Budgets of a curve, in fils: the total of the cheapest build, then every multiple of the step up to the maximum.
const BUDGET_STEP: i64 = 50_000;
const MAX_BUDGET: i64 = 2_500_000;
/// Maximum time in which the first point may wait for a slot and be searched again: without it there is no curve, which is computed once for all.
const MAX_FIRST_POINT_WAIT: Duration = Duration::from_secs(2);
/// Maximum time to search the first point. The parts that it prepares for the search serve the other points too.
const MAX_FIRST_POINT_TIME: Duration = Duration::from_secs(1);
/// Maximum time to search one of the other points.
const MAX_POINT_TIME: Duration = Duration::from_millis(300);
/// Maximum time to search all points of one curve but the first, which may wait for a slot besides.
const MAX_CURVE_TIME: Duration = Duration::from_secs(2);
/// A curve of this age is answered although prices have changed since: while retailers are crawled they change every
/// second.
const MAX_AGE: Duration = Duration::from_secs(30);
/// A curve of this age is answered where the next one is not computed within [`MAX_WAIT`].
const MAX_AGE_MEANWHILE: Duration = Duration::from_secs(600);
const MAX_WAIT: Duration = Duration::from_millis(200);

type CurveKey = (UseKey, RulePolicy);

/// A catalogue and its version.
#[derive(Clone)]
pub(super) struct PricedCatalogue {
    pub catalogue: Arc<Catalogue>,
    pub version: u64,
}

/// The curves of one catalogue that changes, by use and policy. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct CurveStore(Arc<Mutex<HashMap<CurveKey, Arc<CachedCurve>>>>);

/// The curve of a use and policy.
#[derive(Default)]
struct CachedCurve {
    found: Mutex<Option<FoundCurve>>,
    /// Held while the curve is computed: by one request at a time.
    computing: Arc<AsyncMutex<()>>,
}

/// A computed curve.
#[derive(Clone)]
struct FoundCurve {
    found_at: Instant,
    version: u64,
    points: Arc<Vec<CurvePoint>>,
    /// Whether more time would find the same: every point comes from a thorough search that ended by itself, and the first
    /// one is proved to be the cheapest. A point without a build repeats the point before it.
    is_complete: bool,
}

impl FoundCurve {
    /// Whether it is answered as it is.
    fn is_fresh(&self, version: u64) -> bool {
        self.found_at.elapsed() < MAX_AGE || (self.is_complete && self.version == version)
    }
}

impl CurveStore {
    /// Returns the points of a curve, which has none if nothing in stock makes a build.
    ///
    /// # Errors
    /// [`ApiError::Timeout`] when no build is found in time, [`ApiError::Overloaded`] when no slot is, and no curve of the
    /// last minutes is there.
    pub(super) async fn find(
        &self,
        pool: &SolverPool,
        priced: &PricedCatalogue,
        key: CurveKey,
    ) -> ApiResult<Arc<Vec<CurvePoint>>> {
        let kept = Arc::clone(lock(&self.0).entry(key).or_default());
        let Some(last) = kept.get() else {
            return kept.compute(pool, priced, key).await;
        };
        if last.is_fresh(priced.version) {
            return Ok(last.points);
        }
        if last.found_at.elapsed() >= MAX_AGE_MEANWHILE {
            return kept.compute(pool, priced, key).await;
        }
        // A single request computes the next one, the others do not wait for it.
        let Ok(computing) = Arc::clone(&kept.computing).try_lock_owned() else { return Ok(last.points) };
        // The computation goes on when this request no longer waits for it.
        let (pool, priced) = (pool.clone(), priced.clone());
        let computed = tokio::spawn(async move {
            let _computing = computing;
            kept.compute_if_stale(&pool, &priced, key).await
        });
        match timeout(MAX_WAIT, computed).await {
            Ok(Ok(Ok(points))) => Ok(points),
            _ => Ok(last.points),
        }
    }
}

impl CachedCurve {
    fn get(&self) -> Option<FoundCurve> {
        lock(&self.found).clone()
    }

    /// Computes the curve when no other request does.
    async fn compute(
        &self,
        pool: &SolverPool,
        priced: &PricedCatalogue,
        key: CurveKey,
    ) -> ApiResult<Arc<Vec<CurvePoint>>> {
        let _computing = self.computing.lock().await;
        self.compute_if_stale(pool, priced, key).await
    }

    /// Computes the curve, unless another request has done so meanwhile. Its caller holds `computing`.
    async fn compute_if_stale(
        &self,
        pool: &SolverPool,
        priced: &PricedCatalogue,
        key: CurveKey,
    ) -> ApiResult<Arc<Vec<CurvePoint>>> {
        if let Some(found) = self.get().filter(|found| found.is_fresh(priced.version)) {
            return Ok(found.points);
        }
        let found = find_curve(pool, priced, key).await?;
        let points = Arc::clone(&found.points);
        *lock(&self.found) = Some(found);
        Ok(points)
    }
}

/// Computes a curve. Each point takes a slot of its own, so that other requests are answered in between. The remaining
/// time is shared among the remaining points.
///
/// # Errors
/// [`ApiError::Timeout`] when the time ends before any build is found, and [`ApiError::Overloaded`] when the first point has
/// no slot in time: no curve may be kept then.
async fn find_curve(pool: &SolverPool, priced: &PricedCatalogue, key: CurveKey) -> ApiResult<FoundCurve> {
    let catalogue = &priced.catalogue;
    let found = |points: Vec<CurvePoint>, is_complete: bool| FoundCurve {
        found_at: Instant::now(),
        version: priced.version,
        points: Arc::new(points),
        is_complete,
    };
    // A budget of one fils pays for no build, so the answer is the cheapest one.
    let until = Instant::now() + MAX_FIRST_POINT_WAIT;
    let first = loop {
        let ticket =
            pool.enter(Client::Curves)?.with_max_wait(until.saturating_duration_since(Instant::now()));
        match find_point(ticket, catalogue, key, Fils(1), MAX_FIRST_POINT_TIME).await? {
            Ok(first) => break first,
            // The search may have yielded to others before it found a build.
            Err(SolveError::OutOfTime) if Instant::now() < until => {}
            Err(SolveError::OutOfTime | SolveError::OutOfEffort) => return Err(ApiError::Timeout),
            Err(_) => return Ok(found(Vec::new(), true)),
        }
    };
    // From now on: the first point may have waited for a slot.
    let end = Instant::now() + MAX_CURVE_TIME;
    // The slider of the budget begins at this total: one that may not be the least is searched again soon.
    let least = first.point;
    let (mut points, mut is_complete) = (vec![least], first.is_final && first.is_optimal);
    let first_budget = (least.total.0.0 / BUDGET_STEP + 1) * BUDGET_STEP;
    let budgets: Vec<i64> =
        (first_budget..=MAX_BUDGET).step_by(usize::try_from(BUDGET_STEP).unwrap_or(1)).collect();
    for (position, budget) in budgets.iter().enumerate() {
        let left = u32::try_from(budgets.len() - position).unwrap_or(u32::MAX);
        let limit = MAX_POINT_TIME.min(end.saturating_duration_since(Instant::now()) / left);
        let point = match limit.is_zero() {
            true => None,
            // The time of the curve also ends while a point waits for a slot.
            false => {
                let ticket = pool.enter(Client::Curves)?;
                let point = find_point(ticket, catalogue, key, Fils(*budget), limit);
                match timeout_at(end.into(), point).await {
                    Ok(Ok(point)) => point.ok(),
                    Err(_) | Ok(Err(ApiError::Overloaded)) => None,
                    Ok(Err(error)) => return Err(error),
                }
            }
        };
        is_complete &= point.as_ref().is_some_and(|point| point.is_final);
        let before = points.last().copied().unwrap_or(least);
        // A larger budget also pays for the build of a smaller one: only a search that ended early finds a worse build.
        let better =
            point.map(|point| point.point).filter(|point| point.index >= before.index).unwrap_or(before);
        points.push(CurvePoint { budget: Kwd(Fils(*budget)), ..better });
    }
    Ok(found(points, is_complete))
}

/// A point, and what is known of its build.
struct FoundPoint {
    point: CurvePoint,
    is_optimal: bool,
    /// Whether a thorough search found it, which no limit of time ended.
    is_final: bool,
}

/// Returns the best build of a budget, or the cheapest build if the budget pays for none.
async fn find_point(
    ticket: Ticket<'_>,
    catalogue: &Arc<Catalogue>,
    (use_key, policy): CurveKey,
    budget: Fils,
    limit: Duration,
) -> ApiResult<Result<FoundPoint, SolveError>> {
    let (parts, catalogue) = (Arc::clone(catalogue), Arc::clone(catalogue));
    let (scope, constraints) = (BudgetScope::Delivered, Constraints::default());
    let request = BudgetRequest { budget, scope, use_key, constraints, policy };
    let slot = ticket.acquire().await?;
    let is_thorough = slot.thoroughness == Thoroughness::Thorough;
    let solved =
        slot.run(limit, move |thoroughness, stop| answer_best(&catalogue, &request, thoroughness, stop));
    let solved = solved.await?;
    let is_final = is_thorough && solved.as_ref().is_ok_and(BudgetAnswer::is_final);
    let (build, budget, proof) = match solved {
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
    let graphics = estimate(&parts, &build, use_key).graphics.map(|graphics| graphics.index);
    let point = CurvePoint { budget: Kwd(budget), index, graphics, total: Kwd(build.total) };
    Ok(Ok(FoundPoint { point, is_optimal: proof == Proof::Optimal, is_final }))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Values are stored whole; a panic elsewhere leaves none half written.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use domain::config::RateLimit;

    use super::*;

    const KEY: CurveKey = (UseKey::Office, RulePolicy { allow_unknown: true, allow_warnings: false });

    /// A store with a curve of one point, as of so long ago.
    fn store_with_curve(age: Duration) -> (CurveStore, Arc<CachedCurve>) {
        let point =
            CurvePoint { budget: Kwd(Fils(100_000)), index: 1.0, graphics: None, total: Kwd(Fils(100_000)) };
        let found_at = Instant::now().checked_sub(age).unwrap();
        let found = FoundCurve { found_at, version: 1, points: Arc::new(vec![point]), is_complete: true };
        let kept = Arc::new(CachedCurve { found: Mutex::new(Some(found)), computing: Arc::default() });
        let store = CurveStore::default();
        lock(&store.0).insert(KEY, Arc::clone(&kept));
        (store, kept)
    }

    /// Finds the curve of a catalogue without parts, in which no build is possible; returns how many points it has.
    async fn count_points(store: &CurveStore, version: u64) -> usize {
        let limit = RateLimit { burst: 10.try_into().unwrap(), seconds: 1.try_into().unwrap() };
        let priced = PricedCatalogue { catalogue: Arc::default(), version };
        store.find(&SolverPool::new(limit), &priced, KEY).await.unwrap().len()
    }

    #[tokio::test]
    async fn stale_curve_is_answered_while_another_request_computes_the_next_one() {
        let (store, kept) = store_with_curve(2 * MAX_AGE);
        let computing = kept.computing.lock().await;
        let started = Instant::now();
        for _ in 0..100 {
            assert_eq!(count_points(&store, 2).await, 1);
        }
        // None of them waited for the one that computes.
        assert!(started.elapsed() < 100 * MAX_WAIT / 2, "{:?}", started.elapsed());
        drop(computing);
        assert_eq!(kept.get().unwrap().version, 1);
        let end = Instant::now() + Duration::from_secs(10);
        while count_points(&store, 2).await == 1 && Instant::now() < end {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(kept.get().unwrap().version, 2);
    }

    #[tokio::test]
    async fn curve_that_no_time_cut_is_kept_while_prices_stay() {
        let (store, kept) = store_with_curve(2 * MAX_AGE);
        assert_eq!(count_points(&store, 1).await, 1);
        lock(&kept.found).as_mut().unwrap().is_complete = false;
        let end = Instant::now() + Duration::from_secs(10);
        while count_points(&store, 1).await == 1 && Instant::now() < end {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(count_points(&store, 1).await, 0);
    }
}
