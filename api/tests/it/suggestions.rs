//! Swaps that visitors propose for shared builds.

use std::num::NonZeroU32;

use axum::http::Method;
use domain::{config::Config, store::expiry};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    browsers::{Browser, proof, signed_in_user},
    builds::{gaming, save_build, update_build},
    fixtures::{World, execute, world},
};

const LIST: &str = "/api/user/build-suggestions";

/// A stranger proposes a swap, with a proof of the bot check.
async fn suggest(app: &TestApp, build: &Value, from: impl ToString, to: impl ToString) -> Reply {
    let mut stranger = Browser::new(app);
    let proof = proof(&mut stranger).await;
    let uri = format!("/api/builds/{}/suggestions", build["shareToken"].as_str().unwrap());
    let swap = json!({ "from": from.to_string(), "to": to.to_string(), "turnstileToken": proof });
    stranger.post(&uri, swap).await
}

async fn shared_build(browser: &mut Browser<'_>, world: &World) -> Value {
    let build = save_build(browser, gaming(world)).await;
    assert_eq!(update_build(browser, &build, json!({ "isPublic": true })).await.status, 200);
    build
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn owner_sees_what_a_strangers_swap_saves_and_deletes_it(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut noor = signed_in_user(&app, &db, "noor").await;
    let build = shared_build(&mut sara, &world).await;
    for _ in 0..2 {
        let reply = suggest(&app, &build, world.ryzen.id, world.core.id).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (201, json!({ "success": true })));
    }
    let list = sara.get(LIST).await.json()["suggestions"].clone();
    assert_eq!(list.as_array().unwrap().len(), 1, "the same swap twice is one");
    assert_eq!(
        list[0],
        json!({
            "id": list[0]["id"], "buildId": build["id"], "category": "CPU", "saving": 26.5, "conflicts": 0,
            "from": { "id": world.ryzen.id, "name": world.ryzen.name },
            "to": { "id": world.core.id, "name": world.core.name },
        })
    );
    assert_eq!(noor.get(LIST).await.json(), json!({ "suggestions": [] }));
    let uri = format!("{LIST}/{}", list[0]["id"].as_str().unwrap());
    assert_eq!(noor.send(Method::DELETE, &uri, None).await.status, 204);
    assert_eq!(sara.get(LIST).await.json()["suggestions"].as_array().unwrap().len(), 1, "not theirs");
    assert_eq!(sara.send(Method::DELETE, &uri, None).await.status, 204);
    assert_eq!(sara.get(LIST).await.json(), json!({ "suggestions": [] }));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn suggestion_for_a_replaced_part_is_not_shown_and_old_ones_expire(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let build = shared_build(&mut sara, &world).await;
    assert_eq!(suggest(&app, &build, world.ryzen.id, world.core.id).await.status, 201);
    update_build(&mut sara, &build, json!({ "components": { "CPU": world.core.id } })).await;
    assert_eq!(sara.get(LIST).await.json(), json!({ "suggestions": [] }));
    assert_eq!(expiry::delete_build_suggestions(&db, 60).await.unwrap(), 0);
    execute(&db, "update build_suggestion set created_at = now() - interval '61 days'").await;
    assert_eq!(expiry::delete_build_suggestions(&db, 60).await.unwrap(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn suggestions_that_the_owner_cannot_see_leave_room_for_others(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let build = shared_build(&mut sara, &world).await;
    let id: uuid::Uuid = build["id"].as_str().unwrap().parse().unwrap();
    let fill = async |from: Option<domain::model::ProductId>, to: Option<domain::model::ProductId>| {
        sqlx::query(
            "insert into build_suggestion (build_id, from_product_id, to_product_id)
             select $1, coalesce($2, gen_random_uuid()), coalesce($3, gen_random_uuid()) from generate_series(1, 20)",
        )
        .bind(id)
        .bind(from)
        .bind(to)
        .execute(&db)
        .await
        .unwrap();
    };
    // The part is no longer in the build, or the product is gone.
    fill(None, Some(world.core.id)).await;
    fill(Some(world.ryzen.id), None).await;
    assert_eq!(suggest(&app, &build, world.ryzen.id, world.core.id).await.status, 201);
    assert_eq!(sara.get(LIST).await.json()["suggestions"].as_array().unwrap().len(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn wrong_swaps_and_private_builds_are_refused(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let build = shared_build(&mut sara, &world).await;
    let uri = format!("/api/builds/{}/suggestions", build["shareToken"].as_str().unwrap());
    // The products are checked before the proof, which is good for one attempt.
    for (from, to, field) in [
        (world.core.id, world.ryzen.id, "from"),
        (world.ryzen.id, world.ryzen.id, "to"),
        (world.ryzen.id, world.card.id, "to"),
        (world.ryzen.id, domain::model::ProductId::random(), "to"),
    ] {
        let reply = Browser::new(&app).post(&uri, json!({ "from": from, "to": to })).await;
        assert_eq!(reply.status, 422, "{}", reply.text());
        assert!(reply.json()["fields"][field].is_string(), "{field}: {}", reply.text());
    }
    let unproved = json!({ "from": world.ryzen.id, "to": world.core.id });
    Browser::new(&app).post(&uri, unproved).await.assert_error(422, "BOT_CHECK_FAILED");
    update_build(&mut sara, &build, json!({ "isPublic": false })).await;
    let closed = json!({ "from": world.ryzen.id, "to": world.core.id });
    assert_eq!(Browser::new(&app).post(&uri, closed).await.status, 404);
    assert_eq!(sara.get(LIST).await.json(), json!({ "suggestions": [] }));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn suggestions_of_one_address_are_limited(db: PgPool) {
    let world = world(&db).await;
    let mut config = Config::load().unwrap();
    config.limits.suggestions.burst = NonZeroU32::new(2).unwrap();
    let app = TestApp::with_config(db.clone(), &config).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let build = shared_build(&mut sara, &world).await;
    let uri = format!("/api/builds/{}/suggestions", build["shareToken"].as_str().unwrap());
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let swap = json!({ "from": world.ryzen.id, "to": world.card.id });
        statuses.push(Browser::new(&app).post(&uri, swap).await.status.as_u16());
    }
    assert_eq!(statuses, [422, 422, 429]);
}
