//! Measures a real crawl: another process serves a retailer, everything is read, parsed and stored in Postgres, then
//! all of it again with nothing changed. `scripts/bench-ingest` provides an empty database.

mod retailer_server;

use std::{
    io::{BufRead, BufReader, Cursor, Write},
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Instant,
};

use anyhow::Context;
use bench::MemoryWatch;
use domain::{
    config::Config,
    store::{crawls::CrawlState, schema, sources::DataSource},
};
use ingest::{
    commands::{context::fetch_settings, import_specs},
    crawl::{CrawlOptions, CrawlReport, IngestContext, crawl},
    database,
    output::Output,
    progress::Progress,
    retailer_file::{RetailerFile, read_text},
};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

/// Promised rates of Tajmeea, in offers a second, and its memory limit, in megabytes.
const FIRST_RATE: f64 = 5_000.0;
const AGAIN_RATE: f64 = 15_000.0;
const MEMORY: u64 = 200;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().context("say how many offers")?;
    if first == "serve" {
        return retailer_server::serve(arguments.next().context("say how many offers")?.parse()?).await;
    }
    let count: usize = first.parse().context("say how many offers")?;
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut server = Server::open(count)?;
    let measured = measure(&server.address, count).await;
    server.close();
    let met = measured?;
    anyhow::ensure!(met, "not every promise is met");
    Ok(())
}

/// Process of the retailer's server.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn open(count: usize) -> anyhow::Result<Server> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["serve", &count.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .context("the test retailer does not start")?;
        let mut address = String::new();
        let out = child.stdout.take().context("the retailer's server has no standard output")?;
        BufReader::new(out).read_line(&mut address)?;
        Ok(Server { child, address: address.trim().to_owned() })
    }

    fn close(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn measure(address: &str, count: usize) -> anyhow::Result<bool> {
    let config = Config::load()?;
    let db = database::connect(&config).await?;
    schema::migrate(&db).await?;
    import_products(&db).await?;
    let fetch = fetch_settings(&config);
    let context =
        IngestContext { db: db.clone(), config: Arc::new(config), fetch, stop: CancellationToken::new() };
    let file = file(address)?;
    say(&format!(
        "A retailer of {count} offers on loopback, {} processors",
        std::thread::available_parallelism()?
    ))?;

    let first = timed(&context, &file, count, "first crawl", FIRST_RATE).await?;
    let before = Rows::count(&db, 0).await?;
    let mark = transaction_number(&db).await?;
    let again = timed(&context, &file, count, "second crawl", AGAIN_RATE).await?;
    let written = Rows::count(&db, mark).await?;
    let after = Rows::count(&db, 0).await?;
    let quiet = written.offers == 0 && after.points == before.points && after.feed == before.feed;
    say(&format!(
        "second crawl wrote {} offers, {} price points, {} feed rows (promised: none)",
        written.offers,
        after.points - before.points,
        after.feed - before.feed
    ))?;
    Ok(first && again && quiet)
}

/// Crawls once and prints speed and memory; returns whether the promises were met.
async fn timed(
    context: &IngestContext,
    file: &RetailerFile,
    count: usize,
    label: &'static str,
    promised: f64,
) -> anyhow::Result<bool> {
    let bar = Progress::new(&Output::new(true)).spinner(label);
    let (watch, began) = (MemoryWatch::begin(), Instant::now());
    let report: CrawlReport = crawl(context, file, CrawlOptions::default(), &bar).await?;
    let seconds = began.elapsed().as_secs_f64();
    let (quarters, most) = watch.end();
    anyhow::ensure!(report.state == CrawlState::Complete, "the {label} is not complete: {report:?}");
    let counters = report.counters;
    // Some of the demo's offers are used products, which are read and refused.
    let read = counters.accepted + counters.rejected;
    anyhow::ensure!(usize::try_from(read)? == count, "the {label} read {read} offers");
    let rate = f64::from(read) / seconds;
    let [a, b, c, d] = quarters;
    say(&format!(
        "{label}: {seconds:.1} s, {rate:.0} offers/s (promised: {promised:.0}); {} new, {} changed, {} the same, {} refused, {} without a product",
        counters.new, counters.changed, counters.unchanged, counters.rejected, counters.unmatched
    ))?;
    say(&format!(
        "{label}: memory {a}, {b}, {c}, {d} MB after each quarter, {most} MB at most (promised: {MEMORY})"
    ))?;
    Ok(rate >= promised && most <= MEMORY)
}

/// Relevant rows written at or after a transaction.
struct Rows {
    offers: i64,
    points: i64,
    feed: i64,
}

impl Rows {
    async fn count(db: &PgPool, since: i64) -> anyhow::Result<Rows> {
        // In a fresh database the transaction numbers have not wrapped around.
        let offers = sqlx::query_scalar("select count(*) from offer where xmin::text::bigint >= $1")
            .bind(since)
            .fetch_one(db)
            .await?;
        let points = sqlx::query_scalar("select count(*) from price_point").fetch_one(db).await?;
        let feed = sqlx::query_scalar("select count(*) from product_change").fetch_one(db).await?;
        Ok(Rows { offers, points, feed })
    }
}

async fn transaction_number(db: &PgPool) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar("select pg_current_xact_id()::text::bigint").fetch_one(db).await?)
}

/// Imports the demo's products, so that offers are matched as in production.
async fn import_products(db: &PgPool) -> anyhow::Result<()> {
    let mut lines = Vec::new();
    demo::write_reference(&mut lines)?;
    let source =
        DataSource { slug: "demo".to_owned(), name: "Demo".to_owned(), attribution: None, url: None };
    let bar = Progress::new(&Output::new(true)).spinner("products");
    import_specs::import(db, &Config::load()?.price_screen, Box::new(Cursor::new(lines)), &source, &bar)
        .await?;
    Ok(())
}

fn file(address: &str) -> anyhow::Result<RetailerFile> {
    let text = format!(
        "slug = \"large-shop\"\nnames = {{ en = \"Large Shop\", ar = \"متجر كبير\" }}\n\
         base_url = \"http://{address}\"\nplatform = \"woocommerce\"\nallow_private_addresses = true\n\
         price_format = {{ decimal = \".\" }}\n\
         [rate]\nrequests_per_second = 10000.0\nconcurrency = 4\n"
    );
    read_text(std::path::Path::new("large-shop.toml"), &text).map_err(|problem| anyhow::anyhow!("{problem}"))
}

fn say(line: &str) -> std::io::Result<()> {
    writeln!(std::io::stdout().lock(), "{line}")
}
