//! Texts that visitors search, and administrators' rules about them.

pub mod list;
pub mod preview;
pub mod rules;
