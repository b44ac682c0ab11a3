//! All SQL of the project: one file per table family, free functions over `impl PgExecutor` so that a pool and a
//! transaction both fit. `find_` may be absent, `get_` must exist.

pub mod audit;
pub mod build_parts;
pub mod builds;
pub mod crawls;
pub mod expiry;
pub mod export;
pub mod favorites;
pub mod feed;
pub mod history;
pub mod interest;
pub mod jobs;
pub mod links;
pub mod mails;
pub mod matches;
pub mod notifications;
pub mod offers;
pub mod price_alerts;
pub mod prices;
pub mod products;
pub mod quarantine;
pub mod reference;
pub mod remembered_pages;
pub mod retailers;
pub mod reviews;
pub mod roll_up;
pub mod schema;
pub mod sessions;
pub mod sign_ups;
pub mod snapshots;
pub mod solutions;
pub mod sources;
pub mod tokens;
pub mod users;
