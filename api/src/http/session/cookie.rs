use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use time::Duration;

use crate::http::{public_url::PublicUrl, token::Token};

/// The `__Host-` prefix binds the cookie to this host and to https; over plain http (on localhost) it is not allowed.
const SECURE_NAME: &str = "__Host-tajmeea";
/// Name of the session cookie where the site is served without TLS.
pub const PLAIN_NAME: &str = "tajmeea";
/// As long as an unused session lasts.
const LIFETIME: Duration = Duration::days(30);
/// Name of the sign-up cookie, by which the browser that signed up is recognised when the mailed link is followed.
const SECURE_SIGN_UP_NAME: &str = "__Host-tajmeea-sign-up";
const PLAIN_SIGN_UP_NAME: &str = "tajmeea-sign-up";
/// As long as the link of a sign-up is valid.
const SIGN_UP_LIFETIME: Duration = Duration::hours(24);

/// Reads the session token of the request.
pub fn read(public_url: &PublicUrl, headers: &HeaderMap) -> Option<Token> {
    Token::read(CookieJar::from_headers(headers).get(name(public_url))?.value())
}

/// Sets the session cookie.
pub fn set_session(public_url: &PublicUrl, token: &Token) -> CookieJar {
    CookieJar::new().add(cookie(public_url, name(public_url), token.text(), LIFETIME))
}

/// Marks the browser as the one that signed up with the password behind `password_hash`.
pub fn set_sign_up(public_url: &PublicUrl, password_hash: &str) -> CookieJar {
    CookieJar::new().add(cookie(
        public_url,
        sign_up_name(public_url),
        sign_up_token(password_hash).text(),
        SIGN_UP_LIFETIME,
    ))
}

/// Returns whether this browser signed up with the password behind `password_hash`. A stranger who signs up with the
/// same address gets another hash, because of its salt: following the stranger's link signs nobody in.
pub fn has_sign_up(public_url: &PublicUrl, headers: &HeaderMap, password_hash: &str) -> bool {
    let jar = CookieJar::from_headers(headers);
    let sent = jar.get(sign_up_name(public_url)).and_then(|cookie| Token::read(cookie.value()));
    sent.is_some_and(|token| token.hash() == sign_up_token(password_hash).hash())
}

/// Derives the token from the password hash. Its random salt makes the token unguessable without the database.
fn sign_up_token(password_hash: &str) -> Token {
    Token::derived("sign-up", password_hash)
}

/// Removes the session cookie.
pub fn clear_session(public_url: &PublicUrl) -> CookieJar {
    CookieJar::new().add(cookie(public_url, name(public_url), String::new(), Duration::ZERO))
}

fn name(public_url: &PublicUrl) -> &'static str {
    if public_url.is_secure() { SECURE_NAME } else { PLAIN_NAME }
}

fn sign_up_name(public_url: &PublicUrl) -> &'static str {
    if public_url.is_secure() { SECURE_SIGN_UP_NAME } else { PLAIN_SIGN_UP_NAME }
}

pub(super) fn cookie(
    public_url: &PublicUrl,
    name: &'static str,
    value: String,
    lifetime: Duration,
) -> Cookie<'static> {
    Cookie::build((name, value))
        .path("/")
        .http_only(true)
        .secure(public_url.is_secure())
        .same_site(SameSite::Lax)
        .max_age(lifetime)
        .build()
}
