//! What only administrators see and do. Every write and its line in the audit log are one transaction.

pub mod audit;
pub mod matches;

pub use audit::{__path_list_audit_log, list_audit_log};
pub use matches::{
    __path_approve_match, __path_export_matches, __path_flag_match, __path_list_matches, __path_reject_match,
    __path_undo_match, approve_match, export_matches, flag_match, list_matches, reject_match, undo_match,
};
