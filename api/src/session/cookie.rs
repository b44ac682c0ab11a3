use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use time::Duration;

use crate::{state::AppState, token::Token};

/// The `__Host-` prefix binds the cookie to this host and to https; plain http (on localhost) cannot have it.
const SECURE_NAME: &str = "__Host-tajmeea";
const PLAIN_NAME: &str = "tajmeea";
/// As long as a session lasts without use.
const LIFETIME: Duration = Duration::days(30);
/// The sign-up's cookie, which tells the browser that signed up from others when the mailed link is followed.
const SECURE_SIGN_UP_NAME: &str = "__Host-tajmeea-sign-up";
const PLAIN_SIGN_UP_NAME: &str = "tajmeea-sign-up";
/// As long as a sign-up waits for its link.
const SIGN_UP_LIFETIME: Duration = Duration::hours(24);

/// The token that the browser brought.
pub fn read(app: &AppState, headers: &HeaderMap) -> Option<Token> {
    Token::read(CookieJar::from_headers(headers).get(name(app))?.value())
}

/// Leaves the token with the browser.
pub fn set_session(app: &AppState, token: &Token) -> CookieJar {
    CookieJar::new().add(cookie(app, name(app), token.text(), LIFETIME))
}

/// Marks the browser as the one that signed up with the password behind `password_hash`.
pub fn set_sign_up(app: &AppState, password_hash: &str) -> CookieJar {
    CookieJar::new().add(cookie(
        app,
        sign_up_name(app),
        sign_up_token(password_hash).text(),
        SIGN_UP_LIFETIME,
    ))
}

/// Whether this browser signed up with the password behind `password_hash`. Whoever else signed up with the same address
/// has another hash, by its salt: following their link signs nobody in.
pub fn has_sign_up(app: &AppState, headers: &HeaderMap, password_hash: &str) -> bool {
    let jar = CookieJar::from_headers(headers);
    let brought = jar.get(sign_up_name(app)).and_then(|cookie| Token::read(cookie.value()));
    brought.is_some_and(|token| token.hash() == sign_up_token(password_hash).hash())
}

/// A password's hash has a random salt, so this is as good as random to everybody without the database.
fn sign_up_token(password_hash: &str) -> Token {
    Token::derived("sign-up", password_hash)
}

/// Removes the session from the browser.
pub fn clear_session(app: &AppState) -> CookieJar {
    CookieJar::new().add(cookie(app, name(app), String::new(), Duration::ZERO))
}

fn name(app: &AppState) -> &'static str {
    if app.site.is_secure() { SECURE_NAME } else { PLAIN_NAME }
}

fn sign_up_name(app: &AppState) -> &'static str {
    if app.site.is_secure() { SECURE_SIGN_UP_NAME } else { PLAIN_SIGN_UP_NAME }
}

pub(super) fn cookie(
    app: &AppState,
    name: &'static str,
    value: String,
    lifetime: Duration,
) -> Cookie<'static> {
    Cookie::build((name, value))
        .path("/")
        .http_only(true)
        .secure(app.site.is_secure())
        .same_site(SameSite::Lax)
        .max_age(lifetime)
        .build()
}
