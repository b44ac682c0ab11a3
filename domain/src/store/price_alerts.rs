//! What people want to be told of, and the judging of prices by it.

use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use crate::model::{AlertId, AlertKind, Fils, NotLower, ProductId, RetailerId, UserId, Wish};

/// How many alerts a person may have, whether they fired or not.
pub const MOST_ALERTS: i64 = 500;

/// Somebody's wish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceAlert {
    pub id: AlertId,
    pub product_id: ProductId,
    pub kind: AlertKind,
    pub target: Option<Fils>,
    pub percentage: Option<i16>,
    pub enabled: bool,
    pub created_at: OffsetDateTime,
}

/// Why an alert was not taken.
#[derive(Debug, thiserror::Error)]
pub enum RefusedAlert {
    #[error("there is no such product")]
    NoProduct,
    #[error("nobody sells it now")]
    NoPrice,
    #[error(transparent)]
    NotLower(#[from] NotLower),
    #[error("there are too many already")]
    TooMany,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Keeps a wish, judged by the price that is shown now. The same wish again is the same alert, from now on.
///
/// # Errors
/// Why not.
pub async fn insert(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    product_id: ProductId,
    wish: Wish,
) -> Result<AlertId, RefusedAlert> {
    // One person's alerts are counted and added by one at a time.
    let own =
        sqlx::query_scalar!("select 1 as one from app_user where id = $1 for update", user_id as UserId);
    own.fetch_optional(&mut **tx).await?;
    let has = sqlx::query_scalar!(
        r#"select count(*) as "count!" from price_alert where user_id = $1"#,
        user_id as UserId
    );
    let has = has.fetch_one(&mut **tx).await?;
    let now = shown_price(tx, product_id).await?;
    let fires_at = wish.fires_at(now)?;
    let (target, percentage) = match wish {
        Wish::AnyDrop => (None, None),
        Wish::TargetPrice(target) => (Some(target), None),
        Wish::PercentageDrop(percentage) => (None, Some(percentage.get())),
    };
    let alert = sqlx::query!(
        r#"insert into price_alert (user_id, product_id, kind, target_fils, percentage, price_then_fils, fires_at_fils)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (user_id, product_id, kind, coalesce(target_fils, 0), coalesce(percentage, 0)) where enabled
               do update set price_then_fils = excluded.price_then_fils, fires_at_fils = excluded.fires_at_fils
           returning id as "id: AlertId", (xmax = 0) as "is_new!""#,
        user_id as UserId,
        product_id as ProductId,
        wish.kind() as AlertKind,
        target as Option<Fils>,
        percentage,
        now as Fils,
        fires_at as Fils,
    )
    .fetch_one(&mut **tx)
    .await?;
    if alert.is_new && has >= MOST_ALERTS { Err(RefusedAlert::TooMany) } else { Ok(alert.id) }
}

/// What is shown for a product: the cheapest in stock, else the cheapest. Waits for batches that are recording its prices
/// now, so that a fall between this look and the alert is not lost.
async fn shown_price(tx: &mut PgTransaction<'_>, product_id: ProductId) -> Result<Fils, RefusedAlert> {
    let product = sqlx::query_scalar!(
        "select 1 as one from product where id = $1 and removed_at is null",
        product_id as ProductId
    );
    product.fetch_optional(&mut **tx).await?.ok_or(RefusedAlert::NoProduct)?;
    // In the order in which batches lock a shop's offers.
    sqlx::query_scalar!(
        "select 1 as one from offer where product_id = $1 and ended_at is null
         order by retailer_id, external_id for share",
        product_id as ProductId,
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query_scalar!(
        r#"select price_fils as "price: Fils" from offer join retailer on retailer.id = retailer_id
           where product_id = $1 and ended_at is null and enabled
           order by stock = 'IN' desc, price_fils limit 1"#,
        product_id as ProductId,
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(RefusedAlert::NoPrice)
}

/// Fires the alerts whose price is reached by the best price in stock of these products, each once for each price. Call it
/// in the transaction that records the prices, after everything else that it locks; `retailer_id` is whose prices they are.
pub async fn judge(
    db: impl PgExecutor<'_>,
    retailer_id: Option<RetailerId>,
    products: &[ProductId],
) -> sqlx::Result<u64> {
    if products.is_empty() {
        return Ok(0);
    }
    let fired = sqlx::query!(
        r#"with watched as (
               select distinct product_id from price_alert where enabled and product_id = any($1::uuid[])
           ), best as (
               select watched.product_id, min(price_fils) as price_fils
               from watched join offer using (product_id) join retailer on retailer.id = offer.retailer_id
                   join product on product.id = watched.product_id
               where offer.ended_at is null and offer.stock = 'IN' and retailer.enabled and product.removed_at is null
               group by watched.product_id
           ), firing as (
               -- Whoever was faster has fired it: its row is read again under the lock.
               select price_alert.id, best.price_fils, price_alert.fires_at_fils
               from price_alert join best using (product_id)
               where price_alert.enabled and best.price_fils <= price_alert.fires_at_fils
               order by price_alert.id for update of price_alert
           ), fired as (
               update price_alert set
                   enabled = kind = 'ANY_DROP',
                   fires_at_fils = case kind when 'ANY_DROP' then firing.price_fils - 1 else price_alert.fires_at_fils end
               from firing where price_alert.id = firing.id
               returning price_alert.id, user_id, product_id, kind, firing.price_fils,
                   case kind when 'ANY_DROP' then firing.fires_at_fils + 1 else price_then_fils end as price_before_fils
           )
           insert into fired_alert (price_alert_id, user_id, product_id, kind, retailer_id, price_fils,
               price_before_fils, awaits_mail)
           select fired.id, user_id, product_id, kind, $2, price_fils, price_before_fils,
               price_drop_alerts and email_verified_at is not null
           from fired join app_user on app_user.id = user_id"#,
        products as &[ProductId],
        retailer_id as Option<RetailerId>,
    )
    .execute(db)
    .await?;
    Ok(fired.rows_affected())
}

/// A person's alerts, newest first; those of withdrawn products are left out.
pub async fn list(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<Vec<PriceAlert>> {
    sqlx::query_as!(
        PriceAlert,
        r#"select price_alert.id as "id: AlertId", product_id as "product_id: ProductId", kind as "kind: AlertKind",
               target_fils as "target: Fils", percentage, enabled, price_alert.created_at
           from price_alert join product on product.id = product_id
           where user_id = $1 and removed_at is null order by price_alert.created_at desc, price_alert.id"#,
        user_id as UserId,
    )
    .fetch_all(db)
    .await
}

/// Forgets one of a person's alerts; `false` when it is none of theirs.
pub async fn delete(db: impl PgExecutor<'_>, user_id: UserId, id: AlertId) -> sqlx::Result<bool> {
    let deleted = sqlx::query!(
        "delete from price_alert where id = $2 and user_id = $1",
        user_id as UserId,
        id as AlertId
    );
    Ok(deleted.execute(db).await?.rows_affected() > 0)
}
