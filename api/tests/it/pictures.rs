//! Pictures as browsers receive them.

use axum::body::Bytes;
use domain::{
    model::{Picture, PictureHash, ProductId},
    store::pictures::{self, SourceOutcome, StoredPicture},
    transactions::picture_choices,
};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::admin,
    fixtures::{World, offer, store, world},
};

const SHOPS_ADDRESS: &str = "https://alpha.example/ryzen.jpg";

/// Creates a world in which a retailer shows a picture of the Ryzen that was fetched.
async fn pictured(db: &PgPool) -> (World, Picture) {
    let world = world(db).await;
    let shown =
        domain::model::OfferDraft { image_url: Some(SHOPS_ADDRESS.into()), ..offer(&world.ryzen, 145_000) };
    store(db, world.alpha, &[shown]).await;
    pictures::add_sources(db, world.alpha).await.unwrap();
    let picture = Picture { hash: PictureHash::of(b"ryzen"), width: 500, height: 400 };
    let mut tx = db.begin().await.unwrap();
    let stored =
        StoredPicture { picture: picture.clone(), bytes: 9, plain: 1.0, lettering: 0.0, quality: 0.9 };
    pictures::insert(&mut tx, &stored).await.unwrap();
    let outcome = SourceOutcome::Fetched { hash: picture.hash.clone(), validator: None };
    pictures::record(&mut tx, world.alpha, SHOPS_ADDRESS, &outcome, 30).await.unwrap();
    let rule = pictures::PlaceholderRule { max_products: 20, categories: 3 };
    picture_choices::choose_for_retailer(&mut tx, world.alpha, rule).await.unwrap();
    tx.commit().await.unwrap();
    (world, picture)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn picture_files_are_immutable_and_other_names_are_404(db: PgPool) {
    let (_, picture) = pictured(&db).await;
    let app = TestApp::new(db).await;
    for file in picture.files() {
        app.pictures.store.put(&file, Bytes::from(file.width.to_string())).await.unwrap();
        let reply = app.get(&file.path()).await;
        assert_eq!((reply.status.as_u16(), reply.text()), (200, file.width.to_string()));
        assert_eq!(reply.header("content-type"), "image/webp");
        assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert!(reply.header("content-security-policy").starts_with("default-src 'none'"));
    }
    let hash = &picture.hash;
    let other = PictureHash::of(b"never fetched");
    for path in [
        format!("{other}-192.webp"),
        format!("{hash}-193.webp"),
        format!("{hash}-192.png"),
        format!("{hash}-192.webp.br"),
        format!("{hash}.webp"),
        format!("..%2f{hash}-192.webp"),
        "..%2f..%2fCargo.toml".to_owned(),
        format!("{}-192.webp", hash.as_str().to_uppercase()),
        "%00".into(),
        "a".repeat(4_000),
    ] {
        let reply = app.get(&format!("/pictures/{path}")).await;
        assert_eq!(reply.status.as_u16(), 404, "{path}: {}", reply.text());
        assert!(!reply.header("cache-control").contains("immutable"), "{path}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn no_answer_holds_a_retailer_picture_address(db: PgPool) {
    let (world, picture) = pictured(&db).await;
    let app = TestApp::new(db.clone()).await;
    let told = json!({ "hash": picture.hash, "width": 500, "height": 400 });
    let id = world.ryzen.id;
    let product = app.get(&format!("/api/products?id={id}")).await;
    assert_eq!(product.json()["product"]["picture"], told);
    let found = app.get("/api/search?q=9800X3D").await;
    assert_eq!(found.json()["products"][0]["picture"], told);
    // The field of the specification: the widest file.
    for told in [&product.json()["product"], &found.json()["products"][0]] {
        assert_eq!(told["imageUrl"], format!("/pictures/{}-640.webp", picture.hash));
    }
    let without = app.get(&format!("/api/products?id={}", world.core.id)).await.json();
    assert!(without["product"].get("imageUrl").is_none());
    let suggested = app.get("/api/suggest?q=9800X3D").await;
    assert_eq!(suggested.json()["products"][0]["picture"], told);
    let page = app.get(&format!("/product/{id}")).await;
    let own = format!("https://tajmeea.example/pictures/{}-640.webp", picture.hash);
    assert!(
        page.text().contains(&format!("<meta property=\"og:image\" content=\"{own}\"")),
        "{}",
        page.text()
    );
    let sources = format!(
        "imagesrcset=\"/pictures/{0}-192.webp 192w, /pictures/{0}-384.webp 384w, /pictures/{0}-640.webp 500w\"",
        picture.hash
    );
    assert!(page.text().contains(&sources), "{}", page.text());
    let listing = app.get("/cpu").await;
    for reply in [product, found, suggested, page, listing] {
        assert!(!reply.text().contains("alpha.example/ryzen"), "{}", reply.text());
    }
    let mut dana = admin(&app, &db, "dana").await;
    let offers = dana.get("/api/admin/products?search=9800X3D").await;
    assert!(
        offers.text().contains(picture.hash.as_str()) && !offers.text().contains("ryzen.jpg"),
        "{}",
        offers.text()
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pictures_of_a_product_are_listed_without_refused_ones(db: PgPool) {
    let (world, picture) = pictured(&db).await;
    let app = TestApp::new(db.clone()).await;
    let uri = format!("/api/products/{}/pictures", world.ryzen.id);
    let listed = app.get(&uri).await;
    assert_eq!(listed.json(), json!({ "pictures": [{ "hash": picture.hash, "width": 500, "height": 400 }] }));
    assert!(!listed.text().contains("alpha"), "{}", listed.text());
    let mut dana = admin(&app, &db, "dana").await;
    let decided = format!("/api/admin/catalogue/{}/pictures", world.ryzen.id);
    dana.post(&decided, json!({ "action": "refuse", "hash": picture.hash })).await;
    assert_eq!(app.get(&uri).await.json(), json!({ "pictures": [] }));
    for id in [ProductId::random().to_string(), "nothing".to_owned()] {
        assert_eq!(app.get(&format!("/api/products/{id}/pictures")).await.status.as_u16(), 404, "{id}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pages_allow_pictures_from_their_own_host_only(db: PgPool) {
    let (world, _) = pictured(&db).await;
    let app = TestApp::new(db).await;
    for uri in ["/", "/search?q=x", &format!("/product/{}", world.ryzen.id)] {
        let policy = app.get(uri).await.header("content-security-policy").to_owned();
        assert!(policy.contains("img-src 'self' data:;"), "{uri}: {policy}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn admin_chooses_the_picture_of_a_product(db: PgPool) {
    let (world, picture) = pictured(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut dana = admin(&app, &db, "dana").await;
    let uri = format!("/api/admin/catalogue/{}/pictures", world.ryzen.id);
    let listed = dana.get(&uri).await.json();
    assert_eq!(listed["pictures"][0]["picture"]["hash"], json!(picture.hash));
    assert_eq!(
        (&listed["pictures"][0]["chosen"], &listed["pictures"][0]["pinned"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(listed["pictures"][0]["retailers"], json!(["Shop alpha"]));
    let chosen = dana.post(&uri, json!({ "action": "choose", "hash": picture.hash })).await;
    assert_eq!(chosen.json()["pictures"][0]["pinned"], json!(true), "{}", chosen.text());
    let refused = dana.post(&uri, json!({ "action": "refuse", "hash": picture.hash })).await;
    assert_eq!(refused.json()["pictures"][0]["refused"], json!(true), "{}", refused.text());
    let without = format!("/api/products?id={}", world.ryzen.id);
    assert_eq!(app.get(&without).await.json()["product"]["picture"], json!(null));
    app.eventually("/api/search?q=9800X3D", |found| found["products"][0]["picture"].is_null()).await;
    for (body, field) in [
        (json!({ "action": "choose" }), "hash"),
        (json!({ "action": "choose", "hash": "x" }), "hash"),
        (json!({ "action": "choose", "hash": PictureHash::of(b"other") }), "hash"),
    ] {
        let fields = dana.post(&uri, body).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields[field].is_string(), "{fields}");
    }
    let nowhere = format!("/api/admin/catalogue/{}/pictures", ProductId::random());
    dana.get(&nowhere).await.assert_error(404, "PRODUCT_NOT_FOUND");
    dana.post(&nowhere, json!({ "action": "automatic" })).await.assert_error(404, "PRODUCT_NOT_FOUND");
}
