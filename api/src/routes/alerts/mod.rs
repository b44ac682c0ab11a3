//! Price alerts of users, and the notifications of alerts that fired.

pub mod budgets;
pub mod list;
pub mod notifications;
pub mod write;

use domain::model::{AlertId, AlertKind, BuildId};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use self::budgets::WatchedBudgetBuild;
use crate::wire::{card::ProductCard, kwd::Kwd};

pub use list::{__path_list_alerts, list_alerts};
pub use notifications::{
    __path_list_notifications, __path_read_notifications, list_notifications, read_notifications,
};
pub use write::{__path_create_alert, __path_delete_alert, create_alert, delete_alert};

/// A price alert of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceAlert<'a> {
    #[schema(value_type = uuid::Uuid)]
    pub id: AlertId,
    #[serde(rename = "alertType")]
    #[schema(value_type = AlertType)]
    pub kind: AlertKind,
    /// Target price of a `TARGET_PRICE`, `BUILD_TOTAL` or `BUDGET_BUILD`; null for other types.
    #[schema(required)]
    pub target_price: Option<Kwd>,
    /// Percentage of a `PERCENTAGE_DROP`; null for other types.
    #[schema(required)]
    pub percentage: Option<i16>,
    /// Whether the alert still waits for its price: only an `ANY_DROP` fires more than once.
    pub enabled: bool,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// The watched product; null for a `BUILD_TOTAL` and a `BUDGET_BUILD`.
    #[schema(required)]
    pub product: Option<ProductCard<'a>>,
    /// The watched build of a `BUILD_TOTAL`; null for other types.
    #[schema(required)]
    pub build: Option<WatchedBuild<'a>>,
    /// The builds that a `BUDGET_BUILD` waits for; null for other types.
    #[schema(required)]
    pub budget_build: Option<WatchedBudgetBuild>,
}

/// A saved build whose total is watched.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchedBuild<'a> {
    #[schema(value_type = uuid::Uuid)]
    pub id: BuildId,
    pub name: &'a str,
    pub share_token: &'a str,
    /// Today's total of the parts that have a live offer, in stock or not.
    #[schema(required)]
    pub total_price: Option<Kwd>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
}

/// The alert types.
#[derive(ToSchema)]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AlertType {
    /// Fires at each price below the last notified one.
    AnyDrop,
    /// Fires once, at or below the target price.
    TargetPrice,
    /// Fires once, when the price is the given percentage below the price at the last request for the alert.
    PercentageDrop,
    /// Fires once, when the total of a saved build is at or below the target and every part is in stock.
    BuildTotal,
    /// Fires once, when a build for a use costs the target or less with every part in stock.
    BudgetBuild,
}
