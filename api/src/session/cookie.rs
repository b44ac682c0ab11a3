use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use time::Duration;

use crate::{state::AppState, token::Token};

/// The `__Host-` prefix binds the cookie to this host and to https; plain http (on localhost) cannot have it.
const SECURE_NAME: &str = "__Host-tajmeea";
const PLAIN_NAME: &str = "tajmeea";
/// As long as a session lasts without use.
const LIFETIME: Duration = Duration::days(30);

/// The token that the browser brought.
pub fn read(app: &AppState, headers: &HeaderMap) -> Option<Token> {
    Token::read(CookieJar::from_headers(headers).get(name(app))?.value())
}

/// Leaves the token with the browser.
pub fn give(app: &AppState, token: &Token) -> CookieJar {
    CookieJar::new().add(cookie(app, token.text(), LIFETIME))
}

/// Takes it away.
pub fn take(app: &AppState) -> CookieJar {
    CookieJar::new().add(cookie(app, String::new(), Duration::ZERO))
}

fn name(app: &AppState) -> &'static str {
    if app.site.is_secure() { SECURE_NAME } else { PLAIN_NAME }
}

fn cookie(app: &AppState, value: String, lifetime: Duration) -> Cookie<'static> {
    Cookie::build((name(app), value))
        .path("/")
        .http_only(true)
        .secure(app.site.is_secure())
        .same_site(SameSite::Lax)
        .max_age(lifetime)
        .build()
}
