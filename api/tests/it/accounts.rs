//! Accounts after sign-up: password reset, mailed links, settings, sessions, favourites, export and deletion.

use axum::http::Method;
use domain::store::users::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, account},
    fixtures::{execute, world},
    mailbox::Mailbox,
    sign_ups::sign_up,
};

/// The document says that `language` may be null.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn null_language_means_the_default(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let body = json!({ "email": "sara@example.com", "language": null });
    assert_eq!(Browser::new(&app).post("/api/auth/forgot-password", body).await.status, 200);
    let mails = Mailbox::new(&db).deliver().await;
    assert!(mails[0].html.contains("<html lang=\"en\""), "{}", mails[0].html);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn password_reset_works_once_and_ends_all_sessions(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut elsewhere = Browser::signed_in(&app, "sara@example.com").await;
    let mut browser = Browser::new(&app);
    let mut answers = Vec::new();
    for email in ["SARA@example.com", "nobody@example.com"] {
        let reply =
            browser.post("/api/auth/forgot-password", json!({ "email": email, "language": "ar" })).await;
        answers.push((reply.status, reply.text()));
    }
    assert_eq!(answers[0], answers[1]);
    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "nobody gets no mail");
    assert_eq!(
        (mails[0].to.as_str(), mails[0].subject.as_str()),
        ("sara@example.com", "اختر كلمة مرور جديدة")
    );
    assert!(mails[0].html.contains("<html lang=\"ar\" dir=\"rtl\">"));
    let token = mails[0].token("/reset-password");
    let reset = |token: &str, password: &str| json!({ "token": token, "newPassword": password });
    // A refused password does not use up the link.
    browser
        .post("/api/auth/reset-password", reset(&token, "short"))
        .await
        .assert_error(422, "PASSWORD_TOO_SHORT");
    browser
        .post("/api/auth/reset-password", reset(&token, "sara@example.com"))
        .await
        .assert_error(422, "PASSWORD_OWN_NAME");
    let new = "quite another pass";
    assert_eq!(browser.post("/api/auth/reset-password", reset(&token, new)).await.status, 200);
    browser.post("/api/auth/reset-password", reset(&token, new)).await.assert_error(422, "INVALID_RESET");
    assert_eq!(elsewhere.get("/api/auth/me").await.json()["user"], Value::Null);
    browser.sign_in("sara@example.com", PASSWORD).await.assert_error(401, "WRONG_CREDENTIALS");
    assert_eq!(browser.sign_in("sara@example.com", new).await.status, 200);
    let told = mailbox.deliver().await;
    assert_eq!(
        told.iter().map(|mail| mail.subject.as_str()).collect::<Vec<_>>(),
        ["Your password was changed"]
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn concurrent_redemptions_of_a_token_succeed_once(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut browser = Browser::new(&app);
    browser.post("/api/auth/forgot-password", json!({ "email": "sara@example.com" })).await;
    let token = mailbox.deliver().await.pop().unwrap().token("/reset-password");
    let tries = (0..8).map(|n| {
        let body = json!({ "token": token, "newPassword": format!("the pass of try {n}") });
        let app = &app;
        async move { Browser::new(app).post("/api/auth/reset-password", body).await.status }
    });
    let done = futures::future::join_all(tries).await;
    assert_eq!(done.iter().filter(|status| status.is_success()).count(), 1, "{done:?}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mailed_links_expire(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut browser = Browser::new(&app);
    browser.post("/api/auth/forgot-password", json!({ "email": "sara@example.com" })).await;
    let token = mailbox.deliver().await.pop().unwrap().token("/reset-password");
    let lasts = "select expires_at between now() + interval '59 minutes' and now() + interval '1 hour' from one_time_token";
    assert!(sqlx::query_scalar::<_, bool>(lasts).fetch_one(&db).await.unwrap());
    execute(&db, "update one_time_token set expires_at = now()").await;
    let body = json!({ "token": token, "newPassword": "quite another pass" });
    browser.post("/api/auth/reset-password", body).await.assert_error(422, "INVALID_RESET");

    execute(&db, "delete from one_time_token").await;
    sign_up(&mut browser, "noor@example.com").await;
    let token = mailbox.deliver().await.pop().unwrap().token("/verify-email");
    let lasts =
        "select expires_at between now() + interval '23 hours 59 minutes' and now() + interval '24 hours'
                 from one_time_token";
    assert!(sqlx::query_scalar::<_, bool>(lasts).fetch_one(&db).await.unwrap());
    execute(&db, "update one_time_token set expires_at = now()").await;
    let body = json!({ "token": token });
    browser.post("/api/auth/verify-email", body).await.assert_error(422, "INVALID_VERIFICATION");
    browser.sign_in("noor@example.com", PASSWORD).await.assert_error(401, "WRONG_CREDENTIALS");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failed_mail_is_retried(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut browser = Browser::new(&app);
    browser.post("/api/auth/forgot-password", json!({ "email": "sara@example.com" })).await;
    // No server listens on port 1.
    Mailbox::with_smtp(&db, "smtp://127.0.0.1:1").send_due().await;
    let state =
        "select attempts, last_error, due_at > now() + interval '20 seconds', sent_at is null from mail";
    let (attempts, error, later, unsent): (i32, String, bool, bool) =
        sqlx::query_as(state).fetch_one(&db).await.unwrap();
    assert_eq!((attempts, later, unsent), (1, true, true));
    assert!(error.contains("the mail server did not accept the mail"), "{error}");
    let mailbox = Mailbox::new(&db);
    assert!(mailbox.deliver().await.is_empty(), "it is not due yet");
    execute(&db, "update mail set due_at = now()").await;
    assert_eq!(mailbox.deliver().await.len(), 1);
    assert!(mailbox.deliver().await.is_empty(), "once is enough");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn settings_change_one_by_one(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    let mut expected = json!({
        "username": "Sara", "priceDropAlerts": true, "publicProfile": false, "allowBuildSharing": true,
        "alertMails": "EACH", "quietHours": false, "quietFrom": "22:00", "quietUntil": "08:00",
    });
    assert_eq!(browser.get("/api/user/settings").await.json(), expected);
    for (key, value) in [
        ("username", json!("سارة")),
        ("priceDropAlerts", json!(false)),
        ("publicProfile", json!(true)),
        ("allowBuildSharing", json!(false)),
        ("alertMails", json!("WEEKLY")),
        ("quietHours", json!(true)),
        ("quietFrom", json!("23:15")),
        ("quietUntil", json!("00:00")),
    ] {
        expected[key] = value.clone();
        let reply = browser.send(Method::PUT, "/api/user/settings", Some(json!({ key: value }))).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (200, expected.clone()));
    }
    let put = |body: Value| (Method::PUT, "/api/user/settings", Some(body));
    let (method, uri, body) = put(json!({ "username": "" }));
    browser.send(method, uri, body).await.assert_error(422, "NOT_A_NAME");
    for (key, typed, problem) in [
        ("quietFrom", json!("25:00"), "must be a time of day such as 22:30"),
        ("quietUntil", json!("7:00"), "must be a time of day such as 22:30"),
        ("quietUntil", json!("23:15"), "must differ from quietFrom"),
    ] {
        let (method, uri, body) = put(json!({ key: typed }));
        let fields = browser.send(method, uri, body).await.assert_error(422, "INVALID_FIELDS");
        assert_eq!(fields[key], problem);
    }
    let (method, uri, body) = put(json!({ "alertMails": "HOURLY" }));
    browser.send(method, uri, body).await.assert_error(422, "INVALID_FIELDS");
    let (method, uri, body) = put(json!({ "role": "ADMIN" }));
    browser.send(method, uri, body).await.assert_error(422, "INVALID_FIELDS");
    assert_eq!(browser.get("/api/auth/me").await.json()["user"]["name"], "سارة");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn password_change_renews_this_session_and_ends_the_others(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db).await;
    let mut here = Browser::signed_in(&app, "sara@example.com").await;
    let mut there = Browser::signed_in(&app, "sara@example.com").await;
    assert_eq!(here.get("/api/user/sessions").await.json()["sessions"].as_array().unwrap().len(), 2);
    let change = |current: &str, new: &str| json!({ "currentPassword": current, "newPassword": new });
    here.post("/api/user/password", change("wrong", "quite another pass"))
        .await
        .assert_error(422, "WRONG_PASSWORD");
    here.post("/api/user/password", change(PASSWORD, "short")).await.assert_error(422, "PASSWORD_TOO_SHORT");
    let old = here.cookie.clone();
    assert_eq!(here.post("/api/user/password", change(PASSWORD, "quite another pass")).await.status, 200);
    assert_ne!(here.cookie, old);
    assert_eq!(here.get("/api/auth/me").await.json()["user"]["name"], "Sara");
    assert_eq!(there.get("/api/auth/me").await.json()["user"], Value::Null);
    here.cookie = old;
    assert_eq!(here.get("/api/auth/me").await.json()["user"], Value::Null);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn user_ends_own_sessions_singly_or_all(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    account(&db, "noor@example.com", "Noor", Role::User).await;
    let app = TestApp::new(db).await;
    let mut here = Browser::signed_in(&app, "sara@example.com").await;
    let mut there = Browser::signed_in(&app, "sara@example.com").await;
    let mut other = Browser::signed_in(&app, "noor@example.com").await;
    let list = here.get("/api/user/sessions").await.json();
    let sessions = list["sessions"].as_array().unwrap();
    let id = |current: bool| {
        sessions.iter().find(|one| one["current"] == current).unwrap()["id"].as_str().unwrap()
    };
    let end = |id: &str| format!("/api/user/sessions/{id}");
    let password = |text: &str| Some(json!({ "password": text }));
    // A stranger at an open browser does not know the password.
    for uri in [end(id(false)), "/api/user/sessions".to_owned()] {
        here.send(Method::DELETE, &uri, password("a wrong pass")).await.assert_error(422, "WRONG_PASSWORD");
        here.send(Method::DELETE, &uri, Some(json!({}))).await.assert_error(422, "INVALID_FIELDS");
    }
    assert_eq!(there.get("/api/auth/me").await.json()["user"]["name"], "Sara");
    other.send(Method::DELETE, &end(id(false)), password(PASSWORD)).await.assert_error(404, "NOT_FOUND");
    here.send(Method::DELETE, &end("nonsense"), password(PASSWORD)).await.assert_error(404, "NOT_FOUND");
    assert_eq!(here.send(Method::DELETE, &end(id(false)), password(PASSWORD)).await.status, 204);
    assert_eq!(there.get("/api/auth/me").await.json()["user"], Value::Null);
    assert_eq!(here.send(Method::DELETE, "/api/user/sessions", password(PASSWORD)).await.status, 204);
    assert!(here.cookie.is_none());
    assert_eq!(other.get("/api/auth/me").await.json()["user"]["name"], "Noor");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn favourites_belong_to_one_user(db: PgPool) {
    let world = world(&db).await;
    account(&db, "sara@example.com", "Sara", Role::User).await;
    account(&db, "noor@example.com", "Noor", Role::User).await;
    let app = TestApp::new(db).await;
    let mut sara = Browser::signed_in(&app, "sara@example.com").await;
    let mut noor = Browser::signed_in(&app, "noor@example.com").await;
    const FAVORITES: &str = "/api/favorites";
    let of = |id: &str| Some(json!({ "productId": id }));
    let (ryzen, card) = (world.ryzen.id.to_string(), world.card.id.to_string());
    for id in [&ryzen, &card, &card] {
        assert_eq!(sara.send(Method::POST, FAVORITES, of(id)).await.status, 204);
    }
    for method in [Method::POST, Method::DELETE] {
        for unknown in ["00000000-0000-4000-8000-000000000000", "x", ""] {
            let reply = sara.send(method.clone(), FAVORITES, of(unknown)).await;
            reply.assert_error(404, "PRODUCT_NOT_FOUND");
            assert_eq!(reply.json()["error"], "Product not found.");
        }
        for nameless in [json!({}), json!({ "productId": null }), json!({ "product_id": ryzen })] {
            let reply = sara.send(method.clone(), FAVORITES, Some(nameless)).await;
            let fields = reply.assert_error(422, "INVALID_FIELDS");
            assert!(fields["productId"].is_string(), "{fields}");
        }
    }
    let ids = |list: Value| -> Vec<String> {
        let all = list["favorites"].as_array().unwrap();
        all.iter().map(|one| one["product"]["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(sara.get(FAVORITES).await.json()), [card.clone(), ryzen.clone()]);
    assert!(ids(noor.get(FAVORITES).await.json()).is_empty());
    // Another user's favourites stay.
    assert_eq!(noor.send(Method::DELETE, FAVORITES, of(&card)).await.status, 204);
    assert_eq!(ids(sara.get(FAVORITES).await.json()).len(), 2);
    for _ in ["once", "again"] {
        assert_eq!(sara.send(Method::DELETE, FAVORITES, of(&card)).await.status, 204);
        assert_eq!(ids(sara.get(FAVORITES).await.json()), std::slice::from_ref(&ryzen));
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn user_exports_and_deletes_own_data(db: PgPool) {
    let world = world(&db).await;
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    browser.post("/api/favorites", json!({ "productId": world.ryzen.id.to_string() })).await;
    let reply = browser.get("/api/user/export").await;
    assert!(reply.header("content-disposition").starts_with("attachment"));
    let data = reply.json();
    assert_eq!(data["account"]["email"], "sara@example.com");
    assert_eq!(data["favorites"][0]["name"], "AMD Ryzen 7 9800X3D");
    assert!(data["priceAlerts"].is_array() && data["account"]["createdAt"].is_string(), "{data}");
    assert!(!reply.text().contains("argon2") && !reply.text().contains("token"), "{data}");

    browser
        .post("/api/user/delete", json!({ "password": "wrong" }))
        .await
        .assert_error(422, "WRONG_PASSWORD");
    assert_eq!(browser.post("/api/user/delete", json!({ "password": PASSWORD })).await.status, 204);
    assert!(browser.cookie.is_none());
    let mails = Mailbox::new(&db).deliver().await;
    assert_eq!((mails.len(), mails[0].to.as_str()), (1, "sara@example.com"));
    assert_eq!(mails[0].subject, "Your account was deleted");
    assert!(mails[0].text.contains("Hello Sara,"), "{}", mails[0].text);
    for table in ["app_user", "session", "favorite", "mail", "one_time_token"] {
        let rows: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select count(*) from {table}")))
            .fetch_one(&db)
            .await
            .unwrap();
        assert_eq!(rows, 0, "{table}");
    }
    browser.sign_in("sara@example.com", PASSWORD).await.assert_error(401, "WRONG_CREDENTIALS");
}

/// Sends every request that needs a signed-in user without a session.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn account_routes_answer_401_without_a_session(db: PgPool) {
    let app = TestApp::new(db).await;
    let id = "00000000-0000-4000-8000-000000000000";
    for (method, uri) in [
        (Method::GET, "/api/user/settings".to_owned()),
        (Method::PUT, "/api/user/settings".to_owned()),
        (Method::POST, "/api/user/password".to_owned()),
        (Method::POST, "/api/user/delete".to_owned()),
        (Method::GET, "/api/user/export".to_owned()),
        (Method::GET, "/api/user/sessions".to_owned()),
        (Method::DELETE, "/api/user/sessions".to_owned()),
        (Method::DELETE, format!("/api/user/sessions/{id}")),
        (Method::GET, "/api/favorites".to_owned()),
        (Method::POST, "/api/favorites".to_owned()),
        (Method::DELETE, "/api/favorites".to_owned()),
    ] {
        Browser::new(&app).send(method, &uri, None).await.assert_error(401, "NOT_SIGNED_IN");
    }
}
