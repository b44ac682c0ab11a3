//! Encoding of a picture's files: WebP, in several widths.

use domain::{
    config::Pictures,
    model::{PICTURE_WIDTHS, Picture, PictureFile, PictureHash},
    store::pictures::StoredPicture,
};
use webp::{Encoder, PixelLayout, WebPConfig};

use crate::{
    appearance, cutout,
    decode::{DecodeLimits, Refusal, decode},
    pixels::Pixels,
};

/// The side of the square that the largest file fits in, in pixels.
const MAX_SIDE: u32 = PICTURE_WIDTHS[PICTURE_WIDTHS.len() - 1];
/// The side of the square that the copy fits in by which the appearance is measured, in pixels.
const SAMPLE_SIDE: u32 = PICTURE_WIDTHS[0];
/// WebP quality, 0 to 100: at 75 no difference is visible at the sizes that the site shows.
const QUALITY: f32 = 75.0;
/// WebP effort, 0 (fast) to 6 (small): 2 takes half the time of 4, for files that are a twentieth larger.
const EFFORT: i32 = 2;

/// A picture with its encoded files, ready to be stored.
#[derive(Debug, Clone)]
pub struct MadePicture {
    pub stored: StoredPicture,
    pub files: Vec<(PictureFile, Vec<u8>)>,
}

/// Decodes a retailer's bytes, cuts the borders off, and encodes the picture's files. Encoding takes milliseconds of
/// processor time and must not run on an async thread.
///
/// # Errors
/// The error says why the bytes are refused.
pub fn make(sent: &[u8], settings: &Pictures) -> Result<MadePicture, Refusal> {
    let decoded = Pixels::of(decode(sent, DecodeLimits::from(settings))?);
    let whole = decoded.shrunk(MAX_SIDE)?;
    let looks = appearance::measure(&whole.shrunk(SAMPLE_SIDE)?.on_white(), decoded.longest_side());
    if looks.blank {
        return Err(Refusal::Blank);
    }
    let largest = cutout::cut(&decoded, whole, MAX_SIDE)?;
    let hash = PictureHash::of(sent);
    let picture = Picture { hash, width: largest.width, height: largest.height };
    let mut files = Vec::new();
    let mut pixels = largest;
    // From the largest to the smallest, each scaled from the one before it.
    for file in picture.files().into_iter().rev() {
        pixels = pixels.shrunk_to_width(file.width)?;
        let bytes = encode(&pixels)?;
        files.push((file, bytes));
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

fn encode(pixels: &Pixels) -> Result<Vec<u8>, Refusal> {
    let failed = || Refusal::Damaged("it does not encode as WebP".to_owned());
    let mut config = WebPConfig::new().map_err(|()| failed())?;
    config.quality = QUALITY;
    config.method = EFFORT;
    let layout = if pixels.has_alpha { PixelLayout::Rgba } else { PixelLayout::Rgb };
    let encoder = Encoder::new(&pixels.bytes, layout, pixels.width, pixels.height);
    encoder.encode_advanced(&config).map(|encoded| encoded.to_vec()).map_err(|_| failed())
}
