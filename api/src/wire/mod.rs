//! Types of the wire that several areas answer with. A type of one area stands above its handler in [`routes`](crate::routes).
//!
//! Imports no other folder of this crate.

pub mod card;
pub mod card_verdict;
pub mod category;
pub mod kwd;
pub mod picture;
pub mod retailer;
