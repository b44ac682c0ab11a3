//! The beginning of a description is read, whatever the platform calls it.

use axum::response::{IntoResponse, Response};
use ingest::{
    fetch::RetailerClient,
    platforms::{self, ResponseSender, RetailerSite},
    raw_offer::RawOffer,
};
use serde_json::json;

use crate::{
    demo_server::fast_fetch_settings,
    test_retailer::{self, ReceivedRequest, TestRetailer},
};

async fn read(platform: &str, answer: fn(&ReceivedRequest) -> Response) -> anyhow::Result<Vec<RawOffer>> {
    let shop = TestRetailer::open().await?;
    shop.answers(answer);
    let file = shop.file(platform);
    let kind = file.platform;
    let site = RetailerSite {
        client: RetailerClient::new(&fast_fetch_settings(), file.access())?,
        file,
        now: time::OffsetDateTime::now_utc(),
        watch: None,
    };
    let (sender, mut incoming) = ResponseSender::channel(100);
    let reading = tokio::spawn(async move { platforms::for_kind(kind).fetch_offers(&site, &sender).await });
    let mut offers = Vec::new();
    while let Some(response) = incoming.recv().await {
        offers.extend(response.offers);
    }
    reading.await??;
    Ok(offers)
}

#[tokio::test]
async fn description_is_read_from_each_platform() -> anyhow::Result<()> {
    let shopify = |request: &ReceivedRequest| {
        let products = json!([{"id": 1, "title": "G604", "handle": "g", "body_html": "<p>Gaming <b>mouse</b></p>",
            "variants": [{"id": 2, "title": "Default Title", "price": "9.900", "available": true}]}]);
        let is_first = request.path.starts_with("/products.json") && request.path.contains("page=1");
        let products = if is_first { products } else { json!([]) };
        test_retailer::json(&json!({ "products": products }))
    };
    let woocommerce = |request: &ReceivedRequest| {
        let products = json!([{"id": 1, "name": "G604", "permalink": "https://shop.example/1", "short_description": "",
            "description": "<p>Gaming <b>mouse</b></p>", "is_in_stock": true,
            "prices": {"price": "9900", "currency_code": "KWD", "currency_minor_unit": 3}}]);
        let is_first = request.path.ends_with("page=1") && !request.path.contains("categories");
        test_retailer::json(&if is_first { products } else { json!([]) })
    };
    let feed = |_: &ReceivedRequest| {
        let rows = "id,title,price,link,availability,description\n1,G604,9.900,/1,in_stock,<p>Gaming <b>mouse</b></p>\n";
        ([("content-type", "text/csv")], rows).into_response()
    };
    type Answer = fn(&ReceivedRequest) -> Response;
    let platforms: [(&str, Answer); 3] = [
        ("platform = \"shopify\"", shopify),
        ("platform = \"woocommerce\"", woocommerce),
        ("platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"", feed),
    ];
    for (platform, answer) in platforms {
        let offers = read(platform, answer).await?;
        let descriptions: Vec<_> = offers.iter().map(|offer| offer.description.as_deref()).collect();
        assert_eq!(descriptions, [Some("Gaming mouse")], "{platform}");
    }
    Ok(())
}
