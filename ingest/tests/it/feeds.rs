//! Feeds and sitemaps as shops write them: bad bytes, sales with dates, parts that cannot be read.

use axum::response::IntoResponse;
use domain::model::{Fils, Stock};
use ingest::{
    crawl::{ParsedDraft, parse_draft},
    fetch::RetailerClient,
    platforms::{self, Coverage, ResponseSender, RetailerSite},
    raw_offer::{RawOffer, RejectedListing},
    retailer_file::RetailerFile,
};
use time::{OffsetDateTime, macros::datetime};

use crate::{
    demo_server::fast_fetch_settings,
    platforms::read_shop,
    test_retailer::{TestRetailer, html},
};

const NOW: OffsetDateTime = datetime!(2026-11-29 12:00 UTC);
const XML: &str = "platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"merchant_xml\"";
const CSV: &str = "platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"";

/// Answers with a feed, of this content type.
async fn shop_with(feed: impl Into<Vec<u8>>, content_type: &'static str) -> anyhow::Result<TestRetailer> {
    let (shop, feed) = (TestRetailer::open().await?, feed.into());
    shop.answers(move |_| ([("content-type", content_type)], feed.clone()).into_response());
    Ok(shop)
}

/// Reads a retailer as of [`NOW`].
async fn read_now(file: &RetailerFile) -> anyhow::Result<(Vec<RawOffer>, Vec<RejectedListing>)> {
    let client = RetailerClient::new(&fast_fetch_settings(), file.access())?;
    let site = RetailerSite { client, file: file.clone(), now: NOW, watch: None };
    let (sender, mut responses) = ResponseSender::channel(100);
    let kind = file.platform;
    let reading = tokio::spawn(async move { platforms::for_kind(kind).fetch_offers(&site, &sender).await });
    let (mut offers, mut rejected) = (Vec::new(), Vec::new());
    while let Some(response) = responses.recv().await {
        offers.extend(response.offers);
        rejected.extend(response.rejected);
    }
    assert_eq!(reading.await??, Coverage::Complete);
    Ok((offers, rejected))
}

/// Returns id, price and list price, in fils.
fn priced(file: &RetailerFile, offers: &[RawOffer]) -> Vec<(String, i64, Option<i64>)> {
    let drafts = offers.iter().map(|raw| parse_draft(file, raw.clone()).expect("an offer").into_draft());
    drafts.map(|draft| (draft.external_id, draft.price.0, draft.list_price.map(|price| price.0))).collect()
}

fn item(id: &str, inside: &str) -> String {
    format!(
        "<item><g:id>{id}</g:id><g:title>Thermaltake Toughpower GF3 850W Power Supply {id}</g:title>\
         <g:link>/p/{id}</g:link>{inside}<g:availability>in stock</g:availability></item>\n"
    )
}

fn feed(items: &[String]) -> String {
    format!("<rss xmlns:g=\"http://base.google.com/ns/1.0\"><channel>{}</channel></rss>", items.concat())
}

fn sale(price: &str, sale: &str, dates: &str) -> String {
    let dates = match dates {
        "" => String::new(),
        dates => format!("<g:sale_price_effective_date>{dates}</g:sale_price_effective_date>"),
    };
    format!("<g:price>{price}</g:price><g:sale_price>{sale}</g:sale_price>{dates}")
}

#[tokio::test]
async fn sale_price_counts_only_within_its_dates() -> anyhow::Result<()> {
    let (start, end) = (datetime!(2026-12-05 21:00 UTC), datetime!(2026-11-30 20:59 UTC));
    let cases = [
        ("running", "44.500 KWD", "38.250 KWD", "2026-11-20T00:00+0300/2026-11-30T23:59+0300"),
        ("future", "44.500 KWD", "38.250 KWD", "2026-12-06T00:00+0300/2026-12-09T23:59+0300"),
        ("over", "44.500 KWD", "38.250 KWD", "2026-11-01T00:00+0300/2026-11-28T23:59+0300"),
        ("undated", "44.500 KWD", "38.250 KWD", ""),
        ("zero", "44.500 KWD", "0.000 KWD", ""),
        ("dash", "44.500 KWD", "-", ""),
        ("above", "44.500 KWD", "54.000 KWD", ""),
        ("equal", "44.500 KWD", "44.5 KWD", ""),
        ("alone", "", "38.250 KWD", ""),
        ("unclear", "44.500 KWD", "38.250 KWD", "until Thursday"),
    ];
    let items = cases.map(|(id, price, reduced, dates)| item(id, &sale(price, reduced, dates)));
    let shop = shop_with(feed(&items), "application/xml").await?;
    let file = shop.file(XML);
    let (offers, rejected) = read_now(&file).await?;
    assert_eq!(rejected, []);
    let (whole, reduced) = (44_500, 38_250);
    let own = |(id, price, list): (&str, i64, Option<i64>)| (id.to_owned(), price, list);
    let expected = [
        ("running", reduced, Some(whole)),
        ("future", whole, None),
        ("over", whole, None),
        ("undated", reduced, Some(whole)),
        ("zero", whole, None),
        ("dash", whole, None),
        ("above", whole, None),
        ("equal", whole, None),
        ("alone", reduced, None),
        ("unclear", whole, None),
    ];
    assert_eq!(priced(&file, &offers), expected.map(own));
    let until: Vec<_> = offers.iter().map(|offer| offer.price_valid_until).collect();
    assert_eq!(until[..3], [Some(end), Some(start), None]);
    assert!(until[3..].iter().all(Option::is_none), "{until:?}");
    Ok(())
}

#[tokio::test]
async fn price_that_stands_twice_with_two_amounts_is_refused() -> anyhow::Result<()> {
    let items = [
        item("same", "<price>44.5</price><g:price>44.500 KWD</g:price>"),
        item("two", "<g:price>4.500 KWD</g:price><g:price>44.500 KWD</g:price>"),
    ];
    let shop = shop_with(feed(&items), "application/xml").await?;
    let (offers, rejected) = read_now(&shop.file(XML)).await?;
    assert_eq!(offers.iter().map(|offer| offer.external_id.as_str()).collect::<Vec<_>>(), ["same"]);
    assert_eq!(rejected[0].id_or_url, "two");
    assert!(rejected[0].rejection.detail.contains("price stands twice"), "{rejected:?}");
    Ok(())
}

#[tokio::test]
async fn one_bad_byte_loses_no_other_item_of_a_feed() -> anyhow::Result<()> {
    let price = "<g:price>44.500 KWD</g:price>";
    let items = [
        item("1", price),
        item("2", &format!("{price}<g:image_link>/i?a=1&b=2&nbsp;</g:image_link>")),
        item("3", &format!("<g:note>a &unheard_of; thing</g:note>{price}")),
        item("4", "<g:price>44.500 KWD<g:condition>new</g:condition>"),
        item("5", price).replace("Toughpower", "Toughpower & <85 C"),
        item("6", price),
    ];
    let shop = shop_with(feed(&items), "application/xml").await?;
    let (offers, rejected) = read_now(&shop.file(XML)).await?;
    let ids: Vec<_> = offers.iter().map(|offer| offer.external_id.as_str()).collect();
    assert_eq!(ids, ["1", "2", "3", "5", "6"], "{rejected:?}");
    let title = offers[3].title_en.as_deref().unwrap_or_default();
    assert!(title.contains("Toughpower & <85 C GF3"), "{title}");
    // Its id tells that the offer exists, and its line where to look.
    assert_eq!((rejected.len(), rejected[0].id_or_url.as_str()), (1, "4"));
    assert!(rejected[0].rejection.detail.contains("line 4: <g:price> does not close"), "{rejected:?}");
    Ok(())
}

#[tokio::test]
async fn arabic_is_read_whatever_encoding_is_stated() -> anyhow::Result<()> {
    let title = "مزود طاقة Thermaltake بقدرة 850 واط";
    let xml = |prolog: &str| {
        let one = item("1", "<g:price>44.500 KWD</g:price>").replace("Thermaltake", title);
        format!("{prolog}{}", feed(&[one]))
    };
    let csv = format!("id,title,price,link\n1,{title},44.500,/p/1\n");
    let arabic = |text: &str| encoding_rs::WINDOWS_1256.encode(text).0.into_owned();
    let wide = |text: &str| {
        let letters = text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        [&b"\xff\xfe"[..], &letters].concat()
    };
    let prolog = "<?xml version=\"1.0\" encoding=\"windows-1256\"?>";
    for (what, bytes, content_type, format) in [
        ("declared", arabic(&xml(prolog)), "application/xml", XML),
        ("declared, other header", arabic(&xml(prolog)), "text/xml; charset=utf-8", XML),
        ("undeclared", arabic(&xml("")), "text/xml; charset=iso-8859-1", XML),
        ("declared, and UTF-8", xml(prolog).into_bytes(), "application/xml", XML),
        ("UTF-16", wide(&xml("<?xml version=\"1.0\" encoding=\"utf-16\"?>")), "application/xml", XML),
        ("mark", format!("\u{feff}{}", xml("")).into_bytes(), "application/xml", XML),
        ("undeclared CSV", arabic(&csv), "text/csv", CSV),
        ("CSV with another header", csv.clone().into_bytes(), "text/csv; charset=windows-1256", CSV),
        ("UTF-16 CSV", wide(&csv), "text/csv", CSV),
    ] {
        let shop = shop_with(bytes, content_type).await?;
        let (offers, rejected) = read_now(&shop.file(format)).await?;
        assert_eq!((offers.len(), rejected.len()), (1, 0), "{what}: {rejected:?}");
        let read = offers[0].title_en.as_deref().unwrap_or_default();
        assert!(read.contains(title), "{what}: {read}");
    }
    Ok(())
}

#[tokio::test]
async fn title_with_broken_letters_is_refused_and_a_cut_one_is_not() -> anyhow::Result<()> {
    let csv = [
        "id,title,price,link\n1,مزود طاقة Thermaltake 850W ب".as_bytes(),
        b"\xd9,44.500,/p/1\n",
        "2,مزود ".as_bytes(),
        b"\xd9",
        " طاقة Thermaltake 750W,34.500,/p/2\n".as_bytes(),
    ];
    let shop = shop_with(csv.concat(), "text/csv").await?;
    let (offers, rejected) = read_now(&shop.file(CSV)).await?;
    assert_eq!(offers.len(), 1);
    assert_eq!(offers[0].title_en.as_deref(), Some("مزود طاقة Thermaltake 850W ب"));
    assert_eq!(rejected[0].id_or_url, "2");
    assert!(rejected[0].rejection.detail.contains("encoding"), "{rejected:?}");
    Ok(())
}

#[tokio::test]
async fn rows_of_a_csv_are_read_one_by_one() -> anyhow::Result<()> {
    let psu = "Thermaltake Toughpower GF3";
    let rows = [
        "sep=;".to_owned(),
        "id;title;price;link;availability;brand;".to_owned(),
        format!("1;{psu} 850W;44,500;/p/1;in stock;Thermaltake;"),
        format!("2;{psu} 750W;34,500;/p/2"),
        format!("3;\"{psu} 650W;29,500;/p/3;in stock;Thermaltake;"),
        format!("4;\"{psu}; white\";54,500;/p/4;out of stock;\"Thermaltake\";"),
        format!("5;{psu}; black;54,500;/p/5;in stock;Thermaltake;"),
        format!("6;{psu} 1000W\0;64,500;/p/6;in stock;Thermaltake;;;"),
    ];
    let shop = shop_with(rows.join("\r\n"), "text/plain").await?;
    let file = shop.file(CSV);
    let (offers, rejected) = read_now(&file).await?;
    let read: Vec<_> = offers
        .iter()
        .map(|offer| (offer.external_id.as_str(), offer.title_en.as_deref().unwrap_or_default()))
        .collect();
    let expected = [
        ("1", format!("{psu} 850W")),
        ("2", format!("{psu} 750W")),
        ("3", format!("{psu} 650W")),
        ("4", format!("{psu}; white")),
        ("6", format!("{psu} 1000W")),
    ];
    assert_eq!(read, expected.iter().map(|(id, title)| (*id, title.as_str())).collect::<Vec<_>>());
    assert_eq!((rejected.len(), rejected[0].id_or_url.as_str()), (1, "5"));
    assert!(rejected[0].rejection.detail.contains("line 7: the row has 8 cells"), "{rejected:?}");
    Ok(())
}

/// A shop whose product pages are found by a sitemap.
fn pages(asked: &str) -> Option<axum::response::Response> {
    let id = asked.strip_prefix("/p/")?.split('?').next()?.to_owned();
    let product = serde_json::json!({"@type": "Product", "name": format!("Thermaltake Toughpower GF3 {id} Power Supply"),
        "sku": id, "offers": {"@type": "Offer", "price": "44.500", "priceCurrency": "KWD", "availability": "InStock"}});
    Some(html(format!("<script type=\"application/ld+json\">{product}</script>")))
}

fn gzipped(text: &str) -> Vec<u8> {
    use std::io::Write;
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).expect("memory");
    packer.finish().expect("memory")
}

#[tokio::test]
async fn sitemaps_that_fail_are_named_and_the_others_are_read() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(|asked| {
        let sitemaps = |names: &[&str]| {
            let listed = names.iter().map(|name| format!("<x:sitemap><x:loc>/{name}</x:loc></x:sitemap>"));
            format!("<x:sitemapindex xmlns:x=\"s\">{}</x:sitemapindex>", listed.collect::<String>())
        };
        match asked.path.as_str() {
            "/sitemap.xml" => sitemaps(&["gone.xml", "page.xml", "more.xml", "list.txt"]).into_response(),
            "/more.xml" => sitemaps(&["packed.xml.gz", "cut.xml", "sitemap.xml"]).into_response(),
            "/page.xml" => html("<html><body>Sorry</body></html>"),
            "/packed.xml.gz" => {
                gzipped("<urlset><url><loc>/p/packed?a=1&b=2</loc></url></urlset>").into_response()
            }
            "/cut.xml" => "<urlset><url><loc>/p/before</loc></url><url><loc>/p/beh".into_response(),
            "/list.txt" => {
                format!("http://{0}/p/one\r\nhttp://{0}/p/two\r\n", asked.header("host").unwrap_or_default())
                    .into_response()
            }
            path => pages(path).unwrap_or_else(|| axum::http::StatusCode::NOT_FOUND.into_response()),
        }
    });
    let found =
        read_shop(&shop.file("platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"")).await?;
    let mut ids: Vec<_> = found.drafts.iter().map(|it| it.draft().external_id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["before", "one", "packed", "two"], "{:?}", found.rejected);
    assert!(
        found.drafts.iter().all(|it| matches!(it, ParsedDraft::Priced(draft) if draft.price == Fils(44_500)))
    );
    let Ok(Coverage::Except(unread)) = found.coverage else { panic!("{:?}", found.coverage) };
    assert_eq!(unread.listing_pages, 3);
    let said = unread.to_string();
    assert!(said.contains("3 pages of 7") && said.contains("/gone.xml"), "{said}");
    Ok(())
}

#[tokio::test]
async fn sitemap_that_breaks_off_counts_up_to_there() -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(|asked| match asked.path.as_str() {
        "/sitemap.xml" => "<urlset><url><loc>/p/1</loc></url><url><loc>".into_response(),
        path => pages(path).unwrap_or_else(|| axum::http::StatusCode::NOT_FOUND.into_response()),
    });
    let found =
        read_shop(&shop.file("platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"")).await?;
    assert_eq!(found.drafts.len(), 1);
    let Ok(Coverage::Except(unread)) = found.coverage else { panic!("{:?}", found.coverage) };
    assert!(unread.may_hide_any_offer() && unread.to_string().contains("breaks off"), "{unread}");
    Ok(())
}

#[tokio::test]
async fn products_behind_a_notice_are_read() -> anyhow::Result<()> {
    let product = |id: u32| {
        serde_json::json!({"id": id, "name": format!("Thermaltake Toughpower GF3 {id}W"), "type": "simple",
            "permalink": format!("http://127.0.0.1/p/{id}"), "is_in_stock": true, "is_purchasable": true,
            "prices": {"price": "44500", "regular_price": "44500", "currency_code": "KWD", "currency_minor_unit": 3}})
    };
    let json = serde_json::json!([product(850), product(750)]);
    let body =
        format!("<br />\n<b>Deprecated</b>:  strtotime() in <b>/x.php</b> on line <b>9</b><br />\n{json}");
    let shop = TestRetailer::open().await?;
    shop.answers(move |asked| match asked.path.contains("products?") && asked.path.ends_with("&page=1") {
        true => ([("content-type", "text/html; charset=UTF-8")], body.clone()).into_response(),
        false => "[]".into_response(),
    });
    let found = read_shop(&shop.file("platform = \"woocommerce\"")).await?;
    assert_eq!(found.drafts.len(), 2, "{:?} {:?}", found.rejected, found.coverage);
    assert!(found.drafts.iter().all(|it| it.draft().stock == Stock::In));
    Ok(())
}
