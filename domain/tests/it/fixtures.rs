use domain::{
    model::{
        Category, Fils, OfferDraft, PlatformKind, ProductFacts, ProductId, RetailerDraft, RetailerId,
        ShippingRule, Specs, Stock,
    },
    store::{
        price_alerts, prices,
        sources::{self, DataSource},
    },
    transactions::{
        offer_batches::{self, BatchCounters},
        product_facts, retailer_changes,
    },
};
use sqlx::PgPool;
use time::{
    Date, OffsetDateTime,
    macros::{date, datetime},
};

pub(crate) const NOW: OffsetDateTime = datetime!(2026-11-21 09:00 UTC);
pub(crate) const TODAY: Date = date!(2026 - 11 - 21);

pub(crate) async fn retailer(db: &PgPool, slug: &str) -> RetailerId {
    let draft = RetailerDraft {
        slug: slug.parse().unwrap(),
        name_en: format!("Shop {slug}"),
        name_ar: format!("محل {slug}"),
        base_url: format!("https://{slug}.example"),
        platform: PlatformKind::Shopify,
        shipping: ShippingRule { flat: Some(Fils(2000)), free_over: Some(Fils(50_000)) },
        tabby: false,
        affiliate: None,
        enabled: true,
    };
    retailer_changes::store_retailer(db, &draft).await.unwrap()
}

/// Returns an offer of a graphics card, identified by its part number.
pub(crate) fn draft(external_id: &str, part_number: &str, fils: i64) -> OfferDraft {
    OfferDraft {
        external_id: external_id.into(),
        title_en: Some(format!("ASUS card {part_number}")),
        title_ar: None,
        url: format!("https://shop.example/{external_id}"),
        page_url: None,
        unsure: None,
        retailer_categories: Vec::new(),
        image_url: None,
        category: Some(Category::Gpu),
        manufacturer: Some("ASUS".into()),
        stated_brand: None,
        model: None,
        part_numbers: vec![part_number.into()],
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

pub(crate) fn facts(name: &str, part_number: &str) -> ProductFacts {
    ProductFacts {
        id: ProductId::random(),
        category: Category::Gpu,
        name: format!("ASUS {name}"),
        manufacturer: "ASUS".into(),
        model: name.into(),
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

pub(crate) async fn source(db: &PgPool, slug: &str) {
    let source = DataSource { slug: slug.into(), name: slug.into(), attribution: None, url: None };
    sources::upsert(db, &source).await.unwrap();
}

pub(crate) async fn import(db: &PgPool, facts: &[ProductFacts]) -> product_facts::FactsCounters {
    source(db, "test").await;
    let mut tx = db.begin().await.unwrap();
    let counters = product_facts::upsert(&mut tx, "test", facts, TODAY).await.unwrap();
    tx.commit().await.unwrap();
    counters
}

/// Inserts a graphics card with a part number of its own.
pub(crate) async fn insert_product(db: &PgPool, part_number: &str) -> ProductId {
    let facts = facts(&format!("card {part_number}"), part_number);
    import(db, std::slice::from_ref(&facts)).await;
    facts.id
}

pub(crate) async fn store(
    db: &PgPool,
    shop: RetailerId,
    drafts: &[OfferDraft],
    now: OffsetDateTime,
) -> BatchCounters {
    prices::ensure_partitions(db, now, now).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let counters = offer_batches::store_batch(&mut tx, shop, drafts, now).await.unwrap();
    tx.commit().await.unwrap();
    counters
}

pub(crate) async fn count(db: &PgPool, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(db).await.unwrap()
}

/// Waits until a transaction of this database waits for a lock.
pub(crate) async fn until_a_lock_is_awaited(db: &PgPool) {
    let waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while count(db, waiting).await == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

/// Fires the due alerts, as the sender of mails does.
pub(crate) async fn fire_due(db: &PgPool) {
    let mut tx = db.begin().await.unwrap();
    price_alerts::fire_due(&mut tx, 1_000).await.unwrap();
    tx.commit().await.unwrap();
}

/// Takes the schema away that `make test` puts into the template of new databases, to save every test the migrations.
pub(crate) async fn empty_database(db: &PgPool) {
    sqlx::raw_sql("drop schema public cascade; create schema public").execute(db).await.unwrap();
}
