//! Kinds of the offers in each of a retailer's own categories.

use sqlx::PgExecutor;

use crate::model::{Category, RetailerId};

/// The number of live offers of one kind in a category of the retailer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryShare {
    /// The path in one text, as in [`crate::model::OfferDraft::retailer_categories`].
    pub retailer_category: String,
    /// `OTHER` for what is no part; `None` for what is unsure.
    pub category: Option<Category>,
    pub offers: i64,
}

/// Counts the live offers of a retailer by its own categories and by ours, those of its complete crawls alone: a crawl
/// that is interrupted and begun again decides as one that was not.
pub async fn list_category_shares(
    db: impl PgExecutor<'_>,
    retailer: RetailerId,
) -> sqlx::Result<Vec<CategoryShare>> {
    sqlx::query_as!(
        CategoryShare,
        r#"select listed.name as "retailer_category!", category as "category?: Category", count(*) as "offers!"
           from offer cross join unnest(retailer_categories) as listed (name)
           where retailer_id = $1 and ended_at is null and deleted_at is null
             and created_at < (select max(finished_at) from crawl
                               where retailer_id = $1 and state = 'COMPLETE' and kind = 'CRAWL')
           group by listed.name, category order by listed.name, category"#,
        retailer as RetailerId,
    )
    .fetch_all(db)
    .await
}
