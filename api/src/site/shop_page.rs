use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use tracing::warn;

use super::{
    SiteState,
    address::PageAddress,
    app_routes,
    content::{self, Breadcrumb, RetailerDisplayNames},
    head::{Addresses, Head},
    preload::{self, PreloadedResponse},
    product_data::breadcrumb_data,
};
use crate::{
    http::{
        error::{AdminError, ApiError},
        extract::Path,
    },
    routes::catalogue::retailer_detail::RetailerDetail,
    services::texts::{Sentence, Texts},
};

/// Returns the path of a retailer's page, without language.
pub fn path(slug: &str) -> String {
    format!("/shop/{slug}")
}

/// `GET /shop/{slug}`: returns the page of a retailer.
pub async fn shop_page(
    State(app): State<SiteState>,
    Path(slug): Path<String>,
    address: PageAddress,
) -> Response {
    let Some(page) = &app.site.page else { return app.site.not_built().into_response() };
    match RetailerDetail::load(&app.index, &app.retailers, &slug).await {
        Ok(detail) => {
            let names = RetailerDisplayNames::load(&app.retailers).await;
            let name = names.name(Some(detail.retailer.slug.as_str()), &detail.retailer.name);
            let crumbs = [Breadcrumb::home(), Breadcrumb::current(name.clone())];
            let preloaded =
                PreloadedResponse::new(format!("/api/retailers/{}", detail.retailer.slug), &detail);
            let preloaded =
                preloaded.into_iter().chain(preload::retailer_list(&app.retailers).await).collect();
            let head = Head { preloaded, ..head(&app, &address, &detail, &name, &crumbs) };
            page.answer(StatusCode::OK, &head, &content::shop::write(&address, &detail, &name, &crumbs))
        }
        Err(ApiError::Admin(AdminError::RetailerNotFound)) => {
            app_routes::answer_without_content(page, &address, StatusCode::NOT_FOUND)
        }
        // The page still works: the app requests the same retailer and shows the error.
        Err(error) => {
            warn!("Cannot render the page of retailer {slug}: {error}");
            app_routes::answer_without_content(page, &address, StatusCode::OK)
        }
    }
}

fn head(
    app: &SiteState,
    address: &PageAddress,
    detail: &RetailerDetail,
    name: &Sentence,
    crumbs: &[Breadcrumb],
) -> Head {
    let texts = Texts(address.language);
    let name = name.in_language(texts.0);
    let title = texts.fill_plain("shopPage.title", &[("shop", name)]);
    let title = texts.fill_plain("app.title", &[("page", &title)]);
    let mut head = Head::new(address, title, texts.fill_plain("shopPage.description", &[("shop", name)]));
    head.addresses =
        Some(Addresses { public_url: app.site.public_url.to_string(), path: path(&detail.retailer.slug) });
    head.data = vec![breadcrumb_data(&app.site, address, crumbs)];
    head
}
