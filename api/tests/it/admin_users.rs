//! Administrator roles and password confirmation.

use domain::store::users::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, account, admin},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn admin_role_is_granted_and_revoked_but_never_from_the_last_admin(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    let mut dana = admin(&app, &db, "dana").await;
    let listed = dana.get("/api/admin/users").await.json();
    assert_eq!((&listed["total"], &listed["users"][0]["role"]), (&json!(2), &json!("ADMIN")));
    let dana_id = listed["users"][0]["id"].as_str().unwrap().to_owned();
    let found = dana.get("/api/admin/users?search=SARA@").await.json();
    assert_eq!((&found["total"], &found["users"][0]["name"]), (&json!(1), &json!("Sara")));
    assert!(found["users"][0]["lastSeenAt"].is_string());

    let uri = |id: &str, wish: &str| format!("/api/admin/users/{id}/{wish}-admin");
    let sara = sara.to_string();
    assert_eq!(dana.post(&uri(&sara, "grant"), Value::Null).await.status.as_u16(), 204);
    assert_eq!(browser.get("/api/auth/me").await.json()["user"], Value::Null, "signed out by it");
    browser.sign_in("sara@example.com", PASSWORD).await;
    assert_eq!(browser.get("/api/admin/users").await.status.as_u16(), 200);
    assert_eq!(browser.post(&uri(&dana_id, "revoke"), Value::Null).await.status.as_u16(), 204);
    dana.get("/api/admin/users").await.assert_error(401, "NOT_SIGNED_IN");
    browser.post(&uri(&sara, "revoke"), Value::Null).await.assert_error(409, "LAST_ADMIN");
    let farewell = browser.post("/api/user/delete", json!({ "password": PASSWORD })).await;
    farewell.assert_error(409, "LAST_ADMIN");
    browser.post(&uri("x", "grant"), Value::Null).await.assert_error(404, "USER_NOT_FOUND");
    browser
        .post(&uri("5d5c1e0e-0000-4000-8000-000000000000", "revoke"), Value::Null)
        .await
        .assert_error(404, "USER_NOT_FOUND");
    let log = browser.get("/api/admin/audit-log?targetType=USER").await.json();
    let told: Vec<&str> =
        log["actions"].as_array().unwrap().iter().map(|one| one["actionType"].as_str().unwrap()).collect();
    assert_eq!(told, ["REVOKE_ADMIN", "GRANT_ADMIN"]);
    let fields = browser.get("/api/admin/users?limit=0").await.assert_error(422, "INVALID_FIELDS");
    assert!(fields["limit"].is_string());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn admin_ends_all_sessions_of_a_user(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let mut phone = Browser::signed_in(&app, "sara@example.com").await;
    let mut laptop = Browser::signed_in(&app, "sara@example.com").await;
    let mut dana = admin(&app, &db, "dana").await;
    assert_eq!(
        dana.post(&format!("/api/admin/users/{sara}/sign-out"), Value::Null).await.status.as_u16(),
        204
    );
    for browser in [&mut phone, &mut laptop] {
        browser.get("/api/user/settings").await.assert_error(401, "NOT_SIGNED_IN");
    }
    phone.sign_in("sara@example.com", PASSWORD).await;
    assert_eq!(phone.get("/api/user/settings").await.status.as_u16(), 200);
    let log = dana.get("/api/admin/audit-log?targetType=USER").await.json();
    assert_eq!(log["actions"][0]["actionType"], "SIGN_OUT_USER");
    assert_eq!(log["actions"][0]["targetId"], sara.to_string());
    dana.post("/api/admin/users/x/sign-out", Value::Null).await.assert_error(404, "USER_NOT_FOUND");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn admin_must_confirm_the_password_after_twelve_hours(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let confirmed = |back: &'static str| {
        let db = db.clone();
        async move {
            let sql = format!("update session set confirmed_at = now() - interval '{back}'");
            sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&db).await.unwrap();
        }
    };
    confirmed("11 hours 59 minutes").await;
    assert_eq!(dana.get("/api/admin/users").await.status.as_u16(), 200);
    confirmed("12 hours 1 minute").await;
    dana.get("/api/admin/users").await.assert_error(403, "PASSWORD_REQUIRED");
    let approve = json!({ "id": "5d5c1e0e-0000-4000-8000-000000000000" });
    dana.post("/api/admin/matches/approve", approve).await.assert_error(403, "PASSWORD_REQUIRED");
    assert_eq!(dana.get("/api/user/settings").await.status.as_u16(), 200, "what is one's own stays open");
    let wrong = dana.post("/api/auth/confirm-password", json!({ "password": "a wrong one" })).await;
    assert!(wrong.assert_error(422, "WRONG_PASSWORD")["password"].is_string());
    dana.get("/api/admin/users").await.assert_error(403, "PASSWORD_REQUIRED");
    let token = async || -> Vec<u8> {
        sqlx::query_scalar("select token_hash from session").fetch_one(&db).await.unwrap()
    };
    let before = token().await;
    let right = dana.post("/api/auth/confirm-password", json!({ "password": PASSWORD })).await;
    assert_eq!(right.status.as_u16(), 204);
    assert_ne!(token().await, before, "another token from now on");
    assert_eq!(dana.get("/api/admin/users").await.status.as_u16(), 200);
    let mut tried = 0;
    let denied = loop {
        let reply = dana.post("/api/auth/confirm-password", json!({ "password": "a wrong one" })).await;
        tried += 1;
        if reply.status.as_u16() != 422 || tried > 20 {
            break reply;
        }
    };
    denied.assert_error(429, "TOO_OFTEN");
    let mut nobody = Browser::new(&app);
    nobody
        .post("/api/auth/confirm-password", json!({ "password": PASSWORD }))
        .await
        .assert_error(401, "NOT_SIGNED_IN");
}
