use utoipa::{
    Modify, OpenApi,
    openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
};

use crate::{
    http::{error::ErrorBody, session::cookie},
    routes::products::history::HistoryRange,
    services::search_params::TierName,
    wire::category::CategoryName,
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
    modifiers(&SessionCookie, &RetailerTokens),
    components(schemas(ErrorBody, CategoryName, HistoryRange, TierName)),
    tags(
        (name = "catalogue", description = "Products, retailers, offers and prices"),
        (name = "search", description = "Full-text search and suggestions"),
        (name = "reviews", description = "Reviews of products by users"),
        (name = "builder", description = "Builds: compatibility checks, saved builds and the cheapest basket"),
        (name = "accounts", description = "Accounts, settings and sessions of users. The session is a cookie"),
        (name = "alerts", description = "Price alerts, and the notifications about alerts that fired"),
        (name = "retailers", description = "Retailers hand their offers in, each with a token of its own"),
        (name = "admin", description = "Operations for administrators only"),
        (name = "operations", description = "Health of the process"),
    )
)]
pub struct Document;

/// Documents the cookie that authenticates a user.
struct SessionCookie;

impl Modify for SessionCookie {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(
            cookie::PLAIN_NAME,
            "The session of a signed-in user, set by `POST /api/auth/login`. Over TLS its name is `__Host-tajmeea`",
        )));
        document.components.get_or_insert_default().add_security_scheme("session", scheme);
    }
}

/// Documents the token that authenticates a retailer.
struct RetailerTokens;

impl Modify for RetailerTokens {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "The token that the operator gave to the retailer, which begins with `tajmeea_`",
            ))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("retailerToken", SecurityScheme::Http(scheme));
    }
}
