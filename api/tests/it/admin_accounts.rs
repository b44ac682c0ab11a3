//! Administrators suspend, restore and delete accounts, remove lost second factors, delete reviews, and read the log.

use domain::store::{second_factors, users::Role};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, account, admin},
    fixtures::{execute, world},
};

fn uri(user: impl std::fmt::Display, action: &str) -> String {
    format!("/api/admin/users/{user}/{action}")
}

async fn actions(browser: &mut Browser<'_>, query: &str) -> Vec<String> {
    let log = browser.get(&format!("/api/admin/audit-log?{query}")).await.json();
    let actions = log["actions"].as_array().unwrap();
    assert_eq!(log["total"], json!(actions.len()), "{query}: the count is that of the list");
    actions.iter().map(|action| action["actionType"].as_str().unwrap().to_owned()).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn suspended_user_has_no_session_and_cannot_sign_in_until_restored(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    let mut dana = admin(&app, &db, "dana").await;
    for _ in 0..2 {
        assert_eq!(dana.post(&uri(sara, "suspend"), Value::Null).await.status.as_u16(), 204);
    }
    browser.get("/api/user/settings").await.assert_error(401, "NOT_SIGNED_IN");
    browser.sign_in("sara@example.com", PASSWORD).await.assert_error(403, "ACCOUNT_SUSPENDED");
    browser.sign_in("sara@example.com", "a wrong one").await.assert_error(401, "WRONG_CREDENTIALS");
    let listed = dana.get("/api/admin/users?role=user").await.json();
    assert_eq!((&listed["total"], &listed["users"][0]["name"]), (&json!(1), &json!("Sara")));
    assert!(listed["users"][0]["suspendedAt"].is_string());
    dana.post(&uri(sara, "grant-admin"), Value::Null).await.assert_error(409, "USER_SUSPENDED");
    assert_eq!(dana.post(&uri(sara, "restore"), Value::Null).await.status.as_u16(), 204);
    assert_eq!(browser.sign_in("sara@example.com", PASSWORD).await.status.as_u16(), 200);
    assert_eq!(actions(&mut dana, "targetType=USER").await, ["RESTORE_USER", "SUSPEND_USER"], "each once");
    let admins = dana.get("/api/admin/users?role=admin").await.json();
    assert_eq!((&admins["total"], &admins["users"][0]["name"]), (&json!(1), &json!("dana")));
    dana.get("/api/admin/users?role=guest").await.assert_error(422, "INVALID_FIELDS");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn account_is_deleted_unless_it_is_an_administrators(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    let mut dana = admin(&app, &db, "dana").await;
    let omar = account(&db, "omar@example.com", "Omar", Role::Admin).await;
    for action in ["suspend", "restore", "delete"] {
        dana.post(&uri(omar, action), Value::Null).await.assert_error(409, "USER_IS_ADMIN");
        dana.post(&uri("x", action), Value::Null).await.assert_error(404, "USER_NOT_FOUND");
    }
    for unknown in ["promote", "Suspend", "grant_admin"] {
        dana.post(&uri(sara, unknown), Value::Null).await.assert_error(404, "NOT_FOUND");
    }
    assert_eq!(dana.post(&uri(sara, "delete"), Value::Null).await.status.as_u16(), 204);
    browser.get("/api/user/settings").await.assert_error(401, "NOT_SIGNED_IN");
    dana.post(&uri(sara, "delete"), Value::Null).await.assert_error(404, "USER_NOT_FOUND");
    let log = dana.get(&format!("/api/admin/audit-log?targetId={sara}")).await.json();
    assert_eq!((&log["total"], &log["actions"][0]["actionType"]), (&json!(1), &json!("DELETE_USER")));
    assert!(!log.to_string().contains("sara@example.com"), "a deleted address is kept nowhere");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn lost_second_factor_is_removed_once(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    let mut dana = admin(&app, &db, "dana").await;
    dana.post(&uri(sara, "remove-second-factor"), Value::Null).await.assert_error(409, "NO_SECOND_FACTOR");
    assert!(second_factors::insert(&db, sara, b"a secret of twenty bytes").await.unwrap());
    execute(&db, "update second_factor set confirmed_at = now()").await;
    let listed = dana.get("/api/admin/users?search=sara").await.json();
    assert_eq!(listed["users"][0]["hasSecondFactor"], json!(true));
    assert_eq!(dana.post(&uri(sara, "remove-second-factor"), Value::Null).await.status.as_u16(), 204);
    browser.get("/api/user/settings").await.assert_error(401, "NOT_SIGNED_IN");
    assert_eq!(browser.sign_in("sara@example.com", PASSWORD).await.status.as_u16(), 200);
    assert_eq!(actions(&mut dana, "targetType=USER").await, ["REMOVE_SECOND_FACTOR"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reviews_are_listed_filtered_and_deleted_with_a_reason(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    for name in ["sara", "ali"] {
        account(&db, &format!("{name}@example.com"), name, Role::User).await;
    }
    let mut sara = Browser::signed_in(&app, "sara@example.com").await;
    let mut ali = Browser::signed_in(&app, "ali@example.com").await;
    let mut dana = admin(&app, &db, "dana").await;
    let product = format!("/api/products/{}/reviews", world.ryzen.id);
    sara.post(&product, json!({ "rating": 1, "comment": "Buy at my shop instead" })).await;
    ali.post(&product, json!({ "rating": 5 })).await;
    for (query, found) in [
        ("", 2),
        ("rating=1", 1),
        ("rating=3", 0),
        ("comment=true", 1),
        ("comment=false&rating=5", 1),
        ("search=MY+SHOP", 1),
        ("search=ali", 1),
        ("search=ryzen", 2),
    ] {
        let listed = dana.get(&format!("/api/admin/reviews?{query}")).await.json();
        assert_eq!((&listed["total"], listed["reviews"].as_array().unwrap().len()), (&json!(found), found));
    }
    dana.get("/api/admin/reviews?rating=6").await.assert_error(422, "INVALID_FIELDS");
    let listed = dana.get("/api/admin/reviews?rating=1").await.json();
    let id = listed["reviews"][0]["id"].as_str().unwrap().to_owned();
    let delete = format!("/api/admin/reviews/{id}/delete");
    dana.post(&delete, json!({ "reason": " " })).await.assert_error(422, "INVALID_FIELDS");
    let reason = json!({ "reason": "an advertisement" });
    assert_eq!(dana.post(&delete, reason.clone()).await.status.as_u16(), 204);
    dana.post(&delete, reason).await.assert_error(404, "REVIEW_NOT_FOUND");
    assert_eq!(app.get(&product).await.json()["total"], 1);
    let entry = dana.get("/api/admin/audit-log?actionType=DELETE_REVIEW").await.json()["actions"][0].clone();
    assert_eq!(entry["after"], json!({ "reason": "an advertisement" }));
    assert_eq!(entry["before"]["comment"], "Buy at my shop instead");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn log_is_filtered_by_people_name_and_the_beginning_of_an_id(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let sara = account(&db, "sara@example.com", "Sara Ahmad", Role::User).await;
    let ali = account(&db, "ali@example.com", "Ali", Role::User).await;
    let mut dana = admin(&app, &db, "dana").await;
    dana.post(&uri(sara, "suspend"), Value::Null).await;
    dana.post(&uri(ali, "sign-out"), Value::Null).await;
    execute(
        &db,
        "insert into audit_entry (admin_name, action_type, target_type, target_id)
         values ('SYSTEM', 'LINK_OFFER', 'OFFER', 'an_offer')",
    )
    .await;
    let beginning = sara.to_string().chars().take(8).collect::<String>();
    for (query, found) in [
        ("admin=PEOPLE".to_owned(), vec!["SIGN_OUT_USER", "SUSPEND_USER"]),
        ("admin=SYSTEM".to_owned(), vec!["LINK_OFFER"]),
        ("search=AHMAD".to_owned(), vec!["SUSPEND_USER"]),
        ("search=ali@example".to_owned(), vec!["SIGN_OUT_USER"]),
        ("search=dana".to_owned(), vec!["SIGN_OUT_USER", "SUSPEND_USER"]),
        (format!("targetId={beginning}"), vec!["SUSPEND_USER"]),
        (format!("targetId={sara}"), vec!["SUSPEND_USER"]),
        ("targetId=an_".to_owned(), vec!["LINK_OFFER"]),
        ("targetId=a%25".to_owned(), vec![]),
    ] {
        assert_eq!(actions(&mut dana, &query).await, found, "{query}");
    }
    dana.get("/api/admin/audit-log?admin=NOBODY").await.assert_error(422, "INVALID_FIELDS");
}
