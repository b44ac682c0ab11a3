use image::{DynamicImage, ImageFormat, ImageResult};

/// Encodes a picture in a format that shops send: for the demo shops and for tests. It stands here because this crate is
/// optimised in every profile; a JPEG of 1,000 × 1,000 pixels takes a second otherwise.
///
/// # Errors
/// When the format has no encoder, or not for these pixels.
pub fn encode_original(picture: &DynamicImage, format: ImageFormat) -> ImageResult<Vec<u8>> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format)?;
    Ok(bytes.into_inner())
}
