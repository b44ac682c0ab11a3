//! Whose requests are: the proof of identity before changes of an account, and pages of another user.

use axum::http::Method;
use domain::store::users::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, account},
    fixtures::execute,
    mailbox::Mailbox,
    passkeys::{CHALLENGE, FACTOR, SARA, add_first, answer, more_tries, refused},
};

const PASSWORD_CHANGE: &str = "/api/user/password";
const EMAIL_CHANGE: &str = "/api/user/email";
const DELETION: &str = "/api/user/delete";
const CONFIRMATION: &str = "/api/auth/confirm-password";
const NEW_PASSWORD: &str = "another fine pass";

/// Returns the body of a change with a proof; the password stands where the change expects it.
fn body(uri: &str, proof: Value) -> Value {
    let mut body = match uri {
        PASSWORD_CHANGE => json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD }),
        EMAIL_CHANGE => {
            json!({ "email": format!("{}@example.com", uuid::Uuid::new_v4()), "password": PASSWORD })
        }
        _ => json!({ "password": PASSWORD }),
    };
    body.as_object_mut().unwrap().extend(proof.as_object().unwrap().clone());
    body
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn changes_of_an_account_need_its_second_factor(db: PgPool) {
    for (place, uri) in [PASSWORD_CHANGE, EMAIL_CHANGE, DELETION, CONFIRMATION].into_iter().enumerate() {
        let email = format!("sara{place}@example.com");
        let user = account(&db, &email, "Sara", Role::User).await;
        let app = TestApp::with_config(db.clone(), &more_tries()).await;
        let mut here = Browser::signed_in(&app, &email).await;
        let (mut key, codes) = add_first(&mut here).await;
        let before: Vec<u8> = stored(&db, user.0).await;

        for nothing in [json!({}), json!({ "code": " " })] {
            let fields = here.post(uri, body(uri, nothing)).await.assert_error(422, "SECOND_FACTOR_MISSING");
            assert!(fields["code"].is_string(), "{uri}");
        }
        here.post(uri, body(uri, json!({ "code": "000000" }))).await.assert_error(422, "WRONG_CODE");
        let asked = here.post(CHALLENGE, json!({})).await.json()["options"].clone();
        let mut forged = key.get(&asked);
        forged["response"]["signature"] = json!("AAAA");
        refused(&here.post(uri, body(uri, json!({ "passkey": forged }))).await);
        let mut wrong = body(uri, json!({ "code": codes[0] }));
        wrong[if uri == PASSWORD_CHANGE { "currentPassword" } else { "password" }] = json!("a wrong pass");
        here.post(uri, wrong).await.assert_error(422, "WRONG_PASSWORD");
        assert_eq!(stored(&db, user.0).await, before, "{uri}: nothing was changed");

        let proof = match uri {
            DELETION => json!({ "code": codes[0] }),
            _ => json!({ "passkey": answer(&mut here, &mut key).await }),
        };
        let reply = here.post(uri, body(uri, proof)).await;
        assert!(reply.status.is_success(), "{uri}: {}", reply.text());
    }
}

/// Returns what the changes would change: the user's password, and the tokens of the sessions.
async fn stored(db: &PgPool, user: uuid::Uuid) -> Vec<u8> {
    let sql =
        "select convert_to(u.password_hash || string_agg(encode(s.token_hash, 'hex'), '' order by s.id),
                                 'UTF8')
               from app_user u join session s on s.user_id = u.id where u.id = $1 group by u.id";
    sqlx::query_scalar(sql).bind(user).fetch_one(db).await.unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn refused_new_password_uses_up_no_proof(db: PgPool) {
    account(&db, SARA, "Sara", Role::User).await;
    let app = TestApp::with_config(db.clone(), &more_tries()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (mut key, _) = add_first(&mut here).await;
    let passkey = answer(&mut here, &mut key).await;
    let change = |new: &str| json!({ "currentPassword": PASSWORD, "newPassword": new, "passkey": passkey });
    here.post(PASSWORD_CHANGE, change("password1")).await.assert_error(422, "PASSWORD_TOO_COMMON");
    assert_eq!(here.post(PASSWORD_CHANGE, change(NEW_PASSWORD)).await.status, 200);
    refused(&here.post(CONFIRMATION, json!({ "password": NEW_PASSWORD, "passkey": passkey })).await);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn refused_deletion_of_the_last_admin_uses_up_no_proof(db: PgPool) {
    account(&db, SARA, "Sara", Role::Admin).await;
    let app = TestApp::with_config(db.clone(), &more_tries()).await;
    let mut here = Browser::signed_in(&app, SARA).await;
    let (mut key, _) = add_first(&mut here).await;
    let proof = json!({ "passkey": answer(&mut here, &mut key).await });
    here.post(DELETION, body(DELETION, proof.clone())).await.assert_error(409, "LAST_ADMIN");
    assert_eq!(here.post(CONFIRMATION, body(CONFIRMATION, proof)).await.status, 204);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn administrators_who_delete_their_accounts_at_once_wait_for_each_other(db: PgPool) {
    let mut admins = Vec::new();
    for place in 0..3 {
        let email = format!("sara{place}@example.com");
        admins.push((account(&db, &email, "Sara", Role::Admin).await.0, email));
    }
    admins.sort();
    let app = TestApp::new(db.clone()).await;
    let mut one = Browser::signed_in(&app, &admins[1].1).await;
    let mut other = Browser::signed_in(&app, &admins[2].1).await;
    // Both get as far as the first administrator.
    let mut held = db.begin().await.unwrap();
    let hold = sqlx::query("select from app_user where id = $1 for update").bind(admins[0].0);
    hold.execute(&mut *held).await.unwrap();
    let release = async {
        let waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&db).await.unwrap() < 2 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        held.rollback().await.unwrap();
    };
    let proof = json!({ "password": PASSWORD });
    let (one, other, ()) =
        tokio::join!(one.post(DELETION, proof.clone()), other.post(DELETION, proof), release);
    assert_eq!((one.status.as_u16(), other.status.as_u16()), (204, 204));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn recovery_code_of_a_confirmation_is_used_up_and_mailed(db: PgPool) {
    account(&db, SARA, "Sara", Role::Admin).await;
    let (app, mailbox) = (TestApp::with_config(db.clone(), &more_tries()).await, Mailbox::new(&db));
    let mut here = Browser::signed_in(&app, SARA).await;
    let (_, codes) = add_first(&mut here).await;
    mailbox.deliver().await;
    execute(&db, "update session set confirmed_at = now() - interval '13 hours'").await;
    here.get("/api/admin/users").await.assert_error(403, "PASSWORD_REQUIRED");
    let proof = json!({ "password": PASSWORD, "code": codes[0] });
    assert_eq!(here.post(CONFIRMATION, proof.clone()).await.status, 204);
    assert_eq!(here.get("/api/admin/users").await.status, 200);
    assert_eq!(here.get(FACTOR).await.json()["recoveryCodesLeft"], 9);
    let mails = mailbox.deliver().await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0].subject, "A recovery code was used");
    here.post(CONFIRMATION, proof).await.assert_error(422, "WRONG_CODE");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_of_another_user_reads_and_changes_nothing(db: PgPool) {
    let sara = account(&db, SARA, "Sara", Role::User).await;
    account(&db, "omar@example.com", "Omar", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    // Sara's page stays open while Omar signs in, in another tab of the same browser.
    let mut here = Browser::signed_in(&app, SARA).await;
    here.expected_user = Some(sara.0.to_string());
    assert_eq!(here.get("/api/user/settings").await.json()["username"], "Sara");
    here.sign_in("omar@example.com", PASSWORD).await;
    let rename = json!({ "username": "Sara the Great" });
    here.send(Method::PUT, "/api/user/settings", Some(rename.clone())).await.assert_error(409, "OTHER_USER");
    here.get("/api/user/settings").await.assert_error(409, "OTHER_USER");
    here.get("/api/admin/users").await.assert_error(409, "OTHER_USER");
    here.post("/api/auth/logout", Value::Null).await.assert_error(409, "OTHER_USER");
    // The page learns who is signed in, and what everybody may see stays open.
    let me = here.get("/api/auth/me").await.json();
    assert_eq!(me["user"]["name"], "Omar");
    assert_eq!(here.get("/api/retailers").await.status, 200);

    here.expected_user = Some("Sara".to_owned());
    let fields = here.get("/api/user/settings").await.assert_error(422, "INVALID_FIELDS");
    assert!(fields["X-Tajmeea-User"].is_string(), "{fields}");
    here.expected_user = me["user"]["id"].as_str().map(str::to_owned);
    assert_eq!(here.get("/api/user/settings").await.json()["username"], "Omar");
    assert_eq!(here.post("/api/auth/logout", Value::Null).await.status, 204);
    // Without a session nobody is signed in, whoever the page expects.
    here.send(Method::PUT, "/api/user/settings", Some(rename)).await.assert_error(401, "NOT_SIGNED_IN");
    assert_eq!(here.post("/api/auth/logout", Value::Null).await.status, 204);
}
