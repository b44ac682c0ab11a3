//! Keeps the index behind the feed of product changes.
//!
//! The cursor is stored with each commit of the index, so a killed process goes on where its index stands. An index that
//! is new, damaged, of another basis or too old for the feed is built anew beside the live one, which goes on answering.

mod damage;
mod document;
mod position;
mod rebuild;
mod status;

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use anyhow::Context;
use domain::{
    compat::Chosen,
    model::ProductId,
    store::{
        feed::{self, Cursor, HidingTransaction},
        offers, products, snapshots,
    },
};
use indexer::{Change, Engine};
use sqlx::{PgPool, postgres::PgListener};
use time::{Date, OffsetDateTime};
use tokio::{sync::watch, task::spawn_blocking, time::timeout};
use tracing::{info, warn};

use crate::{
    budget::catalogue::{BudgetCatalogue, CatalogueDraft, OfferedPart},
    fit::{self, PartFacts},
};
use damage::DamageWatch;
use rebuild::IndexRebuild;

pub use document::build_document;
pub use position::{CardBasis, FeedPosition};
pub use status::IndexStatus;

/// The channel that the database calls after a change.
const CHANNEL: &str = "product_change";
/// How often the feed is looked at without a call: also when an open transaction held a change back.
const POLL: Duration = Duration::from_millis(250);
/// How long after a call more changes are awaited: shops change many prices one after the other, and every batch costs.
const GATHER: Duration = Duration::from_millis(150);
/// Changes applied in one commit.
const BATCH: i64 = 1000;
/// Products read at once for a rebuild.
const PAGE: usize = 1000;
/// A rebuild folds patches in when there are more than this, and than this part of all products: each costs memory.
const COMPACT_AT: u64 = 20_000;
const COMPACT_PART: u64 = 4;
/// Changes that wait longer than this for an older transaction are worth a line in the log.
const LONG_HIDDEN: Duration = Duration::from_secs(5);
/// Waits after a failure, doubled each time.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const MAX_WAIT: Duration = Duration::from_secs(5);

/// What a follower keeps for others to read.
#[derive(Clone)]
pub struct FollowedIndex {
    /// How the index stands to the database.
    pub index: watch::Receiver<IndexStatus>,
    /// The facts that the compatibility rules ask about.
    pub parts: PartFacts,
    /// The parts that builds for a budget are chosen from.
    pub budget: BudgetCatalogue,
}

/// Follows the feed for one engine.
pub struct Follower {
    db: PgPool,
    engine: Engine,
    parts: PartFacts,
    budget: BudgetCatalogue,
    damage: DamageWatch,
    /// Up to where the index has followed; none when it must be built anew.
    place: Option<FeedPosition>,
    /// A new generation on its way.
    build: Option<IndexRebuild>,
    status: watch::Sender<IndexStatus>,
}

impl Follower {
    /// A follower of an opened engine; `cursor` is what the engine's last commit carried.
    pub fn new(db: PgPool, engine: Engine, cursor: Option<&str>) -> (Self, FollowedIndex) {
        let place = cursor.and_then(|cursor| cursor.parse().ok());
        let (status, index) = watch::channel(IndexStatus::new(place.is_some()));
        let parts = PartFacts::default();
        let budget = BudgetCatalogue::default();
        let followed = FollowedIndex { index, parts: parts.clone(), budget: budget.clone() };
        let damage = DamageWatch::new(engine.clone());
        (Self { db, engine, parts, budget, damage, place, build: None, status }, followed)
    }

    /// Follows until `stop` turns true. Failures are told once, waited out and tried again.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let mut listener = None;
        let mut wait = FIRST_WAIT;
        let stopped = async move {
            // An error means that the sender is gone, which is a stop as well.
            let _ = stop.wait_for(|stop| *stop).await;
        };
        tokio::pin!(stopped);
        loop {
            let pause = match self.step(&mut listener).await {
                Ok(()) => {
                    wait = FIRST_WAIT;
                    self.recovered();
                    wait_for_change(&mut listener, POLL)
                }
                Err(error) => {
                    self.failed(&error);
                    listener = None;
                    wait = (wait * 2).min(MAX_WAIT);
                    wait_for_change(&mut listener, wait)
                }
            };
            tokio::select! {
                () = &mut stopped => return,
                () = pause => {}
            }
        }
    }

    /// Brings the index up to the feed's end.
    async fn step(&mut self, listener: &mut Option<PgListener>) -> anyhow::Result<()> {
        if listener.is_none() {
            // Before reading, so that no change falls between reading and listening.
            let mut fresh = PgListener::connect_with(&self.db).await.context("cannot listen for changes")?;
            fresh.listen(CHANNEL).await.context("cannot listen for changes")?;
            *listener = Some(fresh);
        }
        let basis = CardBasis::new(OffsetDateTime::now_utc().date(), feed::identity(&self.db).await?);
        self.adopt_rebuild().await?;
        let reaches = match &self.place {
            Some(place) => feed::covers(&self.db, place.cursor).await?,
            None => false,
        };
        let place = self.place.clone().filter(|place| reaches && place.basis.can_follow(&basis));
        self.damage.step().await;
        let fits = place.as_ref().is_some_and(|place| place.basis == basis)
            && !self.needs_compaction()
            && !self.engine.is_damaged();
        if !fits && self.build.is_none() {
            self.status.send_modify(|status| status.rebuilding = true);
            self.build = Some(IndexRebuild::start(self.db.clone(), self.engine.clone(), basis));
        }
        match place {
            Some(place) => {
                if !self.parts.is_loaded() || !self.budget.is_loaded() {
                    self.load_parts().await?;
                }
                self.catch_up(place.cursor, place.basis).await
            }
            None => Ok(()),
        }
    }

    /// Lets a generation that was built meanwhile answer from now on.
    async fn adopt_rebuild(&mut self) -> anyhow::Result<()> {
        let Some(build) = self.build.take_if(|build| build.is_over()) else { return Ok(()) };
        self.status.send_modify(|status| status.rebuilding = false);
        let built = build.finish().await?;
        spawn_blocking(move || built.generation.switch()).await??;
        self.parts.replace(built.parts);
        self.budget.replace(built.budget);
        self.place = Some(built.place);
        self.status.send_modify(|status| status.record_caught_up(built.asked));
        Ok(())
    }

    /// Whether so much lies beside the index that it is time to fold it in.
    fn needs_compaction(&self) -> bool {
        let stats = self.engine.stats();
        stats.patched > COMPACT_AT.max(stats.documents / COMPACT_PART)
    }

    async fn catch_up(&mut self, mut cursor: Cursor, basis: CardBasis) -> anyhow::Result<()> {
        loop {
            let asked = Instant::now();
            let changes =
                feed::read(&self.db, cursor, BATCH).await.context("cannot read the feed of changes")?;
            let Some(last) = changes.last() else {
                return self.look_for_hidden(cursor, asked).await;
            };
            cursor = last.cursor;
            let mut ids: Vec<ProductId> = changes.iter().map(|change| change.product_id).collect();
            ids.sort_unstable();
            ids.dedup();
            let count = ids.len();
            let LoadedChanges { changes, parts, offered } = load(&self.db, ids, basis.day).await?;
            let place = FeedPosition { cursor, basis: basis.clone() };
            let (engine, stored) = (self.engine.clone(), place.to_string());
            spawn_blocking(move || engine.apply(changes, &stored)).await??;
            self.parts.update(parts);
            self.budget.update(offered);
            self.place = Some(place);
            metrics::counter!("index_products_applied_total").increment(count as u64);
            tracing::debug!(products = count, cursor = %cursor, "Applied changes of {count} products to the index");
        }
    }

    /// Notes how long committed changes have been waiting for an older transaction, if any do. Long ones are named once.
    async fn look_for_hidden(&mut self, cursor: Cursor, asked: Instant) -> anyhow::Result<()> {
        let hidden =
            feed::oldest_hidden_age(&self.db, cursor).await.context("cannot read the feed of changes")?;
        let Some(age) = hidden.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) else {
            self.status.send_modify(|status| status.record_caught_up(asked));
            return Ok(());
        };
        self.status.send_modify(|status| status.record_hidden(asked, age));
        let lag = self.status.borrow().lag().unwrap_or(age);
        if lag < LONG_HIDDEN {
            return Ok(());
        }
        let found = feed::find_hiding_transaction(&self.db).await.context("cannot look for transactions")?;
        let Some(hiding) = found else { return Ok(()) };
        let named = self.status.borrow().hidden_by.as_ref().and_then(|hiding| hiding.process);
        if self.status.borrow().hidden_by.is_none() || named != hiding.process {
            warn_of(&hiding, lag);
        }
        self.status.send_modify(|status| status.hidden_by = Some(hiding));
        Ok(())
    }

    /// Reads the facts and offers of all products, when the index itself need not be built.
    async fn load_parts(&self) -> anyhow::Result<()> {
        let mut parts = fit::PartTableDraft::default();
        let mut budget = CatalogueDraft::default();
        let ids = products::ids_by_popularity(&self.db).await.context("cannot list the products")?;
        for ids in ids.chunks(PAGE) {
            let found = products::find_many(&self.db, ids).await.context("cannot load products")?;
            parts.extend(found.iter().filter_map(fit::part));
            let mut offers_of: HashMap<ProductId, Vec<_>> = HashMap::new();
            for listed in offers::list_live(&self.db, ids).await.context("cannot load offers")? {
                if let Some(id) = listed.offer.product_id {
                    offers_of.entry(id).or_default().push(listed);
                }
            }
            for product in &found {
                let offers = offers_of.remove(&product.id).unwrap_or_default();
                budget.update(product.id, OfferedPart::of(product, &offers));
            }
        }
        self.parts.replace(parts);
        self.budget.replace(budget);
        Ok(())
    }

    fn recovered(&self) {
        if self.status.borrow().failing {
            info!("The index follows the database again");
            self.status.send_modify(|status| status.failing = false);
        }
    }

    /// An outage is one line, not one a second.
    fn failed(&self, error: &anyhow::Error) {
        if !self.status.borrow().failing {
            warn!(
                error = format!("{error:#}"),
                "The index cannot follow the database and answers as it is: {error:#}"
            );
            self.status.send_modify(|status| status.failing = true);
        }
    }
}

/// Products as they are now, for all that follows them; a product that is gone, or of no interest to a reader, is `None` there.
struct LoadedChanges {
    /// For the index.
    changes: Vec<Change>,
    /// For the rules of compatibility.
    parts: Vec<(ProductId, Option<Chosen>)>,
    /// For builds within a budget.
    offered: Vec<(ProductId, Option<OfferedPart>)>,
}

/// Loads these products: those that are not found are gone.
async fn load(db: &PgPool, ids: Vec<ProductId>, today: Date) -> anyhow::Result<LoadedChanges> {
    let found = snapshots::load(db, &ids, today).await.context("cannot load changed products")?;
    let mut gone: HashSet<ProductId> = ids.into_iter().collect();
    let mut loaded = LoadedChanges { changes: Vec::new(), parts: Vec::new(), offered: Vec::new() };
    for snapshot in &found {
        let id = snapshot.product.id;
        gone.remove(&id);
        loaded.changes.push(Change::Upsert(Box::new(build_document(snapshot, today)?)));
        loaded.parts.push((id, fit::part(&snapshot.product)));
        loaded.offered.push((id, OfferedPart::of(&snapshot.product, &snapshot.offers)));
    }
    loaded.parts.extend(gone.iter().map(|id| (*id, None)));
    loaded.offered.extend(gone.iter().map(|id| (*id, None)));
    loaded.changes.extend(gone.into_iter().map(Change::Delete));
    Ok(loaded)
}

/// Says which transaction to look after. Its statement is not said: it may hold what somebody typed.
fn warn_of(hiding: &HidingTransaction, lag: Duration) {
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "unknown".to_owned());
    let (database, user, application) =
        (text(&hiding.database), text(&hiding.user), text(&hiding.application));
    let what = match (&hiding.prepared, hiding.process) {
        (Some(name), _) => format!("the prepared transaction {name:?}"),
        (None, process) => format!("a transaction of the process {}", process.unwrap_or_default()),
    };
    warn!(
        hiding.process = hiding.process,
        hiding.prepared = hiding.prepared,
        hiding.database = database,
        "Changes have been waiting for {} s for {what}, of {application:?} as {user:?} in the database {database:?}",
        lag.as_secs()
    );
}

/// Waits until the database calls, at most so long.
async fn wait_for_change(listener: &mut Option<PgListener>, longest: Duration) {
    match listener {
        Some(listener) => {
            // A lost connection ends the wait: the next step finds out why.
            let called = timeout(longest, listener.try_recv()).await;
            if matches!(called, Ok(Ok(None) | Err(_))) {
                tokio::time::sleep(FIRST_WAIT).await;
            } else if called.is_ok() {
                tokio::time::sleep(GATHER).await;
                while listener.next_buffered().is_some() {}
            }
        }
        None => tokio::time::sleep(longest).await,
    }
}
