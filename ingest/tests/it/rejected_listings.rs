//! Rejected listings and offers without a product are recorded by name; mappings decide, and
//! contradicting titles are reported.

use axum::response::IntoResponse;
use sqlx::PgPool;

use crate::{
    command_line::{code, ingest, output_text},
    demo_server::{context, crawl_all},
    interrupted_workers::database_url,
    stored_data::{number, texts},
    test_retailer::TestRetailer,
};

const FEED: &str = "platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"\n[feed.categories]\n\
    \"Components > Boards\" = \"MOTHERBOARD\"\n\"Cables\" = \"CABLE\"\n\"New\" = \"MIXED\"\n\"Nowhere\" = \"PSU\"\n";

const GOOD: &str = "1,ASUS Pro WS W790-ACE DDR5 ECC R-DIMM memory,200.000,/1,in_stock,Components > Boards > ASUS,0730143314572\n\
    2,MSI GeForce RTX 5070 Gaming Trio OC,150.000,/2,in_stock,New,\n\
    3,Corsair RM850x 850W,40.000,/3,in_stock,Power,730143314573\n\
    4,Logitech something without a kind,9.000,/4,in_stock,Cables,\n";
const BAD: &str = "5,AMD Ryzen 7 9700X,Call us,/5,in_stock,Processors,\n\
    6,Intel Core i5-14400F,99 USD,/6,in_stock,Processors,\n";

fn serve_feed(shop: &TestRetailer, rows: String) {
    shop.answers(move |_| {
        let body = format!("id,title,price,link,availability,product_type,gtin\n{rows}");
        ([("content-type", "text/csv")], body).into_response()
    });
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn plain_title_wins_over_a_mapping_and_contradictions_are_reported(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    serve_feed(&shop, GOOD.to_owned());
    let reports = crawl_all(&context(&db), &[shop.file(FEED)]).await?;
    let stored = texts(
        &db,
        "select concat_ws(' ', external_id, category, no_part_reason, nullif(array_to_string(gtins, ','), '')) from offer order by 1",
    )
    .await?;
    assert_eq!(stored, ["1 MOTHERBOARD 00730143314572", "2 GPU", "3 PSU", "4 OTHER CABLE"]);
    let notes = &reports[0].notes;
    assert_eq!(notes.bad_gtins, 1, "a wrong check digit");
    assert_eq!(notes.unmapped.keys().collect::<Vec<_>>(), ["Power"]);
    assert_eq!(notes.unmapped["Power"].guess_category(), Some(domain::model::Category::Psu));
    let file = shop.file(FEED);
    assert_eq!(notes.list_unused(&file).map(|mapped| mapped.key).collect::<Vec<_>>(), ["Nowhere"]);

    // A title that plainly names another category is stored as that, and reported.
    serve_feed(
        &shop,
        "9,Kingston Fury Beast 32GB DDR5 RAM kit,20.000,/9,in_stock,Components / boards,\n".to_owned(),
    );
    let reports = crawl_all(&context(&db), &[shop.file(FEED)]).await?;
    let [contradiction] = &reports[0].notes.contradictions[..] else { panic!("{:?}", reports[0].notes) };
    assert_eq!((contradiction.mapped, contradiction.title_says.as_str()), ("MOTHERBOARD", "RAM"));
    assert!(contradiction.examples[0].contains("Kingston"));
    assert_eq!(texts(&db, "select category from offer where external_id = '9'").await?, ["RAM"]);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn rejected_listing_is_stored_until_read_or_gone(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file(FEED));
    let rejected = "select concat_ws(' ', external_id, reason, times_seen) from rejected_offer order by 1";
    serve_feed(&shop, format!("{GOOD}{BAD}"));
    crawl_all(&context, std::slice::from_ref(&file)).await?;
    assert_eq!(texts(&db, rejected).await?, ["5 PRICE 1", "6 CURRENCY 1"]);
    crawl_all(&context, std::slice::from_ref(&file)).await?;
    assert_eq!(texts(&db, rejected).await?, ["5 PRICE 2", "6 CURRENCY 2"]);

    let directory = tempfile::tempdir()?;
    let database = database_url(&db).await?;
    let types = |arguments: &'static str| {
        let (directory, database) = (directory.path().to_owned(), database.clone());
        async move {
            let arguments: Vec<&str> = arguments.split(' ').collect();
            ingest(&database, &directory, &arguments, "").await
        }
    };
    let listed = output_text(&types("offers rejected").await?);
    assert!(
        listed.contains("\"Call us\"") && listed.contains("/5") && listed.contains("another currency"),
        "{listed}"
    );
    let listed = output_text(&types("offers rejected --reason currency").await?);
    assert!(listed.contains("i5-14400F") && !listed.contains("9700X"), "{listed}");
    assert_eq!(code(&types("offers rejected --reason nonsense").await?), 2);
    let waiting = output_text(&types("offers waiting").await?);
    assert!(waiting.contains("not a part: a cable") && waiting.contains("not compared yet"), "{waiting}");
    let cables = output_text(&types("offers waiting --reason cable").await?);
    assert!(cables.contains("Logitech") && !cables.contains("Corsair"), "{cables}");
    assert_eq!(code(&types("offers waiting --reason nonsense").await?), 2);
    let json: serde_json::Value = serde_json::from_slice(&types("offers waiting --json").await?.stdout)?;
    assert_eq!(json["offers"].as_array().map(Vec::len), Some(4), "{json}");

    // A listing is readable again, the other one is gone.
    serve_feed(&shop, format!("{GOOD}5,AMD Ryzen 7 9700X,99.900,/5,in_stock,Processors,\n"));
    crawl_all(&context, &[file]).await?;
    assert_eq!(number(&db, "select count(*) from rejected_offer").await?, 0);
    assert!(output_text(&types("offers rejected").await?).contains("No listing was rejected"));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn assigned_listing_is_taken_in_as_such_once_it_can_be_read(db: PgPool) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    let (context, file) = (context(&db), shop.file(FEED));
    serve_feed(&shop, format!("{GOOD}{BAD}"));
    crawl_all(&context, std::slice::from_ref(&file)).await?;
    // The title says a processor; the administrator knows better.
    sqlx::query(
        "insert into listing_assignment (retailer_id, external_id, category)
         select retailer_id, external_id, 'CPU_COOLER' from rejected_offer where external_id = '5'",
    )
    .execute(&db)
    .await?;
    let assigned = "select count(*) from listing_assignment";
    crawl_all(&context, std::slice::from_ref(&file)).await?;
    assert_eq!(number(&db, assigned).await?, 1, "it still has no price");

    serve_feed(&shop, format!("{GOOD}5,AMD Ryzen 7 9700X,99.900,/5,in_stock,Processors,\n"));
    for _ in 0..2 {
        crawl_all(&context, std::slice::from_ref(&file)).await?;
        let stored = texts(
            &db,
            "select concat_ws(' ', category, pinned ->> 'category') from offer where external_id = '5'
             union all select concat_ws(' ', draft ->> 'category', 'held') from held_offer where draft ->> 'external_id' = '5'",
        )
        .await?;
        assert_eq!(stored, ["CPU_COOLER CPU_COOLER"]);
        assert_eq!(number(&db, assigned).await?, 0);
    }
    Ok(())
}
