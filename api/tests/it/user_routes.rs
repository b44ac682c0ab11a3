//! The routes of signed-in users, for the authorisation table.

use axum::http::Method;
use serde_json::json;
use uuid::Uuid;

use crate::{
    authorisation::{
        Access::{Absent, Everybody, Owner, OwnerOrAdmin, Private, SignedIn, Unready},
        Route, route, route_with_query, sent, sent_with_query,
    },
    browsers::PASSWORD,
    security_key::SecurityKey,
};

const GET: Method = Method::GET;
const POST: Method = Method::POST;
const PUT: Method = Method::PUT;
const DELETE: Method = Method::DELETE;

/// Returns every route of the signed-in user's own data.
pub(crate) fn user_routes() -> Vec<Route> {
    let mut routes = second_factor_routes();
    routes.extend(own_routes());
    routes.extend(build_routes());
    routes
}

fn second_factor_routes() -> Vec<Route> {
    vec![
        route(GET, "/api/user/second-factor", SignedIn),
        sent(POST, "/api/user/second-factor", SignedIn, |_| json!({ "password": PASSWORD })),
        sent(POST, "/api/user/second-factor/confirm", Unready, |_| json!({ "code": "123456" })),
        sent(
            DELETE,
            "/api/user/second-factor",
            Unready,
            |_| json!({ "password": PASSWORD, "code": "123456" }),
        ),
        sent(
            POST,
            "/api/user/second-factor/recovery-codes",
            Unready,
            |_| json!({ "password": PASSWORD, "code": "123456" }),
        ),
        sent(POST, "/api/user/second-factor/passkeys/options", SignedIn, |_| json!({ "password": PASSWORD })),
        // A passkey for a challenge that nobody was given.
        sent(
            POST,
            "/api/user/second-factor/passkeys",
            Unready,
            |_| json!({ "name": "Key", "credential": SecurityKey::new().create(&json!({ "challenge": "AAAAAAAAAAAAAAAAAAAAAA" })) }),
        ),
        route(POST, "/api/user/second-factor/passkeys/challenge", Unready),
        sent(
            DELETE,
            "/api/user/second-factor/passkeys/{nothing}",
            Absent,
            |_| json!({ "password": PASSWORD }),
        ),
    ]
}

fn own_routes() -> Vec<Route> {
    vec![
        route(GET, "/api/favorites", SignedIn),
        sent(POST, "/api/favorites", SignedIn, |world| json!({ "productId": world.ryzen.id.to_string() })),
        sent(DELETE, "/api/favorites", SignedIn, |world| json!({ "productId": world.ryzen.id.to_string() })),
        sent(POST, "/api/products/{product}/reviews", SignedIn, |_| json!({ "rating": 5 })),
        route(GET, "/api/products/{product}/reviews/mine", SignedIn),
        sent(POST, "/api/user/delete", SignedIn, |_| json!({ "password": PASSWORD })),
        // A new address and a new name for each request: names are unique, and mails to an address are limited.
        sent(
            POST,
            "/api/user/email",
            SignedIn,
            |_| json!({ "email": format!("{}@example.com", Uuid::new_v4()), "password": PASSWORD }),
        ),
        route(GET, "/api/user/channels", SignedIn),
        sent(
            POST,
            "/api/user/channels",
            SignedIn,
            |_| json!({ "kind": "NTFY", "address": "https://ntfy.example/alerts", "language": "en" }),
        ),
        route(DELETE, "/api/user/channels/{nothing}", Absent),
        route(POST, "/api/user/channels/{nothing}/test", Absent),
        route(GET, "/api/user/export", SignedIn),
        route(GET, "/api/user/notifications", SignedIn),
        sent(POST, "/api/user/notifications/read", SignedIn, |_| json!({})),
        sent(
            POST,
            "/api/user/password",
            SignedIn,
            |_| json!({ "currentPassword": PASSWORD, "newPassword": "quite another pass" }),
        ),
        route(GET, "/api/user/price-alerts", SignedIn),
        sent(
            POST,
            "/api/user/price-alerts",
            SignedIn,
            |world| json!({ "productId": world.ryzen.id.to_string(), "alertType": "ANY_DROP" }),
        ),
        route(GET, "/api/user/sessions", SignedIn),
        sent(DELETE, "/api/user/sessions", SignedIn, |_| json!({ "password": PASSWORD })),
        // These tests have no bot.
        route(POST, "/api/user/telegram/link", Absent),
        route(GET, "/api/user/settings", SignedIn),
        sent(
            PUT,
            "/api/user/settings",
            SignedIn,
            |_| json!({ "username": format!("User {}", Uuid::new_v4()) }),
        ),
        route_with_query(DELETE, "/api/user/price-alerts", "alertId={alert}", Owner),
        sent_with_query(
            Method::PATCH,
            "/api/user/price-alerts",
            "alertId={alert}",
            Owner,
            |_| json!({ "paused": true }),
        ),
        sent(DELETE, "/api/user/sessions/{session}", Owner, |_| json!({ "password": PASSWORD })),
        route(DELETE, "/api/reviews/{review}", OwnerOrAdmin),
    ]
}

fn build_routes() -> Vec<Route> {
    vec![
        route(GET, "/api/builds", SignedIn),
        sent(
            POST,
            "/api/builds",
            SignedIn,
            |world| json!({ "name": "Mine", "components": { "CPU": world.ryzen.id.to_string() } }),
        ),
        // A build that is not shared: its link works for its owner only.
        route(GET, "/api/builds/{shareToken}", Private),
        sent(PUT, "/api/builds/{build}", Owner, |_| json!({ "name": "Another name" })),
        route(DELETE, "/api/builds/{build}", Owner),
        sent(POST, "/api/builds/{build}/duplicate", Owner, |_| json!({})),
        // The swap is refused before the build is looked up.
        sent(POST, "/api/builds/{shareToken}/suggestions", Everybody, |_| json!({})),
        route(GET, "/api/user/build-suggestions", SignedIn),
        route(DELETE, "/api/user/build-suggestions/{nothing}", SignedIn),
    ]
}
