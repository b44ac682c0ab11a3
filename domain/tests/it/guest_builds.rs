use domain::{
    model::{BuildName, Category, ProductId, ShortCode},
    store::{
        expiry,
        guest_builds::{self, GuestPart},
    },
};
use sqlx::PgPool;

fn parts() -> Vec<GuestPart> {
    vec![GuestPart { slot: Category::Cpu, id: ProductId::random(), quantity: 1 }]
}

async fn set_read_days_ago(db: &PgPool, days: i32) {
    sqlx::query("update guest_build set read_at = now() - make_interval(days => $1)")
        .bind(days)
        .execute(db)
        .await
        .unwrap();
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn taken_code_and_taken_digest_insert_nothing(db: PgPool) {
    let (code, other) = (ShortCode::from_random(1), ShortCode::from_random(2));
    let (name, parts) = (BuildName::read("Mine").unwrap(), parts());
    let insert = async |code: &ShortCode, digest: u8| {
        guest_builds::insert(&db, code, &[digest; 32], Some(&name), &parts).await.unwrap()
    };
    assert!(insert(&code, 1).await);
    assert!(!insert(&code, 2).await, "the code is taken");
    assert!(!insert(&other, 1).await, "the list is stored");
    assert_eq!(guest_builds::find_code(&db, &[1; 32]).await.unwrap(), Some(code.clone()));
    assert_eq!(guest_builds::find_code(&db, &[2; 32]).await.unwrap(), None);
    let found = guest_builds::find(&db, &code).await.unwrap().unwrap();
    assert_eq!((found.name.as_deref(), found.parts), (Some("Mine"), parts.clone()));
    assert!(guest_builds::find(&db, &other).await.unwrap().is_none());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn build_that_nobody_reads_for_a_year_is_deleted(db: PgPool) {
    let code = ShortCode::from_random(1);
    assert!(guest_builds::insert(&db, &code, &[1; 32], None, &parts()).await.unwrap());
    set_read_days_ago(&db, 364).await;
    assert_eq!(expiry::delete_guest_builds(&db, 365).await.unwrap(), 0);
    // Reading the build, or asking for its link again, starts the year anew.
    assert!(guest_builds::find(&db, &code).await.unwrap().is_some());
    assert_eq!(expiry::delete_guest_builds(&db, 1).await.unwrap(), 0);
    set_read_days_ago(&db, 364).await;
    assert!(guest_builds::find_code(&db, &[1; 32]).await.unwrap().is_some());
    assert_eq!(expiry::delete_guest_builds(&db, 1).await.unwrap(), 0);
    set_read_days_ago(&db, 366).await;
    assert_eq!(expiry::delete_guest_builds(&db, 365).await.unwrap(), 1);
    assert!(guest_builds::find(&db, &code).await.unwrap().is_none());
}
