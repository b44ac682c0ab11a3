use clap::{Subcommand, ValueEnum};
use domain::{
    model::{JobId, ProductId, Slug},
    store::jobs::JobState,
};

/// `ingest jobs …`
#[derive(Debug, Subcommand)]
pub enum JobsCommand {
    /// List the newest jobs.
    List {
        /// Only in this state.
        #[arg(long)]
        state: Option<JobStateName>,
        /// At most this many.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Show all details of a job.
    Show { id: JobId },
    /// Queue a job now instead of waiting for its schedule.
    Add {
        kind: JobKindName,
        /// The retailer to crawl or refresh, or whose pictures to fetch.
        #[arg(long, value_name = "SLUG", required_if_eq_any([("kind", "crawl"), ("kind", "refresh"), ("kind", "pictures")]))]
        retailer: Option<Slug>,
        /// Refresh only the offers of this product.
        #[arg(long, value_name = "ID")]
        product: Option<ProductId>,
    },
    /// Queue jobs again that are parked, cancelled or waiting for their next attempt.
    Retry {
        #[arg(required = true, value_name = "ID")]
        ids: Vec<JobId>,
    },
    /// Cancel jobs that are waiting, running or parked.
    Cancel {
        #[arg(required = true, value_name = "ID")]
        ids: Vec<JobId>,
    },
}

/// Kind of a job, as typed on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum JobKindName {
    /// Crawl a whole retailer.
    Crawl,
    /// Refresh the most popular offers of a retailer, if its platform has single product pages.
    Refresh,
    /// Run the matcher on all offers whose product it may choose, if one of them has changed since its last run.
    #[value(name = "link")]
    Match,
    /// Roll up the price history of past days, and thin old months to changes.
    History,
    /// Rate the price of each product by its history.
    Verdicts,
    /// Compute the popularity of each product.
    Popularity,
    /// Roll up the figures of the admin dashboard.
    Figures,
    /// Create the table partitions of the coming months.
    Upkeep,
    /// Delete expired data.
    Expiry,
    /// Fetch the due pictures of a retailer.
    Pictures,
}

/// State of a job, as typed on the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum JobStateName {
    Queued,
    Running,
    Done,
    Parked,
    Cancelled,
}

impl From<JobStateName> for JobState {
    fn from(name: JobStateName) -> Self {
        match name {
            JobStateName::Queued => JobState::Queued,
            JobStateName::Running => JobState::Running,
            JobStateName::Done => JobState::Done,
            JobStateName::Parked => JobState::Parked,
            JobStateName::Cancelled => JobState::Cancelled,
        }
    }
}
