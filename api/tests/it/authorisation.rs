//! Authorisation: every route of the OpenAPI document is requested without a session, by another user, by the owner,
//! and by an administrator.

use std::collections::BTreeSet;

use api::http::token::Token;
use axum::{
    body::Body,
    http::{Method, Request},
};
use domain::{
    model::UserId,
    password,
    store::{
        sessions,
        users::{self, Role},
    },
};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    admin_routes::admin_routes,
    app::{Reply, TestApp},
    browsers::PASSWORD,
    fixtures::{World, execute, store_guest_build, world},
    logs,
    session_routes::session_routes,
    user_routes::user_routes,
};

/// Callers that a route serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Everybody, signed in or not.
    Everybody,
    /// Every signed-in user, about their own data.
    SignedIn,
    /// The owner; other users get 404.
    Owner,
    /// The owner and administrators.
    OwnerOrAdmin,
    /// The owner; everybody else, also without a session, gets 404.
    Private,
    OnlyAdmin,
    /// Retailers by their tokens, whoever is signed in; these tests have none.
    OnlyRetailer,
    /// Every signed-in user, who gets 409: the users of these tests have no second factor.
    Unready,
    /// Every signed-in user, who gets 404: the users of these tests have no such thing.
    Absent,
}
use Access::{Absent, Everybody, OnlyAdmin, OnlyRetailer, Owner, OwnerOrAdmin, Private, SignedIn, Unready};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Caller {
    Nobody,
    Other,
    Owner,
    Admin,
    /// The owner, after the account was deleted while the browser stayed open.
    Deleted,
}

/// Request of a route: the `{…}` of the path are replaced by the owner's ids.
pub(crate) struct Route {
    method: Method,
    path: &'static str,
    query: &'static str,
    body: fn(&World) -> Value,
    access: Access,
}

pub(crate) const fn route(method: Method, path: &'static str, access: Access) -> Route {
    Route { method, path, query: "", body: |_| Value::Null, access }
}

pub(crate) const fn sent(
    method: Method,
    path: &'static str,
    access: Access,
    body: fn(&World) -> Value,
) -> Route {
    Route { method, path, query: "", body, access }
}

pub(crate) const fn sent_with_query(
    method: Method,
    path: &'static str,
    query: &'static str,
    access: Access,
    body: fn(&World) -> Value,
) -> Route {
    Route { method, path, query, body, access }
}

pub(crate) const fn route_with_query(
    method: Method,
    path: &'static str,
    query: &'static str,
    access: Access,
) -> Route {
    Route { method, path, query, body: |_| Value::Null, access }
}

const GET: Method = Method::GET;
const POST: Method = Method::POST;

/// Returns every route. The test fails for a route that is missing here.
fn table() -> Vec<Route> {
    let mut routes = public_routes();
    routes.extend(session_routes());
    routes.extend(search_routes());
    routes.extend(retailer_routes());
    routes.extend(user_routes());
    routes.extend(admin_routes());
    routes
}

/// Routes that answer without a session.
fn public_routes() -> Vec<Route> {
    vec![
        sent(POST, "/api/basket", Everybody, |_| json!({ "components": {} })),
        sent(POST, "/api/budget-builds", Everybody, |_| json!({ "budget": 500, "use": "office" })),
        route_with_query(GET, "/api/budget-builds/curve", "use=office", Everybody),
        sent(
            POST,
            "/api/budget-upgrades",
            Everybody,
            |_| json!({ "budget": 500, "use": "office", "parts": [] }),
        ),
        sent(POST, "/api/build-repairs", Everybody, |_| json!({ "parts": [] })),
        route(GET, "/api/categories", Everybody),
        route(GET, "/api/deals", Everybody),
        route(GET, "/api/landing-pages", Everybody),
        sent(POST, "/api/compatibility", Everybody, |_| json!({ "components": {} })),
        sent(
            POST,
            "/api/compatibility/candidates",
            Everybody,
            |_| json!({ "components": {}, "candidates": [] }),
        ),
        sent(POST, "/api/click-outs", Everybody, |_| json!({ "retailerSlug": "alpha", "category": "CPU" })),
        sent(POST, "/api/guest-builds", Everybody, |_| json!({ "components": {} })),
        route(GET, "/api/guest-builds/{code}", Everybody),
        route(GET, "/api/health", Everybody),
        route(GET, "/api/health/live", Everybody),
        route(GET, "/api/health/ready", Everybody),
        route_with_query(GET, "/api/offers/by-url", "url=https://shop.example/100-100001084WOF", Everybody),
        route_with_query(GET, "/api/products", "ids={product}", Everybody),
        route(GET, "/api/products/by-gtin/{nothing}", Everybody),
        route(GET, "/api/products/list", Everybody),
        route(GET, "/api/products/{product}/pictures", Everybody),
        route(GET, "/api/products/{product}/price-history", Everybody),
        route(GET, "/api/products/{product}/reviews", Everybody),
        route(POST, "/api/products/{product}/views", Everybody),
        route(GET, "/api/retailers", Everybody),
        route(GET, "/api/site", Everybody),
        route(GET, "/api/retailers/{slug}", Everybody),
        route(GET, "/api/sources", Everybody),
        sent(POST, "/api/unsubscribe", Everybody, |_| json!({ "token": "x" })),
    ]
}

fn search_routes() -> Vec<Route> {
    vec![
        sent(POST, "/api/parts-list", Everybody, |_| json!({ "text": "CPU: Ryzen" })),
        route_with_query(GET, "/api/search", "q=ryzen", Everybody),
        sent(
            POST,
            "/api/search/clicks",
            Everybody,
            |world| json!({ "text": "ryzen", "language": "en", "productId": world.ryzen.id, "rank": 1 }),
        ),
        route_with_query(GET, "/api/suggest", "q=ry", Everybody),
    ]
}

/// Routes for which a retailer's token is needed.
fn retailer_routes() -> Vec<Route> {
    vec![
        route(Method::PUT, "/api/retailers/{nothing}/offers", OnlyRetailer),
        route(GET, "/api/retailers/{nothing}/offers/{nothing}", OnlyRetailer),
    ]
}

/// The users and data of the test, with constant ids, created anew before each request.
struct Scene<'a> {
    app: &'a TestApp,
    db: &'a PgPool,
    world: &'a World,
    hash: String,
}

struct TestData {
    owner: Token,
    other: Token,
    admin: Token,
    session: Uuid,
    review: Uuid,
    alert: Uuid,
    build: Uuid,
}

const SHARE_TOKEN: &str = "AAAAAAAAAAAAAAAAAAAAAA";

impl Scene<'_> {
    async fn insert_user(&self, name: &str, role: Role) -> (UserId, Token, Uuid) {
        let email = format!("{name}@example.com").parse().unwrap();
        let id = users::insert(self.db, &email, name, &self.hash, role, true).await.unwrap().unwrap();
        let token = Token::random();
        logs::secret(&token.text());
        let session = sessions::insert(self.db, id, &token.hash(), None, None).await.unwrap();
        (id, token, session.0)
    }

    async fn reset_data(&self) -> TestData {
        execute(self.db, "delete from app_user").await;
        let (owner_id, owner, session) = self.insert_user("owner", Role::User).await;
        let (_, other, _) = self.insert_user("other", Role::User).await;
        let (_, admin, _) = self.insert_user("admin", Role::Admin).await;
        // A second administrator, so that the first may delete their account.
        self.insert_user("second", Role::Admin).await;
        let (review, alert, build) = sqlx::query_as(
            "with review as (insert into review (user_id, product_id, rating) values ($1, $2, 4) returning id),
                  alert as (insert into price_alert (user_id, product_id, kind, target_fils, price_then_fils, fires_at_fils)
                            values ($1, $2, 'TARGET_PRICE', 1000, 2000, 1000) returning id),
                  build as (insert into saved_build (user_id, name, share_token) values ($1, 'Mine', $3) returning id),
                  part as (insert into saved_build_part (build_id, position, slot, product_id, name, quantity)
                           select id, 0, 'CPU', $2, 'Core', 1 from build)
             select review.id, alert.id, build.id from review, alert, build",
        )
        .bind(owner_id.0)
        .bind(self.world.core.id.0)
        .bind(SHARE_TOKEN)
        .fetch_one(self.db)
        .await
        .unwrap();
        store_guest_build(self.db, "bcd2345", &self.world.core).await;
        TestData { owner, other, admin, session, review, alert, build }
    }

    async fn call(&self, route: &Route, caller: Caller) -> Reply {
        let things = self.reset_data().await;
        let fill = |text: &str| {
            text.replace("{product}", &self.world.ryzen.id.to_string())
                .replace("{nothing}", &Uuid::new_v4().to_string())
                .replace("{review}", &things.review.to_string())
                .replace("{alert}", &things.alert.to_string())
                .replace("{session}", &things.session.to_string())
                .replace("{build}", &things.build.to_string())
                .replace("{shareToken}", SHARE_TOKEN)
                .replace("{code}", "bcd2345")
                .replace("{slug}", "alpha")
        };
        let uri = format!("{}?{}", fill(route.path), fill(route.query));
        let mut request =
            Request::builder().method(route.method.clone()).uri(&uri).header("sec-fetch-site", "same-origin");
        let token = match caller {
            Caller::Nobody => None,
            Caller::Other => Some(&things.other),
            Caller::Owner => Some(&things.owner),
            Caller::Deleted => {
                execute(self.db, "delete from app_user where name = 'owner'").await;
                Some(&things.owner)
            }
            Caller::Admin => Some(&things.admin),
        };
        if let Some(token) = token {
            request = request.header("cookie", format!("__Host-tajmeea={}", token.text()));
        }
        let body = (route.body)(self.world);
        let request = if body.is_null() {
            request.body(Body::empty())
        } else {
            request.header("content-type", "application/json").body(Body::from(body.to_string()))
        };
        self.app.send(request.unwrap()).await
    }
}

/// Returns whether this caller may get this status.
fn fits(access: Access, caller: Caller, status: u16) -> bool {
    let served = (200..300).contains(&status);
    match (access, caller) {
        // Refused, at most, because of the content sent.
        (Everybody, _) => served || status == 422 || (caller == Caller::Deleted && status == 401),
        (Private, Caller::Owner) => served,
        (Private, _) => status == 404,
        (_, Caller::Nobody | Caller::Deleted) => status == 401,
        (OnlyRetailer, _) => status == 401,
        (Unready, _) => status == 409,
        (Absent, _) => status == 404,
        (OnlyAdmin, Caller::Admin) => served || status == 404,
        (OnlyAdmin, _) => status == 403,
        (SignedIn, _) | (Owner | OwnerOrAdmin, Caller::Owner) | (OwnerOrAdmin, Caller::Admin) => served,
        (Owner, _) | (OwnerOrAdmin, Caller::Other) => status == 404,
    }
}

/// Replaces the names of path variables, which differ between the document and the table.
fn without_names(path: &str) -> String {
    path.split('/')
        .map(|part| if part.starts_with('{') || part == "nobody" { "{}" } else { part })
        .collect::<Vec<_>>()
        .join("/")
}

#[test]
fn route_table_lists_every_documented_route_once() {
    let document: Value = serde_json::from_str(&api::router::openapi::document().unwrap()).unwrap();
    let documented: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| {
            item.as_object().unwrap().keys().map(|method| (without_names(path), method.to_uppercase()))
        })
        .collect();
    let entered: Vec<(String, String)> =
        table().iter().map(|route| (without_names(route.path), route.method.to_string())).collect();
    assert_eq!(entered.iter().cloned().collect::<BTreeSet<_>>(), documented);
    assert_eq!(entered.len(), documented.len());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_route_enforces_its_role(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let hash = password::hash(PASSWORD).unwrap();
    let scene = Scene { app: &app, db: &db, world: &world, hash };
    let mut wrong = Vec::new();
    for route in table() {
        for caller in [Caller::Nobody, Caller::Other, Caller::Owner, Caller::Admin, Caller::Deleted] {
            let reply = scene.call(&route, caller).await;
            if !fits(route.access, caller, reply.status.as_u16()) {
                wrong.push(format!(
                    "{} {} ({:?}) answers {caller:?} {}: {}",
                    route.method,
                    route.path,
                    route.access,
                    reply.status,
                    reply.text()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Bodies above the limit are refused, whoever sends them.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_route_refuses_a_body_of_a_megabyte(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let scene = Scene { app: &app, db: &db, world: &world, hash: password::hash(PASSWORD).unwrap() };
    for route in table().iter().filter(|route| !(route.body)(&world).is_null()) {
        let things = scene.reset_data().await;
        let uri = route
            .path
            .replace("{product}", &world.ryzen.id.to_string())
            .replace("{nothing}", &Uuid::new_v4().to_string())
            .replace("{session}", &things.session.to_string())
            .replace("{build}", &things.build.to_string());
        let body = json!({ "padding": "x".repeat(1_000_000) }).to_string();
        let sender = if route.access == OnlyAdmin { &things.admin } else { &things.owner };
        let request = Request::builder()
            .method(route.method.clone())
            .uri(uri)
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json")
            .header("cookie", format!("__Host-tajmeea={}", sender.text()))
            .body(Body::from(body));
        app.send(request.unwrap()).await.assert_error(413, "TOO_LARGE");
    }
}

/// The owner's data is unchanged after every other caller's attempt.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn refused_requests_change_nothing(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let scene = Scene { app: &app, db: &db, world: &world, hash: password::hash(PASSWORD).unwrap() };
    let owned = "select (select count(*) from review) + (select count(*) from price_alert)
                     + (select count(*) from saved_build) + (select count(*) from session)";
    scene.reset_data().await;
    let before: i64 = sqlx::query_scalar(owned).fetch_one(&db).await.unwrap();
    for route in table().iter().filter(|route| matches!(route.access, Owner | OwnerOrAdmin | Private)) {
        for caller in [Caller::Nobody, Caller::Other] {
            scene.call(route, caller).await;
            let after: i64 = sqlx::query_scalar(owned).fetch_one(&db).await.unwrap();
            assert_eq!(after, before, "{} {} by {caller:?}", route.method, route.path);
        }
    }
}
