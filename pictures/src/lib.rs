//! What a picture is made of, and where its files are. A crate of its own, so that it is optimised in every profile: a
//! photograph would take a second otherwise.

mod appearance;
mod decode;
mod encode;
mod store;

pub use decode::{DecodeLimits, Refusal, decode};
pub use encode::{MadePicture, make};
pub use store::{PictureStore, PictureStoreError};
