//! What the outside world gets: the api, the web's pages, and the index that answers them.

pub mod accounts;
pub mod cache;
pub mod categories;
pub mod compatibility;
pub mod error;
pub mod extract;
pub mod fit;
pub mod follow;
pub mod health;
pub mod kwd;
pub mod limit;
pub mod observe;
pub mod openapi;
pub mod page;
pub mod products;
pub mod query;
pub mod retailers;
pub mod router;
pub mod same_origin;
pub mod search;
pub mod security;
pub mod serve;
pub mod session;
pub mod site;
pub mod state;
pub mod token;
