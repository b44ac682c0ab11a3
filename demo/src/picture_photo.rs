//! Photographs that the shops serve: the drawings in one of 40 scenes (`picture_scene.rs`), with the noise of a camera, in
//! sizes and formats of real retailers. Each shop has its own photograph of a part; one shop lacks some photographs and
//! serves a placeholder for them.

use std::sync::LazyLock;

use image::{DynamicImage, ImageFormat, RgbaImage};
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree},
};

use super::{
    facts::Part,
    picture,
    picture_scene::{ANGLES, Ground, Scene},
    seed,
    shop_kind::ShopKind,
};

/// Share of parts without a photograph at the shop that lacks some: one in this many.
const MISSING_ONE_IN: u64 = 12;
const NO_PICTURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 150\" width=\"400\" height=\"300\">\
    <path fill=\"#b9c0c0\" d=\"M60 50h20l8-12h24l8 12h20v56H60z\"/><circle cx=\"100\" cy=\"78\" r=\"18\" fill=\"#e8ecec\"/></svg>";
const NOISE_SIDE: usize = 256;

/// Camera noise, laid over a photograph: a square of (alpha, tone), premultiplied black or white, hardly visible.
static NOISE: LazyLock<Vec<[u8; 2]>> = LazyLock::new(|| {
    let pixel = |index: usize| {
        let dice = seed::of_bytes(&(index as u64).to_le_bytes());
        let (alpha, is_light) = ((dice % 9) as u8, dice & 0x100 == 0);
        [alpha, if is_light { alpha } else { 0 }]
    };
    (0..NOISE_SIDE * NOISE_SIDE).map(pixel).collect()
});

/// A photograph as a shop sends it.
pub(super) struct Photo {
    pub(super) content_type: &'static str,
    pub(super) bytes: Vec<u8>,
}

/// Style of a shop's photographs.
struct Studio {
    width: u32,
    height: u32,
    grounds: &'static [Ground],
    format: ImageFormat,
    /// Whether the shop prints its name across the lower edge.
    banner: bool,
}

fn studio(kind: ShopKind) -> Studio {
    use Ground::{Grey, Pale, Shadow, Table, Transparent, White};
    let (width, height, grounds, format, banner): (_, _, &[Ground], _, _) = match kind {
        ShopKind::DhowDigital => (800, 800, &[White, Shadow], ImageFormat::Jpeg, false),
        ShopKind::SafatTech => (600, 600, &[Transparent], ImageFormat::Png, false),
        ShopKind::NoorComputers => (900, 675, &[Grey], ImageFormat::Jpeg, true),
        ShopKind::BandarPc => (500, 500, &[White, Pale], ImageFormat::WebP, false),
        ShopKind::SidraStore => (640, 480, &[Table, Pale], ImageFormat::Jpeg, false),
        ShopKind::MirqabMart => (560, 560, &[Grey, Shadow], ImageFormat::Jpeg, false),
    };
    Studio { width, height, grounds, format, banner }
}

/// Returns a shop's photograph of a part; `None` only where it cannot be drawn.
pub(super) fn photograph(kind: ShopKind, part: &Part) -> Option<Photo> {
    let studio = studio(kind);
    let number = seed::of(&part.slug);
    let is_missing = kind == ShopKind::SidraStore && seed::below(number, 71, 0, MISSING_ONE_IN) == 0;
    // The placeholder is one file for all parts.
    let (drawing, number, scene) = match is_missing {
        true => (NO_PICTURE.to_owned(), 1, studio.scene(0)),
        false => (
            picture::draw(part),
            number,
            studio.scene(seed::of(&format!("scene/{}/{}", kind.slug(), part.slug))),
        ),
    };
    let banner = if studio.banner && !is_missing { studio.banner_strokes() } else { String::new() };
    write(&render(&scene, &scene.svg(&drawing, &banner), number)?, studio.format)
}

impl Studio {
    /// Returns the scene that a seed stands for.
    fn scene(&self, seed: u64) -> Scene {
        let [front, ..] = ANGLES;
        Scene {
            angle: seed::pick(seed, 76, &ANGLES).unwrap_or(front),
            ground: seed::pick(seed, 77, self.grounds).unwrap_or(Ground::White),
            width: self.width,
            height: self.height,
        }
    }

    /// Draws strokes that look like letters, as a retailer's name printed on a photograph.
    fn banner_strokes(&self) -> String {
        let (band, top) = (self.height / 8, self.height - self.height / 8);
        let strokes: String = (0..(self.width - 80) / 10)
            .map(|stroke| format!("M{} {}v{}", 45 + stroke * 10, top + 14, band - 28))
            .collect();
        format!(
            "<rect y=\"{top}\" width=\"100%\" height=\"{band}\" fill=\"#147860\"/><path d=\"{strokes}\" stroke=\"#fafafa\" stroke-width=\"5\"/>"
        )
    }
}

/// Paints the ground. A gradient is painted row by row: the drawing library takes 25 ms for one.
fn paint_ground(scene: &Scene, canvas: &mut Pixmap) {
    match scene.ground {
        Ground::White => canvas.fill(Color::WHITE),
        Ground::Shadow => canvas.fill(Color::from_rgba8(0xf7, 0xf8, 0xf9, 0xff)),
        Ground::Pale => canvas.fill(Color::from_rgba8(0xd6, 0xe2, 0xea, 0xff)),
        Ground::Transparent => {}
        Ground::Table => canvas.fill(Color::from_rgba8(0x4a, 0x35, 0x24, 0xff)),
        Ground::Grey => {
            let row_bytes = canvas.width() as usize * 4;
            let last = scene.height.max(2) - 1;
            for (y, row) in (0..).zip(canvas.data_mut().chunks_exact_mut(row_bytes)) {
                let mix = |top: u32, bottom: u32| {
                    u8::try_from((top * (last - y) + bottom * y) / last).unwrap_or(u8::MAX)
                };
                let colour = [mix(0xec, 0xbe), mix(0xee, 0xc2), mix(0xf0, 0xc8), u8::MAX];
                row.chunks_exact_mut(4).for_each(|pixel| pixel.copy_from_slice(&colour));
            }
        }
    }
}

/// Renders a scene on its ground.
fn render(scene: &Scene, svg: &str, number: u64) -> Option<Pixmap> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let mut canvas = Pixmap::new(scene.width, scene.height)?;
    paint_ground(scene, &mut canvas);
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    if scene.ground != Ground::Transparent {
        add_noise(&mut canvas, number);
    }
    Some(canvas)
}

/// Repeats the square of noise over an opaque canvas, moved by some pixels for each photograph. The general pattern
/// of the drawing library takes ten times as long for every pixel.
fn add_noise(canvas: &mut Pixmap, number: u64) {
    let shift = |salt| seed::below(number, salt, 0, NOISE_SIDE as u64) as usize;
    let (across, down) = (shift(74), shift(75));
    let row_bytes = canvas.width() as usize * 4;
    for (y, row) in canvas.data_mut().chunks_exact_mut(row_bytes).enumerate() {
        let start = (y + down) % NOISE_SIDE * NOISE_SIDE;
        let Some(noise) = NOISE.get(start..start + NOISE_SIDE) else { continue };
        let noise = noise.iter().cycle().skip(across);
        for (pixel, [alpha, tone]) in row.chunks_exact_mut(4).zip(noise) {
            for channel in pixel.iter_mut().take(3) {
                let below = u16::from(*channel) * (255 - u16::from(*alpha)) / 255;
                *channel = below as u8 + tone;
            }
        }
    }
}

fn write(canvas: &Pixmap, format: ImageFormat) -> Option<Photo> {
    if format == ImageFormat::Png {
        return Some(Photo { content_type: "image/png", bytes: canvas.encode_png().ok()? });
    }
    // Premultiplied and straight pixels are equal where everything is opaque.
    let opaque = RgbaImage::from_raw(canvas.width(), canvas.height(), canvas.data().to_vec())?;
    let opaque = DynamicImage::from(opaque).into_rgb8();
    if format == ImageFormat::WebP {
        let mut config = webp::WebPConfig::new().ok()?;
        (config.quality, config.method) = (80.0, 0); // the fastest method takes a third of the time
        let encoder = webp::Encoder::from_rgb(&opaque, opaque.width(), opaque.height());
        let bytes = encoder.encode_advanced(&config).ok()?.to_vec();
        return Some(Photo { content_type: "image/webp", bytes });
    }
    let bytes = pictures::encode_original(&DynamicImage::from(opaque), format).ok()?;
    Some(Photo { content_type: "image/jpeg", bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{facts, picture_scene::GROUNDS};

    #[test]
    fn there_are_forty_different_scenes() {
        let parts = facts::parts().expect("the tables");
        let drawing = picture::draw(parts.first().expect("a part"));
        let mut seen = std::collections::HashSet::new();
        for (angle, ground) in ANGLES.into_iter().flat_map(|angle| GROUNDS.map(|ground| (angle, ground))) {
            let scene = Scene { angle, ground, width: 200, height: 150 };
            let canvas = render(&scene, &scene.svg(&drawing, ""), 1).expect("a photograph");
            assert!(seen.insert(seed::of_bytes(canvas.data())), "{scene:?}");
        }
        assert_eq!(seen.len(), 40);
    }

    #[test]
    fn parts_stay_inside_their_photographs() {
        let parts = facts::parts().expect("the tables");
        for part in parts.iter().step_by(60) {
            let drawing = picture::draw(part);
            for angle in ANGLES {
                let scene = Scene { angle, ground: Ground::Transparent, width: 240, height: 180 };
                let canvas = render(&scene, &scene.svg(&drawing, ""), 1).expect("a photograph");
                let alpha = |x: u32, y: u32| canvas.pixel(x, y).map_or(0, |pixel| pixel.alpha());
                let sides = (0..180).flat_map(|y| [alpha(0, y), alpha(239, y)]);
                let edge = (0..240).flat_map(|x| [alpha(x, 0), alpha(x, 179)]).chain(sides);
                assert!(edge.max() == Some(0), "{angle:?} {}", part.name);
            }
        }
    }

    #[test]
    fn each_demo_retailer_has_its_own_photograph() {
        let settings = domain::config::Config::load().expect("the defaults").pictures;
        let parts = facts::parts().expect("the tables");
        let part = parts.iter().step_by(97).nth(2).expect("a part");
        let mut seen = std::collections::HashSet::new();
        for kind in ShopKind::ALL {
            let photo = photograph(kind, part).expect("a photograph");
            let made = pictures::make(&photo.bytes, &settings).expect("a picture");
            assert!(seen.insert(made.stored.picture.hash.clone()), "{kind:?}");
            assert_eq!(photo.bytes, photograph(kind, part).expect("the same again").bytes);
        }
    }

    #[test]
    fn placeholder_picture_is_one_file() {
        let parts = facts::parts().expect("the tables");
        let photos = parts.iter().step_by(7).filter_map(|part| photograph(ShopKind::SidraStore, part));
        let mut hashes: Vec<_> = photos.map(|photo| seed::of_bytes(&photo.bytes)).collect();
        let all = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert!(hashes.len() > all / 2 && all > hashes.len() + 3, "{all} {}", hashes.len());
    }
}
