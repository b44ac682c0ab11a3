//! What a product, an offer and a build are, what fits together, and how it is stored.
//!
//! `model` holds plain types whose constructors validate and does no I/O; `store` holds all SQL of the project.

pub mod basket;
pub mod budget;
pub mod compat;
pub mod config;
pub mod model;
pub mod password;
pub mod performance;
pub mod store;

/// All migrations, embedded: the binaries migrate and check a database without files beside them.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");
