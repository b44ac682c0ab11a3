use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use crate::model::{Comment, ProductId, ReviewId, Stars, UserId};

/// A user's review of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub id: ReviewId,
    pub rating: i16,
    pub comment: Option<String>,
    pub created_at: OffsetDateTime,
    /// The time at which the review was last replaced.
    pub updated_at: OffsetDateTime,
    pub user_id: UserId,
    pub user_name: String,
}

/// The number of a product's reviews by stars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReviewStats {
    pub one: i64,
    pub two: i64,
    pub three: i64,
    pub four: i64,
    pub five: i64,
}

impl ReviewStats {
    /// Returns the number of reviews for each number of stars, one star first.
    pub fn distribution(&self) -> [i64; 5] {
        [self.one, self.two, self.three, self.four, self.five]
    }

    /// Returns the number of reviews.
    pub fn total(&self) -> i64 {
        self.distribution().iter().sum()
    }

    /// Returns the mean of all stars; `None` without reviews.
    pub fn average(&self) -> Option<f64> {
        let stars: i64 = self.distribution().iter().zip(1..).map(|(count, stars)| count * stars).sum();
        let total = self.total();
        // Counts are far below 2^52, so the floats are exact.
        (total > 0).then(|| stars as f64 / total as f64)
    }
}

/// Returns a page of a product's reviews, newest first.
pub async fn list(
    db: impl PgExecutor<'_>,
    product_id: ProductId,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<Review>> {
    sqlx::query_as!(
        Review,
        r#"select review.id as "id: ReviewId", rating, comment, review.created_at, review.updated_at,
               user_id as "user_id: UserId", app_user.name as user_name
           from review join app_user on app_user.id = user_id
           where product_id = $1 order by review.updated_at desc, review.id offset $2 limit $3"#,
        product_id as ProductId,
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns this user's review of a product.
pub async fn find_by_user(
    db: impl PgExecutor<'_>,
    product_id: ProductId,
    user_id: UserId,
) -> sqlx::Result<Option<Review>> {
    sqlx::query_as!(
        Review,
        r#"select review.id as "id: ReviewId", rating, comment, review.created_at, review.updated_at,
               user_id as "user_id: UserId", app_user.name as user_name
           from review join app_user on app_user.id = user_id where product_id = $1 and user_id = $2"#,
        product_id as ProductId,
        user_id as UserId,
    )
    .fetch_optional(db)
    .await
}

/// Returns a product's review statistics; `None` when there is no such product.
pub async fn find_stats(db: impl PgExecutor<'_>, product_id: ProductId) -> sqlx::Result<Option<ReviewStats>> {
    sqlx::query_as!(
        ReviewStats,
        r#"select count(*) filter (where rating = 1) as "one!", count(*) filter (where rating = 2) as "two!",
               count(*) filter (where rating = 3) as "three!", count(*) filter (where rating = 4) as "four!",
               count(*) filter (where rating = 5) as "five!"
           from product left join review on product_id = product.id
           where product.id = $1 and removed_at is null group by product.id"#,
        product_id as ProductId,
    )
    .fetch_optional(db)
    .await
}

/// Stores this user's review of a product, replacing an earlier one. `None` when there is no such product.
pub async fn upsert(
    db: impl PgExecutor<'_>,
    product_id: ProductId,
    user_id: UserId,
    stars: Stars,
    comment: Option<&Comment>,
) -> sqlx::Result<Option<ReviewId>> {
    sqlx::query_scalar!(
        r#"insert into review (product_id, user_id, rating, comment)
           select id, $2, $3, $4 from product where id = $1 and removed_at is null
           on conflict on constraint review_product_user_key
               do update set rating = excluded.rating, comment = excluded.comment, updated_at = now()
           returning id as "id: ReviewId""#,
        product_id as ProductId,
        user_id as UserId,
        stars.get(),
        comment.map(Comment::as_str),
    )
    .fetch_optional(db)
    .await
}

/// Deletes one of this user's reviews; `false` when the user has no such review.
pub async fn delete_own(db: impl PgExecutor<'_>, id: ReviewId, user_id: UserId) -> sqlx::Result<bool> {
    let done =
        sqlx::query!("delete from review where id = $1 and user_id = $2", id as ReviewId, user_id as UserId)
            .execute(db)
            .await?;
    Ok(done.rows_affected() > 0)
}

/// Deletes a review, whoever wrote it; `false` when there is no such review. Only administrators may do this.
pub async fn delete_any(db: impl PgExecutor<'_>, id: ReviewId) -> sqlx::Result<bool> {
    let done = sqlx::query!("delete from review where id = $1", id as ReviewId).execute(db).await?;
    Ok(done.rows_affected() > 0)
}

/// Filter of the reviews of all products; `None` sets no condition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReviewFilter {
    pub rating: Option<i16>,
    /// Whether the review has a comment.
    pub has_comment: Option<bool>,
    /// A part of the comment, or of the name of the product or the user.
    pub search: Option<String>,
}

/// A review, with its product, as an administrator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedReview {
    pub id: ReviewId,
    pub rating: i16,
    pub comment: Option<String>,
    pub updated_at: OffsetDateTime,
    pub user_id: UserId,
    pub user_name: String,
    pub product_id: ProductId,
    pub product_name: String,
}

/// Returns a page of the reviews of all products, newest first.
pub async fn list_all(
    db: impl PgExecutor<'_>,
    filter: &ReviewFilter,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<ListedReview>> {
    sqlx::query_as!(
        ListedReview,
        r#"select review.id as "id: ReviewId", rating, comment, review.updated_at, user_id as "user_id: UserId",
               app_user.name as user_name, product_id as "product_id: ProductId", product.name as product_name
           from review join app_user on app_user.id = user_id join product on product.id = product_id
           where ($1::smallint is null or rating = $1) and ($2::boolean is null or (comment is not null) = $2)
               and ($3::text is null
                   or position($3 in lower(concat_ws(' ', comment, app_user.name, product.name))) > 0)
           order by review.updated_at desc, review.id offset $4 limit $5"#,
        filter.rating,
        filter.has_comment,
        filter.search.as_ref().map(|words| words.to_lowercase()),
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Returns the number of reviews that [`list_all`] finds.
pub async fn count_all(db: impl PgExecutor<'_>, filter: &ReviewFilter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from review join app_user on app_user.id = user_id join product on product.id = product_id
           where ($1::smallint is null or rating = $1) and ($2::boolean is null or (comment is not null) = $2)
               and ($3::text is null
                   or position($3 in lower(concat_ws(' ', comment, app_user.name, product.name))) > 0)"#,
        filter.rating,
        filter.has_comment,
        filter.search.as_ref().map(|words| words.to_lowercase()),
    )
    .fetch_one(db)
    .await
}

/// A review that no other transaction changes until this one ends.
pub(crate) struct LockedReview {
    pub(crate) product_id: ProductId,
    pub(crate) user_id: UserId,
    pub(crate) rating: i16,
    pub(crate) comment: Option<String>,
}

/// Locks a review, until the transaction ends.
pub(crate) async fn lock(tx: &mut PgTransaction<'_>, id: ReviewId) -> sqlx::Result<Option<LockedReview>> {
    sqlx::query_as!(
        LockedReview,
        r#"select product_id as "product_id: ProductId", user_id as "user_id: UserId", rating, comment
           from review where id = $1 for update"#,
        id as ReviewId,
    )
    .fetch_optional(&mut **tx)
    .await
}
