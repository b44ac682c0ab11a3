//! Pages and files of the web app, and the metadata for crawlers.

pub mod address;
pub mod budget_page;
pub mod build_page;
pub mod content;
pub mod files;
pub mod head;
pub mod html;
pub mod listing_page;
pub mod listing_query;
pub mod listing_subject;
pub mod page;
pub mod preload;
pub mod product_data;
pub mod product_page;
pub mod robots;
pub mod screens;
pub mod sitemap;

use std::path::PathBuf;

use self::page::PageTemplate;
use crate::http::error::ApiError;

/// Files and addresses of the web app.
#[derive(Debug)]
pub struct Site {
    /// Directory of the built front end.
    pub root: PathBuf,
    /// Public address of the site, without a final slash.
    pub public_url: String,
    /// Whether the public address is configured. If not, it is the listening address, which has other names as well.
    pub is_url_configured: bool,
    /// The page from which every screen starts; `None` when the front end is not built.
    pub page: Option<PageTemplate>,
}

impl Site {
    /// Reads the front end's page.
    pub fn load(root: PathBuf, public_url: &str) -> Self {
        let page = std::fs::read_to_string(root.join("index.html")).ok().map(|html| PageTemplate::new(&html));
        let public_url = public_url.trim_end_matches('/').to_owned();
        Self { root, public_url, is_url_configured: true, page }
    }

    /// Returns whether the public address uses TLS.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Returns the error to answer when the front end is not built.
    pub fn not_built(&self) -> ApiError {
        ApiError::Unavailable(anyhow::anyhow!(
            "there is no built front end in {}: run `npm run build` in web",
            self.root.display()
        ))
    }
}
