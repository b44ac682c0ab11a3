//! The home page: the builder, with its figures and ready builds for new visitors.

use axum::{http::StatusCode, response::Response};

use super::{
    SiteState,
    address::PageAddress,
    app_routes,
    content::home::{self, SiteFigures},
    head::Head,
    page::PageTemplate,
    preload::PreloadedResponse,
};
use crate::routes::catalogue::{categories::CategoryList, retailers::RetailerList};

/// Answers the home page. What cannot be read is left out: the app requests it again.
pub async fn answer(app: &SiteState, page: &PageTemplate, address: &PageAddress) -> Response {
    let retailers = app.retailers.load_or_cached().await.ok();
    let categories = CategoryList::from_index(&app.index).ok();
    let figures = SiteFigures {
        parts: categories.iter().flat_map(|list| &list.categories).map(|entry| entry.count).sum(),
        retailers: retailers.as_deref().unwrap_or_default(),
    };
    let content = home::write(address, &figures);
    let categories = categories.and_then(|list| PreloadedResponse::new("/api/categories".to_owned(), &list));
    let retailers = retailers.and_then(|retailers| {
        PreloadedResponse::new("/api/retailers".to_owned(), &RetailerList { retailers })
    });
    let preloaded = categories.into_iter().chain(retailers).collect();
    let head = Head { preloaded, ..app_routes::plain(&app.site, address, "/") };
    page.answer(StatusCode::OK, &head, &content)
}
