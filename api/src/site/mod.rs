//! The web's pages and files, and what crawlers are told.

mod files;
mod page;
mod robots;

use std::path::PathBuf;

pub use files::routes;
pub use page::Page;
pub use robots::robots;

/// The web's files and addresses.
#[derive(Debug)]
pub struct Site {
    /// The built front end.
    pub root: PathBuf,
    /// The address under which shoppers reach us, without a slash at the end.
    pub public_url: String,
    /// The page that every screen starts from; none when the front end was not built.
    pub page: Option<Page>,
}

impl Site {
    /// Reads the front end's page.
    pub fn load(root: PathBuf, public_url: &str) -> Self {
        let page = std::fs::read_to_string(root.join("index.html")).ok().map(Page::new);
        Self { root, public_url: public_url.trim_end_matches('/').to_owned(), page }
    }
}
