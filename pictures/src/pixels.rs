//! Pixels in the form that the encoder takes, and their resizing.

use std::cell::RefCell;

use fast_image_resize::{
    FilterType, PixelTrait, PixelType, ResizeAlg, ResizeOptions, Resizer,
    images::{Image, TypedImageRef},
    pixels::{U8x3, U8x4},
};
use image::{DynamicImage, RgbImage};

use crate::decode::Refusal;

thread_local! {
    /// Shared by all pictures of a thread, to reuse its buffers.
    static RESIZER: RefCell<Resizer> = RefCell::new(Resizer::new());
}

/// A rectangle of pixels inside a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Pixels of 8 bits per channel, RGB or RGBA.
#[derive(Debug, Clone)]
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) has_alpha: bool,
    pub(crate) bytes: Vec<u8>,
}

impl Pixels {
    /// Converts to 8 bits per channel, with an alpha channel only where some pixel is transparent.
    pub(crate) fn of(picture: DynamicImage) -> Self {
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

    /// Returns the number of bytes of a pixel.
    pub(crate) fn channels(&self) -> usize {
        if self.has_alpha { 4 } else { 3 }
    }

    /// Returns the length of the longest side.
    pub(crate) fn longest_side(&self) -> u32 {
        self.width.max(self.height)
    }

    /// Returns the bytes of a row; none outside of the picture.
    pub(crate) fn row(&self, y: u32) -> &[u8] {
        let length = self.width as usize * self.channels();
        let start = y as usize * length;
        self.bytes.get(start..start + length).unwrap_or_default()
    }

    /// Returns the picture blended onto a white page.
    pub(crate) fn on_white(&self) -> RgbImage {
        let channels = self.channels();
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

    /// Returns the picture with an alpha channel.
    pub(crate) fn with_alpha(self) -> Self {
        if self.has_alpha {
            return self;
        }
        let bytes =
            self.bytes.chunks_exact(3).flat_map(|pixel| pixel.iter().copied().chain([u8::MAX])).collect();
        Self { has_alpha: true, bytes, ..self }
    }

    /// Returns the part of the picture inside the rectangle.
    pub(crate) fn cropped(&self, part: Rect) -> Self {
        let channels = self.channels();
        let columns = part.left as usize * channels..(part.left + part.width) as usize * channels;
        let rows = part.top..(part.top + part.height).min(self.height);
        let bytes: Vec<u8> = rows
            .clone()
            .flat_map(|y| self.row(y).get(columns.clone()).unwrap_or_default())
            .copied()
            .collect();
        Self {
            width: part.width,
            height: rows.end.saturating_sub(part.top),
            has_alpha: self.has_alpha,
            bytes,
        }
    }

    /// Shrinks the picture until it fits in a square. A smaller picture keeps its size.
    pub(crate) fn shrunk(&self, side: u32) -> Result<Self, Refusal> {
        let longest = self.longest_side();
        if longest <= side {
            return Ok(self.clone());
        }
        let scaled = |length: u32| (u64::from(length) * u64::from(side)).div_ceil(u64::from(longest)).max(1);
        let length = |length| u32::try_from(scaled(length)).unwrap_or(side).min(side);
        self.resized(length(self.width), length(self.height))
    }

    /// Shrinks the picture to a width. A narrower picture keeps its size.
    pub(crate) fn shrunk_to_width(self, width: u32) -> Result<Self, Refusal> {
        if self.width <= width {
            return Ok(self);
        }
        let height = (u64::from(self.height) * u64::from(width)).div_ceil(u64::from(self.width)).max(1);
        self.resized(width, u32::try_from(height).unwrap_or(self.height))
    }

    fn resized(&self, width: u32, height: u32) -> Result<Self, Refusal> {
        let has_alpha = self.has_alpha;
        let bytes = if has_alpha {
            resize_as::<U8x4>(self, Image::new(width, height, PixelType::U8x4))?
        } else {
            resize_as::<U8x3>(self, Image::new(width, height, PixelType::U8x3))?
        };
        Ok(Self { width, height, has_alpha, bytes })
    }
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
