use serde::Serialize;
use utoipa::ToSchema;

/// A product's picture, stored in widths of 192, 384 and 640 pixels: `/pictures/{hash}-{width}.webp`. When the original
/// is narrower than one of these widths, the file of that width holds it in original size, and no wider file exists.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Picture)]
pub struct PictureBody {
    #[schema(example = "0123456789abcdef0123456789abcdef")]
    pub hash: String,
    /// Width of the widest file, in pixels.
    pub width: u32,
    pub height: u32,
}
