use std::path::Path;

use demo::ShopKind;
use ingest::retailer_file::{read_directory, read_text};

use crate::demo_server::retailers;

const GOOD: &str = r#"slug = "a-shop"
names = { en = "A Shop", ar = "متجر" }
base_url = "https://shop.example/kw"
platform = "shopify"
price_format = { decimal = "." }
[rate]
requests_per_second = 1.0
"#;

fn check(from: &str, to: &str, line: usize, words: &str) {
    let text = GOOD.replace(from, to);
    assert_ne!(text, GOOD, "{from:?} is not in the file");
    let problem = read_text(Path::new("a-shop.toml"), &text).expect_err(to);
    let said = problem.to_string();
    assert_eq!(problem.line, Some(line), "{said}");
    assert!(said.starts_with("a-shop.toml, line ") && said.contains(words), "{said}");
}

#[test]
fn valid_retailer_file_is_read() {
    let file = read_text(Path::new("a-shop.toml"), GOOD).expect("a file");
    assert!(file.enabled && !file.allow_private_addresses);
    assert_eq!(
        file.address("/products.json").expect("an address").as_str(),
        "https://shop.example/kw/products.json"
    );
}

#[test]
fn affiliate_template_reaches_the_stored_retailer() {
    let text = GOOD.replace("[rate]", "affiliate = \"?ref=tajmeea\"\n[rate]");
    let file = read_text(Path::new("a-shop.toml"), &text).expect("a file");
    let template = file.draft().expect("a draft").affiliate.expect("a template");
    assert_eq!(template.link("https://shop.example/a"), "https://shop.example/a?ref=tajmeea");
}

#[test]
fn unknown_key_names_file_line_and_nearest_valid_key() {
    check("platform", "plattform", 4, "the nearest valid key is \"platform\"");
    check(
        "requests_per_second",
        "request_per_seconds",
        7,
        "the nearest valid key is \"requests_per_second\"",
    );
    check("decimal", "decimals", 5, "the nearest valid key is \"decimal\"");
    check("[rate]", "tabbi = true\n[rate]", 6, "the nearest valid key is \"tabby\"");
}

#[test]
fn invalid_value_names_its_key_and_line() {
    check("\"a-shop\"", "\"A Shop!\"", 1, "slug");
    check("\"shopify\"", "\"shopware\"", 4, "shopware");
    check("https://", "ftp://", 3, "base_url");
    check("\".\" }", "\"point\" }", 5, "price_format");
    check("= 1.0", "= 0.0", 7, "requests_per_second");
    check("[rate]", "currency = \"USD\"\n[rate]", 6, "only KWD");
    check("[rate]", "schedule = \"every day\"\n[rate]", 6, "cron");
    check("[rate]", "affiliate = \"https://go.example/\"\n[rate]", 6, "affiliate must have {url} once");
    check("[rate]", "affiliate = \"?ref\"\n[rate]", 6, "affiliate must have a name and a value");
    check("[rate]", "[shipping]\nflat = \"-1\"\n[rate]", 7, "negative");
    check("[rate]", "[feed]\npath = \"/f\"\nformat = \"csv\"\n[rate]", 6, "another platform");
    check("\"shopify\"", "\"shopify", 4, "");
}

#[test]
fn broken_file_does_not_stop_other_retailers() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    std::fs::write(directory.path().join("a.toml"), GOOD)?;
    std::fs::write(directory.path().join("b.toml"), GOOD.replace("platform", "plattform"))?;
    std::fs::write(directory.path().join("c.toml"), GOOD)?;
    std::fs::write(directory.path().join("notes.txt"), "not a shop")?;
    let found = read_directory(directory.path())?;
    assert_eq!((found.retailers.len(), found.problems.len()), (1, 2));
    assert!(found.problems[1].to_string().contains("another file already describes a-shop"));
    Ok(())
}

#[test]
fn demo_retailer_files_are_valid() -> anyhow::Result<()> {
    let found = read_directory(&retailers())?;
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    assert_eq!(found.retailers.len(), ShopKind::ALL.len());
    Ok(())
}
