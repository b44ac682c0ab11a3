//! The command line: what it takes, and what its exit code says.

mod backup;
mod jobs;
mod offers;

use std::{net::SocketAddr, path::PathBuf, process::ExitCode};

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use domain::model::Slug;
use time::Date;
use uuid::Uuid;

pub use backup::{BackupArguments, RestoreArguments};
pub use jobs::{JobKindName, JobStateName, JobsCommand};
pub use offers::{OffersCommand, WaitingReasonName};

use crate::{
    commands::{self, Outcome, database::DatabaseError, manufacturers::ManufacturersCommand},
    demo, logs,
    output::Output,
};

/// Reads shops into the database, and looks after what was read.
///
/// Exit codes: 0 done; 1 failed; 2 wrong usage; 3 partly failed, such as one shop being down while the others were
/// read; 4 the database is unreachable or of another version.
#[derive(Debug, Parser)]
#[command(name = "ingest", version, max_term_width = 110)]
pub struct Cli {
    /// Answer as JSON on standard output.
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Bring the database to this program's version, or look at or undo its migrations.
    Migrate {
        #[command(subcommand)]
        command: Option<MigrateCommand>,
    },
    /// Read the shops now.
    Run(RunArguments),
    /// Take jobs out of the queue and do them, until stopped.
    Work {
        /// Jobs at once; config's ingest.concurrent_retailers when not given.
        #[arg(long, value_name = "N")]
        slots: Option<usize>,
        /// Address of Prometheus metrics; config's ingest.metrics_listen when not given.
        #[arg(long, value_name = "ADDRESS")]
        metrics_listen: Option<SocketAddr>,
    },
    /// Put jobs into the queue when the shops' files say so, until stopped. Any number may run: one leads.
    Schedule {
        /// Address of Prometheus metrics; config's ingest.metrics_listen when not given.
        #[arg(long, value_name = "ADDRESS")]
        metrics_listen: Option<SocketAddr>,
    },
    /// Show each shop's last crawl, offers, changes and errors.
    Status,
    /// Read product facts from JSON lines, plain or gzipped.
    ImportSpecs(ImportSpecsArguments),
    /// Past prices.
    #[command(subcommand)]
    History(HistoryCommand),
    /// The shops' files.
    #[command(subcommand)]
    Retailer(RetailerCommand),
    /// Prices that the guard held back until a person decides.
    #[command(subcommand)]
    Quarantine(QuarantineCommand),
    /// Background work: crawls and what follows them.
    #[command(subcommand)]
    Jobs(JobsCommand),
    /// Offers and the products they belong to.
    #[command(subcommand)]
    Match(MatchCommand),
    /// Manufacturers that the built-in table does not know, as shops state them.
    #[command(subcommand)]
    Manufacturers(ManufacturersCommand),
    /// Offers of no product, and what could not be read into offers.
    #[command(subcommand)]
    Offers(OffersCommand),
    /// Pictures of products.
    #[command(subcommand)]
    Pictures(PicturesCommand),
    /// People with an account.
    #[command(subcommand)]
    User(UserCommand),
    /// The demo shops, which need no network.
    #[command(subcommand)]
    Demo(DemoCommand),
    /// Back up the database and the configuration while everything runs.
    ///
    /// Writes the database (by `pg_dump`), the configuration and a manifest into a new folder in DIR. Pictures are not part of it.
    Backup(BackupArguments),
    /// Fill an empty database from a backup, and verify it.
    ///
    /// Refuses a database that is not empty and a backup that is damaged. Stop all processes of Tajmeea before.
    Restore(RestoreArguments),
    /// Check configuration, database, disk and whether each shop can be reached.
    Doctor,
    /// Write a completion script for a shell on standard output.
    ///
    /// For bash: `ingest completions bash > ~/.local/share/bash-completion/completions/ingest`
    Completions { shell: Shell },
}

/// `ingest migrate …`
#[derive(Debug, Subcommand)]
pub enum MigrateCommand {
    /// Bring the database to this program's version (the default).
    Up,
    /// Show which migrations the database has, and whether this program can work with it. Exit code 3 when it cannot.
    Status,
    /// Undo all migrations after a version, the newest first. Data that only they can hold is lost: back up before.
    Down {
        /// The newest version that stays; 0 undoes everything.
        #[arg(long, value_name = "VERSION")]
        to: i64,
    },
}

/// `ingest run`
#[derive(Debug, Args)]
pub struct RunArguments {
    /// Only this shop; may be given several times.
    #[arg(long, value_name = "SLUG")]
    pub retailer: Vec<Slug>,
    /// Stop each shop after this many offers. What was not met then counts as not looked at, never as gone.
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Ask for every page whole, also for those that have not changed since the last crawl (no ETag, no Last-Modified).
    #[arg(long)]
    pub fresh: bool,
    /// Read and judge, but write nothing. Every page is asked for whole.
    #[arg(long)]
    pub dry_run: bool,
}

/// `ingest import-specs`
#[derive(Debug, Args)]
pub struct ImportSpecsArguments {
    /// The file, or `-` for standard input.
    pub file: PathBuf,
    /// Short name of the source, as facts cite it.
    #[arg(long, default_value = "import")]
    pub source: Slug,
    /// The source's name as shown to shoppers; its short name when not given.
    #[arg(long)]
    pub source_name: Option<String>,
    /// The notice the source asks to be shown beside its facts.
    #[arg(long)]
    pub attribution: Option<String>,
    /// Where the source lives.
    #[arg(long)]
    pub source_url: Option<url::Url>,
}

/// `ingest history …`
#[derive(Debug, Subcommand)]
pub enum HistoryCommand {
    /// Read past prices from CSV: external_id or url, date, price, stock.
    Import {
        /// A file, `-` for standard input, or an address of the shop.
        from: String,
        /// Whose prices they are; needed unless the file has a column `retailer`.
        #[arg(long, value_name = "SLUG")]
        retailer: Option<Slug>,
    },
    /// Remove price points of the future, which a machine with a wrong clock has written.
    RemoveFuture,
}

/// `ingest retailer …`
#[derive(Debug, Subcommand)]
pub enum RetailerCommand {
    /// List the shops' files and what is wrong with them.
    List,
    /// Fetch a little of a shop and show what would be stored, writing nothing.
    Check {
        slug: Slug,
        /// How many offers to show.
        #[arg(long, default_value_t = 20)]
        limit: usize,
    },
    /// Find out how a shop can be read, read a little of it, and write its file with comments.
    Detect {
        /// Its front page, or the address of its feed.
        url: url::Url,
        /// The file's slug; made of the address when not given.
        #[arg(long)]
        slug: Option<Slug>,
        /// Where the file goes: a path, or `-` for standard output; the shops' directory when not given.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Write over a file that is there.
        #[arg(long)]
        force: bool,
        /// How many product pages are read, where each is a request; else a few long lists are.
        #[arg(long, value_name = "N", default_value_t = 100)]
        sample: usize,
        /// The shop is your own and lies in this network.
        #[arg(long)]
        allow_private_addresses: bool,
    },
    /// Crawl the shop again and show its offers: sets `enabled` in its file.
    Enable { slug: Slug },
    /// Crawl the shop no more and hide its offers; nothing stored is lost.
    Disable { slug: Slug },
}

/// `ingest quarantine …`
#[derive(Debug, Subcommand)]
pub enum QuarantineCommand {
    /// List what waits for a decision, oldest first.
    List {
        /// Only of this shop.
        #[arg(long, value_name = "SLUG")]
        retailer: Option<Slug>,
        /// At most this many.
        #[arg(long, value_name = "N", default_value_t = 100)]
        limit: u32,
    },
    /// Show one held offer and what its price was judged by.
    Show { id: Uuid },
    /// The price is right: publish it.
    Release {
        #[arg(required = true, value_name = "ID")]
        ids: Vec<Uuid>,
    },
    /// The price is wrong: never publish it, and do not ask about it again.
    Drop {
        #[arg(required = true, value_name = "ID")]
        ids: Vec<Uuid>,
    },
}

/// `ingest match …`
#[derive(Debug, Subcommand)]
pub enum MatchCommand {
    /// Compare the offers that wait with the products: join the sure ones, ask about others, make new products.
    Run {
        /// Also those at which the matcher has looked already.
        #[arg(long)]
        all: bool,
    },
}

/// `ingest pictures …`
#[derive(Debug, Subcommand)]
pub enum PicturesCommand {
    /// Fetch the shops' pictures that are due, and choose the best one of each product.
    Fetch {
        /// Only of this shop; may be given several times.
        #[arg(long, value_name = "SLUG")]
        retailer: Vec<Slug>,
    },
    /// Show how many pictures are kept, and why others are not.
    Status,
}

/// `ingest user …`
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Make an administrator; the password is asked for.
    CreateAdmin {
        #[arg(long)]
        email: String,
        #[arg(long, default_value = "Admin")]
        name: String,
        /// Read the password from the first line of standard input.
        #[arg(long)]
        password_stdin: bool,
    },
}

/// `ingest demo …`
#[derive(Debug, Subcommand)]
pub enum DemoCommand {
    /// Open the five demo shops on loopback.
    Serve {
        /// Where; config's demo.listen when not given.
        #[arg(long)]
        listen: Option<SocketAddr>,
        /// The date the shops live in, such as 2026-11-21; today when not given.
        #[arg(long, value_parser = demo::parse_date)]
        clock: Option<Date>,
    },
    /// Write the demo's product facts as JSON lines for `import-specs`.
    Reference {
        /// The file, or `-` for standard output.
        file: PathBuf,
    },
    /// Write what every listing of the demo shops truly is, as a table split by tabs.
    Truth {
        /// The file, or `-` for standard output.
        file: PathBuf,
    },
}

/// Reads the arguments, does what they say and answers the exit code.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    logs::start();
    // reqwest is built without a TLS provider of its own: ring needs neither cmake nor OpenSSL.
    if rustls::crypto::ring::default_provider().install_default().is_err() {
        tracing::debug!("A TLS provider was already installed");
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("ingest: no threads can be started: {error}");
            return ExitCode::from(1);
        }
    };
    let output = Output::new(cli.json);
    let result = runtime.block_on(commands::dispatch(&output, cli.command));
    // A blocked read of a dead shop must not hold up the end.
    runtime.shutdown_background();
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::PartlyFailed) => ExitCode::from(3),
        Err(error) => {
            let code = if error.chain().any(|cause| cause.is::<DatabaseError>()) { 4 } else { 1 };
            output.print_error(&error);
            ExitCode::from(code)
        }
    }
}
