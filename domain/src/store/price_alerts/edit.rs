use sqlx::PgTransaction;

use super::insert::{
    AlertError, delete_due, find_threshold, is_duplicate, lock_and_count, lock_and_find_listed,
    lock_and_find_total, lock_due,
};
use crate::model::{
    AlertCondition, AlertId, AlertKind, BuildId, ConditionError, Fils, ProductId, Repetition, RetailerId,
    UserId,
};

/// What a user changes about the condition of an alert on a product or on the total of a build; `None` keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConditionChange {
    pub target: Option<Fils>,
    /// The number of percent, not checked yet.
    pub percentage: Option<i64>,
    /// Distinct ones, at most [`super::MAX_RETAILERS`]; none means any.
    pub retailers: Option<Vec<RetailerId>>,
}

/// Why the condition of an alert was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ConditionChangeError {
    #[error("there is no such alert")]
    NoAlert,
    #[error("the alert has fired and is over")]
    Over,
    #[error("the alert has no target price that can be changed")]
    NoTarget,
    #[error("the alert has no percentage")]
    NoPercentage,
    #[error("the alert is about all retailers")]
    AnyRetailer,
    #[error(transparent)]
    Condition(#[from] ConditionError),
    #[error(transparent)]
    Refused(#[from] AlertError),
    #[error("an equal alert is active")]
    Duplicate,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// The subject of an alert that is changed.
#[derive(Clone, Copy)]
enum Subject {
    Product(ProductId),
    Build(BuildId),
}

/// The alert with the changed condition.
struct Edited {
    subject: Subject,
    condition: AlertCondition,
    retailers: Vec<RetailerId>,
}

/// Changes the condition of one of a user's alerts. It is measured from today's price: what became due under the old condition
/// and has not fired is discarded. Alerts on a budget or a listing are refused.
///
/// # Errors
/// The error says why the change was refused.
pub async fn change_condition(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    id: AlertId,
    change: &ConditionChange,
) -> Result<(), ConditionChangeError> {
    // Concurrent changes of the same alert come one after the other.
    lock_and_count(tx, user_id).await?;
    let Edited { subject, condition, retailers } = apply(tx, user_id, id, change).await?;
    let (price, threshold) = match subject {
        Subject::Product(product_id) => {
            let listed = lock_and_find_listed(tx, product_id, condition).await?;
            (listed.price, find_threshold(tx, product_id, condition, &listed).await?)
        }
        Subject::Build(build_id) => {
            let total = lock_and_find_total(tx, user_id, build_id).await?;
            (total.total, total.threshold(condition).map_err(AlertError::from)?)
        }
    };
    lock_due(tx, user_id).await?;
    let (target, percentage) = condition.target_and_percentage();
    let updated = sqlx::query!(
        "update price_alert set target_fils = $2, percentage = $3, price_then_fils = $4, fires_at_fils = $5, retailer_ids = $6,
             -- Measured from now: what was told before is over.
             quiet_until = null
         where id = $1",
        id as AlertId,
        target as Option<Fils>,
        percentage,
        price as Fils,
        threshold as Fils,
        &retailers as &[RetailerId],
    )
    .execute(&mut **tx)
    .await;
    if let Err(error) = updated {
        return Err(if is_duplicate(&error) { ConditionChangeError::Duplicate } else { error.into() });
    }
    delete_due(tx, id).await?;
    Ok(())
}

/// Returns the alert as it is to become.
async fn apply(
    tx: &mut PgTransaction<'_>,
    user_id: UserId,
    id: AlertId,
    change: &ConditionChange,
) -> Result<Edited, ConditionChangeError> {
    let alert = sqlx::query!(
        r#"select kind as "kind: AlertKind", product_id as "product_id: ProductId", build_id as "build_id: BuildId",
               target_fils as "target: Fils", percentage, retailer_ids as "retailers: Vec<RetailerId>",
               enabled or paused_at is not null as "is_active!"
           from price_alert where id = $1 and user_id = $2"#,
        id as AlertId,
        user_id as UserId,
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(ConditionChangeError::NoAlert)?;
    if !alert.is_active {
        return Err(ConditionChangeError::Over);
    }
    let subject = alert.product_id.map(Subject::Product).or(alert.build_id.map(Subject::Build));
    let subject = subject.ok_or(ConditionChangeError::NoTarget)?;
    if change.target.is_some() && alert.target.is_none() {
        return Err(ConditionChangeError::NoTarget);
    }
    if change.percentage.is_some() && alert.percentage.is_none() {
        return Err(ConditionChangeError::NoPercentage);
    }
    if change.retailers.is_some() && alert.kind != AlertKind::BackInStock {
        return Err(ConditionChangeError::AnyRetailer);
    }
    // How often the alert fires stays as it is stored.
    let condition = AlertCondition::new(
        alert.kind,
        change.target.or(alert.target),
        change.percentage.or(alert.percentage.map(i64::from)),
        Repetition::Once,
    )?;
    Ok(Edited { subject, condition, retailers: change.retailers.clone().unwrap_or(alert.retailers) })
}
