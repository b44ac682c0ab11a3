//! Results of the adapters on pages, sitemaps and lists, with test servers.

use std::io::Write;

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use domain::{
    model::{Fils, OfferDraft, Stock},
    store::crawls::CrawlState,
};
use ingest::{
    crawl::{CrawlOptions, ParsedDraft, crawl},
    platforms::Coverage,
};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    demo_server::{bar, context},
    platforms::{Found, read_shop},
    stored_data::{StoredData, assert_same},
    test_retailer::{TestRetailer, html, json as json_answer},
};

const SCHEMA_ORG: &str = "platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"";

fn packed(text: &str) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).expect("memory");
    packer.finish().expect("memory")
}

fn offers(found: &Found) -> Vec<&OfferDraft> {
    let mut offers: Vec<_> = found.drafts.iter().map(ParsedDraft::draft).collect();
    offers.sort_by(|one, other| one.external_id.cmp(&other.external_id));
    offers
}

fn microdata(id: &str, price: &str, stock: &str) -> Response {
    html(format!(
        "<div itemscope itemtype=\"https://schema.org/Product\"><h1 itemprop=name>MSI GeForce RTX 5070 {id}</h1>
         <meta itemprop=sku content={id}><div itemprop=aggregateRating itemscope itemtype=\"https://schema.org/AggregateRating\">
         <b itemprop=ratingValue>4.9</b></div><div itemprop=offers itemscope itemtype=\"https://schema.org/Offer\">
         <span itemprop=price content=\"{price}\">{price}</span><meta itemprop=priceCurrency content=KWD>
         <link itemprop=availability href=\"https://schema.org/{stock}\"></div></div>
         <ul itemscope itemtype=\"https://schema.org/ItemList\"><li itemscope itemtype=\"https://schema.org/Product\">
         <b itemprop=name>Another</b><b itemprop=price>1</b></li></ul>"
    ))
}

#[tokio::test]
async fn microdata_is_found_through_a_gzipped_sitemap_index() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(|asked| match asked.path.as_str() {
        "/sitemap.xml" => "<sitemapindex><sitemap><loc>/inner.xml</loc></sitemap></sitemapindex>".into_response(),
        // A sitemap index may lead to another one, and back.
        "/inner.xml" => "<sitemapindex><sitemap><loc>/one.xml.gz</loc></sitemap><sitemap><loc>/two.xml</loc></sitemap>
            <sitemap><loc>/sitemap.xml</loc></sitemap></sitemapindex>"
            .into_response(),
        "/one.xml.gz" => packed("<urlset><url><loc>/p/a</loc></url><url><loc>/about</loc></url></urlset>").into_response(),
        "/two.xml" => {
            "<urlset><url><loc>/p/b</loc></url><url><loc>/p/a</loc></url><url><loc>/p/gone</loc></url></urlset>".into_response()
        }
        "/p/a" => microdata("a", "199.900", "InStock"),
        "/p/b" => microdata("b", "210", "BackOrder"),
        "/p/gone" => StatusCode::GONE.into_response(),
        _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    });
    let found = read_shop(&shop.file(SCHEMA_ORG)).await?;
    assert_eq!(found.coverage.clone().expect("read"), Coverage::Complete);
    let read: Vec<_> =
        offers(&found).iter().map(|it| (it.external_id.as_str(), it.price, it.stock)).collect();
    assert_eq!(read, [("a", Fils(199_900), Stock::In), ("b", Fils(210_000), Stock::Out)]);
    assert!(found.rejected.is_empty(), "{:?}", found.rejected);
    assert_eq!(shop.asked().iter().filter(|asked| asked.path == "/p/a").count(), 1);
    Ok(())
}

/// A page also states a related product at a price of its cache; that product's own page is read before it and after it.
#[tokio::test]
async fn related_product_has_the_price_of_its_own_page() -> anyhow::Result<()> {
    let block = |id: &str, name: &str, price: &str| {
        let product = json!({"@type": "Product", "sku": id, "name": name,
            "offers": {"@type": "Offer", "price": price, "priceCurrency": "KWD"}});
        format!("<script type=\"application/ld+json\">{product}</script>")
    };
    for order in [["/p/fan", "/p/case"], ["/p/case", "/p/fan"]] {
        let shop = TestRetailer::open().await?;
        shop.answers(move |asked| match asked.path.as_str() {
            "/sitemap.xml" => {
                let urls = order.map(|path| format!("<url><loc>{path}</loc></url>"));
                format!("<urlset>{}</urlset>", urls.concat()).into_response()
            }
            "/p/fan" => html(block("F1", "Noctua NF-A12x25", "9.750")),
            _ => html(
                block("C1", "Fractal Design North", "48.500") + &block("F1", "Noctua NF-A12x25", "8.000"),
            ),
        });
        let found = read_shop(&shop.file(SCHEMA_ORG)).await?;
        let read: Vec<_> = offers(&found)
            .iter()
            .map(|it| (it.external_id.as_str(), it.price, it.url.ends_with("/p/fan")))
            .collect();
        assert_eq!(read, [("C1", Fils(48_500), false), ("F1", Fils(9_750), true)], "{order:?}");
    }
    Ok(())
}

#[tokio::test]
async fn listing_is_read_to_its_last_page() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(|asked| match asked.path.as_str() {
        "/list" => html("<a class=p href=/p/1>1</a><a class=p href=p/2>2</a><a rel=next href=\"?page=2\">next</a>"),
        // The last product of a page is also the first of the next one.
        "/list?page=2" => html("<a class=p href=/p/2>2</a><a class=p href=/p/3>3</a><a rel=next href=\"?page=3\">next</a>"),
        "/list?page=3" => html("<a class=p href=/p/4>4</a>"),
        path => match path.strip_prefix("/p/") {
            Some(id) => html(format!(
                "<h1>MSI GeForce RTX 5070</h1><s>20.000</s><i>4 × 2.500</i><b>KD 1,0{id}0.500</b><em>Only 3 left</em>"
            )),
            None => StatusCode::NOT_FOUND.into_response(),
        },
    });
    let file = shop.file(
        "platform = \"selectors\"\n[selectors]\nstart = [{ path = \"/list\", category = \"GPU\" }]\n\
         product_link = { select = \"a.p\", attribute = \"href\" }\nnext_page = { select = \"a[rel=next]\", attribute = \"href\" }\n\
         [selectors.fields]\ntitle = { select = \"h1\" }\nprice = { select = \"b\", pattern = \"KD ([0-9.,]+)\" }\n\
         stock = { select = \"em\" }\nstock_left = { select = \"em\", pattern = \"Only (\\\\d+) left\" }",
    );
    let found = read_shop(&file).await?;
    assert_eq!(found.coverage.clone().expect("read"), Coverage::Complete);
    let prices: Vec<_> =
        offers(&found).iter().map(|offer| (offer.price, offer.stock, offer.stock_left)).collect();
    let row = |fils| (Fils(fils), Stock::In, Some(3));
    assert_eq!(prices, [row(1_010_500), row(1_020_500), row(1_030_500), row(1_040_500)]);
    let pages = shop.asked().iter().filter(|asked| asked.path.starts_with("/p/")).count();
    assert_eq!(pages, 4, "each page once");
    Ok(())
}

/// A product that cannot be read is listed all the same: its variants are rejected, and their offers are not missed.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shopify_product_that_cannot_be_read_ends_no_offer(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file("platform = \"shopify\""));
    let answer = |handle: serde_json::Value| {
        move |asked: &crate::test_retailer::ReceivedRequest| {
            if !asked.path.contains("page=1") {
                return json_answer(&json!({ "products": [] }));
            }
            json_answer(&json!({ "products": [
                {"id": 1, "title": "MSI GeForce RTX 5070", "handle": handle, "variants": [
                    {"id": 11, "title": "Black", "price": "100.500", "available": true},
                    {"id": 12, "title": "White", "price": "110.500", "available": true}]},
                {"id": 2, "title": "MSI GeForce RTX 5080", "handle": "other", "variants": [
                    {"id": 21, "price": "200.500", "available": true}]},
            ] }))
        }
    };
    shop.answers(answer(json!("rtx-5070")));
    let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    assert_eq!((report.state, report.counters.new), (CrawlState::Complete, 3), "{report:?}");
    shop.answers(answer(json!(null)));
    for _ in 0..3 {
        let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
        assert_eq!((report.state, report.counters.ended), (CrawlState::Complete, 0), "{report:?}");
        assert_eq!(report.counters.rejected, 2, "{report:?}");
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shopify_beyond_its_page_limit_ends_no_offer_that_may_lie_there(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file("platform = \"shopify\""));
    // Page 100 is the last one that Shopify gives; a page of 250 products is full.
    let answer = |deepest: usize, on_page_100: usize, absent: usize| {
        move |asked: &crate::test_retailer::ReceivedRequest| {
            // The own page of each product exists.
            if asked.path.starts_with("/products/") {
                return html("<p>A product</p>");
            }
            let page = asked.path.rsplit("&page=").next().and_then(|page| page.parse::<usize>().ok());
            let Some(page) = page else { return StatusCode::NOT_FOUND.into_response() };
            if page > deepest {
                return (StatusCode::BAD_REQUEST, "page times limit is over 25000").into_response();
            }
            let count = if page == 100 { on_page_100 } else { 1 };
            let products: Vec<_> = (0..count)
                .map(|index| page + 1_000 * index)
                .filter(|id| *id != absent)
                .map(|id| {
                    json!({"id": id, "title": format!("MSI GeForce RTX 5070 {id}"), "handle": id.to_string(),
                        "variants": [{"id": id, "price": "100.500", "available": true}]})
                })
                .collect();
            json_answer(&json!({ "products": products }))
        }
    };
    // A last page that is not full ends the list: the retailer has no further products.
    shop.answers(answer(usize::MAX, 249, 0));
    let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    assert_eq!((report.state, report.counters.new), (CrawlState::Complete, 99 + 249), "{report:?}");
    shop.answers(answer(usize::MAX, 250, 0));
    let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    assert_eq!((report.state, report.counters.new), (CrawlState::Complete, 1), "{report:?}");
    assert!(report.error.is_some_and(|error| error.contains("25000")));
    // A product that is not in the list may lie beyond its end.
    shop.answers(answer(usize::MAX, 251, 1_100));
    for _ in 0..3 {
        let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
        assert_eq!((report.state, report.counters.ended), (CrawlState::Complete, 0), "{report:?}");
    }
    let unconfirmed = "select external_id from offer where unconfirmed_since is not null";
    assert_eq!(crate::stored_data::texts(&db, unconfirmed).await?, ["1100"]);
    let before = StoredData::read(&db).await?;
    // The retailer refuses earlier than expected.
    shop.answers(answer(60, 250, 0));
    for _ in 0..2 {
        let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
        assert_eq!((report.state, report.counters.ended), (CrawlState::Partial, 0), "{report:?}");
    }
    assert_same(&StoredData::read(&db).await?, &before);
    Ok(())
}

#[tokio::test]
async fn back_order_is_not_in_stock() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let prices = json!({"price": "8900", "currency_code": "KWD", "currency_minor_unit": 3});
    let product = json!({"id": 1, "name": "MSI GeForce RTX 5070", "permalink": "https://shop.example/1", "prices": prices,
        "is_in_stock": true, "is_purchasable": true, "is_on_backorder": true});
    let variant = json!({"products": [{"id": 1, "title": "MSI GeForce RTX 5070", "handle": "a",
        "variants": [{"id": 1, "price": "8.900", "available": false}]}]});
    shop.answers(move |asked| match asked.path.as_str() {
        path if path.starts_with("/wp-json/") && path.ends_with("page=1") => json_answer(&json!([product])),
        path if path.starts_with("/wp-json/") => json_answer(&json!([])),
        path if path.starts_with("/products.json") && path.ends_with("page=1") => json_answer(&variant),
        path if path.starts_with("/products.json") => json_answer(&json!({"products": []})),
        "/sitemap.xml" => "<urlset><url><loc>/p/1</loc></url></urlset>".into_response(),
        "/p/1" => microdata("1", "8.900", "BackOrder"),
        "/feed" => {
            "id,title,price,link,availability\n1,MSI RTX 5070,8.900,https://shop.example/1,backorder\n"
                .into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    });
    for platform in [
        "platform = \"woocommerce\"",
        "platform = \"shopify\"",
        SCHEMA_ORG,
        "platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"",
    ] {
        let found = read_shop(&shop.file(platform)).await?;
        let read: Vec<_> = offers(&found).iter().map(|it| (it.price, it.stock)).collect();
        assert_eq!(read, [(Fils(8_900), Stock::Out)], "{platform} {:?}", found.rejected);
    }
    Ok(())
}

#[tokio::test]
async fn a_page_in_an_old_arabic_charset_is_read() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(|asked| {
        let id = match asked.path.as_str() {
            "/sitemap.xml" => {
                return "<urlset><url><loc>/p/1</loc></url><url><loc>/p/2</loc></url></urlset>".into_response();
            }
            path => path.trim_start_matches("/p/").to_owned(),
        };
        // The first page states its charset in the header, the second in its head element.
        let (content_type, meta) = match id.as_str() {
            "1" => ("text/html; charset=windows-1256", ""),
            _ => ("text/html", "<meta charset=\"windows-1256\">"),
        };
        let page = format!(
            "<html><head>{meta}</head><body><div itemscope itemtype=\"https://schema.org/Product\"><h1 itemprop=name>\
             كرت شاشة MSI RTX 5070</h1><meta itemprop=sku content={id}><div itemprop=offers itemscope \
             itemtype=\"https://schema.org/Offer\"><b itemprop=price>12.500</b><b itemprop=availability>متوفر</b></div></div>"
        );
        let bytes = encoding_rs::WINDOWS_1256.encode(&page).0.into_owned();
        ([("content-type", content_type)], bytes).into_response()
    });
    let found = read_shop(&shop.file(&format!("{SCHEMA_ORG}\ntitle_language = \"ar\""))).await?;
    let read: Vec<_> =
        offers(&found).iter().map(|it| (it.title_ar.as_deref().unwrap_or("?"), it.price, it.stock)).collect();
    let row = ("كرت شاشة MSI RTX 5070", Fils(12_500), Stock::In);
    assert_eq!(read, [row, row], "{:?}", found.rejected);
    Ok(())
}

#[tokio::test]
async fn compressed_feed_is_limited_by_its_unpacked_size() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let rows = "1,MSI GeForce RTX 5070,100.500,https://shop.example/1\n".repeat(400_000);
    let bomb = packed(&format!("id,title,price,link\n{rows}"));
    assert!(bomb.len() < 200 * 1024, "{}", bomb.len());
    shop.answers(move |_| bomb.clone().into_response());
    let file = shop.file("platform = \"feed\"\n[feed]\npath = \"/feed.csv.gz\"\nformat = \"csv\"");
    let mut settings = crate::demo_server::fast_fetch_settings();
    settings.feed_limit = 1024 * 1024;
    let found = crate::platforms::read_shop_with(&settings, &file).await?;
    let error = found.coverage.expect_err("too large").to_string();
    assert!(error.contains("larger than allowed"), "{error}");
    Ok(())
}
