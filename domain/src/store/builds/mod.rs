//! Saved and shared builds: the parts with the prices of the day they were saved, and their present offers.

mod parts;
mod read;
mod views;
mod write;

pub use parts::{NewPart, ProductToday, SavedPart, list_parts, replace_parts};
pub use read::{SavedBuild, count, find_own, find_shared, list};
pub(crate) use views::delete_views_before;
pub use views::{count_view, load_or_insert_salt};
pub use write::{
    BuildRowChange, LockedBuild, NewBuild, delete, find_by_request, insert, lock, lock_owner, update,
};
