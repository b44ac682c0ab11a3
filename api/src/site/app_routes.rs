use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::model::Category;

use super::{
    Site,
    address::PageAddress,
    content,
    head::{Addresses, Head},
    info_page,
    page::PageTemplate,
};
use crate::{
    http::{cache::CachePolicy, error::RETRY_AFTER_SECONDS},
    services::texts::Texts,
};

/// Path of the page that says which parts of a PC to change first.
const UPGRADE_PATH: &str = "/upgrade";
/// Path of the page for shops.
const FOR_SHOPS_PATH: &str = "/for-shops";
/// Paths of the web app, besides listings and paths with a variable part. A path that no list knows is a 404.
const APP_PATHS: [&str; 19] = [
    "/",
    "/builder",
    "/compare",
    "/parts-list",
    "/share",
    "/scan",
    "/data-sources",
    FOR_SHOPS_PATH,
    UPGRADE_PATH,
    "/login",
    "/signup",
    "/forgot-password",
    "/reset-password",
    "/verify-email",
    "/unsubscribe",
    "/favorites",
    "/my-builds",
    "/my-builds/compare",
    "/settings",
];
/// Prefixes under which every path belongs to the web app.
const APP_PREFIXES: [&str; 2] = ["/build/", "/admin"];

/// Returns the page at an address that is not a listing; `None` when the web app has no such page.
pub fn answer(site: &Site, page: &PageTemplate, address: &PageAddress) -> Option<Response> {
    let path = if address.path == "/" { "/" } else { address.path.trim_end_matches('/') };
    if let Some(info) = info_page::find(path) {
        return Some(info_page::answer(site, page, address, info));
    }
    let is_app_path = APP_PATHS.contains(&path) || APP_PREFIXES.iter().any(|folder| path.starts_with(folder));
    is_app_path.then(|| page.answer(StatusCode::OK, &plain(site, address, path), &content_of(address, path)))
}

/// Returns the paths for the sitemap.
pub fn open_paths() -> impl Iterator<Item = &'static str> {
    ["/", "/products", "/data-sources", FOR_SHOPS_PATH, UPGRADE_PATH]
        .into_iter()
        .chain(info_page::paths())
        .chain(Category::ALL.into_iter().filter_map(Category::route))
}

/// Answers a page without content, which search engines leave out: one that is missing (404), one that the server cannot
/// fill now (503), or one that the app fills alone (200).
pub fn answer_without_content(page: &PageTemplate, address: &PageAddress, status: StatusCode) -> Response {
    let head = Head { hidden: true, ..head(address, &address.path) };
    page.answer(status, &head, &content::empty(address))
}

/// Answers a page without content, for the app to fill once there is less load.
pub fn answer_overloaded(page: &PageTemplate, address: &PageAddress) -> Response {
    let empty = answer_without_content(page, address, StatusCode::SERVICE_UNAVAILABLE);
    let retry_after = [(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER_SECONDS))];
    (CachePolicy::Never, retry_after, empty).into_response()
}

/// Answers a page that only its owner may see. No cache on the way may store it.
pub fn answer_private(page: &PageTemplate, address: &PageAddress) -> Response {
    (CachePolicy::Never, answer_without_content(page, address, StatusCode::OK)).into_response()
}

/// Returns the head of one of the web app's pages.
pub fn plain(site: &Site, address: &PageAddress, path: &str) -> Head {
    // The builder is the home page under its former name.
    let canonical = match path {
        "/" | "/builder" => Some("/"),
        "/data-sources" | FOR_SHOPS_PATH | UPGRADE_PATH => Some(path),
        _ => None,
    };
    let addresses =
        canonical.map(|path| Addresses { public_url: site.public_url.to_string(), path: path.to_owned() });
    Head { hidden: addresses.is_none(), addresses, ..head(address, path) }
}

fn head(address: &PageAddress, path: &str) -> Head {
    let texts = Texts(address.language);
    let (page, text) = match path {
        UPGRADE_PATH => ("site.upgradeTitle", "site.upgradeText"),
        FOR_SHOPS_PATH => ("forShops.title", "site.forShopsText"),
        _ => ("site.home", "site.text"),
    };
    let title = texts.fill_plain("app.title", &[("page", texts.get(page))]);
    Head::new(address, title, texts.get(text).to_owned())
}

fn content_of(address: &PageAddress, path: &str) -> String {
    match path {
        UPGRADE_PATH => content::heading(address, "upgrade.heading", "upgrade.lead"),
        FOR_SHOPS_PATH => content::heading(address, "forShops.title", "forShops.lead"),
        _ => content::empty(address),
    }
}
