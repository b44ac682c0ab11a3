//! The pages about the site: about, how prices are read, privacy, terms, contact.

use domain::config::Config;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    content_without_scripts::{assert_all, read},
};

const PAGES: [(&str, &str, &str); 5] = [
    ("/about", "About Tajmeea", "عن تجميعة"),
    ("/how-prices-are-read", "How prices are read", "شلون نقرا الأسعار"),
    ("/privacy", "Privacy", "الخصوصية"),
    ("/terms", "Terms of use", "شروط الاستخدام"),
    ("/contact", "Contact", "تواصل معنا"),
];

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pages_about_the_site_are_whole_without_scripts_in_both_languages(db: PgPool) {
    let app = TestApp::new(db).await;
    let sitemap = app.get("/sitemaps/pages.xml").await.text();
    for (path, english, arabic) in PAGES {
        for (uri, title) in [(path.to_owned(), english), (format!("/ar{path}"), arabic)] {
            let html = app.get(&uri).await.text();
            let canonical = format!("<link rel=\"canonical\" href=\"https://tajmeea.example{uri}\" />");
            for expected in [
                format!("<title>{title}"),
                canonical,
                "hreflang=\"ar\"".into(),
                "data-call=\"/api/site\"".into(),
            ] {
                assert!(html.contains(&expected), "{uri}: {expected} is not in {html}");
            }
            assert!(!html.contains("noindex") && !html.contains("{{"), "{uri}: {html}");
            let page = read(&app, &uri).await;
            assert_all(&page, &[title]);
            assert!(page.content.matches("<section>").count() >= 3, "{uri}: {}", page.content);
            assert!(sitemap.contains(&format!("https://tajmeea.example{uri}</loc>")), "{uri}");
        }
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_footer_leads_to_the_pages_about_the_site(db: PgPool) {
    let app = TestApp::new(db).await;
    for prefix in ["", "/ar"] {
        for uri in ["/products", "/cpu", "/login", "/terms"] {
            let content = read(&app, &format!("{prefix}{uri}")).await.content;
            let footer = content.split_once("<footer").unwrap().1;
            for (path, ..) in PAGES {
                assert!(footer.contains(&format!("href=\"{prefix}{path}\"")), "{prefix}{uri}: {footer}");
            }
        }
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn contact_says_when_no_address_is_configured(db: PgPool) {
    let app = TestApp::new(db).await;
    let page = read(&app, "/contact").await;
    assert_all(&page, &["No contact address is configured", "does not say who runs it"]);
    assert!(!page.content.contains("mailto:"), "{}", page.content);
    let facts = app.get("/api/site").await.json();
    assert_eq!((&facts["operator"], &facts["contact"]), (&json!(null), &json!(null)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn configured_operator_and_periods_are_named(db: PgPool) {
    let mut config = Config::load().unwrap();
    config.site.operator = "Falcon & Sons".into();
    config.site.contact = Some("hello@tajmeea.example".into());
    config.search.log = false;
    config.expiry.guest_builds_days = 1;
    let app = TestApp::with_config(db, &config).await;
    let page = read(&app, "/contact").await;
    assert_all(&page, &["hello@tajmeea.example", "run by Falcon & Sons."]);
    assert!(page.content.contains("href=\"mailto:hello@tajmeea.example\""), "{}", page.content);
    assert!(!page.text.contains("No contact address"), "{}", page.text);
    let privacy = read(&app, "/privacy").await;
    assert_all(&privacy, &["Searched words are not stored.", "opened it for 1 day."]);
    assert_all(&read(&app, "/ar/privacy").await, &["ما نخزّن كلمات البحث", "يوم واحد"]);
    let facts = app.get("/api/site").await.json();
    let contact = json!({"address": "hello@tajmeea.example", "url": "mailto:hello@tajmeea.example"});
    assert_eq!((&facts["contact"], &facts["searchesDays"]), (&contact, &json!(null)));
    assert_eq!(facts["guestBuildsDays"], 1);
    app.get("/api/site?wrong=1").await.assert_error(422, "INVALID_FIELDS");
}
