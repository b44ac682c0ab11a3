//! Finding the data in a page: structured data and single elements.

pub mod field;
pub mod json_ld;
pub mod microdata;
pub mod page;
pub mod product;
