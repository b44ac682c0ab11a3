use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use domain::{
    model::{Product, ProductId},
    store::{
        products,
        snapshots::{self, Snapshot},
    },
};
use sqlx::PgPool;
use time::OffsetDateTime;
use tracing::warn;

use super::{
    Site, SiteState,
    address::PageAddress,
    app_routes,
    content::{self, Breadcrumb},
    head::{Addresses, Head},
    preload,
    product_data::{breadcrumb_data, picture_address, product_data},
};
use crate::{
    http::{cache::CachePolicy, extract::Path},
    services::{
        landing,
        read_pool::ReadPool,
        search_index::SearchIndex,
        texts::{Sentence, Texts, category_name, money, proper_name},
    },
    wire::kwd::CURRENCY,
};

/// `GET /product/{id}`: returns the page of a product, with its metadata for search engines and previews.
pub async fn product_page(
    State(app): State<SiteState>,
    reads: ReadPool,
    Path(id): Path<String>,
    address: PageAddress,
) -> Response {
    let Some(page) = &app.site.page else { return app.site.not_built().into_response() };
    let missing = || app_routes::answer_without_content(page, &address, StatusCode::NOT_FOUND);
    let Ok(id) = id.parse::<ProductId>() else { return missing() };
    let today = OffsetDateTime::now_utc().date();
    let load = async |db: PgPool| snapshots::load(&db, &[id], today).await;
    match reads.read_again_if_incomplete(|found| !found.is_empty(), load).await {
        Ok(found) => match found.first() {
            Some(snapshot) => {
                let crumbs = crumbs(&app.index, &snapshot.product);
                let preloaded =
                    preload::product_responses(&reads, &app.index, &app.retailers, snapshot).await;
                let head = Head { preloaded, ..head(&app.site, &address, snapshot, &crumbs) };
                page.answer(StatusCode::OK, &head, &content::product::write(&address, snapshot, &crumbs))
            }
            None => redirect_to_merged(&app.db, &address, id).await.unwrap_or_else(missing),
        },
        // The page still works: the app requests the same product and shows the error.
        Err(error) => {
            warn!("Cannot render product {id} for search engines: {error}");
            app_routes::answer_without_content(page, &address, StatusCode::OK)
        }
    }
}

/// Redirects from a merged product to the product it was merged into.
async fn redirect_to_merged(db: &PgPool, address: &PageAddress, id: ProductId) -> Option<Response> {
    match products::resolve_merged(db, &[id]).await {
        Ok(followed) => {
            let into = followed.get(&id)?;
            let redirect = Redirect::permanent(&address.link(&format!("/product/{into}")));
            // Not stored by browsers: a merge can be undone.
            Some((CachePolicy::Revalidate, redirect).into_response())
        }
        Err(error) => {
            warn!("Cannot find out whether product {id} was merged: {error}");
            None
        }
    }
}

/// Returns the breadcrumb of a product: its category, then the landing pages that list it. Without an index there are
/// no landing pages.
fn crumbs(index: &SearchIndex, product: &Product) -> Vec<Breadcrumb> {
    let mut crumbs = vec![Breadcrumb::home()];
    match product.category.route() {
        Some(route) => crumbs.push(Breadcrumb::to(route, category_name(product.category, "many"))),
        None => crumbs.push(Breadcrumb::to("/products", Sentence::at("nav.all"))),
    }
    let landings = index.engine().ok().and_then(|engine| landing::list_for_product(engine, product).ok());
    let landings = landings.unwrap_or_default();
    crumbs.extend(landings.iter().map(|landing| Breadcrumb::to(landing.path(), landing.value())));
    crumbs.push(Breadcrumb::current(proper_name(&product.name)));
    crumbs
}

fn head(site: &Site, address: &PageAddress, snapshot: &Snapshot, crumbs: &[Breadcrumb]) -> Head {
    let product = &snapshot.product;
    let texts = Texts(address.language);
    let title = texts.fill_plain("product.title", &[("name", &product.name)]);
    let title = texts.fill_plain("app.title", &[("page", &title)]);
    let mut head = Head::new(address, title, description(texts, snapshot));
    let path = format!("/product/{}", product.id);
    head.addresses = Some(Addresses { public_url: site.public_url.to_string(), path });
    head.kind = "product";
    head.image = picture_address(site, product);
    if head.image.is_some() {
        head.properties.push(("twitter:card", "summary_large_image".to_owned()));
    }
    // Links that others embed show what cards show: the price without delivery.
    if let Some(cheapest) = snapshot.cheapest_offer() {
        head.properties.push(("product:price:amount", cheapest.offer.price.to_string()));
        head.properties.push(("product:price:currency", CURRENCY.to_owned()));
        let availability = match (snapshot.in_stock(), snapshot.is_pre_order()) {
            (true, _) => Some("instock"),
            (false, true) => Some("preorder"),
            (false, false) if snapshot.is_stock_unknown() => None,
            (false, false) => Some("oos"),
        };
        head.properties.extend(availability.map(|word| ("product:availability", word.to_owned())));
    }
    head.data = vec![product_data(site, address, snapshot), breadcrumb_data(site, address, crumbs)];
    head
}

fn description(texts: Texts, snapshot: &Snapshot) -> String {
    let name = snapshot.product.name.as_str();
    match snapshot.cheapest_offer().filter(|_| snapshot.in_stock()) {
        Some(cheapest) => {
            texts.fill_plain("site.productFrom", &[("name", name), ("price", &money(cheapest.offer.price))])
        }
        None if snapshot.is_stock_unknown() => texts.fill_plain("site.productUnknown", &[("name", name)]),
        None if snapshot.is_pre_order() => texts.fill_plain("site.productPreOrder", &[("name", name)]),
        None => texts.fill_plain("site.productOut", &[("name", name)]),
    }
}
