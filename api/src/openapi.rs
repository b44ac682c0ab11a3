use utoipa::OpenApi;

use crate::{
    categories::CategoryName, error::ErrorBody, products::history::HistoryRange, router,
    search::params::TierName,
};

/// Parts of the OpenAPI document besides the routes, which the router adds.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tajmeea",
        description = "PC parts and their prices in Kuwait. Money is a number of dinars (KWD) with at most three \
                       decimals; days and times are UTC. Every error has the shape of `ErrorBody`, and every answer \
                       an `x-request-id`."
    ),
    // Besides errors, schemas that only query parameters use: the routes do not collect them.
    components(schemas(ErrorBody, CategoryName, HistoryRange, TierName)),
    tags(
        (name = "catalogue", description = "Products, retailers, offers and prices"),
        (name = "search", description = "Full-text search and suggestions"),
        (name = "reviews", description = "Reviews of products by users"),
        (name = "builder", description = "Builds: compatibility checks, saved builds and the cheapest basket"),
        (name = "accounts", description = "Accounts, settings and sessions of users. The session is a cookie"),
        (name = "alerts", description = "Price alerts, and the notifications about alerts that fired"),
        (name = "admin", description = "Operations for administrators only"),
        (name = "operations", description = "Health of the process"),
    )
)]
pub struct Document;

/// Returns the OpenAPI document of this API as JSON with a final newline, ready to be written to `web/openapi.json`.
///
/// # Errors
/// When the document cannot be serialised.
pub fn document() -> Result<String, serde_json::Error> {
    let (_, document) = router::api_routes().split_for_parts();
    document.to_pretty_json().map(|text| text + "\n")
}
