//! The number of questions of the review queue, compared with the queue itself.

use domain::{
    model::{Category, OfferId, ProductId},
    store::{
        matches::{self, MatchAssessment, MatchCounts, MatchFilter, MatchStatus},
        operations,
    },
    transactions::match_decisions,
};
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::{
    fixtures::{NOW, commit, draft, facts, import, retailer, set_enabled, store},
    provisional::{PendingMatch, approve, merge_as_system, pending_match, undo},
};

const CONFIDENT: f32 = 0.95;

/// Counts by reading the queue.
async fn count_queue(db: &PgPool, filter: &MatchFilter) -> MatchCounts {
    let (total, confident) = sqlx::query_as(
        "select
             (select count(*) from match_queue
              where ($1::text is null or status = $1) and ($2::text is null or decision = $2)
                  and ($4::real is null or confidence >= $4) and ($5::real is null or confidence <= $5)
                  and ($6::boolean is null or (flagged_at is not null) = $6)
                  and (($7::text is null and $8::text is null and $9::text[] = '{}')
                      or match_is_about(offer_id, product_id, $7, $8, $9))),
             (select count(*) from match_queue where status = 'PENDING' and confidence >= $3)",
    )
    .bind(filter.status)
    .bind(filter.assessment)
    .bind(CONFIDENT)
    .bind(filter.min_confidence)
    .bind(filter.max_confidence)
    .bind(filter.flagged)
    .bind(&filter.retailer)
    .bind(filter.category)
    .bind(&filter.words)
    .fetch_one(db)
    .await
    .unwrap();
    MatchCounts { total, confident }
}

/// Asserts that the counts are those of the queue, before the changes are folded and after.
async fn assert_counted(db: &PgPool, what: &str) {
    let filters = [
        MatchFilter::default(),
        MatchFilter { status: Some(MatchStatus::Pending), ..MatchFilter::default() },
        MatchFilter { status: Some(MatchStatus::Approved), ..MatchFilter::default() },
        MatchFilter { status: Some(MatchStatus::Rejected), ..MatchFilter::default() },
        MatchFilter { min_confidence: Some(0.6), max_confidence: Some(0.95), ..MatchFilter::default() },
        MatchFilter { assessment: Some(MatchAssessment::NeedsReview), ..MatchFilter::default() },
        MatchFilter {
            status: Some(MatchStatus::Pending),
            flagged: Some(false),
            retailer: Some("south".to_owned()),
            category: Some(Category::Gpu),
            words: vec!["asus".to_owned()],
            ..MatchFilter::default()
        },
    ];
    for is_folded in [false, true] {
        for filter in &filters {
            let counted = matches::count(db, filter, CONFIDENT).await.unwrap();
            assert_eq!(counted, count_queue(db, filter).await, "{what}, folded: {is_folded}, {filter:?}");
        }
        let open = operations::count_open_work(db).await.unwrap();
        let pending = count_queue(db, &filters[1]).await;
        assert_eq!(open.matches, pending.total, "{what}, folded: {is_folded}");
        // The lock of a fold that was cancelled lasts until the server notices.
        let began = std::time::Instant::now();
        while !matches::fold_question_changes(db).await.unwrap() {
            assert!(
                began.elapsed() < std::time::Duration::from_secs(20),
                "{what}: another fold does not end"
            );
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn counts_are_exact_after_each_kind_of_decision(db: PgPool) {
    assert_counted(&db, "nothing").await;
    let PendingMatch { dana, product, match_id, .. } = pending_match(&db).await;
    assert_counted(&db, "a proposal").await;
    // The second offer of the provisional product: no further question, but a surer one.
    let surer: domain::model::MatchId = sqlx::query_scalar(
        "insert into product_match (offer_id, product_id, decision, confidence)
         select id, $1, 'MATCH', 0.97 from offer where external_id = 'c' returning id",
    )
    .bind(product)
    .fetch_one(&db)
    .await
    .unwrap();
    assert_counted(&db, "a surer proposal").await;

    commit(&db, async |tx| match_decisions::flag(tx, dana, surer, Some("look")).await).await.unwrap();
    assert_counted(&db, "flagged").await;
    commit(&db, async |tx| match_decisions::reject(tx, dana, match_id).await).await.unwrap();
    assert_counted(&db, "rejected").await;
    undo(&db, dana, match_id).await.unwrap();
    assert_counted(&db, "undone").await;
    approve(&db, dana, match_id).await.unwrap();
    assert_counted(&db, "approved, which merges").await;
    commit(&db, async |tx| match_decisions::reopen(tx, dana, match_id, Some("again")).await).await.unwrap();
    assert_counted(&db, "reopened").await;

    for enabled in [false, true] {
        set_enabled(&db, "south", enabled).await;
        assert_counted(&db, "a retailer is switched").await;
    }
    sqlx::query("delete from offer where external_id = 'c'").execute(&db).await.unwrap();
    assert_counted(&db, "an offer is deleted").await;
    sqlx::query("update product_match set status = 'PENDING', decided_at = null, decided_by = null")
        .execute(&db)
        .await
        .unwrap();
    assert_counted(&db, "all pending").await;
    sqlx::query("delete from product_match").execute(&db).await.unwrap();
    assert_counted(&db, "no matches").await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn counts_are_exact_after_a_merge_by_the_matcher(db: PgPool) {
    let PendingMatch { provisional, product, .. } = pending_match(&db).await;
    assert_counted(&db, "a proposal").await;
    merge_as_system(&db, provisional, product).await.unwrap();
    assert_counted(&db, "merged").await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn counts_are_exact_after_a_retailer_is_deleted(db: PgPool) {
    let world = world(&db).await;
    sqlx::query(
        "insert into product_match (offer_id, product_id, decision, confidence)
         select id, unnest($1::uuid[]), 'MATCH', 0.97 from offer",
    )
    .bind(&world.products[..2])
    .execute(&db)
    .await
    .unwrap();
    assert_counted(&db, "proposals").await;
    // Also with a change of the retailer that is not folded yet.
    for (slug, is_switched_before) in [("south", false), ("north", true)] {
        if is_switched_before {
            set_enabled(&db, slug, false).await;
        }
        for statement in [
            "delete from offer using retailer where retailer.id = retailer_id and retailer.slug = $1",
            "delete from crawl using retailer where retailer.id = retailer_id and retailer.slug = $1",
            "delete from retailer where slug = $1",
        ] {
            sqlx::query(statement).bind(slug).execute(&db).await.unwrap();
        }
        assert_counted(&db, &format!("{slug} is deleted")).await;
    }
    assert!(count_queue(&db, &MatchFilter::default()).await.total > 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn counts_are_exact_after_runs_of_the_matcher(db: PgPool) {
    let world = world(&db).await;
    let mut random = Random(3);
    for round in 0..12 {
        let mut proposals = Vec::new();
        for offer in &world.offers {
            for _ in 0..random.below(3) {
                let product_id = world.products[random.below(world.products.len())];
                if proposals.iter().all(|other: &matches::Proposal| {
                    (other.offer_id, other.product_id) != (*offer, product_id)
                }) {
                    let confidence = random.below(100) as f64 / 100.0;
                    proposals.push(matches::Proposal {
                        offer_id: *offer,
                        product_id,
                        confidence,
                        rationale: Vec::new(),
                    });
                }
            }
        }
        let mut tx = db.begin().await.unwrap();
        matches::replace_pending_matches(&mut tx, &world.offers, &proposals).await.unwrap();
        tx.commit().await.unwrap();
        assert_counted(&db, &format!("round {round}")).await;
    }
}

/// Transactions change matches, offers and retailers at the same time, while another process folds.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn counts_are_exact_after_changes_at_the_same_time(db: PgPool) {
    let world = std::sync::Arc::new(world(&db).await);
    for round in 0..6 {
        let mut tasks = JoinSet::new();
        for task in 0..6 {
            let (db, world) = (db.clone(), std::sync::Arc::clone(&world));
            tasks.spawn(async move {
                let (mut random, mut changes) = (Random(round * 100 + task), 0);
                for _ in 0..25 {
                    // Two that lock the same rows in another order: one of them is ended, and changes nothing.
                    changes += u32::from(change_at_random(&db, &world, &mut random).await.is_ok());
                }
                changes
            });
        }
        let folding = {
            let db = db.clone();
            tokio::spawn(async move {
                loop {
                    matches::fold_question_changes(&db).await.unwrap();
                    tokio::time::sleep(std::time::Duration::from_millis(3)).await;
                }
            })
        };
        let changes: u32 = tasks.join_all().await.into_iter().sum();
        assert!(changes >= 50, "{changes} of 150 changes were stored");
        folding.abort();
        assert!(folding.await.unwrap_err().is_cancelled());
        assert_counted(&db, &format!("round {round}")).await;
    }
}

async fn change_at_random(db: &PgPool, world: &World, random: &mut Random) -> sqlx::Result<()> {
    let mut tx = db.begin().await?;
    for _ in 0..1 + random.below(3) {
        let offer = world.offers[random.below(world.offers.len())];
        let product = world.products[random.below(world.products.len())];
        let confidence = random.below(100) as f32 / 100.0;
        match random.below(7) {
            0 | 1 => {
                sqlx::query(
                    "insert into product_match (offer_id, product_id, decision, confidence) values ($1, $2, 'MATCH', $3)
                     on conflict on constraint product_match_pair_key do update set confidence = excluded.confidence",
                )
                .bind(offer)
                .bind(product)
                .bind(confidence)
            }
            2 => sqlx::query("delete from product_match where offer_id = $1 and $2::uuid is not null").bind(offer).bind(product),
            3 => sqlx::query(
                "update product_match set status = 'REJECTED', decided_at = now() where offer_id = $1 and product_id = $2",
            )
            .bind(offer)
            .bind(product),
            4 => sqlx::query(
                "update product_match set status = 'PENDING', decided_at = null where offer_id = $1 and product_id <> $2",
            )
            .bind(offer)
            .bind(product),
            5 => sqlx::query("update offer set product_id = case when $3 < 0.2 then null else $2 end where id = $1")
                .bind(offer)
                .bind(product)
                .bind(confidence),
            _ => sqlx::query("update retailer set enabled = random() < 0.7 where slug = 'south' and $1::uuid is not null")
                .bind(offer),
        }
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await
}

struct World {
    offers: Vec<OfferId>,
    products: Vec<ProductId>,
}

/// Three retailers with twelve offers each, of six products.
async fn world(db: &PgPool) -> World {
    let cards: Vec<_> =
        (0..6).map(|number| facts(&format!("card {number}"), &format!("PART-000{number}"))).collect();
    import(db, &cards).await;
    for slug in ["north", "south", "west"] {
        let shop = retailer(db, slug).await;
        let drafts: Vec<_> = (0..12)
            .map(|number| draft(&format!("{slug}-{number}"), &format!("PART-000{}", number % 8), 50_000))
            .collect();
        store(db, shop, &drafts, NOW).await;
    }
    let offers = sqlx::query_scalar("select id from offer order by id").fetch_all(db).await.unwrap();
    let products = cards.iter().map(|card| card.id).collect();
    World { offers, products }
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % end as u64).unwrap()
    }
}
