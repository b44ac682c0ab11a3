//! Searching and listing by the index alone: no handler here touches SQL.

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
