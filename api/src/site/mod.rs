//! Pages and files of the web app, and the metadata for search engines.

pub mod address;
pub mod app_routes;
pub mod budget_image;
pub mod budget_page;
pub mod budget_query;
pub mod build_page;
pub mod content;
pub mod deals_feed;
pub mod deals_page;
mod escape;
pub mod facts;
pub mod files;
pub mod guest_page;
pub mod head;
pub mod home_page;
pub mod html;
pub mod info_page;
pub mod listing_page;
pub mod listing_query;
pub mod listing_subject;
pub mod page;
pub mod preload;
pub mod product_data;
pub mod product_page;
pub mod robots;
pub mod shared_page;
pub mod shop_page;
pub mod sitemap;

use std::{path::PathBuf, sync::Arc};

use sqlx::PgPool;

use self::{facts::SiteFacts, page::PageTemplate};
use crate::{
    http::{error::ApiError, limit::RateLimits, public_url::PublicUrl},
    routes::{budget::BudgetService, builds::views::BuildViews},
    services::{
        preview::Previews, retailer_cache::RetailerCache, search_index::SearchIndex, search_log::SearchLog,
    },
};

/// Files and addresses of the web app.
#[derive(Debug)]
pub struct Site {
    /// Directory of the built front end.
    pub root: PathBuf,
    pub public_url: PublicUrl,
    /// The page from which every screen starts; `None` when the front end is not built.
    pub page: Option<PageTemplate>,
    pub facts: SiteFacts,
}

/// Parts of the state that pages are written from. Cheap to clone.
#[derive(Clone)]
pub struct SiteState {
    pub site: Arc<Site>,
    pub db: PgPool,
    pub index: SearchIndex,
    pub retailers: RetailerCache,
    pub build_views: BuildViews,
    pub previews: Previews,
    pub budget: BudgetService,
    pub search_log: SearchLog,
    pub limits: Arc<RateLimits>,
}

impl Site {
    /// Reads the front end's page.
    pub fn load(root: PathBuf, public_url: PublicUrl, facts: SiteFacts) -> Self {
        let page = std::fs::read_to_string(root.join("index.html")).ok().map(|html| PageTemplate::new(&html));
        Self { root, public_url, page, facts }
    }

    /// Returns the error to answer when the front end is not built.
    pub fn not_built(&self) -> ApiError {
        ApiError::Unavailable(anyhow::anyhow!(
            "there is no built front end in {}: run `npm run build` in web",
            self.root.display()
        ))
    }
}
