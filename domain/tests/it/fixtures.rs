use domain::{
    model::{
        AlertCondition, AlertId, Category, Fils, OfferDraft, PlatformKind, ProductFacts, ProductId,
        RetailerDraft, RetailerId, ShippingRule, Specs, Stock, UserId,
    },
    store::{
        price_alerts::{self, AlertError},
        prices,
        sources::{self, DataSource},
        users::{self, Role},
    },
    transactions::{
        offer_batches::{self, BatchCounters},
        product_facts, retailer_changes,
    },
};
use sqlx::{PgPool, PgTransaction};
use time::{
    Date, OffsetDateTime,
    macros::{date, datetime},
};
use uuid::Uuid;

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
    commit(db, async |tx| product_facts::upsert(tx, "test", facts, TODAY).await).await.unwrap()
}

/// Inserts a graphics card.
pub(crate) async fn import_card(db: &PgPool, name: &str, part_number: &str) -> ProductFacts {
    let card = facts(name, part_number);
    import(db, std::slice::from_ref(&card)).await;
    card
}

/// Inserts a graphics card with a part number of its own.
pub(crate) async fn insert_product(db: &PgPool, part_number: &str) -> ProductId {
    import_card(db, &format!("card {part_number}"), part_number).await.id
}

pub(crate) async fn store(
    db: &PgPool,
    shop: RetailerId,
    drafts: &[OfferDraft],
    now: OffsetDateTime,
) -> BatchCounters {
    prices::ensure_partitions(db, now, now).await.unwrap();
    commit(db, async |tx| offer_batches::store_batch(tx, shop, drafts, now).await).await.unwrap()
}

/// Makes a change in a transaction, which is committed where the change succeeds.
pub(crate) async fn commit<T, E>(
    db: &PgPool,
    change: impl AsyncFnOnce(&mut PgTransaction<'static>) -> Result<T, E>,
) -> Result<T, E> {
    let mut tx = db.begin().await.unwrap();
    let done = change(&mut tx).await;
    commit_if_ok(tx, done).await
}

/// Commits a transaction where its change has succeeded.
pub(crate) async fn commit_if_ok<T, E>(tx: PgTransaction<'_>, done: Result<T, E>) -> Result<T, E> {
    if done.is_ok() {
        tx.commit().await.unwrap();
    }
    done
}

/// Creates an account with a confirmed address.
pub(crate) async fn insert_user(db: &PgPool, name: &str, role: Role) -> UserId {
    let email = format!("{name}@example.com").parse().unwrap();
    users::insert(db, &email, name, "no hash", role, true).await.unwrap().unwrap()
}

/// Creates a user's alert on a product.
pub(crate) async fn create_alert(
    db: &PgPool,
    user: UserId,
    product: ProductId,
    condition: AlertCondition,
) -> Result<AlertId, AlertError> {
    commit(db, async |tx| price_alerts::insert(tx, user, product, condition).await).await
}

/// Shows or hides a retailer. Returns whether that changed anything.
pub(crate) async fn set_enabled(db: &PgPool, slug: &str, enabled: bool) -> bool {
    let slug = slug.parse().unwrap();
    commit(db, async |tx| retailer_changes::set_enabled(tx, &slug, enabled).await).await.unwrap()
}

/// Returns the prices at which alerts have fired, in order.
pub(crate) async fn fired_prices(db: &PgPool) -> Vec<i64> {
    sqlx::query_scalar("select price_fils from fired_alert order by fired_at, price_fils desc")
        .fetch_all(db)
        .await
        .unwrap()
}

pub(crate) async fn count(db: &PgPool, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(db).await.unwrap()
}

/// Replaces the price points of an offer by these, each given as time, fils and stock.
pub(crate) async fn replace_points(
    db: &PgPool,
    offer: Uuid,
    points: impl IntoIterator<Item = (OffsetDateTime, i64, &'static str)>,
) {
    let (mut times, mut prices, mut stocks) = (Vec::new(), Vec::new(), Vec::new());
    for (time, fils, stock) in points {
        times.push(time);
        prices.push(fils);
        stocks.push(stock);
    }
    sqlx::query("delete from price_point where offer_id = $1").bind(offer).execute(db).await.unwrap();
    sqlx::query(
        "insert into price_point (offer_id, observed_at, price_fils, stock)
         select $1, * from unnest($2::timestamptz[], $3::bigint[], $4::text[])",
    )
    .bind(offer)
    .bind(times)
    .bind(prices)
    .bind(stocks)
    .execute(db)
    .await
    .unwrap();
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
    commit(db, async |tx| price_alerts::fire_due(tx, 1_000).await).await.unwrap();
}

/// Takes the schema away that `make test` puts into the template of new databases, to save every test the migrations.
pub(crate) async fn empty_database(db: &PgPool) {
    sqlx::raw_sql("drop schema public cascade; create schema public").execute(db).await.unwrap();
}
