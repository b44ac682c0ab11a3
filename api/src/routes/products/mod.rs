//! Products: lists, details and price histories.

pub mod detail;
pub mod history;
pub mod list;
pub mod list_price;
pub mod offer;
pub mod verdict;
pub mod views;

pub use detail::{__path_get_product, get_product};
pub use history::{__path_get_price_history, get_price_history};
pub use list::{__path_list_products, list_products};
pub use views::{__path_count_view, count_view};
