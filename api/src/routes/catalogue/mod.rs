//! The catalogue's own lists: categories, landing pages, retailers, what each of them sells, sources of facts and facts
//! about the site.

pub mod categories;
pub mod landing_pages;
pub mod retailer_detail;
pub mod retailers;
pub mod site;
pub mod sources;
