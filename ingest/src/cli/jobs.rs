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
    /// Show all that is known of a job.
    Show { id: JobId },
    /// Put a job into the queue now instead of waiting for its schedule.
    Add {
        kind: JobKindName,
        /// The shop to crawl or to refresh, or whose pictures to fetch.
        #[arg(long, value_name = "SLUG", required_if_eq_any([("kind", "crawl"), ("kind", "refresh"), ("kind", "pictures")]))]
        retailer: Option<Slug>,
        /// Refresh the shop's offers of this product only.
        #[arg(long, value_name = "ID")]
        product: Option<ProductId>,
    },
    /// Queue jobs again that were parked, cancelled or wait for their next try.
    Retry {
        #[arg(required = true, value_name = "ID")]
        ids: Vec<JobId>,
    },
    /// Cancel jobs that wait, run or are parked.
    Cancel {
        #[arg(required = true, value_name = "ID")]
        ids: Vec<JobId>,
    },
}

/// A job's kind as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum JobKindName {
    /// Read a shop from end to end.
    Crawl,
    /// Read the pages of a shop's most popular offers again, where its platform can give one page at a time.
    Refresh,
    /// Join offers that wait to the products they name.
    Link,
    /// Sum up the days that are over, and thin old months to changes.
    History,
    /// Compute how popular each product is.
    Popularity,
    /// Sum up the figures of the admin's dashboard.
    Figures,
    /// Make the coming months' partitions.
    Upkeep,
    /// Drop what nobody needs any more.
    Expiry,
    /// Fetch a shop's pictures that are due.
    Pictures,
}

/// A job's state as it is typed.
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
