use domain::{
    model::{SpecKey, SpecValue},
    store::products,
    transactions::product_facts,
};
use sqlx::PgPool;
use time::Duration;

use super::fixtures::{TODAY, count, facts, import, source};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reimport_writes_changed_facts_only(db: PgPool) {
    let mut cards = [facts("TUF RTX 5070", "PART-0001"), facts("Prime RTX 5070", "PART-0002")];
    cards[0].specs.insert(SpecKey::Length, SpecValue::Integer(329)).unwrap();
    let counters = import(&db, &cards).await;
    assert_eq!((counters.new, counters.changed, counters.unchanged), (2, 0, 0));
    let counters = import(&db, &cards).await;
    assert_eq!((counters.new, counters.changed, counters.unchanged), (0, 0, 2));
    assert_eq!(count(&db, "select count(*) from product_change").await, 2);

    cards[0].specs.insert(SpecKey::Length, SpecValue::Integer(330)).unwrap();
    let counters = import(&db, &cards).await;
    assert_eq!((counters.new, counters.changed, counters.unchanged), (0, 1, 1));
    let product = products::find(&db, cards[0].id).await.unwrap().unwrap();
    assert_eq!(product.specs.integer(SpecKey::Length), Some(330));
    assert_eq!(product.part_numbers, ["PART-0001"]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn facts_keep_their_source_and_day_and_sources_do_not_erase_each_other(db: PgPool) {
    let mut card = facts("TUF RTX 5070", "PART-0001");
    card.specs.insert(SpecKey::Length, SpecValue::Integer(329)).unwrap();
    card.specs.insert(SpecKey::GpuVram, SpecValue::Integer(12)).unwrap();
    import(&db, std::slice::from_ref(&card)).await;

    source(&db, "other").await;
    let mut theirs = facts("TUF RTX 5070", "PART-0001");
    theirs.id = card.id;
    theirs.verified_on = Some(TODAY - Duration::days(100));
    theirs.specs.insert(SpecKey::Tdp, SpecValue::Integer(250)).unwrap();
    let mut tx = db.begin().await.unwrap();
    product_facts::upsert(&mut tx, "other", std::slice::from_ref(&theirs), TODAY).await.unwrap();
    tx.commit().await.unwrap();

    let product = products::find(&db, card.id).await.unwrap().unwrap();
    assert_eq!(product.specs.len(), 3);
    assert_eq!(product.provenance[&SpecKey::Length].source, "test");
    assert_eq!(product.provenance[&SpecKey::Tdp].source, "other");
    assert_eq!(product.provenance[&SpecKey::Tdp].date, TODAY - Duration::days(100));

    // The first source withdraws one of its facts: only that one is removed.
    let mut shorter = facts("TUF RTX 5070", "PART-0001");
    shorter.id = card.id;
    shorter.specs.insert(SpecKey::Length, SpecValue::Integer(329)).unwrap();
    import(&db, &[shorter]).await;
    let product = products::find(&db, card.id).await.unwrap().unwrap();
    assert_eq!(product.specs.get(SpecKey::GpuVram), None);
    assert_eq!(product.specs.integer(SpecKey::Tdp), Some(250));
}
