use image::{DynamicImage, ImageFormat, ImageResult};

/// Encodes a picture in a format that retailers send, for the demo retailers and for tests. This crate is optimised
/// in every profile; unoptimised, a JPEG of 1,000 × 1,000 pixels takes a second.
///
/// # Errors
/// When the format has no encoder, or none for these pixels.
pub fn encode_original(picture: &DynamicImage, format: ImageFormat) -> ImageResult<Vec<u8>> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format)?;
    Ok(bytes.into_inner())
}
