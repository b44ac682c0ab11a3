//! The catalogue's own lists: categories, landing pages, retailers and sources of facts.

pub mod categories;
pub mod landing_pages;
pub mod retailers;
pub mod sources;
