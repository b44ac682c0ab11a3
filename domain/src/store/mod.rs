//! All SQL of the project: one file per table family, with free functions over `impl PgExecutor`, so that callers
//! pass a pool or a transaction. A `find_` function returns `None` where the row is absent; a `get_` function
//! requires the row.

pub mod audit;
pub mod backups;
pub mod build_parts;
pub mod builds;
pub mod cached_responses;
pub mod clock;
pub mod crawls;
pub mod expiry;
pub mod export;
pub mod favorites;
pub mod feed;
pub mod figures;
pub mod history;
pub mod interest;
pub mod jobs;
pub(crate) mod key_matches;
pub mod mails;
pub mod manufacturers;
pub mod matches;
pub(crate) mod merges;
pub mod notifications;
pub mod offers;
pub mod operations;
pub mod pictures;
pub mod price_alerts;
pub mod prices;
pub mod products;
pub mod quarantine;
pub(crate) mod reference;
pub mod rejections;
pub mod retailers;
pub mod reviews;
pub mod roll_up;
pub mod schema;
pub mod second_factors;
pub mod sessions;
pub mod sign_ups;
pub mod snapshots;
pub mod sources;
pub mod tokens;
pub mod unmatched;
pub mod used_bot_checks;
pub mod user_admin;
pub mod users;
