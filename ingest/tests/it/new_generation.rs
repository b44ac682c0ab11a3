//! A made-up generation that no table lists, from a retailer's feed to chips, products, fit and performance.

use axum::response::IntoResponse;
use domain::{
    budget::PartPerformance,
    compat::{Build, BuildEntry, Code, Outcome, Part, check},
    model::{Category, ProductFacts, ProductId, SpecKey, Specs},
    store::audit::Actor,
    transactions::learnt_values,
};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    demo_server::{context, crawl_all},
    matcher_fixtures::{insert_records, match_new, record},
    stored_data::texts,
    test_retailer::TestRetailer,
};

const FEED: &str = "platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"\n[feed.categories]\n\
    \"Cards\" = \"GPU\"\n\"Processors\" = \"CPU\"\n\"Boards\" = \"MOTHERBOARD\"\n\"Memory\" = \"RAM\"\n";

const ROWS: &str = "id,title,price,link,availability,product_type\n\
    1,MSI GeForce RTX 6070 VENTUS 3X OC 16GB GDDR8,210.000,/1,in_stock,Cards\n\
    2,AMD Ryzen 5 10600X AM6 6-Core Processor,95.000,/2,in_stock,Processors\n\
    3,MSI MAG B950 TOMAHAWK WIFI AM6 DDR6 ATX Motherboard,80.000,/3,in_stock,Boards\n\
    4,Corsair Vengeance 32GB (2x16GB) DDR6 9600MHz CL40,60.000,/4,in_stock,Memory\n\
    5,ZOTAC Gaming RTX6070Ti Twin Edge 16GB,240.000,/5,in_stock,Cards\n";

fn reference(category: Category, manufacturer: &str, model: &str, specs: Value) -> ProductFacts {
    let (specs, refused) = Specs::from_json(specs.as_object().unwrap());
    assert_eq!(refused, []);
    ProductFacts { specs, ..record(category, manufacturer, model) }
}

/// Returns records of a reference for the first four rows.
fn references() -> [ProductFacts; 4] {
    let card = json!({"gpuChipset": "GeForce RTX 6070", "gpuVram": 16, "tdp": 240});
    let cpu = json!({"socket": "AM6", "ramType": ["DDR6"], "tdp": 65});
    let board = json!({"socket": "AM6", "ramType": "DDR6", "motherboardChipset": "AMD B950"});
    let kit = json!({
        "ramType": "DDR6", "ramSpeed": 9600, "ramCapacity": 32, "modules": 2, "casLatency": 40,
    });
    [
        reference(Category::Gpu, "MSI", "GeForce RTX 6070 VENTUS 3X OC", card),
        reference(Category::Cpu, "AMD", "Ryzen 5 10600X", cpu),
        reference(Category::Motherboard, "MSI", "MAG B950 TOMAHAWK WIFI", board),
        reference(Category::Ram, "Corsair", "Vengeance", kit),
    ]
}

async fn specs_of_offer(db: &PgPool, id: &str) -> Value {
    sqlx::query_scalar("select specs from offer where external_id = $1").bind(id).fetch_one(db).await.unwrap()
}

/// Returns the product that an offer joined.
async fn part_of_offer(db: &PgPool, id: &str) -> Part {
    let sql = "select product.id, product.category, product.name, product.specs from product
               join offer on offer.product_id = product.id where external_id = $1";
    let (id, category, name, specs): (uuid::Uuid, String, String, Value) =
        sqlx::query_as(sql).bind(id).fetch_one(db).await.unwrap();
    let (specs, _) = Specs::from_json(specs.as_object().unwrap());
    Part { id: ProductId(id), category: category.parse().unwrap(), name, specs }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn new_generation_needs_no_table(db: PgPool) -> anyhow::Result<()> {
    insert_records(&db, "reference", &references()).await;
    let shop = TestRetailer::open().await?;
    shop.answers(|_| ([("content-type", "text/csv")], ROWS).into_response());
    crawl_all(&context(&db), &[shop.file(FEED)]).await?;
    match_new(&db).await;

    // Facts are read from the titles.
    for (id, key, expected) in [
        ("1", SpecKey::GpuChipset, json!("GeForce RTX 6070")),
        ("1", SpecKey::GpuVram, json!(16)),
        ("1", SpecKey::MemoryType, json!("GDDR8")),
        ("2", SpecKey::CpuChipset, json!("Ryzen 5 10600X")),
        ("2", SpecKey::Socket, json!("AM6")),
        ("2", SpecKey::Generation, json!("Ryzen 10000")),
        ("3", SpecKey::MotherboardChipset, json!("AMD B950")),
        ("3", SpecKey::Socket, json!("AM6")),
        ("3", SpecKey::RamType, json!("DDR6")),
        ("4", SpecKey::RamType, json!("DDR6")),
        ("5", SpecKey::GpuChipset, json!("GeForce RTX 6070 Ti")),
    ] {
        assert_eq!(specs_of_offer(&db, id).await[key.as_str()], expected, "{id} {key}");
    }
    // The offers join their products; the card without a record has a product of its own.
    let joined = "select concat_ws(' ', external_id, product.source, product.name) from offer
                  join product on product.id = offer.product_id where external_id < '5'";
    assert_eq!(
        texts(&db, joined).await?,
        [
            "1 reference MSI GeForce RTX 6070 VENTUS 3X OC",
            "2 reference AMD Ryzen 5 10600X",
            "3 reference MSI MAG B950 TOMAHAWK WIFI",
            "4 reference Corsair Vengeance",
        ]
    );
    let own = part_of_offer(&db, "5").await;
    assert_eq!(own.specs.text(SpecKey::GpuChipset), Some("GeForce RTX 6070 Ti"));

    assert_fit_and_performance(&db).await;
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn learnt_values_wait_for_an_administrator_and_rejected_ones_are_not_read(
    db: PgPool,
) -> anyhow::Result<()> {
    let shop = TestRetailer::open().await?;
    shop.answers(|_| ([("content-type", "text/csv")], ROWS).into_response());
    crawl_all(&context(&db), &[shop.file(FEED)]).await?;
    match_new(&db).await;
    let learnt = "select concat_ws(' ', spec, value, offers, state) from learnt_value";
    assert_eq!(
        texts(&db, learnt).await?,
        [
            "cpuChipset Ryzen 5 10600X 1 UNCONFIRMED",
            "gpuChipset GeForce RTX 6070 1 UNCONFIRMED",
            "gpuChipset GeForce RTX 6070 Ti 1 UNCONFIRMED",
            "motherboardChipset AMD B950 1 UNCONFIRMED",
            "ramType DDR6 2 UNCONFIRMED",
            "socket AM6 2 UNCONFIRMED",
        ]
    );
    for (value, is_confirmed, is_known) in [
        ("GeForce RTX 6070", true, true),
        ("GeForce RTX 6070 Ti", false, true),
        ("GeForce RTX 6080", true, false),
    ] {
        let mut tx = db.begin().await?;
        let spec = SpecKey::GpuChipset;
        let found = learnt_values::decide(&mut tx, Actor::System, spec, value, is_confirmed).await?;
        tx.commit().await?;
        assert_eq!(found, is_known, "{value}");
    }
    crawl_all(&context(&db), &[shop.file(FEED)]).await?;
    assert_eq!(specs_of_offer(&db, "1").await["gpuChipset"], json!("GeForce RTX 6070"));
    assert_eq!(specs_of_offer(&db, "5").await["gpuChipset"], Value::Null);
    match_new(&db).await;
    let decided = "select concat_ws(' ', value, state) from learnt_value where decided_at is not null";
    assert_eq!(
        texts(&db, decided).await?,
        ["GeForce RTX 6070 CONFIRMED", "GeForce RTX 6070 Ti REJECTED"],
        "decisions stay"
    );
    Ok(())
}

async fn assert_fit_and_performance(db: &PgPool) {
    let (card, cpu) = (part_of_offer(db, "1").await, part_of_offer(db, "2").await);
    let (board, kit) = (part_of_offer(db, "3").await, part_of_offer(db, "4").await);
    let outcome = |parts: [&Part; 3], code: Code| {
        let entries =
            parts.map(|part| BuildEntry { slot: part.category, part: part.clone(), quantity: 1 }).to_vec();
        let (build, refused) = Build::new(entries);
        assert_eq!(refused, []);
        check(&build).checks.into_iter().filter(|check| check.code == code).map(|check| check.outcome).min()
    };
    for code in [Code::SocketMismatch, Code::RamTypeIncompatible] {
        assert_eq!(outcome([&cpu, &board, &kit], code), Some(Outcome::Pass), "{code:?}");
    }
    // Today's board neither takes the processor nor the memory.
    let (specs, _) = Specs::from_json(json!({"socket": "AM5", "ramType": "DDR5"}).as_object().unwrap());
    let old = Part { name: "MSI PRO B650-P".to_owned(), specs, ..board };
    for code in [Code::SocketMismatch, Code::RamTypeIncompatible] {
        assert_eq!(outcome([&cpu, &old, &kit], code), Some(Outcome::Error), "{code:?}");
    }
    for part in [card, cpu] {
        let of = |name: &str| PartPerformance::estimate(part.category, name, &Specs::new());
        let new = PartPerformance::estimate(part.category, &part.name, &part.specs);
        let before = of("GeForce RTX 5070 Ryzen 5 9600X");
        assert!(new.games_1440p >= before.games_1440p && new.games >= before.games, "{new:?} {before:?}");
        assert!(new != PartPerformance::default(), "{}", part.name);
    }
}
