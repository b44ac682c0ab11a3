//! The web's pages and files, and what crawlers are told.

pub mod address;
pub mod build_page;
pub mod content;
pub mod files;
pub mod head;
pub mod html;
pub mod landing;
pub mod listing_page;
pub mod listing_query;
pub mod page;
pub mod preload;
pub mod product_data;
pub mod product_page;
pub mod robots;
pub mod screens;
pub mod sitemap;
pub mod texts;

use std::path::PathBuf;

use self::page::PageTemplate;
use crate::error::ApiError;

/// The web's files and addresses.
#[derive(Debug)]
pub struct Site {
    /// The built front end.
    pub root: PathBuf,
    /// The address under which shoppers reach us, without a slash at the end.
    pub public_url: String,
    /// Whether an operator named that address. Else it is the one that is listened on, which has other names too.
    pub is_url_configured: bool,
    /// The page that every screen starts from; none when the front end was not built.
    pub page: Option<PageTemplate>,
}

impl Site {
    /// Reads the front end's page.
    pub fn load(root: PathBuf, public_url: &str) -> Self {
        let page = std::fs::read_to_string(root.join("index.html")).ok().map(|html| PageTemplate::new(&html));
        let public_url = public_url.trim_end_matches('/').to_owned();
        Self { root, public_url, is_url_configured: true, page }
    }

    /// Whether shoppers reach us over TLS.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// What is answered in place of a page that was not built.
    pub fn not_built(&self) -> ApiError {
        ApiError::Unavailable(anyhow::anyhow!(
            "there is no front end in {}: build it first",
            self.root.display()
        ))
    }
}
