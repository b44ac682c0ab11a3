//! Administrators' decisions on chips, sockets and kinds of memory that no table lists.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{app::TestApp, browsers::admin, fixtures::execute};

const LIST: &str = "/api/admin/learnt-values";

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn learnt_values_are_listed_confirmed_and_rejected(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    execute(
        &db,
        "insert into learnt_value (spec, value, offers, title)
         values ('gpuChipset', 'GeForce RTX 9070', 2, 'Card'), ('socket', 'AM9', 5, null)",
    )
    .await;
    let listed = dana.get(LIST).await.json();
    let values: Vec<&Value> = listed["values"].as_array().unwrap().iter().map(|one| &one["value"]).collect();
    assert_eq!(values, [&json!("AM9"), &json!("GeForce RTX 9070")], "those with most offers first");

    for (spec, value, decision) in
        [("socket", "AM9", "confirm"), ("gpuChipset", "GeForce RTX 9070", "reject")]
    {
        let body = json!({ "spec": spec, "value": value, "decision": decision });
        let reply = dana.post(LIST, body).await;
        assert_eq!(reply.status.as_u16(), 204, "{value}: {}", reply.text());
    }
    let rejected = dana.get(&format!("{LIST}?state=rejected")).await.json();
    assert_eq!(rejected["total"], json!(1));
    let first = &rejected["values"][0];
    assert_eq!((&first["value"], &first["decidedBy"]), (&json!("GeForce RTX 9070"), &json!("dana")));
    assert_eq!(dana.get(&format!("{LIST}?state=unconfirmed")).await.json()["total"], json!(0));
    let log = dana.get("/api/admin/audit-log?targetType=LEARNT_VALUE").await.json();
    assert_eq!(log["total"], json!(2), "{log}");

    for (spec, value) in [("socket", "AM1"), ("nothing", "AM9"), ("socket", "AM9\0")] {
        let body = json!({ "spec": spec, "value": value, "decision": "confirm" });
        dana.post(LIST, body).await.assert_error(404, "LEARNT_VALUE_NOT_FOUND");
    }
    let reply = dana.get(&format!("{LIST}?state=maybe")).await;
    assert_eq!(reply.status.as_u16(), 422);
}
