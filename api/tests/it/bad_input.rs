use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use sqlx::PgPool;

use crate::{app::TestApp, fixtures::world};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn undecodable_address_is_refused_in_our_words(db: PgPool) {
    let reply = TestApp::new(db).await.get("/api/products/%FF/reviews").await;
    reply.assert_error(400, "MALFORMED");
    assert_eq!(reply.json()["error"], "The request cannot be read: the address cannot be decoded.");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_parameter_is_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let long = format!("q={}", "x".repeat(10_240));
    let many = format!("manufacturer={}", (0..101).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
    let cases = [
        ("page=0", "page"),
        ("page=-1", "page"),
        ("page=1.5", "page"),
        ("page=x", "page"),
        ("page=1&page=2", "page"),
        ("page=99999999999999999999", "page"),
        ("page=900000", "page"),
        ("limit=0", "limit"),
        ("limit=1000", "limit"),
        ("minPrice=-1", "minPrice"),
        ("maxPrice=abc", "maxPrice"),
        ("maxPrice=1e3", "maxPrice"),
        ("maxPrice=NaN", "maxPrice"),
        ("minPrice=1.2345", "minPrice"),
        ("minPrice=99999999999999999999", "minPrice"),
        ("minPrice=20&maxPrice=10", "minPrice"),
        ("tier=cheap", "tier"),
        ("sort=best", "sort"),
        ("sort=value", "sort"),
        ("sort=value_beauty", "sort"),
        ("sort=spec.cores", "sort"),
        ("sort=spec.beauty.asc", "sort"),
        ("sort=spec.cores.up", "sort"),
        ("inStock=yes", "inStock"),
        ("tabby=2", "tabby"),
        ("minRating=6", "minRating"),
        ("minRating=NaN", "minRating"),
        ("compatibleWith=me", "compatibleWith"),
        ("spec.nothing=1", "spec.nothing"),
        ("-spec.nothing=1", "-spec.nothing"),
        ("-spec.cores.min=1", "-spec.cores.min"),
        ("-tier=budget", "-tier"),
        ("spec.cores.min=many", "spec.cores.min"),
        ("spec.cores.max=NaN", "spec.cores.max"),
        ("spec.cores.min=9&spec.cores.max=8", "spec.cores.min"),
        ("spec.socket.min=1", "spec.socket.min"),
        ("spec.=1", "spec."),
        ("colour=red", "colour"),
        ("minprice=1", "minprice"),
        ("q=a%00b", "q"),
        ("manufacturer=a%0Ab", "manufacturer"),
        ("q=%1B%5B31m", "q"),
        (long.as_str(), "q"),
        (many.as_str(), "manufacturer"),
        ("q=1&q=2", "q"),
    ];
    for path in ["/api/products/list", "/api/search"] {
        for (query, field) in cases {
            let reply = app.get(&format!("{path}?{query}")).await;
            let fields = reply.assert_error(422, "INVALID_FIELDS");
            assert!(fields[field].as_str().is_some_and(|problem| !problem.is_empty()), "{query}: {fields}");
        }
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pasted_white_space_between_words_is_a_space(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let wanted = app.get("/api/search?q=ryzen+7").await.names();
    assert!(!wanted.is_empty());
    for text in
        ["ryzen%097", "%09ryzen%0D%0A7%0A", "ryzen%0B7", "ryzen%C2%857", "ryzen%C2%A07", "ryzen%E3%80%807"]
    {
        assert_eq!(app.get(&format!("/api/search?q={text}")).await.names(), wanted, "{text}");
        let suggested = app.get(&format!("/api/suggest?q={text}")).await;
        assert_eq!(suggested.status.as_u16(), 200, "{text}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn all_invalid_parameters_are_named_at_once(db: PgPool) {
    let app = TestApp::new(db).await;
    let fields =
        app.get("/api/search?page=0&limit=1000&colour=red").await.assert_error(422, "INVALID_FIELDS");
    assert_eq!(fields.as_object().unwrap().keys().collect::<Vec<_>>(), ["colour", "limit", "page"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unknown_category_is_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let reply = app.get("/api/products/list?category=TOASTER").await;
    let fields = reply.assert_error(422, "INVALID_CATEGORY");
    assert_eq!(reply.json()["error"], "Invalid component category");
    assert_eq!(fields["category"], "Invalid component category");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn routes_without_parameters_refuse_parameters(db: PgPool) {
    let app = TestApp::new(db).await;
    for path in ["/api/categories", "/api/retailers", "/api/health"] {
        let fields = app.get(&format!("{path}?verbose=1")).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields.get("verbose").is_some());
    }
    let id = domain::model::ProductId::random();
    let fields = app
        .get(&format!("/api/products/{id}/price-history?range=2d"))
        .await
        .assert_error(422, "INVALID_FIELDS");
    assert!(fields.get("range").is_some());
    let fields = app.get("/api/suggest?q=a&limit=21").await.assert_error(422, "INVALID_FIELDS");
    assert!(fields.get("limit").is_some());
}

/// Any query string gets an answer or a refusal, never a server error.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn random_queries_never_answer_5xx(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let text = prop_oneof![
        any::<String>(),
        "[a-z0-9 \"'(){}*~^:\\\\/+-]{0,40}",
        "[؀-ۿ ]{0,30}",
        Just("AND OR NOT *:* [1 TO 2]".to_owned()),
    ];
    let name = prop_oneof![
        Just("q"),
        Just("page"),
        Just("limit"),
        Just("minPrice"),
        Just("spec.cores.min"),
        Just("spec.socket"),
        Just("category"),
        Just("sort"),
        Just("retailer"),
        Just("manufacturer"),
        Just("literal"),
        Just("tier"),
    ];
    let parameters = proptest::collection::vec((name, text), 0..4);
    let path = prop_oneof![Just("/api/search"), Just("/api/products/list"), Just("/api/suggest")];
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let mut uris = Vec::new();
    for _ in 0..300 {
        let (path, parameters) = (path.clone(), parameters.clone()).new_tree(&mut runner).unwrap().current();
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
        uris.push(format!("{path}?{query}"));
    }
    for uri in uris {
        let reply = app.get(&uri).await;
        assert!(
            matches!(reply.status.as_u16(), 200 | 422),
            "{uri} answered {}: {}",
            reply.status,
            reply.text()
        );
        reply.json();
    }
}
