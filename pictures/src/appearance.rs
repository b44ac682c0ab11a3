//! Estimates of a picture's quality, to compare the pictures of one product: large, with a large part on a plain
//! background, and little lettering.

use image::RgbImage;

/// The length in pixels of the longest side beyond which more adds nothing.
const FULL_SIZE: f32 = 800.0;
/// The largest difference of a channel from the background's that still counts as background.
pub(crate) const GROUND_TOLERANCE: u8 = 12;
/// The width in pixels of the edge from which the background is taken.
const EDGE: u32 = 2;
/// The side in pixels of the square cells that are checked for lettering.
const CELL: u32 = 8;
/// The step of brightness between neighbouring pixels that counts as one between ink and paper.
const INK_STEP: i16 = 70;
/// The number of steps in a cell that counts as lettering: several strokes in most of its rows.
const INK_STEPS: u32 = 14;
/// The share of lettered cells from which on a picture counts as nothing but lettering.
const FULL_LETTERING: f32 = 0.25;

/// The share of lettered cells of one row of cells from which on it is a strip of text: a printed name, a price.
const STRIP: f32 = 0.6;

/// Weights of size, plain background, the part's size and lettering in the quality; they sum to 1.
const SIZE_WEIGHT: f32 = 0.35;
const PLAIN_WEIGHT: f32 = 0.30;
const PART_WEIGHT: f32 = 0.15;
const LETTERING_WEIGHT: f32 = 0.20;

/// The measures of a picture's appearance, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Appearance {
    /// The share of the edge that is one background colour.
    pub plain: f32,
    /// The share of the picture that looks like lettering: high for banners and adverts, some for boxes, hardly any
    /// for parts.
    pub lettering: f32,
    /// The weighted sum, by which the best of a product's pictures is chosen.
    pub quality: f32,
    /// Whether all pixels have one colour.
    pub blank: bool,
}

/// Measures a picture: `sample` is a small copy on white of a picture whose longest side was `longest_side` pixels.
pub(crate) fn measure(sample: &RgbImage, longest_side: u32) -> Appearance {
    let (ground, plain) = edge_ground(sample);
    let (share, strip) = text_shares(sample);
    // A strip spoils a picture whatever the rest shows.
    let lettering = if strip >= STRIP { 1.0 } else { (share / FULL_LETTERING).min(1.0) };
    let size = (longest_side as f32 / FULL_SIZE).min(1.0);
    // In a scene, and beside a strip, the part's size is unknown.
    let part = if strip >= STRIP { 0.0 } else { plain * part_share(sample, ground) };
    let quality =
        SIZE_WEIGHT * size + PLAIN_WEIGHT * plain + PART_WEIGHT * part + LETTERING_WEIGHT * (1.0 - lettering);
    Appearance { plain, lettering, quality: quality.clamp(0.0, 1.0), blank: is_blank(sample) }
}

/// Returns the edge's median colour, and the share of the edge's pixels that are near it.
pub(crate) fn edge_ground(sample: &RgbImage) -> ([u8; 3], f32) {
    let (width, height) = sample.dimensions();
    let is_edge = |x: u32, y: u32| {
        x < EDGE || y < EDGE || x >= width.saturating_sub(EDGE) || y >= height.saturating_sub(EDGE)
    };
    let edge: Vec<[u8; 3]> =
        sample.enumerate_pixels().filter(|(x, y, _)| is_edge(*x, *y)).map(|(_, _, pixel)| pixel.0).collect();
    let ground = [0, 1, 2].map(|channel| median(edge.iter().map(|pixel| pixel[channel]).collect()));
    let near = edge.iter().filter(|pixel| is_near(**pixel, ground)).count();
    (ground, near as f32 / edge.len().max(1) as f32)
}

fn is_near(pixel: [u8; 3], ground: [u8; 3]) -> bool {
    pixel.iter().zip(ground).all(|(value, ground)| value.abs_diff(ground) <= GROUND_TOLERANCE)
}

/// Returns the larger of the shares of width and height that the part takes.
fn part_share(sample: &RgbImage, ground: [u8; 3]) -> f32 {
    let (mut columns, mut rows) = ((u32::MAX, 0), (u32::MAX, 0));
    for (x, y, pixel) in sample.enumerate_pixels() {
        if !is_near(pixel.0, ground) {
            columns = (columns.0.min(x), columns.1.max(x));
            rows = (rows.0.min(y), rows.1.max(y));
        }
    }
    let share = |(first, last): (u32, u32), length: u32| match last.checked_sub(first) {
        Some(more) => (more + 1) as f32 / length.max(1) as f32,
        None => 0.0,
    };
    share(columns, sample.width()).max(share(rows, sample.height()))
}

fn median(mut values: Vec<u8>) -> u8 {
    let middle = values.len() / 2;
    if values.is_empty() { 0 } else { *values.select_nth_unstable(middle).1 }
}

/// Returns the share of cells with many steps between ink and paper, about as many up as down; of the whole picture,
/// and of the row of cells that has most.
fn text_shares(sample: &RgbImage) -> (f32, f32) {
    let (columns, rows) = (sample.width() / CELL, sample.height() / CELL);
    let in_row = |row: u32| (0..columns).filter(|column| has_text(sample, column * CELL, row * CELL)).count();
    let lettered: Vec<usize> = (0..rows).map(in_row).collect();
    let share = lettered.iter().sum::<usize>() as f32 / (columns * rows).max(1) as f32;
    let most = lettered.iter().max().copied().unwrap_or_default();
    (share, most as f32 / columns.max(1) as f32)
}

fn has_text(sample: &RgbImage, left: u32, top: u32) -> bool {
    let (mut up, mut down) = (0, 0);
    for y in top..top + CELL {
        for x in left + 1..left + CELL {
            let step = brightness(sample, x, y) - brightness(sample, x - 1, y);
            up += u32::from(step >= INK_STEP);
            down += u32::from(step <= -INK_STEP);
        }
    }
    up + down >= INK_STEPS && up.min(down) * 3 >= up.max(down)
}

fn brightness(sample: &RgbImage, x: u32, y: u32) -> i16 {
    let [red, green, blue] = sample.get_pixel(x, y).0.map(i16::from);
    (red * 3 + green * 6 + blue) / 10
}

fn is_blank(sample: &RgbImage) -> bool {
    let mut pixels = sample.pixels();
    let Some(first) = pixels.next() else { return true };
    pixels.all(|pixel| pixel.0.iter().zip(first.0).all(|(value, first)| value.abs_diff(first) <= 3))
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    const WHITE: Rgb<u8> = Rgb([255, 255, 255]);

    fn part_on(ground: impl Fn(u32, u32) -> Rgb<u8>) -> RgbImage {
        RgbImage::from_fn(160, 160, |x, y| {
            let is_part = (40..120).contains(&x) && (50..110).contains(&y);
            if is_part { Rgb([40 + (x / 4) as u8, 44, 50 + (y / 4) as u8]) } else { ground(x, y) }
        })
    }

    fn picture_with_text() -> RgbImage {
        RgbImage::from_fn(
            160,
            160,
            |x, y| {
                if y % 16 < 10 && (x / 2) % 2 == 0 { Rgb([10, 10, 10]) } else { WHITE }
            },
        )
    }

    #[test]
    fn white_background_ranks_above_busy_background_and_banner() {
        let on_white = measure(&part_on(|_, _| WHITE), 800);
        let on_table = measure(&part_on(|x, y| Rgb([(x * 3 % 200) as u8, (y * 5 % 200) as u8, 90])), 800);
        let banner = measure(&picture_with_text(), 800);
        assert!(on_white.quality > on_table.quality + 0.2, "{on_white:?} {on_table:?}");
        assert!(on_white.quality > banner.quality + 0.1, "{on_white:?} {banner:?}");
        assert!(on_white.lettering < 0.05 && banner.lettering > 0.9, "{on_white:?} {banner:?}");
    }

    #[test]
    fn larger_copy_ranks_higher_up_to_display_size() {
        let quality = |side| measure(&part_on(|_, _| WHITE), side).quality;
        assert!(quality(800) > quality(300));
        assert_eq!(quality(800), quality(4000));
    }

    #[test]
    fn strip_of_text_spoils_a_picture() {
        let mut banner = part_on(|_, _| WHITE);
        // A strip of the height of two cells, on the grid of cells.
        for (x, _, pixel) in banner.enumerate_pixels_mut().filter(|(_, y, _)| (136..152).contains(y)) {
            *pixel = if (x / 2) % 2 == 0 { Rgb([10, 10, 10]) } else { WHITE };
        }
        let (plain, spoilt) = (measure(&part_on(|_, _| WHITE), 800), measure(&banner, 800));
        assert!(plain.quality > spoilt.quality + 0.15, "{plain:?} {spoilt:?}");
    }

    #[test]
    fn larger_part_ranks_higher() {
        let part = |from: u32, to: u32| {
            RgbImage::from_fn(160, 160, |x, y| {
                let is_part = (from..to).contains(&x) && (from..to).contains(&y);
                if is_part { Rgb([40, 60, 50]) } else { WHITE }
            })
        };
        assert!(measure(&part(10, 150), 800).quality > measure(&part(60, 100), 800).quality + 0.05);
    }

    #[test]
    fn one_colour_is_blank() {
        assert!(measure(&RgbImage::from_pixel(160, 160, Rgb([250, 251, 252])), 800).blank);
        assert!(!measure(&part_on(|_, _| WHITE), 800).blank);
    }
}
