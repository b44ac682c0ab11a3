//! Builds that users save in their accounts and share.

pub mod answer;
pub mod duplicate;
pub mod guest;
pub mod guest_load;
pub mod read;
pub mod request;
mod share_token;
pub mod suggestions;
pub mod views;
pub mod write;
