//! Optional fields that plugins leave in another form than the platform's.

use domain::model::Stock;
use ingest::{
    crawl::{CrawlOptions, crawl},
    retailer_file::RetailerFile,
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    demo_server::{bar, context},
    platforms::{Found, read_shop},
    test_retailer::{TestRetailer, json as json_answer},
};

async fn read(
    shop: &TestRetailer,
    file: &RetailerFile,
    answer: Value,
    empty: Value,
) -> anyhow::Result<Found> {
    shop.answers(move |asked| {
        let is_first =
            asked.path.ends_with("page=1") || asked.path == "/graphql" || asked.path.contains("/occ/");
        json_answer(if is_first { &answer } else { &empty })
    });
    read_shop(file).await
}

/// Asserts that each of these listings is read, and returns their stock.
fn stocks(found: &Found, count: usize) -> Vec<Stock> {
    assert_eq!((found.drafts.len(), found.rejected.len()), (count, 0), "{:?}", found.rejected);
    found.drafts.iter().map(|draft| draft.draft().stock).collect()
}

#[tokio::test]
async fn shopify_listing_is_read_whatever_its_optional_fields_are() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let product = |id: u64, odd: Value, odd_variant: Value| {
        let mut variant = json!({"id": id, "title": "Default Title", "price": "31.750", "available": true});
        let mut product =
            json!({"id": id, "title": format!("Sapphire Pulse RX 9060 XT {id}"), "handle": id.to_string()});
        variant
            .as_object_mut()
            .expect("an object")
            .extend(odd_variant.as_object().expect("an object").clone());
        product.as_object_mut().expect("an object").extend(odd.as_object().expect("an object").clone());
        product["variants"] = json!([variant]);
        product
    };
    let products = json!({"products": [
        product(1, json!({"images": false}), json!({"sku": 8_812_345})),
        product(2, json!({"images": [{"src": false}, {"src": "https://cdn.example/2.jpg"}]}), json!({"sku": {"a": 1}})),
        product(3, json!({"vendor": ["Sapphire"], "tags": 5}), json!({"featured_image": "none.jpg"})),
        product(4, json!({"id": "4", "product_type": 12, "body_html": {}}), json!({"id": "4", "available": "maybe"})),
        product(5, json!({"options": "none"}), json!({"available": "false", "barcode": false})),
    ]});
    let found = read(&shop, &shop.file("platform = \"shopify\""), products, json!({"products": []})).await?;
    assert_eq!(stocks(&found, 5), [Stock::In, Stock::In, Stock::In, Stock::Unknown, Stock::Out]);
    let draft = |index: usize| found.drafts[index].draft();
    assert_eq!((draft(0).sku.as_deref(), draft(1).sku.as_deref()), (Some("8812345"), None));
    assert_eq!(draft(1).image_url.as_deref(), Some("https://cdn.example/2.jpg"));
    Ok(())
}

#[tokio::test]
async fn woocommerce_listing_is_read_whatever_its_optional_fields_are() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let product = |id: u64, odd: Value| {
        let mut product = json!({"id": id, "name": format!("ASRock B850 Pro RS WiFi {id}"), "permalink": format!("https://shop.example/{id}"),
            "is_in_stock": true, "prices": {"price": "61250", "currency_code": "KWD", "currency_minor_unit": 3}});
        product.as_object_mut().expect("an object").extend(odd.as_object().expect("an object").clone());
        product
    };
    let products = json!([
        product(1, json!({"images": [{"src": false}], "sku": 40_123})),
        product(2, json!({"brands": [{"id": 9}], "attributes": false})),
        product(3, json!({"prices": {"price": 61_250, "currency_code": "KWD", "currency_minor_unit": "3"}})),
        product(
            4,
            json!({"categories": [{"id": "7", "name": "Boards", "parent": null}, "x"], "low_stock_remaining": []})
        ),
        product(5, json!({"is_on_backorder": "yes", "images": null, "has_options": "", "add_to_cart": []})),
    ]);
    let found = read(&shop, &shop.file("platform = \"woocommerce\""), products, json!([])).await?;
    assert_eq!(stocks(&found, 5)[..4], [Stock::In; 4]);
    let draft = |index: usize| found.drafts[index].draft();
    assert_ne!(draft(4).stock, Stock::In, "on back-order");
    assert!(found.drafts.iter().all(|draft| draft.draft().price.0 == 61_250));
    assert_eq!((draft(0).sku.as_deref(), draft(0).image_url.as_deref()), (Some("40123"), None));
    assert_eq!(draft(3).retailer_categories, ["Boards"]);

    // Fields that the price needs are not optional, and are named.
    let broken = json!([product(
        1,
        json!({"prices": {"price": "1", "currency_code": "KWD", "currency_minor_unit": "three"}})
    )]);
    let found = read(&shop, &shop.file("platform = \"woocommerce\""), broken, json!([])).await?;
    let [rejected] = &found.rejected[..] else { panic!("{:?}", found.rejected) };
    assert!(rejected.rejection.detail.contains("prices.currency_minor_unit"), "{}", rejected.rejection);
    Ok(())
}

#[tokio::test]
async fn magento_and_occ_listings_are_read_whatever_their_optional_fields_are() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let price = json!({"minimum_price": {"final_price": {"value": 44.125, "currency": "KWD"}}});
    let items = json!([
        {"sku": 1234, "name": "WD Red Plus 4TB", "small_image": false, "categories": "Storage", "price_range": price, "stock_status": 5},
        {"sku": "a", "name": "WD Red Plus 8TB", "url_key": false, "categories": [{"name": {}}, null], "variants": {}, "price_range": price},
    ]);
    let answer = json!({"data": {"products": {"items": items, "page_info": {"total_pages": 1}}}});
    let found = read(&shop, &shop.file("platform = \"magento\""), answer, json!({})).await?;
    assert_eq!(stocks(&found, 2), [Stock::Unknown; 2]);
    assert_eq!(found.drafts[0].draft().external_id, "1234");

    let products = json!([{"code": 77, "name": "WD Red Pro 12TB", "manufacturer": {"name": "WD"}, "images": null, "url": 5,
        "categories": [{"code": 3, "name": false}], "price": {"value": 99.5, "currencyIso": "KWD"}}]);
    let answer = json!({"products": products, "pagination": {"totalPages": 1}});
    let found =
        read(&shop, &shop.file("platform = \"occ\"\n[occ]\nsite = \"kw\""), answer, json!({})).await?;
    assert_eq!(stocks(&found, 1), [Stock::Unknown]);
    assert_eq!(found.drafts[0].draft().external_id, "77");
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn crawl_notes_the_fields_that_it_left_out(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let products: Vec<Value> = (1..=3)
        .map(|id| {
            json!({"id": id, "name": format!("MSI GeForce RTX 5070 Gaming {id}"), "permalink": format!("https://shop.example/{id}"),
                "prices": {"price": "199900", "currency_code": "KWD", "currency_minor_unit": 3},
                "images": if id == 1 { json!(null) } else { json!([{"src": false}]) }})
        })
        .collect();
    shop.answers(move |asked| {
        json_answer(&if asked.path.ends_with("page=1") { json!(products) } else { json!([]) })
    });
    let file = shop.file("platform = \"woocommerce\"");
    let report = crawl(&context(&db), &file, CrawlOptions::default(), &bar()).await?;
    assert_eq!((report.counters.new, report.counters.rejected), (3, 0), "{report:?}");
    assert_eq!(report.notes.left_out.into_iter().collect::<Vec<_>>(), [("images.src".to_owned(), 2)]);
    Ok(())
}
