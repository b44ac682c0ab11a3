//! Search and listings. The handlers answer from the index and do not query the database for products.

pub mod answer;
pub mod facets;
pub mod intent;
pub mod params;
pub mod suggest;
pub mod text;

pub use answer::{ProductList, find, find_explained};
pub use params::SearchParams;
pub use suggest::{__path_suggest, suggest};
pub use text::{__path_search, search};
