//! Foundations of HTTP that every route stands on: connections, extractors, sessions, limits, errors, caching and headers.
//!
//! Imports no other folder of this crate. Knows neither products nor builds.

mod admin_error;
pub mod admission;
pub mod cache;
pub mod connections;
pub mod error;
pub mod extract;
mod hand_in_error;
pub mod json;
pub mod limit;
pub mod list_address;
pub mod observe;
pub mod page;
pub mod public_url;
pub mod query;
pub mod responses;
pub mod same_origin;
mod second_factor_error;
pub mod security_headers;
pub mod security_log;
pub mod session;
pub mod token;
pub mod whole;
