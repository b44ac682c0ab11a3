//! Saved builds: content, refused input, and protection from other users.

use axum::{
    body::Body,
    http::{Method, Request},
};
use domain::{model::MAX_SAVED_BUILDS, store::users::Role};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{Reply, TestApp},
    browsers::{Browser, PASSWORD, account, signed_in_user},
    fixtures::{World, offer, store, world},
};

/// A processor for 145 and a card for 231.750.
pub(crate) fn gaming(world: &World) -> Value {
    json!({
        "name": "Gaming", "description": "For work\r\nand play", "totalPrice": 1, "currency": "KWD", "isPublic": false,
        "components": {"CPU": world.ryzen.id, "GPU": {"productId": world.card.id, "quantity": 1}, "CASE": null}
    })
}

pub(crate) async fn save_build(browser: &mut Browser<'_>, build: Value) -> Value {
    let reply = browser.post("/api/builds", build).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["build"].clone()
}

pub(crate) fn path(build: &Value) -> String {
    format!("/api/builds/{}", build["id"].as_str().unwrap())
}

pub(crate) async fn update_build(browser: &mut Browser<'_>, build: &Value, change: Value) -> Reply {
    browser.send(Method::PUT, &path(build), Some(change)).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_shows_saved_and_current_prices(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let reply = sara.post("/api/builds", gaming(&world)).await;
    let answer = reply.json();
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (201, "no-store"));
    let kept = &answer["build"];
    let token = kept["shareToken"].as_str().unwrap();
    assert_eq!(answer["shareUrl"], format!("https://tajmeea.example/build/{token}"));
    assert_eq!(token.len(), 22);
    assert_eq!((&kept["name"], &kept["description"]), (&json!("Gaming"), &json!("For work\nand play")));
    // The total of 1 in the request is ignored.
    assert_eq!((&kept["totalPrice"], &kept["todayTotal"]), (&json!(376.75), &json!(376.75)));
    assert_eq!(
        (&kept["version"], &kept["viewCount"], &kept["isPublic"]),
        (&json!(1), &json!(0), &json!(false))
    );
    let cpu = &kept["components"]["CPU"];
    assert_eq!((&cpu["price"], &cpu["state"], &cpu["quantity"]), (&json!(145), &json!("sold"), &json!(1)));
    assert_eq!((&cpu["product"]["retailer"], &cpu["product"]["price"]), (&json!("Shop alpha"), &json!(145)));

    store(&db, world.alpha, &[offer(&world.ryzen, 139_000)]).await;
    let later = sara.get(&path(kept)).await.json()["build"].clone();
    assert_eq!((&later["totalPrice"], &later["todayTotal"]), (&json!(376.75), &json!(370.75)));
    assert_eq!(
        (&later["components"]["CPU"]["price"], &later["components"]["CPU"]["product"]["price"]),
        (&json!(145), &json!(139))
    );
    // Renaming keeps the saved prices; saving the parts again takes today's.
    let named =
        update_build(&mut sara, kept, json!({"name": " Gaming \n 2 ", "description": ""})).await.json();
    assert_eq!((&named["build"]["name"], &named["build"]["description"]), (&json!("Gaming 2"), &json!(null)));
    assert_eq!(named["build"]["totalPrice"], json!(376.75));
    let parts = json!({"components": {"CPU": [world.ryzen.id], "RAM": [{"productId": world.unsold.id, "quantity": 2}]}});
    let saved = update_build(&mut sara, kept, parts).await.json()["build"].clone();
    assert_eq!(
        (&saved["totalPrice"], &saved["unpriced"], &saved["version"]),
        (&json!(139), &json!(1), &json!(3))
    );
    assert_eq!(
        (&saved["components"]["RAM"][0]["state"], &saved["components"]["RAM"][0]["quantity"]),
        (&json!("unsold"), &json!(2))
    );
    assert_eq!(saved["components"].as_object().unwrap().len(), 2);

    save_build(&mut sara, gaming(&world)).await;
    let page = sara.get("/api/builds?page=2&limit=1").await.json();
    assert_eq!((&page["total"], &page["page"], &page["limit"]), (&json!(2), &json!(2), &json!(1)));
    assert_eq!(page["builds"][0], sara.get(&path(kept)).await.json()["build"]);
    let uses: i64 =
        sqlx::query_scalar("select sum(times)::bigint from product_interest where kind = 'BUILD'")
            .fetch_one(&db)
            .await
            .unwrap();
    // Processor and card count twice, the memory once: saving the same parts again counts nothing.
    assert_eq!(uses, 5);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn save_names_invalid_parts_and_stores_the_rest(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let nobody = domain::model::ProductId::random();
    let build = json!({"name": "Odd", "components": {
        "CPU": [world.ryzen.id, world.core.id], "GPU": {"product": {"id": world.card.id}}, "CASE": nobody,
        "Memory": [{"productId": world.unsold.id, "quantity": 10_000}]
    }});
    let answer = sara.post("/api/builds", build).await.json();
    assert_eq!(answer["notFound"], json!([nobody]));
    assert_eq!(answer["refused"].as_array().unwrap().len(), 2, "{answer}");
    let kept = &answer["build"];
    assert_eq!(kept["components"].as_object().unwrap().len(), 2);

    // A product that leaves the catalogue stays in the build with its name and saved price, also when the build is
    // saved again.
    sqlx::query("update product set removed_at = now() where id = $1")
        .bind(world.card.id)
        .execute(&db)
        .await
        .unwrap();
    let again = json!({"components": {"CPU": world.ryzen.id, "GPU": world.card.id}, "version": 1});
    for reply in [sara.get(&path(kept)).await, update_build(&mut sara, kept, again).await] {
        let answer = reply.json();
        let card = &answer["build"]["components"]["GPU"];
        assert_eq!(
            (&card["state"], &card["price"], &card["product"]["price"]),
            (&json!("gone"), &json!(231.75), &json!(null))
        );
        assert_eq!(card["product"]["name"], "ASUS TUF Gaming GeForce RTX 5070 OC");
        assert_eq!((&answer["build"]["todayTotal"], &answer["build"]["unpriced"]), (&json!(145), &json!(1)));
        assert_eq!(answer["notFound"], json!([]));
    }
    // Parts that no retailer has in stock are not in the total, although their last price is shown.
    let stock = async |stock: &str| {
        sqlx::query("update offer set stock = $2 where product_id = $1")
            .bind(world.ryzen.id)
            .bind(stock)
            .execute(&db)
            .await
            .unwrap();
    };
    stock("OUT").await;
    let answer = sara.get(&path(kept)).await.json();
    assert_eq!((&answer["build"]["todayTotal"], &answer["build"]["unpriced"]), (&json!(0), &json!(2)));
    assert_eq!(answer["build"]["components"]["CPU"]["product"]["price"], 145);
    stock("IN").await;
    sqlx::query("update offer set product_id = null, linked_by = null where product_id = $1")
        .bind(world.card.id)
        .execute(&db)
        .await
        .unwrap();
    sqlx::query("delete from product where id = $1").bind(world.card.id).execute(&db).await.unwrap();
    let card = sara.get(&path(kept)).await.json()["build"]["components"]["GPU"].clone();
    assert_eq!(
        (&card["state"], &card["product"]["id"], &card["price"]),
        (&json!("gone"), &json!(null), &json!(231.75))
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_build_is_refused_by_field(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let cpu = json!({"CPU": world.ryzen.id});
    for (body, field) in [
        (json!({"components": cpu}), "name"),
        (json!({"name": " \n", "components": cpu}), "name"),
        (json!({"name": "x".repeat(101), "components": cpu}), "name"),
        (json!({"name": "x", "description": "x".repeat(1001), "components": cpu}), "description"),
        (json!({"name": "x", "currency": "USD", "components": cpu}), "currency"),
        (json!({"name": "x"}), "components"),
        (json!({"name": "x", "components": {}}), "components"),
        (json!({"name": "x", "components": {"CPU": domain::model::ProductId::random()}}), "components"),
        (json!({"name": "x", "components": {"TOASTER": null}}), "components.TOASTER"),
        (json!({"name": "x", "components": {"RAM": vec![world.unsold.id; 501]}}), "components"),
        (json!({"name": "x", "components": cpu, "userId": 1}), "userId"),
        (json!({"name": 7, "components": cpu}), "name"),
    ] {
        let fields = sara.post("/api/builds", body.clone()).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields[field].is_string(), "{body}: {fields}");
    }
    // All problems are reported together.
    let fields = sara
        .post("/api/builds", json!({"currency": "EUR", "components": {"CPU": 1}}))
        .await
        .assert_error(422, "INVALID_FIELDS");
    assert_eq!(
        fields.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["components.CPU", "currency", "name"]
    );
    sara.post("/api/builds", json!({"name": "x".repeat(300_000)})).await.assert_error(413, "TOO_LARGE");
    let kept = save_build(&mut sara, gaming(&world)).await;
    update_build(&mut sara, &kept, json!({"name": ""})).await.assert_error(422, "INVALID_FIELDS");
    update_build(&mut sara, &kept, json!({"components": {}})).await.assert_error(422, "INVALID_FIELDS");
    assert_eq!(sara.get(&path(&kept)).await.json()["build"]["version"], 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn idempotency_key_creates_one_build(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let mut noor = signed_in_user(&app, &db, "noor").await;
    let (body, cookie) = (gaming(&world).to_string(), sara.cookie.clone().unwrap());
    let submit = async |key: &str, cookie: &str| {
        let request = Request::post("/api/builds").header("content-type", "application/json");
        let request = request.header("idempotency-key", key).header("cookie", cookie);
        app.send(request.body(Body::from(body.clone())).unwrap()).await
    };
    let key = "7f0c1f52-54a5-4bd6-9a09-6d0f3e1e5a11";
    let replies = futures::future::join_all((0..8).map(|_| submit(key, &cookie))).await;
    let made = replies.iter().filter(|reply| reply.status == 201).count();
    let found = replies.iter().filter(|reply| reply.status == 200).count();
    assert_eq!((made, found), (1, 7));
    let ids: Vec<Value> = replies.iter().map(|reply| reply.json()["build"]["id"].clone()).collect();
    assert!(ids.windows(2).all(|pair| pair[0] == pair[1]), "{ids:?}");
    // The same key of another user creates another build.
    let noors = noor.cookie.clone().unwrap();
    assert_eq!(submit(key, &noors).await.status, 201);
    submit("again", &cookie).await.assert_error(422, "INVALID_FIELDS");
    for browser in [&mut sara, &mut noor] {
        assert_eq!(browser.get("/api/builds").await.json()["total"], 1);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_count_per_account_is_limited(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    sqlx::query(
        "insert into saved_build (user_id, name, share_token)
         select app_user.id, 'Old', 'token-' || number from app_user, generate_series(2, $1) as number",
    )
    .bind(MAX_SAVED_BUILDS)
    .execute(&db)
    .await
    .unwrap();
    let kept = save_build(&mut sara, gaming(&world)).await;
    sara.post("/api/builds", gaming(&world)).await.assert_error(422, "TOO_MANY_BUILDS");
    sara.post(&format!("{}/duplicate", path(&kept)), json!({})).await.assert_error(422, "TOO_MANY_BUILDS");
    assert_eq!(sara.send(Method::DELETE, &path(&kept), None).await.status, 204);
    save_build(&mut sara, gaming(&world)).await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn stale_version_answers_409(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut here = signed_in_user(&app, &db, "sara").await;
    let mut there = Browser::signed_in(&app, "sara@example.com").await;
    let kept = save_build(&mut here, gaming(&world)).await;
    let with = |product: &domain::model::ProductFacts, version: i32| json!({"components": {"CPU": product.id}, "version": version});
    let saved = update_build(&mut here, &kept, with(&world.core, 1)).await;
    assert_eq!(saved.json()["build"]["version"], 2, "{}", saved.text());
    update_build(&mut there, &kept, with(&world.ryzen, 1)).await.assert_error(409, "BUILD_CHANGED");
    assert_eq!(
        there.get(&path(&kept)).await.json()["build"]["components"]["CPU"]["product"]["id"],
        json!(world.core.id)
    );
    // Saving the same content again is no conflict and no new version.
    let repeated = update_build(&mut here, &kept, with(&world.core, 1)).await.json();
    assert_eq!(repeated["build"]["version"], 2);
    assert_eq!(repeated["build"]["updatedAt"], saved.json()["build"]["updatedAt"]);
    let repeated = update_build(&mut here, &kept, with(&world.core, 2)).await.json();
    assert_eq!(repeated["build"]["version"], 2);
    // A change of the visibility conflicts with nothing.
    let shared = update_build(&mut there, &kept, json!({"isPublic": true, "version": 1})).await.json();
    assert_eq!((&shared["build"]["isPublic"], &shared["build"]["version"]), (&json!(true), &json!(2)));
    // Without a version the last save wins.
    assert_eq!(update_build(&mut there, &kept, json!({"name": "Mine"})).await.json()["build"]["version"], 3);

    // Of many concurrent saves based on the same version, one succeeds.
    let names = (0..6).map(|number| json!({"name": format!("Name {number}"), "version": 3}));
    let cookie = here.cookie.clone().unwrap();
    let replies = futures::future::join_all(names.map(async |body| {
        let request =
            Request::put(path(&kept)).header("content-type", "application/json").header("cookie", &cookie);
        app.send(request.body(Body::from(body.to_string())).unwrap()).await.status.as_u16()
    }))
    .await;
    assert_eq!(replies.iter().filter(|status| **status == 200).count(), 1, "{replies:?}");
    assert_eq!(replies.iter().filter(|status| **status == 409).count(), 5, "{replies:?}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn copy_is_private_at_todays_prices(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let kept = save_build(&mut sara, gaming(&world)).await;
    update_build(&mut sara, &kept, json!({"isPublic": true})).await;
    store(&db, world.alpha, &[offer(&world.ryzen, 139_000)]).await;
    let reply = sara.post(&format!("{}/duplicate", path(&kept)), json!({})).await;
    let copy = reply.json()["build"].clone();
    assert_eq!(
        (reply.status.as_u16(), &copy["name"], &copy["version"]),
        (201, &json!("Gaming (Copy)"), &json!(1))
    );
    assert_eq!((&copy["isPublic"], &copy["totalPrice"]), (&json!(false), &json!(370.75)));
    assert_ne!(copy["shareToken"], kept["shareToken"]);
    let named = sara.post(&format!("{}/duplicate", path(&kept)), json!({"name": "Second"})).await.json();
    assert_eq!(
        (&named["build"]["name"], &named["build"]["description"]),
        (&json!("Second"), &json!("For work\nand play"))
    );
    sara.post(&format!("{}/duplicate", path(&kept)), json!({"name": ""}))
        .await
        .assert_error(422, "INVALID_FIELDS");
}

/// Every build request: without a session, by another user, by an administrator, and by its owner.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn private_build_answers_404_to_strangers(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    account(&db, "admin@example.com", "Admin", Role::Admin).await;
    let others =
        [signed_in_user(&app, &db, "noor").await, Browser::signed_in(&app, "admin@example.com").await];
    let kept = save_build(&mut sara, gaming(&world)).await;
    let token = format!("/api/builds/{}", kept["shareToken"].as_str().unwrap());
    let calls = [
        (Method::PUT, path(&kept), Some(json!({"isPublic": true}))),
        (Method::POST, format!("{}/duplicate", path(&kept)), Some(json!({}))),
        (Method::DELETE, path(&kept), None),
    ];
    for (method, uri, body) in &calls {
        let mut nobody = Browser::new(&app);
        nobody.send(method.clone(), uri, body.clone()).await.assert_error(401, "NOT_SIGNED_IN");
    }
    for (method, uri) in [(Method::GET, "/api/builds"), (Method::POST, "/api/builds")] {
        Browser::new(&app).send(method, uri, None).await.assert_error(401, "NOT_SIGNED_IN");
    }
    for mut other in others {
        for (method, uri, body) in &calls {
            other.send(method.clone(), uri, body.clone()).await.assert_error(404, "BUILD_NOT_FOUND");
        }
        other.get(&path(&kept)).await.assert_error(404, "BUILD_NOT_FOUND");
        other.get(&token).await.assert_error(404, "BUILD_NOT_FOUND");
        assert_eq!(other.get("/api/builds").await.json()["total"], 0);
    }
    for uri in [path(&kept), token, "/api/builds/x".to_owned(), format!("/api/builds/{}", "A".repeat(22))] {
        Browser::new(&app).get(&uri).await.assert_error(404, "BUILD_NOT_FOUND");
    }
    for (method, uri, body) in &calls {
        let reply = sara.send(method.clone(), uri, body.clone()).await;
        assert!(reply.status.is_success(), "{method} {uri}: {}", reply.text());
    }
    sara.send(Method::DELETE, &path(&kept), None).await.assert_error(404, "BUILD_NOT_FOUND");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn deleted_account_deletes_its_builds(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let kept = save_build(&mut sara, gaming(&world)).await;
    update_build(&mut sara, &kept, json!({"isPublic": true})).await;
    let reply = sara.get("/api/user/export").await;
    let builds = reply.json()["builds"].clone();
    assert_eq!(
        (&builds[0]["name"], &builds[0]["parts"][0]["priceFils"]),
        (&json!("Gaming"), &json!(145_000))
    );
    assert_eq!(builds[0]["parts"][1]["name"], "ASUS TUF Gaming GeForce RTX 5070 OC");
    assert!(!reply.text().contains("token"), "{}", reply.text());
    let token = format!("/api/builds/{}", kept["shareToken"].as_str().unwrap());
    assert_eq!(app.get(&token).await.status, 200);
    assert_eq!(sara.post("/api/user/delete", json!({ "password": PASSWORD })).await.status, 204);
    app.get(&token).await.assert_error(404, "BUILD_NOT_FOUND");
    let left: i64 = sqlx::query_scalar(
        "select (select count(*) from saved_build) + (select count(*) from saved_build_part) + (select count(*) from build_view)",
    )
    .fetch_one(&db)
    .await
    .unwrap();
    assert_eq!(left, 0);
}
