//! Price alerts, and their evaluation against prices.

mod budgets;
mod evaluate;
mod fire;
mod insert;

use sqlx::{PgExecutor, types::Json};
use time::OffsetDateTime;

pub use budgets::{
    EnabledBudgetAlert, MAX_BUDGET_ALERTS, insert_for_budget, list_enabled_budget_alerts, mark_due,
};
pub use evaluate::evaluate;
pub(crate) use fire::delete_due;
pub use fire::fire_due;
pub use insert::{AlertError, MAX_ALERTS, insert, insert_for_build};

use crate::{
    budget::WatchedBudget,
    model::{AlertId, AlertKind, BuildId, Fils, ProductId, UserId},
};

/// A user's price alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceAlert {
    pub id: AlertId,
    pub subject: AlertSubject,
    pub kind: AlertKind,
    pub target: Option<Fils>,
    pub percentage: Option<i16>,
    pub enabled: bool,
    pub created_at: OffsetDateTime,
}

/// The subject of an alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlertSubject {
    Product(ProductId),
    Build(AlertBuild),
    Budget(WatchedBudget),
}

/// The saved build whose total an alert is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertBuild {
    pub id: BuildId,
    pub name: String,
    pub share_token: String,
    /// The total of the parts that have a live offer.
    pub total: Option<Fils>,
}

/// Returns a user's alerts, newest first. Those of removed products are left out.
pub async fn list(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<Vec<PriceAlert>> {
    let rows = sqlx::query!(
        r#"select price_alert.id as "id: AlertId", product_id as "product_id: ProductId", kind as "kind: AlertKind",
               target_fils as "target: Fils", percentage, enabled, price_alert.created_at,
               build_id as "build_id: BuildId", saved_build.name as "build_name?", share_token as "share_token?",
               budget as "budget: Json<WatchedBudget>",
               (select sum(quantity * best.price_fils)::bigint from saved_build_part as part cross join lateral (
                    select price_fils from offer join retailer on retailer.id = retailer_id
                    where offer.product_id = part.product_id and ended_at is null and retailer.enabled
                    order by stock = 'IN' desc, price_fils limit 1) as best
                where part.build_id = price_alert.build_id) as "build_total: Fils"
           from price_alert left join product on product.id = product_id
               left join saved_build on saved_build.id = build_id
           where price_alert.user_id = $1 and removed_at is null order by price_alert.created_at desc, price_alert.id"#,
        user_id as UserId,
    )
    .fetch_all(db)
    .await?;
    let alerts = rows.into_iter().filter_map(|row| {
        let build = row.build_id.zip(row.build_name).zip(row.share_token);
        let build = build.map(|((id, name), share_token)| {
            AlertSubject::Build(AlertBuild { id, name, share_token, total: row.build_total })
        });
        Some(PriceAlert {
            id: row.id,
            subject: build
                .or(row.product_id.map(AlertSubject::Product))
                .or(row.budget.map(|Json(watched)| AlertSubject::Budget(watched)))?,
            kind: row.kind,
            target: row.target,
            percentage: row.percentage,
            enabled: row.enabled,
            created_at: row.created_at,
        })
    });
    Ok(alerts.collect())
}

/// Deletes one of a user's alerts; `false` when the user has no such alert.
pub async fn delete(db: impl PgExecutor<'_>, user_id: UserId, id: AlertId) -> sqlx::Result<bool> {
    let deleted = sqlx::query!(
        "delete from price_alert where id = $2 and user_id = $1",
        user_id as UserId,
        id as AlertId
    );
    Ok(deleted.execute(db).await?.rows_affected() > 0)
}
