//! Work behind the answers: the follower of the change feed and its catalogue, mails, pictures, checks and texts.
//!
//! Imports [`http`](crate::http) and [`wire`](crate::wire). Holds no route.

pub mod background_tasks;
pub mod bot_check;
pub mod budget_address;
pub mod budget_catalogue;
pub mod compatibility_index;
pub mod facts;
pub mod follow;
pub mod hashing;
pub mod landing;
pub mod mail;
pub mod one_time_code;
pub mod passkeys;
pub mod pictures;
pub mod preview;
pub mod read_pool;
pub mod retailer_cache;
pub mod search_index;
pub mod solvers;
pub mod texts;
pub mod unread_offers;
pub mod views;
