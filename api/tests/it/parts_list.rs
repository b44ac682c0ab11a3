use std::path::Path;

use api::services::pasted::read_list;
use domain::model::{Category, ProductFacts, SpecKey, SpecValue};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    budget::post,
    fixtures::{import, offer, open_shop, part, shop, store, with_fact, world},
};

async fn read(app: &TestApp, text: &str) -> Vec<Value> {
    let reply = post(app, "/api/parts-list", &json!({ "text": text })).await;
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "no-store"));
    reply.json()["lines"].as_array().unwrap().clone()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn only_a_product_that_the_line_names_is_certain(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let lines = read(
        &app,
        "CPU\tAMD Ryzen 7 9800X3D 4.7 GHz 8-Core Processor\t$449.99 @ Shop\n\
         Video Card\tASUS GeForce RTX 5070 Video Card\t$549.99 @ Shop\n\
         Memory\tCorsair Dominator 64 GB (2 x 32 GB) DDR5-6000\t$199.99\n\
         Operating System\tMicrosoft Windows 11\t$99.99\n\
         Total\t$1299.96",
    )
    .await;
    let found: Vec<_> =
        lines.iter().map(|line| (&line["slot"], &line["certain"], &line["problem"])).collect();
    assert_eq!(found.len(), 4);
    assert_eq!(found[0], (&json!("CPU"), &json!(true), &Value::Null));
    assert_eq!(lines[0]["products"][0]["id"], json!(world.ryzen.id));
    assert_eq!(found[1], (&json!("GPU"), &json!(false), &Value::Null));
    assert_eq!(lines[1]["products"][0]["id"], json!(world.card.id), "the choice is offered");
    assert_eq!(found[2].1, &json!(false));
    assert_eq!(found[3], (&Value::Null, &json!(false), &json!("otherKind")));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn part_number_and_arabic_words_name_a_product(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    for text in
        ["100-100001084WOF", "معالج رايزن 7 9800X3D", "[CPU] AMD Ryzen 7 9800X3D - $449 (after rebate)"]
    {
        let lines = read(&app, text).await;
        assert_eq!(lines[0]["certain"], json!(true), "{text}: {}", lines[0]);
        assert_eq!(lines[0]["products"][0]["id"], json!(world.ryzen.id), "{text}");
    }
    let lines = read(&app, "zzzz qqqq xyzzy").await;
    assert_eq!(
        (&lines[0]["certain"], &lines[0]["problem"]),
        (&json!(false), &json!("notFound")),
        "{lines:?}"
    );
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn title_of_a_deal_is_searched_like_a_name(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    for title in [
        "%5BCPU%5D+AMD+Ryzen+7+9800X3D+-+%24449.99+(after+%2420+rebate)",
        "AMD+Ryzen+7+9800X3D+-+%24449.99+@+Shop",
    ] {
        let found = app.get(&format!("/api/search?q={title}")).await;
        assert_eq!(found.names(), ["AMD Ryzen 7 9800X3D"], "{title}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn any_text_is_answered_line_by_line(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let mut runner = TestRunner::deterministic();
    let texts = pasted_text(2_000);
    for _ in 0..8 {
        let text = texts.new_tree(&mut runner).unwrap().current();
        for line in read(&app, &text).await {
            let products = line["products"].as_array().unwrap();
            assert_eq!(products.is_empty(), line["problem"].is_string(), "{line} of {text:?}");
            assert!(!products.is_empty() || line["certain"] == json!(false));
        }
    }
    let reply = post(&app, "/api/parts-list", &json!({ "text": "é".repeat(20_000) })).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["lines"][0]["problem"]), (200, &json!("tooLong")));
    let reply = post(&app, "/api/parts-list", &json!({ "text": "é".repeat(20_001) })).await;
    assert_eq!((reply.status.as_u16(), reply.json()["fields"]["text"].is_string()), (422, true));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn many_lists_of_one_address_are_refused(db: PgPool) {
    let app = TestApp::new(db).await;
    let body = json!({ "text": "Total: $9" });
    for _ in 0..20 {
        assert_eq!(post(&app, "/api/parts-list", &body).await.status.as_u16(), 200);
    }
    // Slow machines may earn a try meanwhile.
    for _ in 0..20 {
        let reply = post(&app, "/api/parts-list", &body).await;
        if reply.status.as_u16() == 429 {
            reply.assert_error(429, "TOO_OFTEN");
            return;
        }
    }
    panic!("no list was refused");
}

#[test]
fn exports_of_ours_are_read_as_lists() {
    let address = "https://x.example/product/00000000-0000-4000-8000-0000000000a1";
    for text in [
        "Fox\n\nMemory: 2 × Flare X5, 89.800 KWD\nVideo Card: MSI Ventus RTX 5070 12G, 1,279.900 KWD (Safat Tech, checked 2026-11-20)\n\nTotal: 1,369.700 KWD\n".to_owned(),
        format!("## Fox\n\n| | | KWD | |\n|:--|:--|--:|:--|\n| Memory | 2 × [Flare X5]({address}) | 89.800 KWD | – |\n| Video Card | [MSI Ventus RTX 5070 12G]({address}) | 1,279.900 KWD | Safat Tech |\n| **Total** | | **1,369.700 KWD** | |\n"),
        format!("[b]Fox[/b]\n[list]\n[*][b]Memory:[/b] 2 × [url={address}]Flare X5[/url], 89.800 KWD\n[*][b]Video Card:[/b] [url={address}]MSI Ventus RTX 5070 12G[/url], 1,279.900 KWD (Safat Tech)\n[/list]\n[b]Total: 1,369.700 KWD[/b]\n"),
    ] {
        let lines = read_list(&text).lines;
        let parts: Vec<_> = lines.iter().map(|line| (line.text.as_str(), line.slot, line.quantity)).collect();
        assert_eq!(
            parts,
            [("Flare X5", Some(Category::Ram), 2), ("MSI Ventus RTX 5070 12G", Some(Category::Gpu), 1)],
            "{text}"
        );
    }
}

/// Returns texts of up to so many pieces: any letters, and what lists are made of.
fn pasted_text(pieces: usize) -> impl Strategy<Value = String> {
    let signs = [
        "|",
        "\t",
        "\n",
        "\r\n",
        ">",
        "[",
        "]",
        "(",
        ")",
        "[b]",
        "[/b]",
        "[tr]",
        "[td]",
        "[/td]",
        "[/tr]",
        "<td>",
        "</tr>",
        "](",
        "https://x.example",
        "\\|",
        "---",
        "|---|---|",
        "**",
        "2 x ",
        " x2",
        "2x16 GB",
        "$9.99",
        "9 KD",
        " @ ",
        ":",
        "CPU",
        "Memory: ",
        "الرام: ",
        "Total",
        "Ryzen 7 9800X3D",
        "RTX 5070",
        "\u{0}",
        "\u{202e}",
        "١٢",
    ];
    let piece =
        prop_oneof![3 => prop::sample::select(signs.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,12}"];
    prop::collection::vec(piece, 0..pieces).prop_map(|pieces| pieces.concat().chars().take(20_000).collect())
}

proptest! {
    #[test]
    fn list_of_any_text_is_read(text in pasted_text(400)) {
        let list = read_list(&text);
        for line in list.lines {
            prop_assert!(line.text.chars().count() <= 200);
            prop_assert!((1..=32).contains(&line.quantity));
        }
    }
}

/// Lists of `../shared/data/real_inputs/lists`, and the number of parts that each names.
const REAL_LISTS: [(&str, usize); 6] = [
    ("p1_pcpp_helper_md.txt", 6),
    ("p2_plain.txt", 9),
    ("p4_md_piped.txt", 5),
    ("p5_tabs_from_page.txt", 8),
    ("p6_homelab_md.txt", 6),
    ("p8_md_mb_euro.txt", 5),
];

/// Products that lines of these lists name.
fn named_products() -> Vec<ProductFacts> {
    use Category as C;
    let kit = |name: &str, number: &str, capacity, modules, speed| {
        let facts =
            [(SpecKey::RamCapacity, capacity), (SpecKey::Modules, modules), (SpecKey::RamSpeed, speed)];
        facts.into_iter().fold(part(C::Ram, name, number), |part, (key, value)| {
            with_fact(part, key, SpecValue::Integer(value))
        })
    };
    let measured = |category, name: &str, number: &str, key, value| {
        with_fact(part(category, name, number), key, SpecValue::Integer(value))
    };
    vec![
        part(C::Cpu, "AMD Ryzen 7 9700X", "CPU-00001"),
        part(C::Cpu, "AMD Ryzen 5 5600X", "CPU-00002"),
        part(C::Cpu, "AMD Ryzen 5 9600X", "CPU-00003"),
        part(C::Cpu, "Intel Core i5-14600K", "CPU-00004"),
        part(C::Cpu, "AMD Ryzen 9 7900", "CPU-00005"),
        part(C::Motherboard, "Gigabyte B650 AORUS ELITE AX V2", "BOARD-00001"),
        part(C::CpuCooler, "Noctua NH-U12A", "COOLER-00001"),
        part(C::Monitor, "LG UltraGear 27GP850-B", "MONITOR-00001"),
        kit("G.Skill Trident Z5 Neo 32GB (2x16GB) DDR5-6000 CL30", "KIT-00002", 32, 2, 6000),
        measured(C::Storage, "Samsung 990 PRO 2TB", "PART-00001", SpecKey::StorageCapacity, 2000),
        measured(C::Storage, "WD Red Plus 4TB", "PART-00002", SpecKey::StorageCapacity, 4000),
        measured(C::Psu, "Corsair RM850e 850W 80+ Gold", "PART-00003", SpecKey::PsuWattage, 850),
        measured(C::Psu, "Corsair RM1000e 1000W", "PART-00004", SpecKey::PsuWattage, 1000),
    ]
}

/// Siblings of what the lists name.
fn siblings() -> Vec<ProductFacts> {
    use Category as C;
    let drive = part(C::Storage, "Crucial T500 2TB", "DRIVE-00001");
    let kit = part(C::Ram, "Kingston FURY Beast 32GB (2x16GB) DDR5-5600 CL36", "KIT-00001");
    let card = part(C::Gpu, "Gigabyte GeForce RTX 5070 WINDFORCE OC 12G", "CARD-00001");
    vec![
        part(C::Cpu, "AMD Ryzen 5 5600", "CPU-00006"),
        part(C::Cpu, "AMD Ryzen 7 5800X3D", "CPU-00007"),
        part(C::CpuCooler, "Noctua NH-U12S redux", "COOLER-00002"),
        part(C::CpuCooler, "Thermalright Peerless Assassin 120", "COOLER-00003"),
        part(C::Motherboard, "ASUS TUF GAMING B550-PLUS WIFI II", "BOARD-00002"),
        part(C::Case, "Corsair 4000D Airflow White", "CASE-00001"),
        with_fact(drive, SpecKey::StorageCapacity, SpecValue::Integer(2000)),
        with_fact(kit, SpecKey::RamCapacity, SpecValue::Integer(32)),
        with_fact(card, SpecKey::GpuChipset, SpecValue::Text("GeForce RTX 5070".into())),
    ]
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn sold_lines_of_real_lists_are_certain_and_no_sibling_is(db: PgPool) -> anyhow::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/real_inputs/lists");
    if !folder.exists() {
        println!("skipped: {} is absent", folder.display());
        return Ok(());
    }
    let named = named_products();
    let retailer = open_shop(&db, &shop("alpha")).await;
    let sold: Vec<ProductFacts> = named.iter().chain(&siblings()).cloned().collect();
    import(&db, &sold).await;
    store(&db, retailer, &sold.iter().map(|facts| offer(facts, 50_000)).collect::<Vec<_>>()).await;
    let app = TestApp::new(db).await;
    let (mut certain, mut wrong) = (Vec::new(), Vec::new());
    for (file, parts) in REAL_LISTS {
        let lines = read(&app, &std::fs::read_to_string(folder.join(file))?).await;
        let named_lines =
            lines.iter().filter(|line| line["problem"].is_null() || line["problem"] == "notFound");
        assert_eq!(named_lines.count(), parts, "{file}: {lines:#?}");
        for line in lines.iter().filter(|line| line["certain"] == json!(true)) {
            let name = line["products"][0]["name"].as_str().unwrap().to_owned();
            let is_named = named.iter().any(|product| product.name == name);
            (if is_named { &mut certain } else { &mut wrong }).push(name);
        }
    }
    println!("{} of {} sold lines are certain, {} wrong", certain.len(), named.len(), wrong.len());
    assert_eq!(wrong, Vec::<String>::new());
    let missing: Vec<_> = named.iter().filter(|product| !certain.contains(&product.name)).collect();
    assert!(missing.len() * 10 <= named.len(), "{missing:#?}");
    Ok(())
}
