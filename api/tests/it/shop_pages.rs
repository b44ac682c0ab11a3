//! The pages of shops, and what the api says of one retailer.

use domain::{model::RetailerDraft, store::figures};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    content_without_scripts::{assert_all, read},
    fixtures::{execute, open_shop, shop, world},
    history::import_past,
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn retailer_is_described_with_the_number_of_its_products_in_each_category(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let alpha = app.get("/api/retailers/alpha").await.json();
    assert_eq!(alpha["retailer"]["name"], "Shop alpha");
    // The card is in stock at the other retailer alone.
    let categories = json!([{"category": "CPU", "products": 2}]);
    assert_eq!(alpha["categories"], categories);
    for (category, number) in [("CPU", 2), ("GPU", 0)] {
        let listing = format!("/api/products/list?category={category}&retailer=alpha&inStock=false");
        assert_eq!(app.get(&listing).await.json()["total"], number);
    }
    for unknown in ["nobody", "No%20Slug", "ALPHA"] {
        let reply = app.get(&format!("/api/retailers/{unknown}")).await;
        reply.assert_error(404, "RETAILER_NOT_FOUND");
    }
    app.get("/api/retailers/alpha?x=1").await.assert_error(422, "INVALID_FIELDS");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_of_a_shop_is_found_in_both_languages_and_an_unknown_shop_is_404(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    for (page, name) in [("/shop/alpha", "Shop alpha"), ("/ar/shop/alpha", "محل alpha")] {
        let reply = app.get(page).await;
        let html = reply.text();
        assert_eq!(reply.status.as_u16(), 200);
        let canonical = format!("<link rel=\"canonical\" href=\"https://tajmeea.example{page}\" />");
        let call = "data-call=\"/api/retailers/alpha\"";
        for expected in [format!("<title>{name}").as_str(), canonical.as_str(), "hreflang=\"ar\"", call] {
            assert!(html.contains(expected), "{expected} is not in {html}");
        }
        assert!(!html.contains("noindex"), "{html}");
    }
    let pages = app.get("/sitemaps/pages.xml").await.text();
    for page in ["/shop/alpha", "/ar/shop/beta"] {
        assert!(pages.contains(&format!("<loc>https://tajmeea.example{page}</loc>")), "{pages}");
    }
    for unknown in ["/shop/nobody", "/ar/shop/nobody", "/shop/No%20Slug"] {
        let reply = app.get(unknown).await;
        assert_eq!(reply.status.as_u16(), 404, "{unknown}");
        assert!(reply.text().contains("noindex"), "{unknown}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn the_page_of_a_shop_is_read_without_scripts_in_both_languages(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let english = read(&app, "/shop/alpha").await;
    assert_all(
        &english,
        &[
            "Home Shop alpha",
            "Delivery 2.000 KWD for each order",
            "Free delivery For orders from 50.000 KWD",
            "Instalments None that we know of",
            "CPUs 2 products",
            "We haven’t read the whole shop yet.",
            "Visit Shop alpha",
        ],
    );
    for link in ["href=\"/cpu?retailer=alpha&amp;inStock=false\"", "href=\"https://alpha.example\""] {
        assert!(english.content.contains(link), "{link} is not in {}", english.content);
    }
    let arabic = read(&app, "/ar/shop/beta").await;
    assert_all(&arabic, &["محل beta", "التوصيل المحل ما يذكره", "الأقساط تابي"]);
    assert!(
        arabic.content.contains("href=\"/ar/cpu?retailer=beta&amp;inStock=false\""),
        "{}",
        arabic.content
    );
    let product = read(&app, &format!("/product/{}", world.ryzen.id)).await;
    assert!(product.content.contains("href=\"/shop/alpha\""), "{}", product.content);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn links_to_offers_carry_the_template_of_their_retailer(db: PgPool) {
    let world = world(&db).await;
    let template = "https://go.example/?to={url}".parse().unwrap();
    open_shop(&db, &RetailerDraft { affiliate: Some(template), ..shop("alpha") }).await;
    let app = TestApp::new(db).await;
    let plain = "https://shop.example/100-100001084WOF";
    let marked = "https://go.example/?to=https%3A%2F%2Fshop.example%2F100-100001084WOF";
    let detail = app.get(&format!("/api/products?id={}", world.ryzen.id)).await.json();
    assert_eq!(detail["product"]["url"], marked);
    for offer in detail["retailers"].as_array().unwrap() {
        let expected = if offer["retailerSlug"] == "alpha" { marked } else { plain };
        assert_eq!(offer["url"], expected);
    }
    let page = read(&app, &format!("/product/{}", world.ryzen.id)).await;
    for url in [marked, plain] {
        assert!(page.content.contains(&format!("href=\"{url}\"")), "{}", page.content);
    }
    for (slug, is_marked) in [("alpha", true), ("beta", false)] {
        let retailer = app.get(&format!("/api/retailers/{slug}")).await.json();
        assert_eq!(retailer["retailer"]["affiliate"], is_marked);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shop_says_how_often_its_price_before_was_true(db: PgPool) {
    let world = world(&db).await;
    import_past(&db, &world, &[(60, 160_000)]).await;
    figures::roll_up(&db).await.unwrap();
    let app = TestApp::new(db.clone()).await;
    let reductions =
        async |slug: &str| app.get(&format!("/api/retailers/{slug}")).await.json()["reductions"].clone();
    let one = json!({"truthful": 1, "judged": 1, "needed": 5, "days": 90});
    assert_eq!(reductions("alpha").await, one);
    assert_eq!(reductions("beta").await, json!({"truthful": 0, "judged": 0, "needed": 5, "days": 90}));
    let few = read(&app, "/shop/alpha").await;
    assert_all(&few, &["Not enough reductions to judge: 1 of the 5 needed in the last 90 days."]);
    // Four more of the same offer, one of them untrue, and one that began too long ago.
    execute(&db, "insert into judged_reduction (offer_id, fell_at, retailer_id, claimed_fils, lowest_before_fils)
         select offer_id, now() - make_interval(days => back), retailer_id, 200, lowest
         from judged_reduction, (values (10, 200), (20, 250), (30, 199), (89, 200), (91, 200)) as made (back, lowest)").await;
    assert_eq!(reductions("alpha").await, json!({"truthful": 4, "judged": 5, "needed": 5, "days": 90}));
    let english = read(&app, "/shop/alpha").await;
    assert_all(
        &english,
        &["Its “was” was true in 4 of the 5 reductions of the last 90 days that we could judge."],
    );
    let arabic = read(&app, "/ar/shop/alpha").await;
    assert_all(&arabic, &["من 5 تخفيض قدرنا نحكم عليها في آخر 90 يوم"]);
}
