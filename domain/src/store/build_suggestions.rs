//! Swaps that visitors propose to the owner of a shared build.

use sqlx::PgExecutor;

use crate::model::{BuildId, ProductId, SuggestionId, UserId};

/// A proposed swap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suggestion {
    pub id: SuggestionId,
    pub build_id: BuildId,
    /// A part of the build.
    pub from: ProductId,
    pub to: ProductId,
}

/// Inserts a suggestion, unless the build has it or has `max` others. Only those count that the owner can see and delete:
/// a part may have left the build since, or a product the catalogue. Returns whether the build has it now.
pub async fn insert(
    db: impl PgExecutor<'_> + Copy,
    build_id: BuildId,
    from: ProductId,
    to: ProductId,
    max: i64,
) -> sqlx::Result<bool> {
    sqlx::query!(
        "insert into build_suggestion (build_id, from_product_id, to_product_id)
         select $1, $2, $3 where (
             select count(*) from build_suggestion as other
             where build_id = $1 and exists (
                     select from saved_build_part as part
                     where part.build_id = $1 and part.product_id = other.from_product_id)
                 and exists (select from product where id = other.to_product_id and removed_at is null)) < $4
         on conflict do nothing",
        build_id as BuildId,
        from as ProductId,
        to as ProductId,
        max,
    )
    .execute(db)
    .await?;
    sqlx::query_scalar!(
        r#"select exists (select from build_suggestion
               where build_id = $1 and from_product_id = $2 and to_product_id = $3) as "exists!""#,
        build_id as BuildId,
        from as ProductId,
        to as ProductId,
    )
    .fetch_one(db)
    .await
}

/// Returns the suggestions for a user's builds whose parts are still in the build, oldest first.
pub async fn list(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<Vec<Suggestion>> {
    sqlx::query_as!(
        Suggestion,
        r#"select suggestion.id as "id: SuggestionId", suggestion.build_id as "build_id: BuildId",
               from_product_id as "from: ProductId", to_product_id as "to: ProductId"
           from build_suggestion as suggestion join saved_build on saved_build.id = suggestion.build_id
           where user_id = $1 and exists (
               select from saved_build_part as part
               where part.build_id = suggestion.build_id and part.product_id = from_product_id)
           order by suggestion.created_at, suggestion.id"#,
        user_id as UserId,
    )
    .fetch_all(db)
    .await
}

/// Deletes a suggestion for one of a user's builds, if there is one.
pub async fn delete(db: impl PgExecutor<'_>, user_id: UserId, id: SuggestionId) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from build_suggestion using saved_build
         where saved_build.id = build_id and user_id = $1 and build_suggestion.id = $2",
        user_id as UserId,
        id as SuggestionId,
    )
    .execute(db)
    .await?;
    Ok(())
}
