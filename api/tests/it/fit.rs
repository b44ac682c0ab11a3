use domain::model::{Category, ProductFacts, SpecKey, SpecValue};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
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
