use super::Fils;

/// The kind of a price alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AlertKind {
    AnyDrop,
    TargetPrice,
    PercentageDrop,
    /// The total of a saved build. A total that falls because the owner removes a part is noticed only when a price of
    /// another part is evaluated.
    BuildTotal,
    /// The least total of a build for a use.
    BudgetBuild,
    /// A fall like that of `PercentageDrop`, which may repeat.
    PriceFall,
    BackInStock,
    #[serde(rename = "NEW_LOW_30")]
    #[sqlx(rename = "NEW_LOW_30")]
    NewLow30,
    #[serde(rename = "NEW_LOW_90")]
    #[sqlx(rename = "NEW_LOW_90")]
    NewLow90,
    #[serde(rename = "NEW_LOW_365")]
    #[sqlx(rename = "NEW_LOW_365")]
    NewLow365,
    NewLowEver,
    /// A price within a percentage of the lowest of the last 365 days.
    NearLow,
    PriceRise,
    /// An offer of a retailer that has never had one of the product.
    NewAtShop,
    /// A product of a listing at a price or below it.
    ListingAtOrBelow,
    /// A product that is new in a listing.
    ListingNewMatch,
}

/// How often an alert fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    Once,
    /// Again and again, but not within a day of the last time. Of a price, only when it is lower than the last notified one
    /// by 1 % and by 0.500 KWD; of a rise, only when it has risen by the percentage since the last notified one.
    Repeated,
}

/// The days of which a price is to be the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LowPeriod {
    Days30,
    Days90,
    Days365,
    Ever,
}

/// A percentage of a price: a whole number from 1 to 50.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WholePercentage(i16);

/// The error for a percentage that is not from 1 to 50.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a whole number from 1 to 50")]
pub struct PercentageOutOfRange;

/// A drop below today's price: 5, 10, 15, 20 or 25 percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PercentageOff(i16);

/// The error for a percentage that is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 5, 10, 15, 20 or 25")]
pub struct UnknownPercentage;

/// The condition under which a price alert fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertCondition {
    AnyDrop,
    TargetPrice(Fils),
    PercentageDrop(PercentageOff),
    PriceFall(PercentageOff, Repetition),
    BackInStock(Repetition),
    NewLow(LowPeriod, Repetition),
    NearLow(WholePercentage, Repetition),
    PriceRise(WholePercentage, Repetition),
    NewAtShop(Repetition),
}

/// The error for a target that the price has already reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Target price must be lower than current price")]
pub struct TargetPriceNotLower;

/// Why a kind and the numbers that a user chose make no condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    #[error("must be a price")]
    NoTarget,
    #[error(transparent)]
    UnknownPercentage(#[from] UnknownPercentage),
    #[error(transparent)]
    PercentageOutOfRange(#[from] PercentageOutOfRange),
}

impl PercentageOff {
    /// Checks a number of percent.
    ///
    /// # Errors
    /// When the number is not one of the five.
    pub fn new(percent: i64) -> Result<Self, UnknownPercentage> {
        let known = (5..=25).contains(&percent) && percent % 5 == 0;
        i16::try_from(percent).ok().filter(|_| known).map(Self).ok_or(UnknownPercentage)
    }

    /// Returns the number of percent.
    pub fn get(self) -> i16 {
        self.0
    }
}

impl WholePercentage {
    /// Checks a number of percent.
    ///
    /// # Errors
    /// When the number is not from 1 to 50.
    pub fn new(percent: i64) -> Result<Self, PercentageOutOfRange> {
        let in_range = (1..=50).contains(&percent);
        i16::try_from(percent).ok().filter(|_| in_range).map(Self).ok_or(PercentageOutOfRange)
    }

    /// Returns the number of percent.
    pub fn get(self) -> i16 {
        self.0
    }

    /// Returns the highest price that is this percentage, or less, above the lowest one.
    fn above(self, lowest: Fils) -> Fils {
        Fils(lowest.saturating_mul(i64::from(100 + self.0)).0.div_euclid(100))
    }
}

impl AlertKind {
    /// Whether users choose how often alerts of this kind fire.
    pub fn may_repeat(self) -> bool {
        match self {
            Self::AnyDrop
            | Self::TargetPrice
            | Self::PercentageDrop
            | Self::BuildTotal
            | Self::BudgetBuild => false,
            Self::PriceFall
            | Self::BackInStock
            | Self::NewLow30
            | Self::NewLow90
            | Self::NewLow365
            | Self::NewLowEver
            | Self::NearLow
            | Self::PriceRise
            | Self::NewAtShop
            | Self::ListingAtOrBelow
            | Self::ListingNewMatch => true,
        }
    }
}

impl LowPeriod {
    /// Returns the number of days; a hundred years for all of the history.
    pub fn days(self) -> i32 {
        match self {
            Self::Days30 => 30,
            Self::Days90 => 90,
            Self::Days365 => 365,
            Self::Ever => 36_500,
        }
    }

    fn kind(self) -> AlertKind {
        match self {
            Self::Days30 => AlertKind::NewLow30,
            Self::Days90 => AlertKind::NewLow90,
            Self::Days365 => AlertKind::NewLow365,
            Self::Ever => AlertKind::NewLowEver,
        }
    }
}

impl AlertCondition {
    /// Creates the condition of a kind from the numbers that users choose, each `None` where the user chose none. The kinds on
    /// builds, budgets and listings have the condition of a target price.
    ///
    /// # Errors
    /// When the kind needs a number that is missing or not allowed.
    pub fn new(
        kind: AlertKind,
        target: Option<Fils>,
        percentage: Option<i64>,
        repetition: Repetition,
    ) -> Result<Self, ConditionError> {
        let percent = percentage.unwrap_or_default();
        Ok(match kind {
            AlertKind::AnyDrop => Self::AnyDrop,
            AlertKind::TargetPrice
            | AlertKind::BuildTotal
            | AlertKind::BudgetBuild
            | AlertKind::ListingAtOrBelow
            | AlertKind::ListingNewMatch => Self::TargetPrice(target.ok_or(ConditionError::NoTarget)?),
            AlertKind::PercentageDrop => Self::PercentageDrop(PercentageOff::new(percent)?),
            AlertKind::PriceFall => Self::PriceFall(PercentageOff::new(percent)?, repetition),
            AlertKind::BackInStock => Self::BackInStock(repetition),
            AlertKind::NewLow30 => Self::NewLow(LowPeriod::Days30, repetition),
            AlertKind::NewLow90 => Self::NewLow(LowPeriod::Days90, repetition),
            AlertKind::NewLow365 => Self::NewLow(LowPeriod::Days365, repetition),
            AlertKind::NewLowEver => Self::NewLow(LowPeriod::Ever, repetition),
            AlertKind::NearLow => Self::NearLow(WholePercentage::new(percent)?, repetition),
            AlertKind::PriceRise => Self::PriceRise(WholePercentage::new(percent)?, repetition),
            AlertKind::NewAtShop => Self::NewAtShop(repetition),
        })
    }

    /// Returns the kind, without the numbers.
    pub fn kind(self) -> AlertKind {
        match self {
            Self::AnyDrop => AlertKind::AnyDrop,
            Self::TargetPrice(_) => AlertKind::TargetPrice,
            Self::PercentageDrop(_) => AlertKind::PercentageDrop,
            Self::PriceFall(..) => AlertKind::PriceFall,
            Self::BackInStock(_) => AlertKind::BackInStock,
            Self::NewLow(period, _) => period.kind(),
            Self::NearLow(..) => AlertKind::NearLow,
            Self::PriceRise(..) => AlertKind::PriceRise,
            Self::NewAtShop(_) => AlertKind::NewAtShop,
        }
    }

    /// Returns how often the alert fires; `None` where the kind alone says it.
    pub fn repetition(self) -> Option<Repetition> {
        match self {
            Self::AnyDrop | Self::TargetPrice(_) | Self::PercentageDrop(_) => None,
            Self::PriceFall(_, repetition)
            | Self::BackInStock(repetition)
            | Self::NewLow(_, repetition)
            | Self::NearLow(_, repetition)
            | Self::PriceRise(_, repetition)
            | Self::NewAtShop(repetition) => Some(repetition),
        }
    }

    /// Returns the target price and the percentage that users choose.
    pub(crate) fn target_and_percentage(self) -> (Option<Fils>, Option<i16>) {
        match self {
            Self::AnyDrop | Self::BackInStock(_) | Self::NewLow(..) | Self::NewAtShop(_) => (None, None),
            Self::TargetPrice(target) => (Some(target), None),
            Self::PercentageDrop(percentage) | Self::PriceFall(percentage, _) => {
                (None, Some(percentage.get()))
            }
            Self::NearLow(percentage, _) | Self::PriceRise(percentage, _) => (None, Some(percentage.get())),
        }
    }

    /// Returns the days whose lowest price the alert compares with; `None` for other conditions.
    pub(crate) fn low_period(self) -> Option<LowPeriod> {
        match self {
            Self::NewLow(period, _) => Some(period),
            Self::NearLow(..) => Some(LowPeriod::Days365),
            _ => None,
        }
    }

    /// Whether the alert becomes due when a product's stock, retailers or lowest price change, and not by a price at or below
    /// a threshold.
    pub(crate) fn is_about_changes(self) -> bool {
        matches!(self, Self::BackInStock(_) | Self::PriceRise(..) | Self::NewAtShop(_))
    }

    /// Whether the alert can be set while nobody lists the product: no price is compared with.
    pub(crate) fn needs_no_price(self) -> bool {
        matches!(self, Self::BackInStock(_) | Self::NewAtShop(_))
    }

    /// Returns the threshold: the highest price that fires the alert, set while the price is `current_price`. For a new low
    /// and a price near the low, that is the lowest price of its days. No price fires an alert on a return to stock, on a
    /// rise or on a new retailer by being low.
    ///
    /// # Errors
    /// When the price has already reached the target.
    pub fn threshold(self, current_price: Fils) -> Result<Fils, TargetPriceNotLower> {
        match self {
            Self::AnyDrop | Self::NewLow(..) => Ok(Fils(current_price.0.saturating_sub(1))),
            Self::BackInStock(_) | Self::PriceRise(..) | Self::NewAtShop(_) => Ok(Fils::ZERO),
            Self::NearLow(percentage, _) => Ok(percentage.above(current_price)),
            Self::TargetPrice(target) if target < current_price => Ok(target),
            Self::TargetPrice(_) => Err(TargetPriceNotLower),
            // Rounded down: a price that has dropped by slightly less than the percentage must not fire.
            Self::PercentageDrop(PercentageOff(percent)) | Self::PriceFall(PercentageOff(percent), _) => {
                Ok(Fils(current_price.saturating_mul(i64::from(100 - percent)).0.div_euclid(100)))
            }
        }
    }
}

/// Returns the price that is lower than another by the least change: 1 % rounded up, and at least 0.500 KWD. The database's
/// function `least_price_change` says the same.
pub(crate) fn lower_by_least_change(price: Fils) -> Fils {
    let least_change = price.0.saturating_add(99).div_euclid(100).max(500);
    Fils(price.0.saturating_sub(least_change))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alert_condition_gives_its_highest_firing_price() {
        let percent = |percent| AlertCondition::PercentageDrop(PercentageOff::new(percent).unwrap());
        for (condition, threshold) in [
            (AlertCondition::AnyDrop, Ok(Fils(99_998))),
            (AlertCondition::TargetPrice(Fils(99_998)), Ok(Fils(99_998))),
            (AlertCondition::TargetPrice(Fils(99_999)), Err(TargetPriceNotLower)),
            (AlertCondition::TargetPrice(Fils(120_000)), Err(TargetPriceNotLower)),
            (percent(10), Ok(Fils(89_999))),
            (percent(25), Ok(Fils(74_999))),
            (
                AlertCondition::PriceFall(PercentageOff::new(25).unwrap(), Repetition::Repeated),
                Ok(Fils(74_999)),
            ),
            (AlertCondition::BackInStock(Repetition::Once), Ok(Fils::ZERO)),
            (AlertCondition::NewLow(LowPeriod::Days90, Repetition::Once), Ok(Fils(99_998))),
            (AlertCondition::NearLow(WholePercentage::new(3).unwrap(), Repetition::Once), Ok(Fils(102_998))),
            (AlertCondition::PriceRise(WholePercentage::new(3).unwrap(), Repetition::Once), Ok(Fils::ZERO)),
            (AlertCondition::NewAtShop(Repetition::Once), Ok(Fils::ZERO)),
        ] {
            assert_eq!(condition.threshold(Fils(99_999)), threshold, "{condition:?}");
        }
    }

    #[test]
    fn new_lows_are_named_by_their_days() {
        for (period, days, name) in [
            (LowPeriod::Days30, 30, "NEW_LOW_30"),
            (LowPeriod::Days90, 90, "NEW_LOW_90"),
            (LowPeriod::Days365, 365, "NEW_LOW_365"),
            (LowPeriod::Ever, 36_500, "NEW_LOW_EVER"),
        ] {
            let kind = AlertCondition::NewLow(period, Repetition::Once).kind();
            assert_eq!((period.days(), serde_json::to_value(kind).unwrap()), (days, name.into()));
        }
    }

    #[test]
    fn only_the_five_percentages_are_accepted() {
        let taken: Vec<i64> = (-100..=200).filter(|percent| PercentageOff::new(*percent).is_ok()).collect();
        assert_eq!(taken, [5, 10, 15, 20, 25]);
    }

    #[test]
    fn whole_percentages_are_from_1_to_50() {
        let taken: Vec<i64> = (-100..=200).filter(|percent| WholePercentage::new(*percent).is_ok()).collect();
        assert_eq!(taken, (1..=50).collect::<Vec<i64>>());
    }

    #[test]
    fn least_change_is_one_percent_and_half_a_dinar() {
        for (price, lower) in [(100_000, 99_000), (100_001, 99_000), (10_000, 9_500), (400, -100)] {
            assert_eq!(lower_by_least_change(Fils(price)), Fils(lower));
        }
    }
}
