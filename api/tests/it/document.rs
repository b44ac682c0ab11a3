use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{app::TestApp, browsers::Browser, fixtures::world};

fn document() -> Value {
    serde_json::from_str(&api::router::openapi::document().unwrap()).unwrap()
}

#[test]
fn committed_openapi_document_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap();
    // Not assert_eq: its message would be both documents, 700 KB.
    let is_current = committed == api::router::openapi::document().unwrap();
    assert!(is_current, "web/openapi.json is stale: cargo run -p api -- openapi > web/openapi.json");
}

#[test]
fn every_reference_resolves() {
    let document = document();
    let mut open = vec![&document];
    let mut found = 0;
    while let Some(value) = open.pop() {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(reference)) = object.get("$ref") {
                    let place = reference.strip_prefix('#').expect("a reference within the document");
                    assert!(document.pointer(place).is_some(), "{reference} points nowhere");
                    found += 1;
                }
                open.extend(object.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    assert!(found > 30);
}

/// Layers and extractors answer these statuses, whichever handler they stand before.
#[test]
fn every_operation_documents_errors_of_layers_and_extractors() {
    for (path, item) in document()["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let mut expected = Vec::new();
            if !path.starts_with("/api/health") {
                expected.push("503");
            }
            if method != "get" {
                expected.push("403");
                if operation.get("security").is_some() {
                    expected.push("429");
                }
            }
            if path.contains('{') {
                expected.push("400");
            }
            if operation.get("requestBody").is_some() {
                expected.extend(["400", "408", "413", "415", "422"]);
            }
            for status in expected {
                assert!(operation["responses"].get(status).is_some(), "{method} {path}: {status} is missing");
            }
        }
    }
}

#[test]
fn every_operation_with_a_session_documents_requests_of_another_user() {
    let conflict = |path: &str, method: &str| {
        let document = document();
        document["paths"][path][method]["responses"]["409"]["description"].as_str().unwrap().to_owned()
    };
    let alone = conflict("/api/auth/logout", "post");
    assert!(alone.contains("`X-Tajmeea-User`"), "{alone}");
    assert_eq!(conflict("/api/user/settings", "get"), alone);
    let own = "The account is the last administrator's";
    assert_eq!(conflict("/api/user/delete", "post"), format!("{own}; or: {alone}"));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn examples_of_builds_are_accepted(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let document = document();
    let example = document.pointer("/components/schemas/BuildRequest/properties/components/example").unwrap();
    for path in ["/api/compatibility", "/api/basket"] {
        let answer = Browser::new(&app).post(path, json!({ "components": example })).await;
        assert_eq!(answer.status.as_u16(), 200, "{path}: {}", answer.text());
    }
}

/// Fails for a parameter that is documented but not read: the handler refuses it as unknown.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_documented_parameter_is_read(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    for (path, item) in document()["paths"].as_object().unwrap() {
        let parameters = item["get"]["parameters"].as_array().cloned().unwrap_or_default();
        for parameter in parameters.iter().filter(|parameter| parameter["in"] == "query") {
            let name = parameter["name"].as_str().unwrap();
            let uri =
                format!("{}?{name}=%C2%A1", path.replace("{id}", "00000000-0000-4000-8000-000000000000"));
            let body = app.get(&uri).await.json();
            assert_ne!(body["fields"][name], "is not a parameter of this call", "{uri}");
        }
    }
}

/// Checks that answers hold exactly the documented keys.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn responses_match_the_document(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let document = document();
    let id = world.ryzen.id;
    let cases = [
        ("/api/products/list?q=cpu+under+150".to_owned(), "ProductList"),
        ("/api/search?q=ryzen".to_owned(), "ProductList"),
        ("/api/suggest?q=ry".to_owned(), "Suggestions"),
        (format!("/api/products?id={id}"), "ProductDetail"),
        (format!("/api/products?ids={id}"), "ProductsById"),
        (format!("/api/products/{id}/price-history"), "PriceHistory"),
        ("/api/offers/by-url?url=https://shop.example/100-100001084WOF".to_owned(), "SoldProduct"),
        ("/api/categories".to_owned(), "CategoryList"),
        ("/api/landing-pages?category=CPU".to_owned(), "LandingPageList"),
        ("/api/retailers".to_owned(), "RetailerList"),
        ("/api/health".to_owned(), "Health"),
        ("/api/health/live".to_owned(), "Liveness"),
        ("/api/health/ready".to_owned(), "Readiness"),
        ("/api/nothing".to_owned(), "ErrorBody"),
    ];
    for (uri, schema) in cases {
        let body = app.get(&uri).await.json();
        conforms(&document, &document["components"]["schemas"][schema], &body, &uri);
    }
}

/// Checks a value against the parts of JSON Schema that the document uses.
fn conforms(document: &Value, schema: &Value, value: &Value, place: &str) {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = document.pointer(reference.trim_start_matches('#')).unwrap();
        return conforms(document, target, value, place);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits =
            |choice: &Value| std::panic::catch_unwind(|| conforms(document, choice, value, place)).is_ok();
        return assert!(choices.iter().any(fits), "{place}: {value} is none of {schema}");
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        _ => value.is_object(),
    };
    assert!(types.iter().any(|name| is(name)), "{place}: {value} is not {types:?}");
    if let Some(allowed) = schema["enum"].as_array() {
        assert!(allowed.contains(value), "{place}: {value} is none of {allowed:?}");
    }
    for item in value.as_array().into_iter().flatten() {
        conforms(document, &schema["items"], item, place);
    }
    if let Some(object) = value.as_object() {
        let required = schema["required"].as_array().into_iter().flatten();
        let missing: Vec<&Value> =
            required.filter(|key| !object.contains_key(key.as_str().unwrap())).collect();
        assert!(missing.is_empty(), "{place}: {missing:?} missing in {value}");
        for (key, one) in object {
            let known = schema["properties"].get(key).or(schema.get("additionalProperties"));
            conforms(
                document,
                known.unwrap_or_else(|| panic!("{place}: {key} is not documented")),
                one,
                &format!("{place} {key}"),
            );
        }
    }
}
