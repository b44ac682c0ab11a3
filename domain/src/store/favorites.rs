use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::model::{ProductId, UserId};

/// A user's favourite product.
pub struct Favorite {
    pub product_id: ProductId,
    pub created_at: OffsetDateTime,
}

/// Returns a user's favourites, newest first.
pub async fn list(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<Vec<Favorite>> {
    sqlx::query_as!(
        Favorite,
        r#"select product_id as "product_id: ProductId", created_at from favorite
           where user_id = $1 order by created_at desc, product_id"#,
        user_id as UserId,
    )
    .fetch_all(db)
    .await
}

/// Adds a favourite; adding it again changes nothing. Returns `false` when there is no such product.
pub async fn insert(db: impl PgExecutor<'_>, user_id: UserId, product_id: ProductId) -> sqlx::Result<bool> {
    let exists = sqlx::query_scalar!(
        r#"with known as (select id from product where id = $2),
                added as (insert into favorite (user_id, product_id) select $1, id from known
                          on conflict on constraint favorite_key do nothing)
           select exists (select 1 from known) as "exists!""#,
        user_id as UserId,
        product_id as ProductId,
    )
    .fetch_one(db)
    .await?;
    Ok(exists)
}

/// Removes a favourite, if it is one. Returns `false` when there is no such product.
pub async fn delete(db: impl PgExecutor<'_>, user_id: UserId, product_id: ProductId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"with deleted as (delete from favorite where user_id = $1 and product_id = $2)
           select exists (select 1 from product where id = $2) as "exists!""#,
        user_id as UserId,
        product_id as ProductId,
    )
    .fetch_one(db)
    .await
}
