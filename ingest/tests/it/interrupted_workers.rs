//! Workers that die at random moments, and a Postgres that is restarted under them: the final data equals that of an
//! undisturbed run. `TAJMEEA_TEST_SEED` repeats a run, `TAJMEEA_TEST_KILLS` makes it longer.

use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use demo::ShopKind;
use domain::store::feed;
use ingest::jobs::Task;
use rand::{RngExt as _, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    demo_server::{DemoRetailers, import_reference},
    stored_data::{StoredData, assert_same, forget_crawls, number},
    test_retailer::{ReceivedRequest, TestRetailer, file_text, json as json_answer},
};

const SHOPS: [ShopKind; 3] = [ShopKind::DhowDigital, ShopKind::SafatTech, ShopKind::SidraStore];
const KILLS: usize = 10;
/// Variable that sets another number of kills.
const KILLS_VARIABLE: &str = "TAJMEEA_TEST_KILLS";
/// Pictures follow each crawl in jobs of their own, and are not counted.
const WAITING: &str = "select count(*) from job where state in ('QUEUED', 'RUNNING') and kind = 'crawl'";

/// Real worker processes on a database, with the demo retailers.
struct Workers {
    db: PgPool,
    database: String,
    street: DemoRetailers,
    retailers: tempfile::TempDir,
}

impl Workers {
    async fn new(db: &PgPool, database: String) -> anyhow::Result<Workers> {
        let (street, retailers) = (DemoRetailers::open().await?, tempfile::tempdir()?);
        street.write_files(retailers.path())?;
        import_reference(db).await?;
        // Else the job that rates prices after a crawl is the first to see this database, a copy of the template, and
        // empties the feed that the crawl has written.
        feed::identity(db).await?;
        Ok(Workers { db: db.clone(), database, street, retailers })
    }

    /// Starts a worker with one slot: the crawls run in turn, so that the prices against which an offer is screened
    /// do not depend on the speed of the shops.
    fn start(&self) -> std::io::Result<Child> {
        Command::new(env!("CARGO_BIN_EXE_ingest"))
            .args(["work", "--slots", "1"])
            .env("DATABASE_URL", &self.database)
            .env("TAJMEEA_INGEST__RETAILERS_DIRECTORY", self.retailers.path())
            .env("TAJMEEA_INGEST__BATCH_SIZE", "40")
            // On a busy machine the matcher would run between two crawls, and write to offers of which the feed need not tell.
            .env("TAJMEEA_INGEST__MATCH_DELAY_SECONDS", "3600")
            .env("TAJMEEA_DATA__DIRECTORY", self.retailers.path().join("data"))
            .env("RUST_LOG", "error")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
    }

    /// Deletes everything that crawls write, and queues a crawl of each shop.
    async fn queue_crawls(&self, shops: &[ShopKind]) -> anyhow::Result<()> {
        self.queue_crawls_of(&shops.iter().map(|shop| shop.slug()).collect::<Vec<_>>()).await
    }

    async fn queue_crawls_of(&self, slugs: &[&str]) -> anyhow::Result<()> {
        self.until_quiet().await?;
        forget_crawls(&self.db).await?;
        sqlx::query("delete from job").execute(&self.db).await?;
        for slug in slugs {
            Task::Crawl { retailer: slug.parse()? }.enqueue(&self.db).await?;
        }
        // The job of a worker killed too often is parked; a high limit prevents that in these tests.
        sqlx::query("update job set max_attempts = 100").execute(&self.db).await?;
        Ok(())
    }

    async fn count_waiting(&self) -> sqlx::Result<i64> {
        number(&self.db, WAITING).await
    }

    async fn until_done(&self) -> anyhow::Result<()> {
        let began = Instant::now();
        // Postgres may be unavailable at this moment.
        while self.count_waiting().await.unwrap_or(1) > 0 {
            anyhow::ensure!(began.elapsed() < Duration::from_secs(90), "the jobs do not end");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Returns the data that an undisturbed worker stores, and the time it takes.
    async fn undisturbed(&self, shops: &[ShopKind]) -> anyhow::Result<(StoredData, Duration)> {
        self.queue_crawls(shops).await?;
        let began = Instant::now();
        let mut worker = self.start()?;
        self.until_done().await?;
        let took = began.elapsed();
        kill(&mut worker)?;
        let all: usize = shops.iter().map(|shop| self.street.offer_count(*shop)).sum();
        let stored = self.stored().await?;
        assert!(stored.offers.len() * 10 > all * 9, "{} of {all} offers", stored.offers.len());
        Ok((stored, took))
    }

    /// Waits until the server has finished what killed workers had sent it: a commit may end after its client.
    async fn until_quiet(&self) -> anyhow::Result<()> {
        let began = Instant::now();
        while number(&self.db, OTHERS_AT_WORK).await? > 0 {
            anyhow::ensure!(
                began.elapsed() < Duration::from_secs(30),
                "a killed worker's transaction does not end"
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    async fn stored(&self) -> anyhow::Result<StoredData> {
        self.until_quiet().await?;
        assert_eq!(
            number(&self.db, "select count(*) from job where state <> 'DONE' and kind = 'crawl'").await?,
            0
        );
        assert_eq!(number(&self.db, "select count(*) from crawl where state = 'RUNNING'").await?, 0);
        assert_eq!(
            number(&self.db, UNTOLD).await?,
            0,
            "the feed's last word on a product is older than its offers"
        );
        Ok(StoredData::read(&self.db).await?)
    }
}

/// Counts offers whose last write has no row in the change feed.
const UNTOLD: &str = "select count(*) from offer where product_id is not null and not exists (
    select from product_change as change where change.product_id = offer.product_id
        and change.xid::text::numeric % 4294967296 >= offer.xmin::text::numeric)";

/// Counts the other sessions of this database that are in a transaction.
const OTHERS_AT_WORK: &str = "select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
        and state <> 'idle'";

fn kill(child: &mut Child) -> std::io::Result<()> {
    child.kill()?;
    child.wait().map(|_| ())
}

fn seeded(test: &str) -> StdRng {
    let given = std::env::var("TAJMEEA_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = given.unwrap_or_else(rand::random::<u64>);
    eprintln!("{test}: TAJMEEA_TEST_SEED={seed}");
    StdRng::seed_from_u64(seed)
}

/// Returns the address of the test's own database, for another process.
pub(crate) async fn database_url(db: &PgPool) -> anyhow::Result<String> {
    let name: String = sqlx::query_scalar("select current_database()").fetch_one(db).await?;
    let mut url = url::Url::parse(&std::env::var("DATABASE_URL")?)?;
    url.set_path(&name);
    Ok(url.into())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn worker_killed_at_random_moments_stores_the_same_as_an_undisturbed_one(
    db: PgPool,
) -> anyhow::Result<()> {
    let workers = Workers::new(&db, database_url(&db).await?).await?;
    let (undisturbed, took) = workers.undisturbed(&SHOPS).await?;
    let mut random = seeded("killed at random moments");
    let wanted = std::env::var(KILLS_VARIABLE).ok().and_then(|kills| kills.parse().ok()).unwrap_or(KILLS);
    let mut kills = 0;
    while kills < wanted {
        workers.queue_crawls(&SHOPS).await?;
        while workers.count_waiting().await? > 0 {
            let mut worker = workers.start()?;
            let moment = Instant::now() + took.mul_f64(random.random_range(0.05..0.8));
            while workers.count_waiting().await? > 0 && (Instant::now() < moment || kills == wanted) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            let running =
                number(&db, "select count(*) from job where state = 'RUNNING' and kind = 'crawl'").await? > 0;
            kill(&mut worker)?;
            if running {
                kills += 1;
                // Simulates an expired lease.
                sqlx::query("update job set lease_until = now() where state = 'RUNNING'")
                    .execute(&db)
                    .await?;
            }
        }
        assert_same(&workers.stored().await?, &undisturbed);
        eprintln!("{kills} of {wanted} kills: nothing lost or doubled");
    }
    Ok(())
}

/// Number of products of the retailer with variations, each of which has three.
const PRODUCTS: usize = 60;

/// Answers as a WooCommerce retailer whose products have variations of several prices.
fn shop_with_variations(asked: &ReceivedRequest) -> axum::response::Response {
    let listing = |id: usize, kind: &str, price: usize| {
        json!({"id": id, "type": kind, "name": format!("MSI GeForce RTX 5070 Gaming {}", id / 10),
            "permalink": format!("https://shop.example/p/{}", id / 10), "is_in_stock": true, "is_purchasable": true,
            "prices": {"price": price.to_string(), "currency_code": "KWD", "currency_minor_unit": 3}})
    };
    let parent =
        asked.path.split("parent=").nth(1).and_then(|rest| rest.split('&').next()?.parse::<usize>().ok());
    let listings: Vec<Value> = match parent {
        Some(parent) => {
            // Slow enough to be killed amid them.
            std::thread::sleep(Duration::from_millis(3));
            let one = |(of, colour): (usize, &str)| {
                let mut one = listing(parent + of, "variation", 190_500 + 1_000 * of);
                (one["parent"], one["variation"]) = (json!(parent), json!(format!("Colour: {colour}")));
                one
            };
            (1..).zip(["Black", "White", "Silver"]).map(one).collect()
        }
        None if asked.path.ends_with("page=1") => {
            let products = (1..=PRODUCTS).map(|id| {
                let mut product = listing(10 * id, "variable", 191_500);
                product["prices"]["price_range"] = json!({"min_amount": "191500", "max_amount": "193500"});
                product
            });
            products.collect()
        }
        None => Vec::new(),
    };
    json_answer(&json!(listings))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn worker_killed_amid_variations_stores_the_same_as_an_undisturbed_one(
    db: PgPool,
) -> anyhow::Result<()> {
    let workers = Workers::new(&db, database_url(&db).await?).await?;
    let shop = TestRetailer::open().await?;
    shop.answers(shop_with_variations);
    let file = file_text(shop.address, "platform = \"woocommerce\"");
    std::fs::write(workers.retailers.path().join("test-shop.toml"), file)?;
    let crawl_to_the_end = async || -> anyhow::Result<StoredData> {
        let mut worker = workers.start()?;
        workers.until_done().await?;
        kill(&mut worker)?;
        workers.stored().await
    };
    workers.queue_crawls_of(&["test-shop"]).await?;
    let undisturbed = crawl_to_the_end().await?;
    assert_eq!(undisturbed.offers.len(), 3 * PRODUCTS);
    let mut random = seeded("killed amid variations");
    for _ in 0..3 {
        workers.queue_crawls_of(&["test-shop"]).await?;
        shop.asked();
        let (wanted, mut asked) = (random.random_range(1..PRODUCTS), 0);
        let mut worker = workers.start()?;
        while asked < wanted && workers.count_waiting().await? > 0 {
            asked += shop.asked().iter().filter(|one| one.path.contains("parent=")).count();
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        kill(&mut worker)?;
        sqlx::query("update job set lease_until = now() where state = 'RUNNING'").execute(&db).await?;
        assert_same(&crawl_to_the_end().await?, &undisturbed);
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn two_workers_one_of_them_killed_store_the_same_as_one(db: PgPool) -> anyhow::Result<()> {
    let workers = Workers::new(&db, database_url(&db).await?).await?;
    let shops = [ShopKind::DhowDigital, ShopKind::SidraStore];
    let (undisturbed, took) = workers.undisturbed(&shops).await?;
    let mut random = seeded("two workers at once");
    workers.queue_crawls(&shops).await?;
    let (mut killed, mut living) = (workers.start()?, workers.start()?);
    tokio::time::sleep(took.mul_f64(random.random_range(0.2..0.5))).await;
    let name = format!("%:{}:%", killed.id());
    kill(&mut killed)?;
    sqlx::query("update job set lease_until = now() where state = 'RUNNING' and worker like $1")
        .bind(name)
        .execute(&db)
        .await?;
    workers.until_done().await?;
    kill(&mut living)?;
    assert_same(&workers.stored().await?, &undisturbed);
    Ok(())
}

/// A Postgres of the test's own, which the test may stop.
pub(crate) struct Cluster {
    folder: tempfile::TempDir,
}

impl Cluster {
    pub(crate) fn start() -> anyhow::Result<(Cluster, String)> {
        Self::start_with(&[])
    }

    /// Starts a standby that follows this cluster.
    pub(crate) fn start_standby(&self) -> anyhow::Result<(Cluster, String)> {
        let primary = self.folder.path().join("postgres").display().to_string();
        Self::start_with(&["--standby-of", &primary])
    }

    fn start_with(options: &[&str]) -> anyhow::Result<(Cluster, String)> {
        let folder = tempfile::tempdir()?;
        // As root the server runs as another user, who must be able to enter this folder.
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))?;
        let cluster = Cluster { folder };
        let url = cluster.run_postgres_script_with(options, "start")?;
        Ok((cluster, url))
    }

    fn run_postgres_script(&self, what: &str) -> anyhow::Result<String> {
        self.run_postgres_script_with(&[], what)
    }

    fn run_postgres_script_with(&self, options: &[&str], what: &str) -> anyhow::Result<String> {
        let output = Command::new(root().join("scripts/postgres"))
            .arg("--in")
            .arg(self.folder.path().join("postgres"))
            .arg("--throw-away")
            .args(options)
            .arg(what)
            .output()?;
        anyhow::ensure!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.run_postgres_script("remove") {
            eprintln!("the test's Postgres could not be removed: {error}");
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[tokio::test(flavor = "multi_thread")]
async fn crawl_continues_after_a_postgres_restart() -> anyhow::Result<()> {
    let (cluster, url) = Cluster::start()?;
    let db = PgPool::connect(&url).await?;
    domain::MIGRATOR.run(&db).await?;
    let workers = Workers::new(&db, url).await?;
    let (undisturbed, _) = workers.undisturbed(&SHOPS).await?;
    let mut random = seeded("restarted in mid-crawl");

    workers.queue_crawls(&SHOPS).await?;
    let mut worker = workers.start()?;
    let began = Instant::now();
    for (from, to) in [(1, 500), (600, 1_200)] {
        let moment: i64 = random.random_range(from..to);
        while number(&db, "select count(*) from offer").await.unwrap_or(0) < moment {
            anyhow::ensure!(began.elapsed() < Duration::from_secs(90), "the crawl does not get on");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        cluster.run_postgres_script("stop")?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        cluster.run_postgres_script("start")?;
    }
    workers.until_done().await?;
    assert!(worker.try_wait()?.is_none(), "the worker lived on");
    kill(&mut worker)?;
    assert!(began.elapsed() < Duration::from_secs(45), "a restart costs seconds: {:?}", began.elapsed());
    assert_same(&workers.stored().await?, &undisturbed);
    db.close().await;
    Ok(())
}
