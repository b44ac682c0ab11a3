//! The header of a page's first answer, which searches without scripts, and the pages that only scripts can fill.

use sqlx::PgPool;

use crate::{
    app::TestApp,
    content_without_scripts::{assert_all, read},
    fixtures::world,
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn search_works_without_scripts_and_other_pages_say_what_they_need(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    for (prefix, title) in [("", "This page needs JavaScript"), ("/ar", "هالصفحة تحتاج جافاسكربت")]
    {
        let start = read(&app, if prefix.is_empty() { "/" } else { prefix }).await;
        let form =
            format!("<form action=\"{prefix}/search\" method=\"get\"><input type=\"search\" name=\"q\"");
        assert!(start.content.contains(&form), "{}", start.content);
        let found = read(&app, &format!("{prefix}/search?q=9800X3D")).await;
        assert!(found.content.contains("value=\"9800X3D\""), "{}", found.content);
        assert!(
            found.content.contains("<h1") && found.text.contains("AMD Ryzen 7 9800X3D"),
            "{}",
            found.text
        );
        let login = read(&app, &format!("{prefix}/login")).await;
        assert_all(&login, &[title]);
        assert!(login.content.contains("<noscript"), "only readers without scripts are told so");
    }
}
