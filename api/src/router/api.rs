use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::document::Document;
use crate::{
    routes::{
        accounts::{
            bot_check, confirm, devices, password_reset,
            second_factor::{self, authenticator_app, passkeys, recovery_codes},
            settings, sign_in, sign_up,
        },
        admin, alerts, basket, budget, builds,
        catalogue::{categories, landing_pages, retailers, sources},
        compatibility::{self, candidates},
        favorites, health, products, reviews, search,
    },
    state::AppState,
};

/// All routes of the API.
pub fn api_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(products::list_products))
        .routes(routes!(products::get_product))
        .routes(routes!(products::get_price_history))
        .routes(routes!(products::count_view))
        .routes(routes!(reviews::list_reviews, reviews::submit_review))
        .routes(routes!(reviews::get_own_review))
        .routes(routes!(reviews::delete_review))
        .routes(routes!(search::search))
        .routes(routes!(search::suggest))
        .routes(routes!(categories::list_categories))
        .routes(routes!(landing_pages::list_landing_pages))
        .routes(routes!(retailers::list_retailers))
        .routes(routes!(sources::list_sources))
        .routes(routes!(compatibility::check_build))
        .routes(routes!(candidates::check_candidates))
        .routes(routes!(sign_in::login))
        .routes(routes!(sign_in::logout))
        .routes(routes!(sign_in::get_current_user))
        .routes(routes!(confirm::confirm_password))
        .routes(routes!(basket::find_basket))
        .routes(routes!(budget::find_budget_builds))
        .routes(routes!(budget::curve::get_budget_curve))
        .routes(routes!(budget::upgrades::find_budget_upgrades))
        .routes(routes!(bot_check::get_bot_check))
        .routes(routes!(bot_check::get_challenge))
        .routes(routes!(sign_up::register))
        .routes(routes!(sign_up::verify_email))
        .routes(routes!(password_reset::forgot_password))
        .routes(routes!(password_reset::reset_password))
        .routes(routes!(settings::get_settings, settings::change_settings))
        .routes(routes!(settings::change_password))
        .routes(routes!(settings::export_data))
        .routes(routes!(settings::delete_account))
        .routes(routes!(
            second_factor::get_second_factor,
            authenticator_app::create_second_factor,
            authenticator_app::delete_second_factor
        ))
        .routes(routes!(authenticator_app::confirm_second_factor))
        .routes(routes!(recovery_codes::renew_recovery_codes))
        .routes(routes!(passkeys::start_passkey))
        .routes(routes!(passkeys::add_passkey))
        .routes(routes!(passkeys::challenge_passkey))
        .routes(routes!(passkeys::delete_passkey))
        .routes(routes!(devices::list_sessions, devices::end_all_sessions))
        .routes(routes!(devices::end_session))
        .routes(routes!(favorites::list_favorites, favorites::add_favorite, favorites::remove_favorite))
        .routes(routes!(alerts::list_alerts, alerts::create_alert, alerts::delete_alert))
        .routes(routes!(alerts::list_notifications))
        .routes(routes!(alerts::read_notifications))
        .routes(routes!(builds::list_builds, builds::create_build))
        .routes(routes!(builds::get_build, builds::update_build, builds::delete_build))
        .routes(routes!(builds::duplicate_build))
        .merge(admin_routes())
        .routes(routes!(health::get_health))
        .routes(routes!(health::get_readiness))
        .routes(routes!(health::get_liveness))
}

/// Routes for administrators.
fn admin_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(match_routes())
        .merge(admin_catalogue_routes())
        .merge(operations_routes())
        .merge(user_admin_routes())
}

/// Routes for administrators: matches between offers and products.
fn match_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::list_matches))
        .routes(routes!(admin::approve_match))
        .routes(routes!(admin::reject_match))
        .routes(routes!(admin::flag_match))
        .routes(routes!(admin::undo_match))
        .routes(routes!(admin::export_matches))
        .routes(routes!(admin::approve_many_matches))
        .routes(routes!(admin::reject_many_matches))
        .routes(routes!(admin::list_bulk_decisions))
        .routes(routes!(admin::undo_bulk_decision))
        .routes(routes!(admin::reopen_match))
}

/// Routes for administrators: products, manufacturers and their figures.
fn admin_catalogue_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::get_open_work))
        .routes(routes!(admin::list_admin_products))
        .routes(routes!(admin::edit_product, admin::delete_product))
        .routes(routes!(admin::link_products))
        .routes(routes!(admin::get_analytics))
        .routes(routes!(admin::list_price_differences))
        .routes(routes!(admin::list_manufacturers))
        .routes(routes!(admin::confirm_manufacturer))
        .routes(routes!(admin::alias_manufacturer))
        .routes(routes!(admin::refuse_manufacturer))
        .routes(routes!(admin::merge_product))
        .routes(routes!(admin::split_product))
        .routes(routes!(admin::undo_split))
        .routes(routes!(admin::list_product_pictures, admin::decide_product_picture))
}

/// Routes for administrators: crawls, jobs, held and rejected offers.
fn operations_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::get_operations))
        .routes(routes!(admin::list_quarantine))
        .routes(routes!(admin::release_held))
        .routes(routes!(admin::drop_held))
        .routes(routes!(admin::list_waiting_offers))
        .routes(routes!(admin::list_rejected_offers))
        .routes(routes!(admin::list_jobs))
        .routes(routes!(admin::retry_jobs))
        .routes(routes!(admin::cancel_jobs))
        .routes(routes!(admin::crawl_retailer))
}

/// Routes for administrators: users and the audit log.
fn user_admin_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::list_audit_log))
        .routes(routes!(admin::list_users))
        .routes(routes!(admin::grant_admin))
        .routes(routes!(admin::revoke_admin))
        .routes(routes!(admin::sign_out_user))
}
