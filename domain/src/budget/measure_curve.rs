//! The curve by which a use values one measure of a part (`config/budget/uses.toml`). The curve of builds over the budget
//! is in the api.

use serde::Deserialize;

/// The value of every curve at its maximum.
const MAX_VALUE: i64 = 1_000;
/// The largest measure of a corner: far above every index and capacity, and small enough that no product overflows.
const MAX_MEASURE: i64 = 1_000_000;

/// A concave, piecewise linear curve that never falls: the value of a measure, in thousandths.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<(i64, i64)>")]
pub struct MeasureCurve(Vec<(i64, i64)>);

/// Why corners do not form a curve.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MeasureCurveError {
    #[error("a curve needs at least two corners")]
    TooShort,
    #[error("corner {0} is not to the right of the one before it, or out of range")]
    Order(usize),
    #[error("the curve falls, or is steeper after corner {0} than before it")]
    NotConcave(usize),
}

impl TryFrom<Vec<(i64, i64)>> for MeasureCurve {
    type Error = MeasureCurveError;

    fn try_from(corners: Vec<(i64, i64)>) -> Result<Self, MeasureCurveError> {
        if corners.len() < 2 {
            return Err(MeasureCurveError::TooShort);
        }
        let in_range = |(x, y): &(i64, i64)| (0..=MAX_MEASURE).contains(x) && (0..=MAX_VALUE).contains(y);
        if let Some(index) = corners.iter().position(|corner| !in_range(corner)) {
            return Err(MeasureCurveError::Order(index));
        }
        let mut last_slope: Option<(i64, i64)> = None;
        for (index, ((x0, y0), (x1, y1))) in corners.iter().zip(&corners[1..]).enumerate() {
            let (dx, dy) = (x1 - x0, y1 - y0);
            if dx <= 0 {
                return Err(MeasureCurveError::Order(index + 1));
            }
            if dy < 0 || last_slope.is_some_and(|(dx0, dy0)| dy * dx0 > dy0 * dx) {
                return Err(MeasureCurveError::NotConcave(index));
            }
            last_slope = Some((dx, dy));
        }
        Ok(MeasureCurve(corners))
    }
}

impl MeasureCurve {
    /// Returns the value at a measure, rounded down. Before the first corner, the first corner's value; after the
    /// last, the last one's.
    pub fn value_at(&self, measure: i64) -> i64 {
        let mut value = self.0[0].1;
        for ((x0, y0), (x1, y1)) in self.0.iter().zip(&self.0[1..]) {
            if measure <= *x0 {
                return value;
            }
            if measure < *x1 {
                return y0 + (measure - x0) * (y1 - y0) / (x1 - x0);
            }
            value = *y1;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curve_is_linear_between_corners_and_flat_outside() {
        let curve = MeasureCurve::try_from(vec![(100, 0), (150, 750), (180, 1000)]).expect("a curve");
        for (measure, value) in
            [(-5, 0), (100, 0), (101, 15), (150, 750), (165, 875), (180, 1000), (900, 1000)]
        {
            assert_eq!(curve.value_at(measure), value, "{measure}");
        }
    }

    #[test]
    fn falling_steepening_and_unordered_corners_are_refused() {
        for (corners, error) in [
            (vec![(0, 0)], MeasureCurveError::TooShort),
            (vec![(0, 0), (0, 5)], MeasureCurveError::Order(1)),
            (vec![(0, 9), (5, 5)], MeasureCurveError::NotConcave(0)),
            (vec![(0, 0), (5, 5), (6, 50)], MeasureCurveError::NotConcave(1)),
            (vec![(0, 0), (5, 5000)], MeasureCurveError::Order(1)),
        ] {
            assert_eq!(MeasureCurve::try_from(corners), Err(error));
        }
    }
}
