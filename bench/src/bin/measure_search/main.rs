//! Measures search as users experience it: the api's own process over HTTP, on a catalogue of N products, while
//! retailers change prices.
//!
//! `measure_search fill N FOLDER` fills Postgres (DATABASE_URL, an empty database),
//! `measure_search prepare N FOLDER` does so and builds the peer's table,
//! `measure_search index N FOLDER` builds the index that follows it,
//! `measure_search measure N FOLDER` starts the api on them and runs the queries. `scripts/bench-search` runs all three.
//! `measure_search engine N FOLDER` measures the engine alone, without HTTP.

#![allow(clippy::print_stdout, reason = "the figures are its output")]

mod catalogue;
mod changes;
mod components;
mod devices;
mod drive;
mod engine;
mod fill;
mod part;
mod parts;
mod peer;
mod queries;
mod report;
mod server;
mod stress;

use std::{env, error::Error, fs, path::PathBuf, sync::Arc, time::Duration};

use sqlx::{PgPool, postgres::PgPoolOptions};
use time::OffsetDateTime;

use catalogue::Catalogue;
use changes::Changes;
use report::Report;
use server::Server;

/// Rounds of the 200 queries for one client, and the duration with eight clients.
const ROUNDS: usize = 15;
const EIGHT_CLIENTS: Duration = Duration::from_secs(12);
const PEER_CLIENTS: Duration = Duration::from_secs(30);
const FRESHNESS_SAMPLES: u64 = 15;
const MAX_REBUILD: Duration = Duration::from_secs(600);

struct Bench {
    db: PgPool,
    database: String,
    catalogue: Arc<Catalogue>,
    count: u64,
    folder: PathBuf,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let (phase, count, folder, max_offers) = match arguments.as_slice() {
        [_, phase, count, folder] => (phase, count, folder, None),
        [_, phase, count, folder, max_offers] => (phase, count, folder, Some(max_offers.parse()?)),
        _ => return Err("say fill, prepare, index, measure or engine, N, a folder, and the most offers of a product, if need be".into()),
    };
    let database = env::var("DATABASE_URL")?;
    let bench = Bench {
        db: PgPoolOptions::new().max_connections(10).connect(&database).await?,
        database,
        catalogue: Arc::new(Catalogue::new(OffsetDateTime::now_utc().date(), max_offers)?),
        count: count.parse()?,
        folder: PathBuf::from(folder),
    };
    domain::store::schema::migrate(&bench.db).await?;
    match phase.as_str() {
        "fill" => bench.fill().await,
        "prepare" => bench.prepare().await,
        "index" => bench.index().await,
        "measure" => bench.measure().await,
        "engine" => bench.engine(),
        _ => Err("say fill, prepare, index, measure or engine".into()),
    }
}

impl Bench {
    async fn fill(&self) -> Result<(), Box<dyn Error>> {
        println!("Filling Postgres with {} products", self.count);
        fill::database(&self.db, &self.catalogue, self.count).await
    }

    async fn prepare(&self) -> Result<(), Box<dyn Error>> {
        self.fill().await?;
        println!("Building the peer's table");
        let (took, bytes) = peer::build(&self.db).await?;
        println!("peer: built in {:.0} s, {} MB", took.as_secs_f64(), bytes / 1_000_000);
        Ok(())
    }

    async fn index(&self) -> Result<(), Box<dyn Error>> {
        let directory = self.folder.join("index");
        if directory.exists() {
            fs::remove_dir_all(&directory)?;
        }
        let indexed = fill::index(&self.db, &self.catalogue, self.count, &directory).await?;
        let rate = self.count as f64 / indexed.seconds;
        println!(
            "indexing: {:.1} s, {rate:.0} products/s, {} MB on disk",
            indexed.seconds,
            indexed.bytes / 1_000_000
        );
        fs::write(self.folder.join("indexing"), format!("{rate:.0} {}", indexed.bytes))?;
        Ok(())
    }

    async fn measure(&self) -> Result<(), Box<dyn Error>> {
        let program = env::current_exe()?.parent().map(|folder| folder.join("api")).ok_or("no folder")?;
        let index = self.folder.join("index");
        let log = self.folder.join("api.log");
        let server = Server::start(&program, &self.database, &index, &log)?;
        let queries = Arc::new(queries::mix(&self.catalogue, self.count));
        let paths: Vec<String> = queries.iter().map(queries::Query::path).collect();
        drive::one_client(server.address, &paths, 2)?;
        let mut report = Report { first_memory: server.memory()?, ..Report::default() };
        let changes = Changes::begin(self.db.clone(), self.catalogue.clone(), self.count);
        report.searches = self.ask(&server, paths.clone(), ROUNDS).await?;
        let counted: Vec<String> = queries.iter().map(queries::Query::path_with_counts).collect();
        report.counted = self.ask(&server, counted, 5).await?;
        report.suggestions = self.ask(&server, suggestions(&queries), 3).await?.concat();
        let address = server.address;
        report.eight =
            tokio::task::spawn_blocking(move || drive::many_clients(address, &paths, 8, EIGHT_CLIENTS))
                .await??;
        report.fresh =
            changes::freshness(&self.db, &self.catalogue, self.count, server.address, 0, FRESHNESS_SAMPLES)
                .await?;
        report.bad_input = Some(tokio::task::spawn_blocking(move || stress::bad_input(address)).await??);
        report.changed = changes.end().await?;
        report.memory = server.memory()?;
        drop(server);
        if env::var_os("WITHOUT_REBUILD").is_none() {
            stress::backdate_index(&index)?;
            let server = Server::start(&program, &self.database, &index, &log)?;
            let changes = Changes::begin(self.db.clone(), self.catalogue.clone(), self.count);
            let paths: Vec<String> =
                queries.iter().filter(|query| query.kind == "exact").map(queries::Query::path).collect();
            let served = (server.address, index.as_path(), paths);
            report.rebuilt =
                Some(stress::rebuild(&self.db, &self.catalogue, self.count, served, MAX_REBUILD).await?);
            changes.end().await?;
        }
        if env::var_os("WITHOUT_PEER").is_none() {
            report.peer = Some(peer::measure(&self.database, &queries, PEER_CLIENTS).await?);
        }
        report.indexing = fs::read_to_string(self.folder.join("indexing")).unwrap_or_default();
        report.print(&queries, self.count);
        Ok(())
    }

    /// Measures the engine alone, without HTTP.
    fn engine(&self) -> Result<(), Box<dyn Error>> {
        let queries = queries::mix(&self.catalogue, self.count);
        engine::measure(&self.folder.join("index"), &queries, &suggestions(&queries))
    }

    async fn ask(
        &self,
        server: &Server,
        paths: Vec<String>,
        rounds: usize,
    ) -> Result<Vec<Vec<Duration>>, Box<dyn Error>> {
        let address = server.address;
        Ok(tokio::task::spawn_blocking(move || drive::one_client(address, &paths, rounds)).await??)
    }
}

/// Returns the requests sent while the texts of the mix are typed, up to twelve letters of each.
fn suggestions(queries: &[queries::Query]) -> Vec<String> {
    let typed = queries.iter().filter(|query| !query.text.is_empty()).step_by(3).flat_map(|query| {
        let letters = query.text.chars().count().min(12);
        (1..=letters).map(|length| query.text.chars().take(length).collect::<String>())
    });
    typed
        .map(|text| {
            format!(
                "/api/suggest?{}",
                form_urlencoded::Serializer::new(String::new()).append_pair("q", &text).finish()
            )
        })
        .collect()
}
