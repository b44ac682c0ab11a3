//! One run of the matcher: every offer of a part comes to a page, and a person is asked what the machine cannot tell.
//!
//! 1. The products that no run changes are loaded (a reference, and pages on which a person decided), and all free offers:
//!    those that no person linked and that are of none of these products.
//! 2. Each free offer is held against the products: it is joined to one, or may be one of some, or is none of them.
//! 3. All offers are held against each other and put into groups, those of one product among one group. What comes to a product's
//!    group is of that product; each other group is a page.
//! 4. Where a group may be a product, or another group, a person is asked; meanwhile its page is provisional.
//!
//! All free offers are looked at in every run, in an order of content: the outcome is the same whatever order the shops came
//! in, and a run that finds nothing new changes nothing.

use domain::{
    config::Matching,
    model::{OfferId, ProductId, keys::part_number_key},
    store::matches::{self, ComparedProduct, FreeOffer, RunCounters},
};
use sqlx::{PgPool, postgres::PgAdvisoryLock};
use tokio_util::sync::CancellationToken;

use super::{
    Candidate, Catalogue, Item, Known, TermStatistics, decide::in_halves, manufacturers, plan, store_plan,
};

/// Products and offers read at a time.
const BATCH: i64 = 2_000;

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
        matches::update_worth(db, &policy.worth).await?;
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
    let rejected = matches::list_rejected_pairs(db).await?;
    let catalogue = load(db).await?;
    let (offers, bound) = (load_free(db).await?, load_bound(db).await?);
    let policy = *policy;
    let work = tokio::task::spawn_blocking(move || plan::make(catalogue, offers, bound, &rejected, &policy));
    let plan = work.await?;
    seen(plan.offers.len() as u64);
    store_plan::store(db, &policy, &plan, stop).await
}

/// Products and the words of all titles.
async fn load(db: &PgPool) -> anyhow::Result<Catalogue> {
    let mut statistics = TermStatistics::default();
    let mut products = Vec::new();
    let mut after = ProductId(uuid::Uuid::nil());
    loop {
        let batch = matches::list_fixed_products(db, after, BATCH).await?;
        let Some(last) = batch.last() else { break };
        after = last.id;
        let ready = tokio::task::spawn_blocking(move || {
            in_halves(&batch, |_, product| {
                let item = product_item(product);
                (product.name.clone(), Candidate { id: product.id, item, sold: product.sold })
            })
        });
        for (name, product) in ready.await? {
            statistics.add_text(&name);
            product.item.part_numbers.iter().for_each(|number| statistics.add_part_number(number));
            products.push(product);
        }
    }
    let mut after = OfferId(uuid::Uuid::nil());
    loop {
        let titles = matches::list_titles(db, after, BATCH).await?;
        let Some((last, _)) = titles.last() else { break };
        after = *last;
        titles.iter().for_each(|(_, title)| statistics.add_text(title));
    }
    statistics.learn_siblings(products.iter().map(|product| &product.item));
    let mut catalogue = Catalogue::new(statistics);
    products.into_iter().for_each(|product| catalogue.add(product));
    Ok(catalogue)
}

async fn load_free(db: &PgPool) -> anyhow::Result<Vec<FreeOffer>> {
    let mut offers = Vec::new();
    let mut after = OfferId(uuid::Uuid::nil());
    loop {
        let batch = matches::list_free(db, after, BATCH).await?;
        let Some(last) = batch.last() else { return Ok(offers) };
        after = last.id;
        offers.extend(batch);
    }
}

async fn load_bound(db: &PgPool) -> anyhow::Result<Vec<FreeOffer>> {
    let mut offers = Vec::new();
    let mut after = OfferId(uuid::Uuid::nil());
    loop {
        let batch = matches::list_bound(db, after, BATCH).await?;
        let Some(last) = batch.last() else { return Ok(offers) };
        after = last.id;
        offers.extend(batch);
    }
}

/// What is known of a product.
pub fn product_item(product: &ComparedProduct) -> Item {
    Item::of_product(
        &product.name,
        &Known {
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
    let item = Item::new(&Known {
        category: Some(offer.category),
        manufacturer: offer.manufacturer.as_deref(),
        model: offer.model.as_deref().or(title),
        part_numbers: &part_numbers,
        barcodes: &offer.gtins,
        specs: &offer.specs.0,
    });
    item.named(title.unwrap_or_default())
}
