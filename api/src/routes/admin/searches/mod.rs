//! Texts that visitors search, and administrators' rules about them.

pub mod list;
pub mod preview;
pub mod rules;

pub use list::{__path_list_searches, list_searches};
pub use preview::{__path_preview_search_rule, preview_search_rule};
pub use rules::{
    __path_create_search_rule, __path_delete_search_rule, __path_list_search_rules,
    __path_restore_search_rule, create_search_rule, delete_search_rule, list_search_rules,
    restore_search_rule,
};
