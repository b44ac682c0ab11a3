//! Administrators' decisions on unknown manufacturers.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{app::TestApp, browsers::admin, fixtures::execute};

const LIST: &str = "/api/admin/manufacturers";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn manufacturer_names_are_listed_confirmed_aliased_and_refused(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    execute(&db, "insert into manufacturer (key, name, offers, shops, titles)
         values ('vida', 'Vida', 9, 3, '{Vida 500W}'), ('corsiar', 'Corsiar', 2, 1, '{}'), ('promo', 'Promo', 1, 1, '{}')").await;
    let listed = dana.get(LIST).await.json();
    let names: Vec<&Value> =
        listed["manufacturers"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, [&json!("Vida"), &json!("Corsiar"), &json!("Promo")], "those with most offers first");
    assert_eq!((&listed["total"], &listed["unconfirmed"]), (&json!(3), &json!(3)));
    assert_eq!(listed["manufacturers"][0]["titles"], json!(["Vida 500W"]));

    for (action, body) in [
        ("confirm", json!({ "key": "vida" })),
        ("alias", json!({ "key": "corsiar", "of": "corsair" })),
        ("refuse", json!({ "key": "promo" })),
    ] {
        let reply = dana.post(&format!("{LIST}/{action}"), body).await;
        assert_eq!(reply.status.as_u16(), 204, "{action}: {}", reply.text());
    }
    let aliases = dana.get(&format!("{LIST}?state=alias")).await.json();
    assert_eq!(aliases["total"], json!(1));
    let alias = &aliases["manufacturers"][0];
    assert_eq!((&alias["aliasOf"], &alias["decidedBy"]), (&json!("Corsair"), &json!("dana")));
    assert_eq!(dana.get(LIST).await.json()["unconfirmed"], json!(0));
    let log = dana.get("/api/admin/audit-log?targetType=MANUFACTURER").await.json();
    assert_eq!(log["total"], json!(3), "{log}");

    let unknown = json!({ "key": "nobody", "of": "Corsair" });
    for action in ["confirm", "alias", "refuse"] {
        dana.post(&format!("{LIST}/{action}"), unknown.clone())
            .await
            .assert_error(404, "MANUFACTURER_NOT_FOUND");
    }
    for of in ["", "Nobody Ltd", "Vida"] {
        let reply = dana.post(&format!("{LIST}/alias"), json!({ "key": "vida", "of": of })).await;
        assert_eq!(reply.status.as_u16(), 422, "{of}");
        assert!(reply.json()["fields"]["of"].is_string(), "{}", reply.text());
    }
    let reply = dana.get(&format!("{LIST}?state=maybe")).await;
    assert_eq!(reply.status.as_u16(), 422);
}
