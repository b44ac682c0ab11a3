//! `ingest run` where a part of a retailer cannot be read: what was stored is told.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use domain::store::crawls::CrawlState;
use ingest::crawl::{CrawlOptions, crawl};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    command_line::{code, ingest, output_text},
    demo_server::{bar, context},
    interrupted_workers::database_url,
    stored_data::{number, texts},
    test_retailer::{ReceivedRequest, TestRetailer, file_text, html, json as json_answer},
};

const SCHEMA_ORG: &str = "platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"";

/// Answers like a shop of six products, of whose pages the last ones fail from a number on.
fn shop(first_failing: u32) -> impl Fn(&ReceivedRequest) -> Response + Send + Sync + 'static {
    move |asked| {
        let Some(id) = asked.path.strip_prefix("/p/").and_then(|id| id.parse::<u32>().ok()) else {
            let urls: String = (1..=6).map(|id| format!("<url><loc>/p/{id}</loc></url>")).collect();
            return format!("<urlset>{urls}</urlset>").into_response();
        };
        if id >= first_failing {
            return StatusCode::FORBIDDEN.into_response();
        }
        let product = json!({"@type": "Product", "name": format!("Palit GeForce RTX 5060 Infinity {id}"), "sku": id,
            "offers": {"@type": "Offer", "price": "88.250", "priceCurrency": "KWD", "availability": "InStock"}});
        html(format!("<script type=\"application/ld+json\">{product}</script>"))
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn run_says_what_it_stored_although_a_part_failed(db: PgPool) -> anyhow::Result<()> {
    let (retailer, directory) = (TestRetailer::open().await?, tempfile::tempdir()?);
    let database = database_url(&db).await?;
    std::fs::write(directory.path().join("test-shop.toml"), file_text(retailer.address, SCHEMA_ORG))?;
    retailer.answers(shop(4));
    let partly = ingest(&database, directory.path(), &["run"], "").await?;
    let said = output_text(&partly);
    assert_eq!(code(&partly), 3, "{said}");
    assert!(said.contains("the crawl stored 3 offers (3 new, 0 changed)"), "{said}");
    assert!(said.contains("3 pages of 6 are unreadable") && said.contains("403"), "{said}");
    assert!(!said.contains("no retailer could be crawled"), "{said}");
    assert_eq!(number(&db, "select count(*) from offer where ended_at is null").await?, 3);
    let dry = ingest(&database, directory.path(), &["run", "--dry-run"], "").await?;
    assert_eq!(code(&dry), 3, "{}", output_text(&dry));

    retailer.answers(shop(1));
    let failed = ingest(&database, directory.path(), &["run"], "").await?;
    let said = output_text(&failed);
    assert_eq!(code(&failed), 1, "{said}");
    assert!(
        said.contains("nothing was stored") && said.contains("Earlier offers stay as they were"),
        "{said}"
    );
    assert_eq!(number(&db, "select count(*) from offer where ended_at is null").await?, 3);
    Ok(())
}

/// A list of Shopify ends at page 100, and products lie behind it. What left the part that was read ends all the same: its own
/// page is gone. What may only have moved behind the limit stays, at most for the days after which nothing is in stock.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn limit_of_a_list_keeps_no_dead_offer_alive(db: PgPool) -> anyhow::Result<()> {
    let retailer = TestRetailer::open().await?;
    let (context, file) = (context(&db), retailer.file("platform = \"shopify\""));
    let answer = |absent: &'static [usize], gone: &'static str| {
        move |asked: &ReceivedRequest| {
            if asked.path.starts_with("/products/") {
                let is_gone = asked.path.starts_with(gone);
                return if is_gone {
                    StatusCode::NOT_FOUND.into_response()
                } else {
                    html("<p>A product</p>")
                };
            }
            let page = asked.path.rsplit("&page=").next().and_then(|page| page.parse::<usize>().ok());
            let Some(page) = page else { return StatusCode::NOT_FOUND.into_response() };
            let first = if page == 100 { 100..=349 } else { page..=page };
            // Items behind the limit take the places of those that left, so that the last page stays full.
            let moved_up = (900..900 + absent.len()).filter(|_| page == 100);
            let products: Vec<Value> = first
                .filter(|id| !absent.contains(id))
                .chain(moved_up)
                .map(|id| {
                    json!({"id": id, "title": format!("Zotac GeForce RTX 5060 Solo {id}"), "handle": format!("h{id}"),
                        "variants": [{"id": id, "price": "91.750", "available": true}]})
                })
                .collect();
            json_answer(&json!({ "products": products }))
        }
    };
    retailer.answers(answer(&[], "/products/none"));
    let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    assert_eq!(report.state, CrawlState::Complete, "{report:?}");
    assert!(report.error.is_some_and(|error| error.contains("25000")));

    retailer.answers(answer(&[200, 201], "/products/h200"));
    for _ in 0..2 {
        let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
        assert_eq!(report.state, CrawlState::Complete, "{report:?}");
    }
    let states =
        "select external_id || case when ended_at is null then ' unconfirmed' else ' ended' end from offer
        where ended_at is not null or unconfirmed_since is not null";
    assert_eq!(texts(&db, states).await?, ["200 ended", "201 unconfirmed"]);

    sqlx::query("update offer set unconfirmed_since = now() - interval '8 days' where external_id = '201'")
        .execute(&db)
        .await?;
    for _ in 0..2 {
        crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
    }
    assert_eq!(texts(&db, states).await?, ["200 ended", "201 ended"]);
    Ok(())
}
