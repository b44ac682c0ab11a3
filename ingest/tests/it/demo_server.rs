//! The demo retailers on a port of their own, with retailer files for that port and a client without pauses.

use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use demo::{ShopKind, World};
use domain::config::Config;
use ingest::{
    commands::import_specs,
    crawl::{CrawlOptions, CrawlReport, IngestContext, crawl},
    fetch::FetchSettings,
    output::Output,
    progress::{Bar, Progress},
    retailer_file::{self, RetailerFile},
};
use sqlx::PgPool;
use time::macros::date;
use tokio_util::sync::CancellationToken;

/// The demo retailers, open until the test ends.
pub(crate) struct DemoRetailers {
    pub(crate) world: Arc<World>,
    pub(crate) address: SocketAddr,
}

impl DemoRetailers {
    pub(crate) async fn open() -> anyhow::Result<DemoRetailers> {
        let world = Arc::new(World::open(Some(date!(2026 - 11 - 21)))?);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        tokio::spawn(demo::serve_on(listener, world.clone(), std::future::pending()));
        Ok(DemoRetailers { world, address })
    }

    /// Returns the shop's own file, with the address of this server.
    pub(crate) fn file(&self, kind: ShopKind) -> RetailerFile {
        let path = retailers().join(format!("{}.toml", kind.slug()));
        retailer_file::read_text(&path, &self.text(kind)).expect("a demo file is right")
    }

    pub(crate) fn files(&self) -> Vec<RetailerFile> {
        ShopKind::ALL.into_iter().map(|kind| self.file(kind)).collect()
    }

    /// Writes all their files into a directory, for the real binary.
    pub(crate) fn write_files(&self, directory: &Path) -> std::io::Result<()> {
        ShopKind::ALL.into_iter().try_for_each(|kind| {
            std::fs::write(directory.join(format!("{}.toml", kind.slug())), self.text(kind))
        })
    }

    pub(crate) fn offer_count(&self, kind: ShopKind) -> usize {
        self.world.catalogue.shop(kind.slug()).expect("a demo retailer").offers.len()
    }

    fn text(&self, kind: ShopKind) -> String {
        let path = retailers().join(format!("{}.toml", kind.slug()));
        let text = std::fs::read_to_string(path).expect("a demo file");
        text.replace("127.0.0.1:8090", &self.address.to_string())
    }
}

pub(crate) fn retailers() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../config/retailers")
}

/// Returns a context whose HTTP client gives up soon.
pub(crate) fn context(db: &PgPool) -> IngestContext {
    install_tls();
    IngestContext {
        db: db.clone(),
        config: Arc::new(Config::load().expect("the defaults")),
        fetch: fast_fetch_settings(),
        stop: CancellationToken::new(),
    }
}

/// Returns settings with short pauses and timeouts.
pub(crate) fn fast_fetch_settings() -> FetchSettings {
    install_tls();
    FetchSettings {
        request_timeout: Duration::from_secs(3),
        read_timeout: Duration::from_secs(3),
        connect_timeout: Duration::from_secs(2),
        retries: 2,
        retry_pause: Duration::from_millis(20),
        max_wait: Duration::from_secs(2),
        ..FetchSettings::default()
    }
}

fn install_tls() {
    // The second test of a process finds the provider installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

pub(crate) fn bar() -> Bar {
    Progress::new(&Output::new(true)).spinner("test")
}

/// Crawls shops one after the other.
pub(crate) async fn crawl_all(
    context: &IngestContext,
    files: &[RetailerFile],
) -> anyhow::Result<Vec<CrawlReport>> {
    let mut reports = Vec::new();
    for file in files {
        reports.push(crawl(context, file, CrawlOptions::default(), &bar()).await?);
    }
    Ok(reports)
}

/// Imports the demo's products as reference, so that offers have products to match.
pub(crate) async fn import_reference(db: &PgPool) -> anyhow::Result<()> {
    let mut lines = Vec::new();
    demo::write_reference(&mut lines)?;
    let source = domain::store::sources::DataSource {
        slug: "demo".to_owned(),
        name: "Demo".to_owned(),
        attribution: None,
        url: None,
    };
    let limits = Config::load()?.price_screen;
    import_specs::import(db, &limits, Box::new(std::io::Cursor::new(lines)), &source, &bar()).await?;
    Ok(())
}
