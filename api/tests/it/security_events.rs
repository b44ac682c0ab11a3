//! Security events: log lines of the target `security`, without personal text.

use axum::http::Method;
use domain::store::users::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, account},
    logs,
};

/// Returns the events since the last call: name, user, administrator.
fn events(seen: &mut usize) -> Vec<(String, Value, Value)> {
    let lines = logs::lines_of("security");
    let new = lines[*seen..].iter().map(|line| {
        assert_eq!(line["client.network"], "127.0.0.0/24", "{line}");
        let name = line["security.event"].as_str().unwrap().to_owned();
        (name, line["user.id"].clone(), line["admin.id"].clone())
    });
    let new = new.collect();
    *seen = lines.len();
    new
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn security_events_are_logged_with_user_and_network(db: PgPool) {
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await.0.to_string();
    let admin_id = account(&db, "admin@example.com", "Admin", Role::Admin).await.0.to_string();
    let app = TestApp::new(db).await;
    let mut seen = 0;
    let event = |name: &str, user: &str| (name.to_owned(), json!(user), Value::Null);
    let mut browser = Browser::new(&app);
    browser.sign_in("sara@example.com", "a wrong pass").await;
    assert_eq!(events(&mut seen), [event("sign_in_refused", &sara)]);
    browser.sign_in("nobody@example.com", "a wrong pass").await;
    assert_eq!(events(&mut seen), [("sign_in_refused".to_owned(), Value::Null, Value::Null)]);
    while browser.sign_in("sara@example.com", "a wrong pass").await.status != 429 {}
    assert_eq!(events(&mut seen).pop(), Some(("sign_in_locked".to_owned(), Value::Null, Value::Null)));

    let mut admin = Browser::signed_in(&app, "admin@example.com").await;
    assert_eq!(events(&mut seen), [event("signed_in", &admin_id)]);
    let by_admin = |name: &str| (name.to_owned(), json!(sara), json!(admin_id));
    for (action, name) in
        [("grant-admin", "admin_granted"), ("revoke-admin", "admin_revoked"), ("sign-out", "sessions_ended")]
    {
        admin.send(Method::POST, &format!("/api/admin/users/{sara}/{action}"), None).await;
        assert_eq!(events(&mut seen), [by_admin(name)]);
    }
    let new = "quite another pass";
    for (current, name) in [("a wrong pass", "password_refused"), (PASSWORD, "password_changed")] {
        admin.post("/api/user/password", json!({ "currentPassword": current, "newPassword": new })).await;
        assert_eq!(events(&mut seen), [event(name, &admin_id)]);
    }
    admin.send(Method::DELETE, "/api/user/sessions", Some(json!({ "password": new }))).await;
    assert_eq!(events(&mut seen), [event("sessions_ended", &admin_id)]);
}
