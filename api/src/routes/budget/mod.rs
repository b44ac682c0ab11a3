//! Builds for a budget: the best that can be bought today for a use.
//!
//! The parts with their offers come from the follower ([`budget_catalogue`](crate::services::budget_catalogue)); a request
//! is solved on a snapshot of them, on a thread of its own and for a limited time
//! ([`solvers`](crate::services::solvers)). An answer is *final* if more time would give the same. Final answers are cached
//! by the version of the catalogue and the request: a changed price is a new version. While all slots are taken, the
//! answer is a *quick* one: the best build that a few milliseconds find, with its gap. A [`curve`] is answered from the
//! cache for 30 s, even if prices have changed meanwhile.

pub mod answer;
pub mod convert_answer;
pub mod curve;
mod curve_store;
pub mod estimates;
pub mod phrases;
pub mod repairs;
pub mod request;
pub mod solve_errors;
pub mod upgrades;

use std::{sync::Arc, time::Duration};

use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderValue, header},
    response::IntoResponse,
};
use domain::{
    budget::{
        self, BudgetAnswer, BudgetRequest, BudgetScope, Constraints, RulePolicy, SolveError, Stop,
        Thoroughness, UseKey, answer_best,
    },
    model::{Fils, Slug},
};
use moka::sync::Cache;
use sqlx::PgPool;
use tokio::{sync::Semaphore, time::timeout};

use self::{
    answer::BudgetBuilds,
    request::{BudgetBuildsRequest, RequestKey},
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
        limit::ClientAddress,
        responses::RateErrors,
    },
    services::{
        absent_parts::{list_absent_fixed_parts, load_absent_parts},
        budget_alerts::BudgetAlerts,
        budget_catalogue::{BudgetCatalogue, CatalogueSnapshot, OfferedPart},
        solvers::{
            Client, SolverPool,
            in_time::{TimeLimits, has_no_build_yet, or_quick, solve_in_time},
        },
    },
};

/// Maximum size of the answer cache, in bytes.
const MAX_ANSWER_BYTES: u64 = 8 << 20;
/// Maximum number of cached best builds for pages.
const MAX_PAGE_ANSWERS: u64 = 500;
/// Number of requests that read fixed parts from the database at once, and maximum time that others wait for them: most
/// connections are for other requests.
const MAX_READS: usize = 4;
const MAX_READ_WAIT: Duration = Duration::from_millis(20);
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// State that the operations about budgets share. A clone is cheap.
#[derive(Clone)]
pub struct BudgetService {
    catalogue: BudgetCatalogue,
    pool: SolverPool,
    times: TimeLimits,
    /// Final answers as JSON, by the catalogue's version and the request.
    answers: Cache<(u64, RequestKey), Bytes>,
    /// Final answers of [`find_best`], by the catalogue's version, budget and use.
    page_answers: Cache<(u64, Fils, UseKey), Arc<BudgetBuilds>>,
    /// Room for requests that read fixed parts from the database.
    reads: Arc<Semaphore>,
    /// The alerts on budgets, which search the same catalogue.
    pub alerts: BudgetAlerts,
}

/// Solves a request on a snapshot, within a time. Returns the answer as JSON, and whether it is final: more time would give
/// the same.
type Solve =
    fn(&BudgetRequest, &CatalogueSnapshot, Duration, Thoroughness, &Stop<'_>) -> ApiResult<(Bytes, bool)>;

impl BudgetService {
    /// Creates the service over the catalogue that a follower updates.
    pub fn new(catalogue: BudgetCatalogue, pool: SolverPool, times: TimeLimits) -> Self {
        let weigh = |_: &(u64, RequestKey), answer: &Bytes| u32::try_from(answer.len()).unwrap_or(u32::MAX);
        let answers = Cache::builder().max_capacity(MAX_ANSWER_BYTES).weigher(weigh).build();
        let (page_answers, reads) = (Cache::new(MAX_PAGE_ANSWERS), Arc::new(Semaphore::new(MAX_READS)));
        let alerts = BudgetAlerts::new(catalogue.clone(), pool.clone(), times);
        Self { catalogue, pool, times, answers, page_answers, reads, alerts }
    }

    /// Reads a request over the retailers of the catalogue, and names the retailers that it allows.
    ///
    /// # Errors
    /// 422 naming every wrong field; 503 while the parts are being read.
    pub fn read_request(&self, request: &BudgetBuildsRequest) -> ApiResult<(BudgetRequest, Vec<Slug>)> {
        let retailers = self.snapshot()?.retailers;
        let request = request.read(&retailers)?;
        let allowed = request.constraints.retailers.iter().filter_map(|index| retailers.get(*index));
        let slugs = allowed.map(|retailer| retailer.slug.clone()).collect();
        Ok((request, slugs))
    }

    /// Answers a request from the cache, or by `solve` on a thread of its own. A final answer is cached.
    ///
    /// # Errors
    /// 503 when too many wait or read, or the database does not answer; the errors of `solve`.
    async fn answer_request(
        &self,
        db: &PgPool,
        address: ClientAddress,
        snapshot: CatalogueSnapshot,
        key: RequestKey,
        mut request: BudgetRequest,
        solve: Solve,
    ) -> ApiResult<Bytes> {
        let key = (snapshot.version, key);
        if let Some(answer) = self.answers.get(&key) {
            return Ok(answer);
        }
        // Changes of a part that the catalogue lacks do not raise its version, so the key would not change with them.
        let depends_on_database = !list_absent_fixed_parts(&snapshot, &request).is_empty();
        let ticket = self.pool.enter(Client::Address(address.key()))?;
        let absent = self.read_absent_parts(db, &snapshot, &mut request).await?;
        let times = self.times;
        let solved = ticket.acquire().await?.run(times.first_build, move |thoroughness, stop: &Stop<'_>| {
            solve(&request, &snapshot.with_parts(absent), times.answer, thoroughness, stop)
        });
        let (answer, is_final) = solved.await??;
        if is_final && !depends_on_database {
            self.answers.insert(key, answer.clone());
        }
        Ok(answer)
    }

    /// As [`load_absent_parts`], for few requests at once.
    ///
    /// # Errors
    /// 503 when the database does not answer, or too many others read.
    async fn read_absent_parts(
        &self,
        db: &PgPool,
        snapshot: &CatalogueSnapshot,
        request: &mut BudgetRequest,
    ) -> ApiResult<Vec<OfferedPart>> {
        if list_absent_fixed_parts(snapshot, request).is_empty() {
            return Ok(Vec::new());
        }
        let reading = timeout(MAX_READ_WAIT, self.reads.acquire()).await.map_err(|_| ApiError::Overloaded)?;
        let _reading = reading.map_err(|error| ApiError::Internal(error.into()))?;
        load_absent_parts(db, snapshot, request).await
    }

    /// The catalogue as it is now.
    ///
    /// # Errors
    /// While the parts are being read.
    fn snapshot(&self) -> ApiResult<CatalogueSnapshot> {
        self.catalogue.snapshot().ok_or(ApiError::Starting)
    }
}

/// `POST /api/budget-builds`: the best builds that a budget pays for.
///
/// Every part is in stock, except fixed parts that are `owned`. No rule of compatibility fails or warns, except of an
/// oversized power supply where no smaller one is sold; with `allowUnknown`, rules that cannot be checked may stay unchecked
/// where every checked build is clearly worse. Parts keep the bounds of a sound build, as far as the budget pays for one. The total is that of the cheapest basket. The best build is proved (`optimal`)
/// unless its search ended early. Indices are estimated from specifications.
///
/// Searches are limited by their time, summed up by address. Whoever has used much of it, and everybody while many others search,
/// has a quick answer: the best build alone that a few milliseconds find, without swaps and next step, with its gap.
#[utoipa::path(
    post,
    path = "/api/budget-builds",
    tag = "builder",
    request_body = BudgetBuildsRequest,
    responses(
        (status = 200, body = BudgetBuilds),
        RateErrors,
        (status = 422, description = "A field is wrong (`INVALID_FIELDS`), or constraints cannot be met together by what is in stock (`WISHES_CONTRADICT`); `fields` names them"),
        (status = 503, description = "The parts are still being read, or too many wait"),
    )
)]
pub async fn find_budget_builds(
    State(service): State<BudgetService>,
    State(db): State<PgPool>,
    address: ClientAddress,
    Json(request): Json<BudgetBuildsRequest>,
) -> ApiResult<impl IntoResponse> {
    let snapshot = service.snapshot()?;
    let request = request.read(&snapshot.retailers)?;
    let key = RequestKey::from_request(&request).map_err(|error| ApiError::Internal(error.into()))?;
    let answer = service.answer_request(&db, address, snapshot, key, request, solve).await?;
    Ok((CachePolicy::Never, [(header::CONTENT_TYPE, JSON)], answer))
}

/// Solves a request for builds, as [`Solve`] says.
fn solve(
    request: &BudgetRequest,
    snapshot: &CatalogueSnapshot,
    time: Duration,
    thoroughness: Thoroughness,
    stop: &Stop<'_>,
) -> ApiResult<(Bytes, bool)> {
    let answer = match thoroughness {
        Thoroughness::Thorough => {
            let solve = |stop: &Stop<'_>| budget::answer(&snapshot.catalogue, request, stop);
            let answer = solve_in_time(time, stop, solve, has_no_build_yet);
            or_quick(answer, &snapshot.catalogue, request)
        }
        Thoroughness::Quick => answer_best(&snapshot.catalogue, request, thoroughness, stop),
    };
    let (builds, is_final) = to_wire_answer(answer, request, snapshot)?;
    let json = serde_json::to_vec(&builds).map_err(|error| ApiError::Internal(error.into()))?;
    Ok((Bytes::from(json), is_final && thoroughness == Thoroughness::Thorough))
}

/// The best build of a budget, without constraints; unknown facts are allowed. Without a build, the answer says why.
///
/// # Errors
/// As [`find_budget_builds`].
pub async fn find_best(
    service: &BudgetService,
    address: ClientAddress,
    budget: Fils,
    use_key: UseKey,
) -> ApiResult<Arc<BudgetBuilds>> {
    let snapshot = service.snapshot()?;
    let key = (snapshot.version, budget, use_key);
    if let Some(answer) = service.page_answers.get(&key) {
        return Ok(answer);
    }
    let constraints = Constraints::default();
    let (scope, policy) = (BudgetScope::Delivered, RulePolicy { allow_unknown: true, allow_warnings: false });
    let request = BudgetRequest { budget, scope, use_key, constraints, policy };
    let times = service.times;
    let slot = service.pool.acquire(Client::Address(address.key())).await?;
    let solved = slot.run(times.first_build, move |thoroughness, stop: &Stop<'_>| {
        let solve = |stop: &Stop<'_>| answer_best(&snapshot.catalogue, &request, thoroughness, stop);
        let answer = solve_in_time(times.answer, stop, solve, has_no_build_yet);
        let answer = or_quick(answer, &snapshot.catalogue, &request);
        let (builds, is_final) = to_wire_answer(answer, &request, &snapshot)?;
        ApiResult::Ok((Arc::new(builds), is_final && thoroughness == Thoroughness::Thorough))
    });
    let (answer, is_final) = solved.await??;
    if is_final {
        service.page_answers.insert(key, Arc::clone(&answer));
    }
    Ok(answer)
}

/// Converts the solver's answer to its wire form, and returns whether it is final: more time would give the same. If
/// nothing in stock makes a build, or none was found in time, the answer gives that reason.
fn to_wire_answer(
    answer: Result<BudgetAnswer, SolveError>,
    request: &BudgetRequest,
    snapshot: &CatalogueSnapshot,
) -> ApiResult<(BudgetBuilds, bool)> {
    match answer {
        Ok(answer) => {
            let is_final = answer.is_final();
            Ok((BudgetBuilds::from_answer(request, answer, snapshot), is_final))
        }
        Err(error) => match solve_errors::find_reason(&error) {
            Some(reason) => {
                let is_final = error != SolveError::OutOfTime;
                Ok((BudgetBuilds::without_build(request, reason, is_final), is_final))
            }
            None => Err(solve_errors::to_error(error, snapshot)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_that_ran_out_of_time_has_a_reason_and_is_not_final() {
        let snapshot = CatalogueSnapshot {
            version: 1,
            catalogue: Arc::default(),
            retailers: Arc::default(),
            pictures: Arc::default(),
        };
        let request = BudgetRequest {
            budget: Fils(500_000),
            scope: BudgetScope::Delivered,
            use_key: UseKey::Office,
            constraints: Constraints::default(),
            policy: RulePolicy { allow_unknown: true, allow_warnings: false },
        };
        for (error, expected) in
            [(SolveError::OutOfTime, false), (SolveError::OutOfEffort, true), (SolveError::NoBuild, true)]
        {
            let (builds, is_final) = to_wire_answer(Err(error), &request, &snapshot).unwrap();
            let reason = builds.no_build.unwrap();
            assert!(builds.builds.is_empty() && builds.least.is_none());
            assert_eq!((is_final, reason.is_final), (expected, expected));
            assert!(!reason.text.is_empty() && !reason.text_ar.is_empty());
        }
    }
}
