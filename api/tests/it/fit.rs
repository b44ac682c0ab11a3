use axum::{body::Body, http::Request};
use domain::model::{Category, ProductFacts, SpecKey, SpecValue};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    fixtures::{import, part, with_fact, world},
};

fn board(name: &str, socket: Option<&str>) -> ProductFacts {
    let board = part(Category::Motherboard, name, &name.to_uppercase().replace(' ', "-"));
    match socket {
        Some(socket) => with_fact(board, SpecKey::Socket, SpecValue::Text(socket.into())),
        None => board,
    }
}

fn names(body: &Value) -> Vec<&str> {
    body["products"].as_array().unwrap().iter().map(|product| product["name"].as_str().unwrap()).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn incompatible_products_are_hidden_and_counted(db: PgPool) {
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
    // A processor is checked in the place of the chosen one.
    let processors = app.get(&format!("/api/products/list?category=CPU&compatibleWith={ryzen}")).await.json();
    assert_eq!((&processors["hidden"], &processors["total"]), (&json!(0), &json!(2)));

    // The stated socket was wrong: the rules use today's facts.
    let mended = with_fact(intel, SpecKey::Socket, SpecValue::Text("AM5".into()));
    import(&db, &[mended]).await;
    app.eventually(&listing, |body| body["hidden"] == json!(0)).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn all_values_of_a_group_are_counted_among_what_fits(db: PgPool) {
    let world = world(&db).await;
    import(&db, &[board("ASRock Alpha", Some("AM5")), board("MSI Beta", Some("LGA1851"))]).await;
    let app = TestApp::new(db).await;
    let ryzen = world.ryzen.id;
    for (group, filter, values) in [
        ("manufacturer", "", json!([{ "value": "ASRock", "count": 1 }])),
        ("spec.socket", "", json!([{ "value": "AM5", "count": 1 }])),
        ("spec.socket", "&spec.socket=LGA1851", json!([{ "value": "AM5", "count": 1 }])),
    ] {
        let uri = format!(
            "/api/products/list?category=MOTHERBOARD&limit=1&compatibleWith={ryzen}&allValues={group}{filter}"
        );
        assert_eq!(app.get(&uri).await.json()["facets"][group]["values"], values, "{uri}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn quantity_of_a_part_counts(db: PgPool) {
    let kit = part(Category::Ram, "Corsair Vengeance 32GB", "KIT-2");
    let kit = with_fact(kit, SpecKey::Modules, SpecValue::Number(2.0));
    let two_slots = with_fact(board("ASRock Alpha", None), SpecKey::MemorySlots, SpecValue::Number(2.0));
    let four_slots = with_fact(board("ASRock Beta", None), SpecKey::MemorySlots, SpecValue::Number(4.0));
    let kit_id = kit.id;
    import(&db, &[kit, two_slots, four_slots]).await;
    let app = TestApp::new(db.clone()).await;
    let listing = |parts: String| {
        format!("/api/products/list?category=MOTHERBOARD&sort=name_asc&compatibleWith={parts}")
    };
    let body = app.get(&listing(kit_id.to_string())).await.json();
    assert_eq!(names(&body), ["ASRock Alpha", "ASRock Beta"]);
    let body = app.get(&listing(format!("{kit_id}:2"))).await.json();
    assert_eq!((names(&body), &body["hidden"]), (vec!["ASRock Beta"], &json!(1)));
    for quantity in ["0", "33", "two", "-1", ""] {
        let refused = app.get(&listing(format!("{kit_id}:{quantity}"))).await;
        assert_eq!(refused.status.as_u16(), 422, "{quantity}: {}", refused.text());
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn fit_index_is_loaded_after_a_restart(db: PgPool) {
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

async fn candidates(app: &TestApp, body: &Value) -> Reply {
    let request = Request::post("/api/compatibility/candidates").header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_string())).unwrap()).await
}

fn case(name: &str, room: f64) -> ProductFacts {
    let part = part(Category::Case, name, &name.to_uppercase().replace(' ', "-"));
    with_fact(part, SpecKey::MaxGpuLength, SpecValue::Number(room))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn candidates_carry_short_compatibility_sentences(db: PgPool) {
    let world = world(&db).await;
    let [small, large] = [case("Fractal Alpha", 294.1), case("Fractal Beta", 400.0)];
    let untold = part(Category::Gpu, "ASUS Untold GeForce RTX 5070", "UNTOLD");
    import(&db, &[small.clone(), large.clone(), untold.clone()]).await;
    let app = TestApp::new(db).await;
    let ids = [world.card.id, untold.id, world.ryzen.id, domain::model::ProductId::random()];
    let body =
        |case: &ProductFacts| json!({"components": {"CASE": case.id}, "candidates": ids, "facts": true});
    let reply = candidates(&app, &body(&small)).await;
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "no-store"));
    // No rule compares a processor with a case, and the last id is unknown.
    let answer = reply.json();
    let found = answer["candidates"].as_array().unwrap();
    assert_eq!(found.len(), 2, "{answer}");
    assert_eq!(found[0]["productId"], json!(world.card.id));
    assert_eq!(
        (&found[0]["outcome"], &found[0]["code"], &found[0]["text"]),
        (&json!("error"), &json!("GPU_TOO_LONG"), &json!("9.9 mm too long"))
    );
    assert!(found[0]["textAr"].as_str().unwrap().contains("9.9"), "{answer}");
    assert_eq!(
        found[0]["facts"][0],
        json!({"key": "length", "outcome": "error", "against": 294.1, "unit": "mm"})
    );
    assert_eq!(
        (&found[1]["outcome"], &found[1]["text"]),
        (&json!("unknown"), &json!("Length: we don't have it"))
    );
    // The large case replaces the small one; from the case's side the same fact about its space is missing.
    let fits = candidates(&app, &body(&large)).await.json();
    assert_eq!(
        (&fits["candidates"][0]["outcome"], &fits["candidates"][0]["text"]),
        (&json!("unknown"), &json!("Width: we don't have it"))
    );
    assert_eq!(fits["unknownOfBuild"], json!([]), "{fits}");
    let body = json!({"components": {"GPU": world.card.id, "CASE": large.id}, "candidates": [small.id]});
    let room = candidates(&app, &body).await.json();
    assert_eq!(room["candidates"][0]["text"], "9.9 mm too short for your card");
    assert_eq!(room["candidates"][0].get("facts"), None);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unknown_fact_of_the_build_is_said_once(db: PgPool) {
    let world = world(&db).await;
    let untold = part(Category::Case, "Fractal Untold", "FRACTAL-UNTOLD");
    let other = with_fact(
        part(Category::Gpu, "ASUS Other GeForce RTX 5070", "OTHER"),
        SpecKey::Length,
        SpecValue::Number(300.0),
    );
    import(&db, &[untold.clone(), other.clone()]).await;
    let app = TestApp::new(db).await;
    let body =
        |ids: &[domain::model::ProductId]| json!({"components": {"CASE": untold.id}, "candidates": ids});
    let answer = candidates(&app, &body(&[world.card.id, other.id])).await.json();
    let unknown = answer["unknownOfBuild"].as_array().unwrap();
    assert_eq!(unknown.iter().filter(|rule| rule["code"] == "GPU_TOO_LONG").count(), 1, "{answer}");
    for fit in answer["candidates"].as_array().unwrap() {
        assert_ne!(fit["code"], "GPU_TOO_LONG", "{answer}");
    }
    // A page of one product names the rule itself.
    let single = candidates(&app, &body(&[other.id])).await.json();
    assert_eq!(single["unknownOfBuild"], json!([]), "{single}");
    assert_eq!(single["candidates"][0]["outcome"], "unknown", "{single}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_candidate_requests_are_refused(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let many = vec![world.card.id; 101];
    for body in [
        json!({"components": {"TOASTER": null}, "candidates": []}),
        json!({"components": {"CPU": "x"}, "candidates": []}),
        json!({"components": {}, "candidates": many}),
        json!({"components": {}, "candidates": ["x"]}),
        json!({"components": {}, "candidates": [], "beside": "TOASTER"}),
        json!({"components": {}}),
    ] {
        candidates(&app, &body).await.assert_error(422, "INVALID_FIELDS");
    }
    let empty = json!({"components": {}, "candidates": [world.card.id], "beside": null});
    assert_eq!(candidates(&app, &empty).await.json(), json!({"candidates": [], "unknownOfBuild": []}));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn listing_names_the_rules_that_hide_products(db: PgPool) {
    let world = world(&db).await;
    let small = case("Fractal Alpha", 294.1);
    import(&db, std::slice::from_ref(&small)).await;
    let app = TestApp::new(db).await;
    let body = app.get(&format!("/api/products/list?category=GPU&compatibleWith={}", small.id)).await.json();
    assert_eq!(body["hidden"], json!(1));
    assert_eq!(body["hiddenBy"].as_array().map(Vec::len), Some(1), "{body}");
    let reason = &body["hiddenBy"][0];
    assert_eq!(
        (&reason["code"], &reason["count"], &reason["text"]),
        (&json!("GPU_TOO_LONG"), &json!(1), &json!("longer than 294.1 mm"))
    );
    assert!(reason["textAr"].as_str().unwrap().contains("294.1"));
    let whole = app.get(&format!("/api/products/list?category=GPU&compatibleWith={}", world.ryzen.id)).await;
    assert_eq!(whole.json()["hiddenBy"], json!([]));
}

async fn check_build(app: &TestApp, body: &str) -> Reply {
    let request = Request::post("/api/compatibility").header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn compatibility_report_has_evidence_in_both_languages(db: PgPool) {
    let world = world(&db).await;
    let intel = board("ASRock Beta", Some("LGA1851"));
    import(&db, std::slice::from_ref(&intel)).await;
    let app = TestApp::new(db).await;
    let body = json!({"components": {
        "CPU": world.ryzen.id, "MOTHERBOARD": {"productId": intel.id}, "GPU": {"product": {"id": world.card.id}},
        "Memory": [{"productId": world.unsold.id, "quantity": 2}], "CASE": null
    }});
    let reply = check_build(&app, &body.to_string()).await;
    let answer = reply.json();
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "no-store"));
    assert_eq!((&answer["compatible"], &answer["isComplete"]), (&json!(false), &json!(false)));
    assert_eq!(answer["totalPrice"], json!(376.75));
    // Nobody sells the board and the memory.
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
async fn compatibility_names_refused_parts_and_checks_the_rest(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let unknown = domain::model::ProductId::random();
    let body = json!({"components": {
        "CPU": [world.ryzen.id, world.core.id], "GPU": world.unsold.id, "CASE": unknown,
        "RAM": [{"productId": world.unsold.id, "quantity": 10_000}, {"productId": world.unsold.id, "quantity": 0}]
    }});
    let answer = check_build(&app, &body.to_string()).await.json();
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
        check_build(&app, body).await.assert_error(status, code);
    }
    let five_hundred: Vec<_> = (0..500).map(|_| domain::model::ProductId::random()).collect();
    let body = json!({"components": {"RAM": five_hundred, "CPU": world.ryzen.id}}).to_string();
    assert_eq!(check_build(&app, &body).await.status.as_u16(), 422, "the processor is one too many");
    let body = json!({"components": {"RAM": five_hundred[1..], "CPU": world.ryzen.id}}).to_string();
    let answer = check_build(&app, &body).await.json();
    assert_eq!((answer["notFound"].as_array().unwrap().len(), &answer["totalPrice"]), (499, &json!(145)));
    let many = json!({"components": {"RAM": vec![unknown; 501]}}).to_string();
    check_build(&app, &many).await.assert_error(422, "INVALID_FIELDS");
    check_build(&app, &" ".repeat(300_000)).await.assert_error(413, "TOO_LARGE");
    let untyped = Request::post("/api/compatibility").body(Body::from("{}")).unwrap();
    app.send(untyped).await.assert_error(415, "NOT_JSON");
}
