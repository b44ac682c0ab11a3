//! Measures the time that evaluating price alerts adds to storing a crawl's batches: 10,000 offers of a retailer
//! change their prices, without alerts and with 100,000 alerts of all kinds on their products. The sender of mails fires due
//! alerts beside the crawl; the time for that is measured as well. Exactly the alerts fire whose threshold the stored prices
//! reach, each once. `scripts/bench-alerts` provides an empty database.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use domain::{
    MIGRATOR,
    model::{
        Category, Fils, OfferDraft, PlatformKind, ProductFacts, ProductId, RetailerDraft, RetailerId,
        ShippingRule, Specs, Stock,
    },
    store::{
        prices,
        sources::{self, DataSource},
    },
    transactions::{alert_mails, offer_batches, product_facts, retailer_changes},
};
use sqlx::PgPool;
use time::OffsetDateTime;

const PRODUCTS: usize = 10_000;
const ALERTS: i64 = 100_000;
const RETAILERS: usize = 5;
/// The number of offers that a crawl stores at once (`ingest.batch_size`).
const BATCH: usize = 500;
const ROUNDS: i64 = 5;
/// The promised limit of the time added by evaluation, in percent.
const PROMISED: f64 = 20.0;
/// The promised limit of the time until all due alerts have fired after a crawl, in milliseconds.
const PROMISED_FIRING: f64 = 5_000.0;

/// The change of the prices in a measured crawl.
#[derive(Clone, Copy)]
enum PriceChange {
    /// All prices change, and none fires an alert.
    NoneFalls,
    /// All prices change, and those of one product in a hundred fall far.
    OnePercentFalls,
    /// All prices fall far.
    AllFall,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let db = PgPool::connect(&std::env::var("DATABASE_URL")?).await?;
    MIGRATOR.run(&db).await?;
    let retailer_id = fill(&db).await?;
    let cases = [
        ("without alerts", false, PriceChange::NoneFalls),
        ("with alerts, none fires", true, PriceChange::NoneFalls),
        ("without alerts, one product in a hundred falls", false, PriceChange::OnePercentFalls),
        ("with alerts, those of one product in a hundred fire", true, PriceChange::OnePercentFalls),
        ("without alerts, all fall", false, PriceChange::AllFall),
        ("with alerts, all fire", true, PriceChange::AllFall),
    ];
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); cases.len()];
    let mut mail_times: Vec<Vec<Duration>> = vec![Vec::new(); cases.len()];
    let mut fired = vec![0; cases.len()];
    for round in 0..ROUNDS {
        for (number, (_, has_alerts, price_change)) in cases.iter().enumerate() {
            prepare(&db, retailer_id, *has_alerts).await?;
            let prices = drafts(|product| price_in_round(*price_change, product, round));
            let began = Instant::now();
            store(&db, retailer_id, &prices).await?;
            times[number].push(began.elapsed());
            let began = Instant::now();
            alert_mails::fire_and_queue_mails(&db).await?;
            mail_times[number].push(began.elapsed());
            fired[number] = check_fired(&db).await?;
        }
    }
    report(&cases.map(|(label, ..)| label), times, mail_times, &fired)
}

/// Compares the alerts that fired with those whose threshold the stored prices reach, and returns their number.
async fn check_fired(db: &PgPool) -> anyhow::Result<i64> {
    // Nothing more is due.
    alert_mails::fire_and_queue_mails(db).await?;
    let (fired, twice): (i64, i64) =
        sqlx::query_as("select count(*), count(*) - count(distinct price_alert_id) from fired_alert")
            .fetch_one(db)
            .await?;
    let (missed, wrong): (i64, i64) = sqlx::query_as(
        "with reached as (
             select kept_alert.id from kept_alert join price_alert using (id) join (
                 select product_id, min(price_fils) as price_fils from offer
                 where ended_at is null and stock = 'IN' group by product_id
             ) as best on best.product_id = kept_alert.product_id
             where best.price_fils <= kept_alert.fires_at_fils
         )
         select (select count(*) from reached where id not in (select price_alert_id from fired_alert)),
             (select count(*) from fired_alert where price_alert_id not in (select id from reached))",
    )
    .fetch_one(db)
    .await?;
    anyhow::ensure!((twice, missed, wrong) == (0, 0, 0), "{twice} twice, {missed} missed, {wrong} wrong");
    Ok(fired)
}

fn report(
    labels: &[&str],
    times: Vec<Vec<Duration>>,
    mail_times: Vec<Vec<Duration>>,
    fired: &[i64],
) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{PRODUCTS} offers in batches of {BATCH}, {ALERTS} alerts; medians of {ROUNDS} crawls")?;
    let milliseconds = |times: Vec<Duration>| median(times).as_secs_f64() * 1e3;
    let medians: Vec<f64> = times.into_iter().map(milliseconds).collect();
    let mail_times: Vec<f64> = mail_times.into_iter().map(milliseconds).collect();
    for (((label, median), mail_time), fired) in labels.iter().zip(&medians).zip(&mail_times).zip(fired) {
        writeln!(
            out,
            "{label}: {median:.1} ms; afterwards {fired} fired and put into mails in {mail_time:.1} ms"
        )?;
    }
    let added = |with: usize, without: usize| (medians[with] / medians[without] - 1.0) * 100.0;
    let (none_fires, one_percent_fires) = (added(1, 0), added(3, 2));
    writeln!(out, "evaluating adds {none_fires:.1} % (promised: {PROMISED:.0} %)")?;
    writeln!(
        out,
        "with one product in a hundred firing {one_percent_fires:.1} % (promised: {PROMISED:.0} %), with all firing {:.1} %",
        added(5, 4)
    )?;
    let slowest = mail_times.iter().copied().fold(0.0, f64::max);
    writeln!(
        out,
        "firing takes {slowest:.0} ms at most (promised: {PROMISED_FIRING:.0} ms); none twice, none missed"
    )?;
    anyhow::ensure!(
        none_fires <= PROMISED && one_percent_fires <= PROMISED && slowest <= PROMISED_FIRING,
        "the promise is not met"
    );
    Ok(())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Returns a product's price in a round; the alerts on prices wait for a drop from 100 dinars, or for a rise to 110.
fn price_in_round(price_change: PriceChange, product: usize, round: i64) -> Fils {
    let falls = match price_change {
        PriceChange::NoneFalls => false,
        PriceChange::OnePercentFalls => product.is_multiple_of(100),
        PriceChange::AllFall => true,
    };
    Fils(if falls { 50_000 } else { 101_000 } + round)
}

/// Creates products, the retailers that sell them, and ten thousand users with ten alerts each, in a table of their own.
async fn fill(db: &PgPool) -> anyhow::Result<RetailerId> {
    let source = DataSource { slug: "test".into(), name: "Test".into(), attribution: None, url: None };
    sources::upsert(db, &source).await?;
    let facts: Vec<ProductFacts> = (0..PRODUCTS).map(facts).collect();
    let mut tx = db.begin().await?;
    product_facts::upsert(&mut tx, "test", &facts, OffsetDateTime::now_utc().date()).await?;
    tx.commit().await?;
    let mut first = None;
    for number in 0..RETAILERS {
        let retailer_id = retailer_changes::store_retailer(db, &retailer_draft(number)?).await?;
        store(db, retailer_id, &drafts(|_| Fils(102_000))).await?;
        first.get_or_insert(retailer_id);
    }
    sqlx::raw_sql(
        "insert into app_user (email, email_key, name, password_hash, email_verified_at)
         select n || '@example.com', n || '@example.com', 'Somebody', '', now() from generate_series(1, 10000) as n;
         create table kept_alert as
         select gen_random_uuid() as id, user_id, product_id, kind,
             case when kind = 'TARGET_PRICE' then 90000 + place end as target_fils,
             case when kind in ('PERCENTAGE_DROP', 'PRICE_FALL', 'NEAR_LOW', 'PRICE_RISE') then 10 end as percentage,
             100000 as price_then_fils,
             case when kind in ('BACK_IN_STOCK', 'PRICE_RISE', 'NEW_AT_SHOP') then 0
                 when kind = 'TARGET_PRICE' then 90000 + place
                 when kind in ('PERCENTAGE_DROP', 'PRICE_FALL') then 90000
                 when kind = 'NEAR_LOW' then 99000 else 99999 end as fires_at_fils,
             kind not in ('ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP') and n % 2 = 0 as repeats,
             case when kind like 'NEW_LOW%' or kind = 'NEAR_LOW' then now() + interval '1 day' end as recheck_at,
             case when kind = 'BACK_IN_STOCK' and n % 3 = 0
                 then array(select id from retailer order by position limit 1) else '{}' end as retailer_ids
         from (
             select person.id as user_id, product.id as product_id, person.n, place,
                 (array['ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP', 'PRICE_FALL', 'BACK_IN_STOCK', 'NEW_LOW_30',
                     'NEW_LOW_90', 'NEW_LOW_365', 'NEW_LOW_EVER', 'NEAR_LOW', 'PRICE_RISE', 'NEW_AT_SHOP'])
                     [1 + (person.n + place) % 12] as kind
             from (select id, row_number() over () as n from app_user) as person
                 cross join generate_series(0, 9) as place
                 join (select id, row_number() over () - 1 as n from product) as product
                     on product.n = (person.n * 7 + place * 101) % 10000
         ) as wanted",
    )
    .execute(db)
    .await?;
    let kept: i64 = sqlx::query_scalar("select count(*) from kept_alert").fetch_one(db).await?;
    anyhow::ensure!(kept == ALERTS, "{kept} alerts");
    first.ok_or_else(|| anyhow::anyhow!("no retailer"))
}

/// Restores the prices, with or without the alerts.
async fn prepare(db: &PgPool, retailer_id: RetailerId, has_alerts: bool) -> anyhow::Result<()> {
    sqlx::raw_sql(
        "truncate fired_alert, price_alert, due_alert, mail, stock_watch, retailer_stock_watch cascade",
    )
    .execute(db)
    .await?;
    store(db, retailer_id, &drafts(|_| Fils(100_000))).await?;
    if has_alerts {
        sqlx::raw_sql(
            "insert into price_alert (id, user_id, product_id, kind, target_fils, percentage, price_then_fils, fires_at_fils,
                 repeats, recheck_at, retailer_ids)
             select * from kept_alert;
             insert into stock_watch (product_id, in_stock, unsettled_since)
             select distinct product_id, true, null::timestamptz from kept_alert
             where kind in ('BACK_IN_STOCK', 'PRICE_RISE', 'NEW_AT_SHOP');
             insert into retailer_stock_watch (product_id, retailer_id, in_stock)
             select distinct product_id, retailer_id, true from stock_watch join offer using (product_id)",
        )
        .execute(db)
        .await?;
    }
    // The state in which autovacuum would leave the tables.
    for statement in [
        "vacuum analyze price_alert",
        "vacuum analyze retailer_stock_watch",
        "vacuum analyze offer",
        "checkpoint",
    ] {
        sqlx::raw_sql(statement).execute(db).await?;
    }
    Ok(())
}

async fn store(db: &PgPool, retailer_id: RetailerId, drafts: &[OfferDraft]) -> anyhow::Result<()> {
    let now = OffsetDateTime::now_utc();
    prices::ensure_partitions(db, now, now).await?;
    for batch in drafts.chunks(BATCH) {
        let mut tx = db.begin().await?;
        offer_batches::store_batch(&mut tx, retailer_id, batch, OffsetDateTime::now_utc()).await?;
        tx.commit().await?;
    }
    Ok(())
}

fn drafts(price: impl Fn(usize) -> Fils) -> Vec<OfferDraft> {
    let draft = |number: usize| OfferDraft {
        external_id: format!("offer-{number}"),
        title_en: Some(format!("ASUS card {number}")),
        title_ar: None,
        url: format!("https://shop.example/{number}"),
        page_url: None,
        unsure: None,
        retailer_categories: Vec::new(),
        image_url: None,
        category: Some(Category::Gpu),
        manufacturer: Some("ASUS".into()),
        stated_brand: None,
        model: None,
        part_numbers: vec![part_number(number)],
        sku: None,
        gtins: Vec::new(),
        non_part_reason: None,
        specs: Specs::new(),
        price: price(number),
        list_price: None,
        stock: Stock::In,
        stock_left: None,
    };
    (0..PRODUCTS).map(draft).collect()
}

fn facts(number: usize) -> ProductFacts {
    ProductFacts {
        id: ProductId::random(),
        category: Category::Gpu,
        name: format!("ASUS card {number}"),
        manufacturer: "ASUS".into(),
        // Letters too, so that each is a model of its own: the key of a mere number is empty.
        model: format!("X{number}"),
        series: None,
        variant: None,
        part_numbers: vec![part_number(number)],
        shared_part_numbers: Vec::new(),
        eans: Vec::new(),
        aliases: Vec::new(),
        url: None,
        image_url: None,
        verified_on: None,
        specs: Specs::new(),
    }
}

fn part_number(number: usize) -> String {
    format!("90YV{number:04}-M0NA00")
}

fn retailer_draft(number: usize) -> anyhow::Result<RetailerDraft> {
    Ok(RetailerDraft {
        slug: format!("shop-{number}").parse()?,
        name_en: format!("Shop {number}"),
        name_ar: format!("محل {number}"),
        base_url: format!("https://shop-{number}.example"),
        platform: PlatformKind::Shopify,
        shipping: ShippingRule::default(),
        tabby: false,
        affiliate: None,
        enabled: true,
    })
}
