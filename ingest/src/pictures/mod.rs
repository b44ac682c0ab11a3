//! Pictures of products: fetched from the retailers as politely as their pages, checked, stored in a few widths; then
//! the best picture of each product is chosen. Pictures are not part of a crawl, so they delay no prices.

mod cleanup;
mod run;
mod source;

pub use cleanup::delete_unused;
pub use run::{PictureReport, fetch};
