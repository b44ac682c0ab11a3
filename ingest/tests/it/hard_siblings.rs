//! Siblings that look like one product, and products whose titles look different: `tests/data/siblings/pairs.tsv`, as
//! offers of two retailers, with and without a reference. The pairs are written by hand, and nothing is fitted on them.

use domain::{
    model::{Category, OfferDraft, ProductFacts, ProductId, RetailerId},
    store::unmatched::{self, UnmatchedFilter, WaitReason},
};
use sqlx::PgPool;
use uuid::Uuid;

use crate::matcher_fixtures::{insert_records, mapped_offer, match_new, read_mapped, record, shop, store};

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

fn offer(number: usize, category: Category, title: &str) -> OfferDraft {
    mapped_offer(&number.to_string(), category, title)
}

fn left_record(number: usize, pair: &Pair) -> ProductFacts {
    let read = read_mapped(pair.category, pair.left);
    let first_word = || pair.left.split(' ').next().unwrap_or_default().to_owned();
    let manufacturer = read.manufacturer.unwrap_or_else(first_word);
    ProductFacts {
        id: record_id(number),
        name: pair.left.to_owned(),
        part_numbers: read.part_numbers,
        specs: read.specs,
        ..record(pair.category, &manufacturer, read.model.as_deref().unwrap_or(pair.left))
    }
}

fn record_id(number: usize) -> ProductId {
    ProductId(Uuid::from_u128(1 + number as u128))
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
    let sides = [shop(&db, "left").await, shop(&db, "right").await];
    for (side, retailer) in sides.into_iter().enumerate() {
        let title = |pair: &Pair| if side == 0 { pair.left } else { pair.right };
        let drafts: Vec<OfferDraft> = pairs
            .iter()
            .enumerate()
            .map(|(number, pair)| offer(number, pair.category, title(pair)))
            .collect();
        store(&db, retailer, &drafts).await;
    }
    match_new(&db).await;
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
        pairs.iter().enumerate().map(|(number, pair)| left_record(number, pair)).collect();
    insert_records(&db, "test", &records).await;
    let right = shop(&db, "right").await;
    let drafts: Vec<OfferDraft> =
        pairs.iter().enumerate().map(|(number, pair)| offer(number, pair.category, pair.right)).collect();
    store(&db, right, &drafts).await;
    match_new(&db).await;
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
    let shop = shop(&db, "shop").await;
    let mouse = offer(0, Category::Mouse, "White Wireless Mouse");
    let board = |title| offer(1, Category::Motherboard, title);
    store(&db, shop, &[mouse.clone(), board("Gigabyte B550M AORUS Elite AM4 motherboard")]).await;
    match_new(&db).await;
    assert_eq!(product_of(&db, shop, 0).await, None);
    assert!(product_of(&db, shop, 1).await.is_some());

    store(&db, shop, &[mouse, board("Gigabyte B550M AM4 motherboard")]).await;
    match_new(&db).await;
    assert_eq!(product_of(&db, shop, 1).await, None);
    let waiting = unmatched::list(&db, &UnmatchedFilter::default(), 0, 10).await.unwrap();
    let reasons: Vec<WaitReason> = waiting.iter().map(|offer| offer.reason).collect();
    assert_eq!(waiting.len(), 2, "{waiting:?}");
    assert!(reasons.contains(&WaitReason::TooLittle), "{reasons:?}");
}
