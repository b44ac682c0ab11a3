//! Users' interest in products: counts of views and uses in builds by day, and the popularity computed from them,
//! from favourites and from reviews. Favourites and reviews are stored per user: each counts once, for as long as it
//! exists.

use sqlx::{PgExecutor, PgTransaction};
use time::Date;

use crate::{config::Popularity, model::ProductId};

/// A counted action of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "UPPERCASE", const_into_str)]
pub enum Interest {
    View,
    Build,
}

impl Interest {
    /// Returns the stored name.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// Adds to a day's counts of these products, given as (product, number of times). Unknown products are ignored.
pub async fn count(
    db: impl PgExecutor<'_>,
    kind: Interest,
    day: Date,
    products: &[(ProductId, i64)],
) -> sqlx::Result<()> {
    let (ids, times): (Vec<ProductId>, Vec<i64>) = products.iter().copied().unzip();
    sqlx::query!(
        "insert into product_interest (product_id, day, kind, times)
         select product.id, $2, $3, sum(counted.times)::bigint
         from unnest($1::uuid[], $4::bigint[]) as counted (id, times) join product on product.id = counted.id
         where counted.times > 0
         group by product.id order by product.id
         on conflict (product_id, day, kind) do update set times = product_interest.times + excluded.times",
        &ids as &[ProductId],
        day,
        kind.as_str(),
        &times,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Computes every product's popularity as of `today`: each action counts by its weight, halved for every half-life of
/// its age. Stores noticeable changes only, and returns the products changed.
pub(crate) async fn store_popularity(
    tx: &mut PgTransaction<'_>,
    settings: &Popularity,
    today: Date,
) -> sqlx::Result<Vec<ProductId>> {
    let kinds = [Interest::View.as_str(), Interest::Build.as_str(), "FAVOURITE", "REVIEW"].map(str::to_owned);
    let weights = [settings.view, settings.build, settings.favourite, settings.review];
    sqlx::query_scalar!(
        r#"with scored as (
               select product_id, sum(times * weight * power(0.5, greatest($3::date - day, 0) / $4::float8)) as score
               from (
                   select product_id, day, kind, times from product_interest
                   union all
                   select product_id, (created_at at time zone 'UTC')::date, 'FAVOURITE', 1 from favorite
                   union all
                   select product_id, (created_at at time zone 'UTC')::date, 'REVIEW', 1 from review
               ) as interest (product_id, day, kind, times) join unnest($1::text[], $2::float8[]) as weights (kind, weight) using (kind)
               group by product_id
           ), rescored as (
               select product.id, coalesce(score, 0)::real as score
               from product left join scored on scored.product_id = product.id
               where product.removed_at is null and (score is not null or popularity <> 0)
           ), noticeable as (
               select product.id, rescored.score from product join rescored using (id)
               where abs(rescored.score - popularity) >= greatest(popularity * $5::float8 / 100, 0.5)
                  or (rescored.score < 0.01 and popularity <> 0)
               order by product.id for update of product
           )
           update product set popularity = case when noticeable.score < 0.01 then 0 else noticeable.score end
           from noticeable where product.id = noticeable.id
           returning product.id as "id: ProductId""#,
        &kinds,
        &weights,
        today,
        settings.half_life_days,
        settings.noticeable_percent,
    )
    .fetch_all(&mut **tx)
    .await
}
