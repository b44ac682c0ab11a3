//! Lists that are cut off, mark too much as deleted, or cannot be stored: they end nothing, and block no other list.

use domain::store::handed_lists::{self, ListMode, ListState};
use ingest::crawl::{IngestContext, read_handed_lists};
use sqlx::PgPool;

use super::{Shop, card, cards, counts, file};
use crate::{demo_server::bar, job_queue::wait_for_count, stored_data::number};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn deleted_marks_count_among_what_is_missing_from_a_whole_list(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    shop.read(ListMode::Whole, &cards(0..20)).await?;
    let marks = |numbers: std::ops::Range<usize>| -> String {
        numbers.map(|number| format!("c{number},,,,,,yes\n")).collect()
    };
    let held = shop.read(ListMode::Whole, &format!("{}{}", cards(0..13), marks(13..20))).await?;
    assert_eq!((held.state, counts(&held)[4]), (ListState::Held, 0), "{held:?}");
    let problem = held.result.and_then(|result| result.problem).unwrap_or_default();
    assert!(problem.contains("7 of the 20 offers of the retailer are missing"), "{problem}");
    // A list of marks alone is no list of everything.
    let marked = shop.read(ListMode::Whole, &marks(0..20)).await?;
    assert_eq!((marked.state, counts(&marked)[4]), (ListState::Failed, 0), "{marked:?}");
    let stored = shop.read(ListMode::Whole, &format!("{}{}", cards(0..17), marks(17..20))).await?;
    assert_eq!((stored.state, counts(&stored)[4]), (ListState::Stored, 3), "{stored:?}");
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn deleted_marks_of_a_list_that_is_cut_off_end_nothing(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    shop.read(ListMode::Whole, &cards(0..3)).await?;
    let cut_off = "<rss><item><id>c1</id><deleted>yes</deleted></item><item><id>c2</wrong>";
    for mode in [ListMode::Changes, ListMode::Whole] {
        let list = shop.read_text(mode, cut_off).await?;
        assert_eq!((list.state, counts(&list)[4]), (ListState::Failed, 0), "{list:?}");
    }
    assert_eq!(number(&db, "select count(*) from offer where ended_at is null").await?, 3);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn list_that_the_database_refuses_blocks_no_other(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    let ids = "{\"id\":\"a\\u0000\",\"deleted\":\"yes\"}\n{\"id\":\"c7\",\"deleted\":\"yes\"}\n";
    let list = shop.read_text(ListMode::Changes, ids).await?;
    assert_eq!((list.state, counts(&list)[5]), (ListState::Stored, 1), "{list:?}");
    sqlx::query(
        "create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'",
    )
    .execute(&db)
    .await?;
    sqlx::query("create trigger refuse before insert on offer for each row when (new.external_id = 'c1') execute function refuse()")
        .execute(&db)
        .await?;
    let bad = shop.hand_in(ListMode::Changes, &card(1, "140.000")).await?;
    let next = shop.read(ListMode::Changes, &card(2, "141.000")).await?;
    let bad = shop.find(bad).await?;
    assert_eq!((bad.state, next.state), (ListState::Failed, ListState::Stored), "{bad:?}");
    assert!(
        bad.result.and_then(|result| result.problem).is_some_and(|why| why.contains("a fault of Tajmeea"))
    );
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn list_that_kills_its_workers_is_given_up(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    let bad = shop.hand_in(ListMode::Changes, &card(1, "140.000")).await?;
    for _ in 0..3 {
        assert!(handed_lists::begin_next(&db, shop.id, bad).await?.is_some());
    }
    let next = shop.read(ListMode::Changes, &card(2, "141.000")).await?;
    assert_eq!((shop.find(bad).await?.state, next.state), (ListState::Failed, ListState::Stored));
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn worker_that_is_told_to_stop_uses_up_no_attempt(db: PgPool) -> anyhow::Result<()> {
    let shop = Shop::open(&db).await?;
    let id = shop.hand_in(ListMode::Changes, &cards(0..3)).await?;
    let context = IngestContext { stop: shop.context.stop.child_token(), ..shop.context.clone() };
    let mut tx = db.begin().await?;
    sqlx::query("lock table offer").execute(&mut *tx).await?;
    let (file, bar) = (file(), bar());
    let reading = read_handed_lists(&context, &file, id, None, &bar);
    let stopping = async {
        wait_for_count(&db, "select count(*) from handed_list where attempts = 1", 1).await?;
        context.stop.cancel();
        anyhow::Ok(tx.rollback().await?)
    };
    let (read, stopped) = tokio::join!(reading, stopping);
    read?;
    stopped?;
    assert_eq!(shop.find(id).await?.state, ListState::Waiting);
    assert_eq!(number(&db, "select count(*) from handed_list where attempts = 0").await?, 1);
    Ok(())
}
