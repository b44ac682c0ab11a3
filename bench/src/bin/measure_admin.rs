//! Measures the queries of the administrators' dashboard in Postgres with 100,000 products, 1,000,000 offers and
//! 100,000 pending matches. `scripts/bench-admin` provides an empty database.

use std::{
    future::Future,
    io::Write,
    time::{Duration, Instant},
};

use anyhow::Context;
use domain::{
    MIGRATOR,
    model::{Category, MatchId, ProductId, UserId},
    store::{
        audit::{self, AuditFilter},
        figures::{self, SpreadFilter},
        matches::{self, MatchAssessment, MatchFilter, MatchOrder, MatchStatus, QueuePosition},
        offers::{self, ManagedFilter, ManagedSearch, ManagedSort, SortColumn},
        operations, user_admin,
    },
    transactions::match_decisions,
};
use sqlx::PgPool;

const ROUNDS: usize = 41;
/// The promised times of a figure or a list, and of a decision.
const READ: Duration = Duration::from_millis(50);
const DECIDE: Duration = Duration::from_millis(30);
/// The promised time of the numbers beside the match queue, which every open panel asks for.
const COUNT: Duration = Duration::from_millis(5);
const SURE: f32 = 0.95;

/// The statements that fill the database, each with its description.
const FILL: [(&str, &str); 9] = [
    (
        "10 shops",
        "insert into retailer (slug, name_en, name_ar, base_url, platform, position)
         select 'shop-' || i, 'Shop ' || i, 'محل ' || i, 'https://shop.example', 'SHOPIFY', i from generate_series(0, 9) as i",
    ),
    (
        "100,000 products",
        "insert into product (id, category, name, manufacturer, model, manufacturer_key, model_key, specs)
         select gen_random_uuid(), (array['CPU', 'GPU', 'RAM', 'MOTHERBOARD', 'STORAGE', 'PSU', 'CASE', 'CPU_COOLER', 'MONITOR'])
                 [1 + i % 9], 'Maker ' || i % 50 || ' Model ' || i, 'Maker ' || i % 50, 'Model ' || i, 'maker' || i % 50,
             'model' || i, jsonb_build_object('tdp', i % 300) from generate_series(1, 100000) as i",
    ),
    (
        "1,000,000 offers",
        "insert into offer (retailer_id, external_id, product_id, linked_by, title_en, url, category, manufacturer, model,
             manufacturer_key, model_key, specs, price_fils, stock, content_digest)
         select retailer.id, product.model, case when position < 9 then product.id end,
             case when position < 9 then 'MODEL' end, product.name || ' boxed, edition ' || position,
             'https://shop.example/products/' || product.model, product.category, product.manufacturer, product.model,
             product.manufacturer_key, product.model_key, product.specs,
             (20000 + abs(hashtext(product.model)) % 400000) * (100 + abs(hashtext(product.model || position)) % 45) / 100,
             case when abs(hashtext(product.model || position)) % 5 = 0 then 'OUT' else 'IN' end, '\\x00'
         from product cross join retailer",
    ),
    (
        "20,000 people",
        "insert into app_user (email, email_key, name, password_hash, role, created_at)
         select i || '@example.com', i || '@example.com', 'Person ' || i, '', case when i < 4 then 'ADMIN' else 'USER' end,
             now() - make_interval(mins => i * 5) from generate_series(1, 20000) as i",
    ),
    (
        "50,000 builds",
        "insert into saved_build (user_id, name, share_token, created_at)
         select id, 'Build', md5(random()::text), app_user.created_at from app_user cross join generate_series(1, 3) limit 50000",
    ),
    (
        "50,000 alerts",
        "insert into price_alert (user_id, product_id, kind, target_fils, price_then_fils, fires_at_fils)
         select app_user.id, product.id, 'TARGET_PRICE', 1, 2, 1
         from (select id from app_user limit 500) as app_user cross join (select id from product limit 100) as product",
    ),
    (
        "20,000 reviews",
        "insert into review (product_id, user_id, rating, created_at)
         select product.id, app_user.id, 4, app_user.created_at
         from (select id, created_at from app_user order by created_at limit 200) as app_user
             cross join (select id from product limit 100) as product",
    ),
    (
        "100,000 pending matches",
        "insert into product_match (offer_id, product_id, decision, confidence)
         select offer.id, product.id, 'MATCH', 0.3 + 0.7 * random()
         from offer join product on product.model_key = offer.model_key where offer.product_id is null",
    ),
    (
        "200,000 lines of the audit log",
        "insert into audit_entry (admin_id, admin_name, action_type, target_type, target_id, created_at)
         select (select id from app_user where role = 'ADMIN' limit 1), 'Person',
             (array['APPROVE_MATCH', 'REJECT_MATCH', 'UPDATE_PRODUCT', 'DELETE_PRODUCT'])[1 + i % 4], 'MATCH',
             gen_random_uuid()::text, now() - make_interval(secs => i) from generate_series(1, 200000) as i",
    ),
];

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let db = PgPool::connect(&std::env::var("DATABASE_URL")?).await?;
    MIGRATOR.run(&db).await?;
    // A database that an earlier run filled is measured as it is.
    if operations::list_retailers(&db).await?.is_empty() {
        fill(&db).await?;
    }
    let began = Instant::now();
    let all = figures::roll_up(&db).await?;
    say(&format!("summing up all {} products takes {:.1} s", all.products, began.elapsed().as_secs_f64()))?;
    sqlx::query("insert into product_change (product_id) select id from product limit 2000")
        .execute(&db)
        .await?;
    let began = Instant::now();
    let some = figures::roll_up(&db).await?;
    say(&format!("and {} changed ones {:.0} ms", some.products, began.elapsed().as_secs_f64() * 1e3))?;
    // The apis do so every 30 s.
    let began = Instant::now();
    matches::fold_question_changes(&db).await?;
    say(&format!("counting the match queue anew takes {:.0} ms", began.elapsed().as_secs_f64() * 1e3))?;
    sqlx::raw_sql("vacuum analyze").execute(&db).await?;
    let mut kept = figures_and_lists(&db).await?;
    kept &= tables(&db).await?;
    export(&db).await?;
    kept &= decisions(&db).await?;
    anyhow::ensure!(kept, "slower than promised");
    Ok(())
}

async fn fill(db: &PgPool) -> anyhow::Result<()> {
    for (what, statement) in FILL {
        let began = Instant::now();
        sqlx::raw_sql(statement).execute(db).await.context(what)?;
        say(&format!("{what} in {:.1} s", began.elapsed().as_secs_f64()))?;
    }
    sqlx::raw_sql("vacuum analyze").execute(db).await?;
    Ok(())
}

/// Measures the figures and lists, for which the times are promised.
async fn figures_and_lists(db: &PgPool) -> anyhow::Result<bool> {
    let analytics = async || {
        tokio::try_join!(
            figures::count_totals(db),
            figures::count_growth(db, 30),
            figures::count_by_category(db),
            figures::list_top_retailers(db, 10)
        )
        .map(|_| ())
    };
    let differences = async |category, min_difference: i64| {
        let filter = SpreadFilter { category, min_difference, in_stock: false };
        let (found, _) = tokio::try_join!(
            figures::list_spreads(db, filter, 0, 100),
            figures::summarise_spreads(db, filter)
        )?;
        let ids: Vec<ProductId> = found.iter().map(|spread| spread.product_id).collect();
        offers::list_live(db, &ids).await.map(|_| ())
    };
    let log = async |action: Option<&str>| {
        let filter = AuditFilter { action_type: action.map(str::to_owned), ..AuditFilter::default() };
        tokio::try_join!(audit::list(db, &filter, 0, 20), audit::count(db, &filter), audit::list_actions(db))
            .map(|_| ())
    };
    let queue = async |status, assessment| {
        let filter = MatchFilter { status, assessment, ..MatchFilter::default() };
        tokio::try_join!(
            matches::list(db, &filter, MatchOrder::ReviewPriority, 0, 50),
            matches::count(db, &filter, SURE)
        )
        .map(|_| ())
    };
    let (pending, review) = (Some(MatchStatus::Pending), Some(MatchAssessment::NeedsReview));
    let mut kept = measure("analytics", READ, analytics).await?;
    kept &= measure("price differences from 10 %", READ, || differences(None, 1000)).await?;
    kept &= measure("price differences of GPUs from 30 %", READ, || differences(Some(Category::Gpu), 3000))
        .await?;
    kept &= measure("audit log", READ, || log(None)).await?;
    kept &= measure("audit log, one action", READ, || log(Some("DELETE_PRODUCT"))).await?;
    kept &= measure("match queue, first page", READ, || queue(pending, None)).await?;
    kept &= measure("match queue, pending that need review", READ, || queue(pending, review)).await?;
    let counted = MatchFilter { status: pending, ..MatchFilter::default() };
    kept &=
        measure("match queue, counts", COUNT, async || matches::count(db, &counted, SURE).await.map(|_| ()))
            .await?;
    kept &= measure("operations", READ, async || {
        tokio::try_join!(operations::list_retailers(db), operations::count_jobs(db)).map(|_| ())
    })
    .await?;
    kept &= measure("people", READ, async || {
        tokio::try_join!(user_admin::list(db, None, None, 0, 20), user_admin::count(db, None, None))
            .map(|_| ())
    })
    .await?;
    Ok(kept)
}

/// Measures the table of products, for which no time is promised, so no result fails.
async fn tables(db: &PgPool) -> anyhow::Result<bool> {
    let all = ManagedFilter::default();
    let category = ManagedFilter { category: Some(Category::Gpu), ..ManagedFilter::default() };
    let ids: Vec<ProductId> = sqlx::query_scalar("select id from product limit 500").fetch_all(db).await?;
    let words = vec!["maker".to_owned(), "edition".to_owned(), "model".to_owned(), "4711".to_owned()];
    let search = Some(ManagedSearch { products: ids, words, number: None });
    let found = ManagedFilter { search, ..ManagedFilter::default() };
    for (what, filter, by, offset) in [
        ("products by name", &all, Some("name"), 0),
        ("products by price", &all, Some("price"), 0),
        ("products by price, row 500,000", &all, Some("price"), 500_000),
        ("products by retailer (no index)", &all, Some("retailer"), 0),
        ("GPUs by name", &category, Some("name"), 0),
        ("GPUs by price", &category, Some("price"), 0),
        ("search: offers of 500 products and titles", &found, None, 0),
    ] {
        let list = async || {
            let mut tx = db.begin().await?;
            let sort = ManagedSort { by: by.and_then(SortColumn::find), descending: false };
            offers::list_managed(&mut tx, filter, sort, offset, 25).await?;
            tx.commit().await
        };
        measure(what, Duration::MAX, list).await?;
    }
    Ok(true)
}

/// Measures the whole queue as the CSV export reads it: the total time, and whether the end is as fast as the
/// beginning.
async fn export(db: &PgPool) -> anyhow::Result<()> {
    let (mut place, mut rows, mut times) = (Some(QueuePosition::START), 0, Vec::new());
    while let Some(next) = place {
        let began = Instant::now();
        let found =
            matches::list_after(db, &MatchFilter::default(), MatchOrder::ReviewPriority, &next, 1_000)
                .await?;
        times.push(began.elapsed());
        rows += found.len();
        place = found
            .last()
            .filter(|_| found.len() == 1_000)
            .map(|pair| QueuePosition::after(pair, MatchOrder::ReviewPriority));
    }
    let milliseconds = |times: &[Duration]| times.iter().sum::<Duration>().as_secs_f64() * 1e3;
    let tenth = (times.len() / 10).max(1);
    say(&format!(
        "export of {rows} matches: {:.0} ms; the first tenth {:.0} ms, the last {:.0} ms",
        milliseconds(&times),
        milliseconds(times.get(..tenth).unwrap_or_default()),
        milliseconds(times.get(times.len() - tenth..).unwrap_or_default())
    ))
}

async fn decisions(db: &PgPool) -> anyhow::Result<bool> {
    let admin: UserId =
        sqlx::query_scalar("select id from app_user where role = 'ADMIN' limit 1").fetch_one(db).await?;
    let mut kept = true;
    for (what, yes) in [("approving", true), ("rejecting", false)] {
        let mut ids = matches::list_confident(db, SURE, ROUNDS as i64).await?.into_iter();
        let decide = || {
            let id = ids.next();
            async move { decide(db, admin, id, yes).await }
        };
        kept &= measure(what, DECIDE, decide).await?;
    }
    Ok(kept)
}

async fn decide(db: &PgPool, admin: UserId, id: Option<MatchId>, yes: bool) -> anyhow::Result<()> {
    let id = id.context("too few matches")?;
    let mut tx = db.begin().await?;
    if yes {
        match_decisions::approve(&mut tx, admin, id).await?;
    } else {
        match_decisions::reject(&mut tx, admin, id).await?;
    }
    Ok(tx.commit().await?)
}

/// Repeats the work, and returns whether the third slowest run stayed within the promised time.
async fn measure<E: Into<anyhow::Error>, F: Future<Output = Result<(), E>>>(
    what: &str,
    promised: Duration,
    mut work: impl FnMut() -> F,
) -> anyhow::Result<bool> {
    let mut times = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let began = Instant::now();
        work().await.map_err(Into::into)?;
        times.push(began.elapsed());
    }
    times.sort();
    let at = |place: usize| times.get(place).copied().unwrap_or_default();
    let (median, late) = (at(ROUNDS / 2), at(ROUNDS - 3));
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let promise = if promised == Duration::MAX {
        String::new()
    } else {
        format!(" (promised {:.0})", milliseconds(promised))
    };
    say(&format!(
        "{what}: median {:.1} ms, p95 {:.1} ms{promise}",
        milliseconds(median),
        milliseconds(late)
    ))?;
    Ok(late <= promised)
}

fn say(text: &str) -> anyhow::Result<()> {
    Ok(writeln!(std::io::stdout().lock(), "{text}")?)
}
