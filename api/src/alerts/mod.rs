//! Price alerts: what a person wants to be told of, and what has been told.

pub mod list;
pub mod notifications;
pub mod write;

use domain::model::{AlertId, AlertKind, BuildId};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{kwd::Kwd, products::Product};

pub use list::{__path_list_alerts, list_alerts};
pub use notifications::{
    __path_list_notifications, __path_read_notifications, list_notifications, read_notifications,
};
pub use write::{__path_create_alert, __path_delete_alert, create_alert, delete_alert};

/// Somebody's wish to be told of a price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceAlert<'a> {
    #[schema(value_type = uuid::Uuid)]
    pub id: AlertId,
    #[schema(value_type = AlertType)]
    pub alert_type: AlertKind,
    /// Of a `TARGET_PRICE` or a `BUILD_TOTAL`.
    #[schema(required)]
    pub target_price: Option<Kwd>,
    /// Of a `PERCENTAGE_DROP`.
    #[schema(required)]
    pub percentage: Option<i16>,
    /// Whether it waits still: a target and a percentage are told once.
    pub enabled: bool,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// What it is about; null for a `BUILD_TOTAL`.
    #[schema(required)]
    pub product: Option<Product<'a>>,
    /// What a `BUILD_TOTAL` is about.
    #[schema(required)]
    pub build: Option<WatchedBuild<'a>>,
}

/// A kept build whose total is watched.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchedBuild<'a> {
    #[schema(value_type = uuid::Uuid)]
    pub id: BuildId,
    pub name: &'a str,
    pub share_token: &'a str,
    /// Today's, of the parts that are sold.
    #[schema(required)]
    pub total_price: Option<Kwd>,
    #[schema(example = "KWD")]
    pub currency: &'static str,
}

/// The kinds of alerts on the wire.
#[derive(ToSchema)]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AlertType {
    /// Each price below the last one told of.
    AnyDrop,
    /// At or under a price.
    TargetPrice,
    /// So many percent under the price at its creation.
    PercentageDrop,
    /// The total of a kept build, at or under a price, each part in stock.
    BuildTotal,
}
