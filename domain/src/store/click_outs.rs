//! How often shoppers left for a retailer's own page, by UTC day, retailer and category. Nothing of the shopper is stored.

use sqlx::PgExecutor;
use time::Date;

use crate::model::{Category, Slug};

/// The click-outs of a day to one retailer from one category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClickOuts {
    pub day: Date,
    pub retailer: Slug,
    pub category: Category,
    pub times: i64,
    /// Number of such rows, and the sum of their times.
    pub total: i64,
    pub total_times: i64,
}

/// Adds to a day's counts, given as (retailer, category, number of times). Unknown retailers are ignored.
pub async fn add(db: impl PgExecutor<'_>, day: Date, counted: &[(Slug, Category, i64)]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into click_out (day, retailer_id, category, times)
         select $1::date, retailer.id, counted.category, sum(counted.times)::bigint
         from unnest($2::text[], $3::text[], $4::bigint[]) as counted (slug, category, times)
         join retailer on retailer.slug = counted.slug
         where counted.times > 0
         group by retailer.id, counted.category order by retailer.id, counted.category
         on conflict (day, retailer_id, category) do update set times = click_out.times + excluded.times",
        day,
        &counted.iter().map(|(slug, ..)| slug.to_string()).collect::<Vec<_>>(),
        &counted.iter().map(|(_, category, _)| category.as_str().to_owned()).collect::<Vec<_>>(),
        &counted.iter().map(|(.., times)| *times).collect::<Vec<_>>(),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the counts of the days from `from` to `until`, both included, of one retailer or of all: the newest day first, then
/// the most frequent.
pub async fn list(
    db: impl PgExecutor<'_>,
    retailer: Option<&Slug>,
    from: Date,
    until: Date,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<ClickOuts>> {
    sqlx::query_as!(
        ClickOuts,
        r#"select day, slug as "retailer: Slug", category as "category: Category", times,
               count(*) over () as "total!", (sum(times) over ())::bigint as "total_times!"
           from click_out join retailer on retailer.id = retailer_id
           where day between $1 and $2 and ($3::text is null or slug = $3)
           order by day desc, times desc, slug, category offset $4 limit $5"#,
        from,
        until,
        retailer.map(Slug::as_str),
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}
