//! Siblings that look like one product, and products whose titles look different: `tests/data/siblings/pairs.tsv`, as
//! offers of two retailers, with and without a reference. The pairs are written by hand, and nothing is fitted on them.

use domain::{
    config::Config,
    model::{
        Category, Fils, OfferDraft, PlatformKind, ProductFacts, ProductId, RetailerDraft, RetailerId,
        ShippingRule, Stock,
    },
    store::{
        prices, sources,
        sources::DataSource,
        unmatched::{self, UnmatchedFilter, WaitReason},
    },
    transactions::{offer_batches, product_facts, retailer_changes},
};
use ingest::{
    matching,
    normalise::{self, NormalisedTitle, RawTitle},
};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Minimum number of pairs of one product that are joined without asking.
const MIN_JOINED: usize = 30;

struct Pair {
    is_same: bool,
    category: Category,
    left: &'static str,
    right: &'static str,
}

fn pairs() -> Vec<Pair> {
    let rows =
        include_str!("../data/siblings/pairs.tsv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let pair = |line: &'static str| {
        let cells: Vec<&'static str> = line.split('\t').collect();
        let [kind, category, left, right] = cells[..] else { panic!("{line}") };
        assert!(matches!(kind, "same" | "sibling"), "{line}");
        Pair { is_same: kind == "same", category: category.parse().unwrap(), left, right }
    };
    rows.map(pair).collect()
}

fn read(category: Category, title: &str) -> NormalisedTitle {
    let raw = RawTitle { en: Some(title), mapped_category: Some(category), ..RawTitle::default() };
    normalise::normalise_title(&raw)
}

fn offer(number: usize, category: Category, title: &str) -> OfferDraft {
    let read = read(category, title);
    OfferDraft {
        external_id: number.to_string(),
        title_en: Some(title.to_owned()),
        title_ar: None,
        url: format!("https://corner.example/{number}"),
        page_url: None,
        image_url: None,
        category: read.category,
        unsure: read.unsure,
        retailer_categories: Vec::new(),
        manufacturer: read.manufacturer,
        stated_brand: None,
        model: read.model,
        part_numbers: read.part_numbers,
        sku: None,
        gtins: Vec::new(),
        non_part_reason: None,
        specs: read.specs,
        price: Fils(50_000),
        list_price: None,
        stock: Stock::In,
        stock_left: None,
    }
}

fn record(number: usize, pair: &Pair) -> ProductFacts {
    let read = read(pair.category, pair.left);
    ProductFacts {
        id: record_id(number),
        category: pair.category,
        name: pair.left.to_owned(),
        manufacturer: read
            .manufacturer
            .unwrap_or_else(|| pair.left.split(' ').next().unwrap_or_default().to_owned()),
        model: read.model.unwrap_or_else(|| pair.left.to_owned()),
        series: None,
        variant: None,
        part_numbers: read.part_numbers,
        shared_part_numbers: Vec::new(),
        eans: Vec::new(),
        aliases: Vec::new(),
        url: None,
        image_url: None,
        verified_on: None,
        specs: read.specs,
    }
}

fn record_id(number: usize) -> ProductId {
    ProductId(Uuid::from_u128(1 + number as u128))
}

async fn retailer(db: &PgPool, slug: &str) -> RetailerId {
    let draft = RetailerDraft {
        slug: slug.parse().unwrap(),
        name_en: slug.to_owned(),
        name_ar: slug.to_owned(),
        base_url: format!("https://{slug}.example"),
        platform: PlatformKind::Shopify,
        shipping: ShippingRule { flat: None, free_over: None },
        tabby: false,
        enabled: true,
    };
    retailer_changes::store_retailer(db, &draft).await.unwrap()
}

async fn store(db: &PgPool, retailer: RetailerId, drafts: &[OfferDraft]) {
    let now = OffsetDateTime::now_utc();
    prices::ensure_partitions(db, now, now).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    offer_batches::store_batch(&mut tx, retailer, drafts, now).await.unwrap();
    tx.commit().await.unwrap();
}

async fn insert_records(db: &PgPool, records: &[ProductFacts]) {
    let source = DataSource { slug: "test".into(), name: "Test".into(), attribution: None, url: None };
    sources::upsert(db, &source).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    product_facts::upsert(&mut tx, "test", records, OffsetDateTime::now_utc().date()).await.unwrap();
    tx.commit().await.unwrap();
}

/// Runs the matcher over all offers.
async fn match_offers(db: &PgPool) {
    let config = Config::load().unwrap();
    matching::run(db, &config, false, &CancellationToken::new(), |_| ()).await.unwrap();
}

async fn product_of(db: &PgPool, retailer: RetailerId, number: usize) -> Option<Uuid> {
    sqlx::query_scalar("select product_id from offer where retailer_id = $1 and external_id = $2")
        .bind(retailer.0)
        .bind(number.to_string())
        .fetch_one(db)
        .await
        .unwrap()
}

#[test]
fn sibling_pairs_cover_every_category() {
    let pairs = pairs();
    assert!(pairs.iter().filter(|pair| !pair.is_same).count() >= 60);
    assert!(pairs.iter().filter(|pair| pair.is_same).count() >= 30);
    for category in Category::ALL.into_iter().filter(|category| *category != Category::Other) {
        assert!(pairs.iter().any(|pair| pair.category == category && !pair.is_same), "{category:?}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offers_of_siblings_stay_apart_and_offers_of_one_product_join(db: PgPool) {
    let pairs = pairs();
    let sides = [retailer(&db, "left").await, retailer(&db, "right").await];
    for (side, retailer) in sides.into_iter().enumerate() {
        let title = |pair: &Pair| if side == 0 { pair.left } else { pair.right };
        let drafts: Vec<OfferDraft> = pairs
            .iter()
            .enumerate()
            .map(|(number, pair)| offer(number, pair.category, title(pair)))
            .collect();
        store(&db, retailer, &drafts).await;
    }
    match_offers(&db).await;
    let (mut wrong, mut missed, mut joined) = (Vec::new(), Vec::new(), 0);
    for (number, pair) in pairs.iter().enumerate() {
        let products = [product_of(&db, sides[0], number).await, product_of(&db, sides[1], number).await];
        let is_joined = products[0].is_some() && products[0] == products[1];
        let shown = format!("{} = {}", pair.left, pair.right);
        match (pair.is_same, is_joined) {
            (true, true) => joined += 1,
            (true, false) => missed.push(shown),
            (false, true) => wrong.push(shown),
            (false, false) => {}
        }
    }
    println!("{joined} joined, missed: {missed:#?}");
    assert!(wrong.is_empty(), "siblings joined: {wrong:#?}");
    assert!(joined >= MIN_JOINED, "{joined} joined, missed: {missed:#?}");
}

/// A reference that has one sibling only: the offer of the other is never matched to it.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offer_never_matches_the_record_of_a_sibling(db: PgPool) {
    let pairs = pairs();
    let records: Vec<ProductFacts> =
        pairs.iter().enumerate().map(|(number, pair)| record(number, pair)).collect();
    insert_records(&db, &records).await;
    let right = retailer(&db, "right").await;
    let drafts: Vec<OfferDraft> =
        pairs.iter().enumerate().map(|(number, pair)| offer(number, pair.category, pair.right)).collect();
    store(&db, right, &drafts).await;
    match_offers(&db).await;
    let (mut wrong, mut matched) = (Vec::new(), 0);
    for (number, pair) in pairs.iter().enumerate() {
        let is_matched = product_of(&db, right, number).await == Some(record_id(number).0);
        matched += usize::from(is_matched && pair.is_same);
        if is_matched && !pair.is_same {
            wrong.push(format!("{} = {}", pair.left, pair.right));
        }
    }
    println!("{matched} offers are on the page of their record");
    assert!(wrong.is_empty(), "siblings matched: {wrong:#?}");
}

/// An offer whose title says nothing that tells siblings apart has no page: it waits, and leaves the page that it had.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn offer_that_names_no_product_waits(db: PgPool) {
    let shop = retailer(&db, "shop").await;
    let mouse = offer(0, Category::Mouse, "White Wireless Mouse");
    let board = |title| offer(1, Category::Motherboard, title);
    store(&db, shop, &[mouse.clone(), board("Gigabyte B550M AORUS Elite AM4 motherboard")]).await;
    match_offers(&db).await;
    assert_eq!(product_of(&db, shop, 0).await, None);
    assert!(product_of(&db, shop, 1).await.is_some());

    store(&db, shop, &[mouse, board("Gigabyte B550M AM4 motherboard")]).await;
    match_offers(&db).await;
    assert_eq!(product_of(&db, shop, 1).await, None);
    let waiting = unmatched::list(&db, &UnmatchedFilter::default(), 0, 10).await.unwrap();
    let reasons: Vec<WaitReason> = waiting.iter().map(|offer| offer.reason).collect();
    assert_eq!(waiting.len(), 2, "{waiting:?}");
    assert!(reasons.contains(&WaitReason::TooLittle), "{reasons:?}");
}
