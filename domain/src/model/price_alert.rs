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
}

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
}

/// The error for a target that the price has already reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Target price must be lower than current price")]
pub struct TargetPriceNotLower;

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

impl AlertCondition {
    /// Returns the kind, without the numbers.
    pub fn kind(self) -> AlertKind {
        match self {
            Self::AnyDrop => AlertKind::AnyDrop,
            Self::TargetPrice(_) => AlertKind::TargetPrice,
            Self::PercentageDrop(_) => AlertKind::PercentageDrop,
        }
    }

    /// Returns the threshold: the highest price that fires the alert, set while the price is `current_price`.
    ///
    /// # Errors
    /// When the price has already reached the target.
    pub fn threshold(self, current_price: Fils) -> Result<Fils, TargetPriceNotLower> {
        match self {
            Self::AnyDrop => Ok(Fils(current_price.0.saturating_sub(1))),
            Self::TargetPrice(target) if target < current_price => Ok(target),
            Self::TargetPrice(_) => Err(TargetPriceNotLower),
            // Rounded down: a price that has dropped by slightly less than the percentage must not fire.
            Self::PercentageDrop(PercentageOff(percent)) => {
                Ok(Fils(current_price.saturating_mul(i64::from(100 - percent)).0.div_euclid(100)))
            }
        }
    }
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
        ] {
            assert_eq!(condition.threshold(Fils(99_999)), threshold, "{condition:?}");
        }
    }

    #[test]
    fn only_the_five_percentages_are_accepted() {
        let taken: Vec<i64> = (-100..=200).filter(|percent| PercentageOff::new(*percent).is_ok()).collect();
        assert_eq!(taken, [5, 10, 15, 20, 25]);
    }
}
