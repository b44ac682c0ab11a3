//! Each platform with small test servers: bad answers, how it is detected where no demo retailer has it, and how its fields
//! are read.

pub(crate) mod feed;
mod magento;
mod occ;
pub(crate) mod schema_org;
mod selectors;
mod shopify;
mod woocommerce;

use axum::{Router, extract::RawQuery, routing::get};
use domain::model::Category;
use ingest::{
    crawl::{ParsedDraft, parse_draft},
    fetch::{FetchSettings, RetailerClient},
    platforms::{self, Coverage, ResponseSender, RetailerError, RetailerSite},
    raw_offer::RejectedListing,
    retailer_file::RetailerFile,
};
use serde_json::json;
use time::OffsetDateTime;

use crate::{
    demo_server::fast_fetch_settings,
    fetching::serve,
    test_retailer::{self, json as answer_json},
};

/// Offers and rejections that an adapter read from a retailer.
pub(crate) struct Found {
    pub(crate) drafts: Vec<ParsedDraft>,
    pub(crate) rejected: Vec<RejectedListing>,
    pub(crate) coverage: Result<Coverage, RetailerError>,
}

/// Reads the retailer that `app` serves, with this platform section of a file.
async fn read(app: Router, platform: &str) -> anyhow::Result<Found> {
    read_shop(&test_retailer::file(serve(app).await?, platform)).await
}

/// Reads the retailer that a file describes, and stores nothing.
pub(crate) async fn read_shop(file: &RetailerFile) -> anyhow::Result<Found> {
    read_shop_with(&fast_fetch_settings(), file).await
}

/// Reads like [`read_shop`], with these settings of the HTTP client.
pub(crate) async fn read_shop_with(settings: &FetchSettings, file: &RetailerFile) -> anyhow::Result<Found> {
    let client = RetailerClient::new(settings, file.access())?;
    let shop = RetailerSite { client, file: file.clone(), now: OffsetDateTime::now_utc(), watch: None };
    let (pages, mut incoming) = ResponseSender::channel(100);
    let kind = file.platform;
    let reading = tokio::spawn(async move { platforms::for_kind(kind).fetch_offers(&shop, &pages).await });
    let mut found = Found { drafts: Vec::new(), rejected: Vec::new(), coverage: Ok(Coverage::Complete) };
    while let Some(page) = incoming.recv().await {
        found.rejected.extend(page.rejected);
        for raw in page.offers {
            let id_or_url = raw.external_id.clone();
            match parse_draft(file, raw) {
                Ok(draft) => found.drafts.push(draft),
                Err(rejection) => {
                    found.rejected.push(RejectedListing { id_or_url, rejection, title: None, url: None })
                }
            }
        }
    }
    found.coverage = reading.await?;
    Ok(found)
}

#[tokio::test]
async fn sku_is_private_to_the_retailer_unless_its_file_says_otherwise() -> anyhow::Result<()> {
    let shopify = json!({"products": [{"id": 1, "title": "Corsair Vengeance 32GB DDR5 6000 CL30", "handle": "v", "vendor": "Corsair",
        "tags": ["Memory", "Deals"], "variants": [{"id": 2, "title": "Default Title", "sku": "DD-40012", "price": "39.900",
        "available": true, "barcode": "0843591072731"}]}]});
    let woocommerce = json!([{"id": 1, "name": "Corsair Vengeance 32GB DDR5 6000 CL30", "permalink": "https://shop.example/1",
        "sku": "DD-40012", "global_unique_id": "843591072731", "prices": {"price": "39900", "currency_code": "KWD",
        "currency_minor_unit": 3}, "is_in_stock": true, "categories": [{"id": 12, "name": "Corsair"}],
        "attributes": [{"name": "MPN", "terms": [{"name": "CMK32GX5M2B6000C30"}]}]}]);
    let tree = json!([{"id": 11, "name": "Memory", "parent": 10}, {"id": 10, "name": "Parts", "parent": 0},
        {"id": 12, "name": "Corsair", "parent": 11}]);
    for (sku, shopify_number) in [("own", None), ("mpn", Some("DD-40012"))] {
        let (products, categories) = (shopify.clone(), "[shopify.categories]\nMemory = \"RAM\"");
        let pages = move |RawQuery(query): RawQuery| {
            let first = query.unwrap_or_default().contains("page=1");
            let answer = if first { products.clone() } else { json!({"products": []}) };
            async move { answer_json(&answer) }
        };
        let app = Router::new().route("/products.json", get(pages));
        let found = read(app, &format!("sku = \"{sku}\"\nplatform = \"shopify\"\n{categories}")).await?;
        let [ParsedDraft::Priced(offer)] = &found.drafts[..] else { panic!("{:?}", found.rejected) };
        assert_eq!(offer.part_numbers.first().map(String::as_str), shopify_number);
        assert_eq!((offer.sku.as_deref(), offer.category), (Some("DD-40012"), Some(Category::Ram)));
        assert_eq!(offer.gtins[0].as_str(), "00843591072731");

        let (products, tree) = (woocommerce.clone(), tree.clone());
        let app = Router::new()
            .route("/wp-json/wc/store/v1/products/categories", get(move || async move { answer_json(&tree) }))
            .route(
                "/wp-json/wc/store/v1/products",
                get(move |RawQuery(query): RawQuery| async move {
                    let first = query.unwrap_or_default().ends_with("page=1");
                    answer_json(&if first { products } else { json!([]) })
                }),
            );
        let categories = "[woocommerce.categories]\n\"Parts > Memory\" = \"RAM\"";
        let found = read(app, &format!("sku = \"{sku}\"\nplatform = \"woocommerce\"\n{categories}")).await?;
        let [ParsedDraft::Priced(offer)] = &found.drafts[..] else { panic!("{:?}", found.rejected) };
        // The field for the manufacturer's number takes precedence over the retailer's own number.
        assert_eq!(offer.part_numbers, ["CMK32GX5M2B6000C30"]);
        assert_eq!((offer.sku.as_deref(), offer.category), (Some("DD-40012"), Some(Category::Ram)));
        assert_eq!(offer.gtins[0].as_str(), "00843591072731");
    }
    Ok(())
}
