//! One run of the matcher: every offer of a part comes to a page, and a person is asked what the machine cannot tell.
//!
//! 1. The words of all names and titles are counted, and the part numbers of all products.
//! 2. Category by category, since things of different categories are never one, and memory then holds one of them:
//!    the products that no run changes are loaded (a reference, and pages on which a person decided), and all free offers:
//!    those that no person linked and that are of none of these products.
//! 3. Each free offer is held against the products: it is joined to one, or may be one of some, or is none of them.
//! 4. All offers are held against each other and put into groups, those of one product among one group. What comes to a product's
//!    group is of that product; each other group is a page.
//! 5. Where a group may be a product, or another group, a person is asked; meanwhile its page is provisional.
//! 6. At last, pages that lost all their offers go to where most of those went.
//!
//! All free offers are looked at in every run, in an order of content: the outcome is the same whatever order the shops came
//! in, and a run that finds nothing new changes nothing.

use std::sync::Arc;

use domain::{
    config::Matching,
    model::{Category, ProductId, keys::part_number_key},
    store::matches::{self, ComparedProduct, FreeOffer, RunCounters},
};
use rustc_hash::FxHashSet;
use sqlx::{PgPool, postgres::PgAdvisoryLock};
use tokio_util::sync::CancellationToken;

use super::{
    Catalogue, Item, StatedFacts, load, manufacturers, plan,
    store_plan::{self, StoredResults},
};

/// Brings every free offer to its page. Without offers at which no run has looked it does nothing, unless `all` is wanted. Told
/// to stop, it stops between batches; the next run goes on.
///
/// # Errors
/// On database errors; what was stored before stays.
pub async fn run(
    db: &PgPool,
    policy: &Matching,
    all: bool,
    stop: &CancellationToken,
    mut seen: impl FnMut(u64),
) -> anyhow::Result<RunCounters> {
    if !all && !matches::has_unmatched(db).await? {
        matches::update_question_worth(db, &policy.worth).await?;
        return Ok(RunCounters::default());
    }
    manufacturers::assign_unknown(db).await?;
    let lock = PgAdvisoryLock::new("tajmeea matcher");
    let held = lock.acquire(db.acquire().await?.detach()).await?;
    let done = run_alone(db, policy, stop, &mut seen).await;
    // Closing the connection lets go too, so a failure does not matter.
    drop(held.release_now().await);
    done
}

async fn run_alone(
    db: &PgPool,
    policy: &Matching,
    stop: &CancellationToken,
    seen: &mut impl FnMut(u64),
) -> anyhow::Result<RunCounters> {
    let rejected = Arc::new(matches::list_rejected_pairs(db).await?);
    let market = load::load_market(db).await?;
    let mut assigned: FxHashSet<ProductId> = FxHashSet::default();
    let mut stored = StoredResults::default();
    for category in Category::ALL.into_iter().filter(|category| *category != Category::Other) {
        let Some(offers) = load::load_offers(db, category, &market.fixed, &assigned).await? else { continue };
        let catalogue = load::load_catalogue(db, category, &market).await?;
        let (of_run, its_policy) = (Arc::clone(&rejected), *policy);
        let work = tokio::task::spawn_blocking(move || plan::build(catalogue, offers, &of_run, &its_policy));
        let plan = work.await?;
        store_plan::store(db, policy, &plan, stop, &mut stored).await?;
        seen(stored.counters.compared);
        if stop.is_cancelled() {
            return Ok(stored.counters);
        }
        assigned.extend(plan.pages.iter().map(|page| page.id));
    }
    store_plan::finish(db, policy, &stored).await?;
    Ok(stored.counters)
}

/// What is known of a product.
pub fn product_item(product: &ComparedProduct) -> Item {
    Item::from_product(
        &product.name,
        &StatedFacts {
            category: Some(product.category),
            manufacturer: Some(&product.manufacturer),
            model: Some(&product.model),
            part_numbers: &product.part_numbers,
            barcodes: &product.barcodes,
            specs: &product.specs.0,
        },
    )
}

/// What is known of an offer. A shop's own number counts where a product of the catalogue carries it; a model that was not
/// understood is its title.
pub(super) fn offer_item(offer: &FreeOffer, catalogue: &Catalogue) -> Item {
    let title = offer.title_en.as_deref().or(offer.title_ar.as_deref());
    let sku = offer.sku.iter().filter(|sku| {
        part_number_key(sku).is_some_and(|key| catalogue.statistics().is_known_part_number(&key))
    });
    let part_numbers: Vec<String> = offer.part_numbers.iter().chain(sku).cloned().collect();
    let item = Item::new(&StatedFacts {
        category: Some(offer.category),
        manufacturer: offer.manufacturer.as_deref(),
        model: offer.model.as_deref().or(title),
        part_numbers: &part_numbers,
        barcodes: &offer.gtins,
        specs: &offer.specs.0,
    });
    item.with_name(title.unwrap_or_default())
}
