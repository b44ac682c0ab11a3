//! `[request]` of a retailer file: headers, cookies, a locale, parameters, and secrets from the environment.

use std::{path::Path, process::Command};

use axum::{http::StatusCode, response::IntoResponse};
use ingest::{fetch::RetailerClient, retailer_file::read_text};
use serde_json::json;

use crate::{
    demo_server::fast_fetch_settings,
    platforms::read_shop,
    test_retailer::{TestRetailer, file_text, json as json_answer},
};

/// A variable that Cargo sets for every test, and its value.
const VARIABLE: &str = "CARGO_PKG_NAME";
const VALUE: &str = "ingest";

const REQUEST: &str = "platform = \"shopify\"\n[request]\ntoken = \"a-${CARGO_PKG_NAME}-key\"\nlocale = \"ar-KW\"\n\
    headers = { \"X-Api-Key\" = \"${CARGO_PKG_NAME}\", Accept = \"application/json\" }\n\
    cookies = { localization = \"KW\", cart_currency = \"KWD\" }\n\
    query = { lang = \"en\", key = \"key-of-${CARGO_PKG_NAME}\" }\n";

#[tokio::test]
async fn headers_cookies_locale_and_parameters_are_sent_with_each_request() -> anyhow::Result<()> {
    assert_eq!(std::env::var(VARIABLE).as_deref(), Ok(VALUE));
    let shop = TestRetailer::open().await?;
    shop.answers(|asked| {
        let is_first = asked.path.contains("page=1");
        let variant = json!({"id": 1, "price": "199.900", "available": true});
        let product = json!({"id": 1, "title": "MSI GeForce RTX 5070", "handle": "x", "variants": [variant]});
        json_answer(&json!({"products": if is_first { vec![product] } else { Vec::new() }}))
    });
    let found = read_shop(&shop.file(REQUEST)).await?;
    assert_eq!(found.drafts.len(), 1);
    let asked = shop.asked();
    assert_eq!(asked.len(), 4, "{asked:?}");
    for one in asked {
        assert_eq!(one.header("authorization"), Some("Bearer a-ingest-key"));
        assert_eq!(one.header("x-api-key"), Some(VALUE));
        assert_eq!(one.header("accept"), Some("application/json"));
        assert_eq!(one.header("accept-language"), Some("ar-KW"));
        assert_eq!(one.header("cookie"), Some("cart_currency=KWD; localization=KW"));
        assert!(one.path.ends_with("key=key-of-ingest&lang=en"), "{}", one.path);
    }
    Ok(())
}

#[tokio::test]
async fn secrets_go_to_own_hosts_only_and_into_no_error() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let text = REQUEST.replace("[request]", "extra_domains = [\"localhost\"]\n[request]");
    let file = shop.file(&text);
    let client = RetailerClient::new(&fast_fetch_settings(), file.access())?;
    // A redirect repeats the key, and fails; another host of the retailer's does not see it.
    shop.answers(|asked| {
        let query = asked.path.split_once('?').map_or("", |(_, query)| query);
        match asked.path.starts_with("/old") {
            true => (StatusCode::FOUND, [("location", format!("/new?{query}"))]).into_response(),
            false => StatusCode::NOT_FOUND.into_response(),
        }
    });
    let error = client.get(&file.address("/old?page=2")?).await.expect_err("404").to_string();
    assert!(error.contains("/new?page=2") && !error.contains("key-of"), "{error}");
    let asked = shop.asked();
    assert!(asked.iter().all(|one| one.path.contains("key=key-of-ingest")), "{asked:?}");
    let other = format!("http://localhost:{}/x", shop.address.port()).parse()?;
    let _ = client.get(&other).await;
    for one in shop.asked() {
        assert_eq!(
            (one.header("authorization"), one.header("x-api-key"), one.header("cookie")),
            (None, None, None)
        );
        assert!(!one.path.contains("key="), "{}", one.path);
    }
    let shown = format!("{file:?} {:?}", file.access());
    for secret in ["a-ingest-key", "key-of-ingest"] {
        assert!(!shown.contains(secret), "{secret} in {shown}");
    }
    Ok(())
}

#[test]
fn problem_of_a_request_section_names_the_key_and_no_value() {
    let address = "127.0.0.1:9".parse().expect("an address");
    let problem = |section: &str| {
        let text = file_text(address, &format!("platform = \"shopify\"\n[request]\n{section}"));
        let problem = read_text(Path::new("test-shop.toml"), &text).expect_err(section);
        (problem.line, problem.to_string())
    };
    let (line, said) = problem("token = \"${TAJMEEA_NO_SUCH_VARIABLE}\"");
    assert!(said.contains("TAJMEEA_NO_SUCH_VARIABLE is not set") && line == Some(8), "{said}");
    for (section, words) in [
        ("headers = { \"User-Agent\" = \"s3cret\" }", "user-agent"),
        ("headers = { \"X Y\" = \"s3cret\" }", "X Y"),
        ("headers = { X = \"s3cret\\n\" }", "request.headers"),
        ("headers = { Cookie = \"s3cret\" }", "request.cookies"),
        ("cookies = { a = \"s3cret; b\" }", "request.cookies"),
        ("locale = \"en KW\"", "request.locale"),
        ("tokens = \"s3cret\"", "the nearest valid key is \"token\""),
        ("token = \"s3cret ${\"", "${"),
    ] {
        let (_, said) = problem(section);
        assert!(said.contains(words) && !said.contains("s3cret"), "{section}: {said}");
    }
}

#[tokio::test]
async fn check_command_prints_no_secret() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(|_| StatusCode::FORBIDDEN.into_response());
    let directory = tempfile::tempdir()?;
    let text = REQUEST.replace("CARGO_PKG_NAME", "SHOP_TOKEN");
    std::fs::write(directory.path().join("test-shop.toml"), file_text(shop.address, &text))?;
    let run = |token: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ingest"));
        command
            .args(["retailer", "check", "test-shop"])
            .env("TAJMEEA_INGEST__RETAILERS_DIRECTORY", directory.path())
            .env("RUST_LOG", "trace")
            .env_remove("SHOP_TOKEN");
        if let Some(token) = token {
            command.env("SHOP_TOKEN", token);
        }
        tokio::task::spawn_blocking(move || command.output())
    };
    let output = run(Some("s3cret-of-the-shop")).await??;
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!output.status.success() && said.contains("403") && !said.contains("s3cret"), "{said}");
    assert!(shop.asked().iter().all(|one| one.header("x-api-key") == Some("s3cret-of-the-shop")));
    let output = run(None).await??;
    assert!(String::from_utf8_lossy(&output.stderr).contains("SHOP_TOKEN is not set"));
    Ok(())
}
