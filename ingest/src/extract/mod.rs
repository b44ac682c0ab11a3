//! Extraction of data from a page: structured data and single elements.

pub mod breadcrumb;
pub mod field;
pub mod json_ld;
pub mod microdata;
mod offer_choice;
mod offer_prices;
pub mod page;
pub mod product;
pub(crate) mod shape;
pub mod text;
