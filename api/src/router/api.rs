use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::document::Document;
use crate::{
    routes::{
        accounts::{
            bot_check, channels, confirm, devices, email_change, mailed_link, passkey_sign_in,
            password_reset,
            second_factor::{self, authenticator_app, passkeys, recovery_codes},
            settings, sign_in, sign_up, telegram, unsubscribe,
        },
        admin, alerts, basket, budget, builds,
        catalogue::{categories, landing_pages, retailer_detail, retailers, site, sources},
        click_outs,
        compatibility::{self, candidates},
        deals, favorites, gtins, hand_in, health, offers, parts_list, pictures, products, reviews, search,
    },
    state::AppState,
};

/// All routes of the API.
pub fn api_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(products::list::list_products))
        .routes(routes!(products::detail::get_product))
        .routes(routes!(products::history::get_price_history))
        .routes(routes!(products::views::count_view))
        .routes(routes!(pictures::list_pictures))
        .routes(routes!(deals::list_deals))
        .routes(routes!(offers::find_product_by_url))
        .routes(routes!(gtins::find_product_by_gtin))
        .routes(routes!(reviews::list::list_reviews, reviews::write::submit_review))
        .routes(routes!(reviews::list::get_own_review))
        .routes(routes!(reviews::write::delete_review))
        .merge(search_routes())
        .routes(routes!(categories::list_categories))
        .routes(routes!(landing_pages::list_landing_pages))
        .routes(routes!(retailers::list_retailers))
        .routes(routes!(retailer_detail::get_retailer))
        .routes(routes!(click_outs::count_click_out))
        .routes(routes!(hand_in::hand_in_offers))
        .routes(routes!(hand_in::get_handed_offers))
        .routes(routes!(sources::list_sources))
        .routes(routes!(site::get_site))
        .routes(routes!(compatibility::check_build))
        .routes(routes!(candidates::check_candidates))
        .routes(routes!(basket::find_basket))
        .routes(routes!(budget::find_budget_builds))
        .routes(routes!(budget::curve::get_budget_curve))
        .routes(routes!(budget::upgrades::find_budget_upgrades))
        .routes(routes!(budget::repairs::find_build_repairs))
        .merge(account_routes())
        .routes(routes!(favorites::list_favorites, favorites::add_favorite, favorites::remove_favorite))
        .routes(routes!(
            alerts::list::list_alerts,
            alerts::write::create_alert,
            alerts::change::change_alert,
            alerts::write::delete_alert
        ))
        .routes(routes!(alerts::notifications::list_notifications))
        .routes(routes!(alerts::notifications::read_notifications))
        .routes(routes!(unsubscribe::unsubscribe))
        .routes(routes!(channels::list_channels, channels::add_channel))
        .routes(routes!(channels::remove_channel))
        .routes(routes!(channels::test_channel))
        .routes(routes!(telegram::create_telegram_link))
        .merge(build_routes())
        .merge(admin_routes())
        .merge(health_routes())
}

/// Routes that answer from the index alone.
fn search_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(search::route::search))
        .routes(routes!(search::suggest::suggest))
        .routes(routes!(search::counted::count_click))
        .routes(routes!(parts_list::read_parts_list))
}

/// Routes of accounts: signing up and in, settings, second factors and devices.
fn account_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(sign_in::login))
        .routes(routes!(passkey_sign_in::start_passkey_login))
        .routes(routes!(passkey_sign_in::passkey_login))
        .routes(routes!(sign_in::logout))
        .routes(routes!(sign_in::get_current_user))
        .routes(routes!(confirm::confirm_password))
        .routes(routes!(bot_check::get_bot_check))
        .routes(routes!(bot_check::get_challenge))
        .routes(routes!(sign_up::register))
        .routes(routes!(mailed_link::verify_email))
        .routes(routes!(password_reset::forgot_password))
        .routes(routes!(password_reset::reset_password))
        .routes(routes!(settings::get_settings, settings::change_settings))
        .routes(routes!(settings::change_password))
        .routes(routes!(email_change::request_email_change))
        .routes(routes!(settings::export_data))
        .routes(routes!(settings::delete_account))
        .merge(second_factor_routes())
        .routes(routes!(devices::list_sessions, devices::end_all_sessions))
        .routes(routes!(devices::end_session))
}

/// Routes of the signed-in user's second factors.
fn second_factor_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
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
}

/// Routes of builds: saved, shared by guests, and the swaps that visitors propose.
fn build_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(builds::read::list_builds, builds::write::create_build))
        .routes(routes!(builds::read::get_build, builds::write::update_build, builds::write::delete_build))
        .routes(routes!(builds::duplicate::duplicate_build))
        .routes(routes!(builds::suggestions::suggest_swap))
        .routes(routes!(builds::suggestions::list_suggestions))
        .routes(routes!(builds::suggestions::delete_suggestion))
        .routes(routes!(builds::guest::share_guest_build))
        .routes(routes!(builds::guest::get_guest_build))
}

/// Routes by which operators' programs ask whether the API works.
fn health_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
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
        .merge(search_admin_routes())
}

/// Routes for administrators: matches between offers and products.
fn match_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::matches::list::list_matches))
        .routes(routes!(admin::matches::decide::approve_match))
        .routes(routes!(admin::matches::decide::reject_match))
        .routes(routes!(admin::matches::decide::flag_match))
        .routes(routes!(admin::matches::decide::undo_match))
        .routes(routes!(admin::matches::export::export_matches))
        .routes(routes!(admin::matches::decide_many::approve_many_matches))
        .routes(routes!(admin::matches::decide_many::reject_many_matches))
        .routes(routes!(admin::matches::bulk_decisions::list_bulk_decisions))
        .routes(routes!(admin::matches::bulk_decisions::undo_bulk_decision))
        .routes(routes!(admin::matches::reopen::reopen_match))
        .routes(routes!(admin::matches::claim::claim_match))
}

/// Routes for administrators: products, manufacturers and their figures.
fn admin_catalogue_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::open_work::get_open_work))
        .routes(routes!(admin::products::list::list_admin_products))
        .routes(routes!(admin::products::edit::edit_product, admin::products::edit::delete_product))
        .routes(routes!(admin::products::link::link_products))
        .routes(routes!(admin::analytics::get_analytics))
        .routes(routes!(admin::price_differences::list_price_differences))
        .routes(routes!(admin::learnt_values::list_learnt_values, admin::learnt_values::decide_learnt_value))
        .routes(routes!(admin::manufacturers::list_manufacturers))
        .routes(routes!(admin::manufacturers::confirm_manufacturer))
        .routes(routes!(admin::manufacturers::alias_manufacturer))
        .routes(routes!(admin::manufacturers::refuse_manufacturer))
        .routes(routes!(admin::catalogue::merge_product))
        .routes(routes!(admin::catalogue::split_product))
        .routes(routes!(admin::catalogue::preview_split))
        .routes(routes!(admin::catalogue::undo_split))
        .routes(routes!(admin::pictures::list_product_pictures, admin::pictures::decide_product_picture))
}

/// Routes for administrators: crawls, jobs, held and rejected offers.
fn operations_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::operations::state::get_operations))
        .routes(routes!(admin::operations::quarantine::list_quarantine))
        .routes(routes!(admin::operations::quarantine::release_held))
        .routes(routes!(admin::operations::quarantine::drop_held))
        .routes(routes!(admin::operations::offers::list_waiting_offers))
        .routes(routes!(admin::operations::offers::list_rejected_offers))
        .routes(routes!(admin::operations::assign::assign_offers))
        .routes(routes!(admin::operations::assign::unassign_offers))
        .routes(routes!(admin::operations::assign_rejected::assign_rejected))
        .routes(routes!(admin::operations::assign_rejected::unassign_rejected))
        .routes(routes!(admin::operations::dismiss::dismiss_rejected))
        .routes(routes!(admin::operations::dismiss::restore_rejected))
        .routes(routes!(admin::operations::jobs::list_jobs))
        .routes(routes!(admin::operations::jobs::retry_jobs))
        .routes(routes!(admin::operations::jobs::cancel_jobs))
        .routes(routes!(admin::operations::crawl::crawl_retailer))
        .routes(routes!(admin::operations::crawl::list_crawls))
        .routes(routes!(admin::operations::crawl::switch_on_retailer))
        .routes(routes!(admin::operations::crawl::switch_off_retailer))
        .routes(routes!(admin::click_outs::list_click_outs))
}

/// Routes for administrators: what is searched, and rules about searches.
fn search_admin_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::searches::list::list_searches))
        .routes(routes!(
            admin::searches::rules::list_search_rules,
            admin::searches::rules::create_search_rule
        ))
        .routes(routes!(admin::searches::preview::preview_search_rule))
        .routes(routes!(admin::searches::rules::delete_search_rule))
        .routes(routes!(admin::searches::rules::restore_search_rule))
}

/// Routes for administrators: users and the audit log.
fn user_admin_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::audit::list_audit_log))
        .routes(routes!(admin::users::list_users))
        .routes(routes!(admin::user_accounts::change_user))
        .routes(routes!(admin::reviews::list_all_reviews))
        .routes(routes!(admin::reviews::delete_any_review))
}
