//! Pages that fail while the rest of a retailer can be read: what is known of the other offers counts.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use domain::store::crawls::CrawlState;
use ingest::{
    crawl::{CrawlOptions, CrawlReport, IngestContext, crawl},
    retailer_file::RetailerFile,
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    demo_server::{bar, context},
    stored_data::texts,
    test_retailer::{ReceivedRequest, TestRetailer, html, json as json_answer},
};

const SCHEMA_ORG: &str = "platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"";
const STATES: &str = "select external_id || case when ended_at is not null then ' ended'
    when unconfirmed_since is not null then ' unconfirmed' when missed_crawls > 0 then ' missed' else '' end
    from offer order by external_id";

async fn run(context: &IngestContext, file: &RetailerFile) -> anyhow::Result<CrawlReport> {
    crawl(context, file, CrawlOptions::default(), &bar()).await
}

fn title(id: &str) -> String {
    format!("MSI GeForce RTX 5070 Gaming {id}")
}

fn sitemap(ids: &[u32]) -> Response {
    let urls: String = ids.iter().map(|id| format!("<url><loc>/p/{id}</loc></url>")).collect();
    format!("<urlset>{urls}</urlset>").into_response()
}

/// Returns a product page; `address` is the offer's own, where it states one.
fn product_page(id: &str) -> Response {
    let offers =
        json!({"@type": "Offer", "price": "100.500", "priceCurrency": "KWD", "availability": "InStock"});
    html_of(&json!({"@type": "Product", "name": title(id), "sku": format!("p{id}"), "offers": offers}))
}

/// A page with two variants, each of which has an address of its own.
fn page_of_variants(id: &str) -> Response {
    let offers = ["", "-white"].map(|variant| {
        json!({"@type": "Offer", "sku": format!("p{id}{variant}"), "name": format!("{} {variant}", title(id)),
            "url": format!("/en/products/{id}?variant=1{variant}"), "price": "100.500", "priceCurrency": "KWD",
            "availability": "InStock"})
    });
    html_of(&json!({"@type": "Product", "name": title(id), "offers": offers}))
}

fn html_of(product: &serde_json::Value) -> Response {
    html(format!("<script type=\"application/ld+json\">{product}</script>"))
}

/// Answers like a retailer of these products, of whose pages some fail.
fn retailer(
    listed: &'static [u32],
    failing: &'static [u32],
) -> impl Fn(&ReceivedRequest) -> Response + Send + Sync + 'static {
    move |asked| {
        let Some(id) = asked.path.strip_prefix("/p/") else { return sitemap(listed) };
        let number: u32 = id.parse().expect("a number");
        if failing.contains(&number) {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        if listed.contains(&number) { product_page(id) } else { StatusCode::NOT_FOUND.into_response() }
    }
}

/// Product 5 has left the retailer and its sitemap, and the page of product 3 fails for ever.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn page_that_fails_for_ever_keeps_no_dead_offer_on_sale(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file(SCHEMA_ORG));
    shop.answers(retailer(&[1, 2, 3, 4, 5, 6], &[]));
    assert_eq!(run(&context, &file).await?.state, CrawlState::Complete);
    shop.answers(retailer(&[1, 2, 3, 4, 6], &[3]));
    for expected in ["p5 missed", "p5 ended", "p5 ended"] {
        let report = run(&context, &file).await?;
        assert_eq!(report.state, CrawlState::Complete, "{report:?}");
        assert!(report.is_successful());
        let note = report.error.expect("what could not be read");
        assert!(note.starts_with("one page of 5 is unreadable: ") && note.contains("/p/3"), "{note}");
        assert_eq!(texts(&db, STATES).await?, ["p1", "p2", "p3 unconfirmed", "p4", expected, "p6"]);
    }
    shop.answers(retailer(&[1, 2, 3, 4, 6], &[]));
    assert_eq!(run(&context, &file).await?.error, None);
    assert_eq!(texts(&db, STATES).await?, ["p1", "p2", "p3", "p4", "p5 ended", "p6"]);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn crawl_whose_pages_fail_beyond_a_small_share_ends_no_offer(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file(SCHEMA_ORG));
    shop.answers(retailer(&[1, 2, 3, 4, 5, 6], &[]));
    run(&context, &file).await?;
    shop.answers(retailer(&[1, 2, 3, 4, 6], &[2, 4]));
    for _ in 0..3 {
        let report = run(&context, &file).await?;
        assert_eq!((report.state, report.counters.ended), (CrawlState::Partial, 0), "{report:?}");
        assert!(report.error.is_some_and(|error| error.starts_with("2 pages of 5 are unreadable")));
        assert_eq!(texts(&db, STATES).await?, ["p1", "p2", "p3", "p4", "p5", "p6"]);
    }
    Ok(())
}

/// The offers of a page are known, whatever address they state for themselves.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offer_is_unconfirmed_when_the_page_that_shows_it_fails(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file(SCHEMA_ORG));
    let answer = |failing: &'static [&'static str]| {
        move |asked: &ReceivedRequest| {
            let Some(id) = asked.path.strip_prefix("/p/") else { return sitemap(&[1, 2, 3]) };
            if failing.contains(&id) {
                return StatusCode::INTERNAL_SERVER_ERROR.into_response();
            }
            page_of_variants(id)
        }
    };
    shop.answers(answer(&[]));
    run(&context, &file).await?;
    let addresses = "select substring(url from '/en.*') || ' ' || substring(page_url from '/p/.*') from offer where external_id like 'p1%'";
    let variants = ["/en/products/1?variant=1 /p/1", "/en/products/1?variant=1-white /p/1"];
    assert_eq!(texts(&db, addresses).await?, variants);
    let report = run(&context, &file).await?;
    assert_eq!(report.counters.unchanged, 6, "{report:?}");
    shop.answers(answer(&["2"]));
    for _ in 0..3 {
        assert_eq!(run(&context, &file).await?.state, CrawlState::Complete);
        let states = ["p1", "p1-white", "p2 unconfirmed", "p2-white unconfirmed", "p3", "p3-white"];
        assert_eq!(texts(&db, STATES).await?, states);
    }
    Ok(())
}

/// A page of a list may hold any offer that was not met; what was surely seen counts all the same.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failed_page_of_a_list_hides_no_other_page_and_ends_no_offer_that_may_be_on_it(
    db: PgPool,
) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (mut context, file) = (context(&db), shop.file("platform = \"shopify\"\n[shopify]\npage_size = 2"));
    let mut config = (*context.config).clone();
    config.price_screen.crawl_lost_percent = 50;
    context.config = config.into();
    let answer = |failing: Option<usize>, white_is_sold: bool| {
        move |asked: &ReceivedRequest| {
            let page = asked.path.rsplit("&page=").next().and_then(|page| page.parse::<usize>().ok());
            let Some(page) = page else { return StatusCode::NOT_FOUND.into_response() };
            if Some(page) == failing {
                return StatusCode::BAD_GATEWAY.into_response();
            }
            let ids = if page <= 4 { vec![2 * page - 1, 2 * page] } else { Vec::new() };
            let products = ids.into_iter().map(|id| {
                let variant = |of: usize| json!({"id": id * 10 + of, "title": of.to_string(), "price": "100.500", "available": true});
                let variants = if white_is_sold { vec![variant(1), variant(2)] } else { vec![variant(1)] };
                json!({"id": id, "title": title(&id.to_string()), "handle": id.to_string(), "variants": variants})
            });
            json_answer(&json!({ "products": products.collect::<Vec<Value>>() }))
        }
    };
    shop.answers(answer(None, true));
    let report = run(&context, &file).await?;
    assert_eq!((report.state, report.counters.new), (CrawlState::Complete, 16), "{report:?}");
    // Page 2 has the products 3 and 4. Everywhere else the second variant is gone.
    shop.answers(answer(Some(2), false));
    for _ in 0..2 {
        let report = run(&context, &file).await?;
        assert_eq!((report.state, report.counters.accepted), (CrawlState::Complete, 6), "{report:?}");
    }
    let unconfirmed = ["31 unconfirmed", "32 unconfirmed", "41 unconfirmed", "42 unconfirmed"];
    let mut expected = vec!["11", "12 ended", "21", "22 ended"];
    expected.extend(unconfirmed);
    expected.extend(["51", "52 ended", "61", "62 ended", "71", "72 ended", "81", "82 ended"]);
    assert_eq!(texts(&db, STATES).await?, expected);

    // Listings on no page for days do not wait for the failing page for ever.
    sqlx::query(
        "update offer set unconfirmed_since = now() - interval '8 days' where external_id in ('31', '32')",
    )
    .execute(&db)
    .await?;
    for _ in 0..2 {
        assert_eq!(run(&context, &file).await?.state, CrawlState::Complete);
    }
    let mut page_two = texts(&db, STATES).await?;
    page_two.retain(|state| state.starts_with(['3', '4']));
    assert_eq!(page_two, ["31 ended", "32 ended", "41 unconfirmed", "42 unconfirmed"]);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failed_sitemap_of_several_hides_no_other(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file(SCHEMA_ORG));
    let answer = |second_fails: bool, gone: &'static str| {
        move |asked: &ReceivedRequest| match asked.path.as_str() {
            "/sitemap.xml" => {
                "<sitemapindex><sitemap><loc>/one.xml</loc></sitemap><sitemap><loc>/two.xml</loc></sitemap>\
                               <sitemap><loc>/three.xml</loc></sitemap></sitemapindex>"
                    .into_response()
            }
            "/one.xml" => sitemap(&[1, 2]),
            "/two.xml" if second_fails => StatusCode::BAD_GATEWAY.into_response(),
            "/two.xml" => sitemap(&[3, 4]),
            "/three.xml" => sitemap(&[5, 6]),
            path if path == gone => StatusCode::NOT_FOUND.into_response(),
            path => product_page(path.trim_start_matches("/p/")),
        }
    };
    shop.answers(answer(false, ""));
    run(&context, &file).await?;
    shop.answers(answer(true, "/p/6"));
    for _ in 0..2 {
        let report = run(&context, &file).await?;
        assert_eq!((report.state, report.counters.accepted), (CrawlState::Complete, 3), "{report:?}");
    }
    // Product 6 is listed, and its page says that it is gone.
    assert_eq!(texts(&db, STATES).await?, ["p1", "p2", "p3 unconfirmed", "p4 unconfirmed", "p5", "p6 ended"]);
    Ok(())
}

/// Failed pages one after the other say nothing about the host while it answers others.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn neighbouring_failed_pages_do_not_end_the_crawl(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, mut file) = (context(&db), shop.file(SCHEMA_ORG));
    file.rate.concurrency = 1;
    let all: &'static [u32] = (1..=80).collect::<Vec<_>>().leak();
    // Product 70 leaves the retailer later.
    let listed: &'static [u32] = (1..=80).filter(|id| *id != 70).collect::<Vec<_>>().leak();
    shop.answers(retailer(all, &[]));
    run(&context, &file).await?;
    shop.answers(retailer(listed, &[10, 11, 12, 13, 14, 15, 16, 17]));
    for _ in 0..2 {
        let report = run(&context, &file).await?;
        assert_eq!((report.state, report.counters.accepted), (CrawlState::Complete, 71), "{report:?}");
    }
    assert_eq!(texts(&db, "select external_id from offer where ended_at is not null").await?, ["p70"]);
    Ok(())
}
