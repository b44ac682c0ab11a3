use domain::{
    model::{
        Category, Fils, OfferDraft, PlatformKind, ProductFacts, ProductId, RetailerDraft, RetailerId,
        ShippingRule, SpecKey, SpecValue, Specs, Stock,
    },
    store::{
        prices,
        sources::{self, DataSource},
    },
    transactions::{offer_batches, product_facts, retailer_changes},
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

pub(crate) fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}

/// Returns a retailer that delivers for 2 dinars, and free from 50 on.
pub(crate) fn shop(slug: &str) -> RetailerDraft {
    RetailerDraft {
        slug: slug.parse().unwrap(),
        name_en: format!("Shop {slug}"),
        name_ar: format!("محل {slug}"),
        base_url: format!("https://{slug}.example"),
        platform: PlatformKind::Shopify,
        shipping: ShippingRule { flat: Some(Fils(2000)), free_over: Some(Fils(50_000)) },
        tabby: false,
        affiliate: None,
        enabled: true,
    }
}

pub(crate) async fn open_shop(db: &PgPool, draft: &RetailerDraft) -> RetailerId {
    retailer_changes::store_retailer(db, draft).await.unwrap()
}

/// Returns a product of the manufacturer with which `name` begins, identified by its part number.
pub(crate) fn part(category: Category, name: &str, part_number: &str) -> ProductFacts {
    let (manufacturer, model) = name.split_once(' ').unwrap();
    ProductFacts {
        id: ProductId::random(),
        category,
        name: name.into(),
        manufacturer: manufacturer.into(),
        model: model.into(),
        series: None,
        variant: None,
        part_numbers: vec![part_number.into()],
        shared_part_numbers: Vec::new(),
        eans: Vec::new(),
        aliases: Vec::new(),
        url: None,
        image_url: None,
        verified_on: None,
        specs: Specs::new(),
    }
}

/// Returns the product with one more fact.
pub(crate) fn with_fact(mut facts: ProductFacts, key: SpecKey, value: SpecValue) -> ProductFacts {
    facts.specs.insert(key, value).unwrap();
    facts
}

pub(crate) async fn import(db: &PgPool, facts: &[ProductFacts]) {
    let source = DataSource {
        slug: "test".into(),
        name: "Test sheet".into(),
        attribution: Some("From the test sheet".into()),
        url: None,
    };
    sources::upsert(db, &source).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    product_facts::upsert(&mut tx, "test", facts, now().date()).await.unwrap();
    tx.commit().await.unwrap();
}

/// Returns a retailer's offer of a product, matched by its part number.
pub(crate) fn offer(facts: &ProductFacts, fils: i64) -> OfferDraft {
    OfferDraft {
        external_id: facts.part_numbers[0].clone(),
        title_en: Some(format!("{} new", facts.name)),
        title_ar: None,
        url: format!("https://shop.example/{}", facts.part_numbers[0]),
        page_url: None,
        unsure: None,
        retailer_categories: Vec::new(),
        image_url: None,
        category: Some(facts.category),
        manufacturer: Some(facts.manufacturer.clone()),
        stated_brand: None,
        model: None,
        part_numbers: facts.part_numbers.clone(),
        sku: None,
        gtins: Vec::new(),
        non_part_reason: None,
        specs: Specs::new(),
        price: Fils(fils),
        list_price: None,
        stock: Stock::In,
        stock_left: None,
    }
}

pub(crate) async fn store(db: &PgPool, shop: RetailerId, drafts: &[OfferDraft]) {
    prices::ensure_partitions(db, now() - Duration::days(70), now()).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    offer_batches::store_batch(&mut tx, shop, drafts, now()).await.unwrap();
    tx.commit().await.unwrap();
}

/// The retailers and parts of most tests.
pub(crate) struct World {
    pub(crate) alpha: RetailerId,
    pub(crate) beta: RetailerId,
    pub(crate) ryzen: ProductFacts,
    pub(crate) core: ProductFacts,
    pub(crate) card: ProductFacts,
    pub(crate) unsold: ProductFacts,
}

/// Creates two retailers (the second takes Tabby and states no delivery fee) and four parts.
pub(crate) async fn world(db: &PgPool) -> World {
    let alpha = open_shop(db, &shop("alpha")).await;
    let beta = RetailerDraft { tabby: true, shipping: ShippingRule::default(), ..shop("beta") };
    let beta = open_shop(db, &beta).await;
    let text = |text: &str| SpecValue::Text(text.into());
    let ryzen = part(Category::Cpu, "AMD Ryzen 7 9800X3D", "100-100001084WOF");
    let ryzen =
        with_fact(with_fact(ryzen, SpecKey::Socket, text("AM5")), SpecKey::Cores, SpecValue::Integer(8));
    let core = part(Category::Cpu, "Intel Core Ultra 7 265K", "BX80768265K");
    let core =
        with_fact(with_fact(core, SpecKey::Socket, text("LGA1851")), SpecKey::Cores, SpecValue::Integer(20));
    let card = part(Category::Gpu, "ASUS TUF Gaming GeForce RTX 5070 OC", "90YV0MH1-M0NA00");
    let card = with_fact(card, SpecKey::Length, SpecValue::Number(304.0));
    let unsold = part(Category::Ram, "Corsair Vengeance 32 GB", "CMK32GX5M2B6000C36");
    import(db, &[ryzen.clone(), core.clone(), card.clone(), unsold.clone()]).await;
    let mut cheap = offer(&ryzen, 145_000);
    cheap.list_price = Some(Fils(159_900));
    let mut arabic = offer(&ryzen, 149_900);
    arabic.title_ar = Some("معالج رايزن 7 9800X3D".into());
    arabic.stock_left = Some(3);
    let mut out = offer(&card, 219_000);
    out.stock = Stock::Out;
    store(db, alpha, &[cheap, offer(&core, 118_500), out]).await;
    store(db, beta, &[arabic, offer(&card, 231_750)]).await;
    World { alpha, beta, ryzen, core, card, unsold }
}

/// Stores a guest's build of one part, unless it is there.
pub(crate) async fn store_guest_build(db: &PgPool, code: &str, part: &ProductFacts) {
    let parts = serde_json::json!([{ "slot": part.category, "id": part.id, "quantity": 1 }]);
    let insert = "insert into guest_build (code, digest, parts) values ($1, sha256('list'), $2) on conflict do nothing";
    sqlx::query(insert).bind(code).bind(parts).execute(db).await.unwrap();
}

pub(crate) async fn execute(db: &PgPool, sql: &'static str) {
    sqlx::raw_sql(sql).execute(db).await.unwrap();
}

/// Takes the schema away that `make test` puts into the template of new databases, to save every test the migrations.
pub(crate) async fn empty_database(db: &PgPool) {
    execute(db, "drop schema public cascade; create schema public").await;
}
