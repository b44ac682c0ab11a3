//! Lists of many pages, and servers that repeat a page for ever.

use axum::{http::StatusCode, response::IntoResponse};
use ingest::platforms::Coverage;
use serde_json::{Value, json};

use crate::{
    platforms::read_shop,
    test_retailer::{ReceivedRequest, TestRetailer, html, json as json_answer},
};

const SELECTORS: &str = "platform = \"selectors\"\n[selectors]\nstart = [{ path = \"/list?page=1\" }]\n\
    product_link = { select = \"a.p\", attribute = \"href\" }\nnext_page = { select = \"a.next\", attribute = \"href\" }\n\
    [selectors.fields]\ntitle = { select = \"h1\" }\nprice = { select = \"b\" }";

fn page_of(asked: &ReceivedRequest) -> usize {
    asked.path.rsplit(['=', ':']).next().and_then(|page| page.parse().ok()).unwrap_or(1)
}

fn shopify(ids: &[usize]) -> Value {
    let product = |id: &usize| {
        json!({"id": id, "title": format!("MSI GeForce RTX 5070 Gaming {id}"), "handle": id.to_string(),
            "variants": [{"id": id, "price": "199.900", "available": true}]})
    };
    json!({ "products": ids.iter().map(product).collect::<Vec<_>>() })
}

fn woocommerce(ids: &[usize]) -> Value {
    let product = |id: &usize| {
        json!({"id": id, "name": format!("MSI GeForce RTX 5070 Gaming {id}"), "permalink": format!("https://shop.example/{id}"),
            "prices": {"price": "199900", "currency_code": "KWD", "currency_minor_unit": 3}})
    };
    json!(ids.iter().map(product).collect::<Vec<_>>())
}

/// Reads a retailer that answers with these pages, and with the last one for ever. Asserts the number of offers and of
/// requests for pages, and whether all was read.
async fn check(
    platform: &str,
    answer: impl Fn(&ReceivedRequest) -> Option<axum::response::Response> + Send + Sync + 'static,
    (offers, requests, is_complete): (usize, usize, bool),
) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(move |asked| answer(asked).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response()));
    let found = read_shop(&shop.file(platform)).await?;
    let asked = shop.asked();
    let pages = asked.iter().filter(|asked| {
        asked.path.contains("page=") || asked.path == "/graphql" || asked.path.contains("urrentPage")
    });
    let coverage = found.coverage.expect("read");
    assert_eq!((found.drafts.len(), pages.count()), (offers, requests), "{platform}: {coverage:?}");
    assert_eq!(coverage == Coverage::Complete, is_complete, "{platform}: {coverage:?}");
    if let Coverage::Except(unread) = coverage {
        assert!(unread.may_hide_any_offer() && unread.to_string().contains("repeats"), "{unread}");
    }
    Ok(())
}

#[tokio::test]
async fn list_ends_with_a_page_that_brings_nothing_new() -> anyhow::Result<()> {
    let small = "\npage_size = 2";
    let pages: fn(usize) -> Vec<usize> = |page| if page == 1 { vec![1, 2] } else { vec![3] };
    let shopify_file = format!("platform = \"shopify\"\n[shopify]{small}");
    // The last page again; all on the first page; a cache that ignores the number of the page.
    check(
        &shopify_file,
        move |asked| {
            asked.path.starts_with("/products").then(|| json_answer(&shopify(&pages(page_of(asked)))))
        },
        (3, 3, true),
    )
    .await?;
    check(
        &shopify_file,
        |asked| asked.path.starts_with("/products").then(|| json_answer(&shopify(&[1]))),
        (1, 2, true),
    )
    .await?;
    check(
        &shopify_file,
        |asked| asked.path.starts_with("/products").then(|| json_answer(&shopify(&[1, 2]))),
        (2, 2, false),
    )
    .await?;
    let woocommerce_file = "platform = \"woocommerce\"\n[woocommerce]\nper_page = 2";
    check(
        woocommerce_file,
        move |asked| Some(json_answer(&woocommerce(&pages(page_of(asked))))),
        (3, 3, true),
    )
    .await?;
    check(woocommerce_file, |_| Some(json_answer(&woocommerce(&[1]))), (1, 2, true)).await?;
    check(woocommerce_file, |_| Some(json_answer(&woocommerce(&[1, 2]))), (2, 2, false)).await?;
    let counted = |_: &ReceivedRequest| {
        let mut answer = json_answer(&woocommerce(&[1]));
        answer.headers_mut().insert("x-wp-totalpages", "400".parse().expect("a value"));
        Some(answer)
    };
    check(woocommerce_file, counted, (1, 2, false)).await
}

#[tokio::test]
async fn counted_list_ends_with_a_page_that_brings_nothing_new() -> anyhow::Result<()> {
    let magento = |_: &ReceivedRequest| {
        let item = json!({"sku": "1", "name": "MSI GeForce RTX 5070", "url_key": "1", "stock_status": "IN_STOCK",
            "price_range": {"minimum_price": {"final_price": {"value": 199.9, "currency": "KWD"}}}});
        Some(json_answer(
            &json!({"data": {"products": {"items": [item], "page_info": {"total_pages": 300}}}}),
        ))
    };
    check("platform = \"magento\"", magento, (1, 2, false)).await?;
    let occ = |_: &ReceivedRequest| {
        let product = json!({"code": "1", "name": "MSI GeForce RTX 5070", "price": {"value": 199.9, "currencyIso": "KWD"}});
        Some(json_answer(&json!({"products": [product], "pagination": {"totalPages": 300}})))
    };
    check("platform = \"occ\"\n[occ]\nsite = \"kw\"", occ, (1, 2, false)).await
}

#[tokio::test]
async fn listing_page_with_an_endless_next_ends() -> anyhow::Result<()> {
    let shop = |last: usize| {
        move |asked: &ReceivedRequest| {
            if !asked.path.starts_with("/list") {
                return Some(html(format!("<h1>MSI GeForce RTX 5070 {}</h1><b>199.900</b>", asked.path)));
            }
            let page = page_of(asked);
            let shown = page.min(last);
            Some(html(format!(
                "<a class=p href=/p/{shown}>x</a><a class=next href=\"/list?page={}\">next</a>",
                page + 1
            )))
        }
    };
    check(SELECTORS, shop(3), (3, 4, true)).await?;
    check(SELECTORS, shop(1), (1, 2, false)).await
}

/// A Shopify retailer of 25,002 products, two of them beyond its limit; `counts` says whether it states their number.
fn large_shopify(asked: &ReceivedRequest, counts: bool) -> Option<axum::response::Response> {
    let page = page_of(asked);
    let answer = if asked.path.starts_with("/meta.json") {
        if counts {
            json!({"currency": "KWD", "published_products_count": 25_002})
        } else {
            json!({"currency": "KWD"})
        }
    } else if asked.path.starts_with("/products.json") {
        let first = (page - 1) * 250 + 1;
        shopify(&(first..first + 250).collect::<Vec<_>>())
    } else if asked.path.starts_with("/collections.json") {
        let handles: &[&str] =
            if page == 1 { &["all", "كروت الشاشة", "broken", "gpus"] } else { &[] };
        json!({"collections": handles.iter().zip(1..).map(|(handle, id)| json!({"id": id, "handle": handle})).collect::<Vec<_>>()})
    } else if asked.path.starts_with("/collections/gpus/products.json") {
        // Most of it was read before.
        if page == 1 { shopify(&[7, 8, 25_001]) } else { shopify(&[]) }
    } else if asked.path.starts_with("/collections/%D9%83") {
        if page == 1 { shopify(&[25_002, 9]) } else { shopify(&[]) }
    } else {
        return None;
    };
    Some(json_answer(&answer))
}

#[tokio::test]
async fn shopify_beyond_its_limit_is_read_by_collections() -> anyhow::Result<()> {
    for counts in [true, false] {
        let shop = TestRetailer::open().await?;
        shop.answers(move |asked| {
            large_shopify(asked, counts).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response())
        });
        let found = read_shop(&shop.file("platform = \"shopify\"")).await?;
        assert_eq!(found.drafts.len(), 25_002);
        let Coverage::Except(unread) = found.coverage.expect("read") else { panic!("one collection failed") };
        assert_eq!((unread.limit.is_none(), unread.listing_pages), (counts, 1), "{unread}");
        assert!(shop.asked().iter().all(|asked| !asked.path.starts_with("/collections/all")));
    }
    Ok(())
}
