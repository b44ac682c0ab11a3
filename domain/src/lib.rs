//! Products, offers and builds: their types, the rules of compatibility, the solvers, and the database access.
//!
//! `model` holds plain types whose constructors validate, without I/O. `store` holds all SQL of the project.

pub mod basket;
pub mod breached;
pub mod budget;
pub mod compat;
pub mod config;
pub mod model;
pub mod password;
pub mod performance;
pub mod price_rating;
pub mod public_address;
pub mod store;
pub mod transactions;

/// All migrations, embedded in the binary, which migrates and checks a database without files beside it.
pub static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../migrations");
