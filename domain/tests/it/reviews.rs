use domain::{
    model::{Comment, ProductId, ReviewId, Stars, UserId},
    store::{products, reviews},
};
use sqlx::PgPool;

use super::fixtures::{count, import_card};

async fn insert_user(db: &PgPool, name: &str) -> UserId {
    sqlx::query_scalar(
        "insert into app_user (email, email_key, name, password_hash) values ($1, $1, $2, '') returning id",
    )
    .bind(format!("{name}@example.com"))
    .bind(name)
    .fetch_one(db)
    .await
    .map(UserId)
    .unwrap()
}

async fn product(db: &PgPool, name: &str) -> ProductId {
    let facts = import_card(db, name, &format!("PART-{name}")).await;
    facts.id
}

async fn review(
    db: &PgPool,
    product: ProductId,
    user: UserId,
    stars: i64,
    comment: &str,
) -> Option<ReviewId> {
    let comment = Comment::read(comment).unwrap();
    reviews::upsert(db, product, user, Stars::new(stars).unwrap(), comment.as_ref()).await.unwrap()
}

/// Returns the sum of stars and the number of reviews in the product's row.
async fn totals(db: &PgPool, product: ProductId) -> (i32, i32) {
    sqlx::query_as("select rating_sum, review_count from product where id = $1")
        .bind(product.0)
        .fetch_one(db)
        .await
        .unwrap()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn second_review_of_a_user_replaces_the_first(db: PgPool) {
    let (product, ali) = (product(&db, "A1").await, insert_user(&db, "Ali").await);
    let first = review(&db, product, ali, 2, "loud").await.unwrap();
    assert_eq!(review(&db, product, ali, 5, "").await, Some(first));
    let kept = reviews::list(&db, product, 0, 10).await.unwrap();
    assert_eq!((kept.len(), kept[0].rating, kept[0].comment.as_deref()), (1, 5, None));
    assert_eq!((kept[0].user_id, kept[0].user_name.as_str()), (ali, "Ali"));
    assert!(kept[0].updated_at > kept[0].created_at);
    assert_eq!(reviews::find_by_user(&db, product, ali).await.unwrap().as_ref(), Some(&kept[0]));
    assert_eq!(totals(&db, product).await, (5, 1));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn each_star_rating_is_counted(db: PgPool) {
    let product = product(&db, "A1").await;
    assert_eq!(reviews::find_stats(&db, product).await.unwrap(), Some(reviews::ReviewStats::default()));
    for (name, stars) in [("a", 5), ("b", 4), ("c", 4), ("d", 1)] {
        let user = insert_user(&db, name).await;
        review(&db, product, user, stars, "text").await.unwrap();
    }
    let stats = reviews::find_stats(&db, product).await.unwrap().unwrap();
    assert_eq!((stats.distribution(), stats.total(), stats.average()), ([1, 0, 0, 2, 1], 4, Some(3.5)));
    assert_eq!(products::find(&db, product).await.unwrap().unwrap().rating, Some(3.5));
    let pages =
        [reviews::list(&db, product, 0, 3).await.unwrap(), reviews::list(&db, product, 3, 3).await.unwrap()];
    assert_eq!(pages.map(|page| page.len()), [3, 1]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn review_is_deleted_by_author_or_admin(db: PgPool) {
    let product = product(&db, "A1").await;
    let (ali, sara) = (insert_user(&db, "Ali").await, insert_user(&db, "Sara").await);
    let [of_ali, of_sara] =
        [review(&db, product, ali, 5, "a").await.unwrap(), review(&db, product, sara, 3, "b").await.unwrap()];
    assert!(!reviews::delete_own(&db, of_ali, sara).await.unwrap());
    assert!(reviews::delete_own(&db, of_ali, ali).await.unwrap());
    assert!(!reviews::delete_own(&db, of_ali, ali).await.unwrap());
    assert_eq!(totals(&db, product).await, (3, 1));
    assert!(reviews::delete_any(&db, of_sara).await.unwrap());
    assert!(!reviews::delete_any(&db, of_sara).await.unwrap());
    assert_eq!(totals(&db, product).await, (0, 0));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn deleted_product_accepts_no_reviews(db: PgPool) {
    let (product, ali) = (product(&db, "A1").await, insert_user(&db, "Ali").await);
    sqlx::query("update product set removed_at = now()").execute(&db).await.unwrap();
    for gone in [product, ProductId::random()] {
        assert_eq!(review(&db, gone, ali, 5, "a").await, None);
        assert_eq!(reviews::find_stats(&db, gone).await.unwrap(), None);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn deleted_account_deletes_its_reviews(db: PgPool) {
    let (one, other) = (product(&db, "A1").await, product(&db, "B2").await);
    let (ali, sara) = (insert_user(&db, "Ali").await, insert_user(&db, "Sara").await);
    review(&db, one, ali, 1, "a").await.unwrap();
    review(&db, other, ali, 2, "b").await.unwrap();
    review(&db, one, sara, 4, "c").await.unwrap();
    sqlx::query("delete from app_user where id = $1").bind(ali.0).execute(&db).await.unwrap();
    assert_eq!((totals(&db, one).await, totals(&db, other).await), ((4, 1), (0, 0)));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn every_review_change_reaches_the_feed(db: PgPool) {
    let (product, ali) = (product(&db, "A1").await, insert_user(&db, "Ali").await);
    let changes = || async {
        let before = count(&db, "select count(*) from product_change").await;
        sqlx::query("delete from product_change").execute(&db).await.unwrap();
        before
    };
    changes().await;
    let id = review(&db, product, ali, 5, "a").await.unwrap();
    assert!(changes().await > 0);
    review(&db, product, ali, 4, "a").await.unwrap();
    assert!(changes().await > 0);
    reviews::delete_own(&db, id, ali).await.unwrap();
    assert!(changes().await > 0);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn concurrent_reviews_count_exactly(db: PgPool) {
    let products = [product(&db, "A1").await, product(&db, "B2").await];
    let mut people = Vec::new();
    for number in 0..12 {
        people.push(insert_user(&db, &format!("p{number}")).await);
    }
    let mut writing = tokio::task::JoinSet::new();
    for (turn, user) in people.iter().copied().enumerate() {
        let db = db.clone();
        writing.spawn(async move {
            for step in 0..8 {
                let product = products[(turn + step) % 2];
                let stars = i64::try_from((turn * 7 + step * 3) % 5 + 1).unwrap();
                let id = review(&db, product, user, stars, "x").await.unwrap();
                if (turn + step) % 3 == 0 {
                    reviews::delete_own(&db, id, user).await.unwrap();
                }
            }
            if turn % 4 == 3 {
                sqlx::query("delete from app_user where id = $1").bind(user.0).execute(&db).await.unwrap();
            }
        });
    }
    while let Some(done) = writing.join_next().await {
        done.unwrap();
    }
    for product in products {
        let stats = reviews::find_stats(&db, product).await.unwrap().unwrap();
        let stars: i64 = stats.distribution().iter().zip(1..).map(|(count, stars)| count * stars).sum();
        let (sum, reviews) = totals(&db, product).await;
        assert_eq!((i64::from(sum), i64::from(reviews)), (stars, stats.total()));
        assert!(stats.total() > 0);
    }
}
