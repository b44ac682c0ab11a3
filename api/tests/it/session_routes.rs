//! The routes that begin and end sessions, for the authorisation table.

use axum::http::Method;
use serde_json::json;
use uuid::Uuid;

use crate::{
    authorisation::{
        Access::{Everybody, SignedIn},
        Route, route, sent,
    },
    browsers::PASSWORD,
};

const GET: Method = Method::GET;
const POST: Method = Method::POST;

/// Returns every route of the path `/api/auth`.
pub(crate) fn session_routes() -> Vec<Route> {
    vec![
        route(GET, "/api/auth/bot-check", Everybody),
        route(GET, "/api/auth/challenge", Everybody),
        // A new address for each request: the limit of one address would be reached.
        sent(
            POST,
            "/api/auth/forgot-password",
            Everybody,
            |_| json!({ "email": format!("{}@example.com", Uuid::new_v4()) }),
        ),
        sent(
            POST,
            "/api/auth/login",
            Everybody,
            |_| json!({ "email": "owner@example.com", "password": PASSWORD }),
        ),
        sent(POST, "/api/auth/passkey", Everybody, |_| json!({ "passkey": {} })),
        route(POST, "/api/auth/passkey/options", Everybody),
        sent(POST, "/api/auth/confirm-password", SignedIn, |_| json!({ "password": PASSWORD })),
        route(POST, "/api/auth/logout", Everybody),
        route(GET, "/api/auth/me", Everybody),
        sent(
            POST,
            "/api/auth/register",
            Everybody,
            |_| json!({ "email": "x", "password": "x", "username": "x" }),
        ),
        sent(POST, "/api/auth/reset-password", Everybody, |_| json!({ "token": "x", "newPassword": "x" })),
        sent(POST, "/api/auth/verify-email", Everybody, |_| json!({ "token": "x" })),
    ]
}
