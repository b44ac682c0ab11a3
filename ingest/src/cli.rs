//! The arguments of the command line.

mod backup;
mod jobs;
mod manufacturers;
mod matching;
mod offers;
mod users;

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use domain::model::{RetailerTokenId, Slug};
use uuid::Uuid;

pub use backup::{BackupArguments, RestoreArguments};
pub use jobs::{JobKindName, JobStateName, JobsCommand};
pub use manufacturers::{ManufacturerStateName, ManufacturersCommand};
pub use matching::{AuditArguments, MatchCommand, TableFormat};
pub use offers::{OfferName, OffersCommand, WaitingReasonName};
pub use users::{SecondFactorCommand, UserCommand};

/// Crawls retailers into the database, and maintains the stored data.
///
/// Exit codes: 0 done; 1 failed; 2 wrong usage; 3 partly failed, such as one retailer being down while the others were
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

/// Commands of `ingest`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Bring the database to this program's version, or show or undo its migrations.
    Migrate {
        #[command(subcommand)]
        command: Option<MigrateCommand>,
    },
    /// Crawl the retailers now.
    Run(RunArguments),
    /// Run jobs from the queue until stopped.
    Work {
        /// Number of concurrent jobs; default: ingest.concurrent_retailers of the configuration.
        #[arg(long, value_name = "N")]
        slots: Option<usize>,
        /// Address of Prometheus metrics; default: ingest.metrics_listen of the configuration.
        #[arg(long, value_name = "ADDRESS")]
        metrics_listen: Option<SocketAddr>,
    },
    /// Queue jobs at the times in the retailer files, until stopped. Several schedulers may run: one of them leads.
    Schedule {
        /// Address of Prometheus metrics; default: ingest.metrics_listen of the configuration.
        #[arg(long, value_name = "ADDRESS")]
        metrics_listen: Option<SocketAddr>,
    },
    /// Show the last crawl, offers, changes and errors of each retailer.
    Status,
    /// Read product facts from JSON lines, plain or gzipped.
    ImportSpecs(ImportSpecsArguments),
    /// Past prices.
    #[command(subcommand)]
    History(HistoryCommand),
    /// Retailer files.
    #[command(subcommand)]
    Retailer(RetailerCommand),
    /// Prices held back by the price screen until an administrator decides.
    #[command(subcommand)]
    Quarantine(QuarantineCommand),
    /// Background jobs: crawls and the work that follows them.
    #[command(subcommand)]
    Jobs(JobsCommand),
    /// Matching of offers to products.
    #[command(subcommand)]
    Match(MatchCommand),
    /// Manufacturers that retailers state and the built-in table does not know.
    #[command(subcommand)]
    Manufacturers(ManufacturersCommand),
    /// Offers without a product, and listings that could not be read.
    #[command(subcommand)]
    Offers(OffersCommand),
    /// Pictures of products.
    #[command(subcommand)]
    Pictures(PicturesCommand),
    /// User accounts.
    #[command(subcommand)]
    User(UserCommand),
    /// Back up the database and the configuration while everything runs.
    ///
    /// Writes the database (by `pg_dump`), the configuration and a manifest into a new folder in DIR. Pictures are not part of it.
    Backup(BackupArguments),
    /// Fill an empty database from a backup, and verify it.
    ///
    /// Refuses a database that is not empty and a backup that is damaged. Stop all processes of Tajmeea first.
    Restore(RestoreArguments),
    /// Check configuration, database and disk, and whether each retailer is reachable.
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
    /// Undo all migrations after a version, the newest first. Data that only they can store is lost: back up first.
    Down {
        /// The newest version that stays; 0 undoes everything.
        #[arg(long, value_name = "VERSION")]
        to: i64,
    },
}

/// `ingest run`
#[derive(Debug, Args)]
pub struct RunArguments {
    /// Only this retailer; may be given several times.
    #[arg(long, value_name = "SLUG")]
    pub retailer: Vec<Slug>,
    /// Stop at each retailer after this many offers. Offers beyond it count as not checked, never as removed.
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Request every page in full, also those that have not changed since the last crawl (no ETag, no Last-Modified).
    #[arg(long)]
    pub fresh: bool,
    /// Accept that the retailer lists far fewer offers than before, for which a crawl is held. As always, an offer ends
    /// when two crawls in a row miss it: run it twice.
    #[arg(long, requires = "retailer")]
    pub accept_missing: bool,
    /// Read and check offers, but write nothing. Every page is requested in full.
    #[arg(long)]
    pub dry_run: bool,
}

/// `ingest import-specs`
#[derive(Debug, Args)]
pub struct ImportSpecsArguments {
    /// The file, or `-` for standard input.
    pub file: PathBuf,
    /// Short name of the source, by which facts cite it.
    #[arg(long, default_value = "import")]
    pub source: Slug,
    /// Name of the source, as shown to users; its short name when not given.
    #[arg(long)]
    pub source_name: Option<String>,
    /// Notice that the source requires beside its facts.
    #[arg(long)]
    pub attribution: Option<String>,
    /// Address of the source.
    #[arg(long)]
    pub source_url: Option<url::Url>,
}

/// `ingest history …`
#[derive(Debug, Subcommand)]
pub enum HistoryCommand {
    /// Read past prices from CSV: external_id or url, date, price, stock.
    Import {
        /// A file, `-` for standard input, or an address of the retailer.
        from: String,
        /// The retailer of the prices; required unless the file has a column `retailer`.
        #[arg(long, value_name = "SLUG")]
        retailer: Option<Slug>,
    },
    /// Remove price points with a date in the future, which a machine with a wrong clock has written.
    RemoveFuture,
}

/// `ingest retailer …`
#[derive(Debug, Subcommand)]
pub enum RetailerCommand {
    /// List the retailer files and their problems.
    List,
    /// Fetch a few offers of a retailer and show what would be stored. Writes nothing.
    Check {
        slug: Slug,
        /// Number of offers to show.
        #[arg(long, default_value_t = 20)]
        limit: usize,
    },
    /// Detect the platform of a retailer, read a sample of offers, and write a commented retailer file.
    Detect {
        /// The front page of the retailer, or the address of its feed.
        url: url::Url,
        /// The file's slug; derived from the address when not given.
        #[arg(long)]
        slug: Option<Slug>,
        /// Path of the new file, or `-` for standard output; by default a file in the retailers directory.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Overwrite an existing file.
        #[arg(long)]
        force: bool,
        /// Number of product pages to read on platforms that need one request per page.
        #[arg(long, value_name = "N", default_value_t = 100)]
        sample: usize,
        /// Allow private addresses: the retailer is your own, in this network.
        #[arg(long)]
        allow_private_addresses: bool,
    },
    /// Propose a change of the file of a retailer that has changed its pages.
    ///
    /// Reads a few products that were known before the change, by the file and by what detection finds today, and shows both
    /// with the changed lines.
    Mend {
        slug: Slug,
        /// Write the proposal into the file.
        #[arg(long)]
        write: bool,
        /// Take the pages as they are now, with what they no longer state: the next crawl stores it.
        #[arg(long, conflicts_with = "write")]
        accept: bool,
    },
    /// Crawl the retailer again and show its offers: sets `enabled` in its file.
    Enable { slug: Slug },
    /// Stop crawling the retailer and hide its offers; stored data is kept.
    Disable { slug: Slug },
    /// Make a token with which the retailer hands its offers in, and show it once. A second one may live beside the first.
    Token {
        slug: Slug,
        /// List the retailer's tokens instead: when each was made and last used.
        #[arg(long)]
        list: bool,
        /// Revoke this token instead: nothing more is accepted with it.
        #[arg(long, value_name = "ID", conflicts_with = "list")]
        revoke: Option<RetailerTokenId>,
    },
}

/// `ingest quarantine …`
#[derive(Debug, Subcommand)]
pub enum QuarantineCommand {
    /// List the held prices, oldest first.
    List {
        /// Only of this retailer.
        #[arg(long, value_name = "SLUG")]
        retailer: Option<Slug>,
        /// At most this many.
        #[arg(long, value_name = "N", default_value_t = 100)]
        limit: u32,
    },
    /// Show one held price and the prices it was compared with.
    Show { id: Uuid },
    /// Publish a held price, because it is correct.
    Release {
        #[arg(required = true, value_name = "ID")]
        ids: Vec<Uuid>,
    },
    /// Reject a held price, because it is wrong. Nobody is asked about the same price again.
    Drop {
        #[arg(required = true, value_name = "ID")]
        ids: Vec<Uuid>,
    },
}

/// `ingest pictures …`
#[derive(Debug, Subcommand)]
pub enum PicturesCommand {
    /// Fetch the due pictures of the retailers, and choose the best one of each product.
    Fetch {
        /// Only of this retailer; may be given several times.
        #[arg(long, value_name = "SLUG")]
        retailer: Vec<Slug>,
    },
    /// Show the number of stored pictures, and why others were refused.
    Status,
}
