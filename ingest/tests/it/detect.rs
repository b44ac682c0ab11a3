//! `ingest retailer detect` with the real program: on the demo retailers, and on servers that imitate platforms (`platforms/`).

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use demo::ShopKind;
use domain::model::PlatformKind;
use ingest::retailer_file::{CategoryMeaning, RetailerFile, read_file};
use serde_json::json;

use crate::{
    command_line::{code, ingest, output_text},
    demo_server::DemoRetailers,
    platforms::schema_org::microdata,
    test_retailer::{ReceivedRequest, TestRetailer, html, json as answer_json},
};

/// Address of no database; none of the commands here needs one.
const NO_DATABASE: &str = "postgres://nobody@127.0.0.1:1/none";

/// Detects the retailer at an address and returns its file.
pub(crate) async fn detect(directory: &std::path::Path, url: &str) -> anyhow::Result<(RetailerFile, String)> {
    let path = directory.join("found.toml");
    let out = path.display().to_string();
    let arguments =
        ["retailer", "detect", url, "--allow-private-addresses", "--slug", "found", "--out", &out, "--force"];
    let output = ingest(NO_DATABASE, directory, &arguments, "").await?;
    assert_eq!(code(&output), 0, "{}", output_text(&output));
    let text = std::fs::read_to_string(&path)?;
    let file = read_file(&path).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    Ok((file, text))
}

async fn refused(directory: &std::path::Path, arguments: &[&str]) -> anyhow::Result<String> {
    let output = ingest(NO_DATABASE, directory, &[&["retailer", "detect"], arguments].concat(), "").await?;
    assert_eq!(code(&output), 1, "{}", output_text(&output));
    assert_eq!(
        std::fs::read_dir(directory)?
            .filter_map(Result::ok)
            .filter(|entry| entry.path().extension().is_some_and(|end| end == "toml"))
            .count(),
        0
    );
    Ok(output_text(&output))
}

#[tokio::test]
async fn demo_retailers_are_detected_with_categories_and_formats() -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let directory = tempfile::tempdir()?;
    for (kind, platform) in [
        (ShopKind::DhowDigital, PlatformKind::Shopify),
        (ShopKind::SafatTech, PlatformKind::Woocommerce),
        (ShopKind::NoorComputers, PlatformKind::SchemaOrg),
        (ShopKind::SidraStore, PlatformKind::Feed),
    ] {
        let url = format!("http://{}/shops/{}", street.address, kind.slug());
        let (file, text) = detect(directory.path(), &url).await?;
        assert_eq!(file.platform, platform, "{text}");
        assert!(!file.enabled, "{text}");
        let mapped = file.categories().map_or(0, |map| map.entries().count());
        assert!(mapped >= 4, "{mapped} categories\n{text}");
        let format = file.price_format();
        let expected = if kind == ShopKind::SidraStore { Some(',') } else { None };
        assert_eq!((format.decimal, format.thousands), ('.', expected), "{text}");
        assert!(text.contains("# [shipping]"), "{text}");
    }
    // A retailer without an interface or structured data is left to the operator; the error lists the attempts.
    let url = format!("http://{}/shops/bandar-pc", street.address);
    let empty = tempfile::tempdir()?;
    let said = refused(empty.path(), &[&url, "--allow-private-addresses"]).await?;
    assert!(said.contains("no supported retailer") && said.contains("products.json answered 404"), "{said}");
    Ok(())
}

/// A general store's categories hold mostly other things: none of those may be written as a category of parts.
#[tokio::test]
async fn category_of_a_general_store_is_mapped_to_a_part_only_where_it_holds_such_parts() -> anyhow::Result<()>
{
    let (street, directory) = (DemoRetailers::open().await?, tempfile::tempdir()?);
    let slug = ShopKind::MirqabMart.slug();
    let (file, text) = detect(directory.path(), &format!("http://{}/shops/{slug}", street.address)).await?;
    assert_eq!(file.platform, PlatformKind::Feed, "{text}");
    let catalogue = &street.world.catalogue;
    let offers = &catalogue.shop(slug).expect("a demo retailer").offers;
    for mapped in file.categories().expect("a feed").entries() {
        let CategoryMeaning::Part(category) = mapped.meaning else { continue };
        let is_in = |text: &str| text == mapped.key || text.split(" > ").any(|name| name == mapped.key);
        let listed: Vec<&str> = offers
            .iter()
            .filter(|offer| offer.stated.category_text.as_deref().is_some_and(is_in))
            .filter(|offer| catalogue.part(offer).is_some_and(|part| part.category != category))
            .map(|offer| offer.shown_title())
            .collect();
        assert!(listed.is_empty(), "{} = {category} holds {listed:#?}", mapped.key);
    }
    Ok(())
}

#[tokio::test]
async fn existing_file_is_overwritten_only_with_force() -> anyhow::Result<()> {
    let street = DemoRetailers::open().await?;
    let directory = tempfile::tempdir()?;
    let url = format!("http://{}/shops/dhow-digital", street.address);
    let path = directory.path().join("dhow-digital.toml");
    std::fs::write(&path, "mine")?;
    let again = ["retailer", "detect", &url, "--allow-private-addresses"];
    let output = ingest(NO_DATABASE, directory.path(), &again, "").await?;
    assert_eq!(code(&output), 1);
    assert!(output_text(&output).contains("already exists: --force"), "{}", output_text(&output));
    assert_eq!(std::fs::read_to_string(&path)?, "mine");
    let printed = ingest(NO_DATABASE, directory.path(), &[&again[..], &["--out", "-"]].concat(), "").await?;
    assert_eq!(code(&printed), 0, "{}", output_text(&printed));
    let text = String::from_utf8(printed.stdout)?;
    assert!(text.contains("slug = \"dhow-digital\"") && text.contains("[shopify.categories]"), "{text}");
    let forced = ingest(NO_DATABASE, directory.path(), &[&again[..], &["--force"]].concat(), "").await?;
    assert_eq!(code(&forced), 0, "{}", output_text(&forced));
    assert!(output_text(&forced).contains("ingest retailer check dhow-digital"), "{}", output_text(&forced));
    assert!(read_file(&path).is_ok());
    Ok(())
}

pub(crate) const CARDS: [&str; 4] = [
    "MSI GeForce RTX 5070 Gaming Trio OC 12GB",
    "ASUS Dual GeForce RTX 5060 Ti 16GB",
    "Gigabyte Radeon RX 9070 XT Gaming OC 16GB",
    "Palit GeForce RTX 5080 GamingPro 16GB",
];

pub(crate) fn not_found() -> Response {
    StatusCode::NOT_FOUND.into_response()
}

/// Detects a retailer that answers so: its platform, its one category of graphics cards, and lines of its file.
pub(crate) async fn check(
    answer: fn(&ReceivedRequest) -> Response,
    platform: PlatformKind,
    category: &str,
    lines: &[&str],
) -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let shop = TestRetailer::open().await?;
    shop.answers(answer);
    let (file, text) = detect(directory.path(), &format!("http://{}/", shop.address)).await?;
    assert_eq!(file.platform, platform, "{text}");
    for line in lines {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let mapped: Vec<_> = file
        .categories()
        .into_iter()
        .flat_map(|map| map.entries())
        .map(|entry| (entry.key, entry.meaning.as_str()))
        .collect();
    assert_eq!(mapped, [(category, "GPU")], "{text}");
    Ok(())
}

#[tokio::test]
async fn hosted_platforms_of_the_gulf_are_named() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let front = |source: &str| {
        html(format!("<title>متجر</title><script src=\"{source}\"></script><a href=\"/products\">x</a>"))
    };
    let shop = TestRetailer::open().await?;
    shop.answers(move |asked| match asked.path.as_str() {
        "/" => front("https://cdn.salla.network/themes/app.js"),
        _ => microdata(asked),
    });
    let url = format!("http://{}/", shop.address);
    let (file, text) = detect(directory.path(), &url).await?;
    assert_eq!(file.platform, PlatformKind::SchemaOrg, "{text}");
    assert!(text.contains("a site of Salla"), "{text}");
    std::fs::remove_file(directory.path().join("found.toml"))?;

    // Recognised, but nothing there can be read.
    shop.answers(move |asked| match asked.path.as_str() {
        "/" => front("https://media.zid.store/app.js"),
        _ => not_found(),
    });
    let said = refused(directory.path(), &[&url, "--allow-private-addresses", "--slug", "found"]).await?;
    assert!(said.contains("no supported retailer was found") && said.contains("a site of Zid"), "{said}");
    Ok(())
}

#[tokio::test]
async fn unsupported_site_is_refused_with_a_reason() -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let shop = TestRetailer::open().await?;
    let url = format!("http://{}/", shop.address);
    let with = |url: &str| {
        vec![url.to_owned(), "--allow-private-addresses".to_owned(), "--slug".to_owned(), "found".to_owned()]
    };
    let refused = |arguments: Vec<String>| {
        let directory = directory.path().to_owned();
        async move { refused(&directory, &arguments.iter().map(String::as_str).collect::<Vec<_>>()).await }
    };

    let said = refused(vec![url.clone()]).await?;
    assert!(
        said.contains("private or loopback address") && said.contains("--allow-private-addresses"),
        "{said}"
    );
    let said = refused(with(&url)).await?;
    assert!(said.contains("no supported retailer was found"), "{said}");
    let said = refused(with("http://127.0.0.1:1/")).await?;
    assert!(said.contains("could not be reached") || said.contains("may be fetched"), "{said}");
    let said = refused(with("ftp://shop.example/")).await?;
    assert!(said.contains("is not a retailer address"), "{said}");

    shop.answers(|asked| match asked.path.as_str() {
        "/meta.json" => answer_json(&json!({"currency": "USD", "name": "Elsewhere"})),
        path if path.starts_with("/products.json") => answer_json(&json!({"products": []})),
        _ => not_found(),
    });
    let said = refused(with(&url)).await?;
    assert!(said.contains("states its prices in USD"), "{said}");
    shop.answers(|asked| match asked.path.as_str() {
        path if path.starts_with("/products.json") => answer_json(&json!({"products": []})),
        _ => not_found(),
    });
    let said = refused(with(&url)).await?;
    assert!(said.contains("Shopify was found") && said.contains("it lists no offers"), "{said}");
    Ok(())
}

#[tokio::test]
async fn forbidding_robots_txt_is_obeyed_and_named() -> anyhow::Result<()> {
    let app = axum::Router::new()
        .route("/robots.txt", axum::routing::get(|| async { "User-agent: *\nDisallow: /\n" }))
        .fallback(|| async { StatusCode::IM_A_TEAPOT });
    let address = crate::fetching::serve(app).await?;
    let directory = tempfile::tempdir()?;
    let url = format!("http://{address}/");
    let said = refused(directory.path(), &[&url, "--allow-private-addresses", "--slug", "found"]).await?;
    assert!(said.contains("robots.txt of 127.0.0.1 forbids"), "{said}");
    Ok(())
}

#[tokio::test]
async fn feed_that_was_read_only_in_part_is_said_to_be() -> anyhow::Result<()> {
    let (shop, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    let item = |number: usize, title: &str| {
        format!(
            "<item><g:id>{number}</g:id><title>{title}</title><link>/p/{number}?a=1&b=2</link>\
             <g:price>{number}9.500 KWD</g:price></item>"
        )
    };
    let items: String = (1..=30).map(|number| item(number, CARDS[number % CARDS.len()])).collect();
    let feed = |end: &str| format!("<rss><channel>{items}<item><g:id>31</g:id><title>x</item>{end}");
    let (whole, cut) = (feed("</channel></rss>"), feed("<item><g:id>32"));
    let serve = |text: String| {
        shop.answers(move |asked| match asked.path.as_str() {
            "/" => html("<html><head><title>A shop</title></head></html>"),
            "/feed/products.xml" => ([("content-type", "text/xml")], text.clone()).into_response(),
            _ => not_found(),
        });
    };
    let url = format!("http://{}/", shop.address);
    serve(whole);
    let (_, text) = detect(directory.path(), &url).await?;
    assert!(
        text.contains("# 1 of its listings could not be read, such as 31: line 1: <title> does not close"),
        "{text}"
    );
    assert!(!text.contains("# Only "), "{text}");
    serve(cut);
    let (_, text) = detect(directory.path(), &url).await?;
    assert!(
        text.contains("# Only 30 offers could be read: ") && text.contains("cut off after 31 rows"),
        "{text}"
    );
    Ok(())
}
