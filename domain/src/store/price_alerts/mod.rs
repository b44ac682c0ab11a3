//! Price alerts, and their evaluation against prices.

mod budgets;
mod change;
mod edit;
mod evaluate;
mod fire;
mod insert;
pub mod listings;
mod lows;
mod recheck;
mod stock;

use sqlx::{PgExecutor, types::Json};
use time::OffsetDateTime;

pub use budgets::{
    EnabledBudgetAlert, MAX_BUDGET_ALERTS, find_watched_budget, insert_for_budget,
    list_enabled_budget_alerts, mark_due,
};
pub use change::{AlertChange, AlertChangeError, change};
pub use edit::{ConditionChange, ConditionChangeError, change_condition};
pub use evaluate::evaluate;
pub(crate) use evaluate::{ChangedProduct, evaluate_batch, list_alert_products};
pub(crate) use fire::delete_due;
pub use fire::fire_due;
pub use insert::{AlertError, MAX_ALERTS, MAX_RETAILERS, insert, insert_at_retailers, insert_for_build};
pub use recheck::recheck;
pub(crate) use stock::{evaluate as evaluate_stock, unsettle_all as unsettle_stock};

use crate::{
    budget::WatchedBudget,
    model::{AlertId, AlertKind, BuildId, Fils, ProductId, Slug, UserId},
};

/// A user's price alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceAlert {
    pub id: AlertId,
    pub subject: AlertSubject,
    pub kind: AlertKind,
    pub target: Option<Fils>,
    pub percentage: Option<i16>,
    /// The only retailers that count; all of them if it is empty.
    pub retailers: Vec<Slug>,
    pub enabled: bool,
    /// Whether the alert fires again and again; an `ANY_DROP`, which always does, has `false`.
    pub repeats: bool,
    pub is_paused: bool,
    pub last_fired_at: Option<OffsetDateTime>,
    pub times_fired: i32,
    pub created_at: OffsetDateTime,
}

/// The subject of an alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlertSubject {
    Product(ProductId),
    Build(AlertBuild),
    Budget(WatchedBudget),
    /// The filters of a listing, as parameters of its call.
    Listing(String),
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
               repeats, paused_at is not null as "is_paused!", last_fired_at, times_fired,
               build_id as "build_id: BuildId", saved_build.name as "build_name?", share_token as "share_token?",
               budget as "budget: Json<WatchedBudget>", listing,
               array(select slug from retailer where retailer.id = any(retailer_ids) order by slug) as "retailers!: Vec<Slug>",
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
                .or(row.budget.map(|Json(watched)| AlertSubject::Budget(watched)))
                .or(row.listing.map(AlertSubject::Listing))?,
            kind: row.kind,
            target: row.target,
            percentage: row.percentage,
            retailers: row.retailers,
            enabled: row.enabled,
            repeats: row.repeats,
            is_paused: row.is_paused,
            last_fired_at: row.last_fired_at,
            times_fired: row.times_fired,
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
