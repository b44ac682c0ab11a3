//! Jobs over the whole catalogue: popularity and expiry.

use domain::{
    config::Popularity,
    model::{ProductId, UserId},
    store::{
        expiry, favorites,
        interest::{self, Interest},
    },
    transactions::popularity::update_popularity,
};
use sqlx::PgPool;
use time::Duration;

use super::fixtures::{TODAY, count, facts, import, import_card, retailer};

const SETTINGS: Popularity = Popularity {
    view: 1.0,
    favourite: 8.0,
    build: 12.0,
    review: 20.0,
    half_life_days: 30.0,
    noticeable_percent: 10.0,
};

async fn popularity(db: &PgPool, product: ProductId) -> f32 {
    sqlx::query_scalar("select popularity from product where id = $1")
        .bind(product)
        .fetch_one(db)
        .await
        .unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn popularity_rises_with_interest_and_decays(db: PgPool) {
    let (known, unknown) = (facts("TUF RTX 5070", "PART-0001"), facts("Dual RTX 5060", "PART-0002"));
    import(&db, &[known.clone(), unknown.clone()]).await;
    let views = [(known.id, 30), (ProductId::random(), 99), (known.id, 10)];
    interest::count(&db, Interest::View, TODAY, &views).await.unwrap();
    interest::count(&db, Interest::Build, TODAY - Duration::days(30), &[(known.id, 2)]).await.unwrap();
    sqlx::query("truncate product_change").execute(&db).await.unwrap();

    assert_eq!(update_popularity(&db, &SETTINGS, TODAY).await.unwrap(), 1);
    assert_eq!(popularity(&db, known.id).await, 40.0 + 12.0);
    assert_eq!(popularity(&db, unknown.id).await, 0.0);
    assert_eq!(count(&db, "select count(*) from product_change").await, 1, "the indexes are told");

    // The decay of one day is too small to be stored; that of a half-life is stored.
    assert_eq!(update_popularity(&db, &SETTINGS, TODAY + Duration::days(1)).await.unwrap(), 0);
    assert_eq!(update_popularity(&db, &SETTINGS, TODAY + Duration::days(30)).await.unwrap(), 1);
    assert_eq!(popularity(&db, known.id).await, 26.0);
    assert_eq!(update_popularity(&db, &SETTINGS, TODAY + Duration::days(900)).await.unwrap(), 1);
    assert_eq!(popularity(&db, known.id).await, 0.0);
    assert_eq!(update_popularity(&db, &SETTINGS, TODAY + Duration::days(900)).await.unwrap(), 0);
    assert_eq!(expiry::delete_interest(&db, TODAY).await.unwrap(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn popularity_counts_current_favourites_once(db: PgPool) {
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    sqlx::raw_sql(
        "insert into app_user (email, email_key, name, password_hash)
         values ('a@b.c', 'a@b.c', 'A', 'x'), ('d@e.f', 'd@e.f', 'D', 'x')",
    )
    .execute(&db)
    .await
    .unwrap();
    let people: Vec<UserId> = sqlx::query_scalar("select id from app_user").fetch_all(&db).await.unwrap();
    let today = time::OffsetDateTime::now_utc().date();
    for person in &people {
        // Adding and removing a favourite repeatedly does not raise the popularity.
        for _ in 0..3 {
            assert!(favorites::insert(&db, *person, card.id).await.unwrap());
            favorites::delete(&db, *person, card.id).await.unwrap();
            assert!(favorites::insert(&db, *person, card.id).await.unwrap());
        }
    }
    assert_eq!(update_popularity(&db, &SETTINGS, today).await.unwrap(), 1);
    assert_eq!(popularity(&db, card.id).await, 16.0);
    favorites::delete(&db, people[0], card.id).await.unwrap();
    assert_eq!(update_popularity(&db, &SETTINGS, today).await.unwrap(), 1);
    assert_eq!(popularity(&db, card.id).await, 8.0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn popularity_counts_reviews(db: PgPool) {
    let card = import_card(&db, "TUF RTX 5070", "PART-0001").await;
    sqlx::raw_sql(
        "insert into app_user (email, email_key, name, password_hash) values ('a@b.c', 'a@b.c', 'A', 'x');
         insert into review (product_id, user_id, rating) select product.id, app_user.id, 5 from product, app_user",
    )
    .execute(&db)
    .await
    .unwrap();
    let today = time::OffsetDateTime::now_utc().date();
    assert_eq!(update_popularity(&db, &SETTINGS, today).await.unwrap(), 1);
    assert_eq!(popularity(&db, card.id).await, 20.0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn expiry_deletes_old_rows_and_keeps_user_decisions(db: PgPool) {
    let shop = retailer(&db, "north").await;
    sqlx::raw_sql(
        "insert into app_user (id, email, email_key, name, password_hash) values (gen_random_uuid(), 'a@b.c', 'a@b.c', 'A', 'x');
         insert into session (user_id, token_hash, expires_at)
             select id, '\\x01'::bytea, now() - interval '1 minute' from app_user
             union all select id, '\\x02'::bytea, now() + interval '1 day' from app_user;
         insert into job (kind, state, finished_at) values
             ('link', 'DONE', now() - interval '31 days'), ('link', 'DONE', now() - interval '29 days'),
             ('link', 'PARKED', now() - interval '61 days'), ('link', 'PARKED', now() - interval '59 days'),
             ('link', 'QUEUED', null)",
    )
    .execute(&db)
    .await
    .unwrap();
    sqlx::query(
        "insert into crawl (retailer_id, state, started_at, finished_at)
         select $1, 'COMPLETE', at, at from unnest(array[now() - interval '300 days', now() - interval '200 days']) as a (at)",
    )
    .bind(shop)
    .execute(&db)
    .await
    .unwrap();
    sqlx::query(
        "insert into held_offer (retailer_id, external_id, reason, price_fils, draft, state, decided_at)
         select $1, state, 'X', 1, '{}', state, now() - interval '91 days'
         from unnest(array['RELEASED', 'DROPPED', 'SUPERSEDED', 'HELD']) as a (state)",
    )
    .bind(shop)
    .execute(&db)
    .await
    .unwrap();
    sqlx::query(
        "insert into click_out (day, retailer_id, category, times)
         select '2026-11-21'::date - back, $1, 'GPU', 1 from unnest(array[0, 400, 401]) as a (back)",
    )
    .bind(shop)
    .execute(&db)
    .await
    .unwrap();
    assert_eq!(expiry::delete_click_outs(&db, TODAY - Duration::days(400)).await.unwrap(), 1);
    assert_eq!(expiry::delete_click_outs(&db, TODAY - Duration::days(400)).await.unwrap(), 0);
    assert_eq!(expiry::delete_sessions(&db).await.unwrap(), 1);
    assert_eq!(expiry::delete_jobs(&db, 30, 60).await.unwrap(), 2);
    sqlx::query(
        "insert into job (kind, dedup_key, payload, state, created_at, finished_at)
         select 'x', key, payload::jsonb, 'DONE', now() - make_interval(days => days), now() - make_interval(days => days)
         from (values ('yearly', '{}', 400), ('yearly', '{}', 40), ('refresh a p', '{\"product\": \"p\"}', 40))
             as job (key, payload, days)",
    )
    .execute(&db)
    .await
    .unwrap();
    assert_eq!(expiry::delete_jobs(&db, 30, 60).await.unwrap(), 2, "a recurring task's newest stays");
    assert_eq!(count(&db, "delete from job where kind = 'x' returning 1::bigint").await, 1);
    assert_eq!(expiry::delete_crawls(&db, 180).await.unwrap(), 1, "a shop's newest stays");
    assert_eq!(expiry::delete_decided_offers(&db, 90).await.unwrap(), 2);
    assert_eq!(count(&db, "select count(*) from job").await, 3);
    assert_eq!(count(&db, "select count(*) from held_offer where state in ('HELD', 'DROPPED')").await, 2);
}
