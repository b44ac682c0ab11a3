//! Background jobs: rows in Postgres, queued by schedules and claimed by any number of workers.

mod after_crawl;
mod maintenance;
mod price_ends;
mod run_task;
mod schedule;
mod task;
mod worker;

pub(crate) use after_crawl::{MatcherOutcome, match_offers};
pub(crate) use price_ends::queue_price_ends;
pub use run_task::run_task;
pub use schedule::{Leadership, run as run_scheduler};
pub use task::{Task, TaskEnd};
pub use worker::{WorkerSettings, run as run_worker};
