//! The joins that an operator checks, and what one offer is, with the real program.

use domain::model::EvidenceCode;
use serde_json::Value;
use sqlx::PgPool;

use crate::{
    command_line::{code, ingest, output_text},
    interrupted_workers::database_url,
    matcher_fixtures::{list, match_all, shop},
};

const KIT: &str = "Corsair Obsidiana 64GB (2x32GB) DDR5 7200MHz CL34 RAM";
const CARD: &str = "ASUS TUF Gaming GeForce RTX 4070 12GB OC Graphics Card";
/// Of another capacity and type than the kit: a veto.
const OTHER_KIT: &str = "Corsair Graphita 16GB (2x8GB) DDR4 3200MHz CL16 RAM";

/// Stores two pages of two shops each, and puts a third shop's offer on the page of the kit, which is of another product.
async fn insert_pages(db: &PgPool) {
    let (north, south, east) = (shop(db, "north").await, shop(db, "south").await, shop(db, "east").await);
    for shop in [north, south] {
        list(db, shop, "kit", KIT).await;
        list(db, shop, "card", CARD).await;
    }
    list(db, east, "other", OTHER_KIT).await;
    match_all(db).await;
    sqlx::query(
        "update offer set linked_by = 'MATCHER', product_id = (
             select product_id from offer where external_id = 'kit' limit 1)
         where external_id = 'other'",
    )
    .execute(db)
    .await
    .unwrap();
}

async fn audit(db: &PgPool, arguments: &str) -> anyhow::Result<(i32, String)> {
    run(db, &format!("match audit {arguments}")).await
}

async fn run(db: &PgPool, arguments: &str) -> anyhow::Result<(i32, String)> {
    let files = tempfile::tempdir()?;
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let output = ingest(&database_url(db).await?, files.path(), &arguments, "").await?;
    Ok((code(&output), output_text(&output)))
}

async fn audit_json(db: &PgPool, arguments: &str) -> anyhow::Result<Value> {
    let (done, text) = audit(db, &format!("{arguments} --format json")).await?;
    assert_eq!(done, 0, "{text}");
    Ok(serde_json::from_str(&text)?)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn least_sure_joins_come_first_with_their_evidence(db: PgPool) -> anyhow::Result<()> {
    insert_pages(&db).await;
    let listed = audit_json(&db, "").await?;
    assert_eq!(listed["total"], 3, "{listed}");
    let first = &listed["joins"][0];
    assert_eq!((&first["offer"]["title"], &first["offer"]["retailer"]), (&OTHER_KIT.into(), &"east".into()));
    assert_eq!(first["confidence"], 0.0, "a fact rules it out");
    assert_eq!((&first["offer"]["price"], &first["offer"]["matchedBy"]), (&60_000.into(), &"MATCHER".into()));
    let codes = first["codes"].as_array().unwrap();
    let differs = serde_json::to_value(EvidenceCode::FactDiffers)?;
    assert_eq!(codes[0], differs, "what speaks against it comes first: {codes:?}");
    assert!(first["evidence"][0].as_str().unwrap().contains(" differs: "), "{first}");
    let sure: Vec<f64> =
        listed["joins"].as_array().unwrap().iter().map(|join| join["confidence"].as_f64().unwrap()).collect();
    assert!(sure.is_sorted() && sure[2] > 0.9, "{sure:?}");

    let limited = audit_json(&db, "--limit 1").await?;
    assert_eq!((&limited["total"], limited["joins"].as_array().unwrap().len()), (&3.into(), 1));

    // A decision of an administrator is not checked again.
    sqlx::query("update offer set linked_by = 'ADMIN'").execute(&db).await?;
    assert_eq!(audit_json(&db, "").await?["total"], 0);
    assert!(audit(&db, "").await?.1.contains("No product has two offers"));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn joins_are_listed_as_table_and_csv_and_sampled(db: PgPool) -> anyhow::Result<()> {
    insert_pages(&db).await;
    let (_, table) = audit(&db, "").await?;
    assert!(table.starts_with("3 of 3 joins"), "{table}");
    assert!(table.contains(OTHER_KIT) && table.contains("60.000") && table.contains("differs:"), "{table}");
    let (_, csv) = audit(&db, "--format csv").await?;
    let mut lines = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = lines.records().collect::<Result<_, _>>()?;
    assert_eq!((rows.len(), rows[0].get(6)), (3, Some(OTHER_KIT)));

    let one = audit_json(&db, "--sample 2").await?;
    assert_eq!((&one, one["joins"].as_array().unwrap().len()), (&audit_json(&db, "--sample 2").await?, 2));
    for wrong in ["--sample 2 --limit 2", "--seed 3", "--format xml"] {
        assert_eq!(audit(&db, wrong).await?.0, 2, "{wrong}");
    }
    Ok(())
}

/// Two listings of one shop at different prices stand on one page, as an earlier run left them.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn listings_that_one_shop_keeps_apart_are_named(db: PgPool) -> anyhow::Result<()> {
    let north = shop(&db, "north").await;
    list(&db, north, "kit", KIT).await;
    match_all(&db).await;
    list(&db, north, "twin", KIT).await;
    sqlx::query(
        "update offer set linked_by = 'MATCHER', price_fils = 75000, product_id = (
             select product_id from offer where external_id = 'kit')
         where external_id = 'twin'",
    )
    .execute(&db)
    .await?;
    let listed = audit_json(&db, "").await?;
    let join = &listed["joins"][0];
    assert_eq!((&listed["total"], &join["confidence"]), (&1.into(), &0.0.into()), "{listed}");
    let codes = join["codes"].as_array().unwrap();
    assert!(codes.contains(&serde_json::to_value(EvidenceCode::ListedApart)?), "{join}");
    let (_, text) = run(&db, "offers show https://shop.example/twin").await?;
    let apart = "One shop lists both as products of their own:";
    assert!(text.contains(apart) && text.contains("75.000 KWD") && text.contains("60.000 KWD"), "{text}");
    Ok(())
}

async fn show_json(db: &PgPool, id: &str) -> anyhow::Result<Value> {
    let (done, text) = run(db, &format!("offers show {id} --json")).await?;
    assert_eq!(done, 0, "{text}");
    Ok(serde_json::from_str(&text)?)
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offer_is_shown_with_the_evidence_for_category_and_product(db: PgPool) -> anyhow::Result<()> {
    insert_pages(&db).await;
    let id: uuid::Uuid =
        sqlx::query_scalar("select id from offer where external_id = 'other'").fetch_one(&db).await?;
    let shown = show_json(&db, &id.to_string()).await?;
    let (category, product) = (&shown["category"], &shown["product"]);
    assert_eq!((&shown["title"], &category["category"]), (&OTHER_KIT.into(), &"RAM".into()), "{shown}");
    assert_eq!(
        (&category["decidedBy"], &category["evidence"]["likeliest"]),
        (&"CLASSIFIER".into(), &"RAM".into())
    );
    assert!(!category["evidence"]["strongest"].as_array().unwrap().is_empty(), "{category}");
    assert_eq!((&product["matchedBy"], product["joins"].as_array().unwrap().len()), (&"MATCHER".into(), 1));
    assert_eq!(product["joins"][0]["confidence"], 0.0);
    assert_eq!(show_json(&db, "https://shop.example/other").await?, shown, "by its address");

    let (_, text) = run(&db, &format!("offers show {id}")).await?;
    for part in ["Category: RAM (by the title", "Kinds of evidence for RAM:", "by the matcher", " differs: "]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn shown_offer_says_why_it_waits_and_who_decided(db: PgPool) -> anyhow::Result<()> {
    insert_pages(&db).await;
    sqlx::query(
        "update offer set product_id = null, linked_by = null, category = null, unsure = 'CASE' where external_id = 'other'",
    )
    .execute(&db)
    .await?;
    let address = "offers show https://shop.example/other";
    let (_, text) = run(&db, address).await?;
    assert!(text.contains("Category: not certain, perhaps CASE"), "{text}");
    assert!(text.contains("Product: none, its category is not certain."), "{text}");
    let (_, waiting) = run(&db, "offers waiting --reason category-unsure").await?;
    assert!(waiting.contains("its category is not certain, perhaps CASE"), "{waiting}");

    sqlx::query(
        "update offer set category = 'CASE', pinned = '{\"category\": \"CASE\"}' where external_id = 'other'",
    )
    .execute(&db)
    .await?;
    let (_, text) = run(&db, address).await?;
    assert!(text.contains("Category: CASE (an administrator set it)"), "{text}");

    let unknown = run(&db, "offers show 00000000-0000-4000-8000-000000000000").await?;
    assert_eq!((unknown.0, unknown.1.contains("there is no such offer")), (1, true), "{unknown:?}");
    assert_eq!(run(&db, "offers show nonsense").await?.0, 2);
    Ok(())
}
