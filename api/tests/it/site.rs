use sqlx::PgPool;

use crate::app::TestApp;

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_screen_starts_from_the_page(db: PgPool) {
    let app = TestApp::new(db).await;
    for uri in ["/", "/cpu", "/search?q=x", "/index.html", "/settings"] {
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
async fn files_outside_the_front_end_are_out_of_reach(db: PgPool) {
    let app = TestApp::new(db).await;
    for uri in ["/assets/../../index/meta.json", "/..%2f..%2fetc%2fpasswd.txt", "/assets/%2e%2e/index.html"] {
        let reply = app.get(uri).await;
        assert!(!reply.text().contains("root:") && reply.status.as_u16() != 500, "{uri}: {}", reply.status);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn crawlers_are_told_where_to_look(db: PgPool) {
    let app = TestApp::new(db).await;
    let text = app.get("/robots.txt").await.text();
    assert!(
        text.contains("Disallow: /api/\n") && text.contains("Sitemap: https://tajmeea.example/sitemap.xml\n"),
        "{text}"
    );
}
