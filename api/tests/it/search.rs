use domain::store::users::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, account},
    fixtures::world,
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn search_hits_carry_the_whole_product_card(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let reply = app.get("/api/search?q=ryzen+9800x3d").await;
    let body = reply.json();
    assert_eq!(
        (reply.status.as_u16(), &body["total"], &body["page"], &body["limit"]),
        (200, &json!(1), &json!(1), &json!(20))
    );
    let product = &body["products"][0];
    assert_eq!(product["id"], json!(world.ryzen.id));
    assert_eq!(
        (&product["price"], &product["listPrice"], &product["currency"]),
        (&json!(145), &json!(159.9), &json!("KWD"))
    );
    assert_eq!((&product["retailer"], &product["retailerSlug"]), (&json!("Shop alpha"), &json!("alpha")));
    assert_eq!((&product["retailerCount"], &product["inStock"]), (&json!(2), &json!(true)));
    assert_eq!(product["specs"], json!({"socket": "AM5", "cores": 8}));
    assert_eq!(product["nameAr"], json!("معالج رايزن 7 9800X3D"));
    // Of the Ryzen 5 7600, which has 100.
    let (gaming, rendering) = (&product["performance"]["gaming"], &product["performance"]["rendering"]);
    assert!(gaming.as_f64() > rendering.as_f64() && rendering.as_f64() > Some(100.0), "{product}");
    for key in ["facets", "hidden", "understood", "corrected", "dropped", "relaxed", "nearby", "category"] {
        assert!(body.get(key).is_some(), "{key} is missing");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn arabic_words_find_english_names(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    assert_eq!(
        app.get("/api/search?q=%D8%B1%D8%A7%D9%8A%D8%B2%D9%86").await.names(),
        ["AMD Ryzen 7 9800X3D"]
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn filters_combine(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let ryzen = "AMD Ryzen 7 9800X3D";
    let core = "Intel Core Ultra 7 265K";
    let card = "ASUS TUF Gaming GeForce RTX 5070 OC";
    let cases: &[(&str, &[&str])] = &[
        ("category=CPU&sort=price_asc", &[core, ryzen]),
        ("category=CPU&sort=price_desc", &[ryzen, core]),
        ("category=cpu,gpu&sort=name_asc", &[ryzen, card, core]),
        ("category=cpu,gpu&sort=delivered_asc", &[core, ryzen, card]),
        ("category=CPU&sort=spec.cores.desc", &[core, ryzen]),
        // A graphics card has no such fact and comes last.
        ("category=cpu,gpu&sort=spec.cores.asc", &[ryzen, core, card]),
        ("category=CPU&sort=spec.socket.asc", &[ryzen, core]),
        // Eight cores for 145 against twenty for 118.5; the larger cache counts in games alone.
        ("category=CPU&sort=value_cores", &[core, ryzen]),
        ("category=CPU&sort=value_rendering", &[core, ryzen]),
        ("category=CPU&sort=value_gaming", &[ryzen, core]),
        // A product without the measure comes last.
        ("category=cpu,gpu&sort=value_cores", &[core, ryzen, card]),
        ("category=CPU&category=GPU&sort=name_desc", &[core, card, ryzen]),
        ("category=memory", &["Corsair Vengeance 32 GB"]),
        ("category=memory&inStock=true", &[]),
        ("manufacturer=AMD", &[ryzen]),
        ("retailer=beta&sort=price_asc", &[ryzen, card]),
        ("tabby=true&sort=price_asc", &[ryzen, card]),
        ("minPrice=118.5&maxPrice=145&sort=price_asc", &[core, ryzen]),
        ("minPrice=118.501&maxPrice=144.999", &[]),
        ("tier=budget&sort=price_asc", &[core, ryzen]),
        ("tier=mid-range", &[card]),
        ("spec.socket=AM5", &[ryzen]),
        ("spec.socket=AM5,LGA1851&sort=price_asc", &[core, ryzen]),
        ("spec.cores.min=10", &[core]),
        ("category=CPU&-manufacturer=AMD", &[core]),
        ("category=CPU,GPU&-spec.socket=AM5&sort=price_asc", &[core, card]),
        ("category=CPU,GPU&-category=CPU", &[card]),
        ("spec.cores.min=6&spec.cores.max=8", &[ryzen]),
        ("minRating=4", &[]),
        ("manufacturer=&category=CPU&page=&sort=price_asc", &[core, ryzen]),
    ];
    for (query, expected) in cases {
        let reply = app.get(&format!("/api/products/list?{query}")).await;
        assert_eq!(reply.names(), *expected, "{query}");
        assert_eq!(reply.json()["total"], json!(expected.len()), "{query}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn retailer_and_tabby_filters_find_what_is_in_stock_there(db: PgPool) {
    let world = world(&db).await;
    let sell_out = async |slugs: &[&str]| {
        sqlx::query(
            "update offer set stock = 'OUT' from retailer
             where retailer.id = retailer_id and product_id = $1 and slug = any($2)",
        )
        .bind(world.ryzen.id)
        .bind(slugs)
        .execute(&db)
        .await
        .unwrap();
    };
    let (ryzen, card) = ("AMD Ryzen 7 9800X3D", "ASUS TUF Gaming GeForce RTX 5070 OC");
    // Alpha still has the processor in stock.
    sell_out(&["beta"]).await;
    let app = TestApp::new(db.clone()).await;
    for filter in ["retailer=beta", "tabby=true"] {
        assert_eq!(app.get(&format!("/api/products/list?{filter}")).await.names(), [card], "{filter}");
    }
    // No retailer has it in stock.
    sell_out(&["alpha", "beta"]).await;
    let app = TestApp::new(db.clone()).await;
    for filter in ["retailer=beta", "tabby=true"] {
        let query = format!("/api/products/list?{filter}&sort=price_asc");
        assert_eq!(app.get(&query).await.names(), [ryzen, card], "{filter}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pages_have_the_requested_size(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let mut seen = Vec::new();
    for page in 1..=4 {
        let reply = app.get(&format!("/api/products/list?sort=name_asc&limit=1&page={page}")).await;
        let body = reply.json();
        assert_eq!((&body["total"], &body["page"], &body["limit"]), (&json!(4), &json!(page), &json!(1)));
        seen.extend(reply.names());
    }
    seen.dedup();
    assert_eq!(seen.len(), 4);
    let past = app.get("/api/products/list?page=5&limit=1").await;
    assert_eq!((past.names().len(), &past.json()["total"]), (0, &json!(4)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn listing_names_its_category_only_when_there_is_one(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    for (query, category) in
        [("", Value::Null), ("?category=Memory", json!("RAM")), ("?category=CPU,GPU", Value::Null)]
    {
        assert_eq!(
            app.get(&format!("/api/products/list{query}")).await.json()["category"],
            category,
            "{query}"
        );
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn facet_counts_follow_changes_and_prices_are_in_dinars(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let body = app.get("/api/products/list?category=CPU").await.json();
    let facets = body["facets"].as_object().unwrap();
    let count = |group: &str, value: &str| {
        let values = facets[group]["values"].as_array().unwrap_or_else(|| panic!("{group} in {facets:?}"));
        values.iter().find(|one| one["value"] == value).map_or(0, |one| one["count"].as_u64().unwrap())
    };
    assert_eq!((count("manufacturer", "AMD"), count("manufacturer", "Intel")), (1, 1));
    assert_eq!((count("retailer", "alpha"), count("retailer", "beta")), (2, 1));
    assert_eq!(count("category", "GPU"), 1, "made without the group's own filter");
    assert_eq!((count("availability", "inStock"), count("availability", "tabby")), (2, 1));
    assert_eq!((count("spec.socket", "AM5"), count("spec.socket", "LGA1851")), (1, 1));
    let price = &facets["price"];
    assert_eq!(price["type"], "range");
    let (min, max) = (price["min"].as_f64().unwrap(), price["max"].as_f64().unwrap());
    assert!((100.0..=118.5).contains(&min) && (145.0..=160.0).contains(&max), "{price}");
    let in_buckets: u64 =
        price["buckets"].as_array().unwrap().iter().map(|bucket| bucket["count"].as_u64().unwrap()).sum();
    assert_eq!(in_buckets, 2);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn parsed_filters_are_shown_and_removable(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let body = app.get("/api/search?q=cpu+under+120").await.json();
    let understood = body["understood"].as_array().unwrap();
    let price = understood.iter().find(|one| one["kind"] == "price").unwrap_or_else(|| panic!("{body}"));
    assert_eq!(price["filter"], json!({"maxPrice": ["120"]}));
    assert_eq!(body["products"][0]["name"], "Intel Core Ultra 7 265K");
    assert_eq!(body["total"], 1);
    let words = price["words"].as_str().unwrap().replace(' ', "+");
    let taken_back = app.get(&format!("/api/search?q=cpu+under+120&literal={words}")).await.json();
    assert!(
        !taken_back["understood"].as_array().unwrap().iter().any(|one| one["kind"] == "price"),
        "{taken_back}"
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn suggestions_highlight_the_typed_text(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let reply = app.get("/api/suggest?q=ryz").await;
    let body = reply.json();
    assert_eq!(reply.status.as_u16(), 200);
    let product = &body["products"][0];
    assert_eq!(
        (&product["id"], &product["price"], &product["category"]),
        (&json!(world.ryzen.id), &json!(145), &json!("CPU"))
    );
    assert_eq!(product["highlights"], json!([[4, 7]]));
    for key in ["categories", "brands", "queries"] {
        assert!(body[key].is_array(), "{key}");
    }
    let none = app.get("/api/suggest?q=").await;
    assert_eq!((none.status.as_u16(), none.json()["products"].as_array().unwrap().len()), (200, 0));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn score_explanation_is_for_admins_only(db: PgPool) {
    world(&db).await;
    account(&db, "root@example.com", "Root", Role::Admin).await;
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db).await;
    let uri = "/api/search?q=ryzen&explain=1";
    assert_eq!(Browser::new(&app).get(uri).await.status, 401);
    assert_eq!(Browser::signed_in(&app, "sara@example.com").await.get(uri).await.status, 403);
    let mut root = Browser::signed_in(&app, "root@example.com").await;
    let explained = root.get(uri).await.json();
    let (products, explanations) = (&explained["products"], &explained["explanations"]);
    assert_eq!(products.as_array().unwrap().len(), explanations.as_array().unwrap().len());
    let first = &explanations[0];
    let sum: f64 =
        first["parts"].as_array().unwrap().iter().map(|part| part["points"].as_f64().unwrap()).sum();
    assert!((sum - first["score"].as_f64().unwrap()).abs() < 0.01, "{first}");
    assert!(root.get("/api/search?q=ryzen").await.json().get("explanations").is_none());
    assert_eq!(root.get("/api/search?q=ryzen&explain=perhaps").await.status, 422);
}
