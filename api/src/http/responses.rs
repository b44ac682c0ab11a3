//! Error responses that many operations share, for the OpenAPI document. An operation lists one of these types in its
//! `responses(…)`, and after it the statuses of its own; a later entry of the same status replaces an earlier one. What
//! follows from an operation's path, query string and body is added by `router::openapi` instead, as is the body of an
//! error that states none.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses, ToSchema,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder},
};

use crate::http::error::ErrorBody;

const SIGNED_OUT: &str = "No user is signed in";
pub(crate) const OTHER_USER: &str = "The session is of another user than the header `X-Tajmeea-User` says";
pub(crate) const OTHER_SITE: &str = "The request comes from another site's page";
pub(crate) const OVERLOADED: &str =
    "More requests arrive than can be answered: the header `Retry-After` says when to try again";
const DATABASE_AWAY: &str = "The database does not answer at the moment";
const TOO_MANY: &str =
    "Too many requests: the header `Retry-After` says in how many seconds the next one is accepted";

macro_rules! shared_responses {
    ($($(#[$doc:meta])* $name:ident [$($status:literal $description:expr),+ $(,)?])+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                BTreeMap::from([$(($status.to_owned(), error_response($description))),+])
            }
        }
    )+};
}

shared_responses! {
    /// Errors of an operation that reads Postgres.
    DatabaseErrors ["503" DATABASE_AWAY]

    /// Errors of an operation that reads the search index.
    IndexErrors ["503" "The index cannot be read at the moment"]

    /// Errors of an operation that reads data of the signed-in user.
    UserReadErrors ["401" SIGNED_OUT, "503" DATABASE_AWAY]

    /// Errors of an operation that reads data for administrators.
    AdminReadErrors ["401" SIGNED_OUT, "403" "The user is not an administrator", "503" DATABASE_AWAY]

    /// Errors of an operation that writes data of the signed-in user.
    UserWriteErrors ["401" SIGNED_OUT, "403" OTHER_SITE, "429" TOO_MANY, "503" DATABASE_AWAY]

    /// Errors of an operation by which an administrator writes.
    AdminWriteErrors [
        "401" SIGNED_OUT,
        "403" "The user is not an administrator, or the request comes from another site's page",
        "429" TOO_MANY,
        "503" DATABASE_AWAY,
    ]

    /// Errors of an operation with parameters in its query string.
    QueryErrors ["422" "A parameter is unknown or invalid: `fields` says which one and why"]

    /// Errors of an operation that reads a JSON body.
    BodyErrors [
        "400" "The body is not valid JSON",
        "408" "The body arrives too slowly",
        "413" "The body is too large",
        "415" "The content type is not `application/json`",
        "422" "A field is missing or wrong: `fields` says which one and why",
    ]

    /// Errors of an operation with a rate limit.
    RateErrors ["429" TOO_MANY]
}

/// An error with the common body.
pub(crate) fn error_response(description: &str) -> RefOr<Response> {
    let schema = Ref::from_schema_name(ErrorBody::name());
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description(description).content("application/json", content).build().into()
}
