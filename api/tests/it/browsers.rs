//! Users with accounts, and browsers that send their requests.

use axum::{
    body::Body,
    http::{Method, Request},
};
use domain::{
    model::UserId,
    password,
    store::users::{self, Role},
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    logs,
};

pub(crate) const PASSWORD: &str = "a fine pass for tests";

/// Creates a verified account with `PASSWORD`.
pub(crate) async fn account(db: &PgPool, email: &str, name: &str, role: Role) -> UserId {
    let hash = password::hash(PASSWORD).unwrap();
    users::insert(db, &email.parse().unwrap(), name, &hash, role, true).await.unwrap().unwrap()
}

/// Makes a user's account, and returns a browser in which the user is signed in.
pub(crate) async fn signed_in_user<'a>(app: &'a TestApp, db: &PgPool, name: &str) -> Browser<'a> {
    signed_in_as(Role::User, app, db, name).await
}

/// As [`signed_in_user`], of an administrator.
pub(crate) async fn admin<'a>(app: &'a TestApp, db: &PgPool, name: &str) -> Browser<'a> {
    signed_in_as(Role::Admin, app, db, name).await
}

async fn signed_in_as<'a>(role: Role, app: &'a TestApp, db: &PgPool, name: &str) -> Browser<'a> {
    let email = format!("{}@example.com", name.to_lowercase());
    account(db, &email, name, role).await;
    Browser::signed_in(app, &email).await
}

/// A browser with its cookies.
pub(crate) struct Browser<'a> {
    app: &'a TestApp,
    /// Session cookie.
    pub(crate) cookie: Option<String>,
    /// Sign-up cookie.
    pub(crate) sign_up_cookie: Option<String>,
    /// Device cookie, which stays when the session ends.
    pub(crate) device_cookie: Option<String>,
    /// The user whose session the open page expects.
    pub(crate) expected_user: Option<String>,
}

impl<'a> Browser<'a> {
    pub(crate) fn new(app: &'a TestApp) -> Self {
        Self { app, cookie: None, sign_up_cookie: None, device_cookie: None, expected_user: None }
    }

    /// Returns a browser in which this user is signed in.
    pub(crate) async fn signed_in(app: &'a TestApp, email: &str) -> Self {
        let mut browser = Self::new(app);
        let reply = browser.sign_in(email, PASSWORD).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        browser
    }

    pub(crate) async fn sign_in(&mut self, email: &str, password: &str) -> Reply {
        self.post("/api/auth/login", json!({ "email": email, "password": password })).await
    }

    pub(crate) async fn get(&mut self, uri: &str) -> Reply {
        self.send(Method::GET, uri, None).await
    }

    pub(crate) async fn post(&mut self, uri: &str, body: Value) -> Reply {
        self.send(Method::POST, uri, Some(body)).await
    }

    /// Sends a request like a page of the site itself.
    pub(crate) async fn send(&mut self, method: Method, uri: &str, body: Option<Value>) -> Reply {
        let mut request = Request::builder().method(method).uri(uri).header("sec-fetch-site", "same-origin");
        let cookies = [&self.cookie, &self.sign_up_cookie, &self.device_cookie];
        let cookies: Vec<&str> = cookies.into_iter().flatten().map(String::as_str).collect();
        if !cookies.is_empty() {
            request = request.header("cookie", cookies.join("; "));
        }
        if let Some(user) = &self.expected_user {
            request = request.header("x-tajmeea-user", user);
        }
        let request = match body {
            Some(body) => {
                logs::secrets_of(&body);
                request.header("content-type", "application/json").body(Body::from(body.to_string()))
            }
            None => request.body(Body::empty()),
        };
        let reply = self.app.send(request.unwrap()).await;
        self.store_cookies(&reply);
        reply
    }

    fn store_cookies(&mut self, reply: &Reply) {
        for set in reply.headers.get_all("set-cookie") {
            let pair = set.to_str().unwrap().split(';').next().unwrap();
            let (name, token) = pair.split_once('=').unwrap();
            logs::secret(token);
            let place = match name {
                name if name.ends_with("sign-up") => &mut self.sign_up_cookie,
                name if name.ends_with("device") => &mut self.device_cookie,
                _ => &mut self.cookie,
            };
            *place = (!token.is_empty()).then(|| pair.to_owned());
        }
    }
}

/// Solves a challenge of the server and returns the proof, as the widget does in a browser.
pub(crate) async fn proof(browser: &mut Browser<'_>) -> String {
    use base64::{Engine as _, prelude::BASE64_STANDARD};
    let challenge: altcha::Challenge =
        serde_json::from_slice(&browser.get("/api/auth/challenge").await.body).unwrap();
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    BASE64_STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).unwrap())
}
