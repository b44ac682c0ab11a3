//! Encoding of a picture's files: WebP, in several widths.

use std::cell::RefCell;

use domain::{
    config::Pictures,
    model::{PICTURE_WIDTHS, Picture, PictureFile, PictureHash},
    store::pictures::StoredPicture,
};
use fast_image_resize::{
    FilterType, PixelTrait, PixelType, ResizeAlg, ResizeOptions, Resizer,
    images::{Image, TypedImageRef},
    pixels::{U8x3, U8x4},
};
use image::{DynamicImage, RgbImage};
use webp::{Encoder, PixelLayout, WebPConfig};

use crate::{
    appearance,
    decode::{DecodeLimits, Refusal, decode},
};

/// The side of the square that the largest file fits in, in pixels.
const MAX_SIDE: u32 = PICTURE_WIDTHS[PICTURE_WIDTHS.len() - 1];
/// WebP quality, 0 to 100: at 75 no difference is visible at the sizes that the site shows.
const QUALITY: f32 = 75.0;
/// WebP effort, 0 (fast) to 6 (small): 2 takes half the time of 4, for files that are a twentieth larger.
const EFFORT: i32 = 2;

thread_local! {
    /// Shared by all pictures of a thread, to reuse its buffers.
    static RESIZER: RefCell<Resizer> = RefCell::new(Resizer::new());
}

/// A picture with its encoded files, ready to be stored.
#[derive(Debug, Clone)]
pub struct MadePicture {
    pub stored: StoredPicture,
    pub files: Vec<(PictureFile, Vec<u8>)>,
}

/// Pixels in the form that the encoder takes: 8 bits per channel, RGB or RGBA.
struct Pixels {
    width: u32,
    height: u32,
    has_alpha: bool,
    bytes: Vec<u8>,
}

/// Decodes a retailer's bytes and encodes the picture's files. Encoding takes milliseconds of processor time and must
/// not run on an async thread.
///
/// # Errors
/// The error says why the bytes are refused.
pub fn make(sent: &[u8], settings: &Pictures) -> Result<MadePicture, Refusal> {
    let decoded = decode(sent, DecodeLimits::from(settings))?;
    let longest_side = decoded.width().max(decoded.height());
    let largest = shrink(&Pixels::of(decoded), MAX_SIDE)?;
    let hash = PictureHash::of(sent);
    let picture = Picture { hash, width: largest.width, height: largest.height };
    let mut files = Vec::new();
    let mut pixels = largest;
    // From the largest to the smallest, each scaled from the one before it.
    for file in picture.files().into_iter().rev() {
        pixels = shrink_to_width(pixels, file.width)?;
        let bytes = encode(&pixels)?;
        files.push((file, bytes));
    }
    let looks = appearance::measure(&pixels.on_white(), longest_side);
    if looks.blank {
        return Err(Refusal::Blank);
    }
    let bytes = files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
    let stored = StoredPicture {
        picture,
        bytes: i32::try_from(bytes).unwrap_or(i32::MAX),
        plain: looks.plain,
        lettering: looks.lettering,
        quality: looks.quality,
    };
    Ok(MadePicture { stored, files })
}

impl Pixels {
    /// Converts to 8 bits per channel, with an alpha channel only where some pixel is transparent.
    fn of(picture: DynamicImage) -> Self {
        let (width, height) = (picture.width(), picture.height());
        if picture.color().has_alpha() {
            let with_alpha = picture.into_rgba8();
            if with_alpha.pixels().any(|pixel| pixel.0[3] < u8::MAX) {
                return Self { width, height, has_alpha: true, bytes: with_alpha.into_raw() };
            }
            let opaque = DynamicImage::from(with_alpha).into_rgb8();
            return Self { width, height, has_alpha: false, bytes: opaque.into_raw() };
        }
        Self { width, height, has_alpha: false, bytes: picture.into_rgb8().into_raw() }
    }

    /// Returns the picture blended onto a white page.
    fn on_white(&self) -> RgbImage {
        let channels = if self.has_alpha { 4 } else { 3 };
        let mut bytes = Vec::with_capacity(self.bytes.len() / channels * 3);
        for pixel in self.bytes.chunks_exact(channels) {
            let alpha = pixel.get(3).map_or(255, |alpha| u16::from(*alpha));
            bytes.extend(pixel.iter().take(3).map(|value| {
                let mixed = (u16::from(*value) * alpha + 255 * (255 - alpha)) / 255;
                u8::try_from(mixed).unwrap_or(u8::MAX)
            }));
        }
        RgbImage::from_raw(self.width, self.height, bytes).unwrap_or_default()
    }
}

/// Shrinks a picture until it fits in a square. A smaller picture keeps its size.
fn shrink(pixels: &Pixels, side: u32) -> Result<Pixels, Refusal> {
    let longest = pixels.width.max(pixels.height);
    if longest <= side {
        return resized(pixels, pixels.width, pixels.height);
    }
    let scaled = |length: u32| (u64::from(length) * u64::from(side)).div_ceil(u64::from(longest)).max(1);
    let length = |length| u32::try_from(scaled(length)).unwrap_or(side).min(side);
    resized(pixels, length(pixels.width), length(pixels.height))
}

/// Scales a picture to a width. A narrower picture keeps its size.
fn shrink_to_width(pixels: Pixels, width: u32) -> Result<Pixels, Refusal> {
    if pixels.width <= width {
        return Ok(pixels);
    }
    let height = (u64::from(pixels.height) * u64::from(width)).div_ceil(u64::from(pixels.width)).max(1);
    resized(&pixels, width, u32::try_from(height).unwrap_or(MAX_SIDE))
}

fn resized(pixels: &Pixels, width: u32, height: u32) -> Result<Pixels, Refusal> {
    let has_alpha = pixels.has_alpha;
    if (pixels.width, pixels.height) == (width, height) {
        return Ok(Pixels { width, height, has_alpha, bytes: pixels.bytes.clone() });
    }
    let bytes = if has_alpha {
        resize_as::<U8x4>(pixels, Image::new(width, height, PixelType::U8x4))?
    } else {
        resize_as::<U8x3>(pixels, Image::new(width, height, PixelType::U8x3))?
    };
    Ok(Pixels { width, height, has_alpha, bytes })
}

/// Resizes pixels of one type. The generic `Resizer::resize` would be compiled for thirteen pixel types in every
/// optimised profile, which takes minutes.
fn resize_as<P: PixelTrait>(pixels: &Pixels, mut target: Image<'_>) -> Result<Vec<u8>, Refusal> {
    let failed = |error: &dyn std::fmt::Display| Refusal::Damaged(error.to_string());
    let source = TypedImageRef::<P>::from_buffer(pixels.width, pixels.height, &pixels.bytes)
        .map_err(|error| failed(&error))?;
    let mut view = target.typed_image_mut::<P>().ok_or_else(|| failed(&"the pixels have another type"))?;
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom));
    RESIZER
        .with_borrow_mut(|resizer| resizer.resize_typed(&source, &mut view, &options))
        .map_err(|error| failed(&error))?;
    drop(view);
    Ok(target.into_vec())
}

fn encode(pixels: &Pixels) -> Result<Vec<u8>, Refusal> {
    let failed = || Refusal::Damaged("it does not encode as WebP".to_owned());
    let mut config = WebPConfig::new().map_err(|()| failed())?;
    config.quality = QUALITY;
    config.method = EFFORT;
    let layout = if pixels.has_alpha { PixelLayout::Rgba } else { PixelLayout::Rgb };
    let encoder = Encoder::new(&pixels.bytes, layout, pixels.width, pixels.height);
    encoder.encode_advanced(&config).map(|encoded| encoded.to_vec()).map_err(|_| failed())
}
