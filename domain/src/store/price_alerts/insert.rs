use sqlx::PgTransaction;

use super::{lows, stock};
use crate::model::{
    AlertCondition, AlertId, AlertKind, BuildId, Fils, ProductId, Repetition, RetailerId,
    TargetPriceNotLower, UserId, lower_by_least_change,
};

/// The most alerts that a user may have, fired ones included.
pub const MAX_ALERTS: i64 = 50;

/// The most retailers that an alert on a return to stock may be about.
pub const MAX_RETAILERS: usize = 20;

/// Why an alert was not stored.
#[derive(Debug, thiserror::Error)]
pub enum AlertError {
    #[error("there is no such product")]
    NoProduct,
    #[error("there is no such build")]
    NoBuild,
    #[error("nobody sells the product now")]
    NoPrice,
    #[error("nobody sells any part of the build now")]
    NoPartSold,
    #[error(transparent)]
    NotLower(#[from] TargetPriceNotLower),
    #[error("there are too many already")]
    TooMany,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Stores an alert, checked against the price that is shown now. A repeated request updates the same alert.
///
/// # Errors
/// The error says why the alert was refused.
pub async fn insert(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    product_id: ProductId,
    condition: AlertCondition,
) -> Result<AlertId, AlertError> {
    insert_at_retailers(tx, user_id, product_id, condition, &[]).await
}

/// Stores an alert as [`insert`] does, on a return to stock at these retailers: distinct ones, at most [`MAX_RETAILERS`].
/// None means at any. All other conditions are about all retailers.
///
/// # Errors
/// The error says why the alert was refused. Retailers for another condition are an error of the database.
pub async fn insert_at_retailers(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    product_id: ProductId,
    condition: AlertCondition,
    retailers: &[RetailerId],
) -> Result<AlertId, AlertError> {
    let alert_count = lock_and_count(tx, user_id).await?;
    // The column `price_then_fils` is the price at the last request for this alert.
    let listed = lock_and_find_listed(tx, product_id, condition).await?;
    let threshold = find_threshold(tx, product_id, condition, &listed).await?;
    let (target, percentage) = condition.target_and_percentage();
    if condition.is_about_changes() {
        stock::watch(tx, product_id, listed.is_in_stock).await?;
    }
    lock_due(tx, user_id).await?;
    let alert = sqlx::query!(
        r#"insert into price_alert (user_id, product_id, kind, target_fils, percentage, price_then_fils, fires_at_fils,
               repeats, recheck_at, retailer_ids)
           values ($1, $2, $3, $4, $5, $6, $7, $8, case when $9 then now() + interval '1 day' end, $10)
           on conflict (user_id, product_id, kind, coalesce(target_fils, 0), coalesce(percentage, 0)) where enabled
               do update set price_then_fils = excluded.price_then_fils, fires_at_fils = excluded.fires_at_fils,
                   repeats = excluded.repeats, retailer_ids = excluded.retailer_ids, quiet_until = null
           returning id as "id: AlertId", (xmax = 0) as "is_new!""#,
        user_id as UserId,
        product_id as ProductId,
        condition.kind() as AlertKind,
        target as Option<Fils>,
        percentage,
        listed.price as Fils,
        threshold as Fils,
        condition.repetition() == Some(Repetition::Repeated),
        condition.low_period().is_some(),
        retailers as &[RetailerId],
    )
    .fetch_one(&mut **tx)
    .await?;
    if alert.is_new && alert_count >= MAX_ALERTS {
        return Err(AlertError::TooMany);
    }
    delete_due(tx, alert.id).await?;
    Ok(alert.id)
}

/// Returns the threshold, the column `fires_at_fils`: the alert fires at this price or a lower one.
pub(super) async fn find_threshold(
    tx: &mut PgTransaction<'_>,
    product_id: ProductId,
    condition: AlertCondition,
    listed: &ListedPrice,
) -> Result<Fils, AlertError> {
    // An alert on any drop of what is sold out fires as soon as it is back, whatever it costs then.
    if condition == AlertCondition::AnyDrop && !listed.is_in_stock {
        return Ok(Fils::MAX_PRICE);
    }
    let Some(period) = condition.low_period() else { return Ok(condition.threshold(listed.price)?) };
    let lowest = lows::find_lowest(tx, product_id, period).await?;
    let threshold = condition.threshold(lowest.unwrap_or(listed.price))?;
    // What is near its low already is no news, until it is cheaper by the least change.
    let is_reached = matches!(condition, AlertCondition::NearLow(..)) && listed.price <= threshold;
    Ok(if is_reached { lower_by_least_change(listed.price) } else { threshold })
}

/// Stores an alert on the total of the user's own saved build.
///
/// # Errors
/// The error says why the alert was refused.
pub async fn insert_for_build(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    build_id: BuildId,
    target: Fils,
) -> Result<AlertId, AlertError> {
    let alert_count = lock_and_count(tx, user_id).await?;
    let now = lock_and_find_total(tx, user_id, build_id).await?;
    let threshold = now.threshold(AlertCondition::TargetPrice(target))?;
    lock_due(tx, user_id).await?;
    let alert = sqlx::query!(
        r#"insert into price_alert (user_id, build_id, kind, target_fils, price_then_fils, fires_at_fils)
           values ($1, $2, 'BUILD_TOTAL', $3, $4, $5)
           on conflict (user_id, build_id, target_fils) where enabled and build_id is not null
               do update set price_then_fils = excluded.price_then_fils
           returning id as "id: AlertId", (xmax = 0) as "is_new!""#,
        user_id as UserId,
        build_id as BuildId,
        target as Fils,
        now.total as Fils,
        threshold as Fils,
    )
    .fetch_one(&mut **tx)
    .await?;
    if alert.is_new && alert_count >= MAX_ALERTS {
        return Err(AlertError::TooMany);
    }
    delete_due(tx, alert.id).await?;
    Ok(alert.id)
}

/// Locks the rows of a user's due alerts before the alerts themselves, as `fire_due` does: in the other order the two
/// could wait for each other.
pub(super) async fn lock_due(tx: &mut PgTransaction<'_>, user_id: UserId) -> sqlx::Result<()> {
    let due = sqlx::query_scalar!(
        "select 1 as one from due_alert where price_alert_id in (select id from price_alert where user_id = $1)
         order by price_alert_id for update",
        user_id as UserId,
    );
    due.fetch_all(&mut **tx).await?;
    Ok(())
}

/// Returns whether a change failed because the user has an equal alert that is active.
pub(super) fn is_duplicate(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation())
}

/// Deletes the row that says that the alert is due, because a repeated request, a change or a pause resets the
/// alert: a drop of which the user has not been notified yet is discarded.
pub(super) async fn delete_due(tx: &mut PgTransaction<'_>, id: AlertId) -> sqlx::Result<()> {
    sqlx::query!("delete from due_alert where price_alert_id = $1", id as AlertId).execute(&mut **tx).await?;
    Ok(())
}

/// Returns the number of a user's alerts. Locks the user, so that concurrent requests count and add alerts one after
/// the other.
pub(super) async fn lock_and_count(tx: &mut PgTransaction<'_>, user_id: UserId) -> sqlx::Result<i64> {
    sqlx::query_scalar!("select 1 as one from app_user where id = $1 for no key update", user_id as UserId)
        .fetch_optional(&mut **tx)
        .await?;
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from price_alert where user_id = $1"#,
        user_id as UserId
    )
    .fetch_one(&mut **tx)
    .await
}

/// The price that a product's page shows: the lowest in stock, else the lowest.
pub(super) struct ListedPrice {
    pub(super) price: Fils,
    is_in_stock: bool,
}

/// Returns the shown price of a product; 0 where nobody lists it and the condition compares no price.
pub(super) async fn lock_and_find_listed(
    tx: &mut PgTransaction<'_>,
    product_id: ProductId,
    condition: AlertCondition,
) -> Result<ListedPrice, AlertError> {
    match lock_and_find_price(tx, product_id).await {
        Err(AlertError::NoPrice) if condition.needs_no_price() => {
            Ok(ListedPrice { price: Fils::ZERO, is_in_stock: false })
        }
        found => found,
    }
}

/// Returns the shown price of a product: the cheapest in stock, else the cheapest. Locks its live offers and their
/// retailers, and so waits for batches that are recording their prices now: a drop of these between this read and the
/// insertion of the alert is not lost. An offer that becomes the product's in that moment is not waited for; if it is the
/// cheapest, the next evaluation of all alerts makes this one due.
async fn lock_and_find_price(
    tx: &mut PgTransaction<'_>,
    product_id: ProductId,
) -> Result<ListedPrice, AlertError> {
    let product = sqlx::query_scalar!(
        "select 1 as one from product where id = $1 and removed_at is null",
        product_id as ProductId
    );
    product.fetch_optional(&mut **tx).await?.ok_or(AlertError::NoProduct)?;
    lock_offers_and_retailers(tx, &[product_id]).await?;
    sqlx::query_as!(
        ListedPrice,
        r#"select price_fils as "price: Fils", stock = 'IN' as "is_in_stock!" from offer join retailer on retailer.id = retailer_id
           where product_id = $1 and ended_at is null and enabled
           order by stock = 'IN' desc, price_fils limit 1"#,
        product_id as ProductId,
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(AlertError::NoPrice)
}

/// The total of a build: the sum over its parts that have a live offer, in stock or not.
pub(super) struct BuildTotal {
    pub(super) total: Fils,
    /// Whether all parts have a live offer.
    is_complete: bool,
}

impl BuildTotal {
    /// Returns the threshold of an alert on the total. A total without some parts is no bound for a target that holds for all.
    pub(super) fn threshold(&self, condition: AlertCondition) -> Result<Fils, TargetPriceNotLower> {
        condition.threshold(if self.is_complete { self.total } else { Fils(i64::MAX) })
    }
}

/// Returns the total of a user's own build. Locks as [`lock_and_find_price`] does.
pub(super) async fn lock_and_find_total(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    build_id: BuildId,
) -> Result<BuildTotal, AlertError> {
    let parts = sqlx::query_scalar!(
        r#"select coalesce(array_agg(product_id) filter (where product_id is not null), '{}') as "products!: Vec<ProductId>"
           from saved_build left join saved_build_part on build_id = saved_build.id
           where saved_build.id = $1 and user_id = $2 group by saved_build.id"#,
        build_id as BuildId,
        user_id as UserId,
    );
    let products = parts.fetch_optional(&mut **tx).await?.ok_or(AlertError::NoBuild)?;
    lock_offers_and_retailers(tx, &products).await?;
    let sums = sqlx::query!(
        r#"select sum(quantity * best.price_fils)::bigint as "total: Fils",
               count(*) = count(best.price_fils) as "is_complete!"
           from saved_build_part as part left join lateral (
               select price_fils from offer join retailer on retailer.id = retailer_id
               where offer.product_id = part.product_id and ended_at is null and enabled
               order by stock = 'IN' desc, price_fils limit 1) as best on true
           where build_id = $1"#,
        build_id as BuildId,
    )
    .fetch_one(&mut **tx)
    .await?;
    let total = sums.total.ok_or(AlertError::NoPartSold)?;
    Ok(BuildTotal { total, is_complete: sums.is_complete })
}

/// Locks the live offers of products and their retailers. Waits for batches that are recording their prices, and for
/// changes that show or hide a retailer.
async fn lock_offers_and_retailers(tx: &mut PgTransaction<'_>, products: &[ProductId]) -> sqlx::Result<()> {
    // Locked in the same order in which batches lock a retailer's offers.
    sqlx::query_scalar!(
        r#"select 1 as one from offer where product_id = any($1::uuid[]) and ended_at is null
         order by retailer_id, external_id collate "C" for share"#,
        products as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await?;
    // After the offers, as at the end of a crawl.
    sqlx::query_scalar!(
        "select 1 as one from retailer where id in (
             select retailer_id from offer where product_id = any($1::uuid[]) and ended_at is null)
         order by id for share",
        products as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(())
}
