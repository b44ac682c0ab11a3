//! Price alerts of users, and the notifications of alerts that fired.

pub mod budgets;
pub mod change;
pub mod list;
mod listings;
pub mod notifications;
mod retailers;
pub mod write;

use domain::model::{AlertId, AlertKind, BuildId, Slug};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use self::budgets::WatchedBudgetBuild;
use crate::wire::{card::ProductCard, kwd::Kwd};

/// A price alert of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceAlert<'a> {
    #[schema(value_type = uuid::Uuid)]
    pub id: AlertId,
    #[serde(rename = "alertType")]
    #[schema(value_type = AlertType)]
    pub kind: AlertKind,
    /// Target price of a `TARGET_PRICE`, `BUILD_TOTAL`, `BUDGET_BUILD` or `LISTING_AT_OR_BELOW`; null for other types.
    pub target_price: Option<Kwd>,
    /// Percentage of a `PERCENTAGE_DROP`, `PRICE_FALL`, `NEAR_LOW` or `PRICE_RISE`; null for other types.
    pub percentage: Option<i16>,
    /// The only retailers that count for a `BACK_IN_STOCK`, by slug; empty means all of them.
    #[schema(value_type = Vec<String>)]
    pub retailers: &'a [Slug],
    /// Whether the alert still waits: false once it is over, and while it is paused.
    pub enabled: bool,
    /// Whether the alert fires again and again, at most once a day. An `ANY_DROP`, which fires at each lower price, has false.
    pub repeats: bool,
    /// Whether the user has paused the alert.
    pub paused: bool,
    /// Null if the alert has not fired.
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_fired_at: Option<OffsetDateTime>,
    /// How many times the alert has fired.
    pub times_fired: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// The watched product; null for a `BUILD_TOTAL`, a `BUDGET_BUILD` and alerts on a listing.
    pub product: Option<ProductCard<'a>>,
    /// The watched build of a `BUILD_TOTAL`; null for other types.
    pub build: Option<WatchedBuild<'a>>,
    /// The builds that a `BUDGET_BUILD` waits for; null for other types.
    pub budget_build: Option<WatchedBudgetBuild>,
    /// The filters of the watched listing, as parameters of `GET /api/products/list`; null for other types.
    pub listing: Option<&'a str>,
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
    /// Fires like `PERCENTAGE_DROP`; if it repeats, again at prices that are lower by 1 % and 0.500 KWD at least.
    PriceFall,
    /// Fires when the product, sold out before, is in stock at any retailer, or at one of `retailers`.
    BackInStock,
    /// Fires when the price is lower than on any of the last 30 days; if it repeats, again at such prices that are lower by
    /// 1 % and 0.500 KWD at least.
    #[schema(rename = "NEW_LOW_30")]
    NewLow30,
    /// As `NEW_LOW_30`, of 90 days.
    #[schema(rename = "NEW_LOW_90")]
    NewLow90,
    /// As `NEW_LOW_30`, of 365 days.
    #[schema(rename = "NEW_LOW_365")]
    NewLow365,
    /// As `NEW_LOW_30`, of all days that are known.
    NewLowEver,
    /// Fires when the price is at most the given percentage above the lowest of the last 365 days; if it is so already, or
    /// the alert repeats, at prices that are lower by 1 % and 0.500 KWD at least.
    NearLow,
    /// Fires when the price is the given percentage above the price at the last request for the alert, or, if it repeats,
    /// above the last notified one. Less than 0.500 KWD is no rise.
    PriceRise,
    /// Fires when a retailer that never had an offer of the product has one.
    NewAtShop,
    /// Fires when a product of a listing is in stock at the target or less; if it repeats, again for further products, and for
    /// those that it told of when they cost 1 % and 0.500 KWD less.
    ListingAtOrBelow,
    /// Fires when a product is in stock in a listing that was not in it before; if it repeats, again for further products, and
    /// for those that it told of when they come back at a price that differs by 1 % and 0.500 KWD.
    ListingNewMatch,
}
