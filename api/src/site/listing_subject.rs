//! Subject of a listing page: a category, a landing page, all products, or a search.

use domain::model::Category;

use crate::services::{
    landing::{self, Landing},
    search_index::SearchIndex,
};

/// Subject of a listing page.
#[derive(Debug)]
pub enum Subject {
    Category(Category),
    Landing(Landing),
    All,
    Search,
}

impl Subject {
    /// Returns the subject at a path; `None` if there is no such listing.
    pub fn at(index: &SearchIndex, path: &str) -> Option<Self> {
        if let Some(category) = Category::ALL.into_iter().find(|category| category.route() == Some(path)) {
            return Some(Self::Category(category));
        }
        match path {
            "/products" => Some(Self::All),
            "/search" => Some(Self::Search),
            _ => {
                let engine = index.engine().ok()?;
                landing::find(engine, path).ok().flatten().map(Self::Landing)
            }
        }
    }

    /// Returns the path of the API operation that lists the products.
    pub fn api_path(&self) -> &'static str {
        match self {
            Self::Search => "/api/search",
            _ => "/api/products/list",
        }
    }

    /// Returns the category of the listing, if it has one.
    pub fn category(&self) -> Option<Category> {
        match self {
            Self::Category(category) => Some(*category),
            Self::Landing(landing) => Some(landing.category),
            Self::All | Self::Search => None,
        }
    }
}
