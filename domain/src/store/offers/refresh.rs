use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::model::{Category, ProductId, RetailerId};

/// A page of a retailer that has a known offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefreshPage {
    pub url: String,
    pub category: Option<Category>,
}

/// Returns the pages of a retailer's live offers that are worth reading again: those of one product, or those of the
/// most popular products, and among equals those whose price was read longest ago. Offers confirmed since
/// `fresh_since` are left out.
pub async fn list_due_for_refresh(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    product_id: Option<ProductId>,
    fresh_since: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<RefreshPage>> {
    sqlx::query_as!(
        RefreshPage,
        r#"select coalesce(page_url, offer.url) as "url!", min(offer.category) as "category: Category"
           from offer join retailer on retailer.id = offer.retailer_id
           left join product on product.id = offer.product_id
           left join refreshed_page on refreshed_page.retailer_id = offer.retailer_id
               and refreshed_page.url = coalesce(page_url, offer.url)
           where offer.retailer_id = $1 and ended_at is null and ($2::uuid is null or offer.product_id = $2)
             and greatest(coalesce(offer.stored_at, offer.updated_at),
                 case when missed_crawls = 0 then crawled_at end, read_at) < $3
           group by coalesce(page_url, offer.url)
           order by max(popularity) desc nulls last,
               min(greatest(coalesce(offer.stored_at, offer.updated_at), read_at)), 1
           limit $4"#,
        retailer_id as RetailerId,
        product_id as Option<ProductId>,
        fresh_since,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Records that these pages were asked for now.
pub async fn record_refreshed(
    db: impl PgExecutor<'_>,
    retailer_id: RetailerId,
    urls: &[String],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into refreshed_page (retailer_id, url, read_at)
         select distinct $1::uuid, url, now() from unnest($2::text[]) as page (url)
         on conflict (retailer_id, url) do update set read_at = excluded.read_at",
        retailer_id as RetailerId,
        urls,
    )
    .execute(db)
    .await?;
    Ok(())
}
