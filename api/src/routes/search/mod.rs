//! Search and listings. The handlers answer from the index and do not query the database for products.

pub mod answer;
pub mod counted;
pub mod facets;
pub mod intent;
pub mod params;
pub mod route;
pub mod suggest;

pub use answer::{ProductList, find_products, find_products_explained};
pub use params::SearchParams;
