//! Evaluates budget alerts. When the catalogue has changed since the last evaluation, the solver computes, for each
//! alert that has not fired, the cheapest build that the alert waits for. An alert whose budget pays for that build
//! becomes due, and fires as every price alert does (`domain::transactions::alert_mails`).

mod new_alerts;

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use domain::{
    budget::{
        BudgetRequest, Constraints, RulePolicy, SolveError, Stop, Thoroughness, WatchedBudget, check_request,
        solve_cheapest,
    },
    model::{AlertId, Fils, Slug},
    store::price_alerts::{self, EnabledBudgetAlert},
};
use sqlx::PgPool;
use tokio::{sync::watch, task::spawn_blocking, time::sleep};
use tracing::warn;

use self::new_alerts::{NewAlert, NewAlerts};
use super::{
    absent_parts::load_absent_parts,
    budget_catalogue::{BudgetCatalogue, CatalogueSnapshot, OfferedPart, RetailerName},
    solvers::{
        Client, SolverPool,
        in_time::{TimeLimits, has_no_build_yet, solve_in_time},
    },
};
use crate::http::{
    error::{ApiError, ApiResult},
    limit::ClientAddress,
};

/// Pause after which the catalogue's version is compared with the evaluated one.
const POLL: Duration = Duration::from_secs(5);

/// No version of the catalogue: nothing was searched.
const NO_VERSION: u64 = 0;

/// Evaluates budget alerts while prices change. Several processes may do so at once: an alert fires once.
#[derive(Clone)]
pub struct BudgetAlertEvaluator {
    db: PgPool,
    alerts: BudgetAlerts,
}

/// Searches the builds that alerts wait for. A clone is cheap.
#[derive(Clone)]
pub struct BudgetAlerts {
    catalogue: BudgetCatalogue,
    pool: SolverPool,
    times: TimeLimits,
    new_alerts: NewAlerts,
}

/// The result of a search for the cheapest build that an alert waits for.
pub struct CheapestTotal {
    /// `None` if nothing in stock makes such a build, or if the time ended before one was found. The time may also end
    /// before the total is proved to be the lowest.
    pub total: Option<Fils>,
    /// The version of the catalogue in which the build was searched.
    pub version: u64,
}

/// Why the cheapest build that an alert waits for was not searched.
#[derive(Debug, thiserror::Error)]
pub enum CheapestTotalError {
    /// The constraints cannot be met whatever is in stock. The snapshot holds the parts that the error is about.
    #[error("{error}")]
    Contradiction { error: Box<SolveError>, snapshot: CatalogueSnapshot },
    #[error(transparent)]
    Other(#[from] ApiError),
}

/// The search for the cheapest build that an alert waits for.
struct AlertSearch {
    snapshot: CatalogueSnapshot,
    /// Fixed parts that the snapshot lacks.
    absent: Vec<OfferedPart>,
    request: BudgetRequest,
    min_utility: i64,
}

impl AlertSearch {
    fn solve(self, time: Duration, stop: &Stop<'_>) -> Result<Option<Fils>, CheapestTotalError> {
        let Self { snapshot, absent, request, min_utility } = self;
        let snapshot = snapshot.with_parts(absent);
        let solve = |stop: &Stop<'_>| solve_cheapest(&snapshot.catalogue, &request, min_utility, stop);
        match solve_in_time(time, stop, solve, has_no_build_yet) {
            Ok(build) => Ok(Some(build.total)),
            Err(error) if may_change(&error) => Ok(None),
            Err(error) => Err(CheapestTotalError::new(error, snapshot)),
        }
    }

    /// Checks the constraints without a search.
    fn check(self) -> Result<(), CheapestTotalError> {
        let Self { snapshot, absent, request, min_utility: _ } = self;
        let snapshot = snapshot.with_parts(absent);
        match check_request(&snapshot.catalogue, &request) {
            Err(error) if !may_change(&error) => Err(CheapestTotalError::new(error, snapshot)),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

impl CheapestTotalError {
    fn new(error: SolveError, snapshot: CatalogueSnapshot) -> Self {
        match error {
            SolveError::Table => Self::Other(ApiError::Internal(error.into())),
            error => Self::Contradiction { error: Box::new(error), snapshot },
        }
    }
}

impl BudgetAlerts {
    /// Creates the service over the catalogue that a follower updates.
    pub fn new(catalogue: BudgetCatalogue, pool: SolverPool, times: TimeLimits) -> Self {
        Self { catalogue, pool, times, new_alerts: NewAlerts::default() }
    }

    /// Searches the cheapest build that an alert waits for, in a slot of the alerts.
    ///
    /// # Errors
    /// 503 while the parts are being read; a contradiction if the constraints cannot be met whatever is in stock.
    pub async fn find_cheapest_total(
        &self,
        db: &PgPool,
        watched: &WatchedBudget,
    ) -> Result<CheapestTotal, CheapestTotalError> {
        let Some(search) = self.read_alert(db, watched).await? else { return self.no_total() };
        let slot = self.pool.acquire_for_alerts().await?;
        let (version, times) = (search.snapshot.version, self.times);
        let solved = slot.run(times.first_build, move |stop: &Stop<'_>| search.solve(times.answer, stop));
        Ok(CheapestTotal { total: solved.await??, version })
    }

    /// As [`Self::find_cheapest_total`], for a client who creates the alert. While no thorough search is free, the constraints
    /// alone are checked.
    ///
    /// # Errors
    /// As [`Self::find_cheapest_total`], and 429 when the client has used its time.
    pub async fn find_cheapest_total_for(
        &self,
        db: &PgPool,
        watched: &WatchedBudget,
        address: ClientAddress,
    ) -> Result<CheapestTotal, CheapestTotalError> {
        let ticket = unless_overloaded(self.pool.enter(Client::Address(address.key())))?;
        let Some(search) = self.read_alert(db, watched).await? else { return self.no_total() };
        let slot = match ticket {
            Some(ticket) => unless_overloaded(ticket.acquire().await)?,
            None => None,
        };
        let Some(slot) = slot.filter(|slot| slot.thoroughness == Thoroughness::Thorough) else {
            let checked = spawn_blocking(move || search.check()).await;
            checked.map_err(|error| ApiError::Internal(error.into()))??;
            return Ok(CheapestTotal { total: None, version: NO_VERSION });
        };
        let (version, times) = (search.snapshot.version, self.times);
        let solved = slot.run(times.first_build, move |_, stop: &Stop<'_>| search.solve(times.answer, stop));
        let total = solved.await??;
        // A search that yielded to others has found nothing yet: what follows the insertion searches again.
        let version = if total.is_some() { version } else { NO_VERSION };
        Ok(CheapestTotal { total, version })
    }

    fn no_total(&self) -> Result<CheapestTotal, CheapestTotalError> {
        Ok(CheapestTotal { total: None, version: self.snapshot()?.version })
    }

    fn snapshot(&self) -> ApiResult<CatalogueSnapshot> {
        self.catalogue.snapshot().ok_or(ApiError::Starting)
    }

    /// Reads what an alert waits for; `None` while the catalogue knows none of its retailers.
    async fn read_alert(&self, db: &PgPool, watched: &WatchedBudget) -> ApiResult<Option<AlertSearch>> {
        let snapshot = self.snapshot()?;
        let Some(mut request) = to_request(watched, &snapshot.retailers) else { return Ok(None) };
        let absent = load_absent_parts(db, &snapshot, &mut request).await?;
        Ok(Some(AlertSearch { snapshot, absent, request, min_utility: watched.min_utility }))
    }

    /// Evaluates a new alert as [`Self::evaluate_new_alert`], after all that were created before. Nobody waits for it: the
    /// slot of the alerts may be taken for seconds. The alert exists, whatever comes of this: otherwise it waits for the next
    /// change of the catalogue.
    pub fn evaluate_later(&self, db: &PgPool, id: AlertId, watched: WatchedBudget, searched_version: u64) {
        let Some(work) = self.new_alerts.push(NewAlert { id, watched, searched_version }) else { return };
        let (db, service) = (db.clone(), self.clone());
        tokio::spawn(async move {
            while let Some(NewAlert { id, watched, searched_version }) = work.take_next() {
                let started = Instant::now();
                if let Err(error) = service.evaluate_new_alert(&db, id, &watched, searched_version).await {
                    warn!("Cannot evaluate a new budget alert: {error}");
                }
                // As after each of `BudgetAlertEvaluator::evaluate`.
                sleep(started.elapsed()).await;
            }
        });
    }

    /// Makes a new alert due if its budget pays for a build by now. Nothing is searched unless the catalogue has changed
    /// since `searched_version`, in which the alert's builds were searched before its insertion: an evaluation of that
    /// change may have ended before the insertion.
    ///
    /// # Errors
    /// As [`Self::find_cheapest_total`], and when the alert could not be made due.
    pub async fn evaluate_new_alert(
        &self,
        db: &PgPool,
        id: AlertId,
        watched: &WatchedBudget,
        searched_version: u64,
    ) -> Result<(), CheapestTotalError> {
        if self.snapshot()?.version == searched_version {
            return Ok(());
        }
        if let Some(total) = self.find_cheapest_total(db, watched).await?.total {
            mark_due(db, &[(id, watched.budget)], total).await?;
        }
        Ok(())
    }
}

/// Makes the alerts due whose budget is at least the total of the cheapest build.
async fn mark_due(db: &PgPool, alerts: &[(AlertId, Fils)], lowest_total: Fils) -> ApiResult<()> {
    let reached: Vec<AlertId> =
        alerts.iter().filter(|(_, budget)| *budget >= lowest_total).map(|(alert, _)| *alert).collect();
    if !reached.is_empty() {
        price_alerts::mark_due(db, &reached, lowest_total).await?;
    }
    Ok(())
}

/// Returns `None` instead of the error that too many others are served.
fn unless_overloaded<T>(granted: ApiResult<T>) -> ApiResult<Option<T>> {
    match granted {
        Err(ApiError::Overloaded) => Ok(None),
        granted => granted.map(Some),
    }
}

/// Returns whether other stock or other prices may lead to a build.
fn may_change(error: &SolveError) -> bool {
    matches!(
        error,
        SolveError::NoBuild
            | SolveError::OutOfTime
            | SolveError::OutOfEffort
            | SolveError::NoneLeft { .. }
            | SolveError::NoneFitsFixed { .. }
            | SolveError::NoneFitsAllFixed { .. }
            | SolveError::FixedNotSold { .. }
    )
}

/// Returns the solver's request for an alert; `None` while the catalogue knows none of the alert's
/// retailers: it knows those that have had a part in stock since it was loaded.
fn to_request(watched: &WatchedBudget, retailers: &[RetailerName]) -> Option<BudgetRequest> {
    let index_of = |slug: &Slug| retailers.iter().position(|retailer| retailer.slug == *slug);
    let allowed: Vec<usize> = watched.retailers.iter().filter_map(index_of).collect();
    if allowed.is_empty() && !watched.retailers.is_empty() {
        return None;
    }
    Some(BudgetRequest {
        budget: watched.budget,
        scope: watched.scope,
        use_key: watched.use_key,
        constraints: Constraints { retailers: allowed, ..watched.constraints.clone() },
        policy: RulePolicy { allow_unknown: watched.allow_unknown, allow_warnings: false },
    })
}

impl BudgetAlertEvaluator {
    /// Creates an evaluator of the alerts in a database.
    pub fn new(db: PgPool, alerts: BudgetAlerts) -> Self {
        Self { db, alerts }
    }

    /// Evaluates the alerts if the catalogue has changed, then pauses for [`POLL`], and repeats both until `stopping`
    /// turns true. All changes during an evaluation and the pause after it lead to one further evaluation.
    pub async fn run(self, mut stopping: watch::Receiver<bool>) {
        let mut evaluated = None;
        loop {
            let version = self.alerts.snapshot().ok().map(|snapshot| snapshot.version);
            if version != evaluated {
                tokio::select! {
                    outcome = self.evaluate() => match outcome {
                        Ok(()) => evaluated = version,
                        Err(error) => warn!("Cannot evaluate the budget alerts: {error}"),
                    },
                    _ = stopping.wait_for(|stop| *stop) => return,
                }
            }
            // An error means that the sender is gone: stop as well.
            if tokio::time::timeout(POLL, stopping.wait_for(|stop| *stop)).await.is_ok() {
                return;
            }
        }
    }

    /// Makes the alerts due whose budget pays for a build now. Equal builds are solved once, whatever the budgets. An alert
    /// for which no build was found in time waits for the next change of the catalogue.
    ///
    /// # Errors
    /// When an alert could not be evaluated (the others were), or when the alerts could not be read or made due (the
    /// evaluation ended there).
    pub async fn evaluate(&self) -> ApiResult<()> {
        let mut failed = None;
        for (watched, alerts) in group(price_alerts::list_enabled_budget_alerts(&self.db).await?) {
            let started = Instant::now();
            let found = self.alerts.find_cheapest_total(&self.db, &watched).await;
            match found.map(|cheapest| cheapest.total) {
                Ok(Some(lowest_total)) => mark_due(&self.db, &alerts, lowest_total).await?,
                // No build now (`None`), or the constraints contradict each other since a fixed part has changed or its
                // product was removed: try again after the next change.
                Ok(None) | Err(CheapestTotalError::Contradiction { .. }) => {}
                Err(CheapestTotalError::Other(error)) => failed = Some(error),
            }
            // At most half of the time is spent here: requests wait for the same processors.
            sleep(started.elapsed()).await;
        }
        failed.map_or(Ok(()), Err)
    }
}

/// Groups alerts by the builds that they wait for. Each group has the ids and budgets of its alerts.
fn group(alerts: Vec<EnabledBudgetAlert>) -> Vec<(WatchedBudget, Vec<(AlertId, Fils)>)> {
    let mut groups: BTreeMap<String, (WatchedBudget, Vec<(AlertId, Fils)>)> = BTreeMap::new();
    for EnabledBudgetAlert { id, watched } in alerts {
        // A budget that cannot be written gets a group of its own.
        let same_builds = WatchedBudget { budget: Fils::ZERO, ..watched.clone() };
        let key = serde_json::to_string(&same_builds).unwrap_or_else(|_| id.to_string());
        let budget = watched.budget;
        groups.entry(key).or_insert_with(|| (watched, Vec::new())).1.push((id, budget));
    }
    groups.into_values().collect()
}
