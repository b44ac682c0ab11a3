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

pub use duplicate::{__path_duplicate_build, duplicate_build};
pub use guest::{__path_get_guest_build, __path_share_guest_build, get_guest_build, share_guest_build};
pub use read::{__path_get_build, __path_list_builds, get_build, list_builds};
pub use suggestions::{
    __path_delete_suggestion, __path_list_suggestions, __path_suggest_swap, delete_suggestion,
    list_suggestions, suggest_swap,
};
pub use write::{
    __path_create_build, __path_delete_build, __path_update_build, create_build, delete_build, update_build,
};
