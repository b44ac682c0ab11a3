//! Feeds.

use axum::{
    Router,
    response::{IntoResponse, Response},
    routing::get,
};
use domain::model::{Fils, PlatformKind, Stock};
use ingest::{crawl::ParsedDraft, platforms::Coverage};
use sqlx::PgPool;

use super::read;
use crate::{
    bad_answers::{OFFERS, Sample, check, title},
    detect::{self, CARDS, not_found},
    test_retailer::{ReceivedRequest, html},
};

const SAMPLE: Sample = Sample {
    file: "platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"",
    good: |_| rows(OFFERS),
    empty: || rows(0),
    product_pages: None,
};

/// Returns a feed with this number of offers.
pub(crate) fn rows(offers: u32) -> Response {
    let rows = (1..=offers).map(|id| format!("{id},{},100.500,https://shop.example/{id}\n", title(id)));
    let text = format!("id,title,price,link\n{}", rows.collect::<String>());
    ([("content-type", "text/csv")], text).into_response()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_feed_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &SAMPLE).await
}

fn google_feed(asked: &ReceivedRequest) -> Response {
    match asked.path.as_str() {
        "/" => html(
            "<html lang=en><head><title>Best | Corner PC</title></head><a href=\"/export/products.xml\">feed</a>",
        ),
        "/export/products.xml" => {
            let items: String = CARDS
                .iter()
                .enumerate()
                .map(|(number, title)| {
                    format!("<item><g:id>{number}</g:id><title>{title}</title><link>https://shop.example/{number}</link>\
                        <g:price>1.{number}99,500 KWD</g:price><g:product_type>PC &gt; Cards</g:product_type></item>")
                })
                .collect();
            let xml =
                format!("<rss xmlns:g=\"http://base.google.com/ns/1.0\"><channel>{items}</channel></rss>");
            ([("content-type", "application/xml")], xml).into_response()
        }
        _ => not_found(),
    }
}

#[tokio::test]
async fn it_is_detected() -> anyhow::Result<()> {
    let lines = ["path = \"/export/products.xml\"", "decimal = \",\"", "thousands = \".\""];
    detect::check(google_feed, PlatformKind::Feed, "PC", &lines).await
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
async fn truncated_feed_is_incomplete() -> anyhow::Result<()> {
    let xml = "<rss><item><id>1</id><title>MSI RTX 5070</title><price>9</price><link>https://shop.example/1</link></item><item><id>2</id>";
    let found =
        read(feed_app("application/xml", xml.into()), &format!("{FEED}format = \"merchant_xml\"")).await?;
    assert_eq!(found.drafts.len(), 1);
    let error = found.coverage.expect_err("cut off").to_string();
    assert!(error.contains("cut off after 1 rows"), "{error}");
    Ok(())
}
