use domain::model::Category;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    budget::build_market,
    fixtures::{import, part, world},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_app_route_serves_the_page(db: PgPool) {
    let app = TestApp::new(db).await;
    for uri in [
        "/",
        "/cpu",
        "/search?q=x",
        "/share?text=x",
        "/ar/share",
        "/scan",
        "/ar/scan?gtin=1",
        "/index.html",
        "/settings",
    ] {
        let reply = app.get(uri).await;
        assert_eq!(reply.status.as_u16(), 200, "{uri}");
        assert!(reply.header("content-type").starts_with("text/html"), "{uri}");
        assert!(reply.text().contains("<div id=\"root\">"), "{uri}");
        let policy = reply.header("content-security-policy");
        assert!(
            policy.contains("script-src 'self' 'sha256-") && !policy.contains("script-src 'self' 'unsafe"),
            "{policy}"
        );
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn files_outside_the_front_end_are_not_served(db: PgPool) {
    let app = TestApp::new(db).await;
    for uri in ["/assets/../../index/meta.json", "/..%2f..%2fetc%2fpasswd.txt", "/assets/%2e%2e/index.html"] {
        let reply = app.get(uri).await;
        assert!(!reply.text().contains("root:") && reply.status.as_u16() != 500, "{uri}: {}", reply.status);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_links_the_app_of_its_language(db: PgPool) {
    let app = TestApp::new(db).await;
    for (uri, manifest) in [
        ("/", "/manifest.en.webmanifest"),
        ("/ar", "/manifest.ar.webmanifest"),
        ("/ar/for-shops", "/manifest.ar.webmanifest"),
        ("/nowhere", "/manifest.en.webmanifest"),
    ] {
        let page = app.get(uri).await;
        let html = page.text();
        assert_eq!(html.matches("rel=\"manifest\"").count(), 1, "{uri}: {html}");
        assert!(html.contains(&format!("<link rel=\"manifest\" href=\"{manifest}\" />")), "{uri}: {html}");
        assert!(page.header("content-security-policy").contains("manifest-src 'self'"), "{uri}");
        let file = app.get(manifest).await;
        assert_eq!((file.status.as_u16(), file.header("content-type")), (200, "application/manifest+json"));
    }
}

/// A worker may do what the policy of its own file allows: to request from this site.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn service_worker_may_request_from_this_site_alone(db: PgPool) {
    let app = TestApp::new(db).await;
    let file = app.get("/service-worker.js").await;
    assert!(file.header("content-type").starts_with("text/javascript"), "{}", file.header("content-type"));
    let policy = file.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("connect-src 'self'"), "{policy}");
}

/// The reader of barcodes is WebAssembly. Pages compile none: only the worker that runs it may.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn only_its_worker_may_compile_webassembly(db: PgPool) {
    let app = TestApp::new(db).await;
    let worker = app.get("/assets/compilingWorker-1.js").await;
    let policy = worker.header("content-security-policy");
    assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"), "{policy}");
    for uri in ["/scan", "/ar/scan", "/assets/app-1.js"] {
        let policy = app.get(uri).await.header("content-security-policy").to_owned();
        assert!(!policy.contains("unsafe-eval"), "{uri}: {policy}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn robots_txt_names_the_sitemap(db: PgPool) {
    let app = TestApp::new(db).await;
    let text = app.get("/robots.txt").await.text();
    for expected in [
        "Disallow: /admin\n",
        "Disallow: /ar/admin\n",
        "Disallow: /search\n",
        "Sitemap: https://tajmeea.example/sitemap.xml\n",
    ] {
        assert!(text.contains(expected), "{expected} is not in {text}");
    }
    // Crawlers render a page with the same calls as a browser; a header keeps the answers out of search results.
    let closed: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("Disallow: ")).collect();
    for call in [
        "/api/products/list",
        "/api/products",
        "/api/retailers",
        "/api/auth/me",
        "/api/categories",
        "/assets/a.js",
    ] {
        assert!(closed.iter().all(|path| !call.starts_with(path)), "{call} is closed by {closed:?}");
    }
    assert_eq!(app.get("/api/categories").await.header("x-robots-tag"), "noindex");
    assert!(!app.get("/gpu").await.headers.contains_key("x-robots-tag"));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_product_page_describes_its_product(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let address = format!("https://tajmeea.example/product/{}", world.ryzen.id);
    let reply = app.get(&format!("/product/{}", world.ryzen.id)).await;
    let html = reply.text();
    assert_eq!(reply.status.as_u16(), 200);
    assert_eq!(html.matches("<title>").count(), 1, "{html}");
    for expected in [
        "<title>AMD Ryzen 7 9800X3D price in Kuwait · Tajmeea</title>".to_owned(),
        format!("<link rel=\"canonical\" href=\"{address}\" />"),
        format!("<meta property=\"og:url\" content=\"{address}\" />"),
        "<meta property=\"og:type\" content=\"product\" />".to_owned(),
        "<meta property=\"product:price:amount\" content=\"145.000\" />".to_owned(),
        "معالج رايزن 7 9800X3D".to_owned(),
    ] {
        assert!(html.contains(&expected), "{expected} is missing in {html}");
    }
    let data: Vec<Value> = html
        .split("ld+json\">")
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap())
        .collect();
    let product = &data[0];
    assert_eq!((&product["@type"], &product["mpn"]), (&json!("Product"), &json!("100-100001084WOF")));
    let offers = &product["offers"];
    assert_eq!(
        (&offers["lowPrice"], &offers["highPrice"], &offers["offerCount"]),
        (&json!(145), &json!(149.9), &json!(2))
    );
    assert_eq!(offers["offers"][0]["availability"], "https://schema.org/InStock");
    let way: Vec<&str> = data[1]["itemListElement"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["name"].as_str().unwrap())
        .collect();
    assert_eq!(way, ["Home", "CPUs", "AM5", "AMD", "AMD Ryzen 7 9800X3D"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn structured_data_price_range_counts_offers_in_stock(db: PgPool) {
    let world = world(&db).await;
    let offers = async |sold_out: &str| {
        sqlx::query(
            "update offer set stock = 'OUT' where product_id = $1 and price_fils = any($2::text::bigint[])",
        )
        .bind(world.ryzen.id)
        .bind(sold_out)
        .execute(&db)
        .await
        .unwrap();
        let app = TestApp::new(db.clone()).await;
        let html = app.get(&format!("/product/{}", world.ryzen.id)).await.text();
        let data = html.split("ld+json\">").nth(1).unwrap().split_once("</script>").unwrap().0.to_owned();
        serde_json::from_str::<Value>(&data).unwrap()["offers"].clone()
    };
    let dearer = offers("{145000}").await;
    assert_eq!((&dearer["lowPrice"], &dearer["offerCount"]), (&json!(149.9), &json!(1)));
    let none = offers("{149900}").await;
    assert_eq!(none.get("lowPrice"), None);
    assert_eq!(none[0]["availability"], "https://schema.org/OutOfStock");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn missing_page_answers_404_with_noindex(db: PgPool) {
    let app = TestApp::new(db).await;
    for uri in ["/product/00000000-0000-4000-8000-000000000000", "/product/x", "/toaster", "/cpu/more"] {
        let reply = app.get(uri).await;
        assert_eq!(reply.status.as_u16(), 404, "{uri}");
        let html = reply.text();
        assert!(html.contains("<div id=\"root\">") && html.contains("noindex"), "{uri}: {html}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn markup_in_a_product_name_is_escaped(db: PgPool) {
    let foul = part(Category::Cpu, "AMD </title><script>alert(1)</script>\"'&", "FOUL-1");
    import(&db, std::slice::from_ref(&foul)).await;
    let app = TestApp::new(db).await;
    let html = app.get(&format!("/product/{}", foul.id)).await.text();
    assert!(!html.contains("<script>alert"), "{html}");
    assert_eq!(html.matches("</title>").count(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn listings_have_a_title_and_one_canonical_address(db: PgPool) {
    let app = TestApp::new(db).await;
    for (uri, title, canonical) in [
        ("/cpu-cooler", "CPU Cooler prices in Kuwait", "/cpu-cooler"),
        ("/cpu-cooler?utm_source=x&page=1", "CPU Cooler prices in Kuwait", "/cpu-cooler"),
        ("/ar/cpu-cooler", "أسعار المبرّد في الكويت", "/ar/cpu-cooler"),
    ] {
        let html = app.get(uri).await.text();
        assert!(html.contains(&format!("<title>{title} · ")), "{uri}: {html}");
        let canonical = format!("<link rel=\"canonical\" href=\"https://tajmeea.example{canonical}\" />");
        assert!(html.contains(&canonical) && !html.contains("noindex"), "{uri}: {html}");
    }
}

/// Thousands of filter combinations show the same products in another order: only pages that users search for are
/// indexed.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn filter_combinations_are_not_indexed_by_crawlers(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    for uri in [
        "/cpu?spec.socket=AM5",
        "/ar/cpu?sort=price_asc",
        "/products?q=ryzen",
        "/search?q=ryzen",
        "/cpu?page=7",
        "/cpu?page=x",
        "/cpu/am5?minPrice=5",
        "/ar/cpu/am5?manufacturer=AMD",
    ] {
        let html = app.get(uri).await.text();
        assert!(html.contains("noindex") && !html.contains("rel=\"canonical\""), "{uri}: {html}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sitemap_lists_products_with_offers(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let index = app.get("/sitemap.xml").await;
    assert_eq!(index.header("content-type"), "application/xml; charset=utf-8");
    let files: Vec<String> = locations(&index.text());
    assert_eq!(
        files,
        ["pages", "landing", "products-1"].map(|name| format!("https://tajmeea.example/sitemaps/{name}.xml"))
    );
    let pages = locations(&app.get("/sitemaps/pages.xml").await.text());
    assert!(pages.contains(&"https://tajmeea.example/cpu".to_owned()), "{pages:?}");
    let products = locations(&app.get("/sitemaps/products-1.xml").await.text());
    assert_eq!(products.len(), 6, "each in both languages; what was never sold is left out");
    assert!(products.contains(&format!("https://tajmeea.example/product/{}", world.ryzen.id)));
    assert!(products.contains(&format!("https://tajmeea.example/ar/product/{}", world.ryzen.id)));
    let landing = app.get("/sitemaps/landing.xml").await.text();
    assert!(locations(&landing).contains(&"https://tajmeea.example/ar/cpu/am5".to_owned()), "{landing}");
    let other = "<xhtml:link rel=\"alternate\" hreflang=\"ar\" href=\"https://tajmeea.example/ar/cpu/am5\"/>";
    assert!(landing.contains("xmlns:xhtml=") && landing.contains(other), "{landing}");
    for missing in ["products-2.xml", "products-0.xml", "products-x.xml", "other.xml"] {
        app.get(&format!("/sitemaps/{missing}")).await.assert_error(404, "NOT_FOUND");
    }
}

fn locations(xml: &str) -> Vec<String> {
    xml.split("<loc>").skip(1).map(|rest| rest.split_once("</loc>").unwrap().0.to_owned()).collect()
}

/// Returns the answers embedded in a page: each call, and its answer.
fn early(html: &str) -> Vec<(String, Value)> {
    let rest = html.split("<script type=\"application/json\" data-call=\"").skip(1);
    rest.map(|rest| {
        let (call, rest) = rest.split_once("\">").unwrap();
        let body = rest.split_once("</script>").unwrap().0;
        (call.replace("&amp;", "&"), serde_json::from_str(body).unwrap())
    })
    .collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_embeds_its_first_responses(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let product = format!("/product/{}", world.ryzen.id);
    let arabic = format!("/ar{product}");
    for (page, first) in [
        ("/ar/gpu", "/api/products/list?category=GPU&inStock=true&page=1&limit=20"),
        (arabic.as_str(), &format!("/api/products?id={}", world.ryzen.id)),
        ("/gpu", "/api/products/list?category=GPU&inStock=true&page=1&limit=20"),
        ("/products?manufacturer=AMD", "/api/products/list?manufacturer=AMD&inStock=true&page=1&limit=20"),
        ("/search?q=ryzen", "/api/search?q=ryzen&inStock=true&page=1&limit=20"),
        (product.as_str(), &format!("/api/products?id={}", world.ryzen.id)),
    ] {
        let brought = early(&app.get(page).await.text());
        let calls: Vec<&str> = brought.iter().map(|(call, _)| call.as_str()).collect();
        assert_eq!(calls, [first, "/api/retailers"], "{page}");
        for (call, body) in &brought {
            assert_eq!(*body, app.get(call).await.json(), "{page}: {call}");
        }
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unavailable_responses_are_not_preloaded(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    for page in [
        "/gpu?fit=false",
        "/gpu?spec.flavour=sweet",
        "/gpu?page=x",
        "/search",
        "/search?q=",
        "/login",
        "/toaster",
    ] {
        let html = app.get(page).await.text();
        assert!(html.contains("<div id=\"root\">"), "{page}");
        let calls: Vec<String> = early(&html).into_iter().map(|(call, _)| call).collect();
        assert!(
            calls.iter().all(|call| !call.contains("flavour")
                && !call.contains("page=x")
                && !call.contains("search")),
            "{page}: {calls:?}"
        );
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn budget_page_names_a_preview_picture_of_its_build(db: PgPool) {
    build_market(&db).await;
    let app = TestApp::new(db).await;
    let image = "https://tajmeea.example/build-for/image.png?budget=400&amp;use=gaming-1440p&amp;lang";
    for (page, language) in [("/build-for", "en"), ("/ar/build-for", "ar")] {
        let html = app.get(&format!("{page}?budget=400&use=gaming-1440p")).await.text();
        let expected = format!("<meta property=\"og:image\" content=\"{image}={language}&amp;v=");
        assert!(html.contains(&expected), "{expected} is not in {html}");
        let uri = format!("/build-for/image.png?budget=400&use=gaming-1440p&lang={language}");
        let reply = app.get(&uri).await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "image/png"));
    }
    // No build, no picture.
    let html = app.get("/build-for?budget=1&use=gaming-1440p").await.text();
    assert!(!html.contains("og:image"), "{html}");
    assert_eq!(app.get("/build-for/image.png?budget=1&use=gaming-1440p").await.status.as_u16(), 404);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn upgrade_page_has_its_own_title_and_addresses(db: PgPool) {
    let app = TestApp::new(db).await;
    for (page, title) in [("/upgrade", "Upgrade your PC in Kuwait"), ("/ar/upgrade", "طوّر جهازك في الكويت")]
    {
        let reply = app.get(page).await;
        let html = reply.text();
        assert_eq!(reply.status.as_u16(), 200);
        let canonical = format!("<link rel=\"canonical\" href=\"https://tajmeea.example{page}\" />");
        for expected in [format!("<title>{title}").as_str(), canonical.as_str(), "hreflang=\"ar\""] {
            assert!(html.contains(expected), "{expected} is not in {html}");
        }
        assert!(!html.contains("noindex"), "{html}");
    }
    assert!(app.get("/sitemaps/pages.xml").await.text().contains("https://tajmeea.example/ar/upgrade</loc>"));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_for_shops_is_found_in_both_languages(db: PgPool) {
    let app = TestApp::new(db).await;
    for (page, title) in [("/for-shops", "For shops"), ("/ar/for-shops", "للمحلات")] {
        let reply = app.get(page).await;
        let html = reply.text();
        assert_eq!(reply.status.as_u16(), 200);
        let canonical = format!("<link rel=\"canonical\" href=\"https://tajmeea.example{page}\" />");
        for expected in [format!("<title>{title}").as_str(), canonical.as_str(), "<h1"] {
            assert!(html.contains(expected), "{expected} is not in {html}");
        }
        assert!(!html.contains("noindex"), "{html}");
    }
    assert!(app.get("/sitemaps/pages.xml").await.text().contains("https://tajmeea.example/for-shops</loc>"));
}
