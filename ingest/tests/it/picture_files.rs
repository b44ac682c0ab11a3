//! Conversion of picture files from retailers, and the files that are refused.

use domain::config::{Config, Pictures};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use pictures::{DecodeLimits, Refusal, decode, encode_original, make};

/// Draws a part on a white background; another number gives another part.
pub(crate) fn photo(side: u32, number: u8) -> DynamicImage {
    let (from, to) = (side / 4, side * 3 / 4);
    let inside = |at: u32| (from..to).contains(&at);
    DynamicImage::from(RgbImage::from_fn(side, side, |x, y| {
        if !inside(x) || !inside(y) {
            return Rgb([255, 255, 255]);
        }
        Rgb([number, (x * 200 / side) as u8, (y * 200 / side) as u8])
    }))
}

pub(crate) fn file(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    encode_original(picture, format).unwrap()
}

pub(crate) fn settings() -> Pictures {
    Config::load().unwrap().pictures
}

fn limits() -> DecodeLimits {
    DecodeLimits::from(&settings())
}

/// Returns the header of a PNG of this size, without the rest of the file.
fn png_of_size(width: u32, height: u32) -> Vec<u8> {
    let mut png = file(&photo(100, 1), ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let checksum = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&checksum.to_be_bytes());
    png
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}

/// Returns files that are no usable picture, each with the expected message.
pub(crate) fn bad_files() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let cut = |format| {
        let whole = file(&photo(400, 1), format);
        whole[..whole.len() / 2].to_vec()
    };
    let svg =
        "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    vec![
        ("cut.jpg", cut(ImageFormat::Jpeg), "the file is truncated"),
        ("cut.png", cut(ImageFormat::Png), "the file is truncated"),
        ("cut.webp", cut(ImageFormat::WebP), " is "),
        ("huge.png", png_of_size(50_000, 50_000), "50000 × 50000 pixels, more than the 25 million allowed"),
        ("wide.png", png_of_size(u32::MAX / 2, 3), "the picture"),
        ("drawing.svg", svg.into(), "an SVG drawing"),
        (
            "page.jpg",
            b"\n<!DOCTYPE html><html><body>Not found</body></html>".to_vec(),
            "a web page instead of a picture",
        ),
        ("words.jpg", b"hello".to_vec(), "not a JPEG, PNG, WebP or GIF"),
        ("empty.jpg", Vec::new(), "the response is empty"),
        ("dot.gif", file(&photo(1, 1), ImageFormat::Gif), "only 1 × 1 pixels"),
        (
            "white.png",
            file(&DynamicImage::from(RgbImage::from_pixel(300, 300, Rgb([255; 3]))), ImageFormat::Png),
            "only one colour",
        ),
    ]
}

#[test]
fn non_picture_is_refused_with_a_reason() {
    for (name, bytes, reason) in bad_files() {
        let refusal = make(&bytes, &settings()).expect_err(name).to_string();
        assert!(refusal.contains(reason), "{name}: {refusal}");
    }
}

/// Reduces a picture to fewer than 256 colours: with more, a GIF encoder takes seconds to find the best 256.
fn in_few_colours(picture: DynamicImage) -> DynamicImage {
    let mut picture = picture.into_rgb8();
    picture.pixels_mut().for_each(|pixel| pixel.0 = pixel.0.map(|value| value | 0x1f));
    DynamicImage::from(picture)
}

#[test]
fn every_format_is_stored_in_three_widths() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let picture =
            if format == ImageFormat::Gif { in_few_colours(photo(1400, 80)) } else { photo(1400, 80) };
        let sent = file(&DynamicImage::from(picture.into_rgb8()), format);
        let made = make(&sent, &settings()).expect("a picture");
        let widths: Vec<u32> = made
            .files
            .iter()
            .map(|(file, bytes)| {
                let decoded = image::load_from_memory_with_format(bytes, ImageFormat::WebP).unwrap();
                assert_eq!(decoded.width(), file.width, "{format:?}");
                decoded.width()
            })
            .collect();
        assert_eq!(widths, [640, 384, 192], "{format:?}");
        assert!(made.stored.plain > 0.9 && made.stored.quality > 0.9, "{:?}", made.stored);
    }
}

#[test]
fn small_tall_and_transparent_pictures_keep_their_shape() {
    let small = make(&file(&photo(120, 9), ImageFormat::Png), &settings()).unwrap();
    assert_eq!((small.files.len(), small.stored.picture.width), (1, 120));
    let tall = DynamicImage::from(photo(2000, 9).crop_imm(500, 0, 200, 2000).into_rgb8());
    let tall = make(&file(&tall, ImageFormat::Jpeg), &settings()).unwrap().stored.picture;
    assert_eq!((tall.width, tall.height), (64, 640));
    let clear =
        RgbaImage::from_fn(400, 300, |x, _| if x < 100 { Rgba([0; 4]) } else { Rgba([90, x as u8, 4, 255]) });
    let clear = make(&file(&DynamicImage::from(clear), ImageFormat::Png), &settings()).unwrap();
    let (_, bytes) = clear.files.last().unwrap();
    let decoded = image::load_from_memory_with_format(bytes, ImageFormat::WebP).unwrap();
    assert!(decoded.color().has_alpha() && decoded.into_rgba8().get_pixel(4, 4).0[3] == 0);
}

#[test]
fn corrupt_pictures_are_refused_without_panic() {
    use rand::{RngExt as _, SeedableRng as _};
    let mut dice = rand::rngs::StdRng::seed_from_u64(14);
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let whole = file(&photo(160, 3), format);
        for _ in 0..150 {
            let mut bytes = whole.clone();
            for _ in 0..dice.random_range(1..12) {
                let at = dice.random_range(0..bytes.len());
                bytes[at] = dice.random();
            }
            bytes.truncate(dice.random_range(1..=bytes.len()));
            match decode(&bytes, limits()) {
                Ok(picture) => {
                    assert!(u64::from(picture.width()) * u64::from(picture.height()) <= 25_000_000)
                }
                Err(Refusal::Damaged(reason)) => assert!(!reason.is_empty() && !reason.contains('\n')),
                Err(_) => {}
            }
        }
    }
}
