//! Reviews: permissions, refused input, and the statistics.

use axum::http::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, PASSWORD, admin, signed_in_user},
    fixtures::{execute, world},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_review_is_published_replaced_and_counted(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let uri = format!("/api/products/{}/reviews", world.ryzen.id);
    let empty = app.get(&uri).await.json();
    assert_eq!(
        (&empty["reviews"], &empty["stats"]["total"], &empty["stats"]["averageRating"]),
        (&json!([]), &json!(0), &json!(null))
    );

    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut ali = signed_in_user(&app, &db, "ali").await;
    assert_eq!(sara.get(&format!("{uri}/mine")).await.json(), json!({"review": null}));
    let saved = sara.post(&uri, json!({"rating": 2, "comment": "  <b>loud</b>\r\n "})).await;
    assert_eq!(saved.status.as_u16(), 200, "{}", saved.text());
    assert_eq!(saved.json()["review"]["comment"], "<b>loud</b>", "markup is text");
    sara.post(&uri, json!({"rating": 4})).await;
    let saved = ali.post(&uri, json!({"rating": 5, "comment": "هادئ"})).await.json();
    assert_eq!(
        saved["stats"],
        json!({"total": 2, "averageRating": 4.5, "distribution": {"1": 0, "2": 0, "3": 0, "4": 1, "5": 1}})
    );

    let list = app.get(&uri).await.json();
    assert_eq!((&list["stats"], &list["total"]), (&saved["stats"], &json!(2)));
    let [first, second] = [&list["reviews"][0], &list["reviews"][1]];
    assert_eq!(
        (&first["user"]["username"], &first["comment"], &first["rating"]),
        (&json!("ali"), &json!("هادئ"), &json!(5))
    );
    assert_eq!(
        (&second["user"]["username"], &second["comment"], &second["rating"]),
        (&json!("sara"), &json!(null), &json!(4))
    );
    assert_eq!(sara.get(&format!("{uri}/mine")).await.json()["review"], *second);
    let page = app.get(&format!("{uri}?page=2&limit=1")).await.json();
    assert_eq!((&page["reviews"][0], &page["page"], &page["limit"]), (second, &json!(2), &json!(1)));

    // Cards get the rating through the index, like every change.
    let rated = |card: &Value| card["rating"] == json!(4.5) && card["reviewCount"] == json!(2);
    app.eventually("/api/search?q=ryzen", |answer| rated(&answer["products"][0])).await;
    let detail = app.get(&format!("/api/products?id={}", world.ryzen.id)).await.json();
    assert!(rated(&detail["product"]), "{detail}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_review_is_refused_by_field(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let uri = format!("/api/products/{}/reviews", world.ryzen.id);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    for (body, field) in [
        (json!({}), "rating"),
        (json!({"rating": null, "comment": "good"}), "rating"),
        (json!({"rating": 0}), "rating"),
        (json!({"rating": 6}), "rating"),
        (json!({"rating": 4.5}), "rating"),
        (json!({"rating": "5"}), "rating"),
        (json!({"rating": 5, "comment": "x".repeat(2001)}), "comment"),
        (json!({"rating": 5, "comment": ["x"]}), "comment"),
    ] {
        let fields = sara.post(&uri, body.clone()).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields.get(field).is_some(), "{body}: {fields}");
    }
    assert_eq!(sara.post(&uri, json!({})).await.json()["fields"]["rating"], "Please select a rating");
    assert_eq!(app.get(&uri).await.json()["total"], 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn review_requires_a_session_and_a_product(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let uri = format!("/api/products/{}/reviews", world.ryzen.id);
    let mut nobody = Browser::new(&app);
    nobody.post(&uri, json!({"rating": 5})).await.assert_error(401, "NOT_SIGNED_IN");
    nobody.get(&format!("{uri}/mine")).await.assert_error(401, "NOT_SIGNED_IN");
    let mut sara = signed_in_user(&app, &db, "sara").await;
    for id in ["00000000-0000-4000-8000-000000000000", "42"] {
        let uri = format!("/api/products/{id}/reviews");
        app.get(&uri).await.assert_error(404, "PRODUCT_NOT_FOUND");
        sara.post(&uri, json!({"rating": 5})).await.assert_error(404, "PRODUCT_NOT_FOUND");
    }
    for query in ["page=0", "page=x", "limit=101", "sort=best"] {
        app.get(&format!("{uri}?{query}")).await.assert_error(422, "INVALID_FIELDS");
    }
    assert_eq!(app.get(&format!("{uri}?page=99")).await.json()["reviews"], json!([]));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn author_or_admin_deletes_a_review(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let uri = format!("/api/products/{}/reviews", world.ryzen.id);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut ali = signed_in_user(&app, &db, "ali").await;
    let mut admin = admin(&app, &db, "admin").await;
    let id = |saved: Value| format!("/api/reviews/{}", saved["review"]["id"].as_str().unwrap());
    let of_sara = id(sara.post(&uri, json!({"rating": 1})).await.json());
    let of_ali = id(ali.post(&uri, json!({"rating": 3})).await.json());

    Browser::new(&app).send(Method::DELETE, &of_sara, None).await.assert_error(401, "NOT_SIGNED_IN");
    // Another user's review is 404, like an unknown one.
    ali.send(Method::DELETE, &of_sara, None).await.assert_error(404, "REVIEW_NOT_FOUND");
    assert_eq!(sara.send(Method::DELETE, &of_sara, None).await.status.as_u16(), 204);
    sara.send(Method::DELETE, &of_sara, None).await.assert_error(404, "REVIEW_NOT_FOUND");
    execute(&db, "update session set confirmed_at = now() - interval '13 hours'").await;
    admin.send(Method::DELETE, &of_ali, None).await.assert_error(403, "PASSWORD_REQUIRED");
    admin.post("/api/auth/confirm-password", json!({ "password": PASSWORD })).await;
    assert_eq!(admin.send(Method::DELETE, &of_ali, None).await.status.as_u16(), 204);
    let log = admin.get("/api/admin/audit-log").await.json();
    assert_eq!((&log["total"], &log["actions"][0]["actionType"]), (&json!(1), &json!("DELETE_REVIEW")));
    for unknown in ["/api/reviews/42", "/api/reviews/00000000-0000-4000-8000-000000000000"] {
        admin.send(Method::DELETE, unknown, None).await.assert_error(404, "REVIEW_NOT_FOUND");
    }
    assert_eq!(app.get(&uri).await.json()["total"], 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reviews_are_rate_limited(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let uri = format!("/api/products/{}/reviews", world.ryzen.id);
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut taken = 0;
    let refused = loop {
        let reply = sara.post(&uri, json!({"rating": 5})).await;
        if reply.status != 200 {
            break reply;
        }
        taken += 1;
        assert!(taken < 50, "nothing holds her back");
    };
    refused.assert_error(429, "TOO_OFTEN");
    let seconds: u32 = refused.header("retry-after").parse().unwrap();
    assert!(taken >= 5 && (1..=60).contains(&seconds), "{taken} taken, then {seconds} s");
    // Other users have limits of their own.
    let mut ali = signed_in_user(&app, &db, "ali").await;
    assert_eq!(ali.post(&uri, json!({"rating": 5})).await.status.as_u16(), 200);
}
