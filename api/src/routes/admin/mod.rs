//! Administrators' API. Every write and its audit entry are one transaction.

pub mod analytics;
pub mod audit;
mod batch;
pub mod catalogue;
pub mod click_outs;
pub mod learnt_values;
pub mod manufacturers;
pub mod matches;
pub mod open_work;
pub mod operations;
pub mod pictures;
pub mod price_differences;
pub mod products;
pub mod reviews;
pub mod searches;
pub mod user_accounts;
pub mod users;

pub use analytics::{__path_get_analytics, get_analytics};
pub use audit::{__path_list_audit_log, list_audit_log};
pub use catalogue::{
    __path_merge_product, __path_preview_split, __path_split_product, __path_undo_split, merge_product,
    preview_split, split_product, undo_split,
};
pub use click_outs::{__path_list_click_outs, list_click_outs};
pub use learnt_values::{
    __path_decide_learnt_value, __path_list_learnt_values, decide_learnt_value, list_learnt_values,
};
pub use manufacturers::{
    __path_alias_manufacturer, __path_confirm_manufacturer, __path_list_manufacturers,
    __path_refuse_manufacturer, alias_manufacturer, confirm_manufacturer, list_manufacturers,
    refuse_manufacturer,
};
pub use matches::{
    __path_approve_many_matches, __path_approve_match, __path_claim_match, __path_export_matches,
    __path_flag_match, __path_list_bulk_decisions, __path_list_matches, __path_reject_many_matches,
    __path_reject_match, __path_reopen_match, __path_undo_bulk_decision, __path_undo_match,
    approve_many_matches, approve_match, claim_match, export_matches, flag_match, list_bulk_decisions,
    list_matches, reject_many_matches, reject_match, reopen_match, undo_bulk_decision, undo_match,
};
pub use open_work::{__path_get_open_work, get_open_work};
pub use operations::{
    __path_assign_offers, __path_assign_rejected, __path_cancel_jobs, __path_crawl_retailer,
    __path_dismiss_rejected, __path_drop_held, __path_get_operations, __path_list_crawls, __path_list_jobs,
    __path_list_quarantine, __path_list_rejected_offers, __path_list_waiting_offers, __path_release_held,
    __path_restore_rejected, __path_retry_jobs, __path_switch_off_retailer, __path_switch_on_retailer,
    __path_unassign_offers, __path_unassign_rejected, assign_offers, assign_rejected, cancel_jobs,
    crawl_retailer, dismiss_rejected, drop_held, get_operations, list_crawls, list_jobs, list_quarantine,
    list_rejected_offers, list_waiting_offers, release_held, restore_rejected, retry_jobs,
    switch_off_retailer, switch_on_retailer, unassign_offers, unassign_rejected,
};
pub use pictures::{
    __path_decide_product_picture, __path_list_product_pictures, decide_product_picture,
    list_product_pictures,
};
pub use price_differences::{__path_list_price_differences, list_price_differences};
pub use products::{
    __path_delete_product, __path_edit_product, __path_link_products, __path_list_admin_products,
    delete_product, edit_product, link_products, list_admin_products,
};
pub use reviews::{__path_delete_any_review, __path_list_all_reviews, delete_any_review, list_all_reviews};
pub use searches::{
    __path_create_search_rule, __path_delete_search_rule, __path_list_search_rules, __path_list_searches,
    __path_preview_search_rule, __path_restore_search_rule, create_search_rule, delete_search_rule,
    list_search_rules, list_searches, preview_search_rule, restore_search_rule,
};
pub use user_accounts::{__path_change_user, change_user};
pub use users::{__path_list_users, list_users};

use domain::model::Category;

use crate::http::error::{ApiError, ApiResult};

/// Reads `category`. `all` or an absent parameter is `None`.
fn read_category(name: Option<String>) -> ApiResult<Option<Category>> {
    let named = name.filter(|name| !name.eq_ignore_ascii_case("all"));
    named.map(|name| name.parse().map_err(|_| ApiError::InvalidCategory)).transpose()
}
