use axum::{body::Body, http::Request};
use domain::model::{Category, ProductFacts, SpecKey, SpecValue};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    fixtures::{import, part, with, world},
};

fn board(name: &str, socket: Option<&str>) -> ProductFacts {
    let board = part(Category::Motherboard, name, &name.to_uppercase().replace(' ', "-"));
    match socket {
        Some(socket) => with(board, SpecKey::Socket, SpecValue::Text(socket.into())),
        None => board,
    }
}

fn names(body: &Value) -> Vec<&str> {
    body["products"].as_array().unwrap().iter().map(|product| product["name"].as_str().unwrap()).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn what_does_not_fit_the_build_is_hidden_and_counted(db: PgPool) {
    let world = world(&db).await;
    let [am5, intel, untold] = [
        board("ASRock Alpha", Some("AM5")),
        board("ASRock Beta", Some("LGA1851")),
        board("ASRock Gamma", None),
    ];
    import(&db, &[am5, intel.clone(), untold]).await;
    let app = TestApp::new(db.clone()).await;
    let ryzen = world.ryzen.id;
    let listing = format!("/api/products/list?category=MOTHERBOARD&sort=name_asc&compatibleWith={ryzen}");
    let body = app.get(&listing).await.json();
    assert_eq!(
        (names(&body), &body["hidden"], &body["total"]),
        (vec!["ASRock Alpha", "ASRock Gamma"], &json!(1), &json!(2))
    );
    let all = app.get("/api/products/list?category=MOTHERBOARD").await.json();
    assert_eq!((&all["hidden"], &all["total"]), (&json!(0), &json!(3)));
    let search = app.get(&format!("/api/search?q=asrock&compatibleWith={ryzen}")).await.json();
    assert_eq!((&search["hidden"], &search["total"]), (&json!(1), &json!(2)));
    // A processor is judged in the place of the one that is chosen.
    let processors = app.get(&format!("/api/products/list?category=CPU&compatibleWith={ryzen}")).await.json();
    assert_eq!((&processors["hidden"], &processors["total"]), (&json!(0), &json!(2)));

    // The shop's sheet was wrong: the rules go by the facts of today.
    let mended = with(intel, SpecKey::Socket, SpecValue::Text("AM5".into()));
    import(&db, &[mended]).await;
    app.eventually(&listing, |body| body["hidden"] == json!(0)).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_restarted_process_knows_what_fits(db: PgPool) {
    let world = world(&db).await;
    import(&db, &[board("ASRock Beta", Some("LGA1851"))]).await;
    let app = TestApp::new(db.clone()).await;
    let built = app.engine.stats().generation;
    let app = TestApp::with_files(db, app.kill().await).await;
    assert_eq!(app.engine.stats().generation, built);
    let unknown = domain::model::ProductId::random();
    let uri = format!("/api/products/list?category=MOTHERBOARD&compatibleWith={},{unknown}", world.ryzen.id);
    assert_eq!(app.get(&uri).await.json()["hidden"], json!(1));
}

async fn judge(app: &TestApp, body: &str) -> Reply {
    let request = Request::post("/api/compatibility").header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_build_is_judged_with_evidence_in_both_languages(db: PgPool) {
    let world = world(&db).await;
    let intel = board("ASRock Beta", Some("LGA1851"));
    import(&db, std::slice::from_ref(&intel)).await;
    let app = TestApp::new(db).await;
    let body = json!({"components": {
        "CPU": world.ryzen.id, "MOTHERBOARD": {"productId": intel.id}, "GPU": {"product": {"id": world.card.id}},
        "Memory": [{"productId": world.unsold.id, "quantity": 2}], "CASE": null
    }});
    let reply = judge(&app, &body.to_string()).await;
    let answer = reply.json();
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "no-store"));
    assert_eq!((&answer["compatible"], &answer["isComplete"]), (&json!(false), &json!(false)));
    assert_eq!(answer["totalPrice"], json!(376.75));
    // The board and the memory are sold nowhere.
    assert_eq!(answer["unpriced"].as_array().unwrap().len(), 2);
    let issues = answer["issues"].as_array().unwrap();
    let socket = issues.iter().find(|issue| issue["code"] == "SOCKET_MISMATCH").unwrap();
    assert_eq!(socket["type"], "error");
    let said = socket["message"].as_str().unwrap();
    assert!(
        said.contains("AMD Ryzen 7 9800X3D") && said.contains("ASRock Beta") && !said.contains('{'),
        "{said}"
    );
    assert!(socket["messageAr"].as_str().unwrap().contains("السوكت"));
    assert!(!socket["evidence"].as_array().unwrap().is_empty());
    assert!(answer["requiredWatts"].as_u64().unwrap() > 150);
    assert!(!answer["unchecked"].as_array().unwrap().is_empty());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn what_cannot_be_built_is_named_and_the_rest_judged(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let unknown = domain::model::ProductId::random();
    let body = json!({"components": {
        "CPU": [world.ryzen.id, world.core.id], "GPU": world.unsold.id, "CASE": unknown,
        "RAM": [{"productId": world.unsold.id, "quantity": 10_000}, {"productId": world.unsold.id, "quantity": 0}]
    }});
    let answer = judge(&app, &body.to_string()).await.json();
    assert_eq!(answer["notFound"], json!([unknown]));
    assert_eq!(answer["refused"].as_array().unwrap().len(), 4, "{answer}");
    assert_eq!(answer["totalPrice"], json!(145));

    for (body, status, code) in [
        ("{", 400, "MALFORMED"),
        ("[]", 422, "INVALID_FIELDS"),
        (r#"{"components": {"TOASTER": null}}"#, 422, "INVALID_FIELDS"),
        (r#"{"components": {"CPU": "x"}}"#, 422, "INVALID_FIELDS"),
        (r#"{"components": {"CPU": 7}}"#, 422, "INVALID_FIELDS"),
        (r#"{"components": {"RAM": {"quantity": 1}}}"#, 422, "INVALID_FIELDS"),
        (r#"{"components": {"RAM": [["x"]]}}"#, 422, "INVALID_FIELDS"),
    ] {
        judge(&app, body).await.assert_error(status, code);
    }
    let five_hundred: Vec<_> = (0..500).map(|_| domain::model::ProductId::random()).collect();
    let body = json!({"components": {"RAM": five_hundred, "CPU": world.ryzen.id}}).to_string();
    assert_eq!(judge(&app, &body).await.status.as_u16(), 422, "the processor is one too many");
    let body = json!({"components": {"RAM": five_hundred[1..], "CPU": world.ryzen.id}}).to_string();
    let answer = judge(&app, &body).await.json();
    assert_eq!((answer["notFound"].as_array().unwrap().len(), &answer["totalPrice"]), (499, &json!(145)));
    let many = json!({"components": {"RAM": vec![unknown; 501]}}).to_string();
    judge(&app, &many).await.assert_error(422, "INVALID_FIELDS");
    judge(&app, &" ".repeat(300_000)).await.assert_error(413, "TOO_LARGE");
    let untyped = Request::post("/api/compatibility").body(Body::from("{}")).unwrap();
    app.send(untyped).await.assert_error(415, "NOT_JSON");
}
