//! The matcher as an operator runs it: a database, an imported reference, and retailers whose offers arrive.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::Path,
    time::Instant,
};

use bench::MemoryUse;
use domain::{
    config::Config,
    model::{OfferDraft, PlatformKind, ProductId, RetailerDraft, ShippingRule},
    store::{prices, schema, sources::DataSource},
    transactions::{offer_batches, retailer_changes},
};
use ingest::{
    commands::import_specs,
    matching::{self, Forest},
    output::Output,
    progress::Progress,
    retailer_file::{self, RetailerFile},
};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::{
    real_pairs::{RealPair, read_shared},
    sample_offers::{draft, forget_offers},
};

const RETAILERS: usize = 8;
const BATCH: usize = 500;
/// Maximum number of wrong matches and of missed pairs to print.
const SHOWN: usize = 40;

const FILE: &str = r#"
slug = "measured"
names = { en = "Measured", ar = "مقاس" }
base_url = "https://measured.example"
platform = "shopify"
[price_format]
decimal = "."
"#;

pub(crate) async fn measure(
    db: &PgPool,
    config: &Config,
    pairs: &[RealPair],
    orders: usize,
) -> anyhow::Result<()> {
    schema::migrate(db).await?;
    import(db, config).await?;
    let retailers = drafts_by_retailer(pairs)?;
    let count: usize = retailers.iter().map(Vec::len).sum();
    println!("{count} offers of parts at {RETAILERS} retailers, of {} titles", titles(pairs).len());
    let all: Vec<usize> = (0..RETAILERS).collect();
    store_and_run(db, config, &retailers, &all, false).await?;
    tell(db, pairs, count).await?;
    let first = partition(db).await?;
    let mut most = 0;
    for order in 1..=orders {
        forget_offers(db).await?;
        let mut shuffled = all.clone();
        shuffle(&mut shuffled, order as u64);
        store_and_run(db, config, &retailers, &shuffled, true).await?;
        let other = partition(db).await?;
        let moved = first.iter().filter(|(title, mates)| other.get(*title) != Some(*mates)).count();
        most = most.max(moved);
        println!("order {shuffled:?}: {moved} of {count} offers beside others than in the first");
    }
    if orders == 0 {
        return Ok(());
    }
    println!(
        "order: at most {:.2} % of offers differ over {orders} orders",
        100.0 * most as f64 / count as f64
    );
    forget_offers(db).await?;
    speed(db, config).await
}

pub(crate) async fn import(db: &PgPool, config: &Config) -> anyhow::Result<()> {
    let lines = read_shared("../shared/data/parts.jsonl.gz").unwrap_or_default();
    let source = DataSource {
        slug: "reference".to_owned(),
        name: "Reference".to_owned(),
        attribution: None,
        url: None,
    };
    let bar = Progress::new(&Output::new(false)).spinner("importing");
    let imported =
        import_specs::import(db, &config.price_screen, Box::new(std::io::Cursor::new(lines)), &source, &bar)
            .await?;
    bar.clear();
    println!("reference: {} products", imported.new + imported.unchanged);
    Ok(())
}

/// Returns the titles of pairs that are the same, each once.
fn titles(pairs: &[RealPair]) -> BTreeSet<&str> {
    pairs.iter().filter(|pair| pair.same).flat_map(|pair| [pair.left.as_str(), pair.right.as_str()]).collect()
}

pub(crate) fn file() -> anyhow::Result<RetailerFile> {
    retailer_file::read_text(Path::new("measured.toml"), FILE).map_err(|error| anyhow::anyhow!("{error:?}"))
}

/// Distributes the parts' titles over the retailers by a hash of the title.
fn drafts_by_retailer(pairs: &[RealPair]) -> anyhow::Result<Vec<Vec<OfferDraft>>> {
    let file = file()?;
    let mut retailers = vec![Vec::new(); RETAILERS];
    for title in titles(pairs) {
        let hash =
            title.bytes().fold(7_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
        retailers[(hash >> 7) as usize % RETAILERS].extend(draft(title, &file));
    }
    Ok(retailers)
}

async fn store_and_run(
    db: &PgPool,
    config: &Config,
    retailers: &[Vec<OfferDraft>],
    order: &[usize],
    run_after_each: bool,
) -> anyhow::Result<()> {
    let stop = CancellationToken::new();
    let run = || matching::run(db, config, true, &stop, |_| ());
    for retailer in order {
        store(db, *retailer, &retailers[*retailer]).await?;
        if run_after_each {
            run().await?;
        }
    }
    if !run_after_each {
        println!("{:?}", run().await?);
        println!("again: {:?}", run().await?);
    }
    Ok(())
}

pub(crate) async fn store(db: &PgPool, number: usize, drafts: &[OfferDraft]) -> anyhow::Result<()> {
    let retailer = RetailerDraft {
        slug: format!("measured-{number}").parse()?,
        name_en: "Measured".to_owned(),
        name_ar: "مقاس".to_owned(),
        base_url: "https://measured.example".to_owned(),
        platform: PlatformKind::Shopify,
        shipping: ShippingRule { flat: None, free_over: None },
        tabby: false,
        affiliate: None,
        enabled: true,
    };
    let retailer_id = retailer_changes::store_retailer(db, &retailer).await?;
    let now = OffsetDateTime::now_utc();
    prices::ensure_partitions(db, now, now).await?;
    for batch in drafts.chunks(BATCH) {
        let mut tx = db.begin().await?;
        offer_batches::store_batch(&mut tx, retailer_id, batch, now).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Returns for each offer all offers on its page.
async fn partition(db: &PgPool) -> anyhow::Result<HashMap<String, Vec<String>>> {
    let rows: Vec<(Option<ProductId>, Vec<String>)> = sqlx::query_as(
        "select product_id, array_agg(external_id order by external_id) from offer group by product_id",
    )
    .fetch_all(db)
    .await?;
    let mates = |(page, titles): (Option<ProductId>, Vec<String>)| -> Vec<(String, Vec<String>)> {
        let own = |title: &String| if page.is_some() { titles.clone() } else { vec![title.clone()] };
        titles.iter().map(|title| (title.clone(), own(title))).collect()
    };
    Ok(rows.into_iter().flat_map(mates).collect())
}

async fn tell(db: &PgPool, pairs: &[RealPair], count: usize) -> anyhow::Result<()> {
    let pages: HashMap<String, Option<ProductId>> =
        sqlx::query_as("select external_id, product_id from offer")
            .fetch_all(db)
            .await?
            .into_iter()
            .collect();
    let names: BTreeMap<ProductId, String> =
        sqlx::query_as("select id, name from product where removed_at is null")
            .fetch_all(db)
            .await?
            .into_iter()
            .collect();
    let questions: i64 = sqlx::query_scalar("select count(*) from product_match where status = 'PENDING'")
        .fetch_one(db)
        .await?;
    let on_page = pages.values().flatten().count();
    println!(
        "on a page: {on_page} of {count}; questions: {questions}, {:.1} for every 100 offers",
        100.0 * questions as f64 / count as f64
    );
    let page = |title: &str| pages.get(title).copied().flatten();
    let (mut same, mut shared, mut missed, mut wrong, mut joined) = (0, 0, Vec::new(), Vec::new(), 0);
    for pair in pairs {
        let (Some(left), Some(right)) = (page(&pair.left), page(&pair.right)) else { continue };
        let name = |id| names.get(&id).map_or("", String::as_str);
        joined += usize::from(left == right);
        same += usize::from(pair.same);
        if pair.same && left == right {
            shared += 1;
        } else if pair.same {
            let comparison = &pair.comparisons[0];
            missed.push(format!(
                "  {:.3}{}{} {} ||| {}\n      {} ||| {}",
                pair.confidence(Forest::fitted()),
                if comparison.vetoed { " vetoed" } else { "" },
                if comparison.may_be_siblings { " may_be_siblings" } else { "" },
                pair.left,
                pair.right,
                name(left),
                name(right)
            ));
        } else if left == right {
            wrong.push(format!("  {} ||| {}\n      {}", pair.left, pair.right, name(left)));
        }
    }
    println!(
        "true pairs of parts that share a page: {shared} of {same} ({:.3})",
        f64::from(shared) / same as f64
    );
    println!("pairs on one page that are labelled as different: {} of {joined}", wrong.len());
    println!(
        "wrong:\n{}\nmissed:\n{}",
        wrong[..wrong.len().min(SHOWN)].join("\n"),
        missed[..missed.len().min(SHOWN)].join("\n")
    );
    Ok(())
}

/// Measures the speed with every name of the reference as an offer.
async fn speed(db: &PgPool, config: &Config) -> anyhow::Result<()> {
    let lines = read_shared("../shared/data/parts.jsonl.gz").unwrap_or_default();
    let names: BTreeSet<String> = lines
        .lines()
        .filter_map(|line| {
            serde_json::from_str::<serde_json::Value>(line).ok()?["name"].as_str().map(str::to_owned)
        })
        .collect();
    let file = file()?;
    let began = Instant::now();
    let drafts: Vec<OfferDraft> = names.iter().filter_map(|name| draft(name, &file)).collect();
    let reading = began.elapsed().as_secs_f64();
    store(db, 0, &drafts).await?;
    // Storing has already matched some by exact keys; the measurement compares all of them.
    sqlx::query("update offer set product_id = null, linked_by = null").execute(db).await?;
    let began = Instant::now();
    let done = matching::run(db, config, true, &CancellationToken::new(), |_| ()).await?;
    let matching = began.elapsed().as_secs_f64();
    let rate = drafts.len() as f64 / (reading + matching);
    println!(
        "speed: {} offers read in {reading:.1} s (one core), loaded, matched and stored in {matching:.1} s: {rate:.0}/s; {done:?}",
        drafts.len()
    );
    println!("memory: {} MB at most", MemoryUse::of_this_process()?.peak);
    Ok(())
}

/// Shuffles after Fisher and Yates, by a fixed generator.
fn shuffle(list: &mut [usize], seed: u64) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for place in (1..list.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        list.swap(place, (state >> 33) as usize % (place + 1));
    }
}
