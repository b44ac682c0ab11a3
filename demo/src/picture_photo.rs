//! Photographs that the shops serve: the drawings on a background, with the noise of a camera, in sizes and formats
//! of real retailers. Each shop has its own photograph of a part; one shop lacks some photographs and serves a
//! placeholder for them.

use std::sync::LazyLock;

use image::{DynamicImage, ImageFormat, RgbaImage};
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree},
};

use super::{facts::Part, picture, seed, shop_kind::ShopKind};

/// Share of the photograph's width or height that the drawing takes.
const FILLED: f32 = 0.92;
/// Size attributes at the beginning of a drawing, which are replaced by its position in the photograph.
const DRAWN_SIZE: &str = "width=\"400\" height=\"300\"";
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
    ground: Ground,
    format: ImageFormat,
    /// Whether the shop prints its name across the lower edge.
    banner: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    White,
    Transparent,
    Grey,
    Table,
}

fn studio(kind: ShopKind) -> Studio {
    let (width, height, ground, format, banner) = match kind {
        ShopKind::DhowDigital => (800, 800, Ground::White, ImageFormat::Jpeg, false),
        ShopKind::SafatTech => (600, 600, Ground::Transparent, ImageFormat::Png, false),
        ShopKind::NoorComputers => (900, 675, Ground::Grey, ImageFormat::Jpeg, true),
        ShopKind::BandarPc => (500, 500, Ground::White, ImageFormat::WebP, false),
        ShopKind::SidraStore => (640, 480, Ground::Table, ImageFormat::Jpeg, false),
        ShopKind::MirqabMart => (560, 560, Ground::Grey, ImageFormat::Jpeg, false),
    };
    Studio { width, height, ground, format, banner }
}

/// Returns a shop's photograph of a part; `None` only where it cannot be drawn.
pub(super) fn photograph(kind: ShopKind, part: &Part) -> Option<Photo> {
    let studio = studio(kind);
    let number = seed::of(&part.slug);
    let is_missing = kind == ShopKind::SidraStore && seed::below(number, 71, 0, MISSING_ONE_IN) == 0;
    // The placeholder is one file for all parts.
    let (drawing, number) =
        if is_missing { (NO_PICTURE.to_owned(), 1) } else { (picture::draw(part), number) };
    let canvas = render(&studio.scene(&drawing, studio.banner && !is_missing), &studio, number)?;
    write(&canvas, studio.format)
}

impl Studio {
    /// Builds the photograph as SVG: the boards of a table, the part, the banner. `paint_ground` paints plain grounds.
    fn scene(&self, drawing: &str, banner: bool) -> String {
        let (width, height) = (self.width as f32, self.height as f32);
        let scale = (width / 4.0).min(height / 3.0) * FILLED;
        let (inner_width, inner_height) = (scale * 4.0, scale * 3.0);
        let place = format!(
            "x=\"{}\" y=\"{}\" width=\"{inner_width}\" height=\"{inner_height}\"",
            (width - inner_width) / 2.0,
            (height - inner_height) / 2.0,
        );
        let drawing = drawing.replacen(DRAWN_SIZE, &place, 1);
        let banner = if banner { self.banner_strokes() } else { String::new() };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{}{drawing}{banner}</svg>",
            if self.ground == Ground::Table { self.boards() } else { String::new() }
        )
    }

    /// Draws wooden boards, seen from above.
    fn boards(&self) -> String {
        let board = |board: u32| {
            let tone = seed::below(u64::from(board), 73, 0, 40);
            format!(
                "<rect y=\"{}\" width=\"100%\" height=\"46\" fill=\"rgb({},{},{})\"/>",
                board * 48,
                176 - tone,
                132 - tone,
                92 - tone
            )
        };
        (0..self.height.div_ceil(48)).map(board).collect()
    }

    /// Paints the ground. A gradient is painted row by row: the drawing library takes 25 ms for one.
    fn paint_ground(&self, canvas: &mut Pixmap) {
        match self.ground {
            Ground::White => canvas.fill(Color::WHITE),
            Ground::Transparent => {}
            Ground::Table => canvas.fill(Color::from_rgba8(0x4a, 0x35, 0x24, 0xff)),
            Ground::Grey => {
                let row_bytes = canvas.width() as usize * 4;
                let last = self.height.max(2) - 1;
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

/// Renders a scene on its ground.
fn render(scene: &str, studio: &Studio, number: u64) -> Option<Pixmap> {
    let tree = Tree::from_str(scene, &Options::default()).ok()?;
    let mut canvas = Pixmap::new(studio.width, studio.height)?;
    studio.paint_ground(&mut canvas);
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    if studio.ground != Ground::Transparent {
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
    use crate::facts;

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
