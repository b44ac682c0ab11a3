//! HTTP server: finds the shop, applies the faults that a test or the date demands, and responds.

use std::{sync::Arc, time::Duration};

use askama::Template;
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{Method, Response, StatusCode, header},
};
use pictures::background;
use url::form_urlencoded;

use super::{
    admin,
    catalogue::Shop,
    feed, history, listing, merchant_feed, page, picture_photo,
    reply::{Ask, Reply},
    schema_org, seed,
    shop_kind::ShopKind,
    shopify, woocommerce,
    world::{Fault, World},
};

/// Maximum size of a switch's body, in bytes.
const MAX_BODY: usize = 16 * 1024;
/// Time for which a hanging shop keeps its client waiting.
const HANG: Duration = Duration::from_secs(60);

/// Returns all shops as one service.
pub fn app(world: Arc<World>) -> Router {
    Router::new().fallback(handle).with_state(world)
}

async fn handle(State(world): State<Arc<World>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let host = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    let known =
        parts.headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).map(str::to_owned);
    let path = parts.uri.path().to_owned();
    let reply = match parts.method {
        Method::POST => match axum::body::to_bytes(body, MAX_BODY).await {
            Ok(bytes) => admin::answer(&world, &path, &bytes),
            Err(_) => Reply::bad_request("the body is too long or was cut off"),
        },
        Method::GET | Method::HEAD => get(&world, &path, parts.uri.query().unwrap_or_default(), host).await,
        _ => Reply::text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and POST.\n"),
    };
    reply.into_response(known.as_deref())
}

async fn get(world: &Arc<World>, path: &str, query: &str, host: &str) -> Reply {
    let origin = format!("http://{host}");
    match path {
        "/robots.txt" => return Reply::text(StatusCode::OK, &robots(&origin)),
        "/" => return retailers(world),
        _ => {}
    }
    let Some((slug, rest)) =
        path.strip_prefix("/shops/").map(|rest| rest.split_once('/').unwrap_or((rest, "")))
    else {
        return Reply::not_found();
    };
    let Some(shop) = world.catalogue.shop(slug) else { return Reply::not_found() };
    let ask = Ask {
        path: format!("/{rest}"),
        query: form_urlencoded::parse(query.as_bytes()).into_owned().collect(),
        base: format!("{origin}/shops/{slug}"),
    };
    match world.fault(shop.kind) {
        Fault::None => match ask.path.strip_prefix("/img/").and_then(|name| name.strip_suffix(".jpg")) {
            Some(key) => photograph(world, shop.kind, key).await,
            None => in_shop(world, shop, &ask, query),
        },
        Fault::Down => Reply::text(StatusCode::SERVICE_UNAVAILABLE, "The shop is closed for maintenance.\n"),
        Fault::Garbage => Reply::html("<html><body>\u{0}\u{1}{\"products\": [{\"id\": 1, \"pri".to_owned()),
        Fault::ServerError => Reply::text(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error\n"),
        Fault::Hang => {
            tokio::time::sleep(HANG).await;
            Reply::text(StatusCode::GATEWAY_TIMEOUT, "Timed out.\n")
        }
    }
}

/// Draws a photograph on a background thread, so that a crawl's pages don't wait behind the pictures
/// that a worker fetches.
async fn photograph(world: &Arc<World>, kind: ShopKind, key: &str) -> Reply {
    let (world, key) = (Arc::clone(world), key.to_owned());
    let drawn = background::run(move || {
        world.catalogue.part_by_slug(&key).and_then(|part| picture_photo::photograph(kind, part))
    });
    match drawn.await {
        Ok(Ok(Some(photo))) => Reply::photo(photo.content_type, photo.bytes),
        _ => Reply::not_found(),
    }
}

/// Answers a request to a shop that works.
fn in_shop(world: &World, shop: &Shop, ask: &Ask, query: &str) -> Reply {
    match ask.path.as_str() {
        "/" => return page::front(world, shop, ask),
        "/history.csv" => return history::answer(world, shop),
        _ => {}
    }
    if let Some(id) = ask.path.strip_prefix("/p/") {
        let listing = world.find(shop, id.trim_end_matches('/'));
        return listing.map_or_else(Reply::not_found, |listing| page::product(shop.kind, &listing, ask));
    }
    if is_throttled(world, shop.kind, &ask.path, query) {
        return Reply::too_many(1);
    }
    let platform = match shop.kind {
        ShopKind::DhowDigital => shopify::answer(world, shop, ask),
        ShopKind::SafatTech => woocommerce::answer(world, shop, ask),
        ShopKind::NoorComputers => schema_org::answer(world, shop, ask),
        ShopKind::BandarPc => listing::answer(world, shop, ask),
        ShopKind::SidraStore => feed::answer(world, shop, ask),
        ShopKind::MirqabMart => merchant_feed::answer(world, shop, ask),
    };
    platform.unwrap_or_else(Reply::not_found)
}

/// Whether the shop answers "too many requests" this time: for a few fixed addresses, at the first
/// of every three requests.
fn is_throttled(world: &World, kind: ShopKind, path: &str, query: &str) -> bool {
    let second_page = query.split('&').any(|pair| pair == "page=2");
    let touchy = match kind {
        ShopKind::DhowDigital | ShopKind::SafatTech => second_page,
        ShopKind::BandarPc => second_page && path == "/c/graphics-cards",
        ShopKind::NoorComputers => seed::of(path).is_multiple_of(701),
        ShopKind::SidraStore | ShopKind::MirqabMart => false,
    };
    touchy && world.count_attempt(&format!("{}{path}?{query}", kind.slug())).is_multiple_of(3)
}

fn robots(origin: &str) -> String {
    format!(
        "# Demonstration shops\nUser-agent: *\nDisallow: /shops/*/compare\nDisallow: /shops/*/cart\nAllow: /\n\n\
         Sitemap: {origin}/shops/noor-computers/sitemap.xml\n"
    )
}

/// The page at `/`: the shops.
#[derive(Template)]
#[template(path = "retailers.html")]
struct RetailersPage {
    shops: Vec<ShopLink>,
    date: String,
}

struct ShopLink {
    slug: &'static str,
    english: &'static str,
    arabic: &'static str,
    /// Number of offers.
    offers: usize,
}

/// Renders the page at `/`.
fn retailers(world: &World) -> Reply {
    let shops = world
        .catalogue
        .shops
        .iter()
        .map(|shop| {
            let (english, arabic) = shop.kind.names();
            ShopLink { slug: shop.kind.slug(), english, arabic, offers: shop.offers.len() }
        })
        .collect();
    Reply::render(&RetailersPage { shops, date: world.date().to_string() })
}
