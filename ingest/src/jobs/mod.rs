//! Work that runs by itself: rows in Postgres, put there by schedules, taken by any number of workers.

mod chores;
mod schedule;
mod task;
mod worker;

pub use schedule::{Leadership, run as run_scheduler};
pub use task::{Task, TaskEnd};
pub use worker::{WorkerSettings, run as run_worker};
