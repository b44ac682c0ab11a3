//! Run of the matcher: assigns every offer of a part to a product, and asks an administrator about ambiguous
//! matches.
//!
//! 1. Count the words of all names and titles, and collect the part numbers of all products.
//! 2. Process one category after another: products of different categories never match, and memory holds one category
//!    at a time. Load the fixed products, which no run changes (imported ones, and those to which an administrator
//!    matched an offer), and all reassignable offers: those without a product, those that the matcher itself matched
//!    to an imported product, and those of a product made of offers that is not fixed.
//! 3. Compare each reassignable offer with the products: the offer is matched to one, may match some, or matches none.
//! 4. Compare all offers with each other and group them; the offers of one product share a group. A reassignable offer
//!    in the group of a product is matched to that product; each other group is a product of its own, unless its titles
//!    name no product: then its offers wait.
//! 5. Where a group may match a product or another group, ask an administrator; meanwhile its product is
//!    provisional.
//! 6. At the end, merge products that lost all their offers into the products to which most of those moved.
//!
//! Every run processes all reassignable offers, in an order of content. So the outcome is the same whatever the order
//! in which retailers were crawled, and a run without new data changes nothing.

use std::sync::Arc;

use domain::{
    config::Config,
    model::{Category, ProductId},
    store::{
        matches::{self, RunCounters},
        statistics,
    },
};
use rustc_hash::FxHashSet;
use sqlx::{PgPool, postgres::PgAdvisoryLock};
use tokio_util::sync::CancellationToken;

use super::{
    learnt_values, load, manufacturers, plan,
    store_plan::{self, StoredResults},
};

/// Assigns every reassignable offer to its product, by the settings `[matching]` and `[price_screen]` of `config`. If the matcher has compared every offer since it changed, only the
/// review priorities are computed again, unless `all` is set. After a request to stop, the current batch is stored; the
/// next run continues from there.
///
/// # Errors
/// On database errors; batches stored before stay.
pub async fn run(
    db: &PgPool,
    config: &Config,
    all: bool,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(u64),
) -> anyhow::Result<RunCounters> {
    if !all && !matches::has_uncompared(db).await? {
        matches::update_review_priorities(db, &config.matching.review_priority).await?;
        return Ok(RunCounters::default());
    }
    statistics::gather(db).await?;
    manufacturers::assign_unknown(db).await?;
    learnt_values::record(db).await?;
    let lock = PgAdvisoryLock::new("tajmeea matcher");
    let guard = lock.acquire(db.acquire().await?.detach()).await?;
    let done = run_alone(db, config, stop, &mut on_progress).await;
    // Closing the connection releases the lock too, so a failure here does not matter.
    drop(guard.release_now().await);
    done
}

async fn run_alone(
    db: &PgPool,
    config: &Config,
    stop: &CancellationToken,
    on_progress: &mut impl FnMut(u64),
) -> anyhow::Result<RunCounters> {
    let rejected = Arc::new(matches::list_rejected_pairs(db).await?);
    let words = load::load_catalogue_words(db).await?;
    let mut assigned: FxHashSet<ProductId> = FxHashSet::default();
    let mut stored = StoredResults::default();
    for category in Category::ALL.into_iter().filter(|category| *category != Category::Other) {
        let Some(offers) = load::load_offers(db, category, &words.fixed, &assigned).await? else { continue };
        let catalogue = load::load_catalogue(db, category, &words).await?;
        let (rejected, policy_of_run) = (Arc::clone(&rejected), config.matching);
        let planning =
            tokio::task::spawn_blocking(move || plan::build(catalogue, offers, &rejected, &policy_of_run));
        let plan = planning.await?;
        store_plan::store(db, config, &plan, stop, &mut stored).await?;
        on_progress(stored.counters.compared);
        if stop.is_cancelled() {
            return Ok(stored.counters);
        }
        assigned.extend(plan.grouped_products.iter().map(|grouped| grouped.id));
    }
    store_plan::finish(db, &config.matching, &stored).await?;
    // The run is stored. Where this fails, counts are right but slower until an api process does it.
    if let Err(error) = matches::fold_question_changes(db).await {
        tracing::warn!("Cannot fold the changes of the review queue: {error}");
    }
    Ok(stored.counters)
}
