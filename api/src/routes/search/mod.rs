//! Search and listings. The handlers answer from the index and do not query the database for products.

pub mod answer;
pub mod counted;
pub mod facets;
pub mod intent;
pub mod route;
pub mod suggest;

pub use crate::services::search_params::SearchParams;
pub use answer::{ProductList, find_products, find_products_explained};
