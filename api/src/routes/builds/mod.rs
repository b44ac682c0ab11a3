//! Builds that users save in their accounts and share.

pub mod answer;
pub mod read;
pub mod remove;
pub mod request;
mod share_token;
pub mod views;
pub mod write;

pub use read::{__path_get_build, __path_list_builds, get_build, list_builds};
pub use remove::{__path_delete_build, __path_duplicate_build, delete_build, duplicate_build};
pub use write::{__path_create_build, __path_update_build, create_build, update_build};
