//! The adapters that no demo retailer uses, with small test servers.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use axum::{
    Router,
    extract::RawQuery,
    http::HeaderMap,
    response::IntoResponse,
    routing::{get, post},
};
use domain::model::{Category, Fils, Stock};
use ingest::{
    crawl::{ParsedDraft, parse_draft},
    fetch::{FetchSettings, RetailerClient},
    platforms::{self, Coverage, ResponseSender, RetailerError, RetailerSite},
    raw_offer::RejectedListing,
    retailer_file::RetailerFile,
};
use serde_json::{Value, json};
use time::OffsetDateTime;

use crate::{demo_server::fast_fetch_settings, fetching::serve, test_retailer};

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

fn answer_json(value: &Value) -> impl IntoResponse + use<> {
    ([("content-type", "application/json")], value.to_string())
}

fn price(value: &str) -> Value {
    let amount: Value = serde_json::from_str(value).expect("a number");
    json!({"minimum_price": {"final_price": {"value": amount, "currency": "KWD"}, "regular_price": {"value": 20}}})
}

#[tokio::test]
async fn magento_variants_prices_and_both_languages_are_read() -> anyhow::Result<()> {
    let answer = |headers: HeaderMap, body: String| async move {
        let asked: Value = serde_json::from_str(&body).expect("a query");
        let arabic = headers.get("store").is_some_and(|store| store == "kw_ar");
        let name = |en: &str, ar: &str| if arabic { ar.to_owned() } else { en.to_owned() };
        let items = match asked["variables"]["page"].as_u64() {
            Some(1) => json!([
                {"sku": "CPU1", "name": name("AMD Ryzen 7 9700X Processor", "معالج Ryzen 7 9700X"), "url_key": "ryzen", "stock_status": "IN_STOCK",
                 "price_range": price("15.5"), "categories": [{"name": "Processors"}]},
                {"sku": "GONE", "name": name("Intel Core i5 14400F", "معالج"), "url_key": "i5", "stock_status": "OUT_OF_STOCK", "price_range": price("0")},
            ]),
            // A disabled product was counted: the page is short, but not the last.
            Some(2) => json!([]),
            _ => {
                json!([{"sku": "KIT", "name": "Kingston Fury Beast DDR5", "url_key": "fury", "stock_status": "IN_STOCK", "price_range": price("1"),
                "variants": [
                    {"product": {"sku": "KIT-16", "name": "Kingston Fury Beast DDR5 16GB", "stock_status": "IN_STOCK", "price_range": price("18.250")}},
                    {"product": {"sku": "KIT-32", "name": "Kingston Fury Beast DDR5 32GB", "stock_status": "OUT_OF_STOCK", "price_range": price("30")}},
                ]}])
            }
        };
        answer_json(&json!({"data": {"products": {"items": items, "page_info": {"total_pages": 3}}}}))
    };
    let app = Router::new().route("/graphql", post(answer));
    let found = read(app, "platform = \"magento\"\n[magento]\nstore_ar = \"kw_ar\"").await?;
    assert_eq!(found.coverage.expect("read"), Coverage::Complete);
    let priced: Vec<_> = found
        .drafts
        .iter()
        .filter_map(|draft| match draft {
            ParsedDraft::Priced(offer) => Some((offer.external_id.as_str(), offer.price, offer.stock)),
            ParsedDraft::WithoutPrice(_) => None,
        })
        .collect();
    assert_eq!(
        priced,
        [
            ("CPU1", Fils(15_500), Stock::In),
            ("KIT-16", Fils(18_250), Stock::In),
            ("KIT-32", Fils(30_000), Stock::Out)
        ]
    );
    let ParsedDraft::Priced(first) = &found.drafts[0] else { panic!("a price") };
    assert_eq!(first.title_ar.as_deref(), Some("معالج Ryzen 7 9700X"));
    assert_eq!((first.category, first.list_price), (Some(Category::Cpu), Some(Fils(20_000))));
    assert!(first.url.ends_with("/ryzen.html"));
    assert!(matches!(&found.drafts[1], ParsedDraft::WithoutPrice(offer) if offer.external_id == "GONE"));
    Ok(())
}

#[tokio::test]
async fn graphql_error_names_the_message_and_the_path() -> anyhow::Result<()> {
    let app = Router::new().route(
        "/graphql",
        post(|| async { answer_json(&json!({"errors": [{"message": "Internal server error"}]})) }),
    );
    let found = read(app, "platform = \"magento\"").await?;
    let error = found.coverage.expect_err("an error").to_string();
    assert!(error.contains("Internal server error") && error.contains("/graphql"), "{error}");
    Ok(())
}

#[tokio::test]
async fn occ_is_read_to_its_last_page() -> anyhow::Result<()> {
    let answer = |RawQuery(query): RawQuery| async move {
        let query = query.unwrap_or_default();
        assert!(query.contains("curr=KWD"));
        let page = query
            .split("currentPage=")
            .nth(1)
            .and_then(|rest| rest[..1].parse::<usize>().ok())
            .expect("a page");
        let name = if query.contains("lang=ar") {
            "كرت شاشة MSI GeForce RTX 5070"
        } else {
            "MSI <em>GeForce</em> RTX 5070 Gaming"
        };
        let status = ["inStock", "lowStock", "outOfStock"][page];
        answer_json(&json!({
            "products": [{"code": format!("P{}", page), "name": name, "url": format!("/p/{}", page),
                "manufacturer": "MSI", "price": {"value": 199.9, "currencyIso": "KWD"}, "stock": {"stockLevelStatus": status, "stockLevel": 3},
                "categories": [{"code": "vga", "name": "Cards"}]}],
            "pagination": {"currentPage": page, "totalPages": 3}
        }))
    };
    let app = Router::new().route("/occ/v2/kw/products/search", get(answer));
    let options = "platform = \"occ\"\n[occ]\nsite = \"kw\"\narabic = true\nstorefront = \"https://www.shop.example/\"\n[occ.categories]\nvga = \"GPU\"";
    let found = read(app, options).await?;
    assert_eq!(found.coverage.expect("read"), Coverage::Complete);
    let stocks: Vec<_> = found
        .drafts
        .iter()
        .map(ParsedDraft::draft)
        .map(|offer| (offer.stock, offer.price, offer.category))
        .collect();
    let row = |stock| (stock, Fils(199_900), Some(Category::Gpu));
    assert_eq!(stocks, [row(Stock::In), row(Stock::In), row(Stock::Out)]);
    let ParsedDraft::Priced(first) = &found.drafts[0] else { panic!("a price") };
    assert_eq!(first.title_en.as_deref(), Some("MSI GeForce RTX 5070 Gaming"));
    assert_eq!((first.url.as_str(), first.stock_left), ("https://www.shop.example/p/0", Some(3)));
    Ok(())
}

fn feed_app(content_type: &'static str, body: Vec<u8>) -> Router {
    Router::new().route("/feed", get(move || async move { ([("content-type", content_type)], body) }))
}

const FEED: &str = "platform = \"feed\"\n[feed]\npath = \"/feed\"\n";

#[tokio::test]
async fn merchant_xml_uses_the_sale_price_and_omits_used_items() -> anyhow::Result<()> {
    let xml = r#"<rss xmlns:g="http://base.google.com/ns/1.0"><channel>
        <item><g:id>1</g:id><title>Corsair RM850x 850W</title><link>https://shop.example/1</link><g:price>45.000 KWD</g:price>
        <g:sale_price>39.900 KWD</g:sale_price><g:availability>in_stock</g:availability><g:condition>new</g:condition></item>
        <item><g:id>2</g:id><title>Corsair RM750e</title><link>https://shop.example/2</link><g:price>30.000 KWD</g:price><g:condition>used</g:condition></item>
        <item><g:id>3</g:id><title>Corsair RM650e</title><link>https://shop.example/3</link><g:price>30.000 USD</g:price></item>
        </channel></rss>"#;
    let found =
        read(feed_app("application/xml", xml.into()), &format!("{FEED}format = \"merchant_xml\"")).await?;
    assert_eq!(found.coverage.expect("read"), Coverage::Complete);
    let [ParsedDraft::Priced(offer)] = &found.drafts[..] else { panic!("{:?}", found.drafts) };
    assert_eq!((offer.price, offer.list_price, offer.stock), (Fils(39_900), Some(Fils(45_000)), Stock::In));
    assert_eq!(found.rejected.len(), 2);
    Ok(())
}

#[tokio::test]
async fn a_feed_in_an_old_arabic_charset_is_read() -> anyhow::Result<()> {
    let csv = "id,title,price,link,availability\n1,كرت شاشة MSI RTX 5070,\"1,199.500\",https://shop.example/1,متوفر\n";
    let bytes = encoding_rs::WINDOWS_1256.encode(csv).0.into_owned();
    for (content_type, extra) in
        [("text/csv; charset=windows-1256", ""), ("text/csv", "\nencoding = \"windows-1256\"")]
    {
        let options = format!("{FEED}format = \"csv\"\ntitle_language = \"ar\"{extra}");
        let found = read(feed_app(content_type, bytes.clone()), &options).await?;
        let [ParsedDraft::Priced(offer)] = &found.drafts[..] else {
            panic!("{:?} {:?}", found.drafts, found.rejected)
        };
        assert_eq!(offer.title_ar.as_deref(), Some("كرت شاشة MSI RTX 5070"));
        assert_eq!((offer.price, offer.stock), (Fils(1_199_500), Stock::In));
    }
    Ok(())
}

#[tokio::test]
async fn invalid_price_is_rejected_with_a_reason() -> anyhow::Result<()> {
    let mut csv = String::from("id,title,price,link,availability\n");
    let prices =
        ["Call us", "FREE", "-5.000", "0", "12.500 – 15.000", "99 USD", "", "1.234,500", "9999999999"];
    for (number, price) in prices.iter().enumerate() {
        csv.push_str(&format!("{number},MSI RTX 5070,\"{price}\",https://shop.example/{number},in_stock\n"));
    }
    csv.push_str("good,MSI RTX 5070,\"KD 1,012.500\",https://shop.example/good,in_stock\n");
    csv.push_str("arabic,MSI RTX 5070,١٢٫٥٠٠ د.ك,https://shop.example/arabic,in_stock\n");
    let found = read(feed_app("text/csv", csv.into()), &format!("{FEED}format = \"csv\"")).await?;
    let read: Vec<_> = found
        .drafts
        .iter()
        .map(ParsedDraft::draft)
        .map(|offer| (offer.external_id.as_str(), offer.price))
        .collect();
    assert_eq!(read, [("good", Fils(1_012_500)), ("arabic", Fils(12_500))]);
    assert_eq!(found.rejected.len(), prices.len());
    assert!(
        found.rejected.iter().all(|rejected| rejected.rejection.detail.starts_with("price: ")),
        "{:?}",
        found.rejected
    );
    Ok(())
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

#[tokio::test]
async fn truncated_feed_is_incomplete() -> anyhow::Result<()> {
    let xml = "<rss><item><id>1</id><title>MSI RTX 5070</title><price>9</price><link>https://shop.example/1</link></item><item><id>2</id>";
    let found =
        read(feed_app("application/xml", xml.into()), &format!("{FEED}format = \"merchant_xml\"")).await?;
    assert_eq!(found.drafts.len(), 1);
    let error = found.coverage.expect_err("cut off").to_string();
    assert!(error.contains("cut off after 1 rows"), "{error}");
    Ok(())
}

#[tokio::test]
async fn endless_pagination_is_stopped() -> anyhow::Result<()> {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = asked.clone();
    let listing = move || {
        counter.fetch_add(1, Ordering::SeqCst);
        async { axum::response::Html("<a class=p href=/item>x</a><a class=next href=/list?again>next</a>") }
    };
    let item = || async { axum::response::Html("<h1>MSI RTX 5070</h1><b>12.500</b>") };
    let app = Router::new().route("/list", get(listing)).route("/item", get(item));
    let options = "platform = \"selectors\"\n[selectors]\nstart = [{ path = \"/list\" }]\nproduct_link = { select = \"a.p\", attribute = \"href\" }\n\
         next_page = { select = \"a.next\", attribute = \"href\" }\n[selectors.fields]\ntitle = { select = \"h1\" }\nprice = { select = \"b\" }";
    let found = read(app, options).await?;
    assert_eq!(found.drafts.len(), 1);
    assert_eq!(asked.load(Ordering::SeqCst), 2, "the same page is not asked for again");
    Ok(())
}
