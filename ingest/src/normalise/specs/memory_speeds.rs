//! Speeds and ratings of memory modules.

/// Speeds of memory on sale, MT/s: a bare number in a title is a speed only when it is one of these.
pub(super) const SPEEDS: [i64; 44] = [
    1333, 1600, 1866, 2133, 2400, 2666, 2800, 2933, 3000, 3200, 3333, 3466, 3600, 3733, 3800, 3866, 4000,
    4133, 4266, 4400, 4600, 4800, 5000, 5133, 5200, 5333, 5600, 6000, 6200, 6400, 6600, 6800, 7000, 7200,
    7400, 7600, 7800, 8000, 8200, 8400, 8600, 8800, 9000, 9200,
];
/// Speeds of old generations (DDR1 to DDR3), MT/s; in titles of newer ones these numbers mean other values.
pub(super) const OLD_SPEEDS: [i64; 8] = [266, 333, 400, 533, 667, 800, 1066, 1067];

/// Returns the speed of a module by its rating.
pub(super) fn rated_speed(ram_type: &str, rating: i64) -> Option<i64> {
    let is_speed =
        !matches!(ram_type, "DDR1" | "DDR2" | "DDR3") && rating < 10_000 && SPEEDS.contains(&rating);
    if is_speed {
        return Some(rating);
    }
    // Ratings are rounded down to whole hundreds: 17000 is 2133, 21300 is 2666.
    SPEEDS.into_iter().chain(OLD_SPEEDS).find(|speed| (speed * 8 - rating).abs() <= 100)
}
