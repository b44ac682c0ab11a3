//! Extraction of data from a page: structured data and single elements.

pub(crate) mod amount_text;
pub mod breadcrumb;
mod copies;
pub mod field;
pub mod json_ld;
mod loose_json;
mod meta_tags;
pub mod microdata;
mod offer_choice;
mod offer_prices;
pub mod page;
pub mod page_fields;
pub mod page_product;
pub mod product;
pub(crate) mod shape;
pub mod text;
mod validity;
