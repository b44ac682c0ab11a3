use domain::{
    model::ProductId,
    store::feed::{self, Cursor},
};
use sqlx::PgPool;

async fn products_after(db: &PgPool, cursor: Cursor) -> (Vec<ProductId>, Cursor) {
    let changes = feed::read(db, cursor, 100).await.unwrap();
    let last = changes.last().map_or(cursor, |change| change.cursor);
    (changes.into_iter().map(|change| change.product_id).collect(), last)
}

/// Waits for the next `expected` changes. An open transaction of any other test on the same server delays the feed.
async fn await_products(db: &PgPool, cursor: Cursor, expected: usize) -> (Vec<ProductId>, Cursor) {
    for _ in 0..1000 {
        let (read, last) = products_after(db, cursor).await;
        if read.len() >= expected {
            return (read, last);
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("{expected} changes did not come within ten seconds");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn late_commit_of_an_older_transaction_is_not_missed(db: PgPool) {
    let [early, late] = [ProductId::random(), ProductId::random()];
    let mut slow = db.begin().await.unwrap();
    feed::append(&mut *slow, &[early]).await.unwrap();
    feed::append(&db, &[late]).await.unwrap();

    // The later change must wait: if it were read now, the cursor would skip the slower transaction.
    let (read, cursor) = products_after(&db, Cursor::default()).await;
    assert!(read.is_empty());
    slow.commit().await.unwrap();
    let (read, cursor) = await_products(&db, cursor, 2).await;
    assert_eq!(read, [early, late]);
    assert!(products_after(&db, cursor).await.0.is_empty());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn first_reader_of_a_copied_database_waits_for_changes_under_way(db: PgPool) {
    let mut crawl = db.begin().await.unwrap();
    feed::append(&mut *crawl, &[ProductId::random()]).await.unwrap();
    let first_reader = tokio::spawn({
        let db = db.clone();
        async move { feed::identity(&db).await }
    });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert!(!first_reader.is_finished());
    crawl.commit().await.unwrap();
    first_reader.await.unwrap().unwrap();
    // Index and roll-ups are made from the products now, which hold the change.
    let left: i64 = sqlx::query_scalar("select count(*) from product_change").fetch_one(&db).await.unwrap();
    assert_eq!(left, 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn rolled_back_changes_are_never_read(db: PgPool) {
    let mut tx = db.begin().await.unwrap();
    feed::append(&mut *tx, &[ProductId::random()]).await.unwrap();
    tx.rollback().await.unwrap();
    assert!(products_after(&db, Cursor::default()).await.0.is_empty());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reading_all_products_and_then_following_misses_nothing(db: PgPool) {
    let [before, during] = [ProductId::random(), ProductId::random()];
    feed::append(&db, &[before]).await.unwrap();
    // Readable once no older transaction is open in any database of the server; other tests hold some.
    await_products(&db, Cursor::default(), 1).await;
    let mut open = db.begin().await.unwrap();
    feed::append(&mut *open, &[during]).await.unwrap();
    let head = feed::start_cursor(&db).await.unwrap();
    open.commit().await.unwrap();
    // A transaction of another test may hold the head back to before the first change, which is then read again.
    let (mut read, mut place) = (Vec::new(), head);
    while !read.contains(&during) {
        let (more, last) = await_products(&db, place, 1).await;
        (read, place) = (more, last);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn feed_reports_a_cursor_older_than_its_pruning(db: PgPool) {
    feed::append(&db, &[ProductId::random()]).await.unwrap();
    let (_, read) = await_products(&db, Cursor::default(), 1).await;
    sqlx::query("update product_change set changed_at = now() - interval '30 days'")
        .execute(&db)
        .await
        .unwrap();
    let mut connection = db.acquire().await.unwrap();
    assert_eq!(feed::prune(&mut connection, 7).await.unwrap(), 1);
    assert!(feed::covers(&db, read).await.unwrap());
    assert!(!feed::covers(&db, Cursor::default()).await.unwrap());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn feed_reports_a_cursor_of_another_database(db: PgPool) {
    let future: Cursor = "999999999999/1".parse().unwrap();
    assert!(!feed::covers(&db, future).await.unwrap());
}
