use axum::{body::Body, http::Request};
use domain::model::{Category, ProductFacts, RetailerId, Specs, Stock};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::{FRESH, Reply, TestApp},
    fixtures::{import, offer, open_shop, part, shop, store, world},
};

/// Parts of a whole build, each with a second one to choose from where it matters.
pub(crate) struct BuildMarket {
    pub(crate) alpha: RetailerId,
    pub(crate) cpu: ProductFacts,
    pub(crate) board: ProductFacts,
    pub(crate) drive: ProductFacts,
    pub(crate) card: ProductFacts,
    pub(crate) fast_card: ProductFacts,
    pub(crate) unsold_card: ProductFacts,
}

pub(crate) fn product_facts(category: Category, name: &str, specs: &Value) -> ProductFacts {
    // A part number has digits, or no offer is found by it.
    let number = format!("{}-001", name.to_uppercase().replace(' ', "-"));
    let mut facts = part(category, name, &number);
    let (read, refused) = Specs::from_json(specs.as_object().unwrap());
    assert!(refused.is_empty(), "{name}: {refused:?}");
    facts.specs = read;
    facts
}

fn card(name: &str, chip: &str, vram: u32) -> ProductFacts {
    let specs = json!({"gpuChipset": chip, "gpuVram": vram, "length": 245, "slotWidth": 2, "pcie8pin": 1});
    product_facts(Category::Gpu, name, &specs)
}

/// Returns a board with every fact that a rule reads.
fn board_part() -> ProductFacts {
    product_facts(
        Category::Motherboard,
        "MSI PRO B650M-A",
        &json!({
            "motherboardChipset": "B650", "socket": "AM5", "formFactor": "Micro ATX", "ramType": "DDR5",
            "memorySlots": 4, "maxRamCapacity": 192, "m2Slots": 2, "sataPorts": 4, "cpuPower": ["8-pin"],
            "maxRamSpeed": 7200, "videoOutputs": ["HDMI"], "wifi": true, "biosFlashback": true
        }),
    )
}

/// Returns a supply with every fact that a rule reads.
fn supply_part() -> ProductFacts {
    product_facts(
        Category::Psu,
        "Corsair RM750e",
        &json!({
            "psuWattage": 750, "psuEfficiency": "80+ Gold", "formFactor": "ATX", "psuLength": 140, "eps8pin": 2,
            "pcie8pin": 3, "pcie16pin": 1, "atxVersion": "3.1"
        }),
    )
}

/// Returns a case with every fact that a rule reads.
fn case_part() -> ProductFacts {
    product_facts(
        Category::Case,
        "Fractal North",
        &json!({
            "caseSupportedFormFactors": ["ATX", "Micro ATX", "Mini-ITX"], "casePsuFormFactors": ["ATX"],
            "maxGpuLength": 355, "maxCoolerHeight": 170, "maxPsuLength": 255, "bays35": 2, "bays25": 2,
            "expansionSlots": 7, "color": ["Black"]
        }),
    )
}

pub(crate) async fn build_market(db: &PgPool) -> BuildMarket {
    let alpha = open_shop(db, &shop("alpha")).await;
    let beta = open_shop(db, &shop("beta")).await;
    let cpu = product_facts(Category::Cpu, "AMD Ryzen 5 7600", &json!({"socket": "AM5"}));
    let fast_cpu = product_facts(Category::Cpu, "AMD Ryzen 7 9800X3D", &json!({"socket": "AM5"}));
    let board = board_part();
    let memory = product_facts(
        Category::Ram,
        "Corsair Vengeance 32 GB DDR5",
        &json!({
            "ramType": "DDR5", "ramSpeed": 6000, "ramCapacity": 32, "modules": 2, "formFactor": "DIMM",
            "moduleHeight": 35, "ecc": false
        }),
    );
    let drive = product_facts(
        Category::Storage,
        "WD Blue SN5000 1 TB",
        &json!({
            "storageFormFactor": "M.2-NVMe", "type": "SSD", "storageCapacity": 1000, "interface": "PCIe 4.0 x4",
            "m2Size": "2280"
        }),
    );
    let supply = supply_part();
    let case = case_part();
    let cooler = product_facts(
        Category::CpuCooler,
        "DeepCool AK400",
        &json!({"coolerType": "AIR", "coolerHeight": 155, "coolerSockets": ["AM5", "LGA1851"], "coolerTdp": 220}),
    );
    let slow = card("Gigabyte GeForce RTX 4060 Eagle", "GeForce RTX 4060", 8);
    let fast = card("ASUS Prime GeForce RTX 5070", "GeForce RTX 5070", 12);
    let gone = card("MSI GeForce RTX 5090 Suprim", "GeForce RTX 5090", 32);
    let all = [&cpu, &fast_cpu, &board, &memory, &drive, &supply, &case, &cooler, &slow, &fast, &gone];
    import(db, &all.map(Clone::clone)).await;
    let mut sold_out = offer(&gone, 1_000);
    sold_out.stock = Stock::Out;
    let own = [
        offer(&cpu, 62_000),
        offer(&fast_cpu, 149_000),
        offer(&board, 45_000),
        offer(&memory, 38_000),
        offer(&slow, 95_000),
        offer(&fast, 215_000),
        sold_out,
    ];
    store(db, alpha, &own).await;
    let others = [
        offer(&drive, 21_500),
        offer(&supply, 33_000),
        offer(&case, 42_000),
        offer(&cooler, 11_900),
        offer(&cpu, 61_500),
    ];
    store(db, beta, &others).await;
    BuildMarket { alpha, cpu, board, drive, card: slow, fast_card: fast, unsold_card: gone }
}

pub(crate) async fn post(app: &TestApp, uri: &str, body: &Value) -> Reply {
    let request = Request::post(uri).header("content-type", "application/json");
    app.send(request.body(Body::from(body.to_string())).unwrap()).await
}

pub(crate) async fn builds(app: &TestApp, body: Value) -> Reply {
    post(app, "/api/budget-builds", &body).await
}

pub(crate) fn ids(build: &Value) -> Vec<&str> {
    build["parts"].as_array().unwrap().iter().map(|part| part["productId"].as_str().unwrap()).collect()
}

/// A build as the calls about builds take it.
fn components(build: &Value) -> Value {
    let parts = build["parts"].as_array().unwrap();
    let chosen =
        parts.iter().map(|part| (part["category"].as_str().unwrap().to_owned(), part["productId"].clone()));
    json!({ "components": chosen.collect::<serde_json::Map<_, _>>() })
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn best_build_fits_the_budget_the_rules_and_the_basket(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db).await;
    let reply = builds(&app, json!({"budget": 400, "use": "gaming-1440p"})).await;
    let answer = reply.json();
    assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "no-store"), "{answer}");
    let best = &answer["builds"][0];
    assert_eq!((&best["kind"], &best["optimal"]), (&json!("best"), &json!(true)), "{answer}");
    assert!(ids(best).contains(&market.card.id.to_string().as_str()), "{answer}");
    assert!(best["total"].as_f64().unwrap() <= 400.0);
    let basket = post(&app, "/api/basket", &components(best)).await.json();
    assert_eq!(basket["cheapest"]["total"], best["total"], "{basket}");
    assert_eq!(basket["cheapest"]["deliveryTotal"], best["deliveryTotal"]);
    let report = post(&app, "/api/compatibility", &components(best)).await.json();
    assert_eq!((&report["compatible"], &report["isComplete"]), (&json!(true), &json!(true)), "{report}");
    assert_eq!(report["unchecked"], json!([]), "{report}");
    assert_eq!(answer["soundness"], "full", "{answer}");
    // The rest of the money buys the next card only together with more of it.
    let left = 400.0 - best["total"].as_f64().unwrap();
    assert_eq!(answer["unspent"]["reason"], "nothingBetter", "{answer}");
    assert!((answer["unspent"]["amount"].as_f64().unwrap() - left).abs() < 0.0005, "{answer}");
    assert_eq!(best["estimates"]["graphics"]["chip"], "GeForce RTX 4060");
    assert_eq!(best["estimates"]["graphics"]["index"], json!(100.0));
    assert_eq!(best["largestShare"]["productId"], json!(market.card.id));
    // The next step is the faster card, and every product that is named comes with its name.
    assert!(
        answer["nextStep"]["changed"].as_array().unwrap().contains(&json!(market.fast_card.id)),
        "{answer}"
    );
    let named: Vec<&Value> = answer["products"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert!(best["parts"].as_array().unwrap().iter().all(|part| named.contains(&&part["productId"])));
    assert!(best["swaps"].as_array().unwrap().iter().all(|swap| named.contains(&&swap["to"])));
    assert_eq!(answer["retailers"].as_array().unwrap().len(), 2);
    // Parts out of stock are in no build, however cheap.
    assert!(!reply.text().contains(&market.unsold_card.id.to_string()));

    let rich = builds(&app, json!({"budget": 900, "use": "gaming-1440p"})).await.json();
    let best = &rich["builds"][0];
    assert!(ids(best).contains(&market.fast_card.id.to_string().as_str()), "{rich}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn too_small_budget_answers_with_the_minimum_budget(db: PgPool) {
    build_market(&db).await;
    let app = TestApp::new(db).await;
    let answer = builds(&app, json!({"budget": 100, "use": "gaming-1080p"})).await.json();
    assert_eq!((&answer["builds"], &answer["nextStep"]), (&json!([]), &json!(null)), "{answer}");
    let least = &answer["least"];
    let total = least["total"].as_f64().unwrap();
    assert!((least["missing"].as_f64().unwrap() - (total - 100.0)).abs() < 0.0005, "{answer}");
    let enough = builds(&app, json!({"budget": total, "use": "gaming-1080p"})).await.json();
    assert_eq!(enough["builds"][0]["total"], least["total"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn budget_answers_use_changed_prices_within_seconds(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let question = json!({"budget": 430, "use": "gaming-1440p"});
    let before = builds(&app, question.clone()).await.json();
    assert!(!ids(&before["builds"][0]).contains(&market.fast_card.id.to_string().as_str()), "{before}");
    assert_eq!(before, builds(&app, question.clone()).await.json());
    store(&db, market.alpha, &[offer(&market.fast_card, 120_000)]).await;
    let uri = format!("/api/search?q={}", "RTX+5070");
    app.eventually(&uri, |body| body["products"][0]["price"] == json!(120)).await;
    // The catalogue is changed right after the index.
    let asked = std::time::Instant::now();
    let wanted = market.fast_card.id.to_string();
    while !ids(&builds(&app, question.clone()).await.json()["builds"][0]).contains(&wanted.as_str()) {
        assert!(asked.elapsed() < FRESH, "answers do not follow the price");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn invalid_budget_fields_are_named(db: PgPool) {
    let app = TestApp::new(db).await;
    let cases = [
        (json!({"budget": 0, "use": "office"}), "budget"),
        (json!({"budget": -3, "use": "office"}), "budget"),
        (json!({"budget": 1_000_000_000_000_i64, "use": "office"}), "budget"),
        (json!({"budget": 1e300, "use": "office"}), "budget"),
        (json!({"budget": "much", "use": "office"}), "budget"),
        (json!({"budget": null, "use": "office"}), "budget"),
        (json!({"budget": [], "use": "office"}), "budget"),
        (json!({"budget": 500, "use": "fun"}), "use"),
        (json!({"budget": 500, "use": "office", "counts": "all"}), "counts"),
        (json!({"budget": 500, "use": "office", "wishes": {"size": "huge"}}), "wishes.size"),
        (
            json!({"budget": 500, "use": "office", "wishes": {"cpuManufacturer": "VIA"}}),
            "wishes.cpuManufacturer",
        ),
        (
            json!({"budget": 500, "use": "office", "wishes": {"gpuManufacturer": "3dfx"}}),
            "wishes.gpuManufacturer",
        ),
        (json!({"budget": 500, "use": "office", "wishes": {"retailers": ["nobody"]}}), "wishes.retailers"),
        (json!({"budget": 500, "use": "office", "wishes": {"minMemory": 0}}), "wishes.minMemory"),
        (json!({"budget": 500, "use": "office", "wishes": {"minStorage": 4_000_000}}), "wishes.minStorage"),
        (json!({"budget": 500, "use": "office", "wishes": {"color": "x".repeat(99)}}), "wishes.color"),
        (json!({"budget": 500}), "use"),
        (json!({"budget": 500, "use": "office", "speed": 3}), "speed"),
    ];
    for (body, field) in cases {
        let fields = builds(&app, body.clone()).await.assert_error(422, "INVALID_FIELDS");
        assert!(fields[field].as_str().is_some_and(|problem| !problem.is_empty()), "{body}: {fields}");
    }
    let both = builds(&app, json!({"budget": 0, "use": "fun"})).await.assert_error(422, "INVALID_FIELDS");
    assert_eq!(both.as_object().unwrap().keys().collect::<Vec<_>>(), ["budget", "use"]);
    for query in ["", "?use=fun", "?use=office&budget=3"] {
        let uri = format!("/api/budget-builds/curve{query}");
        app.get(&uri).await.assert_error(422, "INVALID_FIELDS");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn contradictory_constraints_are_named(db: PgPool) {
    let market = build_market(&db).await;
    let app = TestApp::new(db).await;
    let wish = async |wishes: Value| {
        builds(&app, json!({"budget": 900, "use": "gaming-1440p", "wishes": wishes})).await
    };
    let keep = |facts: &ProductFacts| json!([{"productId": facts.id}]);
    let cases = [
        (
            json!({"keep": keep(&market.cpu), "cpuManufacturer": "intel"}),
            "wishes.cpuManufacturer",
            "Ryzen 5 7600",
        ),
        (json!({"keep": keep(&market.board), "size": "mini-itx"}), "wishes.size", "B650M-A"),
        (json!({"keep": keep(&market.unsold_card)}), "wishes.keep", "5090"),
        // The board has two slots.
        (json!({"keep": [{"productId": market.drive.id, "quantity": 3}]}), "wishes.keep", "No motherboard"),
        (json!({"color": "pink"}), "wishes.color", "colour"),
        (json!({"tabby": true}), "wishes.tabby", "Tabby"),
    ];
    for (wishes, field, named) in cases {
        let reply = wish(wishes.clone()).await;
        let fields = reply.assert_error(422, "WISHES_CONTRADICT");
        assert!(
            fields[field].as_str().is_some_and(|sentence| sentence.contains(named)),
            "{wishes}: {fields}"
        );
        assert!(reply.json()["error"].as_str().unwrap().contains(named));
        assert!(reply.json()["errorAr"].as_str().unwrap().ends_with('.'));
    }
    let reply = wish(json!({"color": "pink"})).await.json();
    assert_eq!(reply["error"], "No case in stock comes in the colour you chose.");
    assert_eq!(reply["errorAr"], "ما في كيس متوفر باللون اللي اخترته.");
    let unknown = json!({"keep": [{"productId": domain::model::ProductId::random()}]});
    assert!(wish(unknown).await.assert_error(422, "INVALID_FIELDS")["wishes.keep"].is_string());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn no_build_is_found_when_nothing_is_in_stock(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let answer = builds(&app, json!({"budget": 900, "use": "office"})).await.json();
    assert_eq!((&answer["builds"], &answer["least"]), (&json!([]), &json!(null)), "{answer}");
    let [text, text_ar] = ["text", "textAr"].map(|key| answer["noBuild"][key].as_str().unwrap());
    assert!(text.contains("in stock") && !text.contains(" ."), "{answer}");
    assert!(text_ar.contains("متوفر") && !text_ar.contains(" ."), "{answer}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn curve_starts_at_the_minimum_budget_and_never_falls(db: PgPool) {
    build_market(&db).await;
    let app = TestApp::new(db.clone()).await;
    let uri = "/api/budget-builds/curve?use=gaming-1440p";
    let curve = app.get(uri).await.json();
    let points = curve["today"].as_array().unwrap();
    assert_eq!(points[0]["total"], curve["leastTotal"], "{curve}");
    assert_eq!(points.last().unwrap()["budget"], json!(2500));
    let index = |point: &Value| point["index"].as_f64().unwrap();
    assert!(points.windows(2).all(|pair| index(&pair[0]) <= index(&pair[1])), "{curve}");
    assert!(index(points.last().unwrap()) > index(&points[0]));
    // Nothing was sold 90 days ago.
    assert_eq!(curve["before"], json!([]));

    let past = domain::store::prices::ensure_partitions;
    let then = crate::fixtures::now() - time::Duration::days(120);
    past(&db, then, then).await.unwrap();
    sqlx::query("insert into price_point select id, $1, price_fils * 2, 'IN' from offer where stock = 'IN'")
        .bind(then)
        .execute(&db)
        .await
        .unwrap();
    let fresh = TestApp::new(db).await;
    let curve = fresh.get(uri).await.json();
    let least = |points: &Value| points[0]["total"].as_f64().unwrap();
    assert!(least(&curve["before"]) > 1.8 * least(&curve["today"]), "{curve}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn totals_without_delivery_sum_the_part_prices(db: PgPool) {
    build_market(&db).await;
    let app = TestApp::new(db).await;
    let question = json!({"budget": 400, "use": "gaming-1440p", "counts": "parts"});
    let answer = builds(&app, question).await.json();
    let best = &answer["builds"][0];
    assert_eq!(best["total"], best["partsTotal"], "{answer}");
    assert_eq!(best["deliveryKnown"], json!(true));
}
