//! The administrators' routes, for the authorisation table.

use axum::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    authorisation::{Access::OnlyAdmin, Route, route, sent},
    fixtures::World,
};

const GET: Method = Method::GET;
const POST: Method = Method::POST;
const PATCH: Method = Method::PATCH;
const DELETE: Method = Method::DELETE;

/// Returns every administrator route. Most requests name unknown ids, which authorised callers learn from a 404.
pub(crate) fn admin_routes() -> Vec<Route> {
    let mut routes = match_routes();
    routes.extend(operation_routes());
    routes.extend(catalogue_and_user_routes());
    routes
}

/// Returns the routes about matches, manufacturers and figures.
fn match_routes() -> Vec<Route> {
    vec![
        route(GET, "/api/admin/reviews", OnlyAdmin),
        route(GET, "/api/admin/matches", OnlyAdmin),
        route(GET, "/api/admin/matches/export", OnlyAdmin),
        route(GET, "/api/admin/audit-log", OnlyAdmin),
        // Unknown matches: authorised callers get 404.
        sent(POST, "/api/admin/matches/approve", OnlyAdmin, no_match),
        sent(POST, "/api/admin/matches/reject", OnlyAdmin, no_match),
        sent(POST, "/api/admin/matches/flag", OnlyAdmin, no_match),
        sent(POST, "/api/admin/matches/undo", OnlyAdmin, no_match),
        sent(POST, "/api/admin/matches/approve-many", OnlyAdmin, nothing),
        sent(POST, "/api/admin/matches/reject-many", OnlyAdmin, nothing),
        sent(POST, "/api/admin/matches/reopen", OnlyAdmin, no_match),
        sent(POST, "/api/admin/match-claims", OnlyAdmin, no_match),
        route(GET, "/api/admin/matches/bulk-decisions", OnlyAdmin),
        sent(POST, "/api/admin/matches/bulk-decisions/undo", OnlyAdmin, no_match),
        route(GET, "/api/admin/open-work", OnlyAdmin),
        route(GET, "/api/admin/analytics", OnlyAdmin),
        route(GET, "/api/admin/price-differences", OnlyAdmin),
        route(GET, "/api/admin/learnt-values", OnlyAdmin),
        sent(
            POST,
            "/api/admin/learnt-values",
            OnlyAdmin,
            |_| json!({ "spec": "gpuChipset", "value": "nothing", "decision": "reject" }),
        ),
        route(GET, "/api/admin/manufacturers", OnlyAdmin),
        sent(POST, "/api/admin/manufacturers/confirm", OnlyAdmin, |_| json!({ "key": "nobody" })),
        sent(POST, "/api/admin/manufacturers/refuse", OnlyAdmin, |_| json!({ "key": "nobody" })),
        sent(
            POST,
            "/api/admin/manufacturers/alias",
            OnlyAdmin,
            |_| json!({ "key": "nobody", "of": "Corsair" }),
        ),
    ]
}

/// Returns the routes about crawls, jobs, and offers that wait or were turned away.
fn operation_routes() -> Vec<Route> {
    vec![
        route(GET, "/api/admin/operations", OnlyAdmin),
        route(GET, "/api/admin/quarantine", OnlyAdmin),
        route(GET, "/api/admin/offers/waiting", OnlyAdmin),
        route(GET, "/api/admin/offers/rejected", OnlyAdmin),
        sent(POST, "/api/admin/quarantine/release", OnlyAdmin, nothing),
        sent(POST, "/api/admin/quarantine/drop", OnlyAdmin, nothing),
        route(GET, "/api/admin/jobs", OnlyAdmin),
        sent(POST, "/api/admin/jobs/retry", OnlyAdmin, nothing),
        sent(POST, "/api/admin/jobs/cancel", OnlyAdmin, nothing),
        route(POST, "/api/admin/retailers/nobody/crawl", OnlyAdmin),
        route(GET, "/api/admin/retailers/nobody/crawls", OnlyAdmin),
        route(POST, "/api/admin/retailers/nobody/switch-on", OnlyAdmin),
        route(POST, "/api/admin/retailers/nobody/switch-off", OnlyAdmin),
        sent(
            POST,
            "/api/admin/offers/assign",
            OnlyAdmin,
            |_| json!({ "ids": [Uuid::new_v4()], "category": "CASE" }),
        ),
        sent(POST, "/api/admin/offers/unassign", OnlyAdmin, nothing),
        sent(
            POST,
            "/api/admin/offers/rejected/assign",
            OnlyAdmin,
            |_| json!({ "listings": [{ "retailerSlug": "alpha", "externalId": "none" }], "category": "CASE" }),
        ),
        sent(POST, "/api/admin/offers/rejected/unassign", OnlyAdmin, no_listing),
        sent(POST, "/api/admin/offers/rejected/dismiss", OnlyAdmin, no_listing),
        sent(POST, "/api/admin/offers/rejected/restore", OnlyAdmin, no_listing),
    ]
}

fn no_listing(_: &World) -> Value {
    json!({ "listings": [{ "retailerSlug": "nobody", "externalId": "nothing" }] })
}

/// Returns the routes about users, the catalogue and offers.
fn catalogue_and_user_routes() -> Vec<Route> {
    vec![
        route(GET, "/api/admin/click-outs", OnlyAdmin),
        route(GET, "/api/admin/searches", OnlyAdmin),
        route(GET, "/api/admin/searches/rules", OnlyAdmin),
        sent(POST, "/api/admin/searches/rules", OnlyAdmin, |_| synonym("entered")),
        sent(POST, "/api/admin/searches/rules/preview", OnlyAdmin, |_| synonym("previewed")),
        route(DELETE, "/api/admin/searches/rules/{nothing}", OnlyAdmin),
        route(POST, "/api/admin/searches/rules/{nothing}/restore", OnlyAdmin),
        route(GET, "/api/admin/users", OnlyAdmin),
        // The action is read after the role.
        route(POST, "/api/admin/users/{nothing}/{nothing}", OnlyAdmin),
        sent(
            POST,
            "/api/admin/reviews/{nothing}/delete",
            OnlyAdmin,
            |_| json!({ "reason": "an advertisement" }),
        ),
        sent(
            POST,
            "/api/admin/catalogue/{nothing}/merge",
            OnlyAdmin,
            |world| json!({ "into": world.ryzen.id }),
        ),
        sent(
            POST,
            "/api/admin/catalogue/{nothing}/split",
            OnlyAdmin,
            |_| json!({ "offerIds": [Uuid::new_v4()] }),
        ),
        sent(
            POST,
            "/api/admin/catalogue/{nothing}/split/preview",
            OnlyAdmin,
            |_| json!({ "offerIds": [Uuid::new_v4()] }),
        ),
        route(POST, "/api/admin/catalogue/{nothing}/split/undo", OnlyAdmin),
        route(GET, "/api/admin/catalogue/{nothing}/pictures", OnlyAdmin),
        sent(
            POST,
            "/api/admin/catalogue/{nothing}/pictures",
            OnlyAdmin,
            |_| json!({ "action": "automatic" }),
        ),
        route(GET, "/api/admin/products", OnlyAdmin),
        sent(PATCH, "/api/admin/products/{nothing}", OnlyAdmin, |_| json!({ "name": "Another name" })),
        route(DELETE, "/api/admin/products/{nothing}", OnlyAdmin),
        sent(
            POST,
            "/api/admin/products/link",
            OnlyAdmin,
            |_| json!({ "ids": [Uuid::new_v4()], "canonicalId": null }),
        ),
    ]
}

fn synonym(words: &str) -> Value {
    json!({ "kind": "SYNONYM", "text": words, "other": "processor" })
}

/// Each of several unknown ids is reported as failed.
fn nothing(_: &World) -> Value {
    json!({ "ids": [Uuid::new_v4()] })
}

fn no_match(_: &World) -> Value {
    json!({ "id": Uuid::new_v4() })
}
