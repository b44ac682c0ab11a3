//! Products: lists, details and price histories.

pub mod detail;
pub mod history;
pub mod list;
pub mod list_price;
pub mod offer;
pub mod verdict;
pub mod views;
