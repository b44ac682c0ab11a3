//! Pictures of products: fetched from the shops as politely as their pages, checked, kept in a few widths, and the best one
//! of each product chosen. Nothing of it is part of a crawl, so that it holds up no prices.

mod cleanup;
mod run;
mod source;

pub use cleanup::delete_unused;
pub use run::{PictureReport, fetch};
