//! Shops, offers and records that the tests of the matcher store, and its runs.

use domain::{
    config::Config,
    model::{
        Category, Fils, OfferDraft, PlatformKind, ProductFacts, ProductId, RetailerDraft, RetailerId,
        ShippingRule, Specs, Stock,
    },
    store::{
        matches::RunCounters,
        prices,
        sources::{self, DataSource},
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

pub(crate) async fn shop(db: &PgPool, slug: &str) -> RetailerId {
    named_shop(db, slug, slug).await
}

pub(crate) async fn named_shop(db: &PgPool, slug: &str, name: &str) -> RetailerId {
    let draft = RetailerDraft {
        slug: slug.parse().unwrap(),
        name_en: name.to_owned(),
        name_ar: name.to_owned(),
        base_url: format!("https://{slug}.example"),
        platform: PlatformKind::Shopify,
        shipping: ShippingRule { flat: None, free_over: None },
        tabby: false,
        affiliate: None,
        enabled: true,
    };
    retailer_changes::store_retailer(db, &draft).await.unwrap()
}

/// Returns an offer with this title, as a crawl reads it, at a price that all offers have.
pub(crate) fn offer(external_id: &str, title: &str) -> OfferDraft {
    let read = normalise::normalise_title(&RawTitle { en: Some(title), ..RawTitle::default() });
    read_offer(external_id, title, read)
}

/// Returns an offer whose category the retailer's file maps.
pub(crate) fn mapped_offer(external_id: &str, category: Category, title: &str) -> OfferDraft {
    read_offer(external_id, title, read_mapped(category, title))
}

/// Reads a title of a mapped category.
pub(crate) fn read_mapped(category: Category, title: &str) -> NormalisedTitle {
    let raw = RawTitle { en: Some(title), mapped_category: Some(category), ..RawTitle::default() };
    normalise::normalise_title(&raw)
}

fn read_offer(external_id: &str, title: &str, read: NormalisedTitle) -> OfferDraft {
    OfferDraft {
        external_id: external_id.to_owned(),
        title_en: Some(title.to_owned()),
        title_ar: None,
        url: format!("https://shop.example/{external_id}"),
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
        price: Fils(60_000),
        list_price: None,
        stock: Stock::In,
        stock_left: None,
    }
}

pub(crate) async fn store(db: &PgPool, shop: RetailerId, drafts: &[OfferDraft]) {
    let now = OffsetDateTime::now_utc();
    prices::ensure_partitions(db, now, now).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    offer_batches::store_batch(&mut tx, shop, drafts, now).await.unwrap();
    tx.commit().await.unwrap();
}

/// Stores an offer with this title.
pub(crate) async fn list(db: &PgPool, shop: RetailerId, external_id: &str, title: &str) {
    store(db, shop, &[offer(external_id, title)]).await;
}

/// Returns a record that states nothing but its names.
pub(crate) fn record(category: Category, manufacturer: &str, model: &str) -> ProductFacts {
    ProductFacts {
        id: ProductId::random(),
        category,
        name: format!("{manufacturer} {model}"),
        manufacturer: manufacturer.to_owned(),
        model: model.to_owned(),
        series: None,
        variant: None,
        part_numbers: Vec::new(),
        shared_part_numbers: Vec::new(),
        eans: Vec::new(),
        aliases: Vec::new(),
        url: None,
        image_url: None,
        verified_on: None,
        specs: Specs::new(),
    }
}

pub(crate) async fn insert_records(db: &PgPool, source: &str, records: &[ProductFacts]) {
    let known = DataSource { slug: source.into(), name: source.into(), attribution: None, url: None };
    sources::upsert(db, &known).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    product_facts::upsert(&mut tx, source, records, OffsetDateTime::now_utc().date()).await.unwrap();
    tx.commit().await.unwrap();
}

/// Runs the matcher over the offers that were not compared yet.
pub(crate) async fn match_new(db: &PgPool) -> RunCounters {
    run_matcher(db, false).await
}

/// Runs the matcher over all offers.
pub(crate) async fn match_all(db: &PgPool) -> RunCounters {
    run_matcher(db, true).await
}

async fn run_matcher(db: &PgPool, all: bool) -> RunCounters {
    matching::run(db, &Config::load().unwrap(), all, &CancellationToken::new(), |_| ()).await.unwrap()
}
