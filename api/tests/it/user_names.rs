//! Names of users: unique without regard to case and look-alikes, some reserved.

use axum::http::Method;
use domain::store::users::{self, Role};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, account},
    fixtures::execute,
    mailbox::Mailbox,
    sign_ups::sign_up_as,
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sign_up_refuses_taken_and_reserved_names(db: PgPool) {
    account(&db, "omar@example.com", "Omar", Role::User).await;
    let app = TestApp::new(db).await;
    let mut browser = Browser::new(&app);
    for (name, code) in [
        ("Omar", "NAME_TAKEN"),
        ("OMAR", "NAME_TAKEN"),
        ("0mar", "NAME_TAKEN"),
        ("Оmаr", "NAME_TAKEN"),
        ("Admin", "NAME_RESERVED"),
        ("Tajmeea Support", "NAME_RESERVED"),
        ("تجميعة", "NAME_RESERVED"),
    ] {
        let reply = sign_up_as(&mut browser, "dana@example.com", name).await;
        reply.assert_error(422, code);
        assert!(reply.json()["fields"]["username"].is_string(), "{name}");
    }
    assert_eq!(sign_up_as(&mut browser, "dana@example.com", "Omar Ali").await.status, 202);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn second_of_two_waiting_sign_ups_gets_a_number(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mailbox = Mailbox::new(&db);
    let mut browser = Browser::new(&app);
    let mut tokens = Vec::new();
    for email in ["one@example.com", "two@example.com"] {
        assert_eq!(sign_up_as(&mut browser, email, "Sara").await.status, 202);
        tokens.push(mailbox.deliver().await.pop().unwrap().token("/verify-email"));
    }
    for token in tokens {
        assert_eq!(browser.post("/api/auth/verify-email", json!({ "token": token })).await.status, 200);
    }
    let names: Vec<String> =
        sqlx::query_scalar("select name from app_user order by email").fetch_all(&db).await.unwrap();
    assert_eq!(names, ["Sara", "Sara 2"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn settings_refuse_names_of_others(db: PgPool) {
    account(&db, "omar@example.com", "Omar", Role::User).await;
    account(&db, "dana@example.com", "Dana", Role::User).await;
    account(&db, "admin@example.com", "Noor", Role::Admin).await;
    let app = TestApp::new(db).await;
    let mut dana = Browser::signed_in(&app, "dana@example.com").await;
    let name = |name: &str| Some(json!({ "username": name }));
    for (typed, code) in [("omar", "NAME_TAKEN"), ("Adm1n", "NAME_RESERVED")] {
        dana.send(Method::PUT, "/api/user/settings", name(typed)).await.assert_error(422, code);
    }
    for free in ["DANA", "DANA", "Dana Salem"] {
        let reply = dana.send(Method::PUT, "/api/user/settings", name(free)).await;
        assert_eq!((reply.status.as_u16(), reply.json()["username"].as_str()), (200, Some(free)));
    }
    let mut omar = Browser::signed_in(&app, "omar@example.com").await;
    assert_eq!(omar.send(Method::PUT, "/api/user/settings", name("Dana")).await.status, 200, "free again");
    let mut admin = Browser::signed_in(&app, "admin@example.com").await;
    assert_eq!(admin.send(Method::PUT, "/api/user/settings", name("Admin")).await.status, 200);
}

/// Accounts from before names were unique keep their names; nobody else gets one of these.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn duplicates_of_older_programs_keep_their_names(db: PgPool) {
    let first = account(&db, "one@example.com", "Omar", Role::User).await;
    account(&db, "two@example.com", "OMAR", Role::User).await;
    execute(&db, "update app_user set name_key = null").await;
    users::fill_name_keys(&db).await.unwrap();
    let rows: Vec<(String, String)> =
        sqlx::query_as("select name, name_key from app_user order by email").fetch_all(&db).await.unwrap();
    assert_eq!(rows[0], ("Omar".into(), "ornar".into()));
    assert!(rows[1].0 == "OMAR" && rows[1].1.starts_with("ornar#"), "{rows:?}");
    users::delete(&db, first).await.unwrap();
    assert!(!users::is_name_taken(&db, "ornar").await.unwrap());
}
