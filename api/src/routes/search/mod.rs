//! Search and listings. The handlers answer from the index and do not query the database for products.

pub mod answer;
pub mod counted;
pub mod facets;
pub mod intent;
pub mod params;
pub mod route;
pub mod suggest;

pub use answer::{ProductList, find_products, find_products_explained};
pub use counted::{__path_count_click, count_click};
pub use params::SearchParams;
pub use route::{__path_search, search};
pub use suggest::{__path_suggest, suggest};
