//! Lists that retailers hand in: what they store and end, their order, and workers that die amid them.

mod faults;

use std::{
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use domain::{
    model::{HandedListId, RetailerId, RetailerToken, RetailerTokenId, Slug},
    store::{
        handed_lists::{self, Arrival, HandedList, ListMode, ListState, NewList},
        jobs, retailer_tokens,
    },
};
use ingest::{
    crawl::{IngestContext, read_handed_lists, store_retailer},
    jobs::Task,
    retailer_file::{RetailerFile, read_text},
};
use rand::{RngExt as _, SeedableRng, rngs::StdRng};
use sqlx::{Either, PgPool, postgres::PgAdvisoryLock};

use crate::{
    demo_server::{bar, context},
    interrupted_workers::database_url,
    job_queue::{start, wait_for_count},
    stored_data::{StoredData, assert_same, number, texts},
};

pub(crate) const FILE: &str = "slug = \"corner-shop\"\nnames = { en = \"Corner Shop\", ar = \"محل الزاوية\" }\n\
    base_url = \"https://corner.example\"\nplatform = \"feed\"\nprice_format = { decimal = \".\" }\n\
    [feed]\nhanded_in = true\nformat = \"csv\"\n[feed.categories]\nCards = \"GPU\"\n";
const HEAD: &str = "id,title,price,link,availability,product_type,deleted\n";
const LIVE: &str = "select external_id || ' ' || price_fils || ' ' || stock || case when ended_at is null then '' else ' ended' end
    from offer";

fn file() -> RetailerFile {
    read_text(std::path::Path::new("corner-shop.toml"), FILE).expect("a retailer file")
}

fn slug() -> Slug {
    "corner-shop".parse().expect("a slug")
}

/// Returns a row of a card with this number.
fn card(number: usize, price: &str) -> String {
    format!(
        "c{number},Sapphire Pulse Radeon RX {} {number}GB,{price},/c/{number},in stock,Cards,\n",
        9060 + number
    )
}

fn cards(numbers: std::ops::Range<usize>) -> String {
    numbers.map(|number| card(number, "151.500")).collect()
}

/// A shop with a database, read by this process.
struct Shop {
    context: IngestContext,
    db: PgPool,
    id: RetailerId,
}

impl Shop {
    async fn open(db: &PgPool) -> anyhow::Result<Shop> {
        Ok(Shop { context: context(db), db: db.clone(), id: store_retailer(db, &file()).await? })
    }

    async fn hand_in(&self, mode: ListMode, rows: &str) -> anyhow::Result<HandedListId> {
        self.hand_in_text(mode, &format!("{HEAD}{rows}")).await
    }

    async fn hand_in_text(&self, mode: ListMode, body: &str) -> anyhow::Result<HandedListId> {
        let (retailer_id, token_id) = (self.id, self.token().await?);
        let list =
            NewList { retailer_id, token_id, mode, format: None, charset: None, body: body.as_bytes() };
        let mut tx = self.db.begin().await?;
        let arrival = handed_lists::insert(&mut tx, &slug(), list).await?;
        tx.commit().await?;
        let Arrival::Queued(id) = arrival else { anyhow::bail!("it is not taken: {arrival:?}") };
        Ok(id)
    }

    /// Returns the shop's token, which is made for its first list.
    async fn token(&self) -> anyhow::Result<RetailerTokenId> {
        if let Some(token) = retailer_tokens::list(&self.db, self.id).await?.first() {
            return Ok(token.id);
        }
        let mut tx = self.db.begin().await?;
        let made = retailer_tokens::insert(&mut tx, self.id, &RetailerToken::new(rand::random())).await?;
        tx.commit().await?;
        made.ok_or_else(|| anyhow::anyhow!("it has too many tokens"))
    }

    async fn find(&self, id: HandedListId) -> anyhow::Result<HandedList> {
        handed_lists::find(&self.db, self.id, id).await?.ok_or_else(|| anyhow::anyhow!("no such list"))
    }

    async fn read(&self, mode: ListMode, rows: &str) -> anyhow::Result<HandedList> {
        self.read_text(mode, &format!("{HEAD}{rows}")).await
    }

    async fn read_text(&self, mode: ListMode, body: &str) -> anyhow::Result<HandedList> {
        let id = self.hand_in_text(mode, body).await?;
        read_handed_lists(&self.context, &file(), id, None, &bar()).await?.expect("nobody else reads it");
        self.find(id).await
    }
}

/// Returns stored, new, changed, unchanged, ended, rejected and held.
fn counts(list: &HandedList) -> [i32; 7] {
    let result = list.result.as_ref().expect("it was read");
    [result.stored, result.new, result.changed, result.unchanged, result.ended, result.rejected, result.held]
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn whole_list_is_stored_screened_and_refused_row_by_row(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    let first = shop.read(ListMode::Whole, &cards(0..12)).await?;
    assert_eq!((first.state, counts(&first)), (ListState::Stored, [12, 12, 0, 0, 0, 0, 0]), "{first:?}");
    assert_eq!(
        number(&db, "select count(*) from offer where category = 'GPU' and ended_at is null").await?,
        12
    );

    let rows = format!("{}{}{}", cards(0..9), card(9, "Call us"), card(10, "1.515"));
    let second = shop.read(ListMode::Whole, &rows).await?;
    assert_eq!((second.state, counts(&second)), (ListState::Stored, [9, 0, 0, 9, 1, 1, 1]), "{second:?}");
    let refused = second.result.expect("it was read").refused;
    let told: Vec<_> = refused
        .iter()
        .map(|row| (row.row, row.id.as_deref(), row.field.as_deref(), row.reason.as_str()))
        .collect();
    assert!(told.contains(&(Some(10), Some("c9"), Some("price"), "PRICE")), "{told:?}");
    // As after a crawl, an operator sees the same.
    assert_eq!(texts(&db, "select external_id from rejected_offer").await?, ["c9"]);
    assert_eq!(texts(&db, "select external_id || ' ' || price_fils from held_offer").await?, ["c10 1515"]);
    let live = texts(&db, LIVE).await?;
    assert!(live.contains(&"c10 151500 IN".to_owned()), "the held price changes nothing: {live:?}");
    assert!(live.contains(&"c9 151500 IN".to_owned()), "a refused row ends nothing: {live:?}");
    assert!(live.contains(&"c11 151500 IN ended".to_owned()), "what is missing ends at once: {live:?}");
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn same_list_twice_changes_nothing(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    shop.read(ListMode::Whole, &cards(0..15)).await?;
    let rows = format!("{}{}c13,,,,,,yes\n", cards(0..12), card(12, "1.5"));
    let first = shop.read(ListMode::Whole, &rows).await?;
    assert_eq!(counts(&first), [12, 0, 0, 12, 2, 0, 1], "{first:?}");
    let (before, feed) =
        (StoredData::read(&db).await?, number(&db, "select count(*) from product_change").await?);
    for mode in [ListMode::Whole, ListMode::Changes, ListMode::Whole] {
        let again = shop.read(mode, &rows).await?;
        assert_eq!((again.state, counts(&again)), (ListState::Stored, [12, 0, 0, 12, 0, 0, 1]), "{again:?}");
        assert_same(&StoredData::read(&db).await?, &before);
        assert_eq!(number(&db, "select count(*) from product_change").await?, feed);
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn changes_end_only_what_they_mark(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    shop.read(ListMode::Whole, &cards(0..5)).await?;
    let rows = "c0,Sapphire Pulse Radeon RX 9060 0GB,139.000,/c/0,in stock,Cards,\n\
        c1,Sapphire Pulse Radeon RX 9061 1GB,,/c/1,out of stock,Cards,\n\
        c2,,,,,,1\nnobody,,,,,,true\n";
    for ended in [1, 0, 0] {
        let list = shop.read(ListMode::Changes, rows).await?;
        assert_eq!((list.state, counts(&list)[4]), (ListState::Stored, ended), "{list:?}");
        let live = texts(&db, LIVE).await?;
        assert_eq!(
            live,
            ["c0 139000 IN", "c1 151500 OUT", "c2 151500 IN ended", "c3 151500 IN", "c4 151500 IN"]
        );
    }
    // An offer that comes back lives again.
    shop.read(ListMode::Changes, &cards(2..3)).await?;
    assert!(texts(&db, LIVE).await?.contains(&"c2 151500 IN".to_owned()));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shrunken_or_broken_whole_list_ends_nothing(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    shop.read(ListMode::Whole, &cards(0..20)).await?;
    for _ in 0..3 {
        let list = shop.read(ListMode::Whole, &cards(0..13)).await?;
        let problem = list.result.as_ref().and_then(|result| result.problem.clone()).unwrap_or_default();
        assert_eq!((list.state, counts(&list)[4]), (ListState::Held, 0), "{list:?}");
        assert!(problem.contains("7 of the 20 offers of the retailer are missing"), "{problem}");
    }
    // 30 percent may go at once.
    let list = shop.read(ListMode::Whole, &cards(0..14)).await?;
    assert_eq!((list.state, counts(&list)[4]), (ListState::Stored, 6), "{list:?}");
    for nothing in ["", "c1,Sapphire,Call us,/c/1,in stock,Cards,\n"] {
        let list = shop.read(ListMode::Whole, nothing).await?;
        assert_eq!(list.state, ListState::Failed, "{list:?}");
        assert!(list.result.is_some_and(|result| result.problem.is_some()));
    }
    assert_eq!(number(&db, "select count(*) from offer where ended_at is null").await?, 14);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn row_without_an_id_ends_nothing(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    shop.read(ListMode::Whole, &cards(0..12)).await?;
    // The row may be that of the offer which is missing.
    let rows = format!("{},Sapphire Nitro of an unknown number,99.000,/c/x,in stock,Cards,\n", cards(0..11));
    for _ in 0..3 {
        let list = shop.read(ListMode::Whole, &rows).await?;
        assert_eq!((list.state, counts(&list)), (ListState::Held, [11, 0, 0, 11, 0, 1, 0]), "{list:?}");
        let result = list.result.expect("it was read");
        assert!(result.problem.is_some_and(|problem| problem.starts_with("a row has no readable id")));
        let row = result.refused.first().expect("one");
        assert_eq!((row.row, &row.id, row.field.as_deref()), (Some(12), &None, Some("id")));
    }
    assert_eq!(number(&db, "select count(*) from offer where ended_at is null").await?, 12);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn lists_are_read_in_the_order_of_their_arrival(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    let mut random = StdRng::seed_from_u64(7);
    let prices = ["140.000", "141.000", "142.000", "143.000"];
    let mut ids = Vec::new();
    for price in prices {
        ids.push(shop.hand_in(ListMode::Changes, &card(1, price)).await?);
    }
    let last = *ids.last().expect("four");
    // A request that is sent again while its list waits is the same list; an earlier one is another.
    assert_eq!(shop.hand_in(ListMode::Changes, &card(1, prices[3])).await?, last);
    assert_ne!(shop.hand_in(ListMode::Changes, &card(1, prices[0])).await?, ids[0]);
    assert!(shop.hand_in(ListMode::Changes, &card(2, "9.000")).await.is_err(), "five wait");
    // Jobs may run in any order: each reads what arrived before its own list.
    while !ids.is_empty() {
        let id = ids.remove(random.random_range(0..ids.len()));
        read_handed_lists(&shop.context, &file(), id, None, &bar()).await?;
        assert_ne!(shop.find(id).await?.state, ListState::Waiting);
    }
    assert_eq!(texts(&db, LIVE).await?, ["c1 143000 IN"]);
    assert_eq!(
        texts(&db, "select price_fils::text from price_point order by 1").await?,
        ["140000", "141000", "142000", "143000"]
    );
    Ok(())
}

/// Returns a context whose directory of retailer files holds the shop's.
fn context_with_file(
    db: &PgPool,
    directory: &tempfile::TempDir,
    text: &str,
) -> anyhow::Result<IngestContext> {
    std::fs::write(directory.path().join("corner-shop.toml"), text)?;
    let mut context = context(db);
    let mut config = (*context.config).clone();
    config.ingest.retailers_directory = directory.path().to_owned();
    config.ingest.match_delay_seconds = 3600;
    context.config = config.into();
    Ok(context)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn worker_reads_a_list_at_once_and_waits_for_a_running_crawl(db: PgPool) -> anyhow::Result<()> {
    let (shop, directory) = (Shop::open(&db).await?, tempfile::tempdir()?);
    let context = context_with_file(&db, &directory, FILE)?;
    let lock = PgAdvisoryLock::new("tajmeea crawl corner-shop");
    let connection = db.acquire().await?.detach();
    let Either::Left(reading) = lock.try_acquire(connection).await? else { panic!("somebody reads it") };
    // Work that was due earlier does not delay the list.
    Task::History.enqueue(&db).await?;
    let id = shop.hand_in(ListMode::Whole, &cards(0..3)).await?;
    assert_eq!(
        jobs::claim(&db, None, "nobody", time::Duration::SECOND).await?.map(|job| job.kind),
        Some(jobs::HAND_IN.to_owned())
    );
    jobs::release(&db, None, "nobody").await?;
    let (stop, worker) = start(&context, "reading lists");
    wait_for_count(&db, "select count(*) from job where kind = 'hand-in' and counters ? 'waitsSince'", 1)
        .await?;
    assert_eq!(shop.find(id).await?.state, ListState::Waiting);
    reading.release_now().await?;
    sqlx::query("update job set run_at = now() where state = 'QUEUED'").execute(&db).await?;
    wait_for_count(&db, "select count(*) from handed_list where state = 'STORED' and body is null", 1)
        .await?;
    assert_eq!(number(&db, "select count(*) from offer").await?, 3);

    // Lists for a retailer that is switched off are not kept waiting.
    std::fs::write(directory.path().join("corner-shop.toml"), format!("enabled = false\n{FILE}"))?;
    shop.hand_in(ListMode::Whole, &cards(0..2)).await?;
    wait_for_count(
        &db,
        "select count(*) from handed_list where result ->> 'problem' = 'the retailer is switched off'",
        1,
    )
    .await?;
    stop.cancel();
    worker.await??;
    Ok(())
}

fn start_worker(database: &str, directory: &std::path::Path) -> std::io::Result<Child> {
    Command::new(env!("CARGO_BIN_EXE_ingest"))
        .args(["work", "--slots", "1"])
        .env("DATABASE_URL", database)
        .env("TAJMEEA_INGEST__RETAILERS_DIRECTORY", directory)
        .env("TAJMEEA_INGEST__BATCH_SIZE", "20")
        .env("TAJMEEA_INGEST__MATCH_DELAY_SECONDS", "3600")
        .env("TAJMEEA_DATA__DIRECTORY", directory.join("data"))
        .env("RUST_LOG", "error")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

const WAITING: &str = "select count(*) from handed_list where state = 'WAITING'";

/// Hands three lists in and has a worker read them, which dies at random moments where it is to.
async fn read_by_workers(
    shop: &Shop,
    directory: &std::path::Path,
    mut kill_within: impl FnMut() -> Option<Duration>,
) -> anyhow::Result<(StoredData, usize)> {
    let database = database_url(&shop.db).await?;
    let changed: String = (0..200).step_by(3).map(|number| card(number, "144.000")).collect();
    shop.hand_in(ListMode::Whole, &cards(0..400)).await?;
    shop.hand_in(ListMode::Changes, &format!("{changed}c5,,,,,,1\nc7,,,,,,1\n")).await?;
    shop.hand_in(ListMode::Whole, &format!("{}{}", cards(0..330), card(401, "nothing"))).await?;
    sqlx::query("update job set max_attempts = 100").execute(&shop.db).await?;
    let (began, mut kills) = (Instant::now(), 0);
    while number(&shop.db, WAITING).await? > 0 {
        anyhow::ensure!(began.elapsed() < Duration::from_secs(90), "the lists are not read");
        let mut worker = start_worker(&database, directory)?;
        let moment = kill_within().map(|time| Instant::now() + time);
        while number(&shop.db, WAITING).await? > 0 && moment.is_none_or(|moment| Instant::now() < moment) {
            anyhow::ensure!(began.elapsed() < Duration::from_secs(90), "the lists are not read");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        kills += usize::from(
            number(&shop.db, "select count(*) from job where state = 'RUNNING' and kind = 'hand-in'").await?
                > 0,
        );
        worker.kill()?;
        worker.wait()?;
        // Simulates an expired lease.
        sqlx::query("update job set lease_until = now() where state = 'RUNNING'").execute(&shop.db).await?;
    }
    Ok((StoredData::read(&shop.db).await?, kills))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn list_whose_worker_is_killed_is_read_to_its_end_by_the_next(db: PgPool) -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    std::fs::write(directory.path().join("corner-shop.toml"), FILE)?;
    let shop = Shop::open(&db).await?;
    let began = Instant::now();
    let (undisturbed, _) = read_by_workers(&shop, directory.path(), || None).await?;
    let took = began.elapsed();
    assert_eq!(undisturbed.offers.len(), 400);
    let seed = std::env::var("TAJMEEA_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(rand::random::<u64>);
    eprintln!("handed lists: TAJMEEA_TEST_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut kills = 0;
    for _ in 0..4 {
        sqlx::query("truncate offer, price_point, product_change, crawl, held_offer, retailer, job cascade")
            .execute(&db)
            .await?;
        let shop = Shop::open(&db).await?;
        // A list that is begun more often is given up.
        let mut left = 2;
        let kill_within = || {
            left -= 1;
            (left >= 0).then(|| took.mul_f64(random.random_range(0.2..0.9)))
        };
        let (found, killed) = read_by_workers(&shop, directory.path(), kill_within).await?;
        kills += killed;
        assert_same(&found, &undisturbed);
        assert_eq!(number(&db, "select count(*) from crawl where state = 'RUNNING'").await?, 0);
    }
    eprintln!("{kills} workers died amid a list");
    Ok(())
}
