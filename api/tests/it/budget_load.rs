//! Builds for a budget while solvers are taken, or used up.

use domain::config::{Config, RateLimit};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    budget::{build_market, builds},
};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn address_has_seconds_of_solvers_not_requests(db: PgPool) {
    build_market(&db).await;
    let mut config = Config::load().unwrap();
    let limit = RateLimit { burst: 1.try_into().unwrap(), seconds: 10_000.try_into().unwrap() };
    config.limits.solver_seconds = limit;
    let app = TestApp::with_config(db, &config).await;
    let question = json!({"budget": 400, "use": "gaming-1440p"});
    let first = builds(&app, question.clone()).await.json();
    assert!(!first["nextStep"].is_null(), "{first}");
    // Answers of the cache cost nothing.
    for _ in 0..400 {
        assert_eq!(builds(&app, question.clone()).await.json(), first);
    }
    let mut quick = 0;
    for number in 0..20_000 {
        let question = json!({"budget": 400.0 + f64::from(number) / 1_000.0, "use": "gaming-1440p"});
        let reply = builds(&app, question).await;
        if reply.status.as_u16() == 429 {
            reply.assert_error(429, "TOO_OFTEN");
            assert!(number > 20 && quick > 5, "{quick} of {number} quick answers");
            // Cached answers are still given.
            assert_eq!(builds(&app, json!({"budget": 400, "use": "gaming-1440p"})).await.json(), first);
            return;
        }
        let answer = reply.json();
        let best = &answer["builds"][0];
        assert_eq!(
            (&best["kind"], best["total"].as_f64() <= Some(421.0)),
            (&json!("best"), true),
            "{answer}"
        );
        quick += u32::from(answer["nextStep"].is_null() && best["swaps"] == json!([]));
    }
    panic!("no end of the seconds");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_is_answered_quickly_while_all_searches_are_taken(db: PgPool) {
    build_market(&db).await;
    let app = TestApp::new(db).await;
    let question = json!({"budget": 400, "use": "gaming-1440p"});
    let searches = app.take_searches().await;
    let quick = builds(&app, question.clone()).await.json();
    let best = &quick["builds"][0];
    assert_eq!(
        (&best["kind"], &best["swaps"], &quick["nextStep"]),
        (&json!("best"), &json!([]), &json!(null))
    );
    assert!(best["total"].as_f64().unwrap() <= 400.0, "{quick}");
    drop(searches);
    // The quick answer was not kept for later.
    let thorough = builds(&app, question.clone()).await.json();
    assert!(!thorough["nextStep"].is_null(), "{thorough}");
    // Cached, so that no search is needed.
    let _searches = app.take_searches().await;
    assert_eq!(builds(&app, question).await.json(), thorough);
}

/// A search may have to end before it has found anything: its time ends, or it yields to other addresses.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn search_that_ends_at_once_has_a_quick_answer(db: PgPool) {
    build_market(&db).await;
    let mut config = Config::load().unwrap();
    config.budget_builds.max_milliseconds = 1.try_into().unwrap();
    config.budget_builds.first_build_milliseconds = 1.try_into().unwrap();
    let app = TestApp::with_config(db, &config).await;
    for budget in [400, 410, 420] {
        let answer = builds(&app, json!({"budget": budget, "use": "gaming-1440p"})).await.json();
        assert_eq!(answer["builds"][0]["kind"], "best", "{answer}");
    }
}
