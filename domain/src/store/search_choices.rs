//! Choices of visitors after searching a text: clicks on results, and additions to a build right from them.

use sqlx::PgExecutor;
use time::Date;

use crate::model::ProductId;

/// Choices of one product for one text, on the pages of both languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductChoices {
    /// Normalised.
    pub text: String,
    pub product_id: ProductId,
    /// First clicks, and the sum of their places, from 1.
    pub clicks: i64,
    pub click_ranks: i64,
    /// Additions to a build, and the sum of their places.
    pub additions: i64,
    pub addition_ranks: i64,
}

/// Returns the choices for the texts with at least `min_clicks` clicks on the days from `from` to `until`, both included: of the
/// `max_texts` texts with the most clicks, by text and product. A day counts for a text only with at least
/// [`MIN_VISITORS`](super::searches::MIN_VISITORS) visitors.
pub async fn list(
    db: impl PgExecutor<'_>,
    from: Date,
    until: Date,
    min_clicks: i64,
    max_texts: i64,
) -> sqlx::Result<Vec<ProductChoices>> {
    sqlx::query_as!(
        ProductChoices,
        r#"with chosen as (
               select text, product_id, sum(choice.clicks)::bigint as clicks, sum(choice.ranks)::bigint as click_ranks,
                   sum(choice.additions)::bigint as additions,
                   sum(choice.addition_ranks)::bigint as addition_ranks
               from search_text join search_click as choice using (day, text, language)
               where day between $1 and $2 and visitors >= 3
               group by text, product_id
           ), counted as (
               select text from chosen group by text having sum(clicks) >= $3::bigint
               order by sum(clicks) desc, text limit $4
           )
           select text as "text!", product_id as "product_id!: ProductId", clicks as "clicks!",
               click_ranks as "click_ranks!", additions as "additions!", addition_ranks as "addition_ranks!"
           from counted join chosen using (text)
           order by text, product_id"#,
        from,
        until,
        min_clicks,
        max_texts,
    )
    .fetch_all(db)
    .await
}
