//! Resolutions of screens that are written in parts: `1920 x 1080`, `2560 × 1440`, `3440x 1440` are one word each.

/// Digits of a width or a height.
const DIGITS: std::ops::RangeInclusive<usize> = 3..=5;
/// Widths divided by heights of screens: 5:4, 4:3, 3:2, 16:10, 16:9, 21:9, 32:10, 32:9.
const ASPECTS: [f64; 8] = [1.25, 4.0 / 3.0, 1.5, 1.6, 16.0 / 9.0, 64.0 / 27.0, 3.2, 32.0 / 9.0];
/// Share by which the aspect of a screen may differ from these.
const MAX_DIFFERENCE: f64 = 0.015;
/// Rows of the largest screens.
const MAX_ROWS: u32 = 4320;
/// Both sides of a screen are multiples of this; the numbers in `5600x 4070` seldom are.
const STEP: u32 = 8;

/// Returns the resolution that begins at the first of some folded words, and its number of words; `None` for a single word.
pub(crate) fn resolution_at<'t>(word: impl Fn(usize) -> Option<&'t str>) -> Option<(String, usize)> {
    let first = word(0)?;
    let second = word(1)?;
    let (width, height, length, is_model_like) = match first.strip_suffix('x') {
        Some(width) => (width, second, 2, true),
        None if matches!(second, "x" | "by") => (first, word(2)?, 3, false),
        None => (first, second.strip_prefix('x')?, 2, false),
    };
    let (columns, rows) = (side(width)?, side(height)?);
    let is_screen =
        is_aspect_of_screen(columns, rows) && (!is_model_like || (columns % STEP == 0 && rows % STEP == 0));
    is_screen.then(|| (format!("{width}x{height}"), length))
}

fn side(text: &str) -> Option<u32> {
    let is_number = DIGITS.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?.filter(|side| *side > 0)
}

fn is_aspect_of_screen(columns: u32, rows: u32) -> bool {
    let aspect = f64::from(columns) / f64::from(rows);
    rows <= MAX_ROWS && ASPECTS.iter().any(|known| (aspect / known - 1.0).abs() <= MAX_DIFFERENCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolution_is_one_word_in_any_spacing() {
        for (words, expected) in [
            (["1920", "x", "1080"].as_slice(), Some(("1920x1080", 3))),
            (&["2560x", "1440"], Some(("2560x1440", 2))),
            (&["3440", "x1440", "144hz"], Some(("3440x1440", 2))),
            (&["1366", "by", "768"], Some(("1366x768", 3))),
            (&["5600x", "4070"], None),
            (&["7600x", "5080"], None),
            (&["120", "x", "120"], None),
            (&["2", "x", "16gb"], None),
            (&["1920x1080"], None),
        ] {
            let found = resolution_at(|index| words.get(index).copied());
            assert_eq!(found.as_ref().map(|(text, length)| (text.as_str(), *length)), expected, "{words:?}");
        }
    }
}
