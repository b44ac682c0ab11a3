//! Decoding, encoding and storage of pictures. A separate crate, so that it is optimised in every profile:
//! unoptimised, one photograph takes a second.

mod appearance;
pub mod background;
mod cutout;
mod decode;
mod encode;
mod original;
mod pixels;
#[cfg_attr(not(feature = "s3"), path = "s3_absent.rs")]
mod s3;
mod store;

pub use decode::{DecodeLimits, Refusal, decode};
pub use encode::{MadePicture, make};
pub use original::encode_original;
pub use store::{PictureStore, PictureStoreError, picture_folder};
