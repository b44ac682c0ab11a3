//! Cuts a picture to the part that it shows, so that the parts of all pictures have one size on the site's plates.
//!
//! 1. Take the colour of the edge as the ground, if nearly the whole edge has it; of a cut-out, the ground is clear.
//! 2. Find the smallest rectangle with all that differs from the ground, and cut the picture to it with a small margin.
//! 3. Fill a near-white ground with transparency from the borders inwards, so that it takes the colour of the plate.
//!    The ground stays if the fill would eat into a pale part.

use crate::{
    appearance::{GROUND_TOLERANCE, edge_ground},
    decode::Refusal,
    pixels::{Pixels, Rect},
};

/// Minimum share of the edge that has the colour of the ground.
const MIN_PLAIN: f32 = 0.94;
/// Largest difference of a channel from the ground's inside of the picture: more than at the edge, where no shadow falls.
const OBJECT_TOLERANCE: u8 = 22;
/// Opacity up to which a pixel counts as clear.
const CLEAR: u8 = 16;
/// Minimum share of a row's or column's pixels that the part covers; less is noise or a speck.
const MIN_COVERED: f32 = 0.004;
/// Margin around the part, as a share of its longest side.
const MARGIN: f32 = 0.02;
/// Minimum length in pixels of the longest side after the cut: smaller parts would be blurred on the plate.
const MIN_CUT_SIDE: u32 = 192;
/// Minimum value of each channel of a near-white ground.
const NEAR_WHITE: u8 = 232;
/// Difference of a channel from the ground's at which a pixel beside the ground is wholly opaque.
const OPAQUE_STEP: u8 = 60;
/// Minimum share of pixels beside the filled ground that clearly differ from it; fewer mean that the fill runs into the
/// part.
const MIN_CLEAN: f32 = 0.8;

/// Cuts a picture to its part, at most `max_side` pixels long. `whole` is the whole picture, shrunk to that side; it is
/// returned where there is nothing to cut.
pub(crate) fn cut(decoded: &Pixels, whole: Pixels, max_side: u32) -> Result<Pixels, Refusal> {
    let Some(ground) = Ground::of(&whole) else { return Ok(whole) };
    let cut = match object_rect(&whole, &ground).map(|rect| scaled(rect, &whole, decoded)) {
        Some(rect) if rect.width.max(rect.height) >= MIN_CUT_SIDE => {
            decoded.cropped(rect).shrunk(max_side)?
        }
        _ => whole,
    };
    Ok(match ground {
        Ground::Colour(colour) if colour.iter().all(|value| *value >= NEAR_WHITE) => cleared(cut, colour),
        _ => cut,
    })
}

/// Surroundings of the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    Clear,
    Colour([u8; 3]),
}

impl Ground {
    /// Returns the ground of a picture whose edge has one; `None` for a scene.
    fn of(picture: &Pixels) -> Option<Ground> {
        if picture.has_alpha {
            let last = picture.height.saturating_sub(1);
            let alpha = |y: u32| picture.row(y).chunks_exact(4).filter_map(|pixel| pixel.get(3));
            let sides = (0..=last).flat_map(|y| alpha(y).next().into_iter().chain(alpha(y).next_back()));
            let edge: Vec<&u8> = alpha(0).chain(alpha(last)).chain(sides).collect();
            let clear = edge.iter().filter(|alpha| ***alpha <= CLEAR).count();
            return (clear as f32 >= edge.len().max(1) as f32 * MIN_PLAIN).then_some(Ground::Clear);
        }
        let (colour, plain) = edge_ground(&picture.on_white());
        (plain >= MIN_PLAIN).then_some(Ground::Colour(colour))
    }

    fn has(self, pixel: &[u8], tolerance: u8) -> bool {
        match self {
            Ground::Clear => pixel.get(3).is_some_and(|alpha| *alpha <= CLEAR),
            Ground::Colour(colour) => difference(pixel, colour) <= tolerance,
        }
    }
}

/// Returns the largest difference of a channel.
fn difference(pixel: &[u8], colour: [u8; 3]) -> u8 {
    pixel.iter().zip(colour).map(|(value, ground)| value.abs_diff(ground)).max().unwrap_or_default()
}

/// Returns the smallest rectangle with all that differs from the ground; `None` where nothing does.
fn object_rect(picture: &Pixels, ground: &Ground) -> Option<Rect> {
    let mut columns = vec![0_u32; picture.width as usize];
    let mut rows = vec![0_u32; picture.height as usize];
    for (y, count) in (0..).zip(&mut rows) {
        for (pixel, column) in picture.row(y).chunks_exact(picture.channels()).zip(&mut columns) {
            if !ground.has(pixel, OBJECT_TOLERANCE) {
                *count += 1;
                *column += 1;
            }
        }
    }
    let (left, right) = covered(&columns, picture.height)?;
    let (top, bottom) = covered(&rows, picture.width)?;
    Some(Rect { left, top, width: right - left + 1, height: bottom - top + 1 })
}

/// Returns the first and the last line that the part covers.
fn covered(counts: &[u32], length: u32) -> Option<(u32, u32)> {
    let least = (length as f32 * MIN_COVERED).max(1.0);
    let is_covered = |count: &u32| *count as f32 > least;
    let first = counts.iter().position(is_covered)?;
    let last = counts.iter().rposition(is_covered)?;
    Some((u32::try_from(first).ok()?, u32::try_from(last).ok()?))
}

/// Returns the rectangle of the small picture in the large one, with its margin.
fn scaled(rect: Rect, small: &Pixels, large: &Pixels) -> Rect {
    let scale = large.longest_side() as f32 / small.longest_side().max(1) as f32;
    let margin = rect.width.max(rect.height) as f32 * MARGIN;
    let span = |start: u32, length: u32, limit: u32| {
        let from = ((start as f32 - margin) * scale).floor().max(0.0) as u32;
        let to = (((start + length) as f32 + margin) * scale).ceil().max(0.0) as u32;
        let from = from.min(limit.saturating_sub(1));
        (from, to.clamp(from + 1, limit.max(from + 1)) - from)
    };
    let (left, width) = span(rect.left, rect.width, large.width);
    let (top, height) = span(rect.top, rect.height, large.height);
    Rect { left, top, width, height }
}

/// Makes the ground transparent that is connected with the border; returns the picture as it is where its edges are not
/// clean.
fn cleared(picture: Pixels, colour: [u8; 3]) -> Pixels {
    let filled = filled_ground(&picture, colour);
    let (width, channels) = (picture.width as usize, picture.channels());
    let pixels: Vec<u8> =
        picture.bytes.chunks_exact(channels).map(|pixel| difference(pixel, colour)).collect();
    let is_beside =
        |index: usize| !filled[index] && neighbours(index, width, filled.len()).any(|other| filled[other]);
    let beside: Vec<usize> = (0..filled.len()).filter(|index| is_beside(*index)).collect();
    // A pale pixel with something that differs behind it is the soft edge of the part.
    let is_clean = |index: &usize| {
        let around = neighbours(*index, width, filled.len()).filter(|other| !filled[*other]);
        around.chain([*index]).any(|other| pixels[other] >= OPAQUE_STEP)
    };
    let clean = beside.iter().filter(|index| is_clean(index)).count();
    if (clean as f32) < beside.len() as f32 * MIN_CLEAN || beside.is_empty() {
        return picture;
    }
    let mut cut = picture.with_alpha();
    let mut opacity = vec![u8::MAX; filled.len()];
    filled.iter().zip(&mut opacity).filter(|(filled, _)| **filled).for_each(|(_, opacity)| *opacity = 0);
    for index in beside {
        let share = u32::from(pixels[index].min(OPAQUE_STEP)) * 255 / u32::from(OPAQUE_STEP);
        opacity[index] = u8::try_from(share).unwrap_or(u8::MAX);
    }
    for (pixel, opacity) in cut.bytes.chunks_exact_mut(4).zip(opacity) {
        if let Some(alpha) = pixel.get_mut(3) {
            *alpha = opacity;
        }
    }
    cut
}

/// Returns for each pixel whether it is ground that is connected with the border.
fn filled_ground(picture: &Pixels, colour: [u8; 3]) -> Vec<bool> {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let ground: Vec<bool> = picture
        .bytes
        .chunks_exact(picture.channels())
        .map(|pixel| difference(pixel, colour) <= GROUND_TOLERANCE)
        .collect();
    let mut filled = vec![false; ground.len()];
    let is_border = |index: usize| {
        let (x, y) = (index % width, index / width);
        x == 0 || y == 0 || x + 1 == width || y + 1 == height
    };
    let mut open: Vec<usize> =
        (0..ground.len()).filter(|index| is_border(*index) && ground[*index]).collect();
    open.iter().for_each(|index| filled[*index] = true);
    while let Some(index) = open.pop() {
        for other in neighbours(index, width, ground.len()) {
            if ground[other] && !filled[other] {
                filled[other] = true;
                open.push(other);
            }
        }
    }
    filled
}

/// Returns the pixels above, below and beside one.
fn neighbours(index: usize, width: usize, count: usize) -> impl Iterator<Item = usize> {
    let column = index % width.max(1);
    let above = index.checked_sub(width);
    let below = Some(index + width).filter(|other| *other < count);
    let before = (column > 0).then(|| index - 1);
    let after = Some(index + 1).filter(|other| column + 1 < width && *other < count);
    [above, below, before, after].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    /// Draws a dark part of 240 × 120 pixels somewhere on a ground.
    fn part_on(ground: [u8; 3]) -> Pixels {
        let picture = RgbImage::from_fn(600, 600, |x, y| {
            let is_part = (100..340).contains(&x) && (60..180).contains(&y);
            if is_part { Rgb([40, 44, 50 + (y / 8) as u8]) } else { Rgb(ground) }
        });
        Pixels::of(DynamicImage::from(picture))
    }

    fn cut_of(picture: &Pixels) -> Pixels {
        cut(picture, picture.shrunk(640).expect("it shrinks"), 640).expect("a picture")
    }

    fn alpha(picture: &Pixels, x: u32, y: u32) -> Option<u8> {
        picture
            .row(y)
            .chunks_exact(picture.channels())
            .nth(x as usize)
            .and_then(|pixel| pixel.get(3).copied())
    }

    #[test]
    fn plain_borders_are_cut_to_the_part() {
        for ground in [[255, 255, 255], [246, 247, 248], [120, 130, 90]] {
            let cut = cut_of(&part_on(ground));
            assert!(
                (240..=252).contains(&cut.width) && (120..=132).contains(&cut.height),
                "{ground:?} {}",
                cut.width
            );
            // The part takes four fifths of the picture and more.
            assert!(240.0 / cut.width as f32 > 0.8);
        }
    }

    #[test]
    fn near_white_ground_becomes_transparent_and_others_stay() {
        let white = cut_of(&part_on([250, 250, 250]));
        assert_eq!(
            (alpha(&white, 0, 0), alpha(&white, white.width / 2, white.height / 2)),
            (Some(0), Some(255))
        );
        assert!(!cut_of(&part_on([120, 130, 90])).has_alpha);
    }

    #[test]
    fn ground_stays_where_a_pale_part_fades_into_it() {
        let picture = RgbImage::from_fn(600, 600, |x, y| {
            let away = x.abs_diff(300).max(y.abs_diff(300));
            Rgb([if away < 200 { 215 + (away / 5) as u8 } else { 255 }; 3])
        });
        let cut = cut_of(&Pixels::of(DynamicImage::from(picture)));
        assert!(!cut.has_alpha && cut.width >= 192, "{} {}", cut.width, cut.has_alpha);
    }

    #[test]
    fn cut_out_is_cut_by_its_opacity() {
        let picture = RgbaImage::from_fn(500, 400, |x, y| {
            let is_part = (50..300).contains(&x) && (100..300).contains(&y);
            // A white part on a clear ground is no ground.
            if is_part { Rgba([255, 255, 255, 255]) } else { Rgba([0, 0, 0, 0]) }
        });
        let cut = cut_of(&Pixels::of(DynamicImage::from(picture)));
        assert!(
            (250..=262).contains(&cut.width) && (200..=212).contains(&cut.height),
            "{} {}",
            cut.width,
            cut.height
        );
    }

    #[test]
    fn scenes_and_small_parts_stay_whole() {
        let scene = RgbImage::from_fn(400, 300, |x, y| Rgb([(x % 250) as u8, (y % 250) as u8, 90]));
        let cut = cut_of(&Pixels::of(DynamicImage::from(scene)));
        assert_eq!((cut.width, cut.height, cut.has_alpha), (400, 300, false));
        let small = RgbImage::from_fn(300, 300, |x, y| {
            Rgb([if (100..160).contains(&x) && (100..160).contains(&y) { 20 } else { 255 }; 3])
        });
        assert_eq!(cut_of(&Pixels::of(DynamicImage::from(small))).width, 300);
    }

    #[test]
    fn specks_do_not_enlarge_the_part() {
        let mut picture = part_on([255, 255, 255]);
        for index in [20, 599 * 600 + 580] {
            picture.bytes[index * 3..index * 3 + 3].fill(0);
        }
        assert!(cut_of(&picture).width <= 252);
    }

    #[test]
    fn pictures_of_one_pixel_and_one_row_are_harmless() {
        for (width, height) in [(1, 1), (1, 600), (600, 1), (2, 2)] {
            let picture = RgbImage::from_fn(width, height, |x, y| Rgb([(x * 7 + y * 3) as u8; 3]));
            let cut = cut_of(&Pixels::of(DynamicImage::from(picture)));
            assert_eq!((cut.width, cut.height), (width, height));
        }
    }
}
