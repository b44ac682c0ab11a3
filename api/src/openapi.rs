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
        (name = "catalogue", description = "Products, shops and prices"),
        (name = "search", description = "Finding products by words"),
        (name = "reviews", description = "What people say of products"),
        (name = "builder", description = "Builds"),
        (name = "accounts", description = "People and what is theirs. The session is a cookie"),
        (name = "alerts", description = "Prices that people wait for, and what they were told"),
        (name = "admin", description = "What only administrators see and do"),
        (name = "operations", description = "For operators"),
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
