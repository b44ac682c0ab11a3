//! Decoding of a retailer's bytes into pixels, within limits. The bytes are untrusted: nothing is decoded before its
//! format and size are known to be acceptable.

use std::io::Cursor;

use domain::config::Pictures;
use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, metadata::Orientation,
};

/// The number of leading bytes of a text in which its kind is looked for.
const SNIFFED_BYTES: usize = 1024;
/// The memory in bytes that a decoder may use per pixel: four channels of 16 bits, and as much again for its work.
const BYTES_PER_PIXEL: u64 = 16;
const JPEG_START_OF_SCAN: [u8; 2] = [0xFF, 0xDA];
const JPEG_END: [u8; 2] = [0xFF, 0xD9];

/// Limits of a picture to decode.
#[derive(Debug, Clone, Copy)]
pub struct DecodeLimits {
    pub max_pixels: u64,
    pub min_side: u32,
}

/// Why bytes are refused as a picture. Each text follows "refused: ".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the response is empty")]
    Empty,
    #[error("the response is a web page instead of a picture")]
    WebPage,
    #[error("an SVG drawing is not accepted, because it may hold scripts")]
    Svg,
    #[error("the file is not a JPEG, PNG, WebP or GIF")]
    UnknownFormat,
    #[error("the file is truncated")]
    CutShort,
    #[error("the picture has {width} × {height} pixels, more than the {limit} million allowed")]
    TooManyPixels { width: u32, height: u32, limit: u64 },
    #[error("the picture has only {width} × {height} pixels")]
    TooSmall { width: u32, height: u32 },
    #[error("the picture has only one colour")]
    Blank,
    #[error("the picture is damaged: {0}")]
    Damaged(String),
}

impl From<&Pictures> for DecodeLimits {
    fn from(settings: &Pictures) -> Self {
        Self { max_pixels: settings.max_megapixels.saturating_mul(1_000_000), min_side: settings.min_side }
    }
}

/// Decodes a picture, and applies its orientation. Of an animation, the first frame is decoded.
///
/// # Errors
/// The error says why the bytes are refused.
pub fn decode(sent: &[u8], limits: DecodeLimits) -> Result<DynamicImage, Refusal> {
    let format = format_of(sent)?;
    if format == ImageFormat::Jpeg && is_cut_jpeg(sent) {
        return Err(Refusal::CutShort);
    }
    let mut reader = ImageReader::with_format(Cursor::new(sent), format);
    // A small limit until the size is known, which takes only the first bytes.
    reader.limits(memory(1_000_000));
    let mut decoder = reader.into_decoder().map_err(refusal)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > limits.max_pixels {
        return Err(Refusal::TooManyPixels { width, height, limit: limits.max_pixels / 1_000_000 });
    }
    if width.max(height) < limits.min_side {
        return Err(Refusal::TooSmall { width, height });
    }
    decoder.set_limits(memory(pixels)).map_err(refusal)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(refusal)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn memory(pixels: u64) -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(pixels.max(1_000_000).saturating_mul(BYTES_PER_PIXEL));
    limits
}

fn format_of(sent: &[u8]) -> Result<ImageFormat, Refusal> {
    if sent.is_empty() {
        return Err(Refusal::Empty);
    }
    match image::guess_format(sent) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Gif)) => {
            Ok(format)
        }
        Ok(_) => Err(Refusal::UnknownFormat),
        Err(_) => Err(kind_of_text(sent)),
    }
}

/// Returns the kind of a text that was sent instead of a picture.
fn kind_of_text(sent: &[u8]) -> Refusal {
    let start = sent.iter().position(|byte| *byte == b'<');
    let Some(start) = start.filter(|start| *start < SNIFFED_BYTES) else { return Refusal::UnknownFormat };
    let head =
        String::from_utf8_lossy(sent.get(start..sent.len().min(start + SNIFFED_BYTES)).unwrap_or_default())
            .to_ascii_lowercase();
    if head.contains("<svg") {
        Refusal::Svg
    } else if ["<!doctype html", "<html", "<head", "<body", "<script"].iter().any(|tag| head.contains(tag)) {
        Refusal::WebPage
    } else {
        Refusal::UnknownFormat
    }
}

/// Whether the end of the last scan is missing, which the decoder would silently fill with grey. A marker inside a
/// scan's data is escaped, so no marker is found there by chance.
fn is_cut_jpeg(sent: &[u8]) -> bool {
    let last = |marker: [u8; 2]| sent.windows(2).rposition(|pair| pair == marker);
    match (last(JPEG_START_OF_SCAN), last(JPEG_END)) {
        (Some(scan), Some(end)) => end < scan,
        _ => true,
    }
}

fn refusal(error: ImageError) -> Refusal {
    match error {
        ImageError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Refusal::CutShort,
        ImageError::Decoding(error) => {
            let text = error.to_string();
            let is_cut = ["unexpected end", "eof", "end of file", "exhausted", "not enough"]
                .iter()
                .any(|words| text.to_ascii_lowercase().contains(words));
            if is_cut { Refusal::CutShort } else { Refusal::Damaged(first_line(&text)) }
        }
        other => Refusal::Damaged(first_line(&other.to_string())),
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(200).collect()
}
