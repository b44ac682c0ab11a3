//! Keeps the search index in step with the feed of product changes.
//!
//! 1. Each batch that the index applies stores the position in the feed, so that a killed process resumes where its
//!    index stands.
//! 2. A step reads the changes after the cursor in batches, loads the changed products, and applies them to the index,
//!    to the compatibility facts and to the catalogue of budget builds.
//! 3. Between steps the follower waits for a NOTIFY of the database, or for the poll interval.
//! 4. An index that is new, damaged, too old for the feed, of another rebuild key (day, database or shape of a card) or
//!    that has too many patches is rebuilt beside the live one, which goes on answering until the switch.
//! 5. Each step, and each batch of changes, also loads administrators' rules about searches into the engine, if they have
//!    changed. A failure of that is retried with pauses of its own, while the feed goes on.

mod damage;
mod document;
mod load;
mod position;
mod rebuild;
mod status;

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use anyhow::Context;
use domain::{
    model::ProductId,
    store::{
        feed::{self, BlockingTransaction, Cursor},
        offers, products,
    },
};
use indexer::Engine;
use sqlx::{PgPool, postgres::PgListener};
use time::OffsetDateTime;
use tokio::{sync::watch, task::spawn_blocking, time::timeout};
use tracing::{info, warn};

use crate::services::{
    budget_catalogue::{BudgetCatalogue, MutableCatalogue, OfferedPart},
    compatibility_index::{self, PartFacts},
    search_rules::RuleFollower,
};
use damage::DamageWatch;
use load::{CHANGES_AT_ONCE, LoadedChanges, PRODUCTS_PER_QUERY, load};
use rebuild::IndexRebuild;

pub use document::build_document;
pub use position::{FeedPosition, RebuildKey};
pub use status::IndexStatus;

/// NOTIFY channel that the database uses after a change.
const CHANNEL: &str = "product_change";
/// Poll interval of the feed. Polling also finds changes that an open transaction delayed.
const POLL: Duration = Duration::from_millis(250);
/// Time to gather further changes after a notification: retailers change many prices one after the other, and every
/// batch has a cost.
const GATHER: Duration = Duration::from_millis(150);
/// The index is rebuilt when more than 20,000 products have a patch and these are more than a quarter of all. Each
/// patch uses memory.
const MIN_PATCHES_FOR_REBUILD: u64 = 20_000;
const MAX_PATCHED_DIVISOR: u64 = 4;
/// An older transaction that delays changes longer than this is logged.
const LONG_DELAY: Duration = Duration::from_secs(5);
/// First pause after a failure; each further failure doubles it, up to the maximum.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const MAX_PAUSE: Duration = Duration::from_secs(5);

/// State that a follower shares with readers.
#[derive(Clone)]
pub struct FollowedState {
    /// Status of the index relative to the database.
    pub status: watch::Receiver<IndexStatus>,
    /// Facts that the compatibility rules read.
    pub parts: PartFacts,
    /// Parts from which the budget solver chooses.
    pub budget: BudgetCatalogue,
}

/// Follows the feed for one engine.
pub struct Follower {
    db: PgPool,
    engine: Engine,
    parts: PartFacts,
    budget: BudgetCatalogue,
    damage: DamageWatch,
    rules: RuleFollower,
    /// Position of the index in the change feed; `None` when the index must be rebuilt.
    position: Option<FeedPosition>,
    /// A rebuild in progress.
    rebuild: Option<IndexRebuild>,
    status: watch::Sender<IndexStatus>,
}

impl Follower {
    /// Creates the follower of an opened engine; `stored_position` is the [`FeedPosition`] as text that the engine
    /// stored with its last batch.
    pub fn new(db: PgPool, engine: Engine, stored_position: Option<&str>) -> (Self, FollowedState) {
        let position: Option<FeedPosition> = stored_position.and_then(|text| text.parse().ok());
        let (status, status_receiver) =
            watch::channel(IndexStatus::new(position.as_ref().map(|position| position.cursor)));
        let parts = PartFacts::default();
        let budget = BudgetCatalogue::default();
        let followed =
            FollowedState { status: status_receiver, parts: parts.clone(), budget: budget.clone() };
        let damage = DamageWatch::new(engine.clone());
        let rules = RuleFollower::default();
        (Self { db, engine, parts, budget, damage, rules, position, rebuild: None, status }, followed)
    }

    /// Follows until `stop` turns true. Failures are logged once and retried after a pause.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let mut listener = None;
        let mut wait = FIRST_PAUSE;
        let stopped = async move {
            // An error means that the sender is gone: stop as well.
            let _ = stop.wait_for(|stop| *stop).await;
        };
        tokio::pin!(stopped);
        loop {
            let pause = match self.step(&mut listener).await {
                Ok(()) => {
                    wait = FIRST_PAUSE;
                    self.record_recovery();
                    wait_for_change(&mut listener, POLL)
                }
                Err(error) => {
                    self.log_failure(&error);
                    listener = None;
                    let pause = wait;
                    wait = (wait * 2).min(MAX_PAUSE);
                    wait_for_change(&mut listener, pause)
                }
            };
            tokio::select! {
                () = &mut stopped => return,
                () = pause => {}
            }
        }
    }

    /// Brings the index up to the end of the feed.
    async fn step(&mut self, listener: &mut Option<PgListener>) -> anyhow::Result<()> {
        if listener.is_none() {
            // Listen before reading, so that no change is lost in between.
            let mut new_listener =
                PgListener::connect_with(&self.db).await.context("cannot listen for changes")?;
            new_listener.listen(CHANNEL).await.context("cannot listen for changes")?;
            *listener = Some(new_listener);
        }
        let rebuild_key = RebuildKey::new(OffsetDateTime::now_utc().date(), feed::identity(&self.db).await?);
        self.rules.step(&self.db, &self.engine).await;
        self.adopt_rebuild().await?;
        let feed_covers = match &self.position {
            Some(position) => feed::covers(&self.db, position.cursor).await?,
            None => false,
        };
        let position = self
            .position
            .clone()
            .filter(|position| feed_covers && position.rebuild_key.can_follow(&rebuild_key));
        self.damage.step().await;
        let is_current = position.as_ref().is_some_and(|position| position.rebuild_key == rebuild_key)
            && !self.has_too_many_patches()
            && !self.engine.is_damaged();
        if !is_current && self.rebuild.is_none() {
            self.status.send_modify(|status| status.rebuilding = true);
            self.rebuild = Some(IndexRebuild::start(self.db.clone(), self.engine.clone(), rebuild_key));
        }
        match position {
            Some(position) => {
                if !self.parts.is_loaded() || !self.budget.is_loaded() {
                    self.load_parts().await?;
                }
                self.catch_up(position.cursor, position.rebuild_key).await
            }
            None => Ok(()),
        }
    }

    /// Switches to a rebuilt generation when it is ready.
    async fn adopt_rebuild(&mut self) -> anyhow::Result<()> {
        let Some(rebuild) = self.rebuild.take_if(|rebuild| rebuild.is_finished()) else { return Ok(()) };
        self.status.send_modify(|status| status.rebuilding = false);
        let built = rebuild.finish().await?;
        // Before the switch: the built index may hold less than the one before it.
        self.status.send_modify(|status| status.applied = status.applied.min(Some(built.position.cursor)));
        spawn_blocking(move || built.generation.switch()).await??;
        self.status.send_modify(|status| status.applied = Some(built.position.cursor));
        self.parts.replace(built.parts);
        self.budget.replace(built.budget);
        self.position = Some(built.position);
        self.status.send_modify(|status| status.record_caught_up(built.queried_at));
        Ok(())
    }

    /// Returns whether so many products are patched that a rebuild pays off.
    fn has_too_many_patches(&self) -> bool {
        let stats = self.engine.stats();
        stats.patched > MIN_PATCHES_FOR_REBUILD.max(stats.documents / MAX_PATCHED_DIVISOR)
    }

    async fn catch_up(&mut self, mut cursor: Cursor, rebuild_key: RebuildKey) -> anyhow::Result<()> {
        loop {
            let queried_at = Instant::now();
            let changes =
                feed::read(&self.db, cursor, CHANGES_AT_ONCE).await.context("cannot read the change feed")?;
            let Some(last) = changes.last() else {
                return self.check_delayed_changes(cursor, queried_at).await;
            };
            cursor = last.cursor;
            let mut ids: Vec<ProductId> = changes.iter().map(|change| change.product_id).collect();
            ids.sort_unstable();
            ids.dedup();
            let count = ids.len();
            let LoadedChanges { changes, parts, budget_parts } = load(&self.db, ids, rebuild_key.day).await?;
            let position = FeedPosition { cursor, rebuild_key: rebuild_key.clone() };
            let (engine, stored) = (self.engine.clone(), position.to_string());
            let applied = spawn_blocking(move || engine.apply(changes, &stored)).await?;
            applied.context("cannot apply changes to the index")?;
            self.parts.update(parts);
            self.budget.update(budget_parts);
            self.position = Some(position);
            self.status.send_modify(|status| status.applied = Some(cursor));
            metrics::counter!("index_products_applied_total").increment(count as u64);
            tracing::debug!(products = count, cursor = %cursor, "Applied changes of {count} products to the index");
            // A crawl may change products for minutes: rules do not wait for its end.
            self.rules.step(&self.db, &self.engine).await;
        }
    }

    /// Records how long committed changes have waited for an older transaction, if any. A transaction that holds them
    /// for long is logged once.
    async fn check_delayed_changes(&mut self, cursor: Cursor, queried_at: Instant) -> anyhow::Result<()> {
        let delay =
            feed::oldest_delayed_age(&self.db, cursor).await.context("cannot read the change feed")?;
        let Some(age) = delay.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) else {
            self.status.send_modify(|status| status.record_caught_up(queried_at));
            return Ok(());
        };
        self.status.send_modify(|status| status.record_delayed(queried_at, age));
        let lag = self.status.borrow().lag().unwrap_or(age);
        if lag < LONG_DELAY {
            return Ok(());
        }
        let found =
            feed::find_blocking_transaction(&self.db).await.context("cannot list open transactions")?;
        let Some(blocking) = found else { return Ok(()) };
        let logged_process = self.status.borrow().blocked_by.as_ref().and_then(|blocking| blocking.process);
        if self.status.borrow().blocked_by.is_none() || logged_process != blocking.process {
            warn_about_blocking(&blocking, lag);
        }
        self.status.send_modify(|status| status.blocked_by = Some(blocking));
        Ok(())
    }

    /// Loads the facts of all products, and their offers for budget builds, when the index itself need not be rebuilt.
    async fn load_parts(&self) -> anyhow::Result<()> {
        let mut parts = compatibility_index::PartTableDraft::default();
        let mut budget = MutableCatalogue::default();
        let ids = products::list_ids_by_popularity(&self.db).await.context("cannot list the products")?;
        for ids in ids.chunks(PRODUCTS_PER_QUERY) {
            let found = products::find_many(&self.db, ids).await.context("cannot load products")?;
            parts.extend(found.iter().filter_map(compatibility_index::to_part));
            let mut offers_of: HashMap<ProductId, Vec<_>> = HashMap::new();
            for listed in offers::list_live(&self.db, ids).await.context("cannot load offers")? {
                if let Some(id) = listed.offer.product_id {
                    offers_of.entry(id).or_default().push(listed);
                }
            }
            for product in &found {
                let offers = offers_of.remove(&product.id).unwrap_or_default();
                budget.update(product.id, OfferedPart::if_buyable(product, &offers));
            }
        }
        self.parts.replace(parts);
        self.budget.replace(budget);
        Ok(())
    }

    fn record_recovery(&self) {
        if self.status.borrow().failing {
            info!("The index follows the database again");
            self.status.send_modify(|status| status.failing = false);
        }
    }

    /// Logs an outage once, not once per attempt.
    fn log_failure(&self, error: &anyhow::Error) {
        if !self.status.borrow().failing {
            warn!(
                error = format!("{error:#}"),
                "The index cannot follow the database: {error:#}. Searches use the index in its last state"
            );
            self.status.send_modify(|status| status.failing = true);
        }
    }
}

/// Logs the transaction to look into, without its statement, which may hold user input.
fn warn_about_blocking(blocking: &BlockingTransaction, lag: Duration) {
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "unknown".to_owned());
    let (database, user, application) =
        (text(&blocking.database), text(&blocking.user), text(&blocking.application));
    let transaction = match (&blocking.prepared, blocking.process) {
        (Some(name), _) => format!("the prepared transaction {name:?}"),
        (None, process) => format!("a transaction of process {}", process.unwrap_or_default()),
    };
    warn!(
        blocking.process = blocking.process,
        blocking.prepared = blocking.prepared,
        blocking.database = database,
        "The change feed has been waiting for {} s for {transaction} (application {application:?}, user {user:?}, database {database:?}): end that transaction",
        lag.as_secs()
    );
}

/// Waits for a notification of the database, at most for the given time. After one it waits [`GATHER`] more, so that
/// changes that come together are read together; after a lost connection [`FIRST_PAUSE`] more.
async fn wait_for_change(listener: &mut Option<PgListener>, max_wait: Duration) {
    match listener {
        Some(listener) => {
            // A lost connection ends the wait; the next step reports it.
            let notified = timeout(max_wait, listener.try_recv()).await;
            if matches!(notified, Ok(Ok(None) | Err(_))) {
                tokio::time::sleep(FIRST_PAUSE).await;
            } else if notified.is_ok() {
                tokio::time::sleep(GATHER).await;
                while listener.next_buffered().is_some() {}
            }
        }
        None => tokio::time::sleep(max_wait).await,
    }
}
