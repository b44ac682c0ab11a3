//! Metrics of a worker and a scheduler, from the real program.

use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use demo::ShopKind;
use ingest::jobs::Task;
use sqlx::PgPool;

use crate::{demo_server::DemoRetailers, interrupted_workers::database_url, job_queue::crawl_of};

/// A process of the program, which ends with the test.
struct Process {
    child: Child,
    metrics: String,
}

impl Process {
    async fn start(db: &PgPool, files: &tempfile::TempDir, command: &str) -> anyhow::Result<Self> {
        let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let child = Command::new(env!("CARGO_BIN_EXE_ingest"))
            .args([command, "--metrics-listen", &free.to_string()])
            .env("DATABASE_URL", database_url(db).await?)
            .env("TAJMEEA_INGEST__RETAILERS_DIRECTORY", files.path())
            .env("TAJMEEA_DATA__DIRECTORY", files.path().join("data"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { child, metrics: format!("http://{free}/metrics") })
    }

    /// Asks until the metrics say it, and answers them.
    async fn wait_for_metric(&self, wanted: &str) -> anyhow::Result<String> {
        let began = Instant::now();
        let client = reqwest::Client::builder().no_proxy().build()?;
        loop {
            let told = match client.get(&self.metrics).send().await {
                Ok(answer) => answer.text().await?,
                // The process is starting.
                Err(_) => String::new(),
            };
            if told.contains(wanted) {
                return Ok(told);
            }
            anyhow::ensure!(began.elapsed() < Duration::from_secs(60), "{wanted} is missing in {told}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn workers_and_schedulers_export_metrics(db: PgPool) -> anyhow::Result<()> {
    let (street, files) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    // Before anything asks over HTTP: the provider of TLS is installed with it.
    let _context = crate::demo_server::context(&db);
    street.write_files(files.path())?;
    let worker = Process::start(&db, &files, "work").await?;
    Task::Figures.enqueue(&db).await?;
    worker.wait_for_metric("jobs_finished_total{kind=\"figures\",outcome=\"done\"} 1").await?;
    crawl_of(ShopKind::SidraStore).enqueue(&db).await?;
    let told =
        worker.wait_for_metric("crawl_offers_total{retailer=\"sidra-store\",outcome=\"read\"} ").await?;
    for expected in
        ["job_duration_seconds_count{kind=\"figures\"} 1", "process_open_fds ", "database_connections{"]
    {
        assert!(told.contains(expected), "{expected} is missing in {told}");
    }
    for family in told.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()) {
        assert!(told.contains(&format!("# HELP {family} ")), "{family} has no help text");
    }
    let scheduler = Process::start(&db, &files, "schedule").await?;
    scheduler.wait_for_metric("scheduler_leading 1").await?;
    Ok(())
}
