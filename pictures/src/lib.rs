//! Decodes pictures, makes their files and stores them. A crate of its own, so that it is optimised in every profile: a
//! photograph would take a second otherwise.

mod appearance;
mod decode;
mod encode;
mod original;
mod store;

pub use decode::{DecodeLimits, Refusal, decode};
pub use encode::{MadePicture, make};
pub use original::encode_original;
pub use store::{PictureStore, PictureStoreError, picture_folder};
