use api::http::cache::CachePolicy;
use sqlx::PgPool;

use crate::{app::TestApp, fixtures::world};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_route_has_its_cache_policy(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let id = world.ryzen.id;
    let cases = [
        ("/api/products/list".to_owned(), CachePolicy::Revalidate, true),
        ("/api/search?q=ryzen".to_owned(), CachePolicy::Revalidate, true),
        (format!("/api/products?id={id}"), CachePolicy::Revalidate, true),
        (format!("/api/products?ids={id}"), CachePolicy::Revalidate, true),
        (format!("/api/products/{id}/price-history"), CachePolicy::Never, false),
        (format!("/api/products/{id}/reviews"), CachePolicy::Revalidate, true),
        ("/api/suggest?q=ry".to_owned(), CachePolicy::Minute, true),
        ("/api/categories".to_owned(), CachePolicy::Minute, true),
        ("/api/retailers".to_owned(), CachePolicy::Minute, true),
        ("/api/health".to_owned(), CachePolicy::Never, false),
        ("/robots.txt".to_owned(), CachePolicy::Hour, true),
        ("/sitemap.xml".to_owned(), CachePolicy::Hour, true),
        ("/".to_owned(), CachePolicy::Revalidate, true),
        (format!("/product/{id}"), CachePolicy::Revalidate, true),
        ("/assets/app-1.js".to_owned(), CachePolicy::Forever, true),
        ("/favicon.svg".to_owned(), CachePolicy::Hour, true),
        ("/service-worker.js".to_owned(), CachePolicy::Revalidate, true),
    ];
    for (uri, policy, tagged) in cases {
        let reply = app.get(&uri).await;
        assert_eq!(reply.status.as_u16(), 200, "{uri}");
        assert_eq!(reply.header("cache-control"), policy.header(), "{uri}");
        assert_eq!(!reply.header("etag").is_empty(), tagged, "{uri}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unchanged_answer_is_304_without_a_body(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let first = app.get("/api/products/list").await;
    let tag = first.header("etag").to_owned();
    for known in [tag.clone(), format!("\"other\", {tag}"), "*".to_owned()] {
        let again = app.get_with("/api/products/list", &[("if-none-match", &known)]).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{known}");
        assert_eq!((again.header("etag"), again.header("cache-control")), (tag.as_str(), "public, no-cache"));
    }
    let other = app.get_with("/api/products/list?category=GPU", &[("if-none-match", &tag)]).await;
    assert_eq!(other.status.as_u16(), 200);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn answers_are_compressed(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    for encoding in ["gzip", "br"] {
        for uri in ["/api/products/list", "/assets/app-1.js"] {
            let plain = app.get(uri).await;
            let reply = app.get_with(uri, &[("accept-encoding", encoding)]).await;
            assert_eq!(reply.header("content-encoding"), encoding, "{uri}");
            assert!(reply.header("vary").contains("accept-encoding"), "{uri}");
            assert!(reply.body.len() < plain.body.len(), "{uri}");
            assert_eq!(reply.header("etag"), plain.header("etag"), "{uri}");
        }
    }
}
